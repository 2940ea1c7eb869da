"""The smallest example, built from Stackmate's sources: what it says is checked."""

import os
import subprocess
import unittest
from pathlib import Path


class FromTheSources(unittest.TestCase):
    def test_the_smallest_finds_the_only_mate(self):
        said = subprocess.run([Path(os.environ["EXAMPLES_BUILD"], "minimal")], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, "h5f7\n")


if __name__ == "__main__":
    unittest.main()
