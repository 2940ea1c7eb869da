"""tools/package: the library as the tools of others want it, each package made of the same sources.

What a package is made of stands in PACKAGES; what only it has, its metadata and examples, lies in packages/NAME. In a text from
there @VERSION@ and the like become what project.py says.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import build
import project
import terminal

ROOT = build.ROOT
OWN = ROOT / "packages"
PAGE = ROOT / "docs" / "LIBRARY.md"
FOLDER = "stackmate"        # what a package's folder is called: Zephyr and ESP-IDF name a module by its folder

# Folders of the library, and what of them a stranger's build must not find: a program's main, fakes, tests, and what needs the
# packed endings and puzzles.
ENGINE = ("core", "c")
ENGINE_AND_UCI = (*ENGINE, "firmware", "hal")
LEFT_OUT = ("firmware/main.cpp", "firmware/engine/instance.hpp", "firmware/engine/instance.cpp", "hal/fake", "hal/conformance",
            "firmware/squares/ending_exercises.hpp", "firmware/squares/puzzle_exercises.hpp")
VERSION = "core/version.hpp"
SUFFIXES = (".c", ".cpp", ".h", ".hpp")


@dataclass(frozen=True)
class Package:
    title: str                  # of its section in docs/LIBRARY.md, which becomes its README.md
    folders: tuple              # of the repository, copied
    own: tuple                  # folders of packages/, copied
    into: str = ""              # where `folders` go
    copies: tuple = ()          # (what, to): more files or folders; `what` is of the repository
    kind: str = "zip"           # of its archive


CMAKE = tuple((f"cmake/{part}.cmake", f"cmake/{part}.cmake") for part in ("core", "c", "flags", "install"))
EXAMPLES = ("minimal", "c")
SKETCHES = ("SerialEngine", "MatrixBoard", "ChessBoard")

PACKAGES = {
    "cmake": Package("CMake", ENGINE, ("cmake",), kind="tar.gz", copies=(
        *CMAKE, *((f"examples/{example}", f"examples/{example}") for example in EXAMPLES))),
    "pico-sdk": Package("Pico SDK", ENGINE_AND_UCI, ("cmake", "pico-sdk"), kind="tar.gz", copies=CMAKE),
    "arduino": Package("Arduino", ENGINE_AND_UCI, ("arduino",), into="src"),
    "platformio": Package("PlatformIO", ENGINE_AND_UCI, ("platformio",), into="src", kind="tar.gz", copies=(
        ("packages/arduino/src", "src"),
        *((f"packages/arduino/examples/{sketch}/{sketch}.ino", f"examples/{sketch}/src/main.cpp") for sketch in SKETCHES),
        *(("packages/platformio/platformio.ini", f"examples/{sketch}/platformio.ini") for sketch in SKETCHES))),
    "zephyr": Package("Zephyr", ENGINE_AND_UCI, ("zephyr",), kind="tar.gz"),
    "esp-idf": Package("ESP-IDF", ENGINE_AND_UCI, ("esp-idf",), kind="tar.gz"),
    "python": Package("Python", ENGINE, ("cmake", "python"), kind="tar.gz", copies=(
        *CMAKE, *((f"python/stackmate/{name}", f"python/stackmate/{name}") for name in ("__init__.py", "py.typed")))),
}


def sources_of(package: Package) -> list:
    """(path in the repository, path in the package) of what is copied as it is, in the order of the former."""
    found = []
    for folder in package.folders:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            left_out = any(name == out or name.startswith(out + "/") for out in LEFT_OUT)
            if path.suffix in SUFFIXES and path.is_file() and not left_out:
                found.append((path, Path(package.into, name)))
    return found


def texts_of(package: Package) -> list:
    """The same of what is filled in: what packages/ has, and single files."""
    found = [(path, path.relative_to(OWN / folder)) for folder in package.own for path in project.files_in(OWN / folder)
             if not any(path == ROOT / what for what, _ in package.copies)]
    for what, to in package.copies:
        path = ROOT / what
        if path.is_dir():
            found += [(each, Path(to) / each.relative_to(path)) for each in project.files_in(path)]
        else:
            found.append((path, Path(to)))
    return found


def tell_version(header: Path) -> None:
    """The header complains where nobody tells the version; in a package it says it."""
    text, told = re.subn(r"^#error .*$", f'#define STACKMATE_VERSION "{project.version()}"', header.read_text(encoding="utf-8"),
                         flags=re.M)
    if told != 1:
        raise build.BuildError(f"{VERSION} has {told} lines to put the version in, not one")
    header.write_text(text, encoding="utf-8")


def filled(text: str, url: str) -> str:
    """A text of packages/ with what project.py says in it."""
    for word, meaning in (("VERSION", project.version()), ("DESCRIPTION", project.description()), ("AUTHOR", project.AUTHOR),
                          ("LICENCE", project.LICENCE), ("URL", url)):
        text = text.replace(f"@{word}@", meaning)
    return text


def read_me(package: Package) -> str:
    """A package's page: what docs/LIBRARY.md says of it, of the chess board if it has one, and of all."""
    title, *others = package.title, *(("The chess board",) if "firmware" in package.folders else ()), "What it needs"
    page = PAGE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", page, re.S | re.M))
    for wanted in (title, *others):
        if wanted not in sections:
            raise build.BuildError(f"{PAGE.relative_to(ROOT)} has no section '{wanted}'")
    # Other pages are not in the package.
    text = f"# Stackmate: {title}\n{sections[title].rstrip()}\n" + "".join(
        f"\n## {other}\n{sections[other].rstrip()}\n" for other in others)
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text)


def make(name: str, out: Path, url: str = "") -> Path:
    """Makes a package in `out`/NAME/stackmate, in place of what is there, and returns that folder. Without `url` the
    metadata name the project's address."""
    url = url or project.address()
    package = PACKAGES[name]
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=f".{name}-") as fresh:
        folder = Path(fresh, FOLDER)
        for path, to in sources_of(package):
            (folder / to).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / to)
        tell_version(folder / package.into / VERSION)
        for path, to in texts_of(package):
            (folder / to).parent.mkdir(parents=True, exist_ok=True)
            (folder / to).write_text(filled(path.read_text(encoding="utf-8"), url), encoding="utf-8")
        shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
        (folder / "README.md").write_text(filled(read_me(package), url), encoding="utf-8")
        made = out / name / FOLDER
        if made.exists():
            shutil.rmtree(made)
        made.parent.mkdir(exist_ok=True)
        folder.rename(made)
    return made


def archive(name: str, folder: Path, out: Path) -> Path:
    return project.archive(folder, out / f"{FOLDER}-{name}-{project.version()}.{PACKAGES[name].kind}")


def wheel(folder: Path, out: Path) -> Path:
    """The wheel of the Python package in `folder`, for this computer."""
    build.setup()
    said = subprocess.run([sys.executable, "-B", folder / "build_wheel.py", out], stdout=subprocess.PIPE, text=True, check=False)
    if said.returncode != 0:
        raise build.BuildError("the wheel could not be built")
    return Path(said.stdout.strip())


def address(text: str) -> str:
    if not re.fullmatch(r"https?://[\w.-]+(/[\w.~/-]*)?", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no address like https://example.org/stackmate")
    return text.rstrip("/")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/package",
        description="Makes the library's packages for the tools of others, all of the same sources. docs/LIBRARY.md says how "
                    "each is used. Only --wheel compiles something.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(PACKAGES)}; all of them if none is named")
    parser.add_argument("--out", metavar="DIR", type=Path, default=ROOT / "build" / "packages",
                        help=f"where to: DIR/NAME/{FOLDER} (default: build/packages)")
    parser.add_argument("--archives", action="store_true",
                        help=f"also DIR/{FOLDER}-NAME-VERSION.zip or .tar.gz; the same sources make the same bytes")
    parser.add_argument("--wheel", action="store_true", help="of the package python also a wheel for this computer, in DIR")
    parser.add_argument("--url", type=address, default=project.address(), help="the repository's address, for the "
                        "metadata (default: %(default)s)")
    options = parser.parse_args()
    for name in options.names:
        if name not in PACKAGES:
            parser.error(f"there is no package '{name}'; there are {', '.join(PACKAGES)}")
    if options.wheel and "python" not in (options.names or PACKAGES):
        parser.error("--wheel is of the package python, which is not among these")
    for name in options.names or PACKAGES:
        made = make(name, options.out, options.url)
        print(made)
        if options.archives:
            print(archive(name, made, options.out))
        if options.wheel and name == "python":
            print(wheel(made, options.out))
    return 0


if __name__ == "__main__":
    terminal.run(main)
