"""Singular and bad members of a batch are flagged, named, and leave their neighbours alone."""

import numpy as np
from support import InverseTest, general, main


class Members(InverseTest):
    def test_bad_members_are_named_and_good_ones_keep_their_bits(self):
        n = 6
        good = general((3, n, n), np.float64)
        nan, inf, zero_column = good[0].copy(), good[1].copy(), good[2].copy()
        nan[4, 2] = np.nan
        inf[3, 3] = np.inf
        zero_column[:, 3] = 0
        mixed = np.stack([good[0], nan, np.zeros((n, n)), inf, np.eye(n), good[1], zero_column, good[2]])
        kept, bad = [0, 4, 5, 7], [1, 2, 3, 6]
        for in_place in ("true", "false"):
            setting = f"solver.in_place={in_place}"
            done = self.solve_file(mixed, setting, code=1, output="mixed")
            clean = self.solve_file(mixed[kept], setting, output="clean")
            np.testing.assert_array_equal(np.load(done / "info.npy"), [0, -1, 1, -1, 0, 0, 4, 0])
            for name in ("inverse.npy", "rcond.npy"):
                self.assertEqual(np.load(done / name)[kept].tobytes(), np.load(clean / name).tobytes(), name)
            self.assertTrue(np.isnan(np.load(done / "inverse.npy")[bad]).all())
            rcond = np.load(done / "rcond.npy")
            np.testing.assert_array_equal(rcond[[2, 6]], [0, 0])
            self.assertTrue(np.isnan(rcond[[1, 3]]).all())
            result = self.result(done)
            self.assertEqual(result["status"], "partial")
            self.assertEqual(result["failures"], {"count": "4", "members": "[1, 2, 3, 6]", "info": "[-1, 1, -1, 4]"})
            self.assertEqual(result["accuracy"]["members"], "4")
            self.assert_accurate(result)

    def test_the_first_bad_members_stand_on_stderr(self):
        a = general((20, 3, 3), np.complex128)
        a[2:16] = 0
        np.save(self.folder / "a.npy", a)
        self.write("a.yaml", "problem: {file: a.npy}\n")
        done = self.run_driver("a.yaml", "--output", "out", "--quiet")
        self.assertEqual(done.returncode, 1)
        named = ", ".join(f"{b} (info 1)" for b in range(2, 12))
        self.assertEqual(done.stderr, f"kolibri-inverse: 14 of 20 members failed: {named}, ...\n")

    def test_a_batch_without_a_good_member_failed(self):
        folder = self.solve_file(np.zeros((2, 2, 2)), code=1)
        self.assertEqual(self.result(folder)["status"], "failed")
        self.assertEqual(self.result(folder)["accuracy"], {"members": "0"})

    def test_a_matrix_that_is_not_positive_definite(self):
        a = np.stack([np.eye(3), np.diag([1.0, 2.0, -3.0])])
        folder = self.solve_file(a, "solver.method=cholesky", code=1)
        np.testing.assert_array_equal(np.load(folder / "info.npy"), [0, 3])

    def test_members_that_are_singular_to_working_precision_are_warned_of(self):
        """Their pivots need not be exactly zero: rcond tells."""
        a = np.stack([np.eye(3), np.diag([1.0, 1.0, 1e-17]), np.eye(3)])
        np.save(self.folder / "a.npy", a)
        self.write("a.yaml", "problem: {file: a.npy}\n")
        done = self.run_driver("a.yaml", "--output", "out", "--quiet")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "kolibri-inverse: warning: 1 of 3 members are singular to working precision (rcond "
                         "below 1.1e-16): 1\n")
        self.assertEqual(self.result(self.folder / "out")["nearly_singular"], {"count": "1", "members": "[1]"})

    def test_an_inaccurate_inverse_is_no_success(self):
        a = np.array([[1e-20, 1.0], [1.0, 1.0]])
        np.save(self.folder / "a.npy", a)
        self.write("a.yaml", "problem: {file: a.npy}\n")
        done = self.run_driver("a.yaml", "solver.pivoting=none", "--output", "out", "--quiet")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "kolibri-inverse: the accuracy check failed, see result.yaml\n")


if __name__ == "__main__":
    main()
