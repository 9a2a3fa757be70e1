"""Public reports about meshless and network solvers, as inputs of kolibri-poisson."""

import numpy as np
from support import ROOT, PoissonTest, main

SMOOTH = "exp(-pi*x) * sin(pi*y)"
LSHAPE = "{shape: polygon, vertices: [[0, 0], [1, 0], [1, 1], [-1, 1], [-1, -1], [0, -1]]"


class Cases(PoissonTest):
    def evaluate(self, config, points, output="out"):
        """u, its gradient and its Laplacian at points, by the network in the folder."""
        np.save(self.folder / "points.npy", np.asarray(points, float))
        folder = self.solve(config, "--evaluate", self.folder / "points.npy", output=output)
        return np.load(folder / "evaluated.npy")

    def test_value_at_the_centre(self):
        """deepxde 201: -Lap u = sin sin; u(1/2, 1/2) = 1 / (2 pi^2) = 0.05066."""
        config = self.write("a.yaml", 'problem: {kappa: "-1", f: "sin(pi*x)*sin(pi*y)"}\n')
        self.solve(config)
        u = self.evaluate(config, [[0.5, 0.5], [0.25, 0.5]])
        self.assertAlmostEqual(u[0, 0], 1 / (2 * np.pi**2), delta=1e-10)
        self.assertAlmostEqual(u[1, 1], np.pi * np.cos(np.pi / 4) / (2 * np.pi**2), delta=1e-9)
        self.assertAlmostEqual(u[0, 3], -1, delta=1e-7)

    def test_large_range_needs_no_weights_by_hand(self):
        """deepxde 279 and 366: Laplace's equation on an L, and on one with a hole."""
        for domain in (LSHAPE + "}", LSHAPE + ", holes: [{vertices: [[0.4, 0.4], [0.6, 0.4], [0.5, 0.6]]}]}"):
            config = self.write("a.yaml", f'problem: {{p: "{SMOOTH}", exact: "{SMOOTH}"}}\ndomain: {domain}\n'
                                "points: {interior: 500, boundary: 200}\nnetwork: {grid: 9}\n")
            self.assertLess(self.error(self.solve(config)), 1e-4)

    def test_conditions_by_part(self):
        """deepxde 573 and 49: mixed conditions; u = x^2 - y^2 from slopes on three sides, and q u with slopes alone."""
        sides = ("- {on: x_max, kind: neumann, value: '2'}\n    - {on: y_max, kind: neumann, value: '-2'}\n"
                 "    - {on: y_min, kind: neumann, value: '0'}\n")
        config = self.write("a.yaml", f"problem:\n  p: x^2 - y^2\n  exact: x^2 - y^2\n  conditions:\n    {sides}")
        self.assertLess(self.error(self.solve(config)), 1e-6)
        config = self.write("b.yaml", "problem:\n  q: '-1'\n  f: y^2 - x^2\n  exact: x^2 - y^2\n  conditions:\n    "
                            f"{sides}    - {{on: x_min, kind: neumann, value: '0'}}\n")
        self.assertLess(self.error(self.solve(config)), 1e-5)

    def test_shapes_that_are_one_give_one_answer(self):
        """A square with a round hole, said in three ways."""
        ways = {
            "csg": "{shape: csg, formula: a - b, shapes: {a: {intervals: [[0, 1], [0, 1]]}, b: {shape: disc, centre: "
                   "[[0.5, 0.5]], radius: 0.2}}}",
            "level_set": "{shape: level_set, level_set: '0.2 - sqrt((x-0.5)^2 + (y-0.5)^2)'}",
            "points": "{shape: points, boundary_file: b.npy, interior_file: i.npy}",
        }
        t = (np.arange(40) + 0.5) / 40
        sides = [(t, 0 * t, 0 * t, 0 * t - 1), (1 + 0 * t, t, 0 * t + 1, 0 * t), (t, 1 + 0 * t, 0 * t, 0 * t + 1),
                 (0 * t, t, 0 * t - 1, 0 * t)]
        hole = (0.5 + 0.2 * np.cos(2 * np.pi * t), 0.5 + 0.2 * np.sin(2 * np.pi * t), -np.cos(2 * np.pi * t), -np.sin(2 * np.pi * t))
        np.save(self.folder / "b.npy", np.concatenate([np.stack(part, axis=1) for part in (*sides, hole)]))
        inside = np.stack(np.meshgrid((np.arange(20) + 0.5) / 20, (np.arange(20) + 0.5) / 20), axis=-1).reshape(-1, 2)
        np.save(self.folder / "i.npy", inside[np.hypot(*(inside - 0.5).T) > 0.22])
        for name, domain in ways.items():
            with self.subTest(name):
                config = self.write("a.yaml", f'problem: {{p: "{SMOOTH}", exact: "{SMOOTH}"}}\ndomain: {domain}\n')
                self.assertLess(self.error(self.solve(config)), 1e-5)

    def test_the_same_seed_gives_the_same_network(self):
        """deepxde 618, 680, 353: whatever ran before, however many threads there are."""
        config = self.write("a.yaml", "problem: {f: '1'}\npoints: {layout: random}\ntraining: {iterations: 2}\n")
        networks = [(self.solve(config, *settings) / "network.npy").read_bytes()
                    for settings in ([], ["--kokkos-num-threads=1"], ["points.seed=2"], [])]
        self.assertEqual(networks[0], networks[1])
        self.assertEqual(networks[0], networks[3])
        self.assertNotEqual(networks[0], networks[2])

    def test_torsion(self):
        """Lap u = -1 on the unit square: the centre is 0.07367135. The corners' weak singularities limit the accuracy."""
        config = self.write("a.yaml", "problem: {f: '-1'}\npoints: {interior: 900}\nnetwork: {grid: 10}\n")
        self.solve(config)
        self.assertAlmostEqual(self.evaluate(config, [[0.5, 0.5]])[0, 0], 0.07367135, delta=2e-5)

    def test_one_dimension(self):
        config = self.write("a.yaml", "problem: {dimension: 1, f: '-pi^2*sin(pi*x)', p: '1 + x', exact: 'sin(pi*x) + 1 + x'}\n"
                            "points: {interior: 60}\nnetwork: {grid: 12}\n")
        self.assertLess(self.error(self.solve(config)), 1e-10)

    def test_every_basis(self):
        for basis, bound in {"gaussian_sigma": 1e-8, "imq": 1e-6, "mq": 1e-6, "matern52": 1e-3, "wendland_c4": 1e-3}.items():
            with self.subTest(basis):
                config = self.write("a.yaml", 'problem: {f: "sin(pi*x)*sin(pi*y)", exact: "-sin(pi*x)*sin(pi*y)/(2*pi^2)"}\n'
                                    f"network: {{basis: {basis}}}\n")
                self.assertLess(self.error(self.solve(config)), bound)

    def test_a_training_that_leaves_the_numbers_fails(self):
        folder = self.solve(ROOT / "configs/poisson/matveeva_artyukhina_2010.yaml", "training.backtracking=false",
                            "training.centre_rate=1e300", "training.iterations=3", code=1)
        self.assertEqual(self.result(folder)["status"], "failed")

    def test_few_rows_and_huge_widths_are_warned_about(self):
        config = self.write("a.yaml", "problem: {f: '1'}\ntraining: {method: linear}\n")
        done = self.run_driver(config, "points.interior=81", "--output", self.folder / "out")
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning: 81 rows for 64 neurons; 1.5 times as many as neurons are advisable", done.stderr)
        done = self.run_driver(config, "network.relative_width=1000", "--output", self.folder / "out")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"warning: \d+ of 64 basis functions are independent to round-off")


if __name__ == "__main__":
    main()
