"""The output folder of kolibri-inverse: which files, and what result.yaml says."""

import os

import numpy as np
from support import InverseTest, general, main

SECTIONS = ["solver", "task", "status", "problem", "options", "method", "accuracy", "time", "throughput", "roofline",
            "machine", "version"]


class Output(InverseTest):
    def names(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def test_result_has_the_keys_of_every_driver(self):
        result = self.result(self.solve_file(general((4, 10, 10), np.complex128), "solver.method=lu"))
        self.assertEqual([key for key in SECTIONS if key not in result], [])
        self.assertEqual((result["solver"], result["task"], result["method"]), ("inverse", "inverse", "lu"))
        self.assertEqual([result["problem"][key] for key in ("batch", "n", "scalar")], ["4", "10", "complex128"])
        self.assertEqual(list(result["accuracy"]), ["members", "left", "right", "rcond"])
        self.assertEqual(list(result["time"]), ["read", "setup", "solve", "check", "write"])
        self.assertEqual(float(result["roofline"]["flops"]), 4 * 4 * 2 * 10**3)
        self.assertEqual(float(result["roofline"]["bytes"]), 4 * 2 * 10 * 10 * 16)
        self.assertEqual(result["version"], os.environ["KOLIBRI_VERSION"])

    def test_files_of_each_task(self):
        a = general((2, 3, 3), np.float64)
        always = ["config.yaml", "info.npy", "result.yaml"]
        sides = "problem.right_hand_side.columns=2"
        for settings, files in (
            (["task=inverse"], ["inverse.npy", "rcond.npy"]),
            (["task=inverse", "check.enabled=false"], ["inverse.npy"]),
            (["task=inverse", "output.inverse=false"], ["rcond.npy"]),
            (["task=solve", sides], ["rcond.npy", "solution.npy"]),
            (["task=determinant"], ["determinant_logabs.npy", "determinant_sign.npy", "rcond.npy"]),
            (["task=lu"], ["lu.npy", "pivots.npy", "rcond.npy"]),
            (["task=lu", "output.lu=false", "check.enabled=false"], []),
        ):
            with self.subTest(settings=settings):
                # One folder for all: nothing of the result of another task stays.
                self.assertEqual(self.names(self.solve_file(a, *settings)), sorted(always + files))

    def test_other_files_in_the_folder_stay(self):
        folder = self.solve_file(general((2, 3, 3), np.float64))
        (folder / "notes.txt").write_text("mine", encoding="utf-8")
        self.solve_file(general((2, 3, 3), np.float64))
        self.assertIn("notes.txt", self.names(folder))

    def test_bad_input_leaves_the_earlier_result(self):
        folder = self.solve_file(general((2, 3, 3), np.float64))
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.solve_file(np.zeros((2, 3, 4)), code=2)
        self.assertEqual({path.name: path.read_bytes() for path in folder.iterdir()}, before)
        self.assertEqual(self.names(self.folder), ["a.npy", "a.yaml", "out"])


if __name__ == "__main__":
    main()
