"""--help, and what is typed wrong: every tool answers at once, on a machine with nothing but a shell and Python, and leaves
nothing behind.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

THERE = ("sh", "cat", "dirname", "readlink", "sed")     # no compiler, no CMake, no package manager
PATIENCE = 20                                           # seconds; a tool takes some tenths, a build minutes


def tools_of(root: Path) -> list:
    """What a user can call, below `root`."""
    return sorted(path for folder in ("tools", "tools/checks", "workshop/lab", "workshop/training") for path in (root / folder).iterdir()
                  if path.is_file() and os.access(path, os.X_OK))


class Bare(unittest.TestCase):
    """In a copy of the repository in which nothing was ever built."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.root, cls.bare, cls.home = (Path(directory.name, name) for name in ("repository", "bin", "home"))
        for folder in ("tools", "workshop", "emulators", "core", "docs", "boards", "host_tests"):
            shutil.copytree(paths.ROOT / folder, cls.root / folder,
                            ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        for name in ("CMakeLists.txt", "CHANGELOG.md"):
            shutil.copy(paths.ROOT / name, cls.root)
        cls.bare.mkdir()
        for name in THERE:
            (cls.bare / name).symlink_to(shutil.which(name))
        cls.home.mkdir()

    def files(self):
        return {path: path.stat().st_mtime_ns for folder in (self.root, self.home) for path in folder.rglob("*")}

    def call(self, *command):
        return subprocess.run([str(word) for word in command], env={"PATH": str(self.bare), "HOME": str(self.home)},
                              cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=PATIENCE)


class Help(Bare):
    def test_every_tool_says_what_it_does_without_installing_or_building_anything(self):
        tools = tools_of(self.root)
        self.assertIn(self.root / "workshop/lab/match", tools)
        self.assertIn(self.root / "tools/checks/symbols.py", tools)
        before = self.files()
        for tool in tools:
            name = str(tool.relative_to(self.root))
            with self.subTest(tool=name):
                said = self.call(tool, "--help")
                self.assertEqual((said.returncode, said.stderr), (0, ""))
                self.assertRegex(said.stdout, rf"(?i)\busage:\s+{re.escape(name)}\b")
        self.assertEqual(self.files(), before)

    def test_whoever_stops_reading_hears_no_complaint(self):
        """As `| head` does."""
        calls = [(tool, "--help") for tool in tools_of(self.root)] + [(self.root / "tools/test", "--list")]
        for tool, word in calls:
            with self.subTest(tool=tool.name, word=word):
                read, write = os.pipe()
                os.close(read)
                said = subprocess.run([str(tool), word], env={"PATH": str(self.bare), "HOME": str(self.home)}, cwd=self.root,
                                      stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE, text=True, check=False,
                                      timeout=PATIENCE)
                os.close(write)
                self.assertNotIn("Traceback", said.stderr)
                self.assertNotIn("Exception", said.stderr)

    def test_help_is_also_given_among_other_words(self):
        for tool in ("workshop/training/book", "workshop/lab/match", "workshop/training/positions", "workshop/training/train"):
            with self.subTest(tool=tool):
                said = self.call(self.root / tool, "--nodes", "1000", "-h")
                self.assertEqual((said.returncode, said.stderr), (0, ""))
                self.assertNotIn('R"(', said.stdout)
                self.assertNotIn(';', said.stdout.splitlines()[-1])

    def test_without_python_help_says_what_it_needs_and_installs_nothing(self):
        said = self.call(self.root / "tools/setup", "--python", "--for", "tools/bench", "--help")
        self.assertEqual((said.returncode, said.stdout), (1, ""))
        self.assertEqual(said.stderr, "tools/bench --help needs Python; tools/setup --python installs it.\n")

    @unittest.skipUnless(shutil.which("node"), "needs Node.js")
    def test_the_simulator_says_what_it_does_before_its_parts_are_installed(self):
        said = self.call(shutil.which("node"), self.root / "emulators/rp2040/simulator.mjs", "--help")
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertIn("usage: node simulator.mjs", said.stdout)


# What is typed wrong, and what is answered.
WRONG = (
    ("tools/test core/no_such.hpp", "there is no file or folder core/no_such.hpp"),
    ("tools/test LICENSE", "there is no file or folder LICENSE"),       # nor is there, in the copy
    ("tools/test docs/TRUST.md", "docs/TRUST.md has no tests"),
    ("tools/bench --board nothing", "there is no board 'nothing'"),
    ("tools/deadline --board nothing", "invalid choice: 'nothing'"),
    ("tools/deadline --searches 0", "--searches"),
    ("tools/deadline --stops -1", "--stops"),
    ("tools/emulate nothing", "there is no board 'nothing'"),
    ("tools/emulate stm32f411.hpp", "there is no board 'stm32f411.hpp'"),
    ("tools/emulate rp2040 no_such.elf", "no_such.elf does not exist"),
    ("tools/fuzz nothing", "NAME is 'all' or one of"),
    ("tools/fuzz shell no_such", "no_such is no file"),
    ("tools/package nothing", "there is no package 'nothing'"),
    ("tools/package --wheel cmake", "--wheel is of the package python"),
    ("tools/play --board nothing", "there is no board 'nothing'"),
    ("tools/release --only nothing", "invalid choice: 'nothing'"),
    ("tools/release --jobs -1", "--jobs"),
    ("tools/soak --hours nan", "--hours"),
    ("tools/web --port 70000", "--port"),
    ("tools/web --port -1", "--port"),
    ("tools/checks/budgets.py nothing", "there is no preset 'nothing'"),
    ("tools/checks/call_graph.py nothing", "there is no preset 'nothing'"),
    ("tools/checks/headers_alone.py nothing", "there is no preset 'nothing'"),
    ("tools/checks/include_table.py no_such", "no_such is no folder"),
    ("tools/checks/style.py no_such.cpp", "no_such.cpp is no file"),
)


class Refusals(Bare):
    def refused(self, call: str, answer: str):
        with self.subTest(call):
            before = self.files()
            tool, *words = call.split()
            said = self.call(self.root / tool, *words)
            self.assertEqual((said.returncode, said.stdout), (2, ""), said.stderr)
            self.assertIn(answer, said.stderr)
            self.assertEqual(self.files(), before)

    def test_what_is_typed_wrong_ends_with_2_before_anything_is_installed_or_built(self):
        for call, answer in WRONG:
            self.refused(call, answer)

    def test_every_tool_refuses_an_option_that_there_is_not(self):
        for tool in tools_of(self.root):
            if tool.is_relative_to(self.root / "tools"):
                board = "rp2040 " if tool.name == "emulate" else ""
                self.refused(f"{tool.relative_to(self.root)} {board}--no-such-option", "--no-such-option")


if __name__ == "__main__":
    unittest.main()
