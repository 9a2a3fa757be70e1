"""--help, --version, --check, --print-config and the summary of kolibri-poisson."""

import os

from support import ROOT, PoissonTest, main

QUICK = ROOT / "configs/poisson/quickstart.yaml"


class CommandLine(PoissonTest):
    def test_version(self):
        self.assertEqual(self.answer("--version"), f"kolibri-poisson {os.environ['KOLIBRI_VERSION']}\n")

    def test_help_lists_every_key_of_the_resolved_configuration(self):
        text = self.answer("--help")
        self.assertIn("--resume", text)
        self.assertIn("--evaluate FILE", text)
        self.assert_lists_every_key(text, QUICK)

    def test_printed_configuration_is_a_valid_input_and_stays_the_same(self):
        for config in (QUICK, ROOT / "configs/poisson/holes.yaml"):
            text = self.answer(config, "points.layout=halton", "--print-config")
            self.assertIn("layout: halton ", text)
            self.assertEqual(self.answer(self.write("printed.yaml", text), "--print-config"), text)

    def test_check_prints_the_needs_and_writes_nothing(self):
        text = self.answer(QUICK, "--check", "--output", self.folder / "out")
        self.assertRegex(text, r"^valid: 64 neurons, 400 points inside and 124 on the boundary, hard boundary, varpro on \w+\n")
        self.assertIn("rows       6.25 a neuron", text)
        self.assertIn("asks for 2.62e+05 points", text)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_summary_and_quiet(self):
        settings = [QUICK, "training.iterations=1", "--output", self.folder / "out"]
        text = self.answer(*settings)
        self.assertRegex(text, r"^kolibri-poisson: solved: 64 neurons, 400 rows, hard boundary, varpro on ")
        for line in (r"error     relative L2 \S+, maximum \S+, H1 \S+\n", "residual ", "rate      1 iterations"):
            self.assertRegex(text, line)
        self.assertIn(f"results   {self.folder / 'out'}\n", text)
        self.assertEqual(self.answer(*settings, "--quiet"), "")


if __name__ == "__main__":
    main()
