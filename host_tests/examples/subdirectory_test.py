"""The smallest example, built from Stackmate's sources: what it says is checked."""

import json
import os
import subprocess
import unittest
from pathlib import Path


class FromTheSources(unittest.TestCase):
    def test_the_smallest_finds_the_only_mate(self):
        said = subprocess.run([Path(os.environ["EXAMPLES_BUILD"], "minimal")], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, "h5f7\n")

    def test_the_warnings_are_those_of_the_project_that_it_is_part_of(self):
        commands = json.loads(Path(os.environ["EXAMPLES_BUILD"], "compile_commands.json").read_text(encoding="utf-8"))
        self.assertIn("stackmate_core", " ".join(entry["command"] for entry in commands))
        for entry in commands:
            words = {word for word in entry["command"].split() if word.startswith("-W")}
            self.assertEqual(words, {"-Wall", "-Wextra", "-Werror"}, entry["file"])


if __name__ == "__main__":
    unittest.main()
