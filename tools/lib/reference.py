"""tools/reference: the API reference of the public headers, by Doxygen. What it warns of is an error."""

import argparse
import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import build
import project
import terminal

ROOT = build.ROOT
OUT = ROOT / "build" / "reference"
FOLDERS = ("core/chess", "core/game", "core/notation", "core/eval", "core/engine", "core/splitting", "core/uci")
FILES = ("c/stackmate.h", "core/version.hpp", "core/search/transposition_table.hpp", "core/search/hooks.hpp",
         "core/search/frame.hpp", "core/search/versions.hpp",
         "hal/concepts.hpp", "hal/chess_concepts.hpp", "hal/flash.hpp", "hal/second_core.hpp")
SETTINGS = {
    "QUIET": "YES", "WARN_AS_ERROR": "FAIL_ON_WARNINGS", "WARN_IF_UNDOCUMENTED": "NO", "WARN_IF_INCOMPLETE_DOC": "NO",
    "EXTRACT_ALL": "YES", "EXTRACT_STATIC": "YES", "HIDE_UNDOC_RELATIONS": "NO", "JAVADOC_AUTOBRIEF": "YES",
    "SHOW_USED_FILES": "NO", "ENABLE_PREPROCESSING": "YES", "MACRO_EXPANSION": "NO", "SORT_MEMBER_DOCS": "NO",
    "GENERATE_LATEX": "NO", "GENERATE_TREEVIEW": "YES", "GENERATE_HTML": "YES", "HTML_OUTPUT": ".", "HTML_TIMESTAMP": "NO", "HAVE_DOT": "NO",
    "BUILTIN_STL_SUPPORT": "YES", "TAB_SIZE": "4",
}

FIRST_PAGE = """@mainpage Stackmate's public headers
- stackmate.h: the C interface, for firmware in C and whatever calls C.
- engine/engine.hpp: the engine, a template of its configuration (config.hpp); limits.hpp says what a search is asked for.
- chess/position.hpp, chess/movegen.hpp, game/game_record.hpp, notation/san.hpp, move_text.hpp and pgn.hpp: the rules without the engine.
- eval/eval.hpp, search/hooks.hpp, search/versions.hpp: evaluations and enhancements of your own.
- concepts.hpp, chess_concepts.hpp: what a board must offer.
"""


def headers() -> list[Path]:
    """The public headers, in order."""
    return sorted({path for folder in FOLDERS for path in (ROOT / folder).glob("*.hpp")} | {ROOT / name for name in FILES})


def configuration(sources: list[Path], root: Path, out: Path) -> str:
    """A Doxyfile."""
    settings = SETTINGS | {
        "PROJECT_NAME": '"Stackmate"', "PROJECT_NUMBER": project.version(), "PROJECT_BRIEF": f'"{project.description()}"',
        "OUTPUT_DIRECTORY": f'"{out}"', "STRIP_FROM_PATH": f'"{root}"',
        "INPUT": " ".join(f'"{path}"' for path in sources)}
    return "".join(f"{name} = {value}\n" for name, value in settings.items())


def _without_places(pages: Path) -> None:
    """Doxygen names a folder's page by where the folder stands; here it is named by what the page calls it."""
    names = {}
    for page in pages.glob("dir_*.html"):
        title = re.search(r"<title>([^<]*)", page.read_text(encoding="utf-8"))[1]
        names[page.stem] = "dir_" + hashlib.md5(title.encode(), usedforsecurity=False).hexdigest()
    for path in [path for path in pages.rglob("*") if path.suffix in (".html", ".js")]:
        text = path.read_text(encoding="utf-8")
        path.unlink()
        path.with_name(names.get(path.stem, path.stem) + path.suffix).write_text(
            re.sub(r"dir_[0-9a-f]{32}", lambda match: names.get(match[0], match[0]), text), encoding="utf-8")


def make(sources: list[Path], out: Path) -> None:
    """Writes the pages; what lay in `out` is replaced. The same sources make the same bytes, wherever they and `out` stand. Raises
    terminal.ToolError when Doxygen warns, and leaves `out` alone."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as fresh:
        pages, root = Path(fresh, "pages"), Path(fresh, "sources")
        pages.mkdir()
        copies = [root / (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name) for path in sources]
        for path, copy in zip(sources, copies):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        first = root / "first.dox"
        first.write_text(f"/** {FIRST_PAGE} */\n", encoding="utf-8")
        result = subprocess.run(["doxygen", "-"], input=configuration([first, *copies], root, pages), cwd=root, capture_output=True,
                                text=True, errors="replace", check=False)
        if result.returncode != 0 or result.stderr.strip():
            raise terminal.ToolError(result.stderr.replace(f"{root}/", "").strip() or f"doxygen ended with {result.returncode}")
        _without_places(pages)
        if out.exists():
            shutil.rmtree(out)
        pages.rename(out)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/reference",
        description="Makes the API reference of the public headers (core, the C interface, the hardware concepts) with Doxygen. "
                    "A wrong reference or parameter in a comment is an error. Installs Doxygen if it is missing.")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR",
                        help=f"where to, what lies there is replaced (default: {OUT.relative_to(ROOT)})")
    options = parser.parse_args()
    build.setup("--reference")
    make(headers(), options.out.resolve())
    print(f"{options.out / 'index.html'}: {len(headers())} headers")
    return 0


if __name__ == "__main__":
    terminal.run(main)
