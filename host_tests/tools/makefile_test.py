"""The Makefile that OpenBench calls: the program is CMake's, and its bench is the pinned one."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

import pin_bench
import project


def make(*words):
    return subprocess.run(["make", "-C", str(paths.ROOT), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


@unittest.skipUnless(shutil.which("make"), "needs make")
class Makefile(unittest.TestCase):
    def test_it_compiles_what_cmake_links_into_the_program_with_the_compiler_that_is_asked_for(self):
        commands = json.loads((paths.ROOT / "build/host/compile_commands.json").read_text(encoding="utf-8"))
        parts = re.compile(r" -o (bridge/|endings/)?CMakeFiles/(stackmate(_core|_board|_bridge)?|endings_table)\.dir/")
        linked = {str(Path(each["file"]).relative_to(paths.ROOT)) for each in commands if parts.search(each["command"])}
        said = make("-n", "-j", "EXE=some-0123ABCD", "CXX=some++").stdout
        command = next(line for line in said.splitlines() if line.startswith("some++ "))
        self.assertEqual(set(re.findall(r"\S+\.cpp", command)), linked)
        self.assertIn(" -o some-0123ABCD ", command)
        self.assertIn(f'''-DSTACKMATE_VERSION='"{project.version()}"' ''', command)
        self.assertIn("-O3 -DNDEBUG ", command)

    def test_the_programs_bench_ends_with_nodes_and_speed_and_the_nodes_are_the_pinned_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "Stackmate-0123ABCD"
            built = make("-j", f"EXE={program}", "CXXFLAGS=-O0")
            self.assertEqual(built.returncode, 0, built.stderr)
            said = subprocess.run([str(program), "bench"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
        last = re.fullmatch(r"(\d+) nodes (\d+) nps", said.splitlines()[-1])
        self.assertTrue(last, said)
        self.assertIn(f"Full {last[1]}\n", pin_bench.FILE.read_text(encoding="utf-8"))
        self.assertGreater(int(last[2]), 0)


if __name__ == "__main__":
    unittest.main()
