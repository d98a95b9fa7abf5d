"""What pins SPI's lost columns: the letters printed on the 1958 sheets, beside what the men really did.

Three kinds of evidence, independent of each other: the printed backs' running letters and yards per
carry, the returners' letters and their averages, the printed triples of pass gain letters and yards
per catch. The curves fitted here are the column means that the charts are then built to.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from simlib.files.seasons import Season, load_season
from simlib.rulesets.solving import Observation, fit_curve, misfit
from simlib.rulesets.spi.charts.reference import BETTER_SIDE, COMPLETED
from simlib.rulesets.spi.sheets.files import PLAYERS, PUNTERS, RETURNERS, read_sheet_file

SEASON = 1958
RUN_LETTERS, GAIN_LETTERS, PUNT_LETTERS = "ABCDEFGHIJKLMNOPQRSTU", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLM"
RUN_STIFFNESS, GAIN_STIFFNESS, PUNT_STIFFNESS = 3, 20, 20
_FAST = 1000  # weight of what is printed


class Back(NamedTuple):
    """A printed back: his letters and his real season."""

    player: str
    inside: int
    outside: int
    gain: tuple[int | None, ...]
    carries: int
    rush_yards: int
    catches: int
    catch_yards: int

    def run_shares(self, better_side: int = BETTER_SIDE) -> dict[int, int]:
        """Letter -> share of his carries, per cent, `better_side` of them on his better letter."""
        if self.inside == self.outside:
            return {self.inside: 100}
        best, worst = sorted((self.inside, self.outside))
        return {best: better_side, worst: 100 - better_side}

    def gain_shares(self, completed: Sequence[int] = COMPLETED) -> dict[int, int]:
        """Letter -> share of his catches, from the league's mix of lengths; lengths he lacks drop out."""
        shares: dict[int, int] = defaultdict(int)
        for letter, share in zip(self.gain, completed, strict=True):
            if letter is not None:
                shares[letter] += share
        return dict(shares)


class Evidence(NamedTuple):
    """The season's printed letters with their real figures; letter -> (yards, number) where pooled."""

    backs: tuple[Back, ...]
    kick_returns: dict[int, tuple[int, int]]
    punt_returns: dict[int, tuple[int, int]]
    punts: dict[int, tuple[int, int]]


def _letter(text: str, letters: str) -> int | None:
    return letters.index(text) if text and text in letters else None


def _pooled(
    rows: Iterable[tuple[str, str, int]], season: Season, number: str, yards: str
) -> dict[int, tuple[int, int]]:
    """Add up (team, player, letter) rows' real figures by letter; men without a figure drop out."""
    stats = {(man.team, man.id): man.stats for man in season.players if not man.others}
    totals: dict[int, tuple[int, int]] = {}
    for team, player, letter in rows:
        real = stats.get((team, player), {})
        many, far = real.get(number), real.get(yards)
        if many and far is not None:
            before = totals.get(letter, (0, 0))
            totals[letter] = before[0] + far, before[1] + many
    return totals


@lru_cache(maxsize=1)
def read_evidence() -> Evidence:
    """Read the sheets and the season; cached, as both are shipped files that never change."""
    season = load_season(str(SEASON))
    sheets = season.folder / "spi"
    stats = {(man.team, man.id): man.stats for man in season.players}
    backs = []
    for line in read_sheet_file(sheets, PLAYERS):
        row = line.texts
        inside, outside = _letter(row["RIS"], RUN_LETTERS), _letter(row["ROS"], RUN_LETTERS)
        real = stats.get((row["team"], row["player"]), {})
        if not line.provenance["RIS"].startswith("printed") or inside is None or outside is None:
            continue
        gain = tuple(_letter(row[f"gain_{length}"], GAIN_LETTERS) for length in "SML")
        counts = [int(real.get(name) or 0) for name in ("rush_att", "rush_yds", "rec", "rec_yds")]
        backs.append(Back(row["player"], inside, outside, gain, *counts))
    returners = [row.texts for row in read_sheet_file(sheets, RETURNERS)]

    def returns(kind: str, table: str, letters: str) -> list[tuple[str, str, int]]:
        wanted = (row for row in returners if row["kind"] == kind and row["table"] == table)
        return [(row["team"], row["player"], letters.index(row["letter"])) for row in wanted]

    punters = [
        (row.texts["team"], row.texts["player"], row.values["letter"])
        for row in read_sheet_file(sheets, PUNTERS)
    ]
    return Evidence(
        tuple(backs),
        _pooled(returns("kickoff", "PGR", GAIN_LETTERS), season, "kick_ret", "kick_ret_yds"),
        _pooled(returns("punt", "RG", RUN_LETTERS), season, "punt_ret", "punt_ret_yds"),
        _pooled(punters, season, "punts", "punt_yds"),
    )


def run_observations(
    leave_out: str | None, better_side: int, cut: Mapping[int, Fraction]
) -> list[Observation]:
    """Backs' yards per carry, and punt returns less what the goal line would cut off carries.

    A letter rounds a man's own average, so few carries make it no less exact; but men who hardly
    played were rated with less care. The root of the number stands between both. A returner's one
    letter pins one column, a back's two only their mix: returns weigh double.
    """
    known = read_evidence()
    backs = [back for back in known.backs if back.player != leave_out and back.carries]
    seen = [
        Observation(
            back.run_shares(better_side), Fraction(back.rush_yards, back.carries), isqrt(back.carries)
        )
        for back in backs
    ]
    seen += [
        Observation({letter: 1}, Fraction(yards, number) - cut.get(letter, Fraction(0)), 2 * isqrt(number))
        for letter, (yards, number) in sorted(known.punt_returns.items())
    ]
    return seen


def fit_runs(
    leave_out: str | None = None, better_side: int = BETTER_SIDE, cut: Mapping[int, Fraction] | None = None
) -> tuple[list[Fraction], Fraction]:
    """Means of the Rushing Gain columns in play, and their misfit.

    Parameters
    ----------
    leave_out : str, optional
        Player whose line is not used.
    better_side : int
        Per cent of a back's carries on the side his sheet rates better.
    cut : dict of int to Fraction
        Letter -> yards that the goal line cuts off a carry of that column but not off a return.
    """
    seen = run_observations(leave_out, better_side, cut or {})
    curve = fit_curve(len(RUN_LETTERS), seen, RUN_STIFFNESS)
    return curve, misfit(curve, seen)


def gain_observations(
    leave_out: str | None, completed: Sequence[int], cut: Mapping[int, Fraction]
) -> list[Observation]:
    """Backs' yards per catch, and kick returns less what the goal line would cut off catches."""
    known = read_evidence()
    seen = [
        Observation(
            back.gain_shares(completed), Fraction(back.catch_yards, back.catches), 2 * isqrt(back.catches)
        )
        for back in known.backs
        if back.player != leave_out and back.catches
    ]
    return seen + [
        Observation({letter: 1}, Fraction(yards, number) - cut.get(letter, Fraction(0)), isqrt(number))
        for letter, (yards, number) in sorted(known.kick_returns.items())
    ]


def fit_gains(
    leave_out: str | None = None,
    completed: Sequence[int] = COMPLETED,
    cut: Mapping[int, Fraction] | None = None,
) -> tuple[list[Fraction], Fraction]:
    """Means of the Pass Gain columns in play, and their misfit, from kick returns and catches.

    Catches weigh double: they are what the columns are mostly read for.

    Parameters
    ----------
    leave_out : str, optional
        Player whose line is not used.
    completed : sequence of int
        Shares of Short, Medium and Long in completions.
    cut : dict of int to Fraction
        Letter -> yards that the goal line cuts off a catch of that column but not off a kick return.
    """
    seen = gain_observations(leave_out, completed, cut or {})
    curve = fit_curve(len(GAIN_LETTERS), seen, GAIN_STIFFNESS)
    return curve, misfit(curve, seen)


def fit_punts(whole: Mapping[int, Fraction]) -> list[Fraction]:
    """Means of the Punting rows in play, from the punters' real averages.

    Parameters
    ----------
    whole : dict of int to Fraction
        Letter -> mean in play of a row that is printed whole: it can't give way.
    """
    return fit_curve(len(PUNT_LETTERS), [*punt_observations(), *fast(whole)], PUNT_STIFFNESS)


def punt_observations() -> list[Observation]:
    """Punters' averages by letter."""
    return [
        Observation({letter: 1}, Fraction(yards, number), isqrt(number))
        for letter, (yards, number) in sorted(read_evidence().punts.items())
    ]


def fast(whole: Mapping[int, Fraction]) -> list[Observation]:
    """Means of rows that are printed whole, which hold."""
    return [Observation({letter: 1}, mean, _FAST) for letter, mean in sorted(whole.items())]
