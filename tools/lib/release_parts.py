"""The parts of a release: what each of them builds, and under which names it is handed out."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import boards
import build
import licences
import other_tools
import project
import sizes
import web
from terminal import ToolError

IMAGE_KINDS = (".uf2", ".hex", ".bin")
# A program for Linux runs where the C library is not older than this: Debian 12's.
NEWEST_GLIBC = (2, 36)
C_LIBRARY = ("libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1")


class Release:
    """What is being made: its folder, its manifest, and how many compilers may run at once (0: as many as there are cores)."""

    def __init__(self, out: Path, progress, jobs: int = 0):
        self.out, self.progress, self.jobs = out, progress, jobs
        self.stem = f"{project.NAME}-{project.version()}"
        self.images, self.programs = [], []

    def build(self, preset: str, program: str) -> Path:
        """The program of a preset, built; ToolError if it tells where it was."""
        build.build(preset, progress=self.progress, jobs=self.jobs, targets=("stackmate",))
        built = build.ROOT / "build" / preset / program
        check_bytes(preset, built.read_bytes())
        return built

    def copy(self, source: Path, name: str) -> dict:
        """Hands a file out under its name. What the manifest says of it."""
        shutil.copyfile(source, self.out / name)
        return {"file": name, "bytes": source.stat().st_size}

    def pack(self, name: str, kind: str, files) -> dict:
        """Hands files and folders out as one archive, in a folder of its name. What the manifest says of it."""
        with tempfile.TemporaryDirectory() as directory:
            folder = Path(directory) / f"{self.stem}-{name}"
            folder.mkdir()
            for source in files:
                if source.is_dir():
                    shutil.copytree(source, folder, dirs_exist_ok=True)
                else:
                    shutil.copy(source, folder)
            to = project.archive(folder, self.out / f"{folder.name}.{kind}")
        return {"file": to.name, "bytes": to.stat().st_size}


def check_bytes(name: str, data: bytes) -> None:
    """ToolError if a program names the folder that it was built in: elsewhere it would be another."""
    if str(build.ROOT).encode() in data:
        raise ToolError(f"{name}: the program names {build.ROOT}, so it would be another one if built elsewhere")


def compiler_of(preset: str) -> str:
    """What a built preset was compiled with, as CMake found it: another one makes other bytes."""
    found = next((build.ROOT / "build" / preset / "CMakeFiles").glob("*/CMakeCXXCompiler.cmake")).read_text(encoding="utf-8")
    return " ".join(re.search(rf'^set\(CMAKE_CXX_COMPILER_{word} "([^"]*)"', found, re.M)[1] for word in ("ID", "VERSION"))


def image_of(release: Release, board: boards.Board) -> dict:
    """Builds a board and hands its image out in each form that it has."""
    image = release.build(board.name, "stackmate.elf")
    files = [release.copy(image.with_suffix(kind), f"{release.stem}-{board.name}{kind}")
             for kind in IMAGE_KINDS if image.with_suffix(kind).exists()]
    return {"board": board.name, "chip": board.chip, "configuration": board.configuration, **sizes.figures(board),
            "compiler": compiler_of(board.name), "build_id": web.build_id(image), "files": files}


def make_images(release: Release) -> None:
    release.images = [image_of(release, board) for board in boards.device_boards()]


def needs_of(program: Path) -> tuple:
    """The libraries that a program for Linux asks for, and the newest version of the C library among their symbols."""
    def said(option):
        return subprocess.run(["readelf", "--wide", option, str(program)], check=True, capture_output=True, text=True).stdout
    libraries = [line.rpartition("[")[2].rstrip("]") for line in said("-d").splitlines() if "(NEEDED)" in line]
    versions = [word.removeprefix("GLIBC_") for word in said("-V").split() if word.startswith("GLIBC_2")]
    return libraries, max((tuple(map(int, version.split("."))) for version in versions), default=(0,))


def check_needs(name: str, libraries, glibc) -> None:
    """ToolError if a program would not start on a plain Debian 12."""
    foreign = [library for library in libraries if library not in C_LIBRARY]
    if foreign:
        raise ToolError(f"{name}: the program needs {', '.join(foreign)}, which not every machine has")
    if glibc > NEWEST_GLIBC:
        raise ToolError(f"{name}: the program needs glibc {'.'.join(map(str, glibc))}, newer than Debian 12's "
                           f"{'.'.join(map(str, NEWEST_GLIBC))}: build it on Debian 12")


def make_program(release: Release, preset: str) -> None:
    windows = preset == "windows"
    program = release.build(preset, "stackmate.exe" if windows else "stackmate")
    if not windows:
        check_needs(preset, *needs_of(program))
    papers = [build.ROOT / "docs/PLAYING.md", release.out / licences.NAME]
    packed = release.pack("windows-x86_64" if windows else preset, "zip" if windows else "tar.gz", [program, *papers])
    release.programs.append({"system": preset, "compiler": compiler_of(preset), **packed})


def make_page(release: Release) -> None:
    with tempfile.TemporaryDirectory() as folder:
        web.make(Path(folder) / "page", progress=release.progress)
        release.pack("page", "zip", [Path(folder) / "page"])


def make_packages(release: Release) -> None:
    release.progress.update("making packages")
    with tempfile.TemporaryDirectory() as folder:
        other_tools.call("package", "--archives", "--out", folder)
        archives = [path for path in sorted(Path(folder).iterdir()) if path.name.endswith((".zip", ".tar.gz"))]
        if not archives:
            raise ToolError("tools/package --archives made no archive")
        for path in archives:
            release.copy(path, path.name)


def make_reference(release: Release) -> None:
    release.progress.update("making the reference")
    with tempfile.TemporaryDirectory() as folder:
        other_tools.call("reference", "--out", folder)
        release.pack("reference", "tar.gz", [Path(folder)])


PARTS = {
    "images": make_images,
    "linux-x86_64": lambda release: make_program(release, "linux-x86_64"),
    "linux-arm64": lambda release: make_program(release, "linux-arm64"),
    "windows": lambda release: make_program(release, "windows"),
    "page": make_page,
    "packages": make_packages,
    "reference": make_reference,
}
