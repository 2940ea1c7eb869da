"""Which tests belong to a file or a folder: what `tools/test PATH` runs.

Tests mirror the tree: host_tests/hal/ring_test.cpp tests hal/ring.hpp, and so does host_tests/hal/ring_edges_test.cpp. A file
without tests of its own name has those that include it (or import it, in Python) or have its folder's name, or else all of its
folder. What is in core/search has two more, which compare whole searches.
"""

import functools
import re
from dataclasses import dataclass, field
from pathlib import Path

import build

ROOT = build.ROOT
TESTS = Path("host_tests")
PYTHON_TESTS = TESTS / "tools"
SEARCH = Path("core/search")
WHOLE_SEARCHES = [TESTS / "core/search/oracle_test.cpp", TESTS / "core/engine/bench_signature_test.cpp"]


@dataclass
class Found:
    """Tests of C++ as paths, and patterns of the words of CTest's steps that run others."""
    why: str = ""
    sources: list = field(default_factory=list)
    steps: list = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.sources or self.steps)


@functools.cache
def all_sources() -> tuple:
    """The C++ tests, relative to the repository."""
    return tuple(sorted(path.relative_to(ROOT) for path in (ROOT / TESTS).rglob("*_test.cpp")))


def program(source: Path) -> str:
    """The target that is this test alone: core.chess.movegen_test."""
    return ".".join(source.relative_to(TESTS).with_suffix("").parts)


def _mentioning(pattern: str, paths) -> list:
    return [path for path in paths if re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.M)]


def _steps_of_python(paths) -> list:
    return [rf"-s {re.escape(str(path.parent))} -p {re.escape(path.name)}( |$)" for path in paths]


def _below(folder: Path) -> Found:
    sources = [path for path in all_sources() if folder in path.parents]
    others = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*_test.py")]
    return Found(f"tests below {folder}", sources, _steps_of_python(others))


def _of_python(path: Path) -> Found:
    tests = [found.relative_to(ROOT) for found in (ROOT / PYTHON_TESTS).glob("*_test.py")]
    own = [test for test in tests if test.name == f"{path.stem}_test.py"]
    if own:
        return Found(f"tests of {path}", steps=_steps_of_python(own))
    users = _mentioning(rf"^\s*(import|from) {path.stem}\b", tests)
    return Found(f"{path} has no tests of its own name; these import it", steps=_steps_of_python(users))


def _of_source(path: Path) -> Found:
    folder = TESTS / path.parent
    own = [test for test in all_sources()
           if test.parent == folder and re.fullmatch(rf"{re.escape(path.stem)}(_\w+)?_test", test.stem)]
    if own:
        return Found(f"tests of {path}", own)
    header = path.with_suffix(".hpp") if path.suffix == ".cpp" else path
    users = _mentioning(rf'^#include "{re.escape(str(header))}"', all_sources())
    users += [test for test in all_sources() if test.parent == folder.parent and re.fullmatch(rf"{path.parent.name}(_\w+)?_test", test.stem)]
    if users:
        return Found(f"{path} has no tests of its own name; these include it or have its folder's", sorted(set(users)))
    while folder != TESTS:
        if found := _below(folder):
            found.why = f"{path} has no tests of its own name, and none includes it; these are {folder}'s"
            return found
        folder = folder.parent
    return Found()


def of(word: str) -> Found:
    """The tests of a file or folder that stands in the repository. ValueError, in words, if there is none or it has no tests."""
    place = Path(word) if Path(word).is_absolute() else next(
        (base / word for base in (Path.cwd(), ROOT) if (base / word).exists()), ROOT / word)
    place = place.resolve()
    if not place.exists() or not place.is_relative_to(ROOT):
        raise ValueError(f"there is no file or folder {word}")
    path = place.relative_to(ROOT)
    inside = path.is_relative_to(TESTS)
    if path.parts[:1] == ("web",) or path.is_relative_to(TESTS / "web"):
        found = Found("tests of the page", steps=_steps_of_python([TESTS / "web" / "page_test.py"]))
    elif path.parts[:1] == ("python",):
        found = _below(TESTS / "python")
    elif path.parts[:2] == ("boards", "kits") and path.suffix == ".hpp":
        found = Found(f"all that runs on {path.stem}", steps=[rf"\bSTEP {re.escape(path.stem)}: "])
    elif place.is_dir():
        found = _below(path if inside else TESTS / path)
    elif inside and path.name.endswith("_test.cpp"):
        found = Found(f"{path}", [path])
    elif inside and path.name.endswith("_test.py"):
        found = Found(f"{path}", steps=_steps_of_python([path]))
    elif inside:
        users = _mentioning(re.escape(path.name), all_sources())
        found = Found(f"these name {path.name}", users)
    elif path.suffix == ".py" or path.parts[0] == "tools":
        found = _of_python(path)
    else:
        found = _of_source(path)
    if path.is_relative_to(SEARCH):
        found.sources = list(dict.fromkeys((*found.sources, *WHOLE_SEARCHES)))
    if not found:
        raise ValueError(f"{path} has no tests that could be named by it")
    return found
