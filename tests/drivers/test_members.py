"""Bad members of a batch are flagged, named, and leave their neighbours alone."""

import numpy as np
from support import DriverTest, hermitian, main


class Members(DriverTest):
    def test_bad_members_are_named_and_good_ones_keep_their_bits(self):
        n = 6
        good = hermitian((3, n, n), np.float64)
        nan, inf = good[0].copy(), good[1].copy()
        nan[4, 2] = nan[2, 4] = np.nan
        inf[3, 3] = np.inf
        mixed = np.stack([good[0], nan, np.zeros((n, n)), inf, np.eye(n), good[1], good[2]])
        kept = [0, 2, 4, 5, 6]

        done_folder = self.solve_file(mixed, code=1, output="mixed")
        clean_folder = self.solve_file(mixed[kept], output="clean")

        info = np.load(done_folder / "info.npy")
        np.testing.assert_array_equal(info, [0, -1, 0, -1, 0, 0, 0])
        for name in ("eigenvalues.npy", "eigenvectors.npy", "sweeps.npy"):
            whole, clean = np.load(done_folder / name), np.load(clean_folder / name)
            self.assertEqual(whole[kept].tobytes(), clean.tobytes(), name)
            if name != "sweeps.npy":
                self.assertTrue(np.isnan(whole[[1, 3]]).all(), name)
        np.testing.assert_array_equal(np.load(done_folder / "eigenvalues.npy")[2], np.zeros(n))
        np.testing.assert_array_equal(np.load(done_folder / "eigenvalues.npy")[4], np.ones(n))

        result = self.result(done_folder)
        self.assertEqual(result["status"], "partial")
        self.assertEqual(result["failures"], {"count": "2", "members": "[1, 3]", "info": "[-1, -1]"})
        self.assertEqual(result["accuracy"]["members"], "5")
        self.assert_accurate(result)

    def test_the_first_bad_members_stand_on_stderr(self):
        a = hermitian((20, 3, 3), np.complex128)
        a[2:16, 0, 0] = np.nan
        np.save(self.folder / "a.npy", a)
        self.write("a.yaml", "problem: {file: a.npy}\n")
        done = self.run_driver("a.yaml", "--output", "out", "--quiet")
        self.assertEqual(done.returncode, 1)
        named = ", ".join(f"{b} (info -1)" for b in range(2, 12))
        self.assertEqual(done.stderr, f"kolibri-eigh: 14 of 20 members failed: {named}, ...\n")

    def test_a_batch_without_a_good_member_failed(self):
        folder = self.solve_file(np.full((2, 2, 2), np.nan), code=1)
        self.assertEqual(self.result(folder)["status"], "failed")
        self.assertEqual(self.result(folder)["accuracy"], {"members": "0"})

    def test_members_that_do_not_converge(self):
        folder = self.solve_file(hermitian((4, 12, 12), np.float64), "solver.max_sweeps=1", code=1)
        self.assertTrue((np.load(folder / "info.npy") > 0).all())
        self.assertTrue((np.load(folder / "sweeps.npy") == 1).all())
        self.assertEqual(self.result(folder)["sweeps"], {"min": "1", "median": "1", "max": "1"})

    def test_a_member_that_is_not_hermitian_is_flagged_where_both_triangles_are_read(self):
        a = hermitian((3, 4, 4), np.float64)
        a[1, 0, 3] += 1
        folder = self.solve_file(a, "solver.triangle=full", code=1)
        np.testing.assert_array_equal(np.load(folder / "info.npy"), [0, -2, 0])
        folder = self.solve_file(a, "solver.triangle=symmetrize")
        np.testing.assert_allclose(np.load(folder / "eigenvalues.npy"), np.linalg.eigvalsh((a + a.swapaxes(1, 2)) / 2))


if __name__ == "__main__":
    main()
