"""Many networks at once: sweeps, and the estimate of an unknown constant."""

import numpy as np
from support import ROOT, PoissonTest, main

SWEEP = ROOT / "configs/poisson/sweep_1000_networks.yaml"
ESTIMATE = ROOT / "configs/poisson/inverse_coefficient.yaml"


class Sweep(PoissonTest):
    def test_members_are_those_solved_alone(self):
        """Bit for bit; deepxde 618: and in whatever order."""
        for settings in (["training.method=linear"], ["training.method=varpro", "training.iterations=2"]):
            folder = self.solve(SWEEP, "sweep.count=5", *settings)
            networks = np.load(folder / "network.npy")
            self.assertEqual(networks.shape, (5, 64, 4))
            reverse = np.load(self.solve(SWEEP, "sweep.count=5", "sweep.from=10", "sweep.to=-10", *settings) / "network.npy")
            np.testing.assert_array_equal(networks, reverse[::-1])
            self.assertFalse(np.array_equal(networks[0], networks[1]))

    def test_table(self):
        table = np.genfromtxt(self.solve(SWEEP, "sweep.count=5") / "sweep.csv", delimiter=",", names=True)
        np.testing.assert_array_equal(table["value"], [-10, -5, 0, 5, 10])
        np.testing.assert_array_equal(table["info"], 0)
        self.assertTrue((table["relative_l2"] < 1e-4).all())

    def test_any_key(self):
        config = self.write("a.yaml", "problem: {f: '1'}\npoints: {layout: random}\nnetwork: {relative_width: 3}\n"
                            "training: {method: linear}\nsweep: {key: points.seed, from: 1, to: 3, count: 3}\n")
        networks = np.load(self.solve(config) / "network.npy")
        alone = self.write("b.yaml", "problem: {f: '1'}\npoints: {layout: random, seed: 2}\n"
                           "network: {relative_width: 3}\ntraining: {method: linear}\n")
        np.testing.assert_array_equal(networks[1], np.load(self.solve(alone) / "network.npy"))

    def test_a_domain_that_grows(self):
        """The name s in a level set: the domain is another for each network."""
        config = self.write("a.yaml", "problem: {p: x^2 - y^2, exact: x^2 - y^2}\ndomain: {shape: level_set, level_set: "
                            "x^2 + 2*y^2 - s^2, intervals: [[-1.5, 1.5], [-1.5, 1.5]]}\npoints: {layout: halton}\n"
                            "network: {relative_width: 5}\ntraining: {method: linear}\nsweep: {from: 0.5, to: 1, count: 3}\n")
        folder = self.solve(config)
        networks = np.load(folder / "network.npy")
        np.testing.assert_allclose(np.ptp(networks[:, :, 0], axis=1), [1.5, 2.25, 3], rtol=1e-3)
        self.assertLess(self.error(folder), 1e-3)

    def test_what_is_refused(self):
        self.write("a.yaml", "problem: {f: s}\n")
        self.assertEqual(self.run_driver("a.yaml").stderr, "a.yaml:1:11: error: 'problem.f': undefined name 's'\n  s\n  ^\n")
        self.write("a.yaml", "sweep: {key: points.seeds}\n")
        self.assertEqual(self.refuse("a.yaml"), "command line: error: unknown key 'points.seeds'; did you mean 'seed'?")
        self.write("a.yaml", "sweep: {key: points.interior, from: 400, to: 900}\n")
        self.assertRegex(self.refuse("a.yaml"), "a.yaml:1:1: error: all problems must have as many rows as the first one, 400")
        self.write("a.yaml", "sweep: {}\nestimate: {sensors: a.npy}\n")
        self.assertEqual(self.refuse("a.yaml"),
                         "a.yaml:2:1: error: 'sweep' and 'estimate' are both given; keep one of them")
        self.write("a.yaml", "network: {start: greedy}\nsweep: {}\n")
        self.assertEqual(self.refuse("a.yaml"), "a.yaml:2:1: error: 'sweep' and 'estimate' need 'network.start' grid, and no "
                         "'problem.enrichment'")


class Estimate(PoissonTest):
    def test_thirty_sensors(self):
        """deepxde 255: an unknown q from sin sin at 30 places."""
        result = self.result(self.solve(ESTIMATE))
        self.assertAlmostEqual(float(result["estimate"]["value"]), 3, delta=3e-3)
        self.assertLess(float(result["estimate"]["standard_error"]), 1e-2)
        self.assertEqual(float(result["estimate"]["sensors"]), 30)
        np.save(self.folder / "points.npy", [[0.5, 0.5]])
        u = np.load(self.solve(ESTIMATE, "--evaluate", self.folder / "points.npy") / "evaluated.npy")
        self.assertAlmostEqual(u[0, 0], 1, delta=1e-7)

    def test_sensors_and_points_from_csv(self):
        """The same bits as from .npy."""
        rows = np.load(ESTIMATE.parent / "sensors.npy")
        sensors = self.write("sensors.csv", "x, y, u  # measured\n" + "".join(f"{x!r},{y!r},{u!r}\n" for x, y, u in rows.tolist()))
        points = self.write("points.csv", "0.5, 0.5\n0.25, 0.125\n")
        np.save(self.folder / "points.npy", [[0.5, 0.5], [0.25, 0.125]])
        folder = self.solve(ESTIMATE, f"estimate.sensors={sensors}", output="csv")
        self.assertEqual((folder / "network.npy").read_bytes(), (self.solve(ESTIMATE, output="npy") / "network.npy").read_bytes())
        from_csv = np.load(self.solve(ESTIMATE, "--evaluate", points, output="csv") / "evaluated.npy")
        self.solve(ESTIMATE, "--evaluate", self.folder / "points.npy", output="npy")
        np.testing.assert_array_equal(from_csv, np.load(self.folder / "npy/evaluated.npy"))

    def test_unknown_kappa(self):
        config = self.write("a.yaml", "problem: {kappa: s, f: '-2*pi^2*0.7*sin(pi*x)*sin(pi*y)'}\n"
                            "training: {method: linear}\n"
                            f"estimate: {{sensors: {ESTIMATE.parent / 'sensors.npy'}, lower: 0.1, upper: 2}}\n")
        self.assertAlmostEqual(float(self.result(self.solve(config))["estimate"]["value"]), 0.7, delta=7e-4)

    def test_sensors_that_tell_nothing(self):
        """On the boundary u is 0 whatever s is."""
        np.save(self.folder / "b.npy", np.array([[0.0, 0.3, 0], [1, 0.2, 0]]))
        config = self.write("a.yaml", "problem: {q: s, f: '1'}\ntraining: {method: linear}\n"
                            "estimate: {sensors: b.npy, lower: -5, upper: 5}\n")
        done = self.run_driver(config, "--output", self.folder / "out")
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning: the sensors hardly determine s", done.stderr)

    def test_what_is_refused(self):
        self.write("a.yaml", "estimate: {}\n")
        self.assertEqual(self.refuse("a.yaml"), "a.yaml:1:1: error: 'estimate' needs 'sensors'")
        self.write("a.yaml", "estimate: {sensors: b.npy, lower: 2, upper: 1}\n")
        self.assertEqual(self.refuse("a.yaml"), "a.yaml:1:1: error: 'estimate.lower' must be below 'estimate.upper', got 2 and 1")
        np.save(self.folder / "b.npy", np.zeros((4, 2)))
        self.write("a.yaml", "estimate: {sensors: b.npy}\n")
        self.assertEqual(self.refuse("a.yaml"),
                         f"cannot use '{self.folder / 'b.npy'}': expected (sensors, 3) float64, got 4 x 2 float64")
        for array, message in ((np.full((4, 3), np.nan), "row 1 has a number that is not finite"),
                               (np.zeros((0, 3)), "expected (sensors, 3) float64, got 0 x 3 float64")):
            np.save(self.folder / "b.npy", array)
            self.assertEqual(self.refuse("a.yaml"), f"cannot use '{self.folder / 'b.npy'}': {message}")
        for text, message in (("0.5,0.5\n", "cannot use '{}': expected (sensors, 3), got 1 x 2"),
                              ("", "cannot use '{}': expected (sensors, 3), got 0 x 0"),
                              ("x,y,u\n0.5,0.5,nan\n", "cannot read '{}', line 2: 'nan' is no finite number")):
            path = self.write("b.csv", text)
            self.write("a.yaml", "estimate: {sensors: b.csv}\n")
            self.assertEqual(self.refuse("a.yaml"), message.format(path))


if __name__ == "__main__":
    main()
