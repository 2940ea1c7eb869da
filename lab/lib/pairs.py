"""Elo from game pairs (one opening, both colours), with the arithmetic of lab/duel/statistics.hpp."""

import math
from dataclasses import dataclass, field


def elo(score: float) -> float:
    score = min(max(score, 0.0005), 0.9995)
    return 400 * math.log10(score / (1 - score))


@dataclass
class Results:
    """The first player's view."""
    pairs: list = field(default_factory=lambda: [0] * 5)    # by the points in them: 0, 1/2, 1, 3/2, 2
    won: int = 0                                            # games, like the next two
    drawn: int = 0
    lost: int = 0

    def add(self, first: int, second: int) -> None:
        """A pair of games with the first player's points in either, doubled: 0, 1 or 2."""
        self.pairs[first + second] += 1
        for points in (first, second):
            self.won += points == 2
            self.drawn += points == 1
            self.lost += points == 0

    @property
    def games(self) -> int:
        return 2 * sum(self.pairs)

    @property
    def score(self) -> float:
        return sum(count * i / 4 for i, count in enumerate(self.pairs)) / sum(self.pairs) if self.games else 0.5

    @property
    def variance(self) -> float:
        """Of a pair's mean score; a tenth of a pair of each kind is added, so that few do not look certain."""
        weights = [count + 0.1 for count in self.pairs]
        mean = sum(w * i / 4 for i, w in enumerate(weights)) / sum(weights)
        return sum(w * (i / 4) ** 2 for i, w in enumerate(weights)) / sum(weights) - mean ** 2

    def interval(self) -> tuple:
        """The 95 % interval of the Elo difference."""
        if not self.games:
            return elo(0), elo(1)
        half = 1.96 * math.sqrt(self.variance / sum(self.pairs))
        return elo(self.score - half), elo(self.score + half)

    def more(self) -> str:
        """Normalised Elo, likelihood of superiority and the pairs, in the words of lab/match."""
        deviation = math.sqrt(self.variance)
        to_elo, count = 800 / math.log(10) / math.sqrt(2), sum(self.pairs)
        error = 1.96 * to_elo / math.sqrt(count) if count else 0
        superiority = 0.5 * math.erfc(-(self.score - 0.5) / deviation * math.sqrt(max(count, 1) / 2))
        return (f"nElo {(self.score - 0.5) / deviation * to_elo:+.1f} +- {error:.1f}  LOS {100 * superiority:.1f} %  "
                f"pairs {' '.join(map(str, self.pairs))}")
