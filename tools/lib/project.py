"""What the project is called and which version it is, and archives of it that are the same bytes whenever they are made."""

import gzip
import hashlib
import io
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import build

ROOT = build.ROOT
NAME = "stackmate"
AUTHOR = "Stackmate developers"
LICENCE = "MIT"
# The project's address, https://HOST/PATH: whoever publishes the project sets it. tools/release refuses to run without it.
URL = ""
NO_URL = "https://address-not-set.invalid/stackmate"    # in packages that are made before; no such host can exist
EPOCH = 315532800       # 1980-01-01, the first day that a zip file can tell
EXECUTABLE, ORDINARY = 0o755, 0o644


def address() -> str:
    """What the metadata of packages name."""
    return URL or NO_URL


def version() -> str:
    """The version that CMakeLists.txt gives: three numbers."""
    found = re.search(r"project\(stackmate VERSION (\d+\.\d+\.\d+) ", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    if not found:
        raise ValueError("CMakeLists.txt gives no version of three numbers")
    return found[1]


def description() -> str:
    found = re.search(r'DESCRIPTION "([^"]+)"', (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    if not found:
        raise ValueError("CMakeLists.txt gives no description")
    return found[1]


def commit() -> str:
    """The commit that is checked out, 40 hexadecimal digits. Raises CalledProcessError outside a git checkout."""
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def changed_files() -> list[str]:
    """What of the checkout is not as it was committed, files that are not committed at all included; those that
    .gitignore names are not. Raises CalledProcessError outside a git checkout."""
    said = subprocess.run(["git", "status", "--porcelain", "-z", "--no-renames"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [entry[3:] for entry in said.stdout.split("\0") if entry]


def files_in(folder: Path) -> list[Path]:
    """All files of a folder and its folders, in the order of their names."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.relative_to(folder).as_posix())


def sums(folder: Path) -> str:
    """The folder's files as `sha256sum --check` reads them."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n" for path in files_in(folder))


def archive(folder: Path, to: Path) -> Path:
    """Packs a folder, its name being the first part of each path, into a .zip or .tar.gz. The same files make the same bytes:
    they are sorted, belong to nobody, and are as old as a zip file can be. Raises ValueError for another kind."""
    to.parent.mkdir(parents=True, exist_ok=True)
    if to.name.endswith(".zip"):
        _zip(folder, to)
    elif to.name.endswith(".tar.gz"):
        _tar(folder, to)
    else:
        raise ValueError(f"{to.name}: an archive is a .zip or a .tar.gz")
    return to


def _mode(path: Path) -> int:
    return EXECUTABLE if path.stat().st_mode & 0o100 else ORDINARY


def _zip(folder: Path, to: Path) -> None:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in files_in(folder):
            entry = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}")
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3     # Unix, whose modes these are
            entry.external_attr = (0o100000 | _mode(path)) << 16
            packed.writestr(entry, path.read_bytes())


def _tar(folder: Path, to: Path) -> None:
    with open(to, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as zipped, \
            tarfile.open(mode="w", fileobj=zipped, format=tarfile.GNU_FORMAT) as packed:
        for path in files_in(folder):
            entry = tarfile.TarInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}")
            data = path.read_bytes()
            entry.size, entry.mode, entry.mtime = len(data), _mode(path), EPOCH
            packed.addfile(entry, io.BytesIO(data))
