"""Every configuration in configs/inverse/ runs, the slow ones with a smaller size, and is accurate."""

import os

import numpy as np
from support import ROOT, InverseTest, general, main

CONFIGS = ROOT / "configs/inverse"
SMALLER = {"single_in_place": ["problem.generate.n=500"], "huge_in_place": ["problem.generate.n=300"],
           "spd": ["problem.generate.batch=50"]}

# The inverse of the article's matrix in rational numbers.
ARTICLE = np.array([[2, 5, 7, 8], [4, 13, 20, 25], [8, 29, 50, 71], [10, 34, 78, 98]], np.float64)
ARTICLE_INVERSE = np.array([
    [701 / 264, -845 / 528, 41 / 176, 1 / 44],
    [-233 / 264, 401 / 528, -13 / 176, -3 / 44],
    [-25 / 88, 57 / 176, -31 / 176, 3 / 44],
    [23 / 88, -63 / 176, 25 / 176, -1 / 44],
])


class Configs(InverseTest):
    def test_every_configuration_is_solved(self):
        configs = sorted(CONFIGS.glob("*.yaml"))
        self.assertGreaterEqual(len(configs), 6)
        for path in configs:
            with self.subTest(path.stem):
                result = self.result(self.solve(path, *SMALLER.get(path.stem, []), output=path.stem))
                self.assertEqual(result["status"], "solved")
                if path.stem not in ("determinant", "program_inverse"):
                    self.assert_accurate(result)

    def test_the_matrix_of_the_article(self):
        for settings in ([], ["solver.method=gauss_jordan"], ["solver.unit=lower"], ["solver.in_place=true"]):
            with self.subTest(settings):
                folder = self.solve(CONFIGS / "article_4x4.yaml", *settings)
                error = np.load(folder / "inverse.npy") - ARTICLE_INVERSE
                bound = 1e-14 * np.linalg.norm(ARTICLE_INVERSE, 1)
                self.assertLessEqual(np.linalg.norm(error, 1), bound)
                self.assertAlmostEqual(1 / np.load(folder / "rcond.npy"), 824.83, places=2)

    def test_the_determinant_of_the_article(self):
        folder = self.solve(CONFIGS / "article_4x4.yaml", "task=determinant")
        self.assertEqual(np.load(folder / "determinant_sign.npy"), -1)
        self.assertAlmostEqual(np.exp(np.load(folder / "determinant_logabs.npy")), 1056, delta=1e-11)
        determinant = self.result(folder)["determinant"]
        self.assertEqual(float(determinant["sign"]), -1)
        self.assertAlmostEqual(float(determinant["log_abs"]), np.log(1056), places=14)

    def test_the_resolved_configuration_gives_the_same_result(self):
        for name, array in (("article_4x4", "inverse.npy"), ("solve", "solution.npy")):
            first = self.solve(CONFIGS / f"{name}.yaml", output="first")
            second = self.solve(first / "config.yaml", output="second")
            self.assertEqual((first / array).read_bytes(), (second / array).read_bytes())

    def test_positive_definite_matrices_have_their_condition(self):
        folder = self.solve(CONFIGS / "spd.yaml", "problem.generate.batch=4", "problem.generate.n=30")
        x = np.load(folder / "inverse.npy")
        values = np.linalg.eigvalsh(x)
        np.testing.assert_allclose(values[:, -1] / values[:, 0], 1e6, rtol=1e-6)


class Memory(InverseTest):
    def peak(self, *arguments):
        """Peak resident memory of a run, in bytes."""
        child = os.spawnve(os.P_NOWAIT, os.environ["KOLIBRI_INVERSE"], ["kolibri-inverse", *map(str, arguments)],
                           {**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        _, status, usage = os.wait4(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 0)
        return usage.ru_maxrss * 1024

    def test_a_large_matrix_is_inverted_without_a_second_one(self):
        """Generated, and read from and written to files: in place the peak is that of one matrix."""
        n, out = 1536, ["--output", self.folder / "out", "--quiet"]
        config = CONFIGS / "single_in_place.yaml"
        np.save(self.folder / "a.npy", general((n, n), np.float64))
        from_file = self.write("a.yaml", "problem: {file: a.npy}\nsolver: {in_place: true}\n")
        base = self.peak(config, "check.enabled=false", "problem.generate.n=2", *out)
        for name, arguments in {
            "generated": [config, f"problem.generate.n={n}", "check.enabled=false"],
            "file": [from_file, "check.enabled=false"],
            "checked": [from_file, "check.columns=4"],
        }.items():
            with self.subTest(name):
                # With the check there are pieces of 32 MiB more, which this matrix is not larger than.
                allowed = 1.25 * 8 * n**2 + (34 << 20 if name == "checked" else 8 << 20)
                self.assertLess(self.peak(*arguments, *out) - base, allowed)


if __name__ == "__main__":
    main()
