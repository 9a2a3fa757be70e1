"""Every configuration in configs/ runs, the slow ones with a smaller size, and is accurate."""

import numpy as np
from support import ROOT, DriverTest, main, parse_yaml

SMALLER = {
    "large_block": ["problem.generate.batch=2", "problem.generate.n=160"],
    "values_only": ["problem.generate.batch=100"],
}


class Configs(DriverTest):
    def test_every_configuration_names_its_driver_first(self):
        for path in sorted((ROOT / "configs").glob("*/*.yaml")):
            keys = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
            self.assertEqual(keys[0], f"driver: {path.parent.name}", path)

    def test_every_configuration_is_solved(self):
        configs = sorted((ROOT / "configs/eigh").glob("*.yaml"))
        self.assertGreaterEqual(len(configs), 6)
        for path in configs:
            with self.subTest(path.stem):
                folder = self.solve(path, *SMALLER.get(path.stem, []), output=path.stem)
                result = self.result(folder)
                self.assertEqual(result["status"], "solved")
                self.assert_accurate(result)

    def test_results_go_where_the_configuration_says(self):
        text = (ROOT / "configs/eigh/quickstart.yaml").read_text(encoding="utf-8")
        config = self.write("configs/eigh/a.yaml", text)
        done = self.run_driver(config, "problem.generate.batch=2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "results/eigh/quickstart/result.yaml").exists())

    def test_bands_come_with_their_wave_numbers(self):
        folder = self.solve(ROOT / "configs/eigh/graphene_ribbon.yaml")
        k, bands = np.load(folder / "k.npy"), np.load(folder / "eigenvalues.npy")
        self.assertEqual(k.shape, (201,))
        self.assertEqual(bands.shape, (201, 40))
        np.testing.assert_allclose(bands, -bands[:, ::-1], atol=1e-12)
        self.assertAlmostEqual(k[0], -np.pi)
        self.assertLess(np.abs(bands[0, 19:21]).max(), 1e-6)  # edge states at k = -pi
        self.assertFalse((folder / "eigenvectors.npy").exists())

    def test_the_resolved_configuration_gives_the_same_result(self):
        first = self.solve(ROOT / "configs/eigh/hard_spectra.yaml", output="first")
        second = self.solve(first / "config.yaml", output="second")
        for name in ("eigenvalues.npy", "eigenvectors.npy", "sweeps.npy"):
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes(), name)
        resolved = [parse_yaml((folder / "config.yaml").read_text(encoding="utf-8")) for folder in (first, second)]
        for config in resolved:
            del config["output"]["directory"]
        self.assertEqual(*resolved)


if __name__ == "__main__":
    main()
