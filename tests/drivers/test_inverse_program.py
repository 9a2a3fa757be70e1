"""Programs of kolibri-inverse: the article's, batches from files, bad ones, and the memory they need."""

import numpy as np
from support import ROOT, InverseTest, general, main

ARTICLE = ROOT / "configs/inverse/program_inverse.yaml"
DTYPES = [np.float32, np.float64, np.complex64, np.complex128]

LAYER = """
task: program
program:
  scalar: {scalar}
  matrices:
    x: {{file: x.npy}}
    w: {{file: w.npy}}
    y: {{rows: 3, columns: 5}}
    t: {{rows: 5, columns: 3}}
  steps:
    - {{operation: multiply, in: [x, w], out: y}}
    - {{operation: {last}, in: y, out: t}}
  outputs: [y, t]
"""

TWO = "task: program\nprogram:\n  matrices: {a: {values: [[1, 2], [3, 4]]}, b: {rows: 2, columns: 3}}\n"


def bad(steps, outputs="[b]"):
    return TWO + "  steps:\n" + "".join(f"    - {step}\n" for step in steps) + f"  outputs: {outputs}\n"


BAD = [
    ("task: program\n", "a.yaml:1:1: error: 'task' program needs 'program'"),
    ("task: inverse\nproblem: {matrix: [[1]]}\nprogram: {}\n", "a.yaml:3:1: error: 'program' needs 'task' program"),
    ("task: program\nprogram: {}\nproblem: {matrix: [[1]]}\n",
     "a.yaml:3:1: error: 'task' program has its matrices in 'program'"),
    ("task: program\nprogram: {}\n", "a.yaml:2:1: error: 'program.matrices' is missing"),
    ("task: program\nprogram: {matrices: {a: {rows: 2}}}\n",
     "a.yaml:2:22: error: 'program.matrices.a' needs 'rows' and 'columns', or 'file' or 'values'"),
    ("task: program\nprogram: {matrices: {a: {values: [[1]], file: a.npy}}}\n",
     "a.yaml:2:22: error: 'program.matrices.a' has both 'file' and 'values'; keep one of them"),
    ("task: program\nprogram: {matrices: {a/b: {values: [[1]]}}}\n",
     "a.yaml:2:22: error: 'a/b' is no name: letters, digits, _ and -, and not 'info'"),
    ("task: program\nprogram: {matrices: {a: {values: [[1]], rows: 2}}}\n",
     "a.yaml:2:22: error: 'program.matrices.a' has 1 rows, the configuration says 2"),
    (bad([]).replace("steps:\n", "steps: []\n"), "a.yaml:2:1: error: steps: there must be one at least"),
    (bad(["{operation: multiply, in: [a, a], out: b}"]),
     "a.yaml:5:7: error: step 1 (multiply): output 'b' must be 2 x 2, it is 2 x 3"),
    (bad(["{operation: relu, in: a, out: a}", "{operation: copy, in: b, out: b}"]),
     "a.yaml:6:7: error: step 2 (copy): 'b' is used before it is written"),
    (bad(["{operation: relu, in: a, out: a}"]), "a.yaml:2:1: error: outputs: 'b' is never written as a whole"),
    (bad(["{operation: relu, in: a, out: a}"], "[a]").replace("matrices:", "scalar: complex64\n  matrices:"),
     "a.yaml:6:7: error: step 1 (relu): needs real matrices, these are complex"),
    (bad(["{operation: multipy, in: [a, a], out: b}"]),
     "a.yaml:5:19: error: 'program.steps.1.operation' must be one of copy, add, subtract, hadamard, multiply, relu, "
     "relu_derivative, transpose, permute_rows, permute_columns, lu, lu_solve, multiply_lu, multiply_ul, "
     "invert_upper, invert_lower, inverse; got 'multipy', did you mean 'multiply'?"),
]


class Program(InverseTest):
    def test_the_article(self):
        exact = np.array([[701 / 264, -845 / 528, 41 / 176, 1 / 44], [-233 / 264, 401 / 528, -13 / 176, -3 / 44],
                          [-25 / 88, 57 / 176, -31 / 176, 3 / 44], [23 / 88, -63 / 176, 25 / 176, -1 / 44]])
        for scalar, eps in (("float64", 2.0**-53), ("float32", 2.0**-24), ("complex128", 2.0**-53)):
            with self.subTest(scalar):
                folder = self.solve(ARTICLE, f"program.scalar={scalar}")
                error = np.load(folder / "inverse.npy") - exact
                bound = 1e-14 if scalar == "float64" else 30 * eps * 825
                self.assertLessEqual(np.linalg.norm(error, 1), bound * np.linalg.norm(exact, 1))
                self.assertEqual(np.load(folder / "info.npy"), 0)

    def test_the_resolved_configuration_gives_the_same_result(self):
        first = self.solve(ARTICLE, output="first")
        second = self.solve(first / "config.yaml", output="second")
        self.assertEqual((first / "inverse.npy").read_bytes(), (second / "inverse.npy").read_bytes())

    def layer(self, dtype, last):
        x, w = general((7, 3, 4), dtype), general((4, 5), dtype, seed=2)
        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "w.npy", w)
        config = self.write("a.yaml", LAYER.format(scalar=np.dtype(dtype).name, last=last))
        return x @ w, config

    def test_a_batch_and_a_matrix_for_all_members(self):
        for dtype in DTYPES:
            product, config = self.layer(dtype, "transpose")
            for chunk in (1 << 30, 1):  # all at once, one by one
                with self.subTest(dtype=dtype, chunk=chunk):
                    folder = self.solve(config, environment={"KOLIBRI_CHUNK_BYTES": str(chunk)})
                    y, t = np.load(folder / "y.npy"), np.load(folder / "t.npy")
                    self.assertEqual((y.dtype, y.shape), (dtype, (7, 3, 5)))
                    np.testing.assert_allclose(y, product, rtol=1e-4 if dtype in DTYPES[::2] else 1e-12, atol=1e-6)
                    np.testing.assert_array_equal(t, y.swapaxes(1, 2))
                    self.assertEqual(np.load(folder / "info.npy").shape, (7,))

    def test_failing_members(self):
        a = general((3, 2, 2), np.float64)
        a[1] = [[1, 2], [0, 0]]
        a[2, 0, 1] = np.inf
        np.save(self.folder / "a.npy", a)
        config = self.write("a.yaml", "task: program\nprogram:\n  matrices: {a: {file: a.npy}}\n"
                                      "  steps: [{operation: inverse, in: a, out: a}]\n  outputs: [a]\n")
        folder = self.solve(config, code=1)
        np.testing.assert_array_equal(np.load(folder / "info.npy"), [0, 2, -1])
        x = np.load(folder / "a.npy")
        self.assertTrue(np.isnan(x[1:]).all())
        np.testing.assert_allclose(x[0] @ a[0], np.eye(2), atol=1e-12)
        self.assertEqual(self.result(folder)["status"], "partial")

    def test_needs(self):
        text = self.run_driver(ARTICLE, "--check").stdout
        self.assertIn("program of 5 steps on 5 matrices, 1 float64 members", text)
        self.assertRegex(text, r"scratch    \d+\.\d KiB a member")
        text = self.run_driver(ARTICLE, "--print-config").stdout
        self.assertIn("# A team needs 832 bytes", text)  # five matrices of 4 x 5 and 8 integers
        again = self.run_driver(self.write("b.yaml", text), "--print-config").stdout
        self.assertEqual(text, again)

    def test_bad_programs(self):
        for text, message in BAD:
            with self.subTest(message):
                config = self.write("a.yaml", text)
                line = self.refuse(config, "--output", self.folder / "out")
                self.assertEqual(line, message.replace("a.yaml", str(config), 1))
                self.assertFalse((self.folder / "out").exists())

    def test_files_that_do_not_fit(self):
        _, config = self.layer(np.float32, "transpose")
        line = self.refuse(config, "program.scalar=float64")
        self.assertIn("its entries are float32, 'program.scalar' is float64", line)
        np.save(self.folder / "w.npy", general((6, 4, 5), np.float32))
        self.assertIn("it has 6 members, another input has 7", self.refuse(config))


if __name__ == "__main__":
    main()
