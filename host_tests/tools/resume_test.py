"""Results that are kept as a run goes survive its end at any byte."""

import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import resume


class Resume(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "below" / "kept"

    def test_a_line_that_was_cut_off_is_left_out_and_the_next_one_is_whole(self):
        self.assertEqual(resume.lines(self.path), [])
        for entry in ({"a": 1}, [2, "ö"]):
            resume.add_line(self.path, entry)
        data = self.path.read_bytes()
        for cut in range(len(data)):
            self.path.write_bytes(data[:cut])
            before = resume.lines(self.path)
            resume.add_line(self.path, 3)
            self.assertEqual(resume.lines(self.path), [*before, 3])

    def test_a_file_that_cannot_be_read_is_as_none(self):
        self.assertEqual(resume.whole(self.path), {})
        resume.replace(self.path, {"ö": 1})
        self.assertEqual(resume.whole(self.path), {"ö": 1})
        self.path.write_text("{", encoding="utf-8")
        self.assertEqual(resume.whole(self.path), {})


if __name__ == "__main__":
    unittest.main()
