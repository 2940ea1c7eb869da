"""A simulated board to which things happen while hands play: contacts that fail, power that fails at any instant."""

import re

import rp2040_hands as hands
from rp2040_hands import lights, simboard

FLICKER_MS = 250            # twice a second there and back
LOOK_MS = 400
NEVER = float("inf")


class PowerLost(Exception):
    """The power has failed, in the midst of whatever hands were doing."""


class TroubledBoard(simboard.SimBoard):
    """A board with at most one contact that fails, and with power that may fail while time passes: then `PowerLost`."""

    flickering, says, turns_at, cut_at = None, False, NEVER, NEVER

    def fail(self, square: str, fault: str) -> None:
        """`fault`: "dead", "stuck" or "flickers"."""
        self.note(f"{square} is {fault} from now on")
        index = simboard.square_index(square)
        if fault == "flickers":
            self.flickering, self.turns_at = index, self.ms + FLICKER_MS
        else:
            self.command("stuck", square=index, value=fault == "stuck")

    def mend(self, square: str) -> None:
        self.note(f"{square} is mended")
        self.flickering, self.turns_at = None, NEVER
        self.command("stuck", square=simboard.square_index(square), value=None)

    def fail_power_in(self, ms: float) -> None:
        self.cut_at = self.ms + ms

    def command(self, name, **arguments):
        if name not in ("run", "until"):
            return super().command(name, **arguments)
        end = self.ms + arguments["ms"]
        while True:
            due = min(end, self.turns_at, self.cut_at)
            powered = self.powered
            answer = super().command(name, **{**arguments, "ms": max(0.0, due - self.ms)})
            if powered and not self.powered:
                self.cut_at = NEVER     # it fails once
                raise PowerLost
            if self.ms >= self.cut_at - 1e-6:
                self.cut_at = NEVER
                self.cut_power()
                raise PowerLost
            if self.ms >= self.turns_at - 1e-6:
                self.says, self.turns_at = not self.says, self.turns_at + FLICKER_MS
                super().command("stuck", square=self.flickering, value=self.says)
            if answer["ended"] != "time" or self.ms >= end - 1e-6:
                return answer

    def cut_power(self) -> None:
        self.cut_at = NEVER
        super().cut_power()

    def press(self, button, ms: float = 100.0) -> None:
        """The hand lets go when the power fails."""
        try:
            super().press(button, ms)
        except PowerLost:
            self.push(simboard.BUTTONS.get(str(button).lower(), button), False)
            raise


def until(board, pattern: str, heard: int, move: str, patience_ms: float) -> int:
    """Lets time pass until the board has said it, and answers what it asks: yes to `move`, which hands have done, no to
    others. How often it has asked."""
    end, questions = board.ms + patience_ms, 0
    while not any(re.search(pattern, line) for _, line in board.lines[heard:]):
        if board.ms >= end:
            raise AssertionError(f"{pattern} is never said\n" + board.tail())
        said = {}
        for frame in board.watch(LOOK_MS):
            said |= lights.read(frame)
        if {"yes", "no", "asked"} & set(said.values()):
            for frame in board.watch(2048):
                said |= lights.read(frame)
            asked = {square for square, light in said.items() if light == "asked"}
            questions += 1
            board.press("play", 100 if asked == {move[:2], move[2:4]} else 1300)
            board.run(100)
    return questions


def make(board, placement, move: str, chance) -> None:
    """Makes the move by hand in one of the possible orders; pieces are carried, never slid."""
    for kind, square in hands.orders(placement, move, chance)[1]:
        if kind != "pass":
            getattr(board, kind)(square, hands.CARRY)
