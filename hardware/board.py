"""Boards by way of KiCad's module pcbnew. Nothing else here imports it: KiCad 9 calls this interface deprecated.

Places are in mm from the board's upper left corner. Learnt from KiCad 9.0.8: a board must come from NewBoard, not from
CreateEmptyBoard, or filling its zones ends the program; zones are filled after saving and loading; a track or via that touches
another net takes that net in silence, so nets are compared before and after.
"""

from pathlib import Path

import pcbnew

import schematic
from kit import HardwareError
from netlist import Netlist

ORIGIN = 20.32
LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
SILK = (pcbnew.F_SilkS, pcbnew.B_SilkS)


def mm(value: float) -> int:
    return pcbnew.FromMM(value)


def at(x: float, y: float):
    return pcbnew.VECTOR2I(mm(ORIGIN + x), mm(ORIGIN + y))


def place_of(vector) -> tuple:
    return round(pcbnew.ToMM(vector.x) - ORIGIN, 4), round(pcbnew.ToMM(vector.y) - ORIGIN, 4)


class Board:
    def __init__(self, path: Path, netlist: Netlist, stamps: dict, width: float, height: float):
        self.path, self.netlist, self.stamps, self.size = path, netlist, stamps, (width, height)
        pcbnew.KIID.SeedGenerator(1)        # the same identities, hence the same bytes, each time
        self.board = pcbnew.NewBoard(str(path))
        self.nets, self.parts = {}, {}
        for name in sorted(set(netlist.pins.values())):
            self.nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(self.nets[name])

    def load(self, footprint: str):
        library, name = footprint.split(":")
        folder = self.path.parent if library == "stackmate" else schematic.KICAD / "footprints"
        loaded = pcbnew.FootprintLoad(str(folder / f"{library}.pretty"), name)
        if not loaded:
            raise HardwareError(f"KiCad has no footprint {footprint}: tools/setup --hardware installs them")
        loaded.SetFPIDAsString(footprint)
        return loaded

    def place(self, ref: str, x: float, y: float, turn: float = 0, back: bool = False, name_at: tuple = (), by_pad: str = "") -> None:
        """`by_pad`: this pad comes to x, y, not the footprint's own origin. `name_at`: where its name is printed, as offset."""
        _, value, footprint = self.netlist.parts[ref]
        part = self.load(footprint)
        part.SetReference(ref)
        part.SetValue(value)
        part.SetPath(pcbnew.KIID_PATH(f"/{self.stamps[ref]}"))
        self.board.Add(part)
        part.SetPosition(at(x, y))
        if back:
            part.Flip(at(x, y), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        part.SetOrientationDegrees(turn)
        if by_pad:
            part.Move(at(x, y) - part.FindPadByNumber(by_pad).GetPosition())
        for pad in part.Pads():
            if net := self.netlist.pins.get((ref, pad.GetNumber())):
                pad.SetNet(self.nets[net])
        name = part.Reference()
        name.SetTextSize(pcbnew.VECTOR2I(mm(0.8), mm(0.8)))
        name.SetTextThickness(mm(0.12))
        name.SetTextAngleDegrees(0)
        if name_at:
            name.SetPosition(at(x + name_at[0], y + name_at[1]))
        self.parts[ref] = part

    def move(self, ref: str, dx: float, dy: float) -> None:
        self.parts[ref].Move(pcbnew.VECTOR2I(mm(dx), mm(dy)))

    def pad(self, ref: str, number) -> tuple:
        return place_of(self.parts[ref].FindPadByNumber(str(number)).GetPosition())

    def pads(self):
        """(x, y, half its width, half its height, net, layers: 0 front, 1 back) of each pad."""
        for ref, part in self.parts.items():
            for pad in part.Pads():
                box, through = pad.GetBoundingBox(), pad.GetAttribute() != pcbnew.PAD_ATTRIB_SMD
                yield (*place_of(pad.GetPosition()), pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2,
                       self.netlist.pins.get((ref, pad.GetNumber())), (0, 1) if through else (0,))

    def keep_outs(self):
        """(left, right, top, bottom) of places that a footprint keeps free of copper, such as an antenna's."""
        for part in self.parts.values():
            for zone in part.Zones():
                box = zone.GetBoundingBox()
                yield tuple(pcbnew.ToMM(edge) - ORIGIN for edge in (box.GetLeft(), box.GetRight(), box.GetTop(), box.GetBottom()))

    def track(self, net: str, *points: tuple, width: float = 0.25, layer: int = 0) -> None:
        for one, other in zip(points, points[1:]):
            if one != other:
                track = pcbnew.PCB_TRACK(self.board)
                track.SetStart(at(*one))
                track.SetEnd(at(*other))
                track.SetWidth(mm(width))
                track.SetLayer(LAYERS[layer])
                track.SetNet(self.nets[net])
                self.board.Add(track)

    def via(self, net: str, x: float, y: float) -> None:
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(at(x, y))
        via.SetDrill(mm(0.3))
        via.SetWidth(mm(0.6))
        via.SetNet(self.nets[net])
        self.board.Add(via)

    def text(self, text: str, x: float, y: float, size: float = 1, back: bool = False) -> None:
        item = pcbnew.PCB_TEXT(self.board)
        item.SetText(text)
        item.SetPosition(at(x, y))
        item.SetLayer(SILK[back])
        item.SetMirrored(back)
        item.SetTextSize(pcbnew.VECTOR2I(mm(size), mm(size)))
        item.SetTextThickness(mm(0.15 * size))
        self.board.Add(item)

    def mark(self, one: tuple, other: tuple) -> None:
        self.line(pcbnew.F_SilkS, one, other, 0.15)

    def line(self, layer: int, one: tuple, other: tuple, width: float) -> None:
        line = pcbnew.PCB_SHAPE(self.board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(at(*one))
        line.SetEnd(at(*other))
        line.SetLayer(layer)
        line.SetWidth(mm(width))
        self.board.Add(line)

    def hole(self, ref: str, x: float, y: float) -> None:
        hole = self.load("MountingHole:MountingHole_3.2mm_M3")
        hole.SetReference(ref)
        hole.Reference().SetVisible(False)
        hole.SetPosition(at(x, y))
        hole.SetAttributes(hole.GetAttributes() | pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
        self.board.Add(hole)

    def finish(self) -> None:
        """The outline, ground on both sides, and the file."""
        wide, high = self.size
        corners = ((0, 0), (wide, 0), (wide, high), (0, high))
        for one, other in zip(corners, corners[1:] + corners[:1]):
            self.line(pcbnew.Edge_Cuts, one, other, 0.1)
        for layer in LAYERS:
            zone = pcbnew.ZONE(self.board)
            zone.SetLayer(layer)
            zone.SetNet(self.nets["GND"])
            zone.SetLocalClearance(mm(0.25))
            zone.SetMinThickness(mm(0.25))
            zone.SetThermalReliefGap(mm(0.3))
            zone.SetThermalReliefSpokeWidth(mm(0.4))
            outline = zone.Outline()
            outline.NewOutline()
            for x, y in corners:
                outline.Append(at(abs(x - 0.5), abs(y - 0.5)))
            self.board.Add(zone)
        wanted = self.routes()
        pcbnew.SaveBoard(str(self.path), self.board)
        self.board = pcbnew.LoadBoard(str(self.path))
        self.board.GetDesignSettings().m_MaxError = mm(0.05)       # fewer points on arcs, a file half as long
        pcbnew.ZONE_FILLER(self.board).Fill(self.board.Zones())
        pcbnew.SaveBoard(str(self.path), self.board)
        if changed := wanted ^ self.routes():
            x, y, net = sorted(changed)[0]
            raise HardwareError(f"{self.path.stem}: two nets touch at {pcbnew.ToMM(x) - ORIGIN:.2f}, {pcbnew.ToMM(y) - ORIGIN:.2f} mm: {net}")

    def routes(self) -> set:
        return {(track.GetStart().x, track.GetStart().y, track.GetNetname()) for track in self.board.GetTracks()}
