"""tools/lib/project.py: the version stands once, and archives are the same bytes whenever they are made."""

import os
import stat
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib"))
import project  # noqa: E402


class Version(unittest.TestCase):
    def test_it_is_three_numbers(self):
        self.assertRegex(project.version(), r"^\d+\.\d+\.\d+$")


class Archives(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = Path(self.folder.name)

    def made(self, parent: str, names, when: int) -> Path:
        folder = self.here / parent / "thing"
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name, encoding="utf-8")
            path.chmod(0o750 if name == "run" else 0o600)
            os.utime(path, (when, when))
        return folder

    def test_two_folders_of_the_same_files_make_the_same_bytes_whatever_their_order_and_age(self):
        names = ["b", "a/z", "a/b", "run"]
        one, other = self.made("one", names, 1_000_000_000), self.made("other", reversed(names), 1_700_000_000)
        for kind in ("zip", "tar.gz"):
            first = project.archive(one, self.here / f"1.{kind}").read_bytes()
            self.assertEqual(first, project.archive(other, self.here / f"2.{kind}").read_bytes(), kind)

    def test_what_can_be_run_still_can_and_each_path_begins_with_the_folders_name(self):
        folder = self.made("one", ["run", "a/b"], 0)
        with tarfile.open(project.archive(folder, self.here / "t.tar.gz")) as packed:
            self.assertEqual({entry.name: entry.mode for entry in packed}, {"thing/a/b": 0o644, "thing/run": 0o755})
        with zipfile.ZipFile(project.archive(folder, self.here / "t.zip")) as packed:
            modes = {entry.filename: stat.S_IMODE(entry.external_attr >> 16) for entry in packed.infolist()}
            self.assertEqual(modes, {"thing/a/b": 0o644, "thing/run": 0o755})

    def test_another_kind_is_refused_by_its_name(self):
        with self.assertRaisesRegex(ValueError, "thing.rar: an archive is a .zip or a .tar.gz"):
            project.archive(self.made("one", ["a"], 0), self.here / "thing.rar")


if __name__ == "__main__":
    unittest.main()
