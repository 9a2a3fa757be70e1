#!/usr/bin/python3
"""Markdown tables from the CSV files of the benchmarks: one a device, scalar and kind of data and of answer.

usage: table.py FILE.csv...
"""
import csv
import signal
import sys
from itertools import groupby

SCALARS = {"s": "float", "d": "double", "c": "complex float", "z": "complex double"}
KINDS = ["random", "clustered", "three_values", "geometric", "graded", "drd", "spd"]


def rate(row):
    value = float(row["matrices_per_second"])
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def megabytes(row):
    return f"{int(row['workspace_bytes']) / 1e6:.3g}"


class Eigh:
    """bench_eigh's columns: what tables have in common, and the cells of a routine."""

    common = "vectors"
    routine = ["algorithm", "matrices/s", "sweeps", "R1, R2"]
    peer = ["best peer (its batch)", "matrices/s", "R1, R2", "ratio"]

    @staticmethod
    def title(row):
        return "with vectors" if row["vectors"] == "1" else "values only"

    @staticmethod
    def accuracy(row):
        return f"{row['R1']}, {row['R2']}" if row["R1"] or row["R2"] else "moments " + row["moments"]

    @classmethod
    def routine_cells(cls, row):
        return [rate(row), row["sweeps"], cls.accuracy(row)]

    @classmethod
    def peer_cells(cls, peer, row):
        return [f"{peer['routine']} ({peer['batch']})", rate(peer), cls.accuracy(peer), row["ratio"]]


class Inverse:
    """bench_inverse's."""

    common = "in_place"
    routine = ["method", "matrices/s", "of roof", "right, left", "workspace MB"]
    peer = ["best peer", "matrices/s", "of roof", "right, left", "workspace MB", "ratio"]

    @staticmethod
    def title(row):
        return "one matrix in place" if row["in_place"] == "1" else "batches"

    @staticmethod
    def routine_cells(row):
        return [rate(row), f"{float(row['of_roof']):.1%}", f"{row['right']}, {row['left']}", megabytes(row)]

    @classmethod
    def peer_cells(cls, peer, row):
        return [peer["routine"], *cls.routine_cells(peer), row["ratio"]]


def kind_of(row):
    return Eigh if "R1" in row else Inverse


def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def place(row):
    """Tables in the order people ask for them; the order of the rows within one stays."""
    kind = kind_of(row)
    order = {"1": 0, "0": 1} if kind is Eigh else {"0": 0, "1": 1}
    return (row["device"], kind.__name__, "sdcz".index(row["scalar"]), order[row[kind.common]], KINDS.index(row["data"]))


def is_ours(row):
    return row["routine"].startswith("kolibri:")


def cases(rows):
    """The rows of each case: ours of one n and batch, then its peers, whose batch may be a smaller one."""
    case = []
    for row in rows:
        last = case[-1] if case else row
        if row["n"] != last["n"] or is_ours(row) and (not is_ours(last) or row["batch"] != last["batch"]):
            yield case
            case = []
        case.append(row)
    yield case


def table_line(kind, rows):
    """One case: every routine of ours against the best peer."""
    peers = [row for row in rows if not is_ours(row)]
    peer = max(peers, key=lambda row: float(row["matrices_per_second"]), default=None)
    for row in filter(is_ours, rows):
        cells = [row["n"], row["batch"], row["routine"].removeprefix("kolibri:"), *kind.routine_cells(row)]
        cells += kind.peer_cells(peer, row) if peer else [""] * len(kind.peer)
        yield "| " + " | ".join(cells) + " |"


def print_table(rows):
    first = rows[0]
    kind = kind_of(first)
    columns = ["n", "batch", *kind.routine, *kind.peer]
    print(f"\n{SCALARS[first['scalar']]}, {first['data']}, {kind.title(first)}, {first['device']}\n")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for case in cases(rows):
        print("\n".join(table_line(kind, case)))


def main(paths):
    if not paths:
        sys.exit(__doc__)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    rows = [row for path in paths for row in read_rows(path)]
    for _, members in groupby(sorted(rows, key=place), key=place):
        print_table(list(members))


if __name__ == "__main__":
    main(sys.argv[1:])
