"""A batch that is streamed through in chunks gives what it gives in one piece."""

import numpy as np
from support import ROOT, InverseTest, general, main

ARRAYS = {
    "inverse": ("inverse.npy", "rcond.npy", "info.npy"),
    "determinant": ("determinant_sign.npy", "determinant_logabs.npy", "rcond.npy", "info.npy"),
    "lu": ("lu.npy", "pivots.npy", "rcond.npy", "info.npy"),
    "solve": ("solution.npy", "rcond.npy", "info.npy"),
}


class Chunks(InverseTest):
    def assert_same(self, task, whole, chunked):
        for name in ARRAYS[task]:
            self.assertEqual((whole / name).read_bytes(), (chunked / name).read_bytes(), name)

    def test_files(self):
        a, b = general((11, 8, 8), np.float64), general((11, 8, 2), np.float64, seed=2)
        a[7, 1, 1] = np.nan
        np.save(self.folder / "b.npy", b)
        for task in ARRAYS:
            for in_place in ("true", "false") if task in ("inverse", "lu") else ("false",):
                sides = "problem.right_hand_side={file: b.npy}" if task == "solve" else "check.columns=64"
                settings = [f"task={task}", f"solver.in_place={in_place}", sides]
                whole = self.solve_file(a, *settings, code=1, output="whole")
                for limit in (0, 3 * 1500, 10 * 1500):  # bytes
                    with self.subTest(task=task, in_place=in_place, limit=limit):
                        chunked = self.solve_file(a, *settings, code=1, output="chunked",
                                                  environment={"KOLIBRI_CHUNK_BYTES": str(limit)})
                        self.assert_same(task, whole, chunked)
                        self.assertEqual(self.result(chunked)["failures"]["members"], "[7]")

    def test_generated_systems(self):
        settings = [ROOT / "configs/inverse/solve.yaml", "problem.generate.batch=20"]
        whole = self.solve(*settings, output="whole")
        chunked = self.solve(*settings, output="chunked", environment={"KOLIBRI_CHUNK_BYTES": "300000"})
        self.assert_same("solve", whole, chunked)
        self.assert_accurate(self.result(chunked))

    def test_generated_matrices_in_place(self):
        for kind in ("random", "random_spd"):
            settings = [ROOT / "configs/inverse/quickstart.yaml", f"problem.generate.kind={kind}",
                        "problem.generate.batch=50", "solver.in_place=true"]
            whole = self.solve(*settings, output="whole")
            chunked = self.solve(*settings, output="chunked", environment={"KOLIBRI_CHUNK_BYTES": "100000"})
            self.assert_same("inverse", whole, chunked)
            self.assert_accurate(self.result(chunked))

    def test_check_tells_the_size_of_a_chunk(self):
        done = self.run_driver(ROOT / "configs/inverse/quickstart.yaml", "--check",
                               environment={"KOLIBRI_CHUNK_BYTES": "1"})
        self.assertIn("chunk      1 members at once", done.stdout)

    def test_the_sample_of_the_check_is_spread_over_the_chunks(self):
        folder = self.solve_file(general((12, 4, 4), np.float64), "check.sample=6",
                                 environment={"KOLIBRI_CHUNK_BYTES": "1"})
        self.assertEqual(self.result(folder)["accuracy"]["members"], "12")


if __name__ == "__main__":
    main()
