"""Every kind of bad configuration of kolibri-inverse ends with exit code 2, its exact message, and no output folder."""

import numpy as np
from support import InverseTest, general, main

ONE = "problem: {matrix: [[1]]}\n"

# (text, message): the file is a.yaml.
BAD = [
    ("solver: {methd: lu}\n", "a.yaml:1:10: error: unknown key 'solver.methd'; did you mean 'method'?"),
    ("verbose: true\n", "a.yaml:1:1: error: unknown key 'verbose'; known keys here: driver, task, problem, program, "
     "solver, check, output"),
    ("task: invert\n",
     "a.yaml:1:7: error: 'task' must be one of inverse, solve, determinant, lu, program; got 'invert', did you mean 'inverse'?"),
    ("solver: {method: qr}\n",
     "a.yaml:1:18: error: 'solver.method' must be one of auto, lu, gauss_jordan, blocked_gauss_jordan, cholesky; got 'qr'"),
    ("solver: {pivoting: full}\n",
     "a.yaml:1:20: error: 'solver.pivoting' must be one of partial, none; got 'full'"),
    ("solver: {refine: -1}\n", "a.yaml:1:18: error: 'solver.refine' must be an integer from 0 to 100; got '-1'"),
    ("problem: {generate: {kind: spectrum}}\n",
     "a.yaml:1:28: error: 'problem.generate.kind' must be one of random, random_spd; got 'spectrum'"),
    ("problem: {generate: {width: 3}}\n",
     "a.yaml:1:22: error: unknown key 'problem.generate.width'; known keys here: kind, n, batch, scalar, seed, condition"),
    ("driver: eigh\n",
     "a.yaml:1:9: error: this configuration is for kolibri-eigh ('driver: eigh'), not for kolibri-inverse"),
    ("", "a.yaml: error: no matrices: give 'problem.file', 'problem.matrix' or 'problem.generate'"),
    ("problem: {matrix: []}\n",
     "a.yaml:1:1: error: no matrices: give 'problem.file', 'problem.matrix' or 'problem.generate'"),
    ("problem:\n  file: a.npy\n  matrix: [[1]]\n",
     "a.yaml:3:3: error: 'problem.file' and 'problem.matrix' are both given; keep one of them"),
    ("problem:\n  generate: {}\n  file: a.npy\n",
     "a.yaml:2:3: error: 'problem.file' and 'problem.generate' are both given; keep one of them"),
    ("problem:\n  generate: {}\n  matrix: [[1]]\n",
     "a.yaml:2:3: error: 'problem.matrix' and 'problem.generate' are both given; keep one of them"),
    ("problem: {matrix: 3}\n", "a.yaml:1:19: error: 'problem.matrix' must be a list of rows of numbers; got '3'"),
    ("problem: {matrix: [1, 2]}\n",
     "a.yaml:1:20: error: row 1 of 'problem.matrix' must be a list of numbers; got '1'"),
    ("problem: {matrix: [[1, 2], [3, x]]}\n",
     "a.yaml:1:32: error: row 2 of 'problem.matrix' must be a list of numbers; got 'x' in column 2"),
    ("problem: {matrix: [[1, 2], [3]]}\n", "a.yaml:1:28: error: row 2 of 'problem.matrix' has 1 numbers, row 1 has 2"),
    ("problem: {matrix: [[1, 2]]}\n", "a.yaml:1:11: error: 'problem.matrix' must be square, got 1 x 2"),
    (ONE + "task: solve\n", "a.yaml:2:1: error: 'task' solve needs 'problem.right_hand_side'"),
    ("problem: {matrix: [[1]], right_hand_side: {columns: 1}}\n",
     "a.yaml:1:26: error: 'problem.right_hand_side' needs 'task' solve"),
    ("task: solve\nproblem: {matrix: [[1]], right_hand_side: {}}\n",
     "a.yaml:2:26: error: 'problem.right_hand_side' needs one of 'file', 'matrix' and 'columns'; got none"),
    ("task: solve\nproblem: {matrix: [[1]], right_hand_side: {columns: 2, matrix: [[1]]}}\n",
     "a.yaml:2:26: error: 'problem.right_hand_side' needs one of 'file', 'matrix' and 'columns'; got several"),
    (ONE + "solver:\n  in_place: true\n  refine: 1\n",
     "a.yaml:4:3: error: 'solver.refine' needs A, which 'solver.in_place' overwrites; keep one of them"),
    (ONE + "task: lu\nsolver: {method: cholesky}\n",
     "a.yaml:3:10: error: 'solver.method' cholesky needs 'task' inverse; the others take lu or auto"),
    (ONE + "task: lu\nsolver: {refine: 1}\n", "a.yaml:3:10: error: 'solver.refine' needs 'task' inverse or solve; leave it at 0"),
    (ONE + "task: determinant\nsolver: {in_place: true}\n",
     "a.yaml:3:10: error: 'solver.in_place' needs 'task' inverse or lu; leave it at false"),
]


class BadConfigs(InverseTest):
    def refuse_untouched(self, *arguments):
        line = self.refuse(*arguments, "--output", "out")
        self.assertFalse((self.folder / "out").exists())
        return line

    def test_configurations(self):
        for text, message in BAD:
            with self.subTest(message):
                self.write("a.yaml", text)
                self.assertEqual(self.refuse_untouched("a.yaml"), message)

    def test_settings(self):
        self.write("a.yaml", ONE)
        for setting, message in (
            ("solver.metod=lu", "command line: error: unknown key 'solver.metod'; did you mean 'method'?"),
            ("problem.matrix=[[1, 2], 3]",
             "command line: error: row 2 of 'problem.matrix' must be a list of numbers; got '3'"),
            ("problem.matrix=[[1, 2]", "command line: error: '[[1, 2]' is not valid YAML: end of sequence flow not found"),
            ("task=solve", "command line: error: 'task' solve needs 'problem.right_hand_side'"),
        ):
            with self.subTest(message):
                self.assertEqual(self.refuse_untouched("a.yaml", setting), message)

    def test_matrices_that_are_not_square(self):
        self.write("a.yaml", "problem: {file: a.npy}\n")
        path = self.folder / "a.npy"
        for shape in ((2, 3, 4), (3, 4)):
            np.save(path, np.zeros(shape))
            text = " x ".join(map(str, shape))
            self.assertEqual(self.refuse_untouched("a.yaml"), f"cannot use '{path}': the matrices must be square, got {text}")

    def test_right_hand_sides_that_do_not_fit(self):
        self.write("a.yaml", "task: solve\nproblem: {file: a.npy, right_hand_side: {file: b.npy}}\n")
        path = self.folder / "b.npy"
        cases = [
            ((4, 3, 3), (4, 2), "4 x 3 or 4 x 3 x r for matrices of order 3, got 4 x 2"),
            ((4, 3, 3), (3, 3, 1), "4 x 3 or 4 x 3 x r for matrices of order 3, got 3 x 3 x 1"),
            ((4, 3, 3), (3,), "4 x 3 or 4 x 3 x r for matrices of order 3, got 3"),
            ((3, 3), (4,), "3 or 3 x r for a matrix of order 3, got 4"),
            ((3, 3), (1, 3, 1), "3 or 3 x r for a matrix of order 3, got 1 x 3 x 1"),
        ]
        for a, b, problem in cases:
            with self.subTest(problem):
                np.save(self.folder / "a.npy", general(a, np.float64))
                np.save(path, np.ones(b))
                self.assertEqual(self.refuse_untouched("a.yaml"), f"cannot use '{path}': expected {problem}")

    def test_right_hand_sides_of_another_type(self):
        self.write("a.yaml", "task: solve\nproblem: {file: a.npy, right_hand_side: {file: b.npy}}\n")
        np.save(self.folder / "a.npy", general((3, 3), np.float64))
        np.save(self.folder / "b.npy", np.ones(3, np.float32))
        self.assertEqual(self.refuse_untouched("a.yaml"),
                         f"cannot use '{self.folder / 'b.npy'}': its entries are float32, those of the matrices float64; "
                         "convert one of them")


if __name__ == "__main__":
    main()
