"""Where KiCad is installed: the files are what hardware/make writes, and KiCad's rules find nothing in them."""

import shutil
import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import design
from kit import HardwareError


@unittest.skipIf(design.why_no_kicad(), design.why_no_kicad())
class InKicad(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_files_are_current_and_the_same_bytes_each_time(self):
        with design.without_debug_lines():
            made = design.make(self.folder)
        self.assertEqual(design.differing(made, design.kept()), [], "run hardware/make and commit the result")

    def test_the_rules_find_nothing_and_would_find_a_missing_track(self):
        copy = self.folder / "kicad"
        shutil.copytree(design.FOLDER, copy)
        design.rules_broken(copy)
        board = copy / "strip_reed.kicad_pcb"
        whole = board.read_text(encoding="utf-8")
        start = whole.index("\t(segment")
        board.write_text(whole[:start] + whole[whole.index("\n\t)\n", start) + 4:], encoding="utf-8")
        with self.assertRaisesRegex(HardwareError, "(?s)pcb drc.* has failed"):
            design.rules_broken(copy)


if __name__ == "__main__":
    design.run(unittest.main)
