"""Files of matrices: what NumPy writes is solved as NumPy solves it, anything else is refused in one line."""

import numpy as np
from support import DriverTest, hermitian, main

DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


class GoodInputs(DriverTest):
    def assert_eigenvalues(self, values, a):
        """Within 30 n ulp of the norm of what numpy.linalg.eigvalsh gives."""
        self.assertEqual(values.shape, a.shape[:-1])
        self.assertEqual(values.dtype, np.zeros(0, a.dtype).real.dtype)
        if a.size == 0:
            return
        expected = np.linalg.eigvalsh(a.astype(np.complex128))
        bound = 30 * a.shape[-1] * np.finfo(values.dtype).eps * np.linalg.norm(a, axis=(-2, -1))
        self.assertTrue((np.abs(values - expected).max(axis=-1) <= bound).all())

    def assert_solved(self, folder, a):
        values, vectors = np.load(folder / "eigenvalues.npy"), np.load(folder / "eigenvectors.npy")
        self.assert_eigenvalues(values, a)
        self.assertEqual(vectors.shape, a.shape)
        self.assertEqual(vectors.dtype, a.dtype)
        for name in ("info.npy", "sweeps.npy"):
            self.assertEqual(np.load(folder / name).shape, a.shape[:-2])
        self.assertTrue((np.load(folder / "info.npy") == 0).all())
        # Column j of each matrix belongs to value j.
        residual = a @ vectors - vectors * values[..., None, :]
        self.assertLessEqual(np.abs(residual).max(initial=0), 30 * a.shape[-1] * np.finfo(values.dtype).eps * 4)

    def test_every_type_in_both_orders(self):
        for dtype in DTYPES:
            a = hermitian((7, 9, 9), dtype)
            for order in "CF":
                with self.subTest(dtype=dtype, order=order):
                    self.assert_solved(self.solve_file(np.array(a, order=order)), a)

    def test_both_orders_give_the_same_bits(self):
        a = hermitian((5, 12, 12), np.complex128)
        folders = [self.solve_file(np.array(a, order=order), output=order) for order in "CF"]
        for name in ("eigenvalues.npy", "eigenvectors.npy"):
            self.assertEqual((folders[0] / name).read_bytes(), (folders[1] / name).read_bytes())

    def test_extreme_shapes(self):
        for shape in ((0, 5, 5), (3, 1, 1), (1, 1, 1), (3, 0, 0), (0, 0, 0), (1, 2, 2), (2, 130, 130)):
            with self.subTest(shape=shape):
                a = hermitian(shape, np.float64)
                self.assert_solved(self.solve_file(a), a)

    def test_a_single_matrix_has_no_batch_axis(self):
        for shape in ((6, 6), (1, 1), (0, 0)):
            for order in "CF":
                with self.subTest(shape=shape, order=order):
                    a = hermitian(shape, np.complex64)
                    self.assert_solved(self.solve_file(np.array(a, order=order)), a)

    def test_matrix_market(self):
        self.write("a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 1.0\n2 2 3.0\n")
        config = self.write("a.yaml", "problem: {file: a.mtx}\n")
        self.assert_solved(self.solve(config), np.array([[0.0, 1.0], [1.0, 3.0]]))

    def test_only_the_named_triangle_is_read(self):
        a = hermitian((4, 8, 8), np.float64)
        for triangle, part in (("lower", np.tril), ("upper", np.triu)):
            half = part(a) + np.where(part(np.ones((8, 8))) == 0, np.nan, 0)
            folder = self.solve_file(half, f"solver.triangle={triangle}")
            self.assert_eigenvalues(np.load(folder / "eigenvalues.npy"), a)

    def test_orders_of_the_eigenvalues(self):
        a = hermitian((3, 8, 8), np.float64)
        ascending = np.load(self.solve_file(a) / "eigenvalues.npy")
        descending = np.load(self.solve_file(a, "solver.order=descending") / "eigenvalues.npy")
        magnitude = np.load(self.solve_file(a, "solver.order=magnitude") / "eigenvalues.npy")
        np.testing.assert_array_equal(descending, ascending[:, ::-1])
        self.assertTrue((np.diff(np.abs(magnitude)) <= 0).all())

    def test_paths(self):
        """In a configuration they start from its folder, on the command line from the working folder."""
        a = hermitian((2, 3, 3), np.float64)
        (self.folder / "sub").mkdir()
        np.save(self.folder / "sub/a.npy", a)
        np.save(self.folder / "b.npy", 2 * a)
        self.write("sub/a.yaml", "problem: {file: a.npy}\noutput: {directory: made/here}\n")
        self.assertEqual(self.run_driver("sub/a.yaml").returncode, 0)
        self.assert_solved(self.folder / "sub/made/here", a)
        self.assertEqual(self.run_driver("sub/a.yaml", "problem.file=b.npy", "output.directory=there").returncode, 0)
        self.assert_solved(self.folder / "there", 2 * a)


class BadInputs(DriverTest):
    def refuse_file(self, name, message):
        self.write("a.yaml", f"problem: {{file: {name}}}\n")
        path = self.folder / name
        self.assertEqual(self.refuse("a.yaml", "--output", "out"), message.format(path=path))
        self.assertFalse((self.folder / "out").exists())

    def refuse_array(self, a, message):
        np.save(self.folder / "a.npy", a)
        self.refuse_file("a.npy", message)

    def test_missing(self):
        self.refuse_file("none.npy", "cannot read '{path}': No such file or directory")

    def test_unknown_kind_of_file(self):
        self.write("a.txt", "1 2\n")
        self.refuse_file("a.txt", "cannot read '{path}': only .npy and .mtx files are known")

    def test_truncated(self):
        np.save(self.folder / "a.npy", np.zeros((8, 8, 8)))
        data = (self.folder / "a.npy").read_bytes()
        (self.folder / "a.npy").write_bytes(data[:-96])
        self.refuse_file("a.npy", "cannot read '{path}': header says 8 x 8 x 8 float64 (4096 bytes), the file holds 4000")

    def test_integers(self):
        self.refuse_array(np.zeros((2, 3, 3), np.int64), "cannot use '{path}': its entries are int64; convert them to "
                          "float32, float64, complex64 or complex128")

    def test_shapes(self):
        self.refuse_array(np.zeros((2, 3, 4)), "cannot use '{path}': the matrices must be square, got 2 x 3 x 4")
        self.refuse_array(np.zeros((3, 4)), "cannot use '{path}': the matrices must be square, got 3 x 4")
        self.refuse_array(np.zeros(4), "cannot use '{path}': expected (batch, n, n) or (n, n), got 4")
        self.refuse_array(np.zeros((1, 1, 2, 2)), "cannot use '{path}': expected (batch, n, n) or (n, n), got 1 x 1 x 2 x 2")


if __name__ == "__main__":
    main()
