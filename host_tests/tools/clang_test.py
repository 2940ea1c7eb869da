"""The core is C++20, not GCC's: Clang compiles the engine of every configuration as well, without a warning."""

import shutil
import subprocess
import unittest

import paths

SEARCHES = """
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
template class stackmate::Engine<stackmate::Tiny>;
template class stackmate::Engine<stackmate::Full>;
"""


@unittest.skipUnless(shutil.which("clang++"), "no clang++ here")
class Clang(unittest.TestCase):
    def said_of(self, text: str) -> str:
        result = subprocess.run(["clang++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{paths.ROOT}",
                                 '-DSTACKMATE_VERSION=""', "-x", "c++", "-"], input=text, capture_output=True, text=True,
                                check=False)
        return result.stderr

    def test_the_engine_of_every_configuration_compiles(self):
        self.assertEqual(self.said_of(SEARCHES), "")

    def test_a_warning_is_found(self):
        self.assertIn("unused variable", self.said_of("void f() { int a; }\n"))


if __name__ == "__main__":
    unittest.main()
