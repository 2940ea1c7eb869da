"""A maze router on a grid, for a board of two layers with ground poured on both: cheapest way first, the same way each time."""

import heapq
import math

GRID = 0.635
VIA_COST, CROSSWISE = 9, 0.6        # in steps of the grid; the front prefers upright tracks, the back level ones
CLEARANCE, VIA_RADIUS = 0.21, 0.3
NARROW, WIDE = 0.125, 0.5           # half of a track's width
ATTEMPTS = 12
SPOKE = 0.4         # nothing passes so near to a pad of ground that its spokes would be cut


class Router:
    def __init__(self, board):
        self.board, self.pads = board, list(board.pads())
        self.columns, self.rows = (int(size / GRID) for size in board.size)

    def clear(self) -> None:
        self.blocked = {half: {} for half in (NARROW, WIDE, VIA_RADIUS)}     # for a track or via of that half width: place -> nets nearby
        for x, y, half_x, half_y, net, layers in self.pads:
            spokes = SPOKE if net == "GND" else 0
            self.block(x, y, half_x + spokes, half_y + spokes, net, layers)
        for left, right, top, bottom in self.board.keep_outs():
            self.block((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2, "keep-out", (0, 1))

    def block(self, x: float, y: float, half_x: float, half_y: float, net: str, layers: tuple) -> None:
        for i in range(int((x - half_x - 1) / GRID), int((x + half_x + 1) / GRID) + 2):
            for j in range(int((y - half_y - 1) / GRID), int((y + half_y + 1) / GRID) + 2):
                distance = math.hypot(max(abs(i * GRID - x) - half_x, 0), max(abs(j * GRID - y) - half_y, 0))
                for half, places in self.blocked.items():
                    if distance < half + CLEARANCE:
                        for layer in (0, 1) if half == VIA_RADIUS else layers:
                            places.setdefault((layer, i, j), set()).add(net)

    def free(self, half: float, place: tuple, net: str) -> bool:
        return all(other == net for other in self.blocked[half].get(place, ()))

    def ends(self, net: str) -> list:
        return [pad for pad in self.pads if pad[4] == net]

    def span(self, net: str) -> float:
        xs, ys = zip(*((pad[0], pad[1]) for pad in self.ends(net)))
        return max(xs) - min(xs) + max(ys) - min(ys)

    def way(self, net: str, half: float) -> list:
        """Paths of (layer, column, row) that join all pads of a net; empty if there is none."""
        def cell(pad):
            return round(pad[0] / GRID), round(pad[1] / GRID)

        def ok(place):
            return 2 <= place[1] < self.columns - 2 and 2 <= place[2] < self.rows - 2 and self.free(half, place, net)
        first, *rest = self.ends(net)
        tree, paths = {(layer, *cell(first)) for layer in first[5]}, []
        while rest:
            goals = {(layer, *cell(pad)): pad for pad in rest for layer in pad[5]}
            best, came, heap, found = dict.fromkeys(tree, 0), {}, [(0, place) for place in sorted(tree)], None
            while heap:
                cost, place = heapq.heappop(heap)
                if place in goals:
                    found = place
                    break
                if cost > best[place]:
                    continue
                layer, i, j = place
                steps = [((layer, i + a, j + b), 1 + CROSSWISE * ((layer == 0) == (a != 0))) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                if self.free(VIA_RADIUS, place, net):
                    steps.append(((1 - layer, i, j), VIA_COST))
                for step, price in steps:
                    if cost + price < best.get(step, math.inf) and (step in goals or step in tree or ok(step)):
                        best[step], came[step] = cost + price, place
                        heapq.heappush(heap, (cost + price, step))
            if not found:
                return []
            path = [found]
            while path[-1] in came:
                path.append(came[path[-1]])
            paths.append(path)
            reached = goals[found]
            tree |= {*path, *((layer, *cell(reached)) for layer in reached[5])}
            rest.remove(reached)
        return paths

    def claim(self, net: str, paths: list, half: float) -> None:
        """Keeps other nets away."""
        at_pad = {(round(pad[0] / GRID), round(pad[1] / GRID)) for pad in self.ends(net)}
        for path in paths:
            for place, after in zip(path, path[1:] + path[-1:]):
                self.block(*point(place), half, half, net, (place[0],))
                if place[0] != after[0] and place[1:] not in at_pad:
                    self.block(*point(place), VIA_RADIUS, VIA_RADIUS, net, (0, 1))

    def draw(self, net: str, paths: list, half: float) -> None:
        at_pad = {(round(pad[0] / GRID), round(pad[1] / GRID)): pad[:2] for pad in self.ends(net)}
        for path in paths:
            corners = [place for n, place in enumerate(path) if n in (0, len(path) - 1) or not straight(*path[n - 1:n + 2])]
            for one, other in zip(corners, corners[1:]):
                if one[0] == other[0]:
                    self.board.track(net, point(one), point(other), width=2 * half, layer=one[0])
                elif one[1:] not in at_pad:
                    self.board.via(net, *point(one))
            for end in (path[0], path[-1]):
                if (pad := at_pad.get(end[1:])) and math.dist(pad, point(end)) > 1e-3:
                    self.board.track(net, point(end), pad, width=2 * half, layer=end[0])

    def all(self, wide: tuple) -> list:
        """Draws every net but ground, the wide ones and then the short ones first. A net that found no way is first in the next
        attempt. What the last attempt has not found is returned, and nothing drawn."""
        nets = sorted((net for net in {pad[4] for pad in self.pads} - {None, "GND"} if len(self.ends(net)) > 1),
                      key=lambda net: (net not in wide, self.span(net), net))
        for _ in range(ATTEMPTS):
            self.clear()
            found = {}
            for net in nets:
                half = WIDE if net in wide else NARROW
                found[net] = self.way(net, half), half
                self.claim(net, *found[net])
            lost = [net for net, (paths, _) in found.items() if not paths]
            if not lost:
                for net, (paths, half) in found.items():
                    self.draw(net, paths, half)
                return []
            nets = lost + [net for net in nets if net not in lost]
        return lost


def point(place: tuple) -> tuple:
    return round(place[1] * GRID, 4), round(place[2] * GRID, 4)


def straight(before: tuple, place: tuple, after: tuple) -> bool:
    return all(b - a == c - b for a, b, c in zip(before, place, after))
