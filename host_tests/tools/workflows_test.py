""".github/workflows: what they call is there. What GitHub makes of them is not tried."""

import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

import build
import fuzz
import release
import web

try:
    import yaml
except ImportError:     # Debian's python3-yaml
    yaml = None

WORKFLOWS = sorted((paths.ROOT / ".github/workflows").glob("*.yml"))
OF_THE_RUNNER = {"apt-get", "git", "gh"}


@unittest.skipUnless(yaml, "needs python3-yaml")
class Workflows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.read = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in WORKFLOWS}

    def steps(self):
        for name, workflow in self.read.items():
            for job in workflow["jobs"].values():
                for step in job["steps"]:
                    yield name, step

    def calls(self):
        """Each command of each step, as words."""
        for name, step in self.steps():
            for command in re.split(r"&&|\n", step.get("run", "")):
                if command.strip():
                    yield name, shlex.split(command)

    def test_there_is_one_each_for_pushes_nights_tags_and_the_page(self):
        self.assertEqual(set(self.read), {"test.yml", "nightly.yml", "release.yml", "pages.yml"})
        said = {name: workflow[True] for name, workflow in self.read.items()}      # YAML takes "on" for yes
        self.assertIn("push", said["test.yml"])
        self.assertEqual(said["release.yml"], {"push": {"tags": ["v*"]}})
        self.assertIn("push", said["pages.yml"])
        self.assertIn("schedule", said["nightly.yml"])

    def test_every_command_is_ours_or_the_runners(self):
        ours = set()
        for name, words in self.calls():
            with self.subTest(name, command=words[0]):
                if words[0] not in OF_THE_RUNNER:
                    self.assertTrue((paths.ROOT / words[0]).is_file())
                    ours.add(words[0])
        self.assertEqual(ours, {".ci/coverage", ".ci/nightly", ".ci/processors", ".ci/run", "tools/release", "tools/sizes", "tools/web"})

    def test_an_action_is_named_by_its_commit_which_nobody_can_move(self):
        for name, step in self.steps():
            if "uses" in step:
                with self.subTest(name, uses=step["uses"]):
                    self.assertRegex(step["uses"], r"^actions/[\w-]+@[0-9a-f]{40}$")

    def test_every_option_of_a_tool_is_one_that_its_help_names(self):
        for name, words in self.calls():
            if words[0].startswith("tools/"):
                said = subprocess.run([str(paths.ROOT / words[0]), "--help"], capture_output=True, text=True, check=True).stdout
                for word in words[1:]:
                    with self.subTest(name, option=word):
                        self.assertTrue(not word.startswith("--") or word in said)

    def test_the_folders_that_are_handed_on_are_those_that_the_tools_write(self):
        handed = {(name, path) for name, step in self.steps() if "upload" in step.get("uses", "")
                  for path in step["with"]["path"].split()}
        found = str(fuzz.FOUND.relative_to(build.ROOT))
        self.assertEqual(handed, {("test.yml", "build/log"), ("test.yml", found), ("nightly.yml", "build/log"), ("nightly.yml", found),
                                  ("release.yml", str(release.OUT.relative_to(build.ROOT))),
                                  ("pages.yml", str(web.OUT.relative_to(build.ROOT)))})


class Run(unittest.TestCase):
    def test_it_tests_the_product_and_the_workshop_in_one_run_whose_status_is_its_own(self):
        for status in (0, 1):
            with tempfile.TemporaryDirectory() as directory:
                for name in (".ci/run", "tools/test"):
                    Path(directory, name).parent.mkdir()
                tool = Path(directory, "tools/test")
                tool.write_text(f"#!/bin/sh\necho \"$@\"\nexit {status}\n", encoding="utf-8")
                tool.chmod(0o755)
                ended = subprocess.run([shutil.copy(paths.ROOT / ".ci/run", Path(directory, ".ci/run")), "--only", "a b"],
                                       stdout=subprocess.PIPE, text=True, check=False)
            self.assertEqual((ended.returncode, ended.stdout), (status, "--workshop --only a b\n"))


if __name__ == "__main__":
    unittest.main()
