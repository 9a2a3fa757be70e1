"""scripts/run refuses what it cannot run before it builds anything."""

import subprocess

from support import ROOT, DriverTest, main


class RunScript(DriverTest):
    def refuse(self, *arguments):
        done = subprocess.run([ROOT / "scripts/run", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr.rstrip("\n")

    def test_arguments(self):
        self.assertEqual(self.refuse(), "scripts/run: expected CONFIG [section.key=value ...], such as "
                         "configs/eigh/quickstart.yaml")
        self.assertEqual(self.refuse("none.yaml"), "scripts/run: cannot read the configuration 'none.yaml'")

    def test_drivers(self):
        self.write("a.yaml", "problem: {generate: {}}\n")
        self.assertEqual(self.refuse("a.yaml"),
                         "scripts/run: 'a.yaml' has no 'driver' key (driver: eigh), which names the program to run")
        self.write("b.yaml", 'driver: "humming"  # bird\n')
        self.assertEqual(self.refuse("b.yaml"), "scripts/run: 'b.yaml' names the driver 'humming', which does not exist")
        self.write("c.yaml", "driver: common\n")
        self.assertEqual(self.refuse("c.yaml"), "scripts/run: 'c.yaml' names the driver 'common', which does not exist")


if __name__ == "__main__":
    main()
