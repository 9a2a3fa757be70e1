"""--help, --version, --check, --print-config, --quiet, Kokkos flags, and what is refused."""

import os

from support import ROOT, DriverTest, main

QUICKSTART = ROOT / "configs/eigh/quickstart.yaml"


class CommandLine(DriverTest):
    def test_version(self):
        self.assertEqual(self.answer("--version"), f"kolibri-eigh {os.environ['KOLIBRI_VERSION']}\n")

    def test_help_lists_every_key_of_the_resolved_configuration(self):
        text = self.answer("--help")
        self.assert_lists_every_key(text, QUICKSTART)
        self.assertIn("problem.generate.hopping [eV]: graphene_ribbon: energy of the nearest-neighbour hopping\n"
                      "      a number; default -2.7\n", text)

    def test_printed_configuration_is_a_valid_input_and_stays_the_same(self):
        settings = ["solver.order=magnitude", "problem.generate.condition=1e300", "check.enabled=false"]
        text = self.answer(QUICKSTART, *settings, "--output", self.folder / "a: folder #1", "--print-config")
        self.assertIn("order: magnitude ", text)
        self.assertEqual(self.answer(self.write("printed.yaml", text), "--print-config"), text)

    def test_check_prints_the_needs_and_writes_nothing(self):
        text = self.answer(QUICKSTART, "--check", "--output", self.folder / "out")
        self.assertRegex(text, r"^valid: 1000 complex128 matrices of order 32, \w+ on \w+\n")
        for need in ("chunk", "memory", "workspace", "scratch"):
            self.assertIn(need, text)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_check_reports_the_workspace_of_the_block_method(self):
        text = self.answer(QUICKSTART, "--check", "solver.algorithm=jacobi_block")
        self.assertNotIn(" 0.0 MiB of workspace", text)

    def test_summary_and_quiet(self):
        settings = [QUICKSTART, "problem.generate.batch=5", "--output", self.folder / "out"]
        text = self.answer(*settings)
        self.assertRegex(text, r"^kolibri-eigh: solved: 5 of 5 complex128 matrices of order 32, ")
        self.assertIn(f"results   {self.folder / 'out'}\n", text)
        self.assertEqual(self.answer(*settings, "--quiet"), "")

    def test_kokkos_flags_pass_through(self):
        folder = self.solve(QUICKSTART, "problem.generate.batch=5", "--kokkos-num-threads=1")
        self.assertEqual(self.result(folder)["machine"]["threads"], "1")

    def test_what_is_refused(self):
        see = "see kolibri-eigh --help"
        self.assertEqual(self.refuse(), f"command line: error: CONFIG is required; {see}")
        self.assertEqual(self.refuse(QUICKSTART, "--nope"), f"command line: error: unknown option '--nope'; {see}")
        self.assertEqual(self.refuse(QUICKSTART, "--kokkos-num-threads=x"),
                         "command line: error: expected --kokkos-num-threads=NUMBER, got '--kokkos-num-threads=x'")


if __name__ == "__main__":
    main()
