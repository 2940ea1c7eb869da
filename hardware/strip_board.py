"""The strip's board: eight squares of 50 mm on 400 x 30 mm, two layers. Its sensors lie on one line, which is the squares' middle.
A contact's glass is 8.5 mm beside the middle, along its own axis (docs/WIRING.md); the LED is 5.5 mm off that line.
"""

from schematic import NEVER_MADE

PITCH, WIDTH, HEIGHT = 50.0, 400.0, 30.0
MIDDLE = 10.4                       # of the squares
LED_LINE = 15.9
CONTACT_ASIDE = 8.5
SENSOR_ASIDE = 6.4                  # from the pins of a TO-92 to the middle of its body
ROW_Y, DATA_Y, HEAD_Y, OWN_Y, FIVE_Y = 13.2, 14.4, 15.6, 16.8, 1.2
# Lines along the board, on the back: the columns and the rows of other strips.
BUS = {f"COL{i}": 18.0 + 0.6 * (i - 1) for i in range(1, 9)} | {f"ROW{rank}": 18.0 + 0.6 * (rank + 6) for rank in range(2, 9)}
CONNECTORS = (("J1", 43.0), ("J2", 343.0))
HOLES, HOLES_LINE = (100, 200, 300), 4.6
BACK = 1                            # layer


def middle(i: int) -> float:
    return PITCH * (i - 0.5)


class Strip:
    def __init__(self, board, hall: bool):
        self.board, self.hall = board, hall
        self.bus_ends = {net: [] for net in BUS}
        self.row = "RANK5" if hall else "ROW1"      # what goes to all eight sensors
        self.row_ends = []
        self.place()
        for i in range(1, 9):
            (self.sensor if hall else self.contact)(i)
            self.light(i)
        for ref, _ in CONNECTORS:
            self.connector(ref)
        if hall:
            self.switch()
        self.lines()
        self.print()
        board.finish()

    def net(self, ref: str, pin) -> str:
        return self.board.netlist.pins[ref, str(pin)]

    def to_bus(self, net: str, x: float, y: float) -> None:
        self.board.track(net, (x, y), (x, BUS[net]))
        self.board.via(net, x, BUS[net])
        self.bus_ends[net].append(x)

    def place(self) -> None:
        board = self.board
        for i in range(1, 9):
            x = middle(i)
            board.place(f"LED{i}", x, LED_LINE, 180, name_at=(-5.4, 1.8))
            board.place(f"C{i}", x + 1.5, 19.9, 180, name_at=(3.2, 0))
            if self.hall:
                board.place(f"U{i}", x - SENSOR_ASIDE, MIDDLE - 1.27, 270, name_at=(2, -2.6), by_pad="1")
            else:
                board.place(f"SW{i}", x - CONTACT_ASIDE, MIDDLE, 180, name_at=(0, 0))
                board.place(f"D{i}", x - CONTACT_ASIDE - 10.16, 14.7, 90, name_at=(2.4, 0))
        for ref, x in CONNECTORS:
            board.place(ref, x, 4.9, back=True)
            part = board.parts[ref]
            for turn in (90, 270):          # the row of pins that has 5 V lies at the edge
                part.SetOrientationDegrees(turn)
                places = [board.pad(ref, n) for n in range(1, 21)]
                if board.pad(ref, 2)[1] < board.pad(ref, 1)[1]:
                    break
            dx, dy = x - sum(place[0] for place in places) / 20, 4.9 - sum(place[1] for place in places) / 20
            board.move(ref, dx, dy)
        board.place("J3", 4.0, 2.3, name_at=(2.6, 1.3))
        board.place("J4", WIDTH - 4, 2.3, name_at=(-2.6, 1.3))
        if self.hall:
            board.place("R2", 85, 13.5, 90, name_at=(-1.8, 0))
            board.place("Q2", 88, 10.4, 0, name_at=(0, 2.4))
            board.place("R1", 92, 6.5, 90, name_at=(1.8, 0))
            board.place("Q1", 88, 5.5, 180, name_at=(-2.8, -1.4))

    def contact(self, i: int) -> None:
        """Row - contact - diode - column."""
        board = self.board
        inner, outer = board.pad(f"SW{i}", 2), board.pad(f"SW{i}", 1)
        if self.net(f"SW{i}", 2) != self.row:
            inner, outer = outer, inner
        if inner[0] < outer[0]:
            board.parts[f"SW{i}"].SetOrientationDegrees(0)
            inner, outer = outer, inner
        if board.pad(f"D{i}", 2)[1] > board.pad(f"D{i}", 1)[1]:
            board.parts[f"D{i}"].SetOrientationDegrees(270)
        board.track(self.net(f"D{i}", 2), min(inner, outer), board.pad(f"D{i}", 2))
        self.to_bus(self.net(f"D{i}", 1), *board.pad(f"D{i}", 1))
        right = max(inner, outer)
        board.track(self.row, right, (right[0], ROW_Y), layer=BACK)
        self.row_ends.append(right[0])

    def sensor(self, i: int) -> None:
        board = self.board
        x, y = board.pad(f"U{i}", 1)
        board.track(self.row, (x, y), (x - 2, y), (x - 2, ROW_Y), layer=BACK)
        self.row_ends.append(x - 2)
        self.to_bus(self.net(f"U{i}", 3), *board.pad(f"U{i}", 3))

    def light(self, i: int) -> None:
        """5 V, and data from this LED's output to the next one's input."""
        board, led, x = self.board, f"LED{i}", middle(i)
        five, capacitor = board.pad(led, 1), board.pad(f"C{i}", 1)
        board.track("+5V", (x + 5.2, FIVE_Y), (x + 5.2, five[1]), five, width=0.6)
        board.track("+5V", five, (five[0], capacitor[1]), capacitor, width=0.6)
        out, into = board.pad(led, 2), board.pad(led, 4)
        board.track(self.net(led, 2), out, (out[0] + 1, out[1]), (x + 3.9, DATA_Y))
        board.via(self.net(led, 2), x + 3.9, DATA_Y)
        y = DATA_Y if i > 1 else HEAD_Y
        board.track(self.net(led, 4), into, (x - 4.2, into[1]), (x - 4.2, y))
        board.via(self.net(led, 4), x - 4.2, y)
        if i < 8:
            board.track(self.net(led, 2), (x + 3.9, DATA_Y), (x + PITCH - 4.2, DATA_Y), layer=BACK)
        for dx, y in ((-4, 4), (3, 7), (-12, 6), (-8, 28)):
            board.via("GND", x + dx, y)

    def connector(self, ref: str) -> None:
        board = self.board
        top = min(board.pad(ref, n)[1] for n in range(1, 21))
        for n in range(1, 21):
            net, (x, y) = board.netlist.pins.get((ref, str(n)), "unconnected"), board.pad(ref, n)
            if net == "GND" or net.startswith("unconnected"):
                continue
            if net == "+5V":
                board.track(net, (x, y), (x, FIVE_Y), width=1.0)
                continue
            own = OWN_Y if self.hall else ROW_Y
            goal = BUS.get(net, own if net == "ROW1" else HEAD_Y)
            if y == top:            # between the pins of the other row
                board.track(net, (x, y), (x + 1.27, y + 1.27), (x + 1.27, goal))
                x += 1.27
            else:
                board.track(net, (x, y), (x, goal))
            board.via(net, x, goal)
            if net in BUS:
                self.bus_ends[net].append(x)
            elif net == "DATA0":
                board.track(net, (x, goal), (middle(1) - 4.2, goal), layer=BACK)
            elif net == "DATA8":
                board.track(net, (x, goal), (middle(8) + 3.9, goal), (middle(8) + 3.9, DATA_Y), layer=BACK)
            elif self.hall:
                self.own = x
            else:
                self.row_ends.append(x)

    def switch(self) -> None:
        """The rank's 5 V: its row switches Q2, and that Q1."""
        board = self.board
        row, base = (1, 2) if self.net("R2", 1) == "ROW1" else (2, 1)
        if board.pad("R2", row)[1] < board.pad("R2", base)[1]:
            board.parts["R2"].SetOrientationDegrees(270)
        gate, five = (1, 2) if self.net("R1", 1) == "GATE" else (2, 1)
        if board.pad("R1", gate)[1] < board.pad("R1", five)[1]:
            board.parts["R1"].SetOrientationDegrees(270)
        x, y = board.pad("R2", row)
        board.track("ROW1", (self.own, OWN_Y), (x, OWN_Y), layer=BACK)
        board.via("ROW1", x, OWN_Y)
        board.track("ROW1", (x, OWN_Y), (x, y))
        x, y = board.pad("R2", base)
        board.track("BASE", (x, y), (x, board.pad("Q2", 1)[1]), board.pad("Q2", 1))
        end = board.pad("R1", gate)
        for ref, pin in (("Q1", 1), ("Q2", 3)):
            x, y = board.pad(ref, pin)
            board.track("GATE", (x, y), (x, end[1]), end)
        for x, y in (board.pad("Q1", 2), board.pad("R1", five)):
            board.track("+5V", (x, y), (x, FIVE_Y), width=0.6)
        x, y = board.pad("Q1", 3)
        board.track("RANK5", (x, y), (82.2, y), (82.2, ROW_Y), width=0.6)
        board.via("RANK5", 82.2, ROW_Y)
        self.row_ends.append(82.2)

    def lines(self) -> None:
        board = self.board
        for net, ends in self.bus_ends.items():
            board.track(net, (min(ends), BUS[net]), (max(ends), BUS[net]), layer=BACK, width=0.2)
        board.track(self.row, (min(self.row_ends), ROW_Y), (max(self.row_ends), ROW_Y), layer=BACK)
        ends = [board.pad(ref, 1) for ref in ("J3", "J4")]
        board.track("+5V", *((x, FIVE_Y) for x, _ in ends), width=1.2)
        for x, y in ends:
            board.track("+5V", (x, y), (x, FIVE_Y), width=1.2)

    def print(self) -> None:
        board = self.board
        for n, x in enumerate(HOLES, 1):
            board.hole(f"H{n}", x, HOLES_LINE)
        for i in range(1, 9):
            board.mark((middle(i), MIDDLE - 5.2), (middle(i), MIDDLE - 3.2))     # both point at the square's middle
            board.mark((middle(i) + 8, MIDDLE), (middle(i) + 10, MIDDLE))
            board.text(f"{i}", middle(i) + 8.5, 23, 2)
        for x, text in ((12, "5 V"), (WIDTH - 12, "5 V")):
            board.text(text, x, 2.6, 1.2)
        kind = "hall sensors" if self.hall else "reed contacts"
        for back in (False, True):
            board.text(f"{NEVER_MADE}. Stackmate strip, {kind}", 150 if not back else 250, 26.5, 1.5, back)
        for ref, what in (("J1", "towards the base"), ("J2", "to the next strip")):
            x = dict(CONNECTORS)[ref]
            board.text(f"{ref}: {what}", x + 32, 4.9, 1.2, True)
