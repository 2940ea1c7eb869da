"""lab/suite: who counts as solved, what is read from EPD, and a log that a run goes on from."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

import boards
import emulator
import suite
from terminal import ToolError

# A mate in one, a move to avoid (it gives the queen away), and a position without an answer.
EPD = """6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";
6k1/5ppp/8/3r4/8/8/3Q1PPP/6K1 w - - am Qxd5 ; id "avoid";
7k/8/8/8/8/8/8/K7 w - - id "nothing to find";
k7/2Q5/8/8/8/8/8/K7 w - - bm Qb8 Qc8; am Kb1; id "two";
"""


class Reading(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "x.epd")
            path.write_text(text, encoding="utf-8")
            return suite.read_suite(path)

    def test_best_moves_and_moves_to_avoid_come_in_coordinates(self):
        positions = self.read(EPD)
        self.assertEqual([(p.number, p.name, p.best, p.avoid) for p in positions],
                         [("1", "back rank", ("d1d8",), ()), ("2", "avoid", (), ("d2d5",)),
                          ("4", "two", ("c7b8", "c7c8"), ("a1b1",))])

    def test_a_no_break_space_before_the_semicolon_does_no_harm(self):
        self.assertEqual(self.read('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8\u00a0; id "x";\n')[0].best, ("d1d8",))

    def test_an_impossible_move_is_refused_with_the_reason(self):
        with self.assertRaisesRegex(ToolError, "Rd9"):
            self.read("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;\n")

    def test_solved_is_one_of_the_best_and_none_to_avoid(self):
        best, avoid, both = self.read(EPD)
        self.assertTrue(best.solved_by("d1d8"))
        self.assertFalse(best.solved_by("d1d7"))
        self.assertTrue(avoid.solved_by("d2a2"))
        self.assertFalse(avoid.solved_by("d2d5"))
        self.assertTrue(both.solved_by("c7c8"))
        self.assertFalse(both.solved_by("a1b1"))


class Running(unittest.TestCase):
    def run_tool(self, *options, text=EPD):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "x.epd")
            path.write_text(text, encoding="utf-8")
            return subprocess.run([str(paths.ROOT / "lab" / "suite"), str(path), "--config", "Full", *options],
                                  capture_output=True, text=True, check=False)

    @unittest.skipIf(emulator.why_not(boards.find("stm32f405")), "no emulator")
    def test_the_firmware_finds_the_mate_and_a_second_run_goes_on_from_the_first(self):
        for options in (("--fresh",), ()):
            result = self.run_tool("--instructions", "4e6", "--details", *options)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("stm32f405", result.stdout)
            self.assertRegex(result.stdout, r"back rank +d1d8 .* s\n")
            self.assertRegex(result.stdout, r"Full: [123] of 3 solved\n")

    def test_wrong_calls_end_with_status_2(self):
        self.assertEqual(self.run_tool("--instructions", "0").returncode, 2)
        self.assertEqual(self.run_tool("--board", "stm32f100").returncode, 2)   # runs Tiny
        self.assertEqual(self.run_tool("--threads", "0").returncode, 2)


class Parts(unittest.TestCase):
    def test_instructions_are_milliseconds_of_virtual_time(self):
        self.assertEqual(suite.milliseconds(boards.find("stm32f405"), 100_000_000), 800)
        self.assertEqual(suite.milliseconds(boards.find("stm32f100"), 100_000_000), 6400)
        with self.assertRaises(ToolError):
            suite.milliseconds(boards.find("stm32f405"), 1000)


if __name__ == "__main__":
    unittest.main()
