#!/usr/bin/env python3
"""Time to accuracy of kolibri-poisson and of SciPy on one problem, in one run.

    benchmarks/rbf/compare_scipy.py [--program build/openmp/bin/kolibri-poisson] [--seconds 10]

The problem is that of configs/poisson/quickstart.yaml with boundary values as penalties: Lap u = sin(pi x) sin(pi y) on
the unit square, 64 Gaussians, 400 points inside and 124 on the boundary, the same rows with the same weights for all.
Kolibri: weights alone, and steps of variable projection. SciPy: `scipy.linalg.lstsq` for the weights at the width that
Kolibri chose, and L-BFGS-B on all parameters (centres, logarithmic widths, weights) with the exact gradient in NumPy,
from zero weights and from the weights of lstsq. Times are of the solve alone, from the rows on; errors are relative L2 on
61 x 61 points. Needs NumPy and SciPy (`pip install scipy`); nothing else in Kolibri does.
"""

import argparse
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import scipy.linalg
import scipy.optimize

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAMBDA = 1e4 * 400 / 124
TARGETS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)


def interior_points():
    t = (np.arange(20) + 0.5) / 20
    return np.stack(np.meshgrid(t, t), axis=-1).reshape(-1, 2)


def boundary_points():
    t = np.arange(31) / 31
    return np.concatenate([np.stack(side, axis=1) for side in ((t, 0 * t), (1 + 0 * t, t), (1 - t, 1 + 0 * t), (0 * t, 1 - t))])


X, B = interior_points(), boundary_points()
F = np.concatenate([np.sin(np.pi * X[:, 0]) * np.sin(np.pi * X[:, 1]), np.zeros(len(B))])


def parts(c, log_a, x):
    """x - c, r^2 / a^2 and the Gaussians, for all points and neurons."""
    z = x[:, None, :] - c[None, :, :]
    s = (z**2).sum(axis=2) * np.exp(-2 * log_a)
    return z, s, np.exp(-s)


def matrix(c, log_a):
    _, s, e = parts(c, log_a, X)
    laplacian = 4 * (s - 1) * e * np.exp(-2 * log_a)
    return np.concatenate([laplacian, np.sqrt(LAMBDA) * parts(c, log_a, B)[2]])


def error(c, log_a, w):
    t = np.linspace(0, 1, 61)
    grid = np.stack(np.meshgrid(t, t), axis=-1).reshape(-1, 2)
    exact = -np.sin(np.pi * grid[:, 0]) * np.sin(np.pi * grid[:, 1]) / (2 * np.pi**2)
    return np.linalg.norm(parts(c, log_a, grid)[2] @ w - exact) / np.linalg.norm(exact)


def unpack(p):
    return p[:128].reshape(64, 2), p[128:192], p[192:]


def functional(p):
    """I = |M w - f|^2 / 2 and its gradient."""
    c, log_a, w = unpack(p)
    inverse = np.exp(-2 * log_a)
    gradient_c, gradient_a, gradient_w, value = np.zeros_like(c), np.zeros_like(log_a), np.zeros_like(w), 0.0
    for x, laplacian, f, weight in ((X, True, F[:400], 1.0), (B, False, F[400:], LAMBDA)):
        z, s, e = parts(c, log_a, x)
        row = 4 * (s - 1) * e * inverse if laplacian else e
        slope = 4 * (2 - s) * e * inverse if laplacian else -e  # d row / ds
        by_log_a = -2 * s * slope - (2 * row if laplacian else 0)
        residual = row @ w - f
        value += weight * residual @ residual / 2
        gradient_w += weight * residual @ row
        by_c = -2 * inverse[:, None] * np.einsum("i,ik,ikj->kj", residual, slope, z)
        gradient_c += weight * w[:, None] * by_c
        gradient_a += weight * w * (residual @ by_log_a)
    return value, np.concatenate([gradient_c.ravel(), gradient_a, gradient_w])


def check_gradient(p):
    """Against central differences: a comparison with a broken peer says nothing."""
    direction = np.random.default_rng(1).standard_normal(p.size)
    h = 1e-6
    difference = (functional(p + h * direction)[0] - functional(p - h * direction)[0]) / (2 * h)
    assert abs(difference - functional(p)[1] @ direction) < 1e-4 * abs(difference), "the gradient is wrong"


def kolibri(program, folder, settings):
    """Centres, ln a, w and the seconds of the solve; the best of three runs."""
    best = np.inf
    for _ in range(3):
        subprocess.run([program, ROOT / "configs/poisson/quickstart.yaml", "training.boundary=penalty", "output.grid=0",
                        "output.checkpoint_seconds=1e9", *settings, "--quiet", "--output", folder], check=True)
        result = (folder / "result.yaml").read_text(encoding="utf-8")
        best = min(best, float(result.split("\n  solve: ")[1].split()[0]))
    network = np.load(folder / "network.npy")
    return network[:, :2], np.log(network[:, 2]), network[:, 3], best


def lstsq(c, log_a, driver):
    best = np.inf
    for _ in range(5):
        begin = time.perf_counter()
        m = matrix(c, log_a)
        scale = np.linalg.norm(m, axis=0)
        right = np.concatenate([F[:400], np.sqrt(LAMBDA) * F[400:]])
        w = scipy.linalg.lstsq(m / scale, right, lapack_driver=driver, cond=1e-14)[0] / scale
        best = min(best, time.perf_counter() - begin)
    return w, best


class Enough(Exception):
    """The time is over."""


def descend(start, seconds):
    """(seconds, error) of iterates of L-BFGS-B."""
    begin, iterates, due = time.perf_counter(), [], 0.0

    def keep(p):
        nonlocal due
        now = time.perf_counter() - begin
        if now >= due:
            iterates.append((now, p.copy()))
            due = max(1.05 * now, now + 1e-3)
        if now > seconds:
            raise Enough

    options = {"maxiter": 10**6, "maxfun": 10**7, "maxcor": 30, "ftol": 0, "gtol": 1e-14}
    try:
        scipy.optimize.minimize(functional, start, jac=True, method="L-BFGS-B", callback=keep, options=options)
    except Enough:
        pass
    return [(now, error(*unpack(p))) for now, p in iterates]


def first_below(history, target):
    return next((now for now, found in history if found < target), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default=ROOT / "build/openmp/bin/kolibri-poisson", type=pathlib.Path)
    parser.add_argument("--seconds", default=10.0, type=float, help="for each run of L-BFGS-B (default 10)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ours, c, log_a = [], None, None
        for steps in (0, 1, 2, 5, 10, 20):
            method = ["training.method=linear"] if steps == 0 else [f"training.iterations={steps}"]
            network = kolibri(arguments.program, folder, method)
            if steps == 0:
                c, log_a = network[:2]
            ours.append((network[3], error(*network[:3])))
        width = float(np.exp(log_a[0]))
        given = kolibri(arguments.program, folder, ["training.method=linear", f"network.relative_width={width / (1.5 / 7)}"])
    print(f"weights alone, a = {width:.4g}:")
    print(f"  kolibri-poisson             {given[3] * 1e3:8.3g} ms, error {error(*given[:3]):.2g}")
    for driver in ("gelsy", "gelsd"):
        w, seconds = lstsq(c, log_a, driver)
        print(f"  NumPy matrix, lstsq {driver}   {seconds * 1e3:8.3g} ms, error {error(c, log_a, w):.2g}")
    narrow = np.concatenate([c.ravel(), np.full(64, np.log(2.5 * 1.5 / 7)), np.zeros(64)])
    check_gradient(narrow + 0.1 * np.random.default_rng(2).standard_normal(narrow.size))
    rows = {
        "kolibri-poisson, width search + varpro": sorted(ours),
        "L-BFGS-B from zero weights, a = 2.5 h": descend(narrow, arguments.seconds),
        "L-BFGS-B from the weights of lstsq": descend(np.concatenate([c.ravel(), log_a, w]), arguments.seconds),
    }
    print(f"\nseconds until the error is below\n{'':40}" + "".join(f"{target:>10.0e}" for target in TARGETS) + "  last error")
    for name, history in rows.items():
        times = [first_below(history, target) for target in TARGETS]
        cells = "".join(f"{now:10.3g}" if now is not None else f"{'-':>10}" for now in times)
        print(f"{name:40}{cells}  {history[-1][1]:.2g} after {history[-1][0]:.3g} s")


if __name__ == "__main__":
    main()
