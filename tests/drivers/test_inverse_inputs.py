"""Files of matrices: what NumPy writes is inverted as it is, anything else is refused in one line."""

import numpy as np
from support import InverseTest, general, main


class GoodInputs(InverseTest):
    def assert_solved(self, folder, a):
        self.assert_inverse(np.load(folder / "inverse.npy"), a)

    def test_both_orders_give_the_same_bits(self):
        for shape in ((5, 12, 12), (40, 40)):
            a = general(shape, np.complex128)
            folders = [self.solve_file(np.array(a, order=order), output=order) for order in "CF"]
            self.assertEqual(*((folder / "inverse.npy").read_bytes() for folder in folders))

    def test_matrix_market(self):
        self.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 2 2.0\n2 1 -3.0\n2 2 1.0\n")
        config = self.write("a.yaml", "problem: {file: a.mtx}\n")
        self.assert_solved(self.solve(config), np.array([[0.0, 2.0], [-3.0, 1.0]]))

    def test_a_matrix_on_the_command_line(self):
        config = self.write("a.yaml", "problem: {matrix: [[1]]}\n")
        folder = self.solve(config, "problem.matrix=[[0, 1, 1], [1, 0, 1], [1, 1, 0]]")
        np.testing.assert_allclose(np.load(folder / "inverse.npy"), np.array([[-1, 1, 1], [1, -1, 1], [1, 1, -1]]) / 2)

    def test_entries_that_are_not_finite_are_data(self):
        config = self.write("a.yaml", "problem: {matrix: [[1, .nan], [-.inf, 2e300]]}\n")
        np.testing.assert_array_equal(np.load(self.solve(config, code=1) / "info.npy"), -1)

    def test_generated_matrices_are_general(self):
        config = self.write("a.yaml", "problem: {generate: {n: 40, batch: 3}}\nsolver: {refine: 1}\n")
        a = np.linalg.inv(np.load(self.solve(config) / "inverse.npy"))
        self.assertLess(np.abs(a).max(), 1)
        self.assertGreater(np.abs(a - a.swapaxes(1, 2)).max(), 1)

    def test_paths(self):
        """In a configuration they start from its folder, on the command line from the working folder."""
        a, b = general((3, 3), np.float64), general((3,), np.float64)
        (self.folder / "sub").mkdir()
        np.save(self.folder / "sub/a.npy", a)
        np.save(self.folder / "sub/b.npy", b)
        np.save(self.folder / "b.npy", 2 * b)
        self.write("sub/a.yaml", "task: solve\nproblem: {file: a.npy, right_hand_side: {file: b.npy}}\n")
        for settings, expected in (([], b), (["problem.right_hand_side.file=b.npy"], 2 * b)):
            done = self.run_driver("sub/a.yaml", *settings, "--output", "out")
            self.assertEqual(done.returncode, 0, done.stderr)
            np.testing.assert_allclose(np.load(self.folder / "out/solution.npy"), np.linalg.solve(a, expected))


class BadInputs(InverseTest):
    def refuse_file(self, name, message):
        self.write("a.yaml", f"problem: {{file: {name}}}\n")
        path = self.folder / name
        self.assertEqual(self.refuse("a.yaml", "--output", "out"), message.format(path=path))
        self.assertFalse((self.folder / "out").exists())

    def test_missing(self):
        self.refuse_file("none.npy", "cannot read '{path}': No such file or directory")

    def test_integers(self):
        np.save(self.folder / "a.npy", np.zeros((2, 3, 3), np.int64))
        self.refuse_file("a.npy", "cannot use '{path}': its entries are int64; convert them to float32, float64, complex64 "
                         "or complex128")

    def test_truncated(self):
        np.save(self.folder / "a.npy", np.zeros((8, 8, 8)))
        data = (self.folder / "a.npy").read_bytes()
        (self.folder / "a.npy").write_bytes(data[:-96])
        self.refuse_file("a.npy", "cannot read '{path}': header says 8 x 8 x 8 float64 (4096 bytes), the file holds 4000")


if __name__ == "__main__":
    main()
