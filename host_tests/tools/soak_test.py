"""tools/soak: a run goes on where it was left, an episode can be repeated, findings are kept, and what the table says.

A stand-in plays the episodes: no board is simulated here.
"""

import contextlib
import io
import sys
import tempfile
import types
import unittest
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import paths  # noqa: F401

import soak
import terminal


@dataclass
class Memory:
    moves: list = field(default_factory=list)
    over: bool = False
    sure: bool = True


class Episode:
    """Adds a byte to the flash and a move to the game; its time is up after as many minutes as were asked for."""

    played = []
    breaks_at = -1

    def __init__(self, seed, minutes, flash, memory, log):
        self.flash, self.memory, self.log, self.build = flash, memory, log, "abc"
        self.board = types.SimpleNamespace(transcript=["all of it"])
        before = flash.read_bytes() if flash.exists() else b""
        self.played.append((seed, before, list(memory.moves), memory.sure))
        self.figures = {"virtual hours": minutes / 60, "real hours": minutes / 30, "core hours": minutes / 60 / 4, "games": 1, "stack bytes": 1000 + len(before)}

    def run(self):
        content = self.flash.read_bytes() if self.flash.exists() else b""
        self.flash.write_bytes(content + b"x")
        if len(self.played) - 1 == self.breaks_at:
            raise AssertionError("a promise\nand more")
        self.memory.moves.append("e2e4")


class Quiet:
    def update(self, *_arguments, **_more):
        pass

    clear = update


class Soaking(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        Episode.played, Episode.breaks_at = [], -1
        module = types.ModuleType("rp2040_soak")
        module.Memory, module.Episode = Memory, Episode
        patch = mock.patch.dict(sys.modules, {"rp2040_soak": module})
        patch.start()
        self.addCleanup(patch.stop)
        path = list(sys.path)
        self.addCleanup(lambda: sys.path.__setitem__(slice(None), path))
        self.run_of = soak.Run(Path(directory.name) / "7", 7)

    def soak(self, hours):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            return soak.soak(self.run_of, hours, 10, Quiet()), out.getvalue()

    def test_episodes_follow_one_another_until_the_hours_are_full(self):
        self.assertEqual(self.soak(0.5), (0, ""))
        self.assertEqual([(before, moves) for _, before, moves, _ in Episode.played],
                         [(b"", []), (b"x", ["e2e4"]), (b"xx", ["e2e4", "e2e4"])])
        self.assertEqual(len({seed for seed, *_ in Episode.played}), 3)

    def test_a_run_goes_on_where_it_was_left(self):
        self.soak(0.3)
        self.soak(0.3)
        self.assertEqual(len(Episode.played), 2, "the hours are full")
        with mock.patch.object(Episode, "run", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.soak(0.5)
        self.soak(0.5)
        self.assertEqual(Episode.played[2], Episode.played[3], "what was interrupted is made anew")
        self.assertEqual(Episode.played[3][1], b"xx")

    def test_an_episode_is_repeated_as_it_was(self):
        self.soak(0.5)
        with contextlib.redirect_stdout(io.StringIO()):
            before = {path.name: path.read_bytes() for path in self.run_of.home.iterdir()}
            self.assertEqual(soak.replay(self.run_of, 1), 0)
            Episode.breaks_at = len(Episode.played)
            self.assertEqual(soak.replay(self.run_of, 2), 1)
        self.assertEqual(Episode.played[-2:], Episode.played[1:3])
        after = {path.name: path.read_bytes() for path in self.run_of.home.iterdir() if not path.name.startswith("replay")}
        self.assertEqual(after, before, "what is kept stays as it is")
        self.assertIn("all of it", self.run_of.read("replay-00002.txt"))

    def test_an_episode_that_was_not_played_is_not_repeated(self):
        self.soak(0.3)
        for number in (2, -1, 9):
            with self.assertRaisesRegex(terminal.ToolError, f"there is no episode {number} of seed 7; 2 were played"):
                soak.replay(self.run_of, number)
        nobody = soak.Run(self.run_of.home.parent / "8", 8)
        with self.assertRaises(terminal.ToolError):
            soak.replay(nobody, 0)
        self.assertFalse(nobody.home.exists())

    def test_a_line_that_was_torn_is_written_anew_and_its_episode_played_again(self):
        self.soak(0.5)
        file = self.run_of.home / "episodes.jsonl"
        file.write_bytes(file.read_bytes()[:-20])
        self.assertEqual(self.run_of.next, 2)
        self.soak(0.5)
        self.assertEqual(Episode.played[-1], Episode.played[2])
        self.assertEqual([entry["episode"] for entry in self.run_of.done], [0, 1, 2])
        self.assertIn("| games ended | 3 |", soak.table([self.run_of]))

    def test_two_do_not_play_the_same_seed(self):
        with self.run_of.held(), self.assertRaisesRegex(terminal.ToolError, "seed 7 is being played by another"):
            self.soak(0.5)
        self.assertEqual(self.soak(0.3), (0, ""))

    def test_a_finding_is_told_and_kept_and_the_next_episode_takes_nothing_for_granted(self):
        Episode.breaks_at = 1
        findings, said = self.soak(0.5)
        self.assertEqual(findings, 1)
        self.assertIn("--seed 7 --replay 1", said)
        self.assertIn("all of it", (self.run_of.home / "finding-00001.txt").read_text(encoding="utf-8"))
        self.assertEqual([(moves, sure) for *_, moves, sure in Episode.played], [([], True), (["e2e4"], True), ([], False)])
        self.assertIn("FINDING AssertionError: a promise", self.run_of.read("log.txt"))

    def test_the_table_adds_up_and_takes_the_greatest_where_that_is_asked(self):
        self.soak(0.5)
        said = soak.table([self.run_of])
        self.assertIn("| hours of the board's time | 0.500 |", said)
        self.assertIn("| games ended | 3 |", said)
        self.assertIn("| deepest stack, bytes | 1,002 |", said)
        self.assertIn("| the episode that first came as deep | 3 |", said)
        self.assertIn("| hours of a core that 24 hours of the board's time take | 6.0 |", said)


if __name__ == "__main__":
    unittest.main()
