"""The examples, built with Stackmate installed: what they say is right, and what is linked is what they need."""

import os
import re
import subprocess
import unittest
from pathlib import Path

BUILD = Path(os.environ["EXAMPLES_BUILD"])


def program(name: str) -> Path:
    return BUILD / "bin" / name


def said_by(name: str, *words: str, hears: str = "", status: int = 0) -> str:
    result = subprocess.run([program(name), *words], input=hears, capture_output=True, text=True, check=False, timeout=60)
    if result.returncode != status:
        raise AssertionError(f"{name} ended with {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout if status == 0 else result.stderr


def names_in(name: str) -> str:
    """Names of functions and objects in the program."""
    return subprocess.run(["nm", "-C", program(name)], capture_output=True, text=True, check=True).stdout


class Examples(unittest.TestCase):
    def test_minimal_finds_the_only_mate(self):
        self.assertEqual(said_by("minimal"), "h5f7\n")

    def test_c_plays_a_game_to_its_end(self):
        moves, state = said_by("c").splitlines()
        self.assertRegex(moves, r"^1\. \S+ \S+ 2\. \S+ .* (1-0|0-1|1/2-1/2)$")
        self.assertRegex(state, "^(checkmate|stalemate|draw by .+)$")
        self.assertEqual(state == "checkmate", not moves.endswith("1/2-1/2"))

    def test_c_needs_no_cpp_library_and_links_one_configuration(self):
        needed = subprocess.run(["readelf", "-d", program("c")], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("stdc++", needed)
        names = names_in("c")
        self.assertRegex(names, r"\bstackmate::Tiny\b")
        self.assertNotRegex(names, r"\bstackmate::Full\b|LargeWith")

    def test_pondering_goes_on_after_a_hit_and_begins_anew_after_a_miss(self):
        said = said_by("pondering")
        move = "[a-h][1-8][a-h][1-8]"
        self.assertRegex(said, rf"^I play {move}\nI expect {move}\nit comes, and I go on\n"
                               rf"I play {move}\nI expect {move}\nbut there comes {move}\nI play {move}\n$")
        expected, other = re.search(rf"I expect ({move})\nbut there comes ({move})", said).groups()
        self.assertNotEqual(expected, other)

    def test_analysis_tells_three_lines_the_best_first(self):
        lines = said_by("analysis").splitlines()
        self.assertEqual(len(lines), 3)
        self.assertEqual(lines[0], "1. mate in 1  depth 6  Qxf7#")
        scores = [float(re.match(r"\d\. ([+-]\d+\.\d\d)  depth 6  \S+", line)[1]) for line in lines[1:]]
        self.assertGreaterEqual(scores[0], scores[1])

    def test_analysis_refuses_a_wrong_fen(self):
        self.assertEqual(said_by("analysis", "8/8/8/8/8/8/8/8 w - - 0 1", status=1), "a king is missing\n")

    def test_referee_knows_the_rules(self):
        said = said_by("referee", hears="e4\ne5\nBc4\nNc6\nundo\nNc6\nQh5\nNf7\nNf6\nQxf7\nKxf7\n")
        self.assertEqual(said.splitlines(), [
            "e4: playing", "e5: playing", "Bc4: playing", "Nc6: playing", "taken back", "Nc6: playing", "Qh5: playing",
            "no such piece can go there", "Nf6: playing", "Qxf7#: checkmate"])

    def test_referee_is_linked_without_the_search(self):
        search = re.compile(r"stackmate::(Search|Engine|IterativeDeepening)\b|Net\b")
        self.assertNotRegex(names_in("referee"), search)
        self.assertRegex(names_in("minimal"), search)      # else the pattern says nothing

    def test_evaluation_counts_what_it_says_and_takes_the_queen(self):
        knight, queen, pawn_on_its_second_rank = 320, 900, 100 + 5
        self.assertEqual(said_by("evaluation"), f"worth {knight + pawn_on_its_second_rank - queen}\nc3d5\n")

    def test_enhancement_searches_another_tree(self):
        nodes = re.fullmatch(r"without: depth 8, (\d+) nodes, score -?\d+\nwith: depth 8, (\d+) nodes, score -?\d+\n",
                             said_by("enhancement")).groups()
        self.assertNotEqual(*nodes)


if __name__ == "__main__":
    unittest.main()
