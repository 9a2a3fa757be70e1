#!/usr/bin/python3
"""Markdown tables from the CSV files of bench_eigh: one a device, scalar, kind of data and of answer.

usage: table.py FILE.csv...
"""
import csv
import signal
import sys
from itertools import groupby

SCALARS = {"s": "float", "d": "double", "c": "complex float", "z": "complex double"}
KINDS = ["random", "clustered", "geometric"]


def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def place_names(row):
    return row["device"], row["scalar"], row["vectors"], row["data"]


def place(row):
    """Tables in the order people ask for them; the order of the rows within one stays."""
    return row["device"], "sdcz".index(row["scalar"]), row["vectors"] == "0", KINDS.index(row["data"])


def rate(row):
    value = float(row["matrices_per_second"])
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def accuracy(row):
    return f"{row['R1']}, {row['R2']}" if row["R1"] or row["R2"] else row["moments"]


def is_ours(row):
    return row["routine"].startswith("kolibri:")


def table_line(rows):
    """One size: every routine of ours against the best peer."""
    peers = [row for row in rows if not is_ours(row)]
    peer = max(peers, key=lambda row: float(row["matrices_per_second"]), default=None)
    for row in filter(is_ours, rows):
        cells = [row["n"], row["batch"], row["routine"].removeprefix("kolibri:"), rate(row), row["sweeps"], accuracy(row)]
        cells += [f"{peer['routine']} ({peer['batch']})", rate(peer), accuracy(peer), row["ratio"]] if peer else [""] * 4
        yield "| " + " | ".join(cells) + " |"


def print_table(key, rows):
    device, scalar, vectors, data = key
    vectors = vectors == "1"
    measure = "R1, R2" if vectors else "moments"
    print(f"\n{SCALARS[scalar]}, {data}, {'with vectors' if vectors else 'values only'}, {device}\n")
    print(f"| n | batch | algorithm | matrices/s | sweeps | {measure} | best peer (its batch) | matrices/s | {measure} | ratio |")
    print("|" + "---|" * 10)
    for _, case in groupby(rows, key=lambda row: row["n"]):
        print("\n".join(table_line(list(case))))


def main(paths):
    if not paths:
        sys.exit(__doc__)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    rows = [row for path in paths for row in read_rows(path)]
    for group, members in groupby(sorted(rows, key=place), key=place_names):
        print_table(group, members)


if __name__ == "__main__":
    main(sys.argv[1:])
