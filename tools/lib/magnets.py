"""The field of a disc magnet below a piece, and how far off the middle of a square a piece still works its sensor.

Millimetres and millitesla. A disc that is magnetised along its axis has the field of a current around its edge (Ampère's model). The
field of one loop of that current is J. C. Simpson et al., "Simple Analytic Expressions for the Magnetic Field of a Circular
Current Loop", NASA, 2001; the elliptic integrals in it are Abramowitz and Stegun, 17.6. Iron and other sensors nearby are left out.
"""

import re
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt

MU_0 = 4e-7 * pi                    # T m / A
NEODYMIUM = 1180                    # remanence of N35 in mT, the least: duramag.com, "Available neodymium magnet grades"
DENSITY = 7.5e-3                    # g/mm3, the same
GLASS = 14                          # length of a contact
FARTHEST = 25                       # how far off the middle a hall sensor is looked at; a contact half as far
NODES = ((-sqrt(0.6), 5 / 18), (0, 8 / 18), (sqrt(0.6), 5 / 18))       # Gauss and Legendre, three points


class MagnetError(Exception):
    pass


def elliptic(m: float) -> tuple:
    """K and E of the parameter m, by the arithmetic-geometric mean."""
    a, b, rest, weight = 1.0, sqrt(1 - m), m / 2, 1.0
    while abs(a - b) > 1e-10:
        rest += weight * ((a - b) / 2) ** 2
        a, b, weight = (a + b) / 2, sqrt(a * b), weight * 2
    return pi / (2 * a), pi / (2 * a) * (1 - rest)


@dataclass(frozen=True)
class Disc:
    diameter: float
    height: float
    remanence: float = NEODYMIUM

    def __post_init__(self):
        for name, value in vars(self).items():
            if not value > 0:
                raise MagnetError(f"{name} of a magnet: {value:g} is not above 0")

    @property
    def weight(self) -> float:
        """In grams."""
        return pi / 4 * self.diameter ** 2 * self.height * DENSITY

    @property
    def moment(self) -> float:
        """In A m2."""
        return self.remanence * 1e-3 / MU_0 * pi / 4 * self.diameter ** 2 * self.height * 1e-9

    def field(self, off: float, below: float) -> tuple:
        """Outwards and downwards, `off` the axis and `below` the lower face."""
        radius, out, down = self.diameter / 2, 0.0, 0.0
        slices = max(1, round(2 * self.height / below))
        for number in range(slices):
            for node, weight in NODES:
                far = below + self.height * (number + (1 + node) / 2) / slices
                near, whole = (radius - off) ** 2 + far ** 2, (radius + off) ** 2 + far ** 2
                k, e = elliptic(4 * radius * off / whole)
                share = self.remanence * self.height * weight / slices / (2 * pi * sqrt(whole))
                down += share * (k + (radius ** 2 - off ** 2 - far ** 2) / near * e)
                out += share * far / off * ((radius ** 2 + off ** 2 + far ** 2) / near * e - k) if off else 0
        return out, down

    def repulsion(self, apart: float) -> float:
        """What pushes two such magnets apart that stand side by side, in mN: as two dipoles far from each other."""
        return 3 * MU_0 * self.moment ** 2 / (4 * pi * (apart * 1e-3) ** 4) * 1e3


def along(magnet: Disc, x: float, y: float, below: float, upright: bool = False, points: int = 15) -> float:
    """The mean of the field's part along a contact whose middle is (x, y) from the magnet's axis. A flat one lies along x; an
    upright one begins `below` the magnet."""
    total = 0.0
    for point in range(points):
        at = GLASS * (point + 0.5) / points
        if upright:
            total += magnet.field(hypot(x, y), below + at)[1]
        else:
            here = x + at - GLASS / 2
            off = hypot(here, y)
            total += magnet.field(off, below)[0] * here / off if off else 0
    return total / points


def hall_profile(magnet: Disc, below: float) -> list:
    """(distance from the middle of the square, field that a hall sensor sees), up to FARTHEST."""
    return [(tenth / 10, magnet.field(tenth / 10, below)[1]) for tenth in range(10 * FARTHEST + 1)]


def contact_profile(magnet: Disc, aside: float, below: float, upright: bool = False) -> list:
    """The same for a contact `aside` the middle: the least of the pieces that stand on a circle of that radius."""
    return [(half / 2, min(abs(along(magnet, aside - half / 2 * cos(pi * turn / 12), half / 2 * sin(pi * turn / 12), below, upright))
                           for turn in range(1 if upright and not aside else 13)))
            for half in range(FARTHEST + 1)]


def reach(profile: list, least: float):
    """Up to which distance the field is nowhere below that; None: not even in the middle."""
    found = None
    for distance, field in profile:
        if field < least:
            break
        found = distance
    return found


SENSORS = (("A3144", 35), ("A3141", 16), ("DRV5032AJ", 9.5), ("DRV5032FC", 4.8))    # mT: the weakest field that works every one
MAGNETS = (Disc(8, 2), Disc(10, 3))
# DRV5055A3 at 3.3 V: half of the A2's 30 mV/mT, and twice its 44 mT (rakshamlabs.com/docs/rl-hall-a2-v1/theory; SBAS640B has both at 5 V).
LINEAR, LINEAR_MOST = 15, 88        # mV/mT, mT
BELOW = (4, 6, 8, 10)
SQUARES = (33.3, 50)
ASIDE = 9                           # of a flat contact, along its own axis
CLOSING = (2, 4)                    # mT


def name_of(magnet: Disc) -> str:
    return f"{magnet.diameter:g} x {magnet.height:g}"


def cell(distance) -> str:
    return "never" if distance is None else f"{distance:.1f}"


def codes(field: float) -> float:
    """Of a converter of 12 bits over 3.3 V: what a linear sensor adds or takes away."""
    return min(abs(field), LINEAR_MOST) * LINEAR / 3300 * 4096


def eight_neighbours(magnet: Disc, square: float, below: float) -> float:
    """Their field in the middle of a square, all with the same pole down."""
    return abs(4 * magnet.field(square, below)[1] + 4 * magnet.field(square * sqrt(2), below)[1])


def hall_table(magnets: tuple = MAGNETS) -> str:
    lines = ["| magnet, mm | below it, mm | in the middle, mT | " + " | ".join(f"{name}, {least:g} mT: within" for name, least in SENSORS)
             + " | " + " | ".join(f"eight neighbours, {square:g} mm, mT" for square in SQUARES) + " |",
             "|---" + "|--:" * (2 + len(SENSORS) + len(SQUARES)) + "|"]
    for magnet in magnets:
        for below in BELOW:
            profile = hall_profile(magnet, below)
            cells = [name_of(magnet), str(below), f"{profile[0][1]:.0f}", *(cell(reach(profile, least)) for _, least in SENSORS),
                     *(f"{eight_neighbours(magnet, square, below):.1f}" for square in SQUARES)]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def linear_table(magnets: tuple = MAGNETS) -> str:
    """A linear sensor by its converter's codes: what a piece in the middle gives, what is needed (hal/square_levels.hpp: 3/8 of
    that), and how far off the middle a piece gives it."""
    lines = ["| magnet, mm | below it, mm | in the middle, codes | needed, codes | within | "
             + " | ".join(f"eight neighbours, {square:g} mm, codes" for square in SQUARES) + " |",
             "|---" + "|--:" * (4 + len(SQUARES)) + "|"]
    for magnet in magnets:
        for below in BELOW:
            profile = [(off, codes(field)) for off, field in hall_profile(magnet, below)]
            middle = profile[0][1]
            cells = [name_of(magnet), str(below), f"{middle:.0f}", f"{middle * 3 / 8:.0f}", cell(reach(profile, middle * 3 / 8)),
                     *(f"{codes(eight_neighbours(magnet, square, below)):.0f}" for square in SQUARES)]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def contact_table(magnets: tuple = MAGNETS) -> str:
    """Flat contacts by the offset of their middle, then how far off a piece may stand above a flat one and an upright one."""
    offsets = (0, 2, 4, 7, ASIDE, 12)
    closing = " or ".join(map(str, CLOSING))
    lines = ["| magnet, mm | below it, mm | " + " | ".join(f"{offset} mm off" for offset in offsets)
             + f" | flat, {ASIDE} mm off, closes at {closing} mT: within | upright in the middle | closes at {closing} mT: within"
             f" | neighbour at {SQUARES[0]:g} mm, mT |",
             "|---" + "|--:" * (5 + len(offsets)) + "|"]
    for magnet in magnets:
        for below in BELOW[:-1]:
            flat, upright = contact_profile(magnet, ASIDE, below), contact_profile(magnet, 0, below, upright=True)
            cells = [name_of(magnet), str(below), *(f"{abs(along(magnet, offset, 0, below)):.1f}" for offset in offsets),
                     " or ".join(cell(reach(flat, least)) for least in CLOSING), f"{upright[0][1]:.1f}",
                     " or ".join(cell(reach(upright, least)) for least in CLOSING),
                     f"{abs(along(magnet, SQUARES[0] - ASIDE, 0, below)):.1f}"]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def beside_each_other(magnets: tuple = MAGNETS) -> str:
    """Weight, repulsion and the most that iron behind a magnet can do: as a mirror image, twice the height."""
    lines = ["| magnet, mm | weighs | pushes its neighbour, 33.3 and 50 mm | 6 mm below it, mT | with thick iron behind it, at most |",
             "|---" + "|--:" * 4 + "|"]
    for magnet in magnets:
        doubled = Disc(magnet.diameter, 2 * magnet.height, magnet.remanence)
        push = " and ".join(f"{magnet.repulsion(square):.1f}" for square in SQUARES)
        lines.append(f"| {name_of(magnet)} | {magnet.weight:.1f} g | {push} mN | {magnet.field(0, 6)[1]:.0f} | {doubled.field(0, 6)[1]:.0f} |")
    return "\n".join(lines)


def magnet_of(words: str) -> Disc:
    """As on a command line: diameter x height."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", words)
    if not found:
        raise MagnetError(f"a magnet is diameter x height in millimetres, such as 8x2, not {words!r}")
    return Disc(float(found[1]), float(found[2]))
