"""What tools/deadline reads out of the emulator's log of the line."""

import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import deadline


def log_of(*events) -> str:
    """Events: (when, "r" or "w", text), a byte each instruction from `when` on; then ticks of a millisecond."""
    lines = [f"{way} {when + i} {ord(c):x}" for when, way, text in events for i, c in enumerate(text)]
    return "\n".join([*lines, "ticks 5 1000000 1000000", ""])


class DeadlineLog(unittest.TestCase):
    def waited(self, *events) -> list:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "log")
            path.write_text(log_of(*events), encoding="ascii")
            return [passed for passed, _ in deadline.read_log(path, 0)]

    def test_a_stop_counts_from_its_line_end_to_the_first_byte_of_bestmove(self):
        self.assertEqual(self.waited((100, "r", "stop\n"), (304, "w", "bestmove e2e4\n")), [200])

    def test_a_line_that_was_under_way_has_to_leave_first(self):
        self.assertEqual(self.waited((90, "w", "info"), (100, "r", "stop\n"), (200, "w", " depth 1\n"),
                                     (300, "w", "bestmove e2e4\n")), [300 - 208])

    def test_a_line_that_begins_after_the_stop_counts_against_it(self):
        self.assertEqual(self.waited((100, "r", "stop\n"), (200, "w", "info depth 1\n"), (304, "w", "bestmove e2e4\n")), [200])

    def test_nothing_excuses_an_answer_after_its_time(self):
        self.assertEqual(self.waited((90, "w", "info"), (100, "r", "go movetime 1\n"), (200, "w", " depth 1\n"),
                                     (313, "w", "bestmove e2e4\n")), [200])


if __name__ == "__main__":
    unittest.main()
