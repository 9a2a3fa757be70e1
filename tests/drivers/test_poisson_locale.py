"""A locale of the system with a decimal comma changes no number that is read or printed (tinyexpr issue 142, muparser
issue 21, symengine issue 1566)."""

import os
import subprocess

from support import ROOT, PoissonTest, main

QUICK = ROOT / "configs/poisson/quickstart.yaml"


class Locale(PoissonTest):
    def setUp(self):
        """Generates the locale; localedef is of the C library, and what it needs of Debian's package locales."""
        super().setUp()
        locales = self.folder / "locales"
        locales.mkdir()
        done = subprocess.run(["localedef", "--inputfile=de_DE", "--charmap=UTF-8", locales / "de_DE.UTF-8"],
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.german = {"LOCPATH": str(locales), "LC_ALL": "de_DE.UTF-8"}

    def run_in_locale(self, *arguments):
        """Runs the driver, and returns what it prints behind the proof that there is a decimal comma."""
        done = subprocess.run([os.environ["KOLIBRI_POISSON_IN_LOCALE"], *map(str, arguments)], cwd=self.folder,
                              env={**os.environ, **self.german}, capture_output=True, text=True, check=False)
        proof, _, done.stdout = done.stdout.partition("\n")
        self.assertEqual(proof, "1,5", done.stderr)
        return done

    def test_every_number_is_read_and_printed_the_same(self):
        settings = ["network.relative_width=4.5", "training.regularisation=1.5e-14", "output.grid=33"]
        for config in (QUICK, ROOT / "configs/poisson/level_set.yaml", ROOT / "configs/poisson/points.yaml"):
            with self.subTest(config.stem):
                plain = self.solve(config, *settings, output="plain")
                done = self.run_in_locale(config, *settings, "--output", self.folder / "german")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, r"relative L2 \d(\.\d+)?e-\d+, maximum")
                for name in ("network.npy", "network.yaml", "history.csv", "field.vti"):
                    self.assertEqual((plain / name).read_bytes(), (self.folder / "german" / name).read_bytes(), name)
                config_text, result = ((self.folder / "german" / name).read_text() for name in ("config.yaml", "result.yaml"))
                self.assertEqual(config_text.replace("german", "plain"), (plain / "config.yaml").read_text())
                self.assertNotRegex(result, r"\d,\d")

    def test_check_and_printed_configuration(self):
        for arguments in ([QUICK, "--check"], [QUICK, "network.extension=0.125", "--print-config"], ["--help"]):
            self.assertEqual(self.run_in_locale(*arguments).stdout, self.answer(*arguments))

    def test_errors(self):
        """Numbers above a thousand have no dots between them, and a comma is no decimal point."""
        for text in ("network: {relative_width: 1,5}\n", "problem: {f: '1,5*x'}\n", "domain: {radius: -1234.5, shape: disc}\n",
                     "problem: {dimension: 3}\nnetwork: {grid: 20}\npoints: {interior: 9000}\n"):
            with self.subTest(text):
                config = self.write("a.yaml", text)
                plain, german = self.run_driver(config, "--check"), self.run_in_locale(config, "--check")
                self.assertEqual(german.returncode, 2)
                self.assertEqual(german.stderr, plain.stderr)


if __name__ == "__main__":
    main()
