"""A batch that is streamed through in chunks gives what it gives in one piece."""

import numpy as np
from support import ROOT, DriverTest, hermitian, main

ARRAYS = ("eigenvalues.npy", "eigenvectors.npy", "info.npy", "sweeps.npy")


class Chunks(DriverTest):
    def assert_same(self, whole, chunked):
        for name in ARRAYS:
            self.assertEqual((whole / name).read_bytes(), (chunked / name).read_bytes(), name)

    def test_a_file(self):
        a = hermitian((11, 8, 8), np.complex128)
        a[7, 1, 1] = np.nan
        for order in "CF":
            a = np.array(a, order=order)
            whole = self.solve_file(a, code=1, output="whole")
            for limit in (0, 1, 3 * 2200, 10 * 2200):  # bytes; a member takes about 2 KiB
                with self.subTest(order=order, limit=limit):
                    chunked = self.solve_file(a, code=1, output="chunked", environment={"KOLIBRI_CHUNK_BYTES": str(limit)})
                    self.assert_same(whole, chunked)
                    self.assertEqual(self.result(chunked)["failures"]["members"], "[7]")

    def test_generated_matrices(self):
        config = ROOT / "configs/eigh/hard_spectra.yaml"
        whole = self.solve(config, "problem.generate.batch=50", output="whole")
        chunked = self.solve(config, "problem.generate.batch=50", output="chunked",
                             environment={"KOLIBRI_CHUNK_BYTES": "100000"})
        self.assert_same(whole, chunked)

    def test_check_tells_the_size_of_a_chunk(self):
        config = ROOT / "configs/eigh/quickstart.yaml"
        done = self.run_driver(config, "--check", environment={"KOLIBRI_CHUNK_BYTES": "1"})
        self.assertIn("chunk      1 members at once", done.stdout)
        done = self.run_driver(config, "--check", environment={"KOLIBRI_CHUNK_BYTES": "1 GB"})
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "environment: error: expected KOLIBRI_CHUNK_BYTES=NUMBER, got '1 GB'\n")

    def test_the_sample_of_the_check_is_spread_over_the_chunks(self):
        folder = self.solve_file(hermitian((12, 4, 4), np.float64), "check.sample=6",
                                 environment={"KOLIBRI_CHUNK_BYTES": str(4 * 300)})
        self.assertEqual(self.result(folder)["accuracy"]["members"], "6")


if __name__ == "__main__":
    main()
