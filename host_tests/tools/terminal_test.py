"""How a tool ends: what it cannot do is a sentence, and the status says that it was not done."""

import contextlib
import io
import sys
import unittest
from unittest import mock

import paths  # noqa: F401

import terminal


class Run(unittest.TestCase):
    def ended(self, error, *words, **more):
        """Status, what was said."""
        def cannot():
            raise error
        said = io.StringIO()
        with contextlib.redirect_stderr(said), mock.patch.object(sys, "argv", ["/somewhere/tools/lib/any.py"]), \
                self.assertRaises(SystemExit) as end:
            terminal.run(cannot, *words, **more)
        return end.exception.code, said.getvalue()

    def test_what_cannot_be_done_is_a_sentence_with_the_tools_name_and_status_1(self):
        self.assertEqual(self.ended(OSError("the disk is full")), (1, "tools/any: the disk is full\n"))
        self.assertEqual(self.ended(terminal.ToolError("no board")), (1, "tools/any: no board\n"))
        self.assertEqual(self.ended(terminal.ToolError("no board"), "workshop/lab/match"), (1, "workshop/lab/match: no board\n"))

    def test_ctrl_c_is_status_130_and_says_how_it_goes_on(self):
        self.assertEqual(self.ended(KeyboardInterrupt()), (130, ""))
        self.assertEqual(self.ended(KeyboardInterrupt(), stopped="it goes on"), (130, "tools/any: it goes on\n"))

    def test_another_error_is_a_fault_and_is_shown_whole(self):
        def faulty():
            raise ZeroDivisionError
        with self.assertRaises(ZeroDivisionError):
            terminal.run(faulty)

    def test_what_is_done_ends_with_its_own_status(self):
        for status in (0, 3):
            with self.assertRaises(SystemExit) as end:
                terminal.run(lambda: status)
            self.assertEqual(end.exception.code, status)


class Progress(unittest.TestCase):
    def test_a_log_hears_what_begins_and_every_half_minute_how_far_it_is(self):
        said = io.StringIO()
        progress = terminal.Progress(said)
        for now, label, detail in ((0, "building", "1 of 9"), (29, "building", "5 of 9"), (31, "building", "6 of 9"), (32, "testing", "")):
            with mock.patch.object(terminal.time, "monotonic", return_value=now):
                progress.update(label, 0.5, detail)
        self.assertEqual(said.getvalue(), "building ...\nbuilding ... 6 of 9\ntesting ...\n")


if __name__ == "__main__":
    unittest.main()
