"""Every kind of bad configuration ends with exit code 2, its exact message, and no output folder."""

from support import DriverTest, main

KNOWN = "driver, problem, solver, check, output"
ALGORITHMS = "auto, jacobi_two_sided, jacobi_one_sided, jacobi_block, jacobi_lanes, tridiagonal"

# (text, message): the file is a.yaml.
BAD = [
    ("problem: {generate: {}}\nsolver:\n  order: none\n  tolerence: 1\n",
     "a.yaml:4:3: error: unknown key 'solver.tolerence'; did you mean 'tolerance'?"),
    ("problem: {generate: {size: 3}}\n",
     "a.yaml:1:22: error: unknown key 'problem.generate.size'; known keys here: kind, n, batch, scalar, seed, mode, "
     "condition, positive, scaling, type, edge, width, k_points, hopping"),
    ("verbose: true\n", f"a.yaml:1:1: error: unknown key 'verbose'; known keys here: {KNOWN}"),
    ("solver: {order: none}\nsolver: {order: none}\n",
     "a.yaml:2:1: error: duplicate key 'solver'; it stands at a.yaml:1:1 already"),
    ("solver: {order: none, order: ascending}\n",
     "a.yaml:1:23: error: duplicate key 'solver.order'; it stands at a.yaml:1:10 already"),
    ("solver: {max_sweeps: many}\n",
     "a.yaml:1:22: error: 'solver.max_sweeps' must be an integer >= 1; got 'many'"),
    ("solver: {max_sweeps: 0}\n", "a.yaml:1:22: error: 'solver.max_sweeps' must be an integer >= 1; got '0'"),
    ("solver: {tolerance: -1}\n", "a.yaml:1:21: error: 'solver.tolerance' must be a number from 0 to 1; got '-1'"),
    ("solver: {vectors: 1}\n", "a.yaml:1:19: error: 'solver.vectors' must be true or false; got '1'"),
    ("solver: {algorithm: jacobi}\n", f"a.yaml:1:21: error: 'solver.algorithm' must be one of {ALGORITHMS}; got 'jacobi'"),
    ("solver: {triangle: lwoer}\n",
     "a.yaml:1:20: error: 'solver.triangle' must be one of lower, upper, full, symmetrize; got 'lwoer', "
     "did you mean 'lower'?"),
    ("solver: [1, 2]\n", "a.yaml:1:9: error: 'solver' must be a section of keys; got a list"),
    ("solver:\n", "a.yaml:1:1: error: 'solver' must be a section of keys; got nothing"),
    ("check: {sample: 0}\n", "a.yaml:1:17: error: 'check.sample' must be an integer >= 1; got '0'"),
    ("problem: {generate: {kind: lapack, type: 19}}\n",
     "a.yaml:1:42: error: 'problem.generate.type' must be an integer from 1 to 18; got '19'"),
    ("problem: {generate: {n: -1}}\n", "a.yaml:1:25: error: 'problem.generate.n' must be an integer >= 0; got '-1'"),
    ("problem: {generate: {scalar: int32}}\n",
     "a.yaml:1:30: error: 'problem.generate.scalar' must be one of float32, float64, complex64, complex128; "
     "got 'int32'"),
    ("problem: {generate: {condition: .inf}}\n",
     "a.yaml:1:33: error: 'problem.generate.condition' must be a number >= 1; got '.inf'"),
    ("problem:\n  generate: {}\n  file: x.npy\n",
     "a.yaml:2:3: error: 'problem.file' and 'problem.generate' are both given; keep one of them"),
    ("problem: {}\n", "a.yaml:1:1: error: no matrices: give 'problem.file' or 'problem.generate'"),
    ("", "a.yaml: error: no matrices: give 'problem.file' or 'problem.generate'"),
    ("problem:\n  generate:\n    kind: graphene_ribbon\n    scalar: float64\n",
     "a.yaml:4:5: error: a graphene_ribbon is complex; 'scalar' must be complex64 or complex128"),
    ("problem: {generate: {}}\nsolver:\n  criterion: relative\n  algorithm: jacobi_block\n",
     "a.yaml:3:3: error: 'solver.criterion' relative needs 'solver.algorithm' jacobi_two_sided or auto"),
    ("driver: inverse\npivoting: partial\n",
     "a.yaml:1:9: error: this configuration is for kolibri-inverse ('driver: inverse'), not for kolibri-eigh"),
    ("driver: eihg\n", "a.yaml:1:9: error: 'driver' must be one of eigh, inverse, poisson; got 'eihg', did you mean 'eigh'?"),
    ("- a\n", "a.yaml:1:1: error: a configuration must be a section of keys; got a list"),
    ("driver: eigh\n---\ndriver: eigh\n", "a.yaml:2:1: error: a second document; a configuration is a single one"),
    ("solver: {order: none\n", "a.yaml:2:1: error: not valid YAML: end of map flow not found"),
    ("driver: !eigh eigh\n", "a.yaml:1:9: error: 'driver' has the tag '!eigh'; tags are not supported"),
]

# (setting, message) on the command line.
BAD_SETTINGS = [
    ("solver.tolerence=1e-8", "command line: error: unknown key 'solver.tolerence'; did you mean 'tolerance'?"),
    ("sovler.tolerance=1", "command line: error: unknown key 'sovler'; did you mean 'solver'?"),
    ("solver.max_sweeps=0", "command line: error: 'solver.max_sweeps' must be an integer >= 1; got '0'"),
    ("solver", "command line: error: expected section.key=value, got 'solver'"),
    ("driver.name=eigh", "command line: error: 'driver' has no keys below it, got 'driver.name'"),
    ("problem.file=x.npy", "a.yaml:1:11: error: 'problem.file' and 'problem.generate' are both given; keep one of them"),
]


class BadConfigs(DriverTest):
    def test_configurations(self):
        for text, message in BAD:
            with self.subTest(message):
                self.write("a.yaml", text)
                self.assertEqual(self.refuse("a.yaml", "--output", "out"), message)
                self.assertFalse((self.folder / "out").exists())

    def test_settings(self):
        self.write("a.yaml", "problem: {generate: {n: 2, batch: 1}}\n")
        for setting, message in BAD_SETTINGS:
            with self.subTest(message):
                self.assertEqual(self.refuse("a.yaml", setting, "--output", "out"), message)
                self.assertFalse((self.folder / "out").exists())

    def test_files_that_cannot_be_read(self):
        self.assertEqual(self.refuse("none.yaml"), "cannot read 'none.yaml': No such file or directory")
        self.assertEqual(self.refuse("."), "cannot read '.': it is a folder")

    def test_an_algorithm_outside_its_range(self):
        self.write("a.yaml", "problem: {generate: {n: 4000, batch: 1, scalar: float64}}\n")
        line = self.refuse("a.yaml", "solver.algorithm=jacobi_two_sided", "--output", "out")
        self.assertRegex(line, r"^kolibri::eigh: jacobi_two_sided takes n <= \d+ .*, got 4000; use jacobi_block or auto$")
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    main()
