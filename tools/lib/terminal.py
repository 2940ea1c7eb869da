"""Progress on a terminal, plain lines in a log."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path


def wants_colour(stream) -> bool:
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" and "NO_COLOR" not in os.environ


def speaks_unicode(stream) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"


def duration(seconds: float) -> str:
    seconds = max(0, round(seconds))
    if seconds < 60:
        return f"{seconds} s"
    return f"{seconds // 60} min {seconds % 60:02} s"


def listed(words, end: str, width: int, indent: int = 12) -> str:
    """A list of words and their meanings, and what follows it, for so many columns."""
    lines = [textwrap.fill(f"{word:{indent}}{text}", width, subsequent_indent=" " * indent, break_on_hyphens=False)
             for word, text in words]
    return "\n".join([*lines, *(textwrap.fill(line, width) for line in end.split("\n"))])


COLOURS = re.compile(r"\033\[[0-9;]*m")


def width_of(text: str) -> int:
    """Columns that a line takes; what only changes the colour takes none."""
    return len(COLOURS.sub("", text))


def fold(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at spaces; a word longer than that is cut. Lines that go on are
    indented like the one they belong to, or, in a list of words and what they mean, like the meaning."""
    lines = []
    for line in text.split("\n"):
        plain = COLOURS.sub("", line)
        indent = len(plain) - len(plain.lstrip(" "))
        if column := re.match(r" *\S+(?: \S+)*? {2,}(?=\S)", plain):
            if column.end() <= width // 2:
                indent = column.end()
        lines += _broken(line, width, " " * min(indent, width // 2))
    return lines


def _broken(line: str, width: int, indent: str) -> list[str]:
    lines = []
    while width_of(line) > width:
        at, column, cut = 0, 0, 0       # place in the text, column on the screen, where to cut
        while column <= width:
            if escape := COLOURS.match(line, at):
                at = escape.end()
                continue
            if line[at] == " " and line[:at].strip() and (not lines or column > len(indent)):
                cut = at
            at, column = at + 1, column + 1
        cut = cut or at - 1
        lines.append(line[:cut].rstrip(" "))
        line = indent + line[cut:].lstrip(" ")
    return [*lines, line]


class ToolError(Exception):
    """A tool cannot do its work; the text says why."""


def run(main, tool: str = "", stopped: str = "") -> None:
    """Runs a tool and ends the process with its status: 1 if it reports that it cannot do its work, 130 after Ctrl-C; `stopped` says
    how it goes on then. Whoever reads its output may stop reading (`| head`): then it ends without a word, as other programs do."""
    script = Path(sys.argv[0]).resolve()
    said = ""
    try:
        try:
            status = main()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        watched = select.poll()
        watched.register(sys.stdout.fileno(), 0)
        if not watched.poll(0):         # another pipe's
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 128 + signal.SIGPIPE
    except (ToolError, OSError, subprocess.CalledProcessError) as error:
        said, status = str(error), 1
    except KeyboardInterrupt:
        said, status = stopped, 130
    if said or status == 130:
        Progress.shown_one.clear()
    if said:
        print(f"{tool or f'{script.parents[1].name}/{script.stem}'}: {said}", file=sys.stderr)
    sys.exit(status)


class Progress:
    """One line that is rewritten in place on a terminal.

    Elsewhere a line is printed when its label changes, and while that lasts every half minute how far it is.
    """

    def __init__(self, stream=sys.stderr):
        self.stream = stream
        self.live = stream.isatty()
        self.label = ""
        self.started = 0.0
        self.shown = False
        self.last_drawn = 0.0

    def update(self, label: str, done: float = -1.0, detail: str = "", force: bool = False):
        """Shows `label`, how much of it is done (0..1; negative: unknown) and a detail."""
        now = time.monotonic()
        if label != self.label:
            self.label, self.started = label, now
            force, detail = True, detail if self.live else ""
        if not force and now - self.last_drawn < (0.1 if self.live else 30):
            return
        self.last_drawn = now
        if not self.live:
            print(" ".join(filter(None, (label, "...", detail))), file=self.stream, flush=True)
            return
        columns = shutil.get_terminal_size().columns
        text = label
        if done >= 0:
            filled = round(min(done, 1.0) * 20)
            text += f"  [{'#' * filled}{'.' * (20 - filled)}]"
            if 0.05 < done < 1:
                text += f"  {duration((now - self.started) * (1 - done) / done)} left"
        if detail:
            text += f"  {detail}"
        self.stream.write("\r\033[K" + text[: columns - 1])
        self.stream.flush()
        self.shown, Progress.shown_one = True, self

    def clear(self):
        if self.live and self.shown:
            self.stream.write("\r\033[K")
            self.stream.flush()
        self.shown = False
        self.label = ""


Progress.shown_one = Progress()        # the one that has drawn last
