"""The base's board: a Pico's socket and what belongs beside it, 121.9 x 76.2 mm, two layers."""

from kit import HardwareError
from route import Router
from schematic import NEVER_MADE

STEP = 2.54
WIDTH, HEIGHT = 48 * STEP, 30 * STEP
WIDE = ("+5V", "VSYS", "IN5", "FUSED")
# Reference -> place of pad 1, in steps of 2.54 mm, and how far it is turned.
PLACES = {"U1": (29, 3, 0), "J1": (19, 4, 0), "U2": (8, 18, 90), "R9": (19, 17.5, 0), "C1": (6.2, 15, 90), "D1": (41, 6, 90),
          "R10": (38, 18, 0), "BZ1": (41, 22, 0), "J2": (2, 4, 0), "F1": (5, 2.25, 0), "J7": (2, 8, 0),
          "C2": (2, 12, 0), "J3": (24, 2, 0), "J4": (2, 16, 0),
          "J5": (2, 20, 0), "J6": (2, 24, 0)}
NAMES = {"U2": (7.6, -3.8), "C1": (-2.4, -2.5), "F1": (5.5, 0)}
PULL_DOWNS, BUTTONS, FIRST_BUTTON, APART = (13, 5, 1.2), 26, 8, 5


def make(board) -> None:
    for ref, (x, y, turn) in PLACES.items():
        board.place(ref, x * STEP, y * STEP, turn, by_pad="1", name_at=NAMES.get(ref, ()))
    x, y, apart = PULL_DOWNS
    for n in range(8):
        board.place(f"R{n + 1}", x * STEP, (y + n * apart) * STEP, 180, by_pad="1", name_at=(-9.9, 0))
    buttons = sorted(ref for ref in board.netlist.parts if ref.startswith("SW"))
    if FIRST_BUTTON + APART * len(buttons) > 48:
        raise HardwareError(f"the base's board has no place for {len(buttons)} buttons: it is {WIDTH:.0f} mm wide")
    for n, ref in enumerate(buttons):
        x = (FIRST_BUTTON + APART * n) * STEP
        board.place(ref, x, BUTTONS * STEP, by_pad="1")
        board.text(board.netlist.parts[ref][1], x + 3.25, BUTTONS * STEP + 8, 1)
    for ref in ("J2", "J3", "J4", "J5", "J6", "J7"):
        x, y, _ = PLACES[ref]
        board.text(board.netlist.parts[ref][1], (x + 1.6) * STEP, (y + 0.5) * STEP, 0.8)
    if lost := Router(board).all(WIDE):
        raise HardwareError(f"the base's board has no way left for {', '.join(lost)}")
    for back in (False, True):
        board.text(f"{NEVER_MADE}. Stackmate base, Pico", WIDTH - 21, HEIGHT - 1.6, 1.1, back)
    board.finish()
