"""Who carries, throws, catches and kicks: a team's real shares as cumulative shares of 65536.

Shares are Fractions or, where they are solved for, floats made by + - x / alone in a fixed order:
the same on every machine. Men stand in the order of their slots, which is also the order of ties.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import Season
from simlib.kernels.stats import PLAYER_COLUMNS
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import ALL_SHARES, NO_LETTER
from simlib.rulesets.spi.sheets.read import Sheets

MOST_PASSER_CARRIES = Fraction(1, 4)  # of his team's carries in a passer's own games
MOST_LINEUPS = 4
LENGTHS = 3
FIXED_POINT_STEPS = 300


class Men(NamedTuple):
    """A team's men by slot: letters and limits, and what they really did (None: not known)."""

    team: str
    ids: tuple[str, ...]
    sheet: NDArray[np.int16]  # [slots, M_COLUMNS]
    positions: tuple[str, ...]
    stats: dict[str, tuple[int | None, ...]]

    def real(self, column: str, able: Sequence[bool]) -> list[int]:
        """Real counts of a column of the men who can; all alike when none is known."""
        counts = [max(n or 0, 0) * can for n, can in zip(self.stats[column], able, strict=True)]
        return counts if any(counts) else [int(can) for can in able]

    def has(self, *columns: int) -> list[bool]:
        """Which men have a letter in one of the columns of their sheet."""
        return [bool((row[list(columns)] != NO_LETTER).any()) for row in self.sheet]

    def has_all(self, *columns: int) -> list[bool]:
        """Which men have a letter in each of the columns of their sheet."""
        return [bool((row[list(columns)] != NO_LETTER).all()) for row in self.sheet]

    def lengths(self) -> list[bool]:
        """At which lengths somebody can catch."""
        return [any(self.has(arrays.M_GAIN_S + length)) for length in range(LENGTHS)]


def men_of(season: Season, sheets: Sheets) -> list[Men]:
    """Every team's men, in the order of the season's teams and the sheets' slots."""
    players = {(player.team, player.id): player for player in season.players}
    teams = []
    for index, team in enumerate(season.teams):
        ids = sheets.men[index]
        rows = [players[team.code, name] for name in ids]
        stats = {column: tuple(row.stats.get(column) for row in rows) for column in PLAYER_COLUMNS}
        positions = tuple(row.position for row in rows)
        teams.append(Men(team.code, ids, sheets.league.man[index][: len(ids)], positions, stats))
    return teams


def cumulative(weights: Iterable[Fraction | int], whole: Fraction | int | None = None) -> list[int]:
    """Running sums of weights over `whole` (their sum), as shares of 65536, halves rounded up.

    A weight of 0 gets no share at all, and rounding adds up: the last is 65536 if `whole` is the sum.
    """
    exact = list(weights)
    common = lcm(*(part.denominator for part in exact), whole.denominator if whole is not None else 1)
    scaled = [part.numerator * (common // part.denominator) for part in exact]
    total = sum(scaled) if whole is None else whole.numerator * (common // whole.denominator)
    return [(2 * ALL_SHARES * running // total + 1) // 2 for running in accumulate(scaled)]


def guide_of(shares: Sequence[int]) -> list[int]:
    """First entry that can be drawn, for each value of a choice's high 8 bits."""
    entry, guide = 0, []
    for high in range(256):
        while entry < len(shares) - 1 and high << 8 >= shares[entry]:
            entry += 1
        guide.append(entry)
    return guide


def passers(men: Men) -> tuple[list[int], list[Fraction]]:
    """Slots of the men who may be a game's passer, and their shares of games.

    Quarterbacks who threw and have all three Pass letters, by their real attempts; if there is none,
    the man who threw most of those with the letters (the first of several). No more than MOST_LINEUPS:
    others throw now and then, as backs do.
    """
    able = men.has_all(arrays.M_PASS_S, arrays.M_PASS_M, arrays.M_PASS_L)
    attempts = men.real("pass_att", able)
    is_quarterback = [position.upper() == "QB" for position in men.positions]
    slots = [slot for slot, n in enumerate(attempts) if n and is_quarterback[slot]]
    if not slots:
        slots = [attempts.index(max(attempts))]
    slots = sorted(sorted(slots, key=lambda slot: -attempts[slot])[:MOST_LINEUPS])
    total = sum(attempts[slot] for slot in slots)
    return slots, [Fraction(attempts[slot], total) for slot in slots]


def back_passes(men: Men, slots: Sequence[int]) -> list[int]:
    """Cumulative share of the team's passes thrown by men who are no game's passer."""
    able = men.has(arrays.M_PASS_S, arrays.M_PASS_M, arrays.M_PASS_L)
    attempts = men.real("pass_att", able)
    return cumulative((0 if slot in slots else n for slot, n in enumerate(attempts)), sum(attempts))


def carriers(men: Men, slots: Sequence[int], games: Sequence[Fraction]) -> list[list[Fraction]]:
    """Share of carries by man, for each of the lineups.

    A passer carries in his own games, up to a quarter of them; what is more he carries in the other
    games, as a back does. The backs share the rest as they really did: over all games each man has
    his real share.
    """
    carries = men.real("rush_att", men.has(arrays.M_RIS, arrays.M_ROS))
    total = sum(carries)
    shares = []
    for lineup in range(len(slots)):
        row = [Fraction(0)] * len(carries)
        for other, (slot, played) in enumerate(zip(slots, games, strict=True)):
            own = min(Fraction(carries[slot], total) / played, MOST_PASSER_CARRIES)
            rest = Fraction(carries[slot], total) - own * played
            row[slot] = own if other == lineup else rest / (1 - played) if played < 1 else Fraction(0)
        backs = sum(n for slot, n in enumerate(carries) if slot not in slots)
        left = 1 - sum(row)
        for slot, n in enumerate(carries):
            if slot not in slots and n:
                row[slot] = left * Fraction(n, backs)
        shares.append(row)
    return shares


def inside_shares(sheet: NDArray[np.int16], better_side: int) -> list[int]:
    """Share of each man's runs that go inside: `better_side` per cent on the side rated better."""
    shares = []
    for inside, outside in sheet[:, [arrays.M_RIS, arrays.M_ROS]].tolist():
        if outside == NO_LETTER:
            percent = 100
        elif inside == NO_LETTER:
            percent = 0
        elif inside == outside:
            percent = 50
        else:
            percent = better_side if inside < outside else 100 - better_side
        shares.append((2 * ALL_SHARES * percent + 100) // 200)
    return shares


def completion_by_length(men: Men, slots: Sequence[int], completion: NDArray[np.int16]) -> list[float]:
    """Chance that a throw of each length completes, over the team's passers by their attempts."""
    attempts = men.stats["pass_att"]
    chances = []
    for length in range(LENGTHS):
        made, thrown = 0, 0
        for slot in slots:
            letter = int(men.sheet[slot, arrays.M_PASS_S + length])
            weight = max(attempts[slot] or 0, 1)
            made += weight * (int(completion[letter]) + 1 if letter != NO_LETTER else 0)
            thrown += 36 * weight
        chances.append(made / thrown)
    return chances


def receivers(men: Men, throw_mix: Sequence[float], completion: Sequence[float]) -> list[list[Fraction]]:
    """Share of targets by man, for each length, so that every man's share of catches is his real one.

    A man is thrown to at every length he is rated for, in proportion to one weight; the weights are
    solved by a fixed point on the exact expectation of catches, given the shares of throws by length
    and their chances of completion.
    """
    rated = [[letter != NO_LETTER for letter in row] for row in men.sheet[:, arrays.M_GAIN_S :][:, :LENGTHS]]
    catches = men.real("rec", [any(row) for row in rated])
    total = sum(catches)
    by_length = [throws * chance for throws, chance in zip(throw_mix, completion, strict=True)]
    weights = [n / total for n in catches]
    shares = [[0.0] * len(catches) for _ in range(LENGTHS)]
    for _ in range(FIXED_POINT_STEPS):
        expected = [0.0] * len(catches)
        for length in range(LENGTHS):
            targets = [w if row[length] else 0.0 for w, row in zip(weights, rated, strict=True)]
            thrown = sum(targets)
            if thrown == 0.0:  # nobody who caught a pass is rated at this length: all who are, alike
                targets = [float(row[length]) for row in rated]
                thrown = sum(targets)
            if thrown == 0.0:  # nobody at all: the coach never calls it
                continue
            shares[length] = [w / thrown for w in targets]
            for slot, share in enumerate(shares[length]):
                expected[slot] += by_length[length] * share
        caught = sum(expected)
        weights = [
            w * (n / total) / (e / caught) if e > 0.0 else 0.0
            for w, n, e in zip(weights, catches, expected, strict=True)
        ]
    nobody = [Fraction(int(slot == 0)) for slot in range(len(catches))]
    return [[Fraction(share) for share in row] if any(row) else nobody for row in shares]


def kickers(men: Men, slots: Sequence[int], column: str) -> list[int]:
    """Cumulative shares of the punters or kickers of a sheet by their real attempts; slot -1 is nobody."""
    counts = [men.stats[column][slot] or 0 if slot >= 0 else 0 for slot in slots]
    if not any(counts):
        counts = [int(slot >= 0) for slot in slots]
    return cumulative(counts)
