"""tools/release: what it refuses, and what it says of what it made. No part is built here."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import paths

import build
import changelog
import licences
import other_tools
import project
import release
import release_papers
import release_parts
from terminal import ToolError

CHANGELOG = """# Changelog
Words before.

## [0.2.0] - not released

### Added
- Something.

## [0.1.0] - 2026-11-30
The first.

## [0.0.9] - 2026-01-01
"""
COMMIT = "0123456789" * 4
URL = "https://example.org/stackmate"


class Quiet:
    def update(self, *_, **__):
        pass


class Notes(unittest.TestCase):
    def test_a_versions_section_is_what_stands_between_its_heading_and_the_next(self):
        self.assertEqual(changelog.section(CHANGELOG, "0.2.0").text, "### Added\n- Something.")
        self.assertEqual(changelog.section(CHANGELOG, "0.1.0"), changelog.Section("0.1.0", "2026-11-30", "The first."))

    def test_a_section_that_is_missing_or_empty_or_there_twice_is_named(self):
        for version, text, said in (("0.3.0", CHANGELOG, r"no section '## \[0.3.0\] - DAY'"), ("0.0.9", CHANGELOG, "says nothing of 0.0.9"),
                                    ("0.1.0", CHANGELOG * 2, "2 sections")):
            with self.subTest(version), self.assertRaisesRegex(ToolError, said):
                changelog.section(text, version)

    def test_the_projects_changelog_speaks_of_its_version(self):
        text = (paths.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertTrue(changelog.section(text, project.version()).text)

    def test_a_tag_is_the_versions_and_the_version_has_a_day(self):
        released, coming = (changelog.section(CHANGELOG, version) for version in ("0.1.0", "0.2.0"))
        release.check_tag("v0.1.0", "0.1.0", released)
        with self.assertRaisesRegex(ToolError, "the tag is v0.1.1, and CMakeLists.txt gives version 0.1.0, whose tag is v0.1.0"):
            release.check_tag("v0.1.1", "0.1.0", released)
        with self.assertRaisesRegex(ToolError, "CHANGELOG.md gives 0.2.0 no day but 'not released'"):
            release.check_tag("v0.2.0", "0.2.0", coming)


class Folder(unittest.TestCase):
    """With a folder of the test's own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.here = Path(directory.name)


def a_program(made: release_parts.Release) -> None:
    source = made.out.parent / "program"
    source.write_bytes(b"bytes")
    made.programs.append({"system": "linux-x86_64", "compiler": "GNU 1", **made.pack("linux-x86_64", "tar.gz", [source])})


def an_image(made: release_parts.Release) -> None:
    source = made.out.parent / "stackmate.hex"
    source.write_bytes(b":00000001FF\n")
    made.images.append({"board": "stm32f405", "chip": "STM32F405", "flash": 12345, "ram": 4321, "build_id": "abcd1234",
                        "files": [made.copy(source, "stackmate-stm32f405.hex")]})


class Made(Folder):
    def made(self, name="out", parts=("image", "program")) -> Path:
        out = self.here / name
        with mock.patch.object(project, "commit", lambda: COMMIT), mock.patch.object(project, "URL", URL), mock.patch.object(licences, "text", lambda: "licences\n"), \
                mock.patch.dict(release.PARTS, {"image": an_image, "program": a_program}):
            release.make(out, parts, section=changelog.section(CHANGELOG, "0.2.0"), dirty=False, progress=Quiet())
        return out

    def test_the_sums_are_of_every_file_but_themselves(self):
        out = self.made()
        checked = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=out, capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        named = {line.split("  ")[1] for line in (out / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
        self.assertEqual(named, {path.name for path in out.iterdir()} - {"SHA256SUMS"})
        self.assertIn("LICENSES.txt", named)

    def test_the_manifest_names_the_commit_and_every_image_with_its_bytes(self):
        out = self.made()
        said = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
        self.assertEqual((said["version"], said["commit"], said["dirty"], said["parts"]), (project.version(), COMMIT, False, ["image", "program"]))
        for each in [*said["images"][0]["files"], *said["programs"]]:
            self.assertEqual((out / each["file"]).stat().st_size, each["bytes"])

    def test_the_notes_are_the_changelogs_words_the_images_and_the_commit(self):
        text = (self.made() / "NOTES.md").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("### Added\n- Something.\n"))
        self.assertIn("| stm32f405 | STM32F405 | 12,345 | 4,321 | `abcd1234` | `stackmate-stm32f405.hex` |", text)
        self.assertIn(COMMIT, text)
        self.assertNotIn("not committed", text)

    def test_the_same_parts_have_the_same_sums_wherever_they_are_made(self):
        one, other = self.made("one"), self.made("another/place")
        self.assertEqual((one / "SHA256SUMS").read_bytes(), (other / "SHA256SUMS").read_bytes())

    def test_the_statement_names_the_commit_and_the_sum_of_every_file_that_is_not_younger(self):
        out = self.made()
        said = json.loads((out / "provenance.json").read_text(encoding="utf-8"))
        sums = dict(reversed(line.split("  ")) for line in (out / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
        sums.pop("provenance.json")
        self.assertEqual({each["name"]: each["digest"]["sha256"] for each in said["subject"]}, sums)
        self.assertIn("sbom.cdx.json", sums)
        definition = said["predicate"]["buildDefinition"]
        self.assertEqual(definition["resolvedDependencies"][0], {"name": "stackmate", "uri": f"git+{URL}", "digest": {"gitCommit": COMMIT}})
        self.assertRegex(definition["resolvedDependencies"][1]["uri"], r"^pkg:generic/python3@3\.\d")
        self.assertEqual(definition["externalParameters"], {"version": project.version(), "parts": ["image", "program"]})

    def test_a_folder_with_something_in_it_is_left_alone(self):
        (self.here / "out").mkdir()
        (self.here / "out" / "mine").write_text("mine", encoding="utf-8")
        with self.assertRaisesRegex(ToolError, "out is not empty"):
            self.made()
        self.assertEqual([path.name for path in (self.here / "out").iterdir()], ["mine"])


class Papers(unittest.TestCase):
    def test_the_list_of_others_code_says_what_is_in_which_part(self):
        contents = {"images": [release_papers.component("newlib", "1", {"license": {"id": "MIT"}}, "pkg:deb/debian/newlib@1")], "page": []}
        contents["page"] = contents["images"]
        said = release_papers.sbom(("images", "page"), contents.get)
        self.assertEqual([each["bom-ref"] for each in said["components"]], ["stackmate/images", "stackmate/page", "pkg:deb/debian/newlib@1"])
        self.assertEqual({each["ref"]: each["dependsOn"] for each in said["dependencies"]},
                         {"stackmate": ["stackmate/images", "stackmate/page"], "stackmate/images": ["pkg:deb/debian/newlib@1"],
                          "stackmate/page": ["pkg:deb/debian/newlib@1"]})

    def test_every_part_that_is_compiled_has_its_libraries_and_its_tools(self):
        self.assertEqual(set(release_parts.PARTS) - set(release_papers.TOOLS), {"packages"})
        self.assertLess(set(release_papers.LINKED), set(release_parts.PARTS))

    @unittest.skipUnless(shutil.which("dpkg-query"), "needs Debian")
    def test_a_library_is_named_with_its_package_and_version(self):
        newlib = release_papers.linked_into("images")[0]
        self.assertRegex(newlib["purl"], r"^pkg:deb/debian/libnewlib-arm-none-eabi@\d")

    def test_a_tool_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(ToolError, "frobnicate-g.. --version told nothing"):
            release_papers.version_of("frobnicate-g++")


class Refusals(Folder):
    def test_changes_that_are_not_committed_are_named(self):
        release.check_tree([])
        with self.assertRaisesRegex(ToolError, r"not committed: a, b, c, d, e and 2 more\. .*--dirty"):
            release.check_tree(list("abcdefg"))

    @unittest.skipUnless(shutil.which("git"), "needs git")
    def test_the_tool_refuses_a_tree_without_an_address_or_with_a_file_that_is_not_committed_and_makes_nothing(self):
        root = self.here / "repository"
        shutil.copytree(paths.ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        for name in ("CMakeLists.txt", "CHANGELOG.md"):
            shutil.copy(paths.ROOT / name, root)
        setting = root / "tools/lib/project.py"
        setting.write_text(re.sub(r'^URL = ".*"$', 'URL = ""', setting.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")

        def call():
            return subprocess.run([str(root / "tools/release")], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        said = call()
        self.assertEqual((said.returncode, said.stderr), (1, "tools/release: a release is made of a commit, and this is no git checkout\n"))
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "-qm", "All"]):
            subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
        said = call()
        self.assertEqual((said.returncode, said.stderr),
                         (1, "tools/release: the project has no address: set URL in tools/lib/project.py to https://HOST/PATH, and commit it\n"))
        (root / "tools" / "new file").write_text("", encoding="utf-8")
        said = call()
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stderr, r"^tools/release: not committed: tools/new file\. ")
        self.assertFalse((root / "build").exists())

    def test_a_part_whose_tool_is_not_there_is_named(self):
        with self.assertRaisesRegex(ToolError, "there is no tools/frobnicate, which makes this part"):
            other_tools.call("frobnicate")

    def test_a_part_whose_tool_fails_shows_what_it_said(self):
        with self.assertRaisesRegex(ToolError, r"tools/web ended with status 2:(.|\n)*unrecognized arguments: --frobnicate"):
            other_tools.call("web", "--frobnicate")

    def test_a_licence_that_is_not_there_is_named(self):
        with mock.patch.dict(licences.NOTICES, {"something": self.here / "copyright"}, clear=True), \
                self.assertRaisesRegex(ToolError, "the licence of something is not where .*: .*/copyright"):
            licences.text()

    def test_a_program_that_debian_12_could_not_start_is_refused(self):
        release_parts.check_needs("x", ["libc.so.6", "libm.so.6"], (2, 36))
        with self.assertRaisesRegex(ToolError, r"x: the program needs libstdc\+\+.so.6, which not every machine has"):
            release_parts.check_needs("x", ["libc.so.6", "libstdc++.so.6"], (2, 17))
        with self.assertRaisesRegex(ToolError, "x: the program needs glibc 2.38, newer than Debian 12's 2.36: build it on Debian 12"):
            release_parts.check_needs("x", ["libc.so.6"], (2, 38))

    def test_what_a_program_needs_is_read_from_it(self):
        libraries, glibc = release_parts.needs_of(paths.ROOT / "build/host/stackmate")
        self.assertIn("libc.so.6", libraries)
        self.assertGreaterEqual(glibc, (2, 17))

    def test_a_program_that_names_its_folder_is_refused(self):
        release_parts.check_bytes("x", b"core/chess/position.cpp")
        with self.assertRaisesRegex(ToolError, "x: the program names .*, so it would be another one if built elsewhere"):
            release_parts.check_bytes("x", b"\0" + str(build.ROOT).encode() + b"/core/chess/position.cpp\0")


class Builds(unittest.TestCase):
    def test_every_source_is_compiled_without_the_folder_that_it_stands_in(self):
        commands = json.loads((paths.ROOT / "build/host/compile_commands.json").read_text(encoding="utf-8"))
        self.assertGreater(len(commands), 50)
        self.assertEqual([each["file"] for each in commands if f"-ffile-prefix-map={paths.ROOT}/= " not in each["command"]], [])


if __name__ == "__main__":
    unittest.main()
