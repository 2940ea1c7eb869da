"""lab/experiments: measures what lab/EXPERIMENTS.md and its pages tell, and writes them."""

import argparse
import re

import boards
import build
import counting
import emulator
import measuring
import parallel
import terminal
from experiment_pages import PAGES
from experiment_pages.common import Context, Page

SUMMARY = build.ROOT / "lab" / "EXPERIMENTS.md"
FOLDER = build.ROOT / "lab" / "pages"
TABLES = {name: page for page in PAGES.values() for name in page.tables}
UNMEASURED = "Not measured yet."

OPENING = """
# Experiments

Written by `lab/experiments`, as are the pages that it leads to: the tables are measured on one core, the words around them are
kept in the tool (`lab/lib/experiment_pages/`) and were written after looking at the figures. "Sources" under a table names the
state of the code that it was measured with. `lab/experiments --page NAME` measures a page anew, `--only TABLE` a table.

Positions, where nothing else is said: the 200 of `host_tests/data/positions.txt`, one from each of 200 games that the engine
played against itself from random openings (`duel_lab positions --count 200 --seed 1`), spread evenly from opening to
ending. A node is a move made in the tree, also in an internal iteration; null moves do not count. Each position is searched with
an empty table and nothing learnt. Matches: fixed nodes a move, random balanced openings, each with both colours, seed 1; ± is half
the 95 % interval. Self-play overstates.
"""


def anchor(title: str) -> str:
    """What a heading is called in a link."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def measured_sections(page: Page) -> dict:
    """Name -> text of the tables that the page on disk has."""
    path = FOLDER / page.file
    sections = measuring.sections_of(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: text for name, text in sections.items() if text != UNMEASURED}


def page_of(page: Page, sections: dict) -> str:
    parts = [f"# {page.title}", page.opening.strip()]
    for name, table in page.tables.items():
        parts += [f"## {table.title}", table.question.strip(),
                  f"<!-- begin {name} -->\n{sections.get(name, UNMEASURED)}\n<!-- end {name} -->"]
        if name in sections and table.finding:
            parts.append(table.finding.strip())
    return "\n\n".join(parts) + "\n"


def summary() -> str:
    rows, contents = [], []
    for page in PAGES.values():
        for claim in page.claims:
            where = f"pages/{page.file}#{anchor(page.tables[claim.table].title)}"
            rows.append([claim.said, claim.by, claim.answer, f"[{page.title}]({where})"])
        titles = ", ".join(f"{table.title[:1].lower()}{table.title[1:]}" for table in page.tables.values())
        contents.append(f"- [{page.title}](pages/{page.file}): {titles}.")
    lines = ["| said | by | our answer | shown in |", "|---|---|---|---|", *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n\n".join([OPENING.strip(), "## Claims, and what came out", "\n".join(lines), "## Pages", "\n".join(contents)]) + "\n"


def write(page: Page, measured: dict) -> None:
    """Puts tables into their page; those measured earlier, or by another run meanwhile, stay."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / page.file).write_text(page_of(page, {**measured_sections(page), **measured}), encoding="utf-8")


def chosen(options) -> list:
    """Names of the tables that are to be measured."""
    names = [name for page in options.page or () for name in PAGES[page].tables] + (options.only or [])
    return names or list(TABLES)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="lab/experiments", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures what lab/EXPERIMENTS.md and its pages tell and writes them. Whatever was measured of the same\n"
                    "sources is kept in build/experiments, so an interrupted run goes on. All of it takes hours, on one core.",
        epilog="\n".join(f"page {name}: " + ", ".join(page.tables) for name, page in PAGES.items()))
    parser.add_argument("--page", action="append", choices=tuple(PAGES), metavar="NAME",
                        help="only the tables of this page; may be given several times")
    parser.add_argument("--only", action="append", choices=tuple(TABLES), metavar="TABLE",
                        help="only this table; the others stay as they are; may be given several times")
    parser.add_argument("--words", action="store_true",
                        help="measures nothing: writes the words anew around the tables that are there")
    parser.add_argument("--games", type=int, default=500, metavar="N", help="for each match (default: 500)")
    parser.add_argument("--quick", action="store_true",
                        help="few positions and games, to see that all works; prints the tables and writes nothing")
    options = parser.parse_args()
    progress = terminal.Progress()
    with terminal.told("lab/experiments", progress, measuring.MeasuringError, build.BuildError, counting.CountingError,
                       emulator.EmulatorError, parallel.ParallelError,
                       stopped="stopped; the same call goes on from here"):
        if not options.words:
            build.setup()
            if reason := emulator.why_not(boards.find(boards.DEFAULT)):
                raise measuring.MeasuringError(reason)
            context = Context(options, progress)
            for name in chosen(options):
                text = measuring.wrapped(f"{TABLES[name].tables[name].measure(context)}\n\nSources: {context.key}.")
                progress.clear()
                if options.quick:
                    print(f"{text}\n")
                else:
                    write(TABLES[name], {name: text})
        if not options.quick:
            for page in PAGES.values():
                write(page, {})
            SUMMARY.write_text(summary(), encoding="utf-8")
            print(f"{SUMMARY.relative_to(build.ROOT)} and {FOLDER.relative_to(build.ROOT)} are written")
        return 0


if __name__ == "__main__":
    terminal.run(main)
