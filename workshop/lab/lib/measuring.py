"""What the tools that measure for hours share: results kept item by item, tables, and documents of which only a
part is measured anew."""

import hashlib
import re
import subprocess
import textwrap
from pathlib import Path

import build
import marked
import resume
from terminal import ToolError

RESULTS = build.ROOT / "build" / "experiments"


def source_hash(sources) -> str:
    """Of everything that the figures depend on."""
    whole = hashlib.sha256()
    for source in sources:
        path = build.ROOT / source
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                whole.update(f"{file.relative_to(build.ROOT)}\0".encode() + file.read_bytes())
    return whole.hexdigest()[:12]


def git(*words) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=build.ROOT).stdout.strip()


def signatures_of(listed: str) -> str:
    return ", ".join(f"{int(nodes):,} ({name})" for name, nodes in map(str.split, listed.splitlines()))


def unresolved(table: str) -> list:
    """What a table says of its engine and no commit in the history bears out; that it says nothing, too."""
    said = re.findall(r"Measured (?:at|before) commit (\w+), bench ([^;]+?)[.;]$", table, re.M)
    return [(commit, bench) for commit, bench in said or [("none", table[-80:])] if not git("rev-list", "-1", commit, "--")
            or git("merge-base", commit, "HEAD") != git("rev-parse", commit)
            or signatures_of(git("show", f"{commit}:host_tests/bench_signature.txt")) != bench]


def engine_state() -> str:
    """Which engine is measured, for the text beside its tables: the commit, and the bench signatures of all configurations."""
    signatures = signatures_of((build.ROOT / "host_tests" / "bench_signature.txt").read_text(encoding="ascii"))
    changed = " with changes" if git("status", "--porcelain", "--untracked-files=no", "--", "core", "workshop/lab") else ""
    return f"commit {git('rev-parse', '--short', 'HEAD') or 'unknown'}{changed}, bench {signatures}"


class Kept:
    """The results of one table, item by item, in build/experiments: what is there is not measured again."""

    def __init__(self, table: str, key: str, quick: bool, progress, total: int = 0):
        self.path = RESULTS / f"{table}-{key}{'-quick' if quick else ''}.json"
        self.table, self.progress, self.total, self.asked = table, progress, total, 0
        self.items = resume.whole(self.path)

    def get(self, name: str, measure):
        """The result called `name`: a known one, or measure()'s."""
        self.asked += 1
        self.progress.update(self.table, (self.asked - 1) / self.total if self.total else -1, name, force=True)
        if name not in self.items:
            self.items[name] = measure()
            resume.replace(self.path, self.items)
        return self.items[name]


def positive(kind):
    """For argparse: such a number of more than 0; also 100e6 and 100,000,000."""
    def parse(text):
        value = kind(float(text.replace(",", "")))
        if value <= 0:
            raise ValueError
        return value
    parse.__name__ = "positive number"
    return parse


def table(heads, rows) -> str:
    """A table in Markdown; the first column is text, the others are figures."""
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "--:|" * (len(heads) - 1)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def run(command, what: str, lines=()) -> str:
    """What the command says, which is given the lines to read."""
    result = subprocess.run([str(word) for word in command], input="".join(f"{line}\n" for line in lines), capture_output=True,
                            text=True, check=False, cwd=build.ROOT)
    if result.returncode != 0:
        raise ToolError(f"{what}: {(result.stderr or result.stdout).strip()[-800:]}")
    return result.stdout + result.stderr


def filled(document: str, measured: dict) -> str:
    """The document with these parts measured anew; the rest stays as it is. Each must have its one place."""
    for name in measured:
        places = document.count(f"<!-- {name}:begin -->")
        if places != 1:
            raise ToolError(f"the document has {places} places for {name}")
    return marked.filled(document, measured)


def write(document: Path, measured: dict) -> None:
    """Puts these parts into the document as it is now: another run may have written others meanwhile."""
    document.write_text(filled(document.read_text(encoding="utf-8"), measured), encoding="utf-8")


def wrapped(text: str) -> str:
    """Paragraphs in lines; tables and blocks stay as they are."""
    return "\n\n".join(part if "\n" in part or part.startswith("|") else textwrap.fill(part, 118)
                       for part in text.split("\n\n"))
