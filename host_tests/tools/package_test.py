"""tools/package: what is in the packages, and that their metadata say what each tool wants to read."""

import json
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import paths
import yaml

import package
import project

URL = "https://example.com/chess/stackmate"
# Arduino's library specification, revision 2.2.
PROPERTIES = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}
CATEGORIES = {"Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage",
              "Data Processing", "Other"}


def call(*words):
    return subprocess.run([str(paths.ROOT / "tools" / "package"), *map(str, words)], capture_output=True, text=True, check=False)


class Packages(unittest.TestCase):
    """All of them, made once."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.out = Path(directory.name)
        cls.folders = {name: package.make(name, cls.out, URL) for name in package.PACKAGES}

    def text(self, name: str, path: str) -> str:
        return (self.folders[name] / path).read_text(encoding="utf-8")

    def parts(self, name: str):
        """(path in the repository, path in the package) of the library's own files."""
        into = self.folders[name] / package.PACKAGES[name].into
        for folder in package.PACKAGES[name].folders:
            for path in project.files_in(into / folder):
                yield paths.ROOT / path.relative_to(into), path

    def test_the_librarys_files_are_the_repositorys(self):
        for name in self.folders:
            parts = list(self.parts(name))
            self.assertGreater(len(parts), 80)
            for original, copy in parts:
                if original != paths.ROOT / package.VERSION:
                    self.assertEqual(copy.read_bytes(), original.read_bytes(), copy)

    def test_every_source_of_the_core_and_of_the_c_interface_is_there_and_no_other(self):
        wanted = sorted(path.relative_to(paths.ROOT).as_posix() for folder in package.ENGINE
                        for path in (paths.ROOT / folder).rglob("*.cpp"))
        for name, folder in self.folders.items():
            into = folder / package.PACKAGES[name].into
            found = sorted(path.relative_to(into).as_posix() for part in package.PACKAGES[name].folders
                           for path in (into / part).rglob("*.c*"))
            self.assertEqual(found, wanted, name)

    def test_whatever_a_file_of_the_library_includes_is_in_the_package(self):
        for name, folder in self.folders.items():
            into = folder / package.PACKAGES[name].into
            for _, path in self.parts(name):
                there = re.sub(r"^#if (STACKMATE_(DISTANCES|ENDINGS|EXERCISES|OPENING_NAMES)|__cplusplus < 202002L)$.*?^#(else|endif)$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
                for included in re.findall(r'^#include "([^"]+)"', there, re.M):
                    self.assertTrue((into / included).exists(), f"{path} includes {included}")

    def test_the_version_is_told_where_nobody_else_tells_it(self):
        for name in self.folders:
            into = package.PACKAGES[name].into
            header = self.text(name, f"{into}/{package.VERSION}" if into else package.VERSION)
            self.assertIn(f'#define STACKMATE_VERSION "{project.version()}"', header)
            self.assertNotIn("#error", header)

    def test_nothing_is_left_to_be_filled_in(self):
        for folder in self.folders.values():
            for path in project.files_in(folder):
                self.assertNotRegex(path.read_text(encoding="utf-8"), r"@[A-Z_]+@", path)

    def test_each_has_the_licence_and_a_page_of_three_steps_at_most(self):
        for name in self.folders:
            self.assertEqual(self.text(name, "LICENSE"), (paths.ROOT / "LICENSE").read_text(encoding="utf-8"))
            page = self.text(name, "README.md")
            steps = re.findall(r"^(\d)\. ", page, re.M)
            self.assertIn(steps, (["1", "2"], ["1", "2", "3"]), name)
            self.assertRegex(page, r"(?m)^## What it needs$")
            self.assertNotRegex(page, r"\]\((?!https?:)", "a link that leads out of the package")

    def test_the_examples_for_platformio_are_arduinos(self):
        for sketch in package.SKETCHES:
            self.assertEqual(self.text("platformio", f"examples/{sketch}/src/main.cpp"),
                             self.text("arduino", f"examples/{sketch}/{sketch}.ino"))

    # ---------------------------------------------------------------- what tools read

    def test_arduinos_properties_are_whole(self):
        lines = [line for line in self.text("arduino", "library.properties").splitlines() if line and not line.startswith("#")]
        properties = dict(line.split("=", 1) for line in lines)
        self.assertEqual(len(properties), len(lines), "a property stands twice")
        self.assertEqual(PROPERTIES - properties.keys(), set())
        self.assertTrue(all(properties.values()))
        self.assertRegex(properties["name"], r"^[A-Za-z0-9][\w .-]{0,62}$")
        self.assertEqual((properties["version"], properties["url"]), (project.version(), URL))
        self.assertIn(properties["category"], CATEGORIES)
        self.assertTrue((self.folders["arduino"] / "src" / properties["includes"]).exists())

    def test_platformios_manifest_is_whole(self):
        manifest = json.loads(self.text("platformio", "library.json"))
        for field in ("name", "version", "description", "keywords", "authors", "repository", "license"):
            self.assertTrue(manifest.get(field), field)
        self.assertEqual((manifest["version"], manifest["homepage"]), (project.version(), URL))
        self.assertTrue((self.folders["platformio"] / manifest["build"]["srcDir"] / manifest["headers"]).exists())
        self.assertIn("-std=gnu++20", manifest["build"]["flags"])
        settings = self.text("platformio", f"examples/{package.SKETCHES[0]}/platformio.ini")
        self.assertIn(f"build_flags = {' '.join(manifest['build']['flags'])}\n", settings)
        self.assertIn(f"build_unflags = {' '.join(manifest['build']['unflags'])}\n", settings)

    def test_zephyrs_module_names_what_is_there(self):
        folder = self.folders["zephyr"]
        module = yaml.safe_load(self.text("zephyr", "zephyr/module.yml"))
        self.assertEqual(module["name"], folder.name)
        self.assertTrue((folder / module["build"]["cmake"] / "CMakeLists.txt").exists())
        self.assertTrue((folder / module["build"]["kconfig"]).exists())
        samples = [path.parent for root in module["samples"] for path in (folder / root).rglob("sample.yaml")]
        self.assertEqual([path.name for path in samples], ["uci"])
        for sample in samples:
            said = yaml.safe_load((sample / "sample.yaml").read_text(encoding="utf-8"))
            self.assertTrue(said["sample"]["name"])
            self.assertTrue(said["tests"])
            for test in said["tests"]:
                self.assertRegex(test, r"^[a-z_]+(\.[a-z_]+)+$")
            for part in ("CMakeLists.txt", "prj.conf", "src/main.cpp"):
                self.assertTrue((sample / part).exists(), part)

    def test_zephyrs_options_are_all_declared(self):
        declared = set(re.findall(r"^config (STACKMATE\w*)$", self.text("zephyr", "zephyr/Kconfig"), re.M))
        used = set()
        for path in project.files_in(self.folders["zephyr"]):
            if path.name != "README.md" and path.name != "Kconfig":
                used |= set(re.findall(r"CONFIG_(STACKMATE\w*)", path.read_text(encoding="utf-8")))
        self.assertEqual(used - declared, set())
        self.assertGreaterEqual(used, {"STACKMATE", "STACKMATE_FULL"})

    def test_esp_idfs_manifest_is_whole(self):
        manifest = yaml.safe_load(self.text("esp-idf", "idf_component.yml"))
        self.assertEqual((manifest["version"], manifest["url"]), (project.version(), URL))
        self.assertEqual(manifest["license"], project.LICENCE)
        self.assertTrue(manifest["description"])
        self.assertIn("idf", manifest["dependencies"])
        for example in manifest["examples"]:
            self.assertTrue((self.folders["esp-idf"] / example["path"] / "main" / "CMakeLists.txt").exists())

    def test_pythons_source_distribution_is_the_package_and_makes_itself_again(self):
        def distribution(folder: Path) -> Path:
            program = f"import build_wheel; print(build_wheel.build_sdist({str(self.out)!r}))"
            said = subprocess.run([sys.executable, "-B", "-c", program], cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            return self.out / said.stdout.strip()

        folder = self.folders["python"]
        wanted = {path.relative_to(folder).as_posix(): path.read_bytes() for path in project.files_in(folder)}
        for left in ("dist/old.tar.gz", "python/stackmate/__pycache__/old.pyc"):
            (folder / left).parent.mkdir()
            (folder / left).write_bytes(b"of an earlier build")
        made = distribution(folder)
        self.assertEqual(made.name, f"stackmate-{project.version()}.tar.gz")
        once = made.read_bytes()
        with tarfile.open(made) as packed:
            packed.extractall(self.out)
        unpacked = self.out / f"stackmate-{project.version()}"
        found = {path.relative_to(unpacked).as_posix(): path.read_bytes() for path in project.files_in(unpacked)}
        self.assertEqual(found.pop("PKG-INFO"), wanted["METADATA"] + wanted["README.md"])
        self.assertEqual(found, wanted)
        self.assertEqual(distribution(unpacked).read_bytes(), once)


class Tool(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = Path(directory.name)

    def test_two_runs_make_the_same_archives(self):
        for run in ("first", "second"):
            said = call("--archives", "--out", self.out / run)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
        first, second = (sorted((self.out / run).glob("stackmate-*")) for run in ("first", "second"))
        self.assertEqual([path.name for path in first], [path.name for path in second])
        self.assertEqual(len(first), len(package.PACKAGES))
        for one, other in zip(first, second):
            self.assertEqual(one.read_bytes(), other.read_bytes(), one.name)

    def test_a_package_that_was_made_before_is_replaced_whole(self):
        folder = package.make("cmake", self.out)
        (folder / "core" / "stale.cpp").write_text("", encoding="utf-8")
        self.assertEqual(package.make("cmake", self.out), folder)
        self.assertFalse((folder / "core" / "stale.cpp").exists())
        self.assertEqual([path.name for path in self.out.iterdir()], ["cmake"])

    def test_an_unknown_package_is_refused_by_its_name(self):
        said = call("arduino", "mbed", "--out", self.out)
        self.assertEqual(said.returncode, 2)
        self.assertIn("there is no package 'mbed'; there are cmake, pico-sdk, arduino", said.stderr)
        self.assertEqual(list(self.out.iterdir()), [])

    def test_without_an_address_the_metadata_name_the_projects_and_none_that_somebody_could_have(self):
        for setting, named in ((URL, URL), ("", "https://address-not-set.invalid/stackmate")):
            with mock.patch.object(project, "URL", setting):
                manifest = package.make("platformio", self.out) / "library.json"
            self.assertEqual(json.loads(manifest.read_text(encoding="utf-8"))["homepage"], named)

    def test_an_address_that_is_none_is_refused(self):
        for url in ("stackmate", "ftp://example.org/x", "https://example.org/a b", 'https://example.org/"'):
            said = call("cmake", "--out", self.out, "--url", url)
            self.assertEqual(said.returncode, 2)
            self.assertIn(f"'{url}' is no address like", said.stderr)

    def test_a_folder_that_cannot_be_written_is_told(self):
        (self.out / "file").write_text("", encoding="utf-8")
        said = call("cmake", "--out", self.out / "file")
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stderr, r"^tools/package: .*file")


if __name__ == "__main__":
    unittest.main()
