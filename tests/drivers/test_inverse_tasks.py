"""What each task of kolibri-inverse computes, against NumPy."""

import math

import numpy as np
from support import InverseTest, general, main, norm

DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


def factors(lu, unit):
    """L and U from the combined matrices."""
    identity = np.eye(lu.shape[-1])
    if unit == "lower":
        return np.tril(lu, -1) + identity, np.triu(lu)
    return np.tril(lu), np.triu(lu, 1) + identity


def permuted(a, pivots):
    """P A from LAPACK's exchanges."""
    a = a.copy()
    for i, other in enumerate(pivots):
        a[[i, other - 1]] = a[[other - 1, i]]
    return a


class Inverse(InverseTest):
    def test_every_method_and_type(self):
        for dtype in DTYPES:
            a = general((5, 12, 12), dtype)
            a = a @ np.conj(a.swapaxes(1, 2)) + np.eye(12, dtype=dtype)  # cholesky needs it
            for settings in (["method=auto"], ["method=lu"], ["method=lu", "unit=upper"], ["method=gauss_jordan"],
                             ["method=blocked_gauss_jordan"], ["method=cholesky"], ["refine=1"], ["in_place=true"], ["pivoting=none"]):
                with self.subTest(dtype=dtype, settings=settings):
                    folder = self.solve_file(a, *(f"solver.{setting}" for setting in settings))
                    self.assert_inverse(np.load(folder / "inverse.npy"), a)
                    self.assert_accurate(self.result(folder))

    def test_shapes(self):
        for shape in ((0, 5, 5), (3, 1, 1), (3, 0, 0), (6, 6), (1, 1), (0, 0), (2, 130, 130), (2, 200, 200), (300, 3, 3)):
            for order in "CF":
                for in_place in ("true", "false"):
                    with self.subTest(shape=shape, order=order, in_place=in_place):
                        a = general(shape, np.float64)
                        folder = self.solve_file(np.array(a, order=order), f"solver.in_place={in_place}")
                        self.assert_inverse(np.load(folder / "inverse.npy"), a)
                        for name in ("info.npy", "rcond.npy"):
                            self.assertEqual(np.load(folder / name).shape, shape[:-2])

    def test_in_place_gives_the_same_bits_and_the_same_check(self):
        for shape in ((7, 33, 33), (150, 150), (2, 210, 210)):
            a = general(shape, np.float64)
            folders = [self.solve_file(a, f"solver.in_place={in_place}", output=in_place) for in_place in ("true", "false")]
            for name in ("inverse.npy", "rcond.npy", "info.npy"):
                self.assertEqual((folders[0] / name).read_bytes(), (folders[1] / name).read_bytes(), name)
            self.assertEqual(*(self.result(folder)["accuracy"] for folder in folders))

    def test_condition_numbers(self):
        a = general((6, 20, 20), np.float64)
        folder = self.solve_file(a)
        expected = 1 / (norm(a) * norm(np.linalg.inv(a)))
        np.testing.assert_allclose(np.load(folder / "rcond.npy"), expected, rtol=1e-9)
        self.assertAlmostEqual(float(self.result(folder)["accuracy"]["rcond"]), expected.min())

    def test_the_ratios_are_those_of_the_residuals(self):
        a = general((4, 30, 30), np.float32)
        folder = self.solve_file(a)
        x, wide = np.load(folder / "inverse.npy").astype(np.float64), a.astype(np.float64)
        unit = 30 * norm(wide) * norm(x) * 2.0**-24
        accuracy = self.result(folder)["accuracy"]
        self.assertAlmostEqual(float(accuracy["left"]), (norm(np.eye(30) - x @ wide) / unit).max(), places=6)
        self.assertAlmostEqual(float(accuracy["right"]), (norm(np.eye(30) - wide @ x) / unit).max(), places=6)


class Solve(InverseTest):
    def solve_systems(self, a, b, *settings):
        np.save(self.folder / "a.npy", a)
        np.save(self.folder / "b.npy", b)
        config = self.write("a.yaml", "task: solve\nproblem: {file: a.npy, right_hand_side: {file: b.npy}}\n")
        return self.solve(config, *settings)

    def test_every_shape_and_type(self):
        for dtype in DTYPES:
            for shape_a, shape_b in (((5, 9, 9), (5, 9, 3)), ((5, 9, 9), (5, 9)), ((9, 9), (9, 4)), ((9, 9), (9,)),
                                     ((2, 150, 150), (2, 150, 1)), ((5, 9, 9), (5, 9, 0)), ((0, 4, 4), (0, 4, 2))):
                with self.subTest(dtype=dtype, a=shape_a, b=shape_b):
                    a, b = general(shape_a, dtype), general(shape_b, dtype, seed=2)
                    folder = self.solve_systems(a, b)
                    x = np.load(folder / "solution.npy")
                    self.assertEqual((x.shape, x.dtype), (b.shape, dtype))
                    if len(shape_b) == len(shape_a) - 1:
                        x, b = x[..., None], b[..., None]
                    if b.size > 0:
                        self.assert_small(b - a @ x, norm(a) * norm(x), a)
                        self.assert_accurate(self.result(folder))

    def test_orders_of_the_file(self):
        a, b = general((4, 6, 6), np.float64), general((4, 6, 2), np.float64, seed=2)
        first = self.solve_systems(a, b) / "solution.npy"
        expected = first.read_bytes()
        self.solve_systems(np.array(a, order="F"), np.array(b, order="F"))
        self.assertEqual(first.read_bytes(), expected)

    def test_a_system_written_in_the_configuration(self):
        """Case B1: x = (4/3, 1/2)."""
        config = self.write("a.yaml", "task: solve\nproblem: {matrix: [[0, 2], [-3, 0]], right_hand_side: {matrix: [[1], [-4]]}}\n")
        x = np.load(self.solve(config) / "solution.npy")
        np.testing.assert_allclose(x, [[4 / 3], [1 / 2]], rtol=1e-15)

    def test_refinement_reaches_the_last_digit(self):
        """Pascal's matrix of order 13, condition 1e14: all numbers are integers."""
        a = np.array([[math.comb(i + j, j) for j in range(13)] for i in range(13)], np.float64)
        exact = np.arange(1.0, 14.0)
        errors = [np.abs(np.load(self.solve_systems(a, a @ exact, *settings) / "solution.npy") / exact - 1).max()
                  for settings in ((), ("solver.refine=10",))]
        self.assertGreater(errors[0], 1e-12)
        self.assertLessEqual(errors[1], 2.3e-16)

    def test_the_ratio_is_that_of_the_residual(self):
        a, b = general((20, 20), np.float64), general((20, 3), np.float64, seed=2)
        folder = self.solve_systems(a, b, "solver.pivoting=none")
        x = np.load(folder / "solution.npy").astype(np.longdouble)
        residual = np.abs(b - a.astype(np.longdouble) @ x).sum(axis=0) / np.abs(x).sum(axis=0)
        ratio = float((residual / (np.abs(a).sum(axis=0).max() * 2.0**-53)).max())
        self.assertAlmostEqual(float(self.result(folder)["accuracy"]["residual"]) / ratio, 1, delta=0.1)


class Determinant(InverseTest):
    def test_against_numpy(self):
        for dtype in DTYPES:
            for shape in ((8, 15, 15), (10, 10), (4, 1, 1), (3, 0, 0), (2, 120, 120)):
                with self.subTest(dtype=dtype, shape=shape):
                    a = general(shape, dtype)
                    folder = self.solve_file(a, "task=determinant")
                    sign, log_abs = np.load(folder / "determinant_sign.npy"), np.load(folder / "determinant_logabs.npy")
                    self.assertEqual((sign.shape, sign.dtype), (shape[:-2], dtype))
                    self.assertEqual(log_abs.dtype, np.zeros(0, dtype).real.dtype)
                    expected_sign, expected_log = np.linalg.slogdet(a.astype(np.complex128))
                    tolerance = 1e-3 if log_abs.dtype == np.float32 else 1e-10
                    np.testing.assert_allclose(log_abs, expected_log, atol=tolerance, rtol=tolerance)
                    np.testing.assert_allclose(sign, expected_sign, atol=tolerance)

    def test_of_singular_members_is_an_answer(self):
        a = general((4, 3, 3), np.float64)
        a[1] = 0
        a[2, :, 1] = 0
        folder = self.solve_file(a, "task=determinant")
        np.testing.assert_array_equal(np.load(folder / "determinant_sign.npy")[1:3], [0, 0])
        np.testing.assert_array_equal(np.load(folder / "determinant_logabs.npy")[1:3], [-np.inf, -np.inf])
        np.testing.assert_array_equal(np.load(folder / "info.npy"), [0, 1, 2, 0])
        self.assertEqual(np.load(folder / "rcond.npy")[1], 0)
        result = self.result(folder)
        self.assertEqual((result["status"], result["singular"]), ("solved", "2"))

    def test_of_a_member_that_is_not_finite_is_none(self):
        a = general((3, 3, 3), np.float64)
        a[1, 2, 0] = np.nan
        folder = self.solve_file(a, "task=determinant", code=1)
        self.assertTrue(np.isnan(np.load(folder / "determinant_logabs.npy")[1]))
        self.assertEqual(self.result(folder)["failures"], {"count": "1", "members": "[1]", "info": "[-1]"})


class Lu(InverseTest):
    def test_both_conventions_and_every_type(self):
        for dtype in DTYPES:
            for shape in ((6, 11, 11), (7, 7), (1, 1, 1), (2, 0, 0), (2, 140, 140)):
                for unit in ("lower", "upper"):
                    for in_place in ("true", "false"):
                        with self.subTest(dtype=dtype, shape=shape, unit=unit, in_place=in_place):
                            self.check_factors(general(shape, dtype), unit, f"solver.in_place={in_place}")

    def check_factors(self, a, unit, setting):
        folder = self.solve_file(a, "task=lu", f"solver.unit={unit}", setting)
        lu, pivots = np.load(folder / "lu.npy"), np.load(folder / "pivots.npy")
        self.assertEqual((lu.shape, lu.dtype), (a.shape, a.dtype))
        self.assertEqual((pivots.shape, pivots.dtype), (a.shape[:-1], np.int32))
        if a.size == 0:
            return
        self.assert_accurate(self.result(folder))
        a, lu = a.reshape((-1, *a.shape[-2:])), lu.reshape((-1, *a.shape[-2:]))
        for matrix, combined, exchanges in zip(a, lu, pivots.reshape((-1, a.shape[-1]))):
            lower, upper = factors(combined, unit)
            self.assert_small(lower @ upper - permuted(matrix, exchanges), norm(matrix), a)

    def test_the_ratio_sees_a_wrong_factorisation(self):
        """Without exchanges the factors of a matrix with a tiny pivot are wrong."""
        a = np.array([[1e-20, 1.0], [1.0, 1.0]])
        folder = self.solve_file(a, "task=lu", "solver.pivoting=none", code=1)
        self.assertGreater(float(self.result(folder)["accuracy"]["residual"]), 1e10)
        self.assertEqual(self.result(folder)["status"], "partial")


if __name__ == "__main__":
    main()
