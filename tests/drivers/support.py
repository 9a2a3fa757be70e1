"""Running a driver from tests: a temporary folder, the program in it, its output read back."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]


def parse_yaml(text):
    """The subset of YAML that the drivers write: nested sections, scalars and lists of integers as texts."""
    root = {}
    sections = [(-1, root)]
    for line in text.splitlines():
        line = line.split(" #")[0].rstrip()
        if not line or line.startswith("#"):
            continue
        depth = len(line) - len(line.lstrip())
        name, value = line.strip().split(":", 1)
        while sections[-1][0] >= depth:
            sections.pop()
        if value.strip():
            sections[-1][1][name] = value.strip().strip('"')
        else:
            sections[-1][1][name] = {}
            sections.append((depth, sections[-1][1][name]))
    return root


def hermitian(shape, dtype, seed=1):
    """Random Hermitian matrices of the shape (..., n, n)."""
    random = np.random.default_rng(seed)
    a = random.uniform(-1, 1, shape)
    if np.issubdtype(dtype, np.complexfloating):
        a = a + 1j * random.uniform(-1, 1, shape)
    return ((a + np.conj(np.swapaxes(a, -1, -2))) / 2).astype(dtype)


def general(shape, dtype, seed=1):
    """Random matrices of the shape (..., n, n), without any symmetry."""
    random = np.random.default_rng(seed)
    a = random.uniform(-1, 1, shape)
    if np.issubdtype(dtype, np.complexfloating):
        a = a + 1j * random.uniform(-1, 1, shape)
    return a.astype(dtype)


class DriverTest(unittest.TestCase):
    driver = "eigh"  # the program is in the environment, as KOLIBRI_EIGH

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="kolibri-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()

    def run_driver(self, *arguments, cwd=None, environment=None):
        return subprocess.run(
            [os.environ[f"KOLIBRI_{self.driver.upper()}"], *map(str, arguments)],
            cwd=cwd or self.folder,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def solve(self, *arguments, code=0, output="out", **options):
        """Runs the driver, checks its exit code, and returns its output folder."""
        done = self.run_driver(*arguments, "--output", self.folder / output, **options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return self.folder / output

    def solve_file(self, a, *arguments, code=0, output="out", **options):
        """Writes the array with NumPy and solves it."""
        np.save(self.folder / "a.npy", a)
        config = self.write("a.yaml", "problem: {file: a.npy}\n")
        return self.solve(config, *arguments, code=code, output=output, **options)

    def result(self, folder):
        return parse_yaml((folder / "result.yaml").read_text(encoding="utf-8"))

    def answer(self, *arguments):
        """Runs what must end with exit code 0 and nothing on stderr, and returns its output."""
        done = self.run_driver(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def assert_lists_every_key(self, text, config):
        """The text of --help names every key of the configuration as --print-config resolves it."""
        section = []
        for line in self.answer(config, "--print-config").splitlines()[1:]:
            depth = (len(line) - len(line.lstrip())) // 2
            section = section[:depth] + [line.split(":")[0].strip()]
            self.assertIn(f"\n  {'.'.join(section)}", text)

    def refuse(self, *arguments):
        """Runs what must end with exit code 2 and one line on stderr, and returns that line."""
        done = self.run_driver(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr.rstrip("\n")

    def assert_accurate(self, result):
        accuracy = result["accuracy"]
        self.assertGreater(int(accuracy["members"]), 0)
        for name in set(accuracy) - {"members", "rcond"}:
            self.assertLess(float(accuracy[name]), 30, name)


class InverseTest(DriverTest):
    driver = "inverse"

    def assert_small(self, residual, scale, a):
        """Every matrix of the residual is below 30 n eps scale in the 1-norm: LAPACK's threshold."""
        n, eps = a.shape[-1], np.finfo(a.dtype).eps / 2
        norms = np.linalg.norm(residual, 1, axis=(-2, -1)) if residual.size else np.zeros(1)
        self.assertTrue((norms <= 30 * n * eps * scale).all(), (norms / (n * eps * scale)).max())

    def assert_inverse(self, x, a):
        """X A = I and A X = I, for batches and for single matrices."""
        self.assertEqual((x.shape, x.dtype), (a.shape, a.dtype))
        if a.size == 0:
            return
        wide = np.complex128 if np.iscomplexobj(a) else np.float64
        identity, scale = np.eye(a.shape[-1]), norm(a) * norm(x)
        self.assert_small(identity - x.astype(wide) @ a.astype(wide), scale, a)
        self.assert_small(identity - a.astype(wide) @ x.astype(wide), scale, a)


class PoissonTest(DriverTest):
    driver = "poisson"

    def error(self, folder):
        return float(self.result(folder)["accuracy"]["relative_l2"])


def norm(a):
    """The 1-norms of matrices."""
    return np.linalg.norm(a, 1, axis=(-2, -1))


def main():
    unittest.main(verbosity=2)
