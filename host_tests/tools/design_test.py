"""docs/DESIGN.md, "Three ways through it": the files are there, and an include joins each to another of its list."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST = {"A byte becomes a command:": 12, "A lift becomes a move:": 12, "A state becomes a light:": 10}
# They get the board as a template argument.
GIVEN_THE_BOARD = {"firmware/app.hpp", "firmware/table/table.hpp"}


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


def included(file: str) -> set:
    return set(re.findall(r'^#include "([^"]+)"', (ROOT / file).read_text(encoding="utf-8"), re.M))


class Ways(unittest.TestCase):
    def test_each_is_as_short_as_it_is_to_be(self):
        for title, most in MOST.items():
            self.assertIn(len(ways()[title]), range(5, most + 1), title)

    def test_an_include_joins_each_file_to_another_of_its_list(self):
        for title, files in ways().items():
            includes = {file: included(file) for file in files}
            for file in set(files) - GIVEN_THE_BOARD:
                joined = [other for other in files if other in includes[file] or file in includes[other]]
                self.assertTrue(joined, f"{title} {file} neither includes another file of the list nor is included by one")


if __name__ == "__main__":
    unittest.main()
