"""What the pages of workshop/lab/pages share."""

import math
import random
import re
import statistics
from pathlib import Path

import build
import duel
import measuring

POSITIONS = build.ROOT / "host_tests" / "data" / "positions.txt"
SOURCES = ("core", "games/draughts", "workshop/lab/duel", "workshop/lab/enhancements", "workshop/lab/evaluation", "workshop/lab/forms", "workshop/lab/measure",
           "workshop/lab/versions.hpp", "host_tests/core/search/recursive_search.hpp")
MATCH_NODES = 25_000    # a move, a quarter to half a second of a board
BASES = (("large", "Full", 65536), ("small", "Tiny", 2048))


class Context:
    def __init__(self, options, progress):
        self.quick, self.games, self.progress, self.key = options.quick, options.games, progress, measuring.source_hash(SOURCES)
        self._programs = {}

    @property
    def most_nodes(self) -> int:
        """For a position."""
        return 300_000 if self.quick else 3_000_000

    def kept(self, name: str, total: int = 0) -> measuring.Kept:
        return measuring.Kept(name, self.key, self.quick, self.progress, total)

    @property
    def lab(self) -> Path:
        return self.program("duel_lab")

    def program(self, name: str) -> Path:
        """One of workshop/lab/duel, up to date."""
        if name not in self._programs:
            self._programs[name] = duel.program(name, self.progress)
        return self._programs[name]

    def positions(self) -> list:
        fens = POSITIONS.read_text(encoding="ascii").splitlines()
        return fens[::8] if self.quick else fens

    def depth(self, version: str, depth: int, table_bytes: int, lab: str = "duel_lab", most: int = 0) -> list:
        """For each position the nodes until each depth was finished."""
        said = measuring.run([*duel.NICE, self.program(lab), "depth", "--version", version, "--depth", depth, "--table", table_bytes,
                              "--most", most or self.most_nodes], version, self.positions())
        return [[int(nodes) for nodes in line.split()] for line in said.splitlines()]

    def versions(self, kind: str, lab: str = "duel_lab") -> list:
        """Names of the program's versions that have this in them."""
        return [name for name in measuring.run([self.program(lab), "versions"], lab).split() if kind in name]

    def match(self, a: str, b: str, games: int, nodes: int | str = 1000, tables: str = "", name: str = "", clock: tuple = (),
              lab: str = "duel_lab") -> dict:
        """Played on one core; a log lets an interrupted match go on. `clock`: seconds and nodes in a millisecond, in place of
        nodes a move."""
        games = 40 if self.quick else games
        limit = ["--clock", clock[0], "--speed", clock[1]] if clock else ["--nodes", nodes]
        called = re.sub(r"[^\w.-]", "_", f"{name or f'{a}-{b}'}-{games}-{'-'.join(map(str, clock)) or nodes}")
        log = measuring.RESULTS / f"match-{self.key}-{called}.log"
        measuring.RESULTS.mkdir(parents=True, exist_ok=True)
        return duel.match(self.program(lab), a, b, "--games", games, *limit, "--threads", 1, *(["--table", tables] if tables else []), log=log)


def at_depth(lists, depth: int, everywhere) -> list:
    """Nodes until `depth`, for the positions of `everywhere`."""
    return [lists[index][depth - 1] for index in everywhere]


def finished_by_all(groups, depth: int) -> list:
    """Indices of the positions that all finished to `depth`."""
    groups = list(groups)
    return [index for index in range(len(groups[0])) if all(len(lists[index]) >= depth for lists in groups)]


def by_table(size: int) -> str:
    return f"table of {size:,} bytes" if size else "no table"


def titled(size: int, heads, rows) -> str:
    """A table for each size of the transposition table, with that above it."""
    return f"**{by_table(size).capitalize()}**\n\n{measuring.table(heads, rows)}"


def in_percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f} %"


COMPARED = ("sum", "geometric mean", "median", "more in")


def compared(nodes, plain) -> list:
    """Cells for COMPARED: a sum is ruled by a few long searches, so the middle of the ratios stands beside it, with the 95 %
    interval of their mean, and in how many positions there were more nodes."""
    ratios = [(a + 1) / (b + 1) for a, b in zip(nodes, plain)]
    if len(ratios) < 2:
        return ["-"] * len(COMPARED)
    mean = statistics.geometric_mean(ratios)
    error = 1.96 * mean * statistics.stdev(map(math.log, ratios)) / len(ratios) ** 0.5
    return [in_percent(sum(nodes) / max(1, sum(plain))), f"{100 * (mean - 1):+.1f} ± {100 * error:.1f} %",
            in_percent(statistics.median(ratios)), f"{sum(ratio > 1 for ratio in ratios)} of {len(ratios)}"]


def percentile(values, percent: int):
    """The value that so many in a hundred are below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent // 100))]


def with_interval(pairs) -> str:
    """The sum of the first of each pair over that of the second, in per cent, and its 95 % interval by bootstrap. A pair is what one
    position says."""
    pairs = list(pairs)
    if not sum(count for _, count in pairs):
        return "-"
    drawn = random.Random(1)
    shares = []
    for _ in range(1000):
        sample = drawn.choices(pairs, k=len(pairs))
        shares.append(100 * sum(a for a, _ in sample) / max(1, sum(b for _, b in sample)))
    low, high = percentile(shares, 2.5), percentile(shares, 97.5)
    return f"{100 * sum(a for a, _ in pairs) / sum(b for _, b in pairs):.1f} ({low:.1f} to {high:.1f})"
