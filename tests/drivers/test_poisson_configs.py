"""Every configuration in configs/poisson/ runs, to the accuracy that it is shipped for."""

import time

import numpy as np

from support import ROOT, PoissonTest, main

CONFIGS = ROOT / "configs/poisson"
# Bounds of accuracy.relative_l2.
BOUNDS = {
    "quickstart": 1e-9,
    "matveeva_artyukhina_2010": 6e-3,
    "helmholtz": 1e-7,
    "convection_diffusion": 1e-7,
    "holes": 5e-7,
    "poisson_3d": 1e-5,
    "peak": 1e-10,
    "franke": 1e-5,
    "csg": 1e-6,
    "level_set": 1e-7,
    "points": 1e-7,
    "adaptive": 1e-9,
    "coefficients": 1e-7,
    "lshape": 1e-5,
    "wave_front": 5e-3,
    "inverse_coefficient": 1e-6,
    "sweep_1000_networks": 1e-4,
    "sparse": 1e-6,
}


class Configs(PoissonTest):
    def test_every_configuration_reaches_its_accuracy(self):
        self.assertEqual({path.stem for path in CONFIGS.glob("*.yaml")}, set(BOUNDS))
        for name, bound in BOUNDS.items():
            with self.subTest(name):
                settings = ["sweep.count=50"] if name.startswith("sweep") else []
                folder = self.solve(CONFIGS / f"{name}.yaml", "--quiet", *settings, output=name)
                self.assertEqual(self.result(folder)["status"], "solved")
                self.assertLessEqual(self.error(folder), bound)

    def test_enrichment_is_worth_it(self):
        config = CONFIGS / "lshape.yaml"
        folder = self.solve(config, output="with")
        without = self.error(self.solve(config, "problem.enrichment=[]", output="without"))
        self.assertGreater(without, 20 * self.error(folder))
        self.assertAlmostEqual(np.load(folder / "enrichment.npy")[0], 2, delta=1e-3)

    def test_levels_are_worth_it(self):
        """The sum of levels, and the finest level alone; what every level did is in levels.csv."""
        config = CONFIGS / "sparse.yaml"
        settings = ["points.interior=2500", "points.boundary=200", "network.grid=41", "output.grid=0"]
        folder = self.solve(config, *settings, output="levels")
        single = self.solve(config, *settings, "training.levels=1", output="single")
        self.assertGreater(self.error(single), 1000 * self.error(folder))
        levels = np.genfromtxt(folder / "levels.csv", delimiter=",", names=True)
        np.testing.assert_array_equal(levels["level"], [0, 1, 2, 3, 2, 1, 0])
        self.assertTrue((levels["residual"][1:4] < 0.5 * levels["residual"][:3]).all())
        self.assertTrue((np.diff(levels["residual"]) <= 1e-9 * levels["residual"][0]).all())
        training = self.result(folder)["training"]
        self.assertEqual((training["levels"], self.result(single)["training"]["levels"]), ("4", "1"))
        self.assertAlmostEqual(float(training["nonzeros_per_row"]), np.pi * 25, delta=2)
        self.assertEqual(np.load(folder / "network.npy").shape[0], levels["neurons"][:4].sum())

    def test_neurons_that_no_row_sees(self):
        config = CONFIGS / "sparse.yaml"
        settings = ["points.interior=2500", "points.boundary=200", "network.grid=41", "output.grid=0"]
        done = self.run_driver(config, *settings, "network.relative_width=0.1", "--output", self.folder / "out", "--quiet")
        self.assertRegex(done.stderr, r"warning: no row is in the support of \d+ of \d+ neurons or more")
        done = self.run_driver(config, *settings, "domain.shape=disc", "--output", self.folder / "out", "--quiet")
        self.assertEqual(done.stderr, "")

    def test_a_sparse_network_is_evaluated_as_any_other(self):
        points = np.random.default_rng(1).random((50, 2))
        np.save(self.folder / "points.npy", points)
        config = CONFIGS / "sparse.yaml"
        settings = ["points.interior=2500", "points.boundary=200", "network.grid=41", "output.grid=0"]
        folder = self.solve(config, *settings)
        self.solve(config, *settings, "--evaluate", self.folder / "points.npy")
        centres, a, w = np.split(np.load(folder / "network.npy"), [2, 3], axis=1)
        t = np.minimum(np.linalg.norm(points[:, None] - centres, axis=2) / a.T, 1)
        expected = ((1 - t) ** 6 * (35 * t**2 + 18 * t + 3) / 3) @ w
        np.testing.assert_allclose(np.load(folder / "evaluated.npy")[:, 0], expected[:, 0], atol=1e-9 * np.abs(w).max())

    def test_adaptive_points_are_worth_it(self):
        """200 points that are spread evenly miss the peak."""
        for layout in ("uniform", "halton"):
            self.assertGreater(self.error(self.solve(CONFIGS / "adaptive.yaml", f"points.layout={layout}")), 0.1)

    def test_leaving_one_out_chooses_another_width_that_is_as_good(self):
        """81 rows for 64 neurons."""
        settings = ["training.method=linear", "points.layout=halton", "points.interior=81"]
        by_residual = self.solve(CONFIGS / "quickstart.yaml", *settings, output="by_residual")
        left_out = self.solve(CONFIGS / "quickstart.yaml", *settings, "network.width_choice=leave_one_out", output="left_out")
        self.assertLess(self.error(left_out), self.error(by_residual))
        widths = [self.result(folder)["network"]["relative_width"] for folder in (by_residual, left_out)]
        self.assertNotEqual(*widths)

    def test_quickstart_is_quick_and_accurate_with_a_penalty_too(self):
        begin = time.monotonic()
        folder = self.solve(CONFIGS / "quickstart.yaml", "training.boundary=penalty")
        self.assertLess(time.monotonic() - begin, 2)
        self.assertLessEqual(self.error(folder), 6e-8)

    def test_the_larger_row_of_the_article(self):
        folder = self.solve(CONFIGS / "matveeva_artyukhina_2010.yaml", "points.interior=424", "points.boundary=100")
        self.assertEqual(self.result(folder)["problem"]["rows"], "524")
        self.assertLessEqual(self.error(folder), 6e-3)

    def test_the_resolved_configuration_gives_the_same_network(self):
        first = self.solve(CONFIGS / "quickstart.yaml", "training.iterations=2", output="first")
        second = self.solve(first / "config.yaml", output="second")
        self.assertEqual((first / "network.npy").read_bytes(), (second / "network.npy").read_bytes())


if __name__ == "__main__":
    main()
