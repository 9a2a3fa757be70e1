"""scripts/plot draws what there is and says what is missing. Usage: test_plot.py PATH_OF_PLOT"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

PLOT = sys.argv.pop(1)
PNG = b"\x89PNG\r\n\x1a\n"


class PlotTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)

    def plot(self, **arrays):
        for name, array in arrays.items():
            np.save(self.folder / f"{name}.npy", array)
        return subprocess.run([sys.executable, PLOT, self.folder], capture_output=True, text=True)

    def assert_drawn(self, run, *names):
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.split(), [str(self.folder / name) for name in names])
        self.assertEqual({path.name for path in self.folder.glob("*.png")}, set(names))
        for name in names:
            self.assertEqual((self.folder / name).read_bytes()[:8], PNG)

    def assert_refused(self, run, text):
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, f"plot: {text}\n")
        self.assertEqual(list(self.folder.glob("*.png")), [])

    def test_batch_with_a_flagged_member(self):
        values = np.sort(np.random.default_rng(1).normal(size=(50, 8)))
        values[3] = np.nan
        run = self.plot(eigenvalues=values, sweeps=np.full(50, 6, dtype=np.int32))
        self.assert_drawn(run, "spectrum.png", "sweeps.png")

    def test_single_matrix(self):
        self.assert_drawn(self.plot(eigenvalues=np.arange(4.0), sweeps=np.int32(5)), "spectrum.png", "sweeps.png")

    ROOFLINE = ("roofline:\n  arithmetic_intensity: 3\n  flops_per_second: 2e+10\n  limit: copy\n  fraction: 0.4\n  ceilings:\n"
                "    copy_bytes_per_second: 2e+10\n    fma_flops_per_second: 1e+11\n    gemm_flops_per_second: 9e+10\n")

    def test_roofline(self):
        (self.folder / "result.yaml").write_text(self.ROOFLINE)
        self.assert_drawn(self.plot(), "roofline.png")
        self.assert_drawn(self.plot(eigenvalues=np.arange(4.0)), "roofline.png", "spectrum.png")

    def test_run_without_ceilings(self):
        (self.folder / "result.yaml").write_text("solver: eigh\nroofline:\n  arithmetic_intensity: 3\n")
        self.assert_drawn(self.plot(eigenvalues=np.arange(4.0)), "spectrum.png")

    def test_damaged_result(self):
        (self.folder / "result.yaml").write_text("roofline: [1, 2")
        run = self.plot()
        self.assertEqual(run.returncode, 2)
        self.assertIn("cannot read", run.stderr)

    def test_bands(self):
        k = np.linspace(-np.pi, np.pi, 20)
        self.assert_drawn(self.plot(eigenvalues=np.stack([-np.cos(k), np.cos(k)], axis=1), k=k), "spectrum.png")

    def test_bands_of_another_length(self):
        run = self.plot(eigenvalues=np.zeros((3, 2)), k=np.zeros(4))
        self.assert_refused(run, f"cannot draw bands of '{self.folder}': 4 k points for 3 matrices")

    def test_network(self):
        text = ('<VTKFile type="ImageData"><ImageData WholeExtent="0 2 0 1 0 0" Origin="0 0 0" Spacing="1 1 1"><Piece>'
                '<PointData>{}</PointData></Piece></ImageData></VTKFile>')
        array = '<DataArray Name="{}">0 1 nan 3 4 5</DataArray>'
        (self.folder / "field.vti").write_text(text.format(array.format("u") + array.format("error")))
        (self.folder / "history.csv").write_text("iteration,residual,damping\n0,1,0\n1,0.1,1e-3\n")
        run = self.plot(network=np.ones((5, 4)))
        self.assert_drawn(run, "field.png", "error.png", "centres.png", "history.png")

    def test_network_in_space(self):
        self.assert_drawn(self.plot(network=np.ones((5, 5))))

    def test_damaged_field(self):
        (self.folder / "field.vti").write_text("<VTKFile>")
        run = self.plot(network=np.ones((5, 4)))
        self.assertEqual(run.returncode, 2)
        self.assertIn("cannot read", run.stderr)

    def test_no_result(self):
        text = "eigenvalues.npy is missing, name the output folder of a run"
        self.assert_refused(self.plot(), f"no result in '{self.folder}': {text}")

    def test_no_finite_value(self):
        text = "eigenvalues.npy holds no finite eigenvalue"
        self.assert_refused(self.plot(eigenvalues=np.full((2, 2), np.nan)), f"no result in '{self.folder}': {text}")
        self.assert_refused(self.plot(eigenvalues=np.zeros((0, 4))), f"no result in '{self.folder}': {text}")

    def test_damaged_file(self):
        (self.folder / "eigenvalues.npy").write_text("no array")
        run = self.plot()
        self.assertEqual(run.returncode, 2)
        self.assertIn("cannot read", run.stderr)


if __name__ == "__main__":
    unittest.main()
