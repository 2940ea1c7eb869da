"""hardware/case: OpenSCAD makes solid bodies of both parts, and the rail has the strip's measures."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

import strip_board

CASE = paths.ROOT / "hardware/case"


class Case(unittest.TestCase):
    def test_the_rail_has_the_strips_measures(self):
        said = dict(re.findall(r"^(\w+) = (.*?);", (CASE / "rail.scad").read_text(encoding="utf-8"), re.M))
        board = {"pitch": strip_board.PITCH, "width": strip_board.WIDTH, "depth": strip_board.HEIGHT, "middle": strip_board.MIDDLE,
                 "led_line": strip_board.LED_LINE, "holes_line": strip_board.HOLES_LINE}
        self.assertEqual({name: float(said[name]) for name in board}, board)
        self.assertEqual(said["connectors"], str([int(x) for _, x in strip_board.CONNECTORS]))
        self.assertEqual(said["holes"], str(list(strip_board.HOLES)))

    @unittest.skipUnless(shutil.which("openscad"), "OpenSCAD is missing: tools/setup --hardware installs it")
    def test_openscad_makes_one_solid_body_of_each_part(self):
        for part in sorted(CASE.glob("*.scad")):
            with self.subTest(part.name), tempfile.TemporaryDirectory() as folder:
                made = Path(folder, "part.off")
                ended = subprocess.run(["openscad", "-o", made, part], capture_output=True, text=True, check=False)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertRegex(ended.stderr, r"Simple: +yes")
                self.assertRegex(ended.stderr, r"Volumes: +2\n")       # the outside, and one body
                self.assertNotIn("WARNING", ended.stderr)


if __name__ == "__main__":
    unittest.main()
