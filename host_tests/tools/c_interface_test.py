"""The C interface: what docs/C.md says of it is so, and it needs nothing that a chip does not have."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

import shown_code
import symbols

ARCHIVES = [paths.ROOT / "build" / "host" / name for name in ("libstackmate_c.a", "libstackmate_core.a")]
CROSS = "arm-none-eabi-"
FLAGS = ["-std=c++20", "-mthumb", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", '-DSTACKMATE_VERSION="0"',
         "-I", str(paths.ROOT)]
HEADER = (paths.ROOT / "c/stackmate.h").read_text(encoding="utf-8")
PAGE = (paths.ROOT / "docs/C.md").read_text(encoding="utf-8")


def cross_compiled(*words, unit: str = "") -> None:
    subprocess.run([CROSS + "g++", *FLAGS, *words], input=unit, text=True, check=True, cwd=paths.ROOT)


class CInterface(unittest.TestCase):
    def test_the_page_shows_the_example_as_it_is(self):
        self.assertIn("<!-- source: examples/c/main.c -->", PAGE)
        self.assertEqual(PAGE, shown_code.renewed(PAGE), "python3 tools/lib/shown_code.py docs/C.md writes it anew")

    def test_the_page_tells_the_headers_sizes(self):
        wide, narrow = HEADER.split("#else", 1)
        for row, text in (("32-bit processor", narrow), ("64-bit processor", wide)):
            tiny, full = (int(re.search(rf"#define STACKMATE_{name}_SIZE (\d+)", text)[1]) for name in ("TINY", "FULL"))
            self.assertIn(f"| {row} | {tiny:,} | {full:,} |\n", PAGE)

    def test_its_sources_compile_into_one_folder(self):
        """No two of those that the page has a build without CMake compile have one name: their objects would be one file."""
        names = [path.name for folder in ("c", "core") for path in (paths.ROOT / folder).rglob("*.cpp")]
        self.assertGreater(len(names), 10)
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_every_function_has_its_comment(self):
        """It stands right before it."""
        lines = HEADER.splitlines()
        functions = [n for n, line in enumerate(lines) if re.match(r"(?!typedef)[\w ]+\*? ?stackmate_\w+\(", line)]
        self.assertGreater(len(functions), 30)
        for n in functions:
            with self.subTest(lines[n]):
                self.assertRegex(lines[n - 1], "^///")

    def test_it_needs_nothing_from_outside_but_mem(self):
        for archive in ARCHIVES:
            self.assertTrue(archive.exists(), f"{archive} was not built")
        listing = subprocess.run(["nm", *ARCHIVES], capture_output=True, text=True, check=True).stdout
        self.assertIn("stackmate_init_tiny", listing)
        self.assertEqual([name for name in symbols.offending(listing) if name != "_GLOBAL_OFFSET_TABLE_"], [])

    @unittest.skipUnless(shutil.which(CROSS + "g++"), "needs the compiler for Arm")
    def test_on_a_32_bit_processor_the_sizes_are_those_of_the_objects(self):
        """The sources assert it where they are compiled."""
        unit = '#include "c/stackmate_tiny.cpp"\n#include "c/stackmate_full.cpp"\n'
        cross_compiled("-mcpu=cortex-m0", "-fsyntax-only", "-x", "c++", "-", unit=unit)

    @unittest.skipUnless(shutil.which(CROSS + "g++"), "needs the compiler for Arm")
    def test_the_layer_is_as_small_as_the_page_says(self):
        most = 1024 * int(re.search(r"`c/stackmate.cpp` takes less than (\d+) KB", PAGE)[1])
        with tempfile.TemporaryDirectory() as directory:
            compiled = Path(directory, "c.o")
            cross_compiled("-mcpu=cortex-m4", "-Os", "-c", "c/stackmate.cpp", "-o", str(compiled))
            said = subprocess.run([CROSS + "size", compiled], capture_output=True, text=True, check=True).stdout
        self.assertLess(int(said.splitlines()[1].split()[0]), most)


if __name__ == "__main__":
    unittest.main()
