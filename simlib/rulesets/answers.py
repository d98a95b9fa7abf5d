"""What a game answers when it is asked about a play, a man or a sheet: the same records for every game."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from simlib.files.shown import Shown

Outcome = int | str


@dataclass(frozen=True, slots=True)
class Odds(Shown):
    """Exact odds.

    Attributes
    ----------
    title : str
        What they are of.
    outcomes : dict
        Yards, or a word of the chart ("TD", "EZ"), -> chance; the chances sum to 1.
    chances : dict
        Event -> chance: "complete", "out of bounds", ...; events may go together.
    values : dict
        What is known besides, by name: "points of the next score".
    """

    title: str
    outcomes: dict[Outcome, Fraction]
    chances: dict[str, Fraction] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)

    @property
    def mean(self) -> Fraction | None:
        """Mean of the outcomes that are numbers, given one of them; None when none is."""
        numbers = {outcome: p for outcome, p in self.outcomes.items() if isinstance(outcome, int)}
        total = sum(numbers.values(), Fraction(0))
        if not total:
            return None
        return sum((outcome * p for outcome, p in numbers.items()), Fraction(0)) / total

    @property
    def words(self) -> Fraction:
        """Chance of the outcomes that are words: the mean leaves them out."""
        return sum((p for outcome, p in self.outcomes.items() if isinstance(outcome, str)), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """Fractions as "5/36" beside their value."""
        return {
            "title": self.title,
            "mean": None if self.mean is None else _json(self.mean),
            "outcomes": [{"outcome": o, **_json(p)} for o, p in self.outcomes.items()],
            "chances": [{"event": e, **_json(p)} for e, p in self.chances.items()],
        } | ({"values": self.values} if self.values else {})


def _json(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}


class Line(Protocol):
    """A rate of one man or team."""

    @property
    def team(self) -> str | None:
        """Code of the team."""

    @property
    def player(self) -> str | None:
        """Id of the man."""

    @property
    def stat(self) -> str:
        """Name of the statistic."""


class Move(NamedTuple):
    """A rating of a sheet moved: column, printed or rated as, read as, steps, and its effect.

    `ratio` is the new exact expectation over the old one.
    """

    column: str
    old: str
    new: str
    steps: int
    ratio: float


class LeftOut(NamedTuple):
    """A printed man's rate: real, and what his letters mean with and without him in the charts.

    `deviation` and `deviation_without` are 100 x (implied / real - 1); `tries` is the real denominator.
    """

    team: str
    player: str
    name: str
    stat: str
    tries: int
    actual: float
    implied: float
    implied_without: float
    deviation: float
    deviation_without: float


class RatedMan(NamedTuple):
    """One rate of a man: his letters' exact expectation against average opponents, and the real one.

    `expected` and `real` are in yards, or per cent of passes; `word` says where the letters are from.
    """

    team: str
    player: str
    name: str
    stat: str
    tries: int
    letters: str
    word: str
    expected: float
    real: float
