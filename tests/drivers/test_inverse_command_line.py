"""--help, --version, --check, --print-config and the summary of kolibri-inverse."""

import os

from support import ROOT, InverseTest, main

CONFIGS = ROOT / "configs/inverse"
QUICKSTART = CONFIGS / "quickstart.yaml"


class CommandLine(InverseTest):
    def test_version(self):
        self.assertEqual(self.answer("--version"), f"kolibri-inverse {os.environ['KOLIBRI_VERSION']}\n")

    def test_help_lists_every_key_of_the_resolved_configuration(self):
        text = self.answer("--help")
        self.assert_lists_every_key(text, CONFIGS / "solve.yaml")
        self.assertIn("  problem.matrix: one matrix written here, instead of a file\n"
                      "      a list of rows of numbers; default none\n", text)

    def test_printed_configuration_is_a_valid_input_and_stays_the_same(self):
        for config in (QUICKSTART, CONFIGS / "article_4x4.yaml", CONFIGS / "solve.yaml"):
            text = self.answer(config, "solver.pivoting=none", "check.enabled=false", "--print-config")
            self.assertIn("pivoting: none ", text)
            self.assertEqual(self.answer(self.write("printed.yaml", text), "--print-config"), text)

    def test_check_prints_the_needs_and_writes_nothing(self):
        text = self.answer(QUICKSTART, "--check", "--output", self.folder / "out")
        self.assertRegex(text, r"^valid: inverse of 1000 float64 matrices of order 32, gauss_jordan on \w+\n")
        for need in ("chunk", "memory", "workspace", "scratch"):
            self.assertIn(need, text)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_summary_and_quiet(self):
        settings = [QUICKSTART, "problem.generate.batch=5", "--output", self.folder / "out"]
        text = self.answer(*settings)
        self.assertRegex(text, r"^kolibri-inverse: solved: inverse of 5 of 5 float64 matrices of order 32, gauss_jordan ")
        for line in (r"accuracy  left \S+, right \S+ in round-offs, 5 checked", "rcond ", "rate "):
            self.assertRegex(text, line)
        self.assertIn(f"results   {self.folder / 'out'}\n", text)
        self.assertEqual(self.answer(*settings, "--quiet"), "")

    def test_what_is_refused(self):
        see = "see kolibri-inverse --help"
        self.assertEqual(self.refuse(), f"command line: error: CONFIG is required; {see}")
        self.assertEqual(self.refuse(QUICKSTART, "--nope"), f"command line: error: unknown option '--nope'; {see}")


if __name__ == "__main__":
    main()
