"""Test problems with closed forms that no configuration in configs/poisson/ has, each with the error that is reached.

NIST's are those of W. F. Mitchell, A collection of 2D elliptic problems for testing adaptive grid refinement algorithms,
Applied Mathematics and Computation 220, 2013.
"""

import numpy as np
from support import PoissonTest, main

PENALTY = "training.boundary=penalty"
LINEAR = "training.method=linear"
# 484 neurons, 2,900 rows.
DENSE = ["network.grid=22", "network.extension=0.1", "points.interior=2500", "points.boundary=400", LINEAR, PENALTY]
# 5,900 neurons, 10,600 rows.
SPARSE = ["network.basis=wendland_c4", "network.grid=81", "points.interior=10000", "points.boundary=600",
          "training.method=sparse", PENALTY]


def problem(exact, **keys):
    """A configuration whose boundary values are those of the solution."""
    keys = {"p": exact, "exact": exact, **keys}
    return "problem:\n" + "".join(f"  {key}: {value}\n" for key, value in keys.items())


def polynomial():
    """NIST 1: u = 2^(4p) (x (1 - x) y (1 - y))^p, p = 10, as a product of two functions of one coordinate."""
    factor = "4^10*({0}*(1-{0}))^10"
    second = "4^10*(90*({0}*(1-{0}))^8*(1-2*{0})^2 - 20*({0}*(1-{0}))^9)"
    x, y = (factor.format(name) for name in "xy")
    return problem(f"{x}*{y}", f=f"{second.format('x')}*{y} + {second.format('y')}*{x}")


def boundary_layer(eps):
    """NIST 6: -eps Lap u + 2 u_x + u_y = f on (-1, 1)^2, u = (1 - E) (1 - F) cos(pi (x + y)), E = exp(-(1 - x) / eps),
    F = exp(-(1 - y) / eps): layers of the width eps at x = 1 and at y = 1."""
    e, f = f"exp(-(1-x)/{eps})", f"exp(-(1-y)/{eps})"
    a, b, c, s = f"(1-{e})", f"(1-{f})", "cos(pi*(x+y))", "sin(pi*(x+y))"
    laplacian = f"(2*pi*{s}*({e}*{b} + {a}*{f})/{eps} - {c}*({e}*{b} + {a}*{f})/{eps}^2 - 2*pi^2*{a}*{b}*{c})"
    u_x, u_y = f"(-{e}*{b}*{c}/{eps} - pi*{a}*{b}*{s})", f"(-{a}*{f}*{c}/{eps} - pi*{a}*{b}*{s})"
    text = problem(f"{a}*{b}*{c}", kappa=f"-{eps}", b='["2", "1"]', f=f"-{eps}*{laplacian} + 2*{u_x} + {u_y}")
    return text + "domain: {intervals: [[-1, 1], [-1, 1]]}\n"


def line_singularity(**keys):
    """NIST 7: u = x^0.6, Lap u = -0.24 x^(-1.4), here times x^1.4, so that f is finite at x = 0."""
    return problem("x^0.6", kappa="x^1.4", f="-0.24", **keys)


def oscillatory(radius=0):
    """NIST 8: Lap u + u / R^4 = f, u = sin(1 / R), R = 1 / (10 pi) + r, here times R^2; on the square without r < radius."""
    r = "sqrt(x^2+y^2)"
    big_r = f"(1/(10*pi)+{r})"
    text = problem(f"sin(1/{big_r})", kappa=f"{big_r}^2", q=f"1/{big_r}^2", f=f"cos(1/{big_r})*(2/{big_r} - 1/{r})")
    if radius:
        text += ("domain: {shape: csg, formula: square - spot, shapes: {square: {shape: box}, "
                 f"spot: {{shape: disc, radius: {radius}}}}}}}\n")
    return text


# (what, configuration, settings, bound of accuracy.relative_l2, three times what is reached unless round-off is).
PROBLEMS = [
    ("harmonic", problem("exp(-pi*x)*sin(pi*y)"), [], 5e-10),
    ("harmonic, penalty", problem("exp(-pi*x)*sin(pi*y)"), [PENALTY], 1.7e-6),
    ("polynomial", polynomial(), ["network.grid=16", "points.interior=1200", LINEAR], 5e-6),
    ("boundary layer, 0.1", boundary_layer("0.1"), ["network.grid=20", "points.interior=1600", "points.boundary=250", LINEAR],
     1.2e-6),
    # The layer is as wide as a quarter of the distance between two centres.
    ("boundary layer, 0.01", boundary_layer("0.01"), SPARSE, 0.3),
    # p has no value at x < 0, where a hard boundary takes its differences: penalty. Smooth functions cannot follow x^0.6.
    ("line singularity", line_singularity(), [PENALTY], 3e-2),
    ("line singularity, sparse", line_singularity(), SPARSE, 1.4e-2),
    ("line singularity, enriched", line_singularity(enrichment='["x^0.6"]'), [PENALTY], 1e-11),
    # The waves become 0.006 long at r = 0: unresolved there, they spoil the rest, since q makes the equation indefinite.
    ("oscillatory", oscillatory(), [*DENSE, "network.basis=imq", "network.relative_width=1.5"], 0.7),
    ("oscillatory, r > 0.1", oscillatory(0.1), [*DENSE, "network.basis=imq", "network.relative_width=2"], 5e-3),
    ("oscillatory, r > 0.2", oscillatory(0.2), [*DENSE, "network.basis=imq", "network.relative_width=2"], 4e-6),
]


class Problems(PoissonTest):
    def evaluate(self, config, points, *settings):
        np.save(self.folder / "points.npy", np.asarray(points))
        return np.load(self.solve(config, *settings, "--evaluate", self.folder / "points.npy") / "evaluated.npy")

    def test_every_problem_reaches_its_accuracy(self):
        for name, text, settings, bound in PROBLEMS:
            with self.subTest(name):
                folder = self.solve(self.write("a.yaml", text), "--quiet", "output.grid=0", *settings)
                self.assertEqual(self.result(folder)["status"], "solved")
                self.assertLessEqual(self.error(folder), bound)

    def test_torsion_with_the_singularities_of_the_corners(self):
        """Lap u = -1 on the unit square, u = 0 on its boundary: at every corner u has a part Im(z^2 log z)."""
        corner = "2*{0}*{1}*log(sqrt({0}^2+{1}^2+1e-300)) + ({0}^2-{1}^2)*atan2({1},{0})"
        corners = ", ".join(f'"{corner.format(x, y)}"' for x in ("x", "(1-x)") for y in ("y", "(1-y)"))
        config = self.write("a.yaml", f"problem: {{f: '-1', enrichment: [{corners}]}}\n")
        settings = [PENALTY, LINEAR, "network.grid=10", "points.interior=900", "output.grid=0"]
        self.solve(config, *settings)
        self.assertAlmostEqual(self.evaluate(config, [[0.5, 0.5]], *settings)[0, 0], 0.0736713533, delta=7e-9)

    def test_single_precision_is_refused(self):
        """deepxde 308: float32 changes when a training stops. All is in double, and arrays in float32 are not taken."""
        config = self.write("a.yaml", "problem: {f: '1'}\n")
        folder = self.solve(config, "training.method=linear", "output.grid=0")
        self.assertEqual(np.load(folder / "network.npy").dtype, np.float64)
        path = self.folder / "points.npy"
        np.save(path, np.full((1, 2), 0.5, np.float32))
        self.assertEqual(self.refuse(config, "--evaluate", path, "--output", folder, "training.method=linear", "output.grid=0"),
                         f"cannot use '{path}': expected (points, 2) float64, got 1 x 2 float32")
        np.save(path, np.full((4, 3), 0.5, np.float32))
        config = self.write("b.yaml", "problem: {q: s}\nestimate: {sensors: points.npy}\n")
        self.assertEqual(self.refuse(config), f"cannot use '{path}': expected (sensors, 3) float64, got 4 x 3 float32")

    def test_points_do_not_know_their_batch(self):
        """PaddleScience pull request 1263: the same values in whatever batches, inside, outside and on the boundary."""
        config = self.write("a.yaml", "problem: {f: '1'}\ndomain: {shape: polygon, vertices: [[0, 0], [1, 1], [1, -1]]}\n")
        settings = [LINEAR, "output.grid=0"]
        self.solve(config, *settings)
        points = np.random.default_rng(1).uniform(-1, 2, (101, 2))
        points[:3] = [[-1, 0], [0, 2], [0.5, 0.5]]
        together = self.evaluate(config, points, *settings)
        for part in (slice(0, 1), slice(1, 40), slice(40, 101)):
            np.testing.assert_array_equal(self.evaluate(config, points[part], *settings), together[part])

    def test_extreme_networks(self):
        """A boundary that weighs everything, and widths of a thousandth."""
        config = self.write("a.yaml", problem("-sin(pi*x)*sin(pi*y)/(2*pi^2)", f="sin(pi*x)*sin(pi*y)"))
        folder = self.solve(config, LINEAR, PENALTY, "training.lambda=1e20", "output.grid=0")
        self.assertLessEqual(self.error(folder), 3e-5)
        self.warnings(config, LINEAR, PENALTY, "network.relative_width=1e-3")
        self.assertLessEqual(self.error(self.folder / "out"), 1.001)

    def warnings(self, config, *settings):
        done = self.run_driver(config, *settings, "output.grid=0", "--output", self.folder / "out", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_dependent_basis_functions_are_warned_about(self):
        config = self.write("a.yaml", problem("-sin(pi*x)*sin(pi*y)/(2*pi^2)", f="sin(pi*x)*sin(pi*y)"))
        rank = r"warning: \d+ of 64 basis functions are independent to round-off, the rank for 64 weights; "
        for settings, cause in ((["training.lambda=1e20"], "'training.lambda' may leave too few rows that count"),
                                (["points.interior=1"], "'points.interior' may be too small"),
                                (["network.relative_width=1e-3"], "widths may be too small"),
                                (["network.relative_width=100"], "widths may be too large")):
            with self.subTest(settings):
                text = self.warnings(config, LINEAR, PENALTY, *settings)
                self.assertRegex(text, rank + cause)
                self.assertEqual("'training.lambda' is 1e" in text, "lambda" in settings[0])
        self.assertRegex(self.warnings(config, LINEAR, PENALTY, "training.lambda=1e-20"),
                         "warning: 'training.lambda' is 1e-20, .* times the automatic one")
        for lambda_ in ("1e-3", "1e12"):
            self.assertNotIn("lambda", self.warnings(config, LINEAR, PENALTY, f"training.lambda={lambda_}"))

    def test_boundary_values_that_end_at_the_boundary(self):
        """`auto` takes a penalty then."""
        fallback = "warning: 'problem.p' has no values a little outside of the domain"
        self.assertIn(fallback, self.warnings(self.write("a.yaml", line_singularity())))
        result = self.result(self.folder / "out")
        self.assertEqual(result["training"]["boundary"], "penalty")
        self.assertLessEqual(self.error(self.folder / "out"), 3e-2)
        sweep = line_singularity() + "sweep: {key: points.seed, from: 1, to: 2, count: 2}\n"
        self.assertIn(fallback, self.warnings(self.write("b.yaml", sweep), LINEAR))

    def test_norms_that_are_not_finite_are_left_out(self):
        text = self.warnings(self.write("a.yaml", line_singularity(enrichment='["x^0.6"]')), PENALTY)
        self.assertIn("warning: left out the residual at other points: it is not finite", text)
        result = self.result(self.folder / "out")
        self.assertEqual(result["status"], "solved")
        self.assertNotIn("residual_held_out", result["accuracy"])


if __name__ == "__main__":
    main()
