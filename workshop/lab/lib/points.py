"""Writes workshop/lab/POINTS.md from workshop/lab/points.txt. A row there: state | FILE, FILE WORD or FILE#HEADING | sentence | why it does not work."""

import re

import build
import measuring

LAB = build.ROOT / "workshop/lab"
STATES = ("works", "partly", "missing")


def rows(text: str) -> list:
    """(founding text, state, where, sentence, why not)"""
    found, title = [], ""
    for line in text.splitlines():
        if line.startswith("# "):
            title = line[2:]
            continue
        state, where, sentence, why = (line.split(" | ") + [""])[:4]
        if state not in STATES or (state == "works") != (not why):
            raise ValueError(f"neither works nor says why not: {line}")
        found.append((title, state, where, sentence, why))
    return found


def is_there(where: str) -> bool:
    """The file, and in it the word or the heading."""
    file, mark, name = re.fullmatch(r"([\w./-]+?)(?:([ #])(\S+))?", where).groups()
    path = build.ROOT / file
    if not path.is_file() or not mark:
        return path.is_file()
    text = path.read_text(encoding="utf-8")
    heads = (re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", text, re.M))
    return name in heads if mark == "#" else re.search(rf"\b{re.escape(name)}\b", text) is not None


def linked(where: str) -> str:
    file, _, word = where.partition(" ")
    path = file.removeprefix("workshop/lab/") if file.startswith("workshop/lab/") else f"../../{file}"
    return f"[{file.rpartition('/')[2].partition('#')[0]}]({path})" + (f" `{word}`" if word else "")


def table(found: list) -> str:
    counts = ", ".join(f"{sum(row[1] == state for row in found)} {word}" for state, word in zip(STATES, ("work", "partly", "are missing")))
    lines = [f"{len(found)} points: {counts}."]
    for number, (title, state, where, sentence, why) in enumerate(found, 1):
        if number == 1 or found[number - 2][0] != title:
            lines += ["", f"**{title}**", "", "| | sentence | state | where |", "|--:|---|---|---|"]
        lines.append(f"| {number} | {sentence} | {state}{why and f': {why}'} | {linked(where)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    measuring.write(LAB / "POINTS.md", {"points": table(rows((LAB / "points.txt").read_text(encoding="utf-8")))})
