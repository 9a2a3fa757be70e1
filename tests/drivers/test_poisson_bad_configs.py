"""Every kind of bad configuration of kolibri-poisson ends with exit code 2, its exact message, and no output folder."""

import math

from support import PoissonTest, main

# (text, message): the file is a.yaml.
BAD = [
    ("problem: {g: 0}\n", "a.yaml:1:11: error: unknown key 'problem.g'; did you mean 'b'?"),
    ("problem: {dimension: 4}\n", "a.yaml:1:22: error: 'problem.dimension' must be an integer from 1 to 3; got '4'"),
    ("problem: {b: [x]}\n", "a.yaml:1:11: error: 'problem.b' must have 2 components, got 1"),
    ("network: {basis: cubic}\n", "a.yaml:1:18: error: 'network.basis' must be one of gaussian, gaussian_sigma, imq, mq, "
     "matern52, wendland_c4; got 'cubic'"),
    ("training:\n  lambda: 0\n", "a.yaml:2:3: error: 'training.lambda' must be auto or a number > 0; got '0'"),
    ("training:\n  lambda: -1\n", "a.yaml:2:3: error: 'training.lambda' must be auto or a number > 0; got '-1'"),
    ("training:\n  lambda: nan\n", "a.yaml:2:3: error: 'training.lambda' must be auto or a number > 0; got 'nan'"),
    ("network: {relative_width: -1}\n",
     "a.yaml:1:27: error: 'network.relative_width' must be a number >= 0; got '-1'"),
    ("network: {relative_width: 1e-300}\n", "a.yaml:1:11: error: 'network.relative_width' must be 0, for the best one, or at "
     "least 1e-06; got 1e-300"),
    ("driver: eigh\n",
     "a.yaml:1:9: error: this configuration is for kolibri-eigh ('driver: eigh'), not for kolibri-poisson"),
    # Formulas: the place of the key, the formula, and a caret.
    ("problem:\n  f: sin(pi*x)*foo\n",
     "a.yaml:2:3: error: 'problem.f': undefined name 'foo'\n  sin(pi*x)*foo\n            ^"),
    ("problem:\n  f: dirac(x - 0.5)\n",
     "a.yaml:2:3: error: 'problem.f': undefined name 'dirac'\n  dirac(x - 0.5)\n  ^"),
    ("problem:\n  exact: '(x'\n", "a.yaml:2:3: error: 'problem.exact': a closing parenthesis is missing\n  (x\n    ^"),
    ("problem:\n  b: ['0', 'x +']\n", "a.yaml:2:3: error: 'problem.b': the formula ends too early\n  x +\n     ^"),
    ("problem:\n  conditions:\n    - {on: x_max, value: u}\n",
     "a.yaml:3:19: error: 'problem.conditions.1.value': undefined name 'u'\n  u\n  ^"),
    ("problem: {f: log(x - 2)}\n", "a.yaml:1:11: error: 'problem.f' is nan at (0.025, 0.025): log(x - 2)"),
    # Conditions that meet no part of the boundary, or a part twice.
    ("problem:\n  conditions:\n    - {on: outer}\n",
     "a.yaml:3:8: error: 'problem.conditions.1.on' names no part of the boundary with 'outer'; there are x_min, x_max, "
     "y_min, y_max"),
    ("problem:\n  conditions:\n    - {on: []}\n",
     "a.yaml:3:7: error: 'problem.conditions.1.on' names no part of the boundary"),
    ("problem:\n  conditions:\n    - {on: x_min}\n    - {on: [x_max, x_min]}\n",
     "a.yaml:4:8: error: 'x_min' has a condition already, 'problem.conditions.1'"),
    ("problem:\n  conditions:\n    - {on: [x_min, x_max, y_min, y_max], kind: neumann}\n",
     "a.yaml:2:3: error: with neumann conditions alone and q = 0 the solution is known up to a constant; give a dirichlet "
     "or a robin condition on some part"),
    *(("problem:\n  conditions:\n    - {on: [x_min, x_max], kind: %s}\n    - {on: [y_min, y_max], kind: robin, alpha: '%s'}\n"
       % kinds, "a.yaml:2:3: error: with neumann conditions alone and q = 0 the solution is known up to a constant; give a "
       "dirichlet or a robin condition on some part")
      for kinds in (("robin, alpha: '0'", "0"), ("neumann", "y*(1-y)"))),
    ("problem:\n  p: sqrt(x)\ntraining: {boundary: hard}\n",
     "a.yaml:2:3: error: 'problem.p' is nan at (-0.01, 0): sqrt(x); a hard boundary takes 'problem.p' a little outside of the "
     "domain too, training.boundary=penalty does not"),
    ("problem:\n  conditions:\n    - {on: x_min}\ntraining:\n  boundary: hard\n",
     "a.yaml:5:3: error: 'training.boundary' hard needs u = p on the whole boundary, without 'problem.conditions'"),
    ("domain: {shape: annulus}\ntraining: {boundary: hard}\n",
     "a.yaml:2:12: error: 'training.boundary' hard needs a box or a disc, not a 'domain.shape' annulus"),
    ("points: {layout: adaptive}\ntraining: {method: gradient_cg}\n", "a.yaml:1:10: error: 'points.layout' adaptive needs "
     "'training.method' varpro or linear, and no 'sweep' or 'estimate'"),
    ("network: {width_choice: leave_one_out}\nproblem: {enrichment: [x]}\n", "a.yaml:1:11: error: 'network.width_choice' "
     "leave_one_out needs 'training.method' varpro or linear, and no 'problem.enrichment'"),
    ("points:\n  layout: adaptive\ndomain: {shape: points, boundary_file: a.csv, interior_file: b.csv}\n", "a.yaml:2:3: error: "
     "'points.layout' adaptive has no points to choose: 'domain.interior_file' gives them"),
    ("points:\n  layout: adaptive\n  interior: 70\n", "a.yaml:3:3: error: 'points.layout' adaptive needs more than 70 "
     "'points.interior' for 64 neurons: none would be left to place"),
    ("network:\n  width_choice: leave_one_out\n  relative_width: 3\n", "a.yaml:2:3: error: 'network.width_choice' leave_one_out "
     "needs 'network.start' grid and 'network.relative_width' 0"),
    ("network: {start: greedy, width_choice: leave_one_out}\n", "a.yaml:1:26: error: 'network.width_choice' leave_one_out needs "
     "'network.start' grid and 'network.relative_width' 0"),
    ("network: {width_choice: leave_one_out}\npoints: {interior: 64}\n", "a.yaml:1:11: error: 'network.width_choice' leave_one_out "
     "needs 1.2 rows a neuron: with 64 rows for 64 neurons a row left out is what round-off makes of it"),
    # Sparse networks.
    ("training: {method: sparse}\n", "a.yaml:1:12: error: 'training.method' sparse needs 'network.basis' wendland_c4, which is "
     "zero beyond its width, not gaussian"),
    ("network: {basis: wendland_c4, start: greedy}\ntraining: {method: sparse}\n", "a.yaml:2:12: error: 'training.method' sparse "
     "needs 'network.start' grid, and no 'sweep' or 'estimate'"),
    ("network: {basis: wendland_c4}\ntraining: {method: sparse}\nsweep: {count: 3}\n", "a.yaml:2:12: error: 'training.method' "
     "sparse needs 'network.start' grid, and no 'sweep' or 'estimate'"),
    ("network: {basis: wendland_c4}\ntraining:\n  method: sparse\n  levels: 4\n", "a.yaml:4:3: error: 'training.levels' are too "
     "many: halved 3 times, 'network.grid' 8 has less than 2 centres along the longest side"),
    ("network: {basis: wendland_c4}\ntraining: {method: sparse, lsqr_tolerance: 0}\n", "a.yaml:2:44: error: "
     "'training.lsqr_tolerance' must be a number from 1e-15 to 0.999; got '0'"),
    ("points: {interior: 400}\nnetwork: {basis: wendland_c4, grid: 81}\ntraining: {method: sparse}\n", "a.yaml:1:1: error: 400 rows do not determine 3957 "
     "weights; give more 'points.interior' or a smaller 'network.grid'"),
    # Too many centres are counted, not made.
    ("problem: {dimension: 3}\nnetwork:\n  basis: wendland_c4\n  grid: 1500\ntraining: {method: sparse}\n", "a.yaml:4:3: error: "
     "'network.grid' makes more than 33554432 neurons on a level of 750 along a side"),
    ("network: {basis: wendland_c4, width_choice: leave_one_out}\ntraining: {method: sparse}\n", "a.yaml:1:31: error: "
     "'network.width_choice' leave_one_out needs 'training.method' varpro or linear, and no 'problem.enrichment'"),
    ("network: {basis: wendland_c4}\ntraining: {method: sparse}\nproblem: {enrichment: [x]}\n", "a.yaml:3:11: error: "
     "'problem.enrichment' needs 'training.method' varpro or linear, and no 'training.boundary' hard"),
    # Domains that are none.
    ("domain:\n  shape: polygon\n  vertices: [[0, 0], [1, 1], [1, 0], [0, 1]]\n",
     "a.yaml:1:1: error: 'domain.vertices': edge 1 meets edge 3 of 'domain.vertices'"),
    ("domain: {shape: polygon}\n", "a.yaml:1:1: error: 'domain.vertices' needs at least 3 vertices, got 0"),
    ("domain: {shape: disc, radius: 0}\n", "a.yaml:1:1: error: 'domain.radius' must be > 0, got 0"),
    ("domain: {shape: annulus, inner_radius: 2}\n",
     "a.yaml:1:1: error: 'domain.inner_radius' must be between 0 and 'domain.radius', got 2"),
    ("domain: {intervals: [[0, 1]]}\n", "a.yaml:1:1: error: 'domain.intervals' must hold 2 rows [lower, upper], one a "
     "coordinate, got 1 of 2 numbers"),
    ("domain: {intervals: [[0, 1], [3, 2]]}\n",
     "a.yaml:1:1: error: 'domain.intervals' must hold rows [lower, upper] with lower < upper, got [3, 2]"),
    ("problem: {dimension: 3}\ndomain: {shape: disc}\n",
     "a.yaml:2:1: error: 'domain.shape' must be box or points unless 'problem.dimension' is 2"),
    ("domain:\n  shape: level_set\n  level_set: x^2 + y^2 + 1\n", "a.yaml:3:3: error: 'domain.level_set': phi is negative "
     "nowhere in the box, so that there is no boundary"),
    ("domain:\n  shape: level_set\n  level_set: x^2 + * y\n",
     "a.yaml:3:3: error: 'domain.level_set': '*' is not expected here\n  x^2 + * y\n        ^"),
    ("domain: {shape: level_set}\n", "a.yaml:1:1: error: 'domain.level_set': the formula is empty\n  \n  ^"),
    ("domain:\n  shape: csg\n  formula: plate - hole\n  shapes:\n    plate: {shape: box}\n",
     "a.yaml:3:3: error: 'domain.formula': undefined name 'hole'\n  plate - hole\n          ^"),
    ("domain:\n  shape: csg\n  formula: a * b\n  shapes:\n    a: {shape: disc}\n    b: {shape: disc, centre: [[5, 5]]}\n",
     "a.yaml:3:3: error: the formula leaves no domain with a boundary"),
    ("domain:\n  shape: csg\n  formula: a\n  shapes:\n    a: {shape: polygon, vertices: [[0, 0], [1, 1], [1, 0], [0, 1]]}\n",
     "a.yaml:5:5: error: 'domain.shapes.a.vertices': edge 1 meets edge 3 of 'domain.shapes.a.vertices'"),
    ("domain:\n  shape: csg\n  formula: a - b\n  shapes:\n    a: {shape: disc}\n    b: {shape: disc, radius: 0.5}\n"
     "problem:\n  conditions:\n    - {on: a.inner}\n", "a.yaml:9:8: error: 'problem.conditions.1.on' names no part of the "
     "boundary with 'a.inner'; there are a.outer, b.outer"),
    ("domain:\n  shape: csg\n  formula: a\n  shapes:\n    a: {shape: disc}\n    b: {shape: disc}\n",
     "a.yaml:6:5: error: 'domain.shapes.b' is not in 'domain.formula'"),
    ("domain:\n  shape: csg\n  formula: a\n  shapes:\n    a: {shape: disc}\n    a-b: {shape: disc}\n",
     "a.yaml:6:5: error: 'a-b' is no name for a shape: letters, digits and _ make one, a letter first"),
    ("domain: {shape: points}\n", "a.yaml:1:1: error: 'domain.shape' points needs 'domain.boundary_file'"),
    ("domain: {shape: points, boundary_file: a.txt}\n", "a.yaml:1:25: error: cannot read '{folder}/a.txt': points are read from "
     ".npy and .csv files"),
    ("domain: {shape: points, boundary_file: b.csv}\n",
     "a.yaml:1:25: error: cannot read '{folder}/b.csv': No such file or directory"),
    # Fewer rows than neurons.
    ("points:\n  interior: 9\n", "a.yaml:1:1: error: 9 rows do not determine 64 weights; give more 'points.interior' or a "
     "smaller 'network.grid'"),
    ("problem: {dimension: 3}\nnetwork:\n  grid: 20\npoints: {interior: 9000}\n",
     "a.yaml:3:3: error: 'network.grid' makes 8000 neurons; 4096 are supported"),
]


class BadConfigs(PoissonTest):
    def test_messages(self):
        for text, message in BAD:
            with self.subTest(text):
                self.write("a.yaml", text)
                done = self.run_driver("a.yaml", "--output", self.folder / "out")
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertEqual(done.stderr, message.replace("{folder}", str(self.folder)) + "\n")
                self.assertEqual(done.stdout, "")
                self.assertEqual([path.name for path in self.folder.iterdir()], ["a.yaml"])

    def test_check_counts_centres_too(self):
        self.write("a.yaml", "problem: {dimension: 3}\nnetwork: {basis: wendland_c4, grid: 1500}\ntraining: {method: sparse}\n")
        self.assertRegex(self.refuse("a.yaml", "--check"), "a.yaml:2:31: error: 'network.grid' makes more than 33554432 neurons")

    def test_what_a_message_begins_with(self):
        """Where a number in it is that of some point."""
        for text, beginning in (
                ("problem:\n  form: divergence\n  kappa: 'x > 0.3 ? 2 : 1'\n",
                 r"a.yaml:3:3: error: 'problem.kappa' jumps from 1 to 2 at \(0.3, "),
                ("domain:\n  shape: points\n  boundary_file: b.csv\n",
                 r"a.yaml:3:3: error: '.*/b.csv', point 1: the boundary's winding number one spacing, 0.1\d*, inside of it is "
                 r".* instead of 1; normals have to point outside"),
                ("problem:\n  q: 'log(x - 0.02)'\npoints: {layout: random}\n",
                 r"a.yaml:2:3: error: 'problem.q' is nan at "),
                ("problem: {dimension: 3}\nnetwork: {basis: wendland_c4, grid: 4096, extension: 10}\n"
                 "training: {method: sparse}\npoints: {interior: 500}\n",
                 r"a.yaml:4:1: error: 512 rows do not determine 86\d{5} weights"),
                ("points: {layout: adaptive}\nproblem:\n  p: 'log(x - 0.5)'\n", r"a.yaml:3:3: error: 'problem.p' is ")):
            with self.subTest(text):
                self.write("a.yaml", text)
                angles = [2 * math.pi * i / 40 for i in range(40)]
                self.write("b.csv", "".join(f"{math.cos(t)},{math.sin(t)},{-math.cos(t)},{-math.sin(t)}\n" for t in angles))
                self.assertRegex(self.refuse("a.yaml"), beginning)

    def test_a_condition_without_points(self):
        self.write("a.yaml", "problem:\n  conditions:\n    - {on: x_min, kind: neumann}\n"
                   "points: {layout: random, boundary: 2, interior: 100, seed: 3}\n")
        self.assertRegex(self.refuse("a.yaml"), "a.yaml:[13].*gets none of the 2 points of the boundary; '._m..' needs more")

    def test_nothing_to_resume_or_evaluate(self):
        self.write("a.yaml", "driver: poisson\n")
        out = self.folder / "out"
        self.assertEqual(self.refuse("a.yaml", "--resume", "--output", out),
                         f"cannot resume: there is no '{out / 'checkpoint.npy'}'")
        self.assertEqual(self.refuse("a.yaml", "--evaluate", "b.npy", "--output", out),
                         f"cannot evaluate: there is no '{out / 'network.npy'}', train the network first")


if __name__ == "__main__":
    main()
