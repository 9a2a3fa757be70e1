"""A training that was killed and resumed ends with the bits of one that was not."""

import math
import os
import shutil
import signal
import subprocess
import time

import numpy as np

from support import ROOT, PoissonTest, main

QUICK = ROOT / "configs/poisson/quickstart.yaml"
ARTICLE = ROOT / "configs/poisson/matveeva_artyukhina_2010.yaml"


class Resume(PoissonTest):
    def kill_after_a_checkpoint(self, *arguments):
        """Starts a training that checkpoints every iteration, and kills it once there is a checkpoint."""
        out = self.folder / "killed"
        for _ in range(10):  # on a busy machine the training may end before it is killed
            process = subprocess.Popen([os.environ["KOLIBRI_POISSON"], *map(str, arguments),
                                        "output.checkpoint_seconds=0", "--output", str(out), "--quiet"])
            while not (out / "checkpoint.npy").exists() and process.poll() is None:
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            if process.wait() == -signal.SIGKILL:
                break
            shutil.rmtree(out)
        self.assertTrue((out / "checkpoint.npy").exists())
        self.assertFalse((out / "network.npy").exists())

    def test_bits_of_the_network(self):
        for config, settings in ((ARTICLE, ["training.iterations=300"]), (QUICK, ["training.iterations=60"]),
                                 (QUICK, ["training.iterations=60", "points.layout=adaptive"])):
            with self.subTest(config.stem):
                self.kill_after_a_checkpoint(config, *settings)
                resumed = self.solve(config, *settings, "--resume", output="killed")
                whole = self.solve(config, *settings, output="whole")
                for name in ("network.npy", "history.csv"):
                    self.assertEqual((resumed / name).read_bytes(), (whole / name).read_bytes())
                self.assertFalse((resumed / "checkpoint.npy").exists())
                for path in (*resumed.iterdir(), *whole.iterdir()):
                    path.unlink()

    def test_another_configuration_is_refused(self):
        self.kill_after_a_checkpoint(ARTICLE, "training.iterations=300")
        path = self.folder / "killed"
        self.assertEqual(self.refuse(ARTICLE, "points.seed=2", "--resume", "--output", path),
                         f"cannot resume from '{path / 'checkpoint.npy'}': it belongs to another configuration")

    def test_a_damaged_checkpoint_is_refused(self):
        """Of an estimate too, which reads it late."""
        estimate = self.write("a.yaml", "problem: {q: s, f: '(3 - 2*pi^2)*sin(pi*x)*sin(pi*y)'}\n"
                              "estimate: {sensors: b.csv, lower: 2, upper: 4}\n")
        self.write("b.csv", f"0.5,0.5,1\n0.25,0.5,{math.sqrt(0.5)}\n")
        path = self.write("out/checkpoint.npy", "x")
        np.save(path, np.zeros(100))
        path.write_bytes(path.read_bytes()[:-8])
        for config in (ARTICLE, estimate):
            self.assertRegex(self.refuse(config, "--resume", "--output", path.parent), "checkpoint.npy")

    def test_other_points_in_a_file_are_refused(self):
        angles = [2 * math.pi * i / 60 for i in range(60)]
        def write(tag):
            return self.write("b.csv", "".join(f"{math.cos(t)},{math.sin(t)},{math.cos(t)},{math.sin(t)},{tag if t < 1 else 1}\n"
                                               for t in angles))
        write(2)
        config = self.write("a.yaml", "problem: {f: 1 + x}\ndomain: {shape: points, boundary_file: b.csv}\n"
                            "training: {method: gradient_cg, iterations: 3000}\noutput: {grid: 0}\n")
        self.kill_after_a_checkpoint(config)
        path = self.folder / "killed"
        message = f"cannot resume from '{path / 'checkpoint.npy'}': it belongs to another configuration"
        write(0)  # the parts change places
        self.assertEqual(self.refuse(config, "--resume", "--output", path), message)
        write(2).write_text((self.folder / "b.csv").read_text().replace("1.0,0.0,1.0", "1.01,0.0,1.0"))
        self.assertEqual(self.refuse(config, "--resume", "--output", path), message)
        write(2)
        self.solve(config, "training.iterations=1", "--resume", output="killed")

    def test_other_sensors_in_a_file_are_refused(self):
        def write(u):
            return self.write("b.csv", f"0.5,0.5,{u}\n0.25,0.5,{math.sqrt(0.5)}\n")
        write(1)
        config = self.write("a.yaml", "problem: {q: s, f: '(3 - 2*pi^2)*sin(pi*x)*sin(pi*y)'}\n"
                            "estimate: {sensors: b.csv, lower: 2, upper: 4}\n"
                            "training: {method: gradient_cg, iterations: 3000}\noutput: {grid: 0}\n")
        self.kill_after_a_checkpoint(config)
        path = self.folder / "killed"
        write(1.25)
        self.assertEqual(self.refuse(config, "--resume", "--output", path),
                         f"cannot resume from '{path / 'checkpoint.npy'}': it belongs to another configuration")
        write(1)
        self.solve(config, "training.iterations=1", "--resume", output="killed")


if __name__ == "__main__":
    main()
