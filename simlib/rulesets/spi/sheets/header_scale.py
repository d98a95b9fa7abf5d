"""A team's real figures -> the head of its sheet: defence, interceptions, fumbles, penalties, kicks.

Where the charts say what a number is worth, a rating is the inverse of their exact expectation, against
the league's mean. Where they can't - carries or completions against a team aren't known, nobody says
how a designer set penalty numbers - it is a straight line through the twelve printed headers of 1958;
each line's constants stand here, and tests/rulesets/spi/test_header_ratings.py says how they do.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from simlib.rulesets.counting import THROWS
from simlib.rulesets.spi.charts.expectations import catch_by_letter, expected_gain, run_by_letter
from simlib.rulesets.spi.charts.reference import KICK_RETURN_STARTS, PUNT_RETURN_STARTS, PUNT_STARTS
from simlib.rulesets.spi.play.arrays import LAST_GAIN, LAST_PASS, LAST_RUN, LONG_PUNT, NO_LETTER, Charts
from simlib.rulesets.spi.sheets import rating_scale as rating
from simlib.rulesets.spi.sheets.rating_scale import Scale

MOST_LETTERS = 6
# By rushing yards a game, where carries against aren't known: letters per 100% above the league's mean.
RUSH_SLOPE = Fraction(9)
# By yards per pass, where completions against aren't known: Def Pass and Pass Gain Adj.
PASS_SLOPE, GAIN_SLOPE = Fraction(16, 5), Fraction(39, 5)
# Numbers of 36 of a team whose interception rate is the league's: 1958's mean range.
MEAN_INTERCEPTION = Fraction(178, 10)
# Fumbles in 36 plays up to which a team's catches are fumbled on a total of 2, of 3; else of 4.
CATCH_FUMBLES = Fraction(1), Fraction(9, 5)
# The kept share of fumbles -> numbers that recover.
RECOVER_SLOPE, RECOVER_BASE, MEAN_RECOVER = Fraction(283, 10), Fraction(61, 10), 15
# Numbers by penalties a play: runs, passes, and the range in which the penalty is the team's own.
PENALTY_RUN = Fraction(194, 5), Fraction(3, 10)
PENALTY_PASS = Fraction(183, 5), Fraction(14, 25)
PENALTY_RANGE = Fraction(110), Fraction(9)
# Clutch points of the offence by games won by 7 points or fewer.
CLUTCH = Fraction(53, 100), Fraction(41, 100)
MEAN_CLUTCH_DEFENSE = 1
# Shares of field goals by band, and the middle and long band's numbers beside the short one's.
GOAL_MIX = Fraction(62, 100), Fraction(34, 100), Fraction(4, 100)
MIDDLE_BAND, LONG_BAND = Fraction(69, 100), Fraction(40, 100)
MOST_GOAL_NUMBERS = 34  # 65 and 66 are blocked (11.3)
NO_RUNBACK_NUMBERS = 10  # of 36 punts: the printed sheets' mean


class HeaderScale(NamedTuple):
    """Worth of the letters of a header, exactly.

    Attributes
    ----------
    kick_return, punt_return, punt : tuple of Fraction
        Yards by letter: Pass Gain, Rushing Gain and Punting columns.
    """

    kick_return: tuple[Fraction, ...]
    punt_return: tuple[Fraction, ...]
    punt: tuple[Fraction, ...]


def scale_of_header(charts: Charts) -> HeaderScale:
    """Worth of returns and punts of a set of charts, cut by the goal lines."""
    return HeaderScale(
        tuple(expected_gain(catch_by_letter(charts, n), KICK_RETURN_STARTS) for n in range(LAST_GAIN + 1)),
        tuple(expected_gain(run_by_letter(charts, n), PUNT_RETURN_STARTS) for n in range(LAST_RUN + 1)),
        tuple(_punt(charts, letter) for letter in range(len(charts.punting))),
    )


def _punt(charts: Charts, letter: int) -> Fraction:
    ways = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    total = sum(PUNT_STARTS.values())

    def credited(yards: int) -> Fraction:
        yards = yards if yards > 0 else 100  # EZ
        return Fraction(sum(weight * min(yards, start) for start, weight in PUNT_STARTS.items()), total)

    long = (
        sum((w * credited(int(y)) for w, y in zip(ways, charts.long_punt, strict=True)), Fraction(0)) / THROWS
    )
    cells = [long if cell == LONG_PUNT else credited(int(cell)) for cell in charts.punting[letter]]
    return sum((w * cell for w, cell in zip(ways, cells, strict=True)), Fraction(0)) / THROWS


def nearest(values: Sequence[Fraction], rate: Fraction) -> int:
    """Place of the value nearest to a rate; ties go to the first."""
    return min(range(len(values)), key=lambda n: (abs(values[n] - rate), n))


def moved(letters: Sequence[int], by: int, last: int) -> tuple[int, ...]:
    """Letters a defence's adjustment makes of an offence's: plus is better (4.5), A and `last` are ends."""
    return tuple(n if n == NO_LETTER else min(max(n - by, 0), last) for n in letters)


def _adjustment(values: dict[int, Fraction], ratio: Fraction) -> int:
    """The adjustment whose exact effect comes nearest to a rate beside the league's."""
    return min(values, key=lambda by: (abs(values[by] / values[0] - ratio), abs(by)))


def rate_rush_defense(scale: Scale, league: Fraction, ratio: Fraction) -> int:
    """Def Rush from yards per carry allowed: `ratio` to the league's mean `league`."""
    inside, outside = rating.rate_runs(scale, league, rating.HALFBACK)
    worth = {by: rating.implied_carry(scale, *moved((inside, outside), by, LAST_RUN))
             for by in range(-MOST_LETTERS, MOST_LETTERS + 1)}  # fmt: skip
    return _adjustment(worth, ratio)


def rate_pass_defense(scale: Scale, passing: Sequence[int], ratio: Fraction) -> int:
    """Def Pass from completions per pass allowed, beside the league's; `passing` are its letters."""
    worth = {by: rating.implied_completion(scale, moved(passing, by, LAST_PASS))
             for by in range(-MOST_LETTERS, MOST_LETTERS + 1)}  # fmt: skip
    return _adjustment(worth, ratio)


def rate_gain(scale: Scale, triple: str, shares: Sequence[Fraction], ratio: Fraction) -> int:
    """Pass Gain Adj from yards per completion allowed, beside the league's, whose letters are `triple`."""
    letters = rating.letters(triple)
    worth = {by: rating.implied_catch(scale, moved(letters, by, LAST_GAIN), shares)
             for by in range(-MOST_LETTERS, MOST_LETTERS + 1)}  # fmt: skip
    return _adjustment(worth, ratio)


def on_line(line: tuple[Fraction, Fraction], x: Fraction, least: int, most: int) -> int:
    """Whole number on a line (slope, value at 0), within `least` and `most`."""
    return min(max(round(line[0] * x + line[1]), least), most)


def rate_fumbles(fumbles: Fraction, plays: int, runs: int, catches: int) -> tuple[int, int]:
    """Numbers of RIS and ROS together, and the total on a catch, that make a team's fumbles (9.1, 9.2).

    Returns aren't counted, as on the printed sheets: theirs make the league's real losses without.
    """
    rate = THROWS * fumbles / plays
    total = 2 + sum(rate >= end for end in CATCH_FUMBLES)
    left = fumbles - Fraction(catches * (total - 1), THROWS)  # total - 1 ways of 36
    return min(max(round(2 * THROWS * left / runs), 2), 8), total


def rate_kicks(made: int, tried: int) -> tuple[int, int, int]:
    """Numbers of the bands 1-20, 21-40 and 41-50 that give a kicker's real share over GOAL_MIX."""
    share = THROWS * Fraction(made, tried)
    short, middle, long = GOAL_MIX
    first = min(round(share / (short + middle * MIDDLE_BAND + long * LONG_BAND)), MOST_GOAL_NUMBERS)
    third = round(LONG_BAND * first)
    second = round((share - short * first - long * third) / middle)
    first = max(first, 1)
    second = min(max(second, 1), first)
    return first, second, min(max(third, 1), second)


def shared_throws(counts: Sequence[int], throws: int) -> list[int]:
    """Split `throws` numbers by real counts, one at least each: largest remainders, ties to the first."""
    total = sum(counts)
    exact = [Fraction(throws * n, total) for n in counts]
    whole = [max(int(share), 1) for share in exact]
    while sum(whole) > throws:
        more = [k for k, n in enumerate(whole) if n > 1]
        whole[max(more, key=lambda k: (whole[k] - exact[k], k))] -= 1
    while sum(whole) < throws:
        whole[max(range(len(whole)), key=lambda k: (exact[k] - whole[k], -k))] += 1
    return whole
