"""--help: every tool answers it at once, on a machine with nothing but a shell and Python, and leaves nothing behind."""

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
    return sorted(path for folder in ("tools", "tools/checks", "lab", "training") for path in (root / folder).iterdir()
                  if path.is_file() and os.access(path, os.X_OK))


class Help(unittest.TestCase):
    """In a copy of the repository in which nothing was ever built."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.root, cls.bare, cls.home = (Path(directory.name, name) for name in ("repository", "bin", "home"))
        for folder in ("tools", "lab", "training", "sim", "core", "docs", "boards"):
            shutil.copytree(paths.ROOT / folder, cls.root / folder,
                            ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
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

    def test_every_tool_says_what_it_does_without_installing_or_building_anything(self):
        tools = tools_of(self.root)
        self.assertIn(self.root / "lab/match", tools)
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
        for tool in ("training/book", "lab/match", "training/positions", "training/train"):
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
        said = self.call(shutil.which("node"), self.root / "sim/simulator.mjs", "--help")
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertIn("usage: node simulator.mjs", said.stdout)


if __name__ == "__main__":
    unittest.main()
