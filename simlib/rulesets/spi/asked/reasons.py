"""Why a man's rate misses: what his sheet means against average opponents, and whom he really met.

Exact expectations, no sampling: the letters at the field positions they were rated for, then the same
letters moved by the Team Defence of each opponent on his schedule. A passer's yards per attempt are his
completions and his receivers' catches together, so both parts are theirs too.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from simlib.files.seasons import Player, Season
from simlib.rulesets.contract import Reason
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.matched import opponents
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.sheets import rating_scale as rating
from simlib.rulesets.spi.sheets.ratings import scale_of_charts
from simlib.rulesets.spi.sheets.read import load_sheets

RUN, PASS = slice(arrays.M_RIS, arrays.M_ROS + 1), slice(arrays.M_PASS_S, arrays.M_PASS_L + 1)
GAIN = slice(arrays.M_GAIN_S, arrays.M_GAIN_L + 1)
LEAGUE_PASSER = (8, 17, 25)  # I R Z: the lengths a receiver's catches come from


def explain_men(season: Season, charts: Path | None = None) -> dict[tuple[str, str, str], Reason]:
    """Parts of each man's expected deviation, in per cent of his real rate.

    Parameters
    ----------
    season : Season
    charts : Path or None
        Charts that replace the shipped ones.

    Returns
    -------
    dict
        (team, player, statistic) -> Reason, for yards_per_carry, completion_percent,
        yards_per_catch and yards_per_attempt where the real rate and the letters are known.
    """
    scale = scale_of_charts(load_charts(charts).charts)
    sheets = load_sheets(season)
    players = {(man.team, man.id): man for man in season.players}
    reasons: dict[tuple[str, str, str], Reason] = {}
    for index, team in enumerate(season.teams):
        met = sheets.league.team[opponents(season, index)]
        catches = _TeamCatches()
        for slot, man in enumerate(sheets.men[index]):
            row, real = sheets.league.man[index, slot], players[team.code, man]
            runs = _moved(row[RUN], met[:, arrays.T_DEF_RUSH], arrays.LAST_RUN)
            if rate := _rate(real, "rush_yds", "rush_att"):
                if any(letter != arrays.NO_LETTER for letter in runs[0]):
                    worth = [float(rating.implied_carry(scale, *letters)) for letters in runs]
                    reasons[team.code, man, "yards_per_carry"] = _reason(rate, worth)
            if (rate := _rate(real, "rec_yds", "rec")) and row[arrays.M_GAIN_S] != arrays.NO_LETTER:
                triples = _moved(row[GAIN], met[:, arrays.T_GAIN_ADJ], arrays.LAST_GAIN)
                shares = rating.catch_shares(scale, LEAGUE_PASSER)
                worth = [float(rating.implied_catch(scale, triple, shares)) for triple in triples]
                reasons[team.code, man, "yards_per_catch"] = _reason(rate, worth)
                catches.add(real.stats.get("rec") or 0, rate, worth)
        for slot, man in enumerate(sheets.men[index]):
            row, real = sheets.league.man[index, slot], players[team.code, man]
            rate = _rate(real, "pass_cmp", "pass_att")
            if not rate or arrays.NO_LETTER in row[PASS]:
                continue
            passes = _moved(row[PASS], met[:, arrays.T_DEF_PASS], arrays.LAST_PASS)
            sacks = _numbers(row, arrays.M_SACK_FROM) / 36
            worth = [float(rating.implied_completion(scale, triple)) / (1 - sacks) for triple in passes]
            reasons[team.code, man, "completion_percent"] = _reason(rate, worth)
            if yards := _rate(real, "pass_yds", "pass_att"):
                gained = [done * caught for done, caught in zip(worth, catches.worth(), strict=True)]
                reasons[team.code, man, "yards_per_attempt"] = _reason(yards, gained)
    return reasons


class _TeamCatches:
    """Mean worth of a team's catches: by the sheets, then against each opponent."""

    def __init__(self) -> None:
        self.weight = 0
        self.total: Sequence[float] = ()

    def add(self, count: int, real: float, worth: Sequence[float]) -> None:
        parts = [count * yards for yards in worth]
        self.total = [a + b for a, b in zip(self.total, parts, strict=True)] if self.weight else parts
        self.weight += count

    def worth(self) -> list[float]:
        return [part / self.weight for part in self.total]


def _moved(letters: np.ndarray, adjustments: np.ndarray, last: int) -> list[tuple[int, ...]]:
    """The letters as printed, then as each opponent's rating moves them (4.2)."""
    return [
        tuple(
            arrays.NO_LETTER if letter == arrays.NO_LETTER else int(np.clip(letter - moved, 0, last))
            for letter in letters.tolist()
        )
        for moved in (0, *adjustments.tolist())
    ]


def _numbers(row: np.ndarray, first: int) -> int:
    return max(0, int(row[first + 1]) - int(row[first]) + 1)


def _rate(man: Player, numerator: str, denominator: str) -> float | None:
    top, bottom = man.stats.get(numerator), man.stats.get(denominator)
    return top / bottom if top and bottom else None


def _reason(real: float, worth: Sequence[float]) -> Reason:
    sheet, schedule = worth[0], sum(worth[1:]) / len(worth[1:])
    return Reason(100 * (sheet / real - 1), 100 * (schedule - sheet) / real)
