"""tools/bench: what it says before it builds and measures all boards."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import paths  # noqa: F401

import bench
import boards


class Plan(unittest.TestCase):
    def setUp(self):
        directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for owner, name, value in ((bench.build, "ROOT", directory), (bench, "LAST", directory / "bench.json")):
            self.enterContext(mock.patch.object(owner, name, value))
        (directory / "build/stm32f405").mkdir(parents=True)
        (directory / "build/stm32f405/stackmate.elf").touch()

    def call(self, *words):
        """What it says on stderr, with the builds and the emulator left out."""
        said = io.StringIO()
        with mock.patch("sys.argv", ["tools/bench", *words]), mock.patch.object(bench.emulator, "why_not", return_value=""), \
                mock.patch.object(bench.build, "setup"), mock.patch.object(bench.build, "build"), \
                mock.patch.object(bench, "measure_bench"), mock.patch.object(bench, "measure_perft"), \
                mock.patch.object(bench, "tables"), mock.patch.object(bench.terminal, "Progress"), \
                mock.patch.object(boards, "qemu_boards", return_value=[boards.find("stm32f405"), boards.find("microbit")]), \
                contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            self.assertEqual(bench.main(), 0)
        return said.getvalue()

    def test_without_a_board_it_says_what_it_builds_and_how_long_that_took(self):
        self.assertIn("2 boards: stm32f405, microbit; to be built first: microbit; the time was not measured here yet", self.call())
        with mock.patch("time.monotonic", side_effect=range(0, 10_000, 50)):
            self.call()
        self.assertIn("; 1 min 40 s for 2 of them the last time", self.call())

    def test_with_a_board_there_is_nothing_to_say(self):
        self.assertEqual(self.call("--board", "stm32f405"), "")


if __name__ == "__main__":
    unittest.main()
