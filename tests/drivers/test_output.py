"""The output folder: which files, what result.yaml says, and that a failure leaves what was there."""

import os

import numpy as np
from support import DriverTest, hermitian, main

SECTIONS = ["solver", "status", "problem", "options", "accuracy", "time", "throughput", "roofline", "machine", "version"]


class Output(DriverTest):
    def names(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def test_result_has_the_keys_of_every_driver(self):
        result = self.result(self.solve_file(hermitian((4, 10, 10), np.complex128), "solver.order=descending"))
        self.assertEqual([key for key in SECTIONS if key not in result], [])
        self.assertEqual(result["solver"], "eigh")
        self.assertEqual(result["problem"]["batch"], "4")
        self.assertEqual(result["problem"]["n"], "10")
        self.assertEqual(result["problem"]["scalar"], "complex128")
        self.assertEqual(result["options"]["order"], "descending")
        self.assertEqual(list(result["time"]), ["read", "setup", "solve", "check", "write"])
        solve = float(result["time"]["solve"])
        self.assertGreater(solve, 0)
        self.assertAlmostEqual(float(result["throughput"]["matrices_per_second"]) * solve, 4, delta=1e-6)
        bytes_moved = 4 * (2 * 10 * 10 * 16 + 10 * 8)
        self.assertEqual(float(result["roofline"]["bytes"]), bytes_moved)
        flops = float(result["roofline"]["flops"])
        self.assertGreater(flops, 0)
        self.assertAlmostEqual(float(result["roofline"]["arithmetic_intensity"]), flops / bytes_moved)
        self.assertEqual(result["version"], os.environ["KOLIBRI_VERSION"])

    def test_roofline_reaches_a_fraction_of_the_ceiling_that_limits(self):
        config = self.write("a.yaml", "problem: {generate: {n: 16, batch: 500}}\n")
        roofline = self.result(self.solve(config))["roofline"]
        ceilings = {name: float(figure) for name, figure in roofline["ceilings"].items()}
        self.assertEqual(list(ceilings), ["copy_bytes_per_second", "fma_flops_per_second", "gemm_flops_per_second"])
        flops = max(ceilings["fma_flops_per_second"], ceilings["gemm_flops_per_second"])
        reached = {"copy": float(roofline["bytes_per_second"]) / ceilings["copy_bytes_per_second"],
                   "flops": float(roofline["flops_per_second"]) / flops}
        self.assertAlmostEqual(float(roofline["fraction"]), max(reached.values()), delta=1e-4)
        self.assertEqual(roofline["limit"] == "copy", reached["copy"] > reached["flops"])

    def test_ceilings_are_kept_for_later_runs(self):
        config = self.write("a.yaml", "problem: {generate: {n: 4, batch: 5}}\n")
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache")}
        self.solve(config, environment=cache)
        (kept,) = (self.folder / "cache" / "kolibri").iterdir()
        kept.write_text("1e9 2e9 3e9\n")
        roofline = self.result(self.solve(config, environment=cache))["roofline"]
        self.assertEqual(float(roofline["ceilings"]["gemm_flops_per_second"]), 3e9)
        kept.write_text("nonsense")
        self.solve(config, environment=cache)
        self.assertGreater(float(kept.read_text().split()[2]), 0)

    def test_no_cache_is_no_error(self):
        config = self.write("a.yaml", "problem: {generate: {n: 4, batch: 5}}\n")
        self.solve(config, environment={"XDG_CACHE_HOME": "/dev/null"})

    def test_auto_is_the_algorithm_that_the_result_names(self):
        for n in (4, 33):
            a = hermitian((3, n, n), np.float64)
            auto = self.solve_file(a, output=f"auto{n}")
            algorithm = self.result(auto)["algorithm"]
            self.assertNotEqual(algorithm, "auto")
            named = self.solve_file(a, f"solver.algorithm={algorithm}", output=f"named{n}")
            for name in ("eigenvalues.npy", "eigenvectors.npy"):
                self.assertEqual((auto / name).read_bytes(), (named / name).read_bytes())

    def test_files_that_are_asked_for(self):
        a = hermitian((2, 3, 3), np.float64)
        always = ["config.yaml", "info.npy", "result.yaml", "sweeps.npy"]
        values, vectors = ["eigenvalues.npy"], ["eigenvectors.npy"]
        for settings, files in (
            ([], values + vectors),
            (["output.vectors=false"], values),
            (["solver.vectors=false"], values),
            (["output.values=false"], vectors),
        ):
            with self.subTest(settings=settings):
                self.assertEqual(self.names(self.solve_file(a, *settings)), sorted(always + files))

    def test_values_alone_agree_with_those_beside_vectors(self):
        a = hermitian((3, 16, 16), np.complex128)
        both = np.load(self.solve_file(a, output="both") / "eigenvalues.npy")
        alone = np.load(self.solve_file(a, "solver.vectors=false", output="alone") / "eigenvalues.npy")
        bound = 30 * np.finfo(float).eps * np.abs(both).max(axis=1)
        self.assertTrue((np.abs(both - alone).max(axis=1) <= bound).all())

    def test_nothing_of_an_earlier_result_mixes_with_a_new_one(self):
        folder = self.solve_file(hermitian((2, 3, 3), np.float64))
        (folder / "notes.txt").write_text("mine", encoding="utf-8")
        (folder / "spectrum.png").write_text("of the earlier result", encoding="utf-8")
        self.solve_file(hermitian((2, 4, 4), np.float64), "solver.vectors=false")
        self.assertEqual(self.names(folder),
                         ["config.yaml", "eigenvalues.npy", "info.npy", "notes.txt", "result.yaml", "sweeps.npy"])

    def test_bad_input_leaves_the_earlier_result(self):
        folder = self.solve_file(hermitian((2, 3, 3), np.float64))
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.solve_file(np.zeros((2, 3, 3), np.int64), code=2)
        self.assertEqual({path.name: path.read_bytes() for path in folder.iterdir()}, before)
        self.assertEqual(self.names(self.folder), ["a.npy", "a.yaml", "out"])

    def test_a_folder_that_cannot_be_made(self):
        self.write("file", "")
        np.save(self.folder / "a.npy", hermitian((2, 3, 3), np.float64))
        self.write("a.yaml", "problem: {file: a.npy}\n")
        done = self.run_driver("a.yaml", "--output", "file/below")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, f"cannot write '{self.folder / 'file'}': Not a directory\n")


if __name__ == "__main__":
    main()
