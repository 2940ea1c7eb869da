"""cmake --install after a build of the program alone, and after one of the C interface as well."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

USER = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(stackmate REQUIRED)
foreach(part core c)
    if(TARGET stackmate::${part})
        message("has ${part}")
    endif()
endforeach()
"""


class Install(unittest.TestCase):
    def test_what_was_built_is_installed_and_nothing_else_is_missed(self):
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)

            def cmake(*words):
                done = subprocess.run(["cmake", *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                return done.stdout + done.stderr

            def parts():
                (work / "user").mkdir(exist_ok=True)
                (work / "user/CMakeLists.txt").write_text(USER, encoding="utf-8")
                said = cmake("-G", "Ninja", "-S", work / "user", "-B", work / "user/build", f"-DCMAKE_PREFIX_PATH={work}/installed")
                return [part for part in ("core", "c") if f"has {part}\n" in said]

            cmake("-G", "Ninja", "-S", paths.ROOT, "-B", work / "build", "-DSTACKMATE_PROGRAM_ONLY=ON", "-DCMAKE_CXX_FLAGS=-O0")
            cmake("--build", work / "build", "--target", "stackmate")
            cmake("--install", work / "build", "--prefix", work / "installed")
            program = work / "installed/bin/stackmate"
            said = subprocess.run([program], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
            self.assertIn("uciok\n", said)
            self.assertEqual(parts(), ["core"])
            cmake("--build", work / "build", "--target", "stackmate_c")
            cmake("--install", work / "build", "--prefix", work / "installed")
            self.assertEqual(parts(), ["core", "c"])


if __name__ == "__main__":
    unittest.main()
