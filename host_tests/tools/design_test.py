"""docs/DESIGN.md, "Three ways through it": the files are there, and an include joins each to a neighbour."""

import functools
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST = {"A byte becomes a command:": 14, "A lift becomes a move:": 14, "A state becomes a light:": 11}
# They get the board, or its ports, as template arguments.
GIVEN_THE_BOARD = {"boards/chips/rp2/joined_serial.hpp", "firmware/app.hpp", "firmware/table/table.hpp"}


def ways() -> dict:
    """The files of each list, by its heading."""
    page = (ROOT / "docs" / "DESIGN.md").read_text(encoding="utf-8")
    text = page[page.index("### Three ways through it"):]
    text = text[:text.index("\n## ")]
    found = {}
    for line in text.splitlines():
        if line in MOST:
            found[line] = []
        elif match := re.match(r"\d+\. `([^`]+)`", line):
            found[list(found)[-1]].append(match[1])
    return found


@functools.cache
def included(file: str) -> frozenset:
    """What it includes, also by way of others."""
    there = re.findall(r'^#include "([^"]+)"', (ROOT / file).read_text(encoding="utf-8"), re.M)
    return frozenset(there).union(*(included(other) for other in there if (ROOT / other).is_file()))


class Ways(unittest.TestCase):
    def test_each_is_as_short_as_it_is_to_be(self):
        for title, most in MOST.items():
            self.assertIn(len(ways()[title]), range(5, most + 1), title)

    def test_an_include_joins_each_file_to_a_neighbour_in_its_list(self):
        for title, files in ways().items():
            for at, file in enumerate(files):
                neighbours = files[max(at - 1, 0):at] + files[at + 1:at + 2]
                joined = any(file in included(other) or other in included(file) or {file, other} & GIVEN_THE_BOARD
                             for other in neighbours)
                self.assertTrue(joined, f"{title} {file} neither includes one of {neighbours} nor is included by it")


if __name__ == "__main__":
    unittest.main()
