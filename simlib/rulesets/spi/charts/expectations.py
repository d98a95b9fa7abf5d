"""What a run, a catch or a pass of SPI's charts brings, exactly: distributions, and means in play."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from simlib.kernels.field import FIELD
from simlib.rulesets.counting import THROWS, Distribution, mixture, summed_distribution
from simlib.rulesets.spi.play.arrays import LONG_GAIN, MEDIUM_GAIN, TOUCHDOWN, Charts

SACK_MEAN = 8  # two dice and one more (8.0)


class PassChances(NamedTuple):
    """Chances of one pass call before its gain: they sum to 1."""

    complete: Fraction
    intercepted: Fraction
    sacked: Fraction
    incomplete: Fraction


class PassExpectation(NamedTuple):
    """One pass call: chances, and yards (exact means)."""

    chances: PassChances
    yards: Fraction  # per call, sacks not counted
    sack_yards: Fraction  # per call, positive
    yards_per_attempt: Fraction  # sacks are no attempts
    completion_percent: Fraction  # per 100 attempts
    interception_percent: Fraction


def run_distribution(column: Sequence[int], medium: Sequence[int], long: Sequence[int]) -> Distribution:
    """Distribution of a run on one column of the Rushing Gain Table (5.4 to 5.6).

    Parameters
    ----------
    column : sequence of 36 int
        Gains by throw, MEDIUM_GAIN and LONG_GAIN where a second throw decides.
    medium, long : sequence of 11 int
        The gain tables of case 5.6; a touchdown is TOUCHDOWN.

    Returns
    -------
    dict of int to Fraction
        Gains not yet cut by the goal line.
    """
    second = {MEDIUM_GAIN: summed_distribution(medium), LONG_GAIN: summed_distribution(long)}
    one = Fraction(1, THROWS)
    return mixture((one, second.get(int(cell), {int(cell): Fraction(1)})) for cell in column)


def run_by_letter(charts: Charts, letter: int) -> Distribution:
    """Distribution of a run with the adjusted rating `letter` (0 is A)."""
    return run_distribution(
        charts.rushing_gain[:, letter].tolist(), charts.medium_gain.tolist(), charts.long_gain.tolist()
    )


def catch_by_letter(charts: Charts, letter: int) -> Distribution:
    """Distribution of a completed pass with the adjusted Pass Gain rating `letter` (6.6)."""
    return summed_distribution(charts.pass_gain[:, letter].tolist())


def cut_gains(yards_to_goal: Mapping[int, int]) -> dict[int, Fraction]:
    """Tell what each gain is worth on the average once the goal lines cut it.

    Parameters
    ----------
    yards_to_goal : mapping of int to int
        Weight of the plays that begin so many yards (1..99) from the defence's goal line.

    Returns
    -------
    dict of int to Fraction
        Gain -99..TOUCHDOWN -> mean of the yards credited: no more than the yards to the goal line,
        no greater loss than to one's own.
    """
    return _cut_gains(tuple(sorted(yards_to_goal.items())))


@lru_cache(maxsize=32)
def _cut_gains(weights: tuple[tuple[int, int], ...]) -> dict[int, Fraction]:
    total = sum(weight for _, weight in weights)
    return {
        gain: Fraction(sum(weight * max(min(gain, yards), yards - FIELD) for yards, weight in weights), total)
        for gain in range(1 - FIELD, TOUCHDOWN + 1)
    }


def expected_gain(distribution: Distribution, yards_to_goal: Mapping[int, int]) -> Fraction:
    """Mean yards credited in play: a column read off its table alone comes out some per cent high.

    Parameters
    ----------
    distribution : dict of int to Fraction
        Gains not cut by the goal line.
    yards_to_goal : mapping of int to int
        Weight of the plays that begin so many yards from the defence's goal line.

    Returns
    -------
    Fraction
    """
    cut = cut_gains(yards_to_goal)
    return sum((cut[gain] * chance for gain, chance in distribution.items()), Fraction(0))


def _numbers(first: int, last: int, above: int) -> int:
    """Throws first..last that lie above throw `above`."""
    return max(0, last - max(first, above + 1) + 1)


def pass_chances(
    complete_to: int,
    interception: tuple[int, int],
    sack: tuple[int, int],
    team_interception: Fraction = Fraction(1),
) -> PassChances:
    """Chances of one pass (6.2, 6.3, 7.2, 8.0).

    Parameters
    ----------
    complete_to : int
        Greatest throw that completes.
    interception, sack : (int, int)
        The passer's ranges, throws first..last; (36, -1) is none. A number that completes the pass
        is neither; a number in both is a sack.
    team_interception : Fraction
        Share of the 36 throws in the defence's interception range.

    Returns
    -------
    PassChances
    """
    both = _numbers(max(interception[0], sack[0]), min(interception[1], sack[1]), complete_to)
    complete = Fraction(complete_to + 1, THROWS)
    intercepted = Fraction(_numbers(*interception, complete_to) - both, THROWS) * team_interception
    sacked = Fraction(_numbers(*sack, complete_to), THROWS)
    return PassChances(complete, intercepted, sacked, 1 - complete - intercepted - sacked)


def pass_expectation(calls: Iterable[tuple[Fraction, PassChances, Fraction]]) -> PassExpectation:
    """Exact rates of a mix of pass calls.

    Parameters
    ----------
    calls : iterable of (share, PassChances, Fraction)
        Share of the calls (they sum to 1), chances, and yards a completion brings.

    Returns
    -------
    PassExpectation
    """
    totals = [Fraction(0)] * 4
    yards = Fraction(0)
    for share, chances, gain in calls:
        totals = [total + share * chance for total, chance in zip(totals, chances, strict=True)]
        yards += share * chances.complete * gain
    chances = PassChances(*totals)
    attempts = 1 - chances.sacked
    return PassExpectation(
        chances,
        yards,
        chances.sacked * SACK_MEAN,
        yards / attempts,
        100 * chances.complete / attempts,
        100 * chances.intercepted / attempts,
    )
