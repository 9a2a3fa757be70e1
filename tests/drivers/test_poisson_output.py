"""What kolibri-poisson leaves in its folder."""

import numpy as np
from support import ROOT, PoissonTest, main

QUICK = ROOT / "configs/poisson/quickstart.yaml"
EXACT = -1 / (2 * np.pi**2)


class Output(PoissonTest):
    def test_files(self):
        folder = self.solve(QUICK)
        self.assertEqual({path.name for path in folder.iterdir()},
                         {"config.yaml", "result.yaml", "network.npy", "network.yaml", "history.csv", "field.vti"})
        result = self.result(folder)
        self.assertEqual(list(result), ["solver", "status", "problem", "options", "network", "training", "accuracy", "time",
                                        "throughput", "roofline", "machine", "version"])
        for name in ("relative_l2", "maximum", "h1", "residual_training", "residual_held_out"):
            self.assertLess(float(result["accuracy"][name]), 1e-7)
        for name in ("read", "setup", "solve", "check", "write"):
            self.assertGreaterEqual(float(result["time"][name]), 0)

    def test_network_is_the_solution(self):
        """u = D n from network.npy alone, as network.yaml says."""
        folder = self.solve(QUICK)
        network = np.load(folder / "network.npy")
        self.assertEqual(network.shape, (64, 4))
        self.assertIn('solution: "u(x) = g(x) + D(x) n(x)"', (folder / "network.yaml").read_text())
        x = np.random.default_rng(1).uniform(size=(50, 2))
        r2 = ((x[:, None] - network[None, :, :2])**2).sum(-1)
        n = np.exp(-r2 / network[:, 2]**2) @ network[:, 3]
        u = 16 * np.prod(x * (1 - x), axis=1) * n
        np.testing.assert_allclose(u, EXACT * np.sin(np.pi * x).prod(1), atol=1e-10)
        np.save(self.folder / "points.npy", x)
        evaluated = np.load(self.solve(QUICK, "--evaluate", self.folder / "points.npy") / "evaluated.npy")
        np.testing.assert_allclose(evaluated[:, 0], u, atol=1e-13)
        np.testing.assert_allclose(evaluated[:, 3], np.sin(np.pi * x).prod(1), atol=1e-6)

    def test_a_norm_without_a_value_is_left_out(self):
        """What was trained is there all the same: the solution has no value in the middle, or the equation at x < 0.02."""
        for problem, norm, key in (
                ("exact: 'log((x - 0.5)^2 + (y - 0.5)^2)'", "left out the error: 'problem.exact' is -inf at (0.5, 0.5)", "relative_l2"),
                ("f: sqrt(x - 0.02)", "left out the residual at other points: 'problem.f' is nan at (", "residual_held_out")):
            with self.subTest(problem):
                self.write("a.yaml", f"problem: {{{problem}}}\ntraining: {{method: linear}}\n")
                done = self.run_driver("a.yaml", "--output", self.folder / "out")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(norm, done.stderr)
                accuracy = self.result(self.folder / "out")["accuracy"]
                self.assertNotIn(key, accuracy)
                self.assertIn("residual_training", accuracy)
                for name in ("network.npy", "history.csv", "field.vti"):
                    self.assertTrue((self.folder / "out" / name).exists())

    def test_candidates_without_a_value_are_not_drawn(self):
        """Some of 1000 random ones have x < 0.0035, none of 200 points of Halton's sequence."""
        self.write("a.yaml", "problem: {f: sqrt(x - 0.0035)}\npoints: {layout: adaptive, interior: 200}\n"
                   "training: {method: linear}\n")
        self.assertEqual(self.result(self.solve("a.yaml"))["problem"]["interior"], "200")

    def test_history_falls(self):
        history = np.genfromtxt(self.solve(QUICK) / "history.csv", delimiter=",", names=True)
        self.assertEqual(history.dtype.names, ("iteration", "residual", "damping"))
        np.testing.assert_array_equal(history["iteration"], np.arange(len(history)))
        self.assertTrue((np.diff(history["residual"]) <= 0).all())
        self.assertLess(history["residual"][-1], 0.1 * history["residual"][0])

    def test_field(self):
        text = (self.solve(QUICK, "output.grid=11") / "field.vti").read_text()
        self.assertIn('WholeExtent="0 10 0 10 0 0" Origin="0 0 0" Spacing="0.1 0.1 0.1"', text)
        u = np.array(text.split('Name="u" format="ascii">')[1].split("</DataArray>")[0].split(), float).reshape(11, 11)
        t = np.linspace(0, 1, 11)
        np.testing.assert_allclose(u, EXACT * np.outer(np.sin(np.pi * t), np.sin(np.pi * t)), atol=1e-10)
        self.assertFalse((self.solve(QUICK, "output.grid=0") / "field.vti").exists())

    def test_field_outside_of_the_domain_is_nan(self):
        config = self.write("a.yaml", "problem: {f: '1'}\ndomain: {shape: annulus}\noutput: {grid: 11}\n")
        text = (self.solve(config) / "field.vti").read_text()
        u = np.array(text.split('Name="u" format="ascii">')[1].split("</DataArray>")[0].split(), float).reshape(11, 11)
        self.assertTrue(np.isnan(u[0, 0]) and np.isnan(u[5, 5]))
        self.assertTrue(np.isfinite(u[5, 1]) and np.isfinite(u[5, 0]))

    def test_points_that_do_not_fit(self):
        self.solve(QUICK)
        path = self.folder / "points.npy"
        np.save(path, np.zeros((4, 3)))
        self.assertEqual(self.refuse(QUICK, "--evaluate", path, "--output", self.folder / "out"),
                         f"cannot use '{path}': expected (points, 2) float64, got 4 x 3 float64")


if __name__ == "__main__":
    main()
