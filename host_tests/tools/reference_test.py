"""tools/reference: what Doxygen warns of is an error, and then the pages of before stay. That the public headers bring no
warning is a step of tools/test."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import build
import reference
import terminal

GOOD = "/// @file\n/// One number.\n\n/// Twice `n`.\nint twice(int n);\n"


class Reference(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.header, self.out = Path(directory.name, "number.hpp"), Path(directory.name, "out")

    def make(self, text):
        self.header.write_text(text, encoding="utf-8")
        reference.make([self.header], self.out)

    @unittest.skipUnless(shutil.which("doxygen"), "needs Doxygen")
    def test_a_wrong_parameter_is_an_error_and_the_old_pages_stay(self):
        self.make(GOOD)
        self.assertIn("twice", Path(self.out, "number_8hpp.html").read_text(encoding="utf-8"))
        self.assertIn("public headers", Path(self.out, "index.html").read_text(encoding="utf-8"))
        with self.assertRaisesRegex(terminal.ToolError, "'m'.* is not found in the argument list of twice"):
            self.make(GOOD.replace("Twice", "@param m Twice"))
        self.assertTrue(Path(self.out, "index.html").exists())
        self.assertEqual(sorted(path.name for path in self.out.parent.iterdir()), ["number.hpp", "out"])

    @unittest.skipUnless(shutil.which("doxygen"), "needs Doxygen")
    def test_a_wrong_reference_is_an_error(self):
        with self.assertRaisesRegex(terminal.ToolError, "thrice"):
            self.make(GOOD.replace("Twice", "See @ref thrice: twice"))

    @unittest.skipUnless(shutil.which("doxygen"), "needs Doxygen")
    def test_the_same_headers_make_the_same_bytes_wherever_the_pages_stand(self):
        places = [self.out, self.out.parent / "another" / "place"]
        for place in places:
            reference.make(reference.headers(), place)
        one, other = ({path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()} for place in places)
        self.assertGreater(len(one), 100)
        self.assertEqual([str(path) for path in one.keys() | other.keys() if one.get(path) != other.get(path)], [])

    def test_every_public_header_is_asked_for(self):
        names = {str(path.relative_to(build.ROOT)) for path in reference.headers()}
        self.assertLessEqual({"c/stackmate.h", "core/engine/engine.hpp", "core/notation/san.hpp", "core/search/hooks.hpp", "hal/concepts.hpp"},
                             names)
        for path in reference.headers():
            self.assertTrue(path.exists(), path)

    def test_the_first_page_names_headers_that_there_are(self):
        names = {path.name for path in reference.headers()}
        for name in re.findall(r"(\w+\.hp?p?)\b", reference.FIRST_PAGE):
            self.assertIn(name, names)


if __name__ == "__main__":
    unittest.main()
