"""Pictures of a chess board, its pieces and lights, for the guides: docs/img/board_*.svg.

They are drawn from runs of the simulated board, which its tests make: `shows` there compares what they saw with the picture.
    STACKMATE_PICTURES=draw tools/test --only "rp2040: rp2040_exercises" "rp2040: rp2040_ways" "rp2040: rp2040_games"
draws them anew.
"""

import os
import re

import lights
from wiring import IMAGES, ROOT, Drawing

SQUARE, EDGE, ROW = 40, 20, 20
WIDTH = 8 * SQUARE + 2 * EDGE
COORDINATE = "#ecdcc0"


def shapes() -> dict:
    """The pieces of the page: what is inside their symbols."""
    text = (ROOT / "web" / "src" / "pieces.ts").read_text(encoding="utf-8")
    found = re.findall(r"^    ([prnbqk]): (.*?),$(?=\n(?:    [prnbqk]:|};))", text, re.M | re.S)
    return {kind: "".join(re.findall(r"[`'](<.*?>)[`']", shape)) for kind, shape in found}


def pieces_of(fen: str) -> dict:
    """square -> FEN letter"""
    rows = re.sub(r"\d", lambda digit: " " * int(digit[0]), fen.split()[0]).split("/")
    return {"abcdefgh"[file] + str(8 - rank): letter for rank, row in enumerate(rows) for file, letter in enumerate(row) if letter != " "}


def place(square: str) -> tuple:
    return EDGE + SQUARE * "abcdefgh".index(square[0]), EDGE + SQUARE * (8 - int(square[1]))


def colour(light: str) -> str:
    """As it looks on a board, where a dim light is still seen."""
    parts = lights.styles()[light].colour
    return "#" + "".join(f"{round(40 + 215 * part / max(parts)):02x}" for part in parts)


def described(said: dict) -> str:
    return "; ".join(f"{square} {light}" for square, light in sorted(said.items()))


def draw(title: str, pieces: dict, said: dict) -> str:
    """`pieces`: square -> FEN letter; `said`: square -> light."""
    names = sorted(set(said.values()))
    d = Drawing(title, described(said), 8 * SQUARE + 2 * EDGE + ROW * (len(names) + 1) // 2 + 4, WIDTH, "#4d3524")
    for file in range(8):
        for rank in range(8):
            d.rect(EDGE + SQUARE * file, EDGE + SQUARE * rank, SQUARE, SQUARE, ("#dfc498", "#a27b56")[(file + rank) % 2], "none")
        d.text(EDGE + SQUARE * file + SQUARE / 2, 8 * SQUARE + EDGE + 14, "abcdefgh"[file], 11, "middle", fill=COORDINATE)
        d.text(EDGE / 2, EDGE + SQUARE * file + SQUARE / 2 + 4, 8 - file, 11, "middle", fill=COORDINATE)
    for square, light in sorted(said.items()):
        x, y = place(square)
        d.rect(x + 3, y + 3, SQUARE - 6, SQUARE - 6, colour(light), "#201810", 8)
    for i, name in enumerate(names):
        x, y = EDGE + i % 2 * 4 * SQUARE, 8 * SQUARE + 2 * EDGE + i // 2 * ROW + 2
        d.rect(x, y, 12, 12, colour(name), "#201810", 3)
        d.text(x + 18, y + 10, name.replace("_", " "), 12, fill=COORDINATE)
    used = sorted({letter.lower() for letter in pieces.values()})
    d.parts.append("<style>.line{fill:none}.dot{stroke:none;fill:#8d7f70}g.b .line{stroke:#d8cdbf}</style>")
    d.parts += [f'<symbol id="{kind}" viewBox="0 0 100 100">{shape}</symbol>' for kind, shape in shapes().items() if kind in used]
    for name, fill, edge in (("w", "#fffaf0", "#2b211a"), ("b", "#2b211a", "#d8cdbf")):
        d.parts.append(f'<g class="{name}" fill="{fill}" stroke="{edge}" stroke-width="3" stroke-linejoin="round">')
        for square, letter in sorted(pieces.items()):
            if letter.isupper() == (name == "w"):
                x, y = place(square)
                d.parts.append(f'<use href="#{letter.lower()}" x="{x + 3}" y="{y + 3}" width="34" height="34"/>')
        d.parts.append("</g>")
    return d.svg()


def shows(board, name: str, title: str, pieces: dict) -> None:
    """Looks at the board for two seconds: docs/img/board_`name`.svg must show the lights that shone when most squares did. On which
    squares depends on the position, which may be drawn at random, and on what the engine thinks of it."""
    said = max((lights.read(frame) for frame in board.watch(2100)), key=len)
    standing = {square: letter for square, letter in pieces.items() if board.stands(square)}
    path, drawn = IMAGES / f"board_{name}.svg", draw(title, standing, said)
    if os.environ.get("STACKMATE_PICTURES") == "draw":
        path.write_text(drawn, encoding="utf-8")
        return
    kept = re.search(r"<desc>(.*)</desc>", path.read_text(encoding="utf-8"))[1]
    if set(re.findall(r"[a-h][1-8] (\w+)", kept)) != set(said.values()):
        raise AssertionError(f"{path.relative_to(ROOT)} is stale: the board shows {described(said)}\n{__doc__}")
