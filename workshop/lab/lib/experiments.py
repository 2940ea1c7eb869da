"""workshop/lab/experiments: measures the tables of workshop/lab/pages and writes them into the pages."""

import argparse

import boards
import build
import emulator
import measuring
import terminal
from experiment_pages import PAGES
from experiment_pages.common import Context
from terminal import ToolError

FOLDER = build.ROOT / "workshop/lab" / "pages"
TABLES = {name: page for page, tables in PAGES.items() for name in tables}


def chosen(options) -> list:
    """Names of the tables that are to be measured."""
    names = [name for page in options.page or () for name in PAGES[page]] + (options.only or [])
    return names or list(TABLES)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="workshop/lab/experiments", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures the tables of workshop/lab/pages and writes them into the pages. Whatever was measured of the same\n"
                    "sources is kept in build/experiments, so an interrupted run goes on. All of it takes hours, on one core.",
        epilog="\n".join(f"page {name}: " + ", ".join(tables) for name, tables in PAGES.items()))
    parser.add_argument("--page", action="append", choices=tuple(PAGES), metavar="NAME",
                        help="only the tables of this page; may be given several times")
    parser.add_argument("--only", action="append", choices=tuple(TABLES), metavar="TABLE",
                        help="only this table; the others stay as they are; may be given several times")
    parser.add_argument("--games", type=int, default=500, metavar="N", help="for each match (default: 500)")
    parser.add_argument("--quick", action="store_true",
                        help="few positions and games, to see that all works; prints the tables and writes nothing")
    options = parser.parse_args()
    progress = terminal.Progress()
    build.setup()
    if reason := emulator.why_not(boards.find(boards.DEFAULT)):
        raise ToolError(reason)
    context = Context(options, progress)
    for name in chosen(options):
        path = FOLDER / f"{TABLES[name].upper()}.md"
        text = measuring.wrapped(f"{PAGES[TABLES[name]][name](context)}\n\nMeasured at {measuring.engine_state()}.")
        progress.clear()
        if options.quick:
            print(f"{text}\n")
        else:
            measuring.write(path, {name: text})
            print(f"{name} is written into {path.relative_to(build.ROOT)}")
    return 0


if __name__ == "__main__":
    terminal.run(main, stopped="stopped; the same call goes on from here")
