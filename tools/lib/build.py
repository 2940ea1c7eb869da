"""Configuring and building a preset, with progress, a log, and a lock against a second builder.

    build.py PRESET JOBS [TARGET...]        as CTest calls it
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import boards
import terminal

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "build" / "log"


class BuildError(terminal.ToolError):
    """Says what failed and where the log is."""


def setup(*words: str) -> None:
    """Installs what is missing on this machine; `words` ask for more. Raises BuildError when that did not work, or nothing could
    be built."""
    written = ROOT / "build" if (ROOT / "build").exists() else ROOT
    if not os.access(written, os.W_OK):
        raise BuildError(f"{written} cannot be written to, and what is built stands in {ROOT / 'build'}")
    result = subprocess.run([str(ROOT / "tools" / "setup"), *words], stdout=sys.stderr, check=False)
    if result.returncode != 0:
        raise BuildError("this machine could not be set up")


@contextlib.contextmanager
def locked(directory: Path):
    """Two tools may build at once (a tournament starts two engines): the second waits for the first."""
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build" / f".{directory.name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(command: list[str], log, label: str, progress) -> int:
    """Runs one CMake command; ninja's [12/40] drives the progress line."""
    step = re.compile(r"^\[(\d+)/(\d+)\]")
    log.write(f"$ {' '.join(command)}\n")
    log.flush()
    environment = dict(os.environ, NINJA_STATUS="[%f/%t] ", CLICOLOR_FORCE="0")
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", env=environment) as process:
        for line in process.stdout:
            log.write(line)
            match = step.match(line)
            if match and progress:
                done, total = int(match[1]), int(match[2])
                progress.update(label, done / total, f"{done} of {total}")
    return process.returncode


def build(preset: str, *, progress=None, jobs: int = 0, targets: tuple = ()) -> None:
    """Brings the build of a preset or a kit up to date. Raises BuildError with the compiler's own words."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log_path = LOGS / f"build-{preset}.log"
    directory = boards.folder(preset)
    command = ["cmake", "--build", str(directory), "-j", str(jobs or os.cpu_count() or 2)]
    if targets:
        command += ["--target", *targets]
    with locked(directory), open(log_path, "w", encoding="utf-8", buffering=1) as log:     # tools/test looks in meanwhile
        label = f"building {preset}"
        configuring = boards.configuring(preset)
        # One folder serves all kits that lie elsewhere.
        if not (directory / "build.ninja").exists() or configuring[1] == "kit":
            if progress:
                progress.update(label, -1, "configuring")
            if _run(["cmake", *configuring], log, label, None) != 0:
                _fail(f"CMake could not configure {preset}", log, progress)
        if _run(command, log, label, progress) != 0:
            _fail(f"{preset} does not build", log, progress)
    if progress:
        progress.clear()


def _fail(what: str, log, progress) -> None:
    if progress:
        progress.clear()
    log.flush()
    lines = Path(log.name).read_text(encoding="utf-8", errors="replace").splitlines()
    telling = [line for line in lines if re.search(r"error|undefined reference|overflowed", line, re.I) and " -o " not in line]
    shown = "\n".join("    " + line for line in (telling or lines)[-12:])
    raise BuildError(f"{what}:\n{shown}\nThe whole log: {log.name}")


def image_of(board: boards.Board, *, progress=None) -> Path:
    """The board's image, built if it is missing or out of date; no test is."""
    build(board.name, progress=progress, targets=("stackmate",))
    image = ROOT / board.image
    if not image.exists():
        raise BuildError(f"the build of {board.name} left no {board.image}")
    return image


def compiling(entry: dict) -> list[str]:
    """The compiler and its words in an entry of a compile database, without the cache in front of them."""
    words = shlex.split(entry["command"])
    return words[next((n + 1 for n, word in enumerate(words) if Path(word).name == "ccache"), 0):]


def small_program(name: str, sources: tuple, headers: tuple = ()) -> Path:
    """A program of this machine that a tool asks for facts, compiled once for each state of its sources and headers, all
    relative to the repository. Raises BuildError with the compiler's own words."""
    text = b"".join((ROOT / path).read_bytes() for path in (*sources, *headers))
    program = ROOT / "build" / "small" / f"{name}-{hashlib.sha256(text).hexdigest()[:12]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=program.parent, delete=False) as fresh:
            command = ["g++", "-std=c++20", "-O1", "-I", str(ROOT), "-o", fresh.name, *(str(ROOT / path) for path in sources)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            Path(fresh.name).unlink()
            raise BuildError(f"{sources[0]} does not compile: {result.stderr}")
        Path(fresh.name).chmod(0o755)
        Path(fresh.name).replace(program)
    return program


if __name__ == "__main__":
    try:
        build(sys.argv[1], jobs=int(sys.argv[2]), targets=tuple(sys.argv[3:]))
    except BuildError as problem:
        sys.exit(str(problem))
