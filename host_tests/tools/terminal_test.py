"""How a tool ends: what it cannot do is a sentence, and the status says that it was not done."""

import contextlib
import io
import sys
import unittest
from unittest import mock

import paths  # noqa: F401

import terminal


class Told(unittest.TestCase):
    def ended(self, error, **words):
        """Status, what was said."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as end:
            with terminal.told("tools/any", terminal.Progress(io.StringIO()), OSError, KeyError, **words):
                raise error
        return end.exception.code, said.getvalue()

    def test_what_cannot_be_done_is_a_sentence_and_status_1(self):
        self.assertEqual(self.ended(OSError("the disk is full")), (1, "tools/any: the disk is full\n"))

    def test_ctrl_c_is_status_130_and_says_how_it_goes_on(self):
        self.assertEqual(self.ended(KeyboardInterrupt()), (130, ""))
        self.assertEqual(self.ended(KeyboardInterrupt(), stopped="it goes on"), (130, "tools/any: it goes on\n"))

    def test_another_error_is_a_fault_and_is_shown_whole(self):
        with self.assertRaises(ZeroDivisionError), terminal.told("tools/any", terminal.Progress(io.StringIO()), OSError):
            raise ZeroDivisionError

    def test_what_is_done_ends_as_it_likes(self):
        with terminal.told("tools/any", terminal.Progress(io.StringIO()), OSError):
            done = True
        self.assertTrue(done)


class Run(unittest.TestCase):
    def test_a_tools_own_errors_end_it_with_their_sentence_and_its_name(self):
        def cannot():
            raise terminal.ToolError("no board")
        said = io.StringIO()
        with contextlib.redirect_stderr(said), mock.patch.object(sys, "argv", ["/somewhere/tools/lib/any.py"]), \
                self.assertRaises(SystemExit) as end:
            terminal.run(cannot)
        self.assertEqual((end.exception.code, said.getvalue()), (1, "tools/any: no board\n"))


if __name__ == "__main__":
    unittest.main()
