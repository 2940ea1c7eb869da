"""Results that long runs keep as they go, so that an interrupted one goes on: a file of JSON lines, or a JSON file as a whole."""

import json
import os
from pathlib import Path


def lines(path: Path) -> list:
    """The entries of a file of lines. One that was being written when a run was ended is left out."""
    found = []
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        return found
    for line in text.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def add_line(path: Path, entry) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab+") as out:
        if out.seek(0, os.SEEK_END):
            out.seek(-1, os.SEEK_END)
            if out.read(1) != b"\n":
                out.write(b"\n")        # the line before was cut off
        out.write(json.dumps(entry).encode() + b"\n")


def whole(path: Path) -> dict:
    """What a file holds; empty when there is none, or none that can be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def replace(path: Path, content: dict) -> None:
    """The file is the one before or this one, whenever the run is ended."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(path)
