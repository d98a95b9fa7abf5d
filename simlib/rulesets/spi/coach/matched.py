"""The `matched` coach: each man's mix solved so that he meets his real rates.

A man's expectation is exact: his letters moved by each opponent's defence over the games he really
played, cut by the goal line. Replays then say by how much play misses it (the two-minute drill, who
is on the field together), a factor a rate, and the mix is solved again. What one mix can't give - a
man with one letter, passers who share their receivers - stays as it is.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import Season
from simlib.kernels.stats import STAT
from simlib.rulesets.spi.charts.expectations import (
    catch_by_letter,
    expected_gain,
    pass_chances,
    run_by_letter,
)
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.charts.reference import PASS_STARTS, RUN_STARTS
from simlib.rulesets.spi.coach import men as usage
from simlib.rulesets.spi.coach.files import ManHabits, TeamHabits
from simlib.rulesets.spi.coach.fit import Fitting, Men, Replayed, Teams, fit_offsets
from simlib.rulesets.spi.coach.tables import read_habits
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import ALL_SHARES, LAST_GAIN, LAST_PASS, LAST_RUN, NO_LETTER
from simlib.rulesets.spi.sheets.rating_scale import THROW_MIX

SEASONS, STEPS, LOGGED_SEASONS = 600, 6, 20
PASSING = ("pass_cmp", "pass_yds")
LEAST_CARRIES, LEAST_CATCHES, LEAST_PASSES = (
    STAT[name].qualifier for name in ("yards_per_carry", "yards_per_catch", "yards_per_attempt")
)
# Weights beside a qualified man's relative miss of his yards per catch: a passer's miss, another
# man's, and of leaving the as-played mix (a logit of a man's lengths, of the team's throws).
PASSER_WEIGHT, PART_TIME_WEIGHT, HOLD_MAN, HOLD_THROWS = 2.0, 0.1, 0.02, 0.1
LEAST_INSIDE = 0.02  # of a man with two letters, either way
Floats = NDArray[np.float64]


class Worth(NamedTuple):
    """What a letter is worth, exactly: yards of a run, and of a catch by length, cut by the goal line."""

    run: Floats  # [letters]
    catch: Floats  # [3, letters]


def worth_of(charts: arrays.Charts) -> Worth:
    """Worth of the charts' letters at the field positions they were rated for."""
    catches = [catch_by_letter(charts, letter) for letter in range(LAST_GAIN + 1)]
    run = [float(expected_gain(run_by_letter(charts, n), RUN_STARTS)) for n in range(LAST_RUN + 1)]
    catch = [[float(expected_gain(gains, starts)) for gains in catches] for starts in PASS_STARTS]
    return Worth(np.array(run), np.array(catch))


def opponents(season: Season, team: int) -> list[int]:
    """Whom a team played, game by game."""
    codes = [t.code for t in season.teams]
    pairs = [(codes.index(game.home), codes.index(game.away)) for game in season.games]
    return [home + away - team for home, away in pairs if team in (home, away)]


def against(values: Floats, letter: int, adjustments: Sequence[int]) -> float:
    """Mean of `values` at a letter moved by each opponent's adjustment; nan without a letter."""
    if letter == NO_LETTER:
        return float("nan")
    letters = np.clip(letter - np.array(adjustments), 0, len(values) - 1)
    return float(values[letters].mean())


def passing_chances(
    charts: arrays.Charts, row: Sequence[int], adjustments: Sequence[int]
) -> list[list[float]]:
    """Chances of a completion and of a sack with a man's ranges, [length][2], against a schedule."""
    interception = row[arrays.M_INT_FROM], row[arrays.M_INT_TO]
    sack = row[arrays.M_SACK_FROM], row[arrays.M_SACK_TO]
    chances = [pass_chances(int(charts.completion[n]), interception, sack) for n in range(LAST_PASS + 1)]
    by_letter = np.array([[float(c.complete) for c in chances], [float(c.sacked) for c in chances]])
    letters = row[arrays.M_PASS_S :][: usage.LENGTHS]
    return [[against(values, letter, adjustments) for values in by_letter] for letter in letters]


class TeamMatch:
    """One team's men, what they did, and what their letters are worth against its schedule.

    Attributes
    ----------
    men, passers, receivers
        The team's men; slots of its passers and of the men with catches.
    run : [slots, 2], catch : [slots, 3]
        Expected yards of a carry inside and outside, of a catch by length.
    complete, sacked : [passers, 3]
        Chances by length.
    inside : [slots], mix : [receivers, 3]
        The solution: share of carries inside; shares of a man's catches by length.
    """

    def __init__(self, fitting: Fitting, index: int, worth: Worth, charts: arrays.Charts) -> None:
        self.index = index
        self.men = usage.men_of(fitting.season, fitting.sheets)[index]
        self.passers, games = usage.passers(self.men)
        rivals = opponents(fitting.season, index)
        moves = fitting.sheets.league.team[rivals]
        columns = (arrays.T_DEF_RUSH, arrays.T_DEF_PASS, arrays.T_GAIN_ADJ)
        rush, throw, gain = (moves[:, column].tolist() for column in columns)
        sheet = self.men.sheet.tolist()
        lengths = range(usage.LENGTHS)
        sides = (arrays.M_RIS, arrays.M_ROS)
        self.run = np.array([[against(worth.run, row[side], rush) for side in sides] for row in sheet])
        self.catch = np.array(
            [[against(worth.catch[n], row[arrays.M_GAIN_S + n], gain) for n in lengths] for row in sheet]
        )
        chances = [passing_chances(charts, sheet[slot], throw) for slot in self.passers]
        self.complete, self.sacked = np.array(chances).transpose(2, 0, 1)
        self.chance = np.array([float(share) for share in games]) @ self.complete
        catches = self.men.real("rec", np.isfinite(self.catch).any(axis=1).tolist())
        self.receivers = [slot for slot, count in enumerate(catches) if count]
        self.share = np.array([catches[slot] for slot in self.receivers]) / sum(catches)
        # how far replays stand from the expectation
        self.run_factor = np.ones(len(sheet))
        self.catch_factor = np.ones(len(sheet))
        self.passer_factor = np.ones((len(self.passers), len(PASSING)))
        # the as-played mix, to begin with and to keep to
        throws = [float(part) for part in THROW_MIX]
        targets = usage.receivers(self.men, throws, self.chance.tolist())
        caught = np.array([[float(targets[n][slot]) for n in lengths] for slot in self.receivers])
        caught *= np.array(throws) * self.chance
        self.mix = self.prior = caught / caught.sum(axis=1, keepdims=True)
        self.throws = self.passing(self.mix)[1]
        better_side = read_habits()[0].policy["better_side"]
        self.inside = np.array(usage.inside_shares(self.men.sheet, better_side)) / ALL_SHARES

    def real(self, slot: int, top: str, bottom: str) -> tuple[float, int]:
        """A man's real rate and its denominator; 0, 0 if not known."""
        numerator, denominator = self.men.stats[top][slot], self.men.stats[bottom][slot]
        return (numerator / denominator, denominator) if numerator is not None and denominator else (0.0, 0)

    def catch_yards(self) -> Floats:
        """[receivers, 3] yards of a catch as replays have it; 0 at a length a man is not rated for."""
        return np.nan_to_num(self.catch[self.receivers]) * self.catch_factor[self.receivers, None]

    def passing(self, mix: Floats) -> tuple[Floats, Floats]:
        """Expected completions and yards per attempt [passers, 2], and shares of throws by length."""
        completions = self.share @ mix
        gained = (self.share[:, None] * mix * self.catch_yards()).sum(axis=0) / np.maximum(completions, 1e-9)
        throws = completions / self.chance
        throws /= throws.sum()
        rates = np.stack([self.complete @ throws, (self.complete * gained) @ throws], axis=1)
        return rates / (1 - self.sacked @ throws)[:, None] * self.passer_factor, throws

    def solve_sides(self) -> None:
        """Share of each man's carries inside, in closed form; half the qualifier is enough."""
        for slot, (inside, outside) in enumerate(self.run):
            rate, carries = self.real(slot, "rush_yds", "rush_att")
            if carries >= LEAST_CARRIES // 2 and np.isfinite(inside - outside) and inside != outside:
                share = (rate / self.run_factor[slot] - outside) / (inside - outside)
                self.inside[slot] = min(max(share, LEAST_INSIDE), 1 - LEAST_INSIDE)

    def solve_lengths(self) -> None:
        """Shares of each man's catches by length, least squares over men and passers."""
        from scipy.optimize import least_squares

        rated = np.isfinite(self.catch[self.receivers])
        start = np.log(np.maximum(self.prior[rated], 1e-4))
        yards = self.catch_yards()
        goals, weights = np.ones(len(self.receivers)), np.zeros(len(self.receivers))
        for row, slot in enumerate(self.receivers):
            rate, catches = self.real(slot, "rec_yds", "rec")
            if rate > 0:
                goals[row], weights[row] = rate, 1.0 if catches >= LEAST_CATCHES else PART_TIME_WEIGHT
        passing = np.ones((len(self.passers), len(PASSING)))
        passing_weights = np.zeros_like(passing)
        for row, slot in enumerate(self.passers):
            for column, top in enumerate(PASSING):
                rate, attempts = self.real(slot, top, "pass_att")
                if attempts >= LEAST_PASSES and rate > 0:
                    passing[row, column], passing_weights[row, column] = rate, PASSER_WEIGHT

        def mixes(logits: Floats) -> Floats:
            power = np.zeros(rated.shape)
            power[rated] = np.exp(logits)
            return power / power.sum(axis=1, keepdims=True)

        def misses(logits: Floats) -> Floats:
            mix = mixes(logits)
            rates, throws = self.passing(mix)
            return np.concatenate([
                weights * ((mix * yards).sum(axis=1) / goals - 1),
                (passing_weights * (rates / passing - 1)).ravel(),
                HOLD_MAN * (logits - start),
                HOLD_THROWS * np.log(np.maximum(throws, 1e-6) / np.maximum(self.throws, 1e-6)),
            ])  # fmt: skip

        self.mix = mixes(least_squares(misses, start, bounds=(-12, 3), max_nfev=400).x)

    def learn(self, replay: Replayed) -> None:
        """Set the factors by what replays gave against what was expected."""
        shares = np.stack([self.inside, 1 - self.inside], axis=1)
        carries = np.nan_to_num(shares * self.run).sum(axis=1)
        catches = np.zeros(len(self.men.ids))
        catches[self.receivers] = np.nan_to_num(self.mix * self.catch[self.receivers]).sum(axis=1)
        for factor, expected, top, bottom in (
            (self.run_factor, carries, "rush_yds", "rush_att"),
            (self.catch_factor, catches, "rec_yds", "rec"),
        ):
            for slot, value in enumerate(expected):
                rate = replay.rate(self.index, slot, top, bottom)
                if rate > 0 and value > 0:
                    factor[slot] = rate / value
        rates, _ = self.passing(self.mix)
        for row, slot in enumerate(self.passers):
            for column, top in enumerate(PASSING):
                rate = replay.rate(self.index, slot, top, "pass_att")
                if rate > 0:
                    self.passer_factor[row, column] *= rate / rates[row, column]

    def weights(self, plain: Floats) -> tuple[int, int, int]:
        """Weights in 1/1000 that turn the table's throws (`plain`, by length) into the solved ones."""
        wanted = self.passing(self.mix)[1] / np.maximum(plain, 1e-6)
        short, medium, long = (min(max(round(1000 * w / wanted[0]), 1), 10_000) for w in wanted.tolist())
        return short, medium, long

    def habits(self) -> Iterator[tuple[str, ManHabits]]:
        """The men's habits: share inside, and of each length's targets (all complete alike)."""
        targets = np.zeros((len(self.men.ids), usage.LENGTHS))
        targets[self.receivers] = self.share[:, None] * self.mix
        shares = [usage.cumulative([Fraction(share) for share in column]) for column in targets.T.tolist()]
        by_man = np.diff(shares, axis=1, prepend=0).T.tolist()
        for name, inside, (short, medium, long) in zip(self.men.ids, self.inside, by_man, strict=True):
            yield name, ManHabits(round(inside * ALL_SHARES), (short, medium, long))


def fit_matched(fitting: Fitting, offsets: Teams) -> tuple[Teams, Men]:
    """Habits of teams and men with which their real rates come out against the schedule they play.

    Parameters
    ----------
    offsets : dict
        The as-played coach's run offsets; they are fitted anew once the throws have moved.
    """
    charts = load_charts().charts
    worth = worth_of(charts)
    codes = [team.code for team in fitting.season.teams]
    matches = [TeamMatch(fitting, index, worth, charts) for index in range(len(codes))]
    plain = fitting.throws_by_length(offsets, {}, LOGGED_SEASONS)
    teams: Teams = {}
    men: Men = {}
    for step in range(STEPS):
        for code, match in zip(codes, matches, strict=True):
            match.solve_sides()
            match.solve_lengths()
            men |= {(code, name): habits for name, habits in match.habits()}
            teams[code] = TeamHabits(offsets[code].run_offset, *match.weights(plain[match.index]))
        if step == STEPS - 2:
            teams = offsets = fit_offsets(fitting, teams, men)
        if step < STEPS - 1:
            replay = fitting.replays(teams, men, SEASONS)
            for match in matches:
                match.learn(replay)
    return teams, men
