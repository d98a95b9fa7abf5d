"""What SPI's letters and numbers mean in play, exactly, and the inverse: a man's rates -> his ratings.

A rating is the inverse of the game's exact expectation, made as the printed ones were: each man's own
season against the league's average opponent. The league's mean defence moves no letter by more than a
twelfth (1958: Def Rush +0.08, Def Pass -0.08, Pass Gain Adj +0.08), so it is taken as none; nothing
here knows the schedule. Every decision is over integers and Fractions, with a stated order of ties.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from simlib.kernels import dice
from simlib.rulesets.counting import THROWS
from simlib.rulesets.spi.charts.expectations import SACK_MEAN, catch_by_letter, expected_gain, run_by_letter
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import LAST_GAIN, LAST_PASS, LAST_RUN, Charts
from simlib.rulesets.spi.sheets.files import NONE

# Shares of a season's throws that are Short, Medium and Long: what the as-played coach's table of
# calls throws, its assumed 47/44/9 in the open field and the limits inside the 20 and 10 (4.3) together.
# With the ladder of passing letters it makes Unitas' real completions a Medium R and Conerly's a
# Medium S, as the text has them.
THROW_MIX = (Fraction(49, 100), Fraction(43, 100), Fraction(8, 100))
# Letters between a man's better and worse side, likeliest first: 19 of the 24 printed pairs.
SIDE_GAPS = (2, 1, 3)
# Letters from Short to Medium, and again to Long: printed passers rated A-F have 10, those from M on 8.
PASS_GAPS = ((6, (10, 9)), (12, (9, 8)), (LAST_PASS + 1, (8,)))
# Pass Gain letters by rising yards per catch: ten are printed; the others continue them smoothly.
GAIN_LADDER = (
    "PP-", "PO-", "PN-", "PM-", "PL-", "PLI", "OMH", "OLG", "OKG", "NLG", "NKG", "NJF", "NID", "MID",
    "MHB", "LHB", "LGB", "LGA", "KGA", "KFA", "JFA", "JEA", "IEA",
)  # fmt: skip
SACKS_END_AT = dice.from_printed("54")  # the last of Casares' printed sack range
RUNS_INSIDE, RUNS_OUTSIDE, FULLBACK, HALFBACK = "qb", "e", "fb", "hb"

Pair = tuple[int, int]


class Scale(NamedTuple):
    """What a letter is worth in play, exactly.

    Attributes
    ----------
    run : tuple of Fraction
        Yards per carry by letter A-U.
    catch : tuple of tuple of Fraction
        [length S, M, L][letter A-P] yards per completion.
    completion : tuple of int
        Numbers of 36 that complete, by letter A-Z.
    better_side : Fraction
        Share of a man's carries on the side he is rated better for.
    """

    run: tuple[Fraction, ...]
    catch: tuple[tuple[Fraction, ...], ...]
    completion: tuple[int, ...]
    better_side: Fraction


class Passing(NamedTuple):
    """What a passer did: `sacks` need not be whole, where only yards are known."""

    key: tuple[str, str]
    attempts: int
    completions: int
    interceptions: int
    sacks: Fraction

    @property
    def dropbacks(self) -> Fraction:
        """Throws of the completion dice: sacks come out of the same roll (8.0)."""
        return self.attempts + self.sacks


class Rung(NamedTuple):
    """A triple of Pass Gain letters, and the yards per catch at which it begins."""

    triple: str
    begins: Fraction


class Dither(NamedTuple):
    """A number to be made whole: its exact value, weight in the league's total, greatest value."""

    key: tuple[str, str]
    exact: Fraction
    weight: Fraction
    most: int


def scale_of(
    charts: Charts, run_spots: dict[int, int], pass_spots: Sequence[dict[int, int]], better_side: Fraction
) -> Scale:
    """Worth of every letter of a set of charts.

    Parameters
    ----------
    charts : arrays.Charts
        Rushing Gain, Medium and Long Gain, Pass Completion, Pass Gain are read.
    run_spots : dict of int to int
        Weight of the runs that begin so many yards from the goal line.
    pass_spots : sequence of dict
        The same for Short, Medium and Long passes.
    better_side : Fraction
        Share of carries on a man's better side.
    """
    return Scale(
        tuple(expected_gain(run_by_letter(charts, letter), run_spots) for letter in range(LAST_RUN + 1)),
        tuple(
            tuple(expected_gain(catch_by_letter(charts, letter), spots) for letter in range(LAST_GAIN + 1))
            for spots in pass_spots
        ),
        tuple(int(last) + 1 for last in charts.completion),
        better_side,
    )


def letters(text: str) -> tuple[int, ...]:
    """Letters of "OMH" as 0-based numbers, NO_LETTER for "-"."""
    return tuple(arrays.NO_LETTER if c == NONE else ord(c) - ord("A") for c in text)


def printed(*numbers: int) -> tuple[str, ...]:
    """0-based letters as a sheet prints them."""
    return tuple(NONE if n == arrays.NO_LETTER else chr(ord("A") + n) for n in numbers)


# Runs


def implied_carry(scale: Scale, inside: int, outside: int) -> Fraction:
    """Yards per carry that RIS and ROS letters mean; a side without a letter is never run."""
    rated = sorted(letter for letter in (inside, outside) if letter != arrays.NO_LETTER)
    return scale.better_side * scale.run[rated[0]] + (1 - scale.better_side) * scale.run[rated[-1]]


def rate_runs(scale: Scale, rate: Fraction, role: str) -> Pair:
    """RIS and ROS letters nearest to a man's yards per carry, clamped to A-U (5.1).

    Parameters
    ----------
    rate : Fraction
        Real yards per carry.
    role : str
        Quarterbacks run inside only, ends outside only. A fullback is better inside, a halfback
        outside, by one to three letters, as the printed backs are.

    Returns
    -------
    (int, int)
        NO_LETTER for a side he does not run. Ties go to the gap first in SIDE_GAPS, then to the
        better letters.
    """
    if role in (RUNS_INSIDE, RUNS_OUTSIDE):
        best = min(range(LAST_RUN + 1), key=lambda letter: (abs(scale.run[letter] - rate), letter))
        return (best, arrays.NO_LETTER) if role == RUNS_INSIDE else (arrays.NO_LETTER, best)
    pairs = [
        (abs(implied_carry(scale, better, worse) - rate), order, better, worse)
        for order, gap in enumerate(SIDE_GAPS)
        for better in range(LAST_RUN + 1)
        for worse in [min(better + gap, LAST_RUN)]
    ]
    _, _, better, worse = min(pairs)
    return (better, worse) if role == FULLBACK else (worse, better)


# Catches


def catch_shares(scale: Scale, passer: Sequence[int]) -> tuple[Fraction, ...]:
    """Shares of completions by length, for a passer's letters and THROW_MIX."""
    made = [mix * scale.completion[letter] for mix, letter in zip(THROW_MIX, passer, strict=True)]
    return tuple(part / sum(made) for part in made)


def implied_catch(scale: Scale, triple: Sequence[int], shares: Sequence[Fraction]) -> Fraction:
    """Yards per catch that S, M and L letters mean; lengths without a letter are never thrown."""
    rated = [length for length in range(3) if triple[length] != arrays.NO_LETTER]
    yards = sum((shares[n] * scale.catch[n][triple[n]] for n in rated), Fraction(0))
    return yards / sum(shares[n] for n in rated)


def gain_ladder(
    scale: Scale, shares: Sequence[Fraction], men: Iterable[tuple[str, Fraction]]
) -> tuple[Rung, ...]:
    """Rungs of GAIN_LADDER with the yards per catch at which each begins.

    A rung spans the yards per catch of the men printed with it; a rung that nobody is printed with
    stands at its exact expectation, and is left out where that does not lie between its neighbours.
    A rung begins midway between its span and the one below.

    Parameters
    ----------
    men : iterable of (str, Fraction)
        Printed triples with the men's real yards per catch.
    """
    spans: dict[str, list[Fraction]] = {}
    for triple, rate in men:
        spans.setdefault(triple, []).append(rate)
    below: Fraction | None = None
    rungs: list[Rung] = []
    for index, triple in enumerate(GAIN_LADDER):
        above = [min(spans[rung]) for rung in GAIN_LADDER[index + 1 :] if rung in spans]
        span = spans.get(triple, [implied_catch(scale, letters(triple), shares)])
        low, high = min(span), max(span)
        if triple not in spans and ((below is not None and low <= below) or any(high >= n for n in above)):
            continue
        rungs.append(Rung(triple, low if below is None else (below + low) / 2))
        below = high
    return tuple(rungs)


def rate_catches(ladder: Sequence[Rung], rate: Fraction) -> str:
    """S, M, L letters of a man's yards per catch: the highest rung that begins no later, else the first."""
    return next((rung.triple for rung in reversed(ladder) if rung.begins <= rate), ladder[0].triple)


# Passes


def implied_completion(scale: Scale, triple: Sequence[int]) -> Fraction:
    """Completions per throw of the dice that Passing letters mean, over THROW_MIX."""
    made = (mix * scale.completion[letter] for mix, letter in zip(THROW_MIX, triple, strict=True))
    return sum(made, Fraction(0)) / THROWS


def rate_completion(scale: Scale, rate: Fraction) -> tuple[int, int, int]:
    """Passing letters nearest to completions per attempt and sack (6.5, 8.0), clamped to A-Z.

    Ties go to the gap first in PASS_GAPS, then to the better letters.
    """
    ladder = []
    for short in range(LAST_PASS + 1):
        gaps = next(gaps for below, gaps in PASS_GAPS if short < below)
        for order, gap in enumerate(gaps):
            triple = short, min(short + gap, LAST_PASS), min(short + 2 * gap, LAST_PASS)
            ladder.append((abs(implied_completion(scale, triple) - rate), order, triple))
    return min(ladder)[2]


def dithered(numbers: Iterable[Dither], total: Fraction) -> dict[tuple[str, str], int]:
    """Make numbers whole so that their weighted sum, and not each alone, comes out.

    All are rounded down; those with the largest remainders are then rounded up while at least half
    of the man's weight is still missing. Ties go to the greater weight, then to the lesser key.

    Parameters
    ----------
    total : Fraction
        What the sum of number x weight shall be.
    """
    rows = list(numbers)
    whole = {row.key: min(row.exact.__floor__(), row.most) for row in rows}
    missing = total - sum((whole[row.key] * row.weight for row in rows), Fraction(0))
    rows.sort(key=lambda row: (whole[row.key] - row.exact, -row.weight, row.key))
    for row in rows:
        if whole[row.key] < min(ceil(row.exact), row.most) and 2 * missing >= row.weight:
            whole[row.key] += 1
            missing -= row.weight
    return whole


def place_ranges(interceptions: int, sacks: int, complete_to: int) -> tuple[Pair, Pair]:
    """Interception range ending at 66; sacks ending at 54, or below the interceptions (7.1, 8.0).

    Parameters
    ----------
    interceptions, sacks : int
        How many numbers; no more than there are incomplete ones.
    complete_to : int
        Greatest throw that completes a Short pass; every number placed is above it if there is room.

    Returns
    -------
    ((int, int), (int, int))
        Throws first..last; (36, -1) is no range. They never overlap.
    """
    first = THROWS - interceptions
    last_sack = min(max(SACKS_END_AT, complete_to + sacks), first - 1)
    return (
        (first, THROWS - 1) if interceptions else (THROWS, -1),
        (last_sack - sacks + 1, last_sack) if sacks else (THROWS, -1),
    )


def rate_ranges(
    passers: Sequence[Passing],
    complete_to: dict[tuple[str, str], int],
    fixed: dict[tuple[str, str], Pair],
    team_range: Fraction,
) -> dict[tuple[str, str], tuple[Pair, Pair]]:
    """Interception and sack ranges of all passers, the league's totals kept.

    Parameters
    ----------
    passers : sequence of Passing
        Everybody who threw.
    complete_to : dict
        Greatest throw that completes the man's Short pass; a man without one never throws in the
        game: his throws are taken to be made by the others at the league's rates.
    fixed : dict
        How many interception and sack numbers are printed for a man.
    team_range : Fraction
        Mean share of throws in a defence's interception range.

    Returns
    -------
    dict
        (interception, sack) ranges of the men not fixed.
    """
    rows = [p for p in passers if p.key in complete_to and p.key not in fixed]
    held = [p for p in passers if p.key in fixed]
    everybody = sum((p.dropbacks for p in passers), Fraction(0))
    playing = sum((p.dropbacks for p in (*rows, *held)), Fraction(0)) / everybody
    lost = {p.key: THROWS * p.sacks / p.dropbacks for p in passers}
    thrown = {p.key: THROWS * p.interceptions / (p.dropbacks * team_range) for p in passers}
    sacks_total = playing * THROWS * sum((p.sacks for p in passers), Fraction(0))
    sacks_total -= sum((fixed[p.key][1] * p.dropbacks for p in held), Fraction(0))
    sacks = dithered(
        (Dither(p.key, lost[p.key], p.dropbacks, THROWS - 1 - complete_to[p.key]) for p in rows), sacks_total
    )
    total = playing * THROWS * sum(p.interceptions for p in passers) / team_range
    total -= sum((fixed[p.key][0] * p.dropbacks for p in held), Fraction(0))
    room = {p.key: THROWS - 1 - complete_to[p.key] - sacks[p.key] for p in rows}
    interceptions = dithered((Dither(p.key, thrown[p.key], p.dropbacks, room[p.key]) for p in rows), total)
    return {p.key: place_ranges(interceptions[p.key], sacks[p.key], complete_to[p.key]) for p in rows}


def sacks_of(
    attempts: dict[tuple[str, str], int], yards: dict[tuple[str, str], int | None], team_yards: dict[str, int]
) -> dict[tuple[str, str], Fraction]:
    """Sacks of each passer from yards lost, 8 a sack on the average (8.0).

    Passers whose yards aren't known share what is left of their team's, by attempts.
    """
    sacks: dict[tuple[str, str], Fraction] = {}
    for team, total in team_yards.items():
        keys = [key for key in attempts if key[0] == team]
        left = max(total - sum(yards[key] or 0 for key in keys), 0)
        unknown = sum(attempts[key] for key in keys if yards[key] is None)
        for key in keys:
            own = yards[key]
            lost = Fraction(left * attempts[key], unknown) if own is None else Fraction(own)
            sacks[key] = lost / SACK_MEAN
    return sacks


def rate_limit(carries: int, targets: Fraction, passes: int, games: int) -> int:
    """Limitation: plays a game, rounded up (14.1): runs, throws to him, and passes of a non-passer."""
    return max(1, ceil((carries + targets + passes) / games))
