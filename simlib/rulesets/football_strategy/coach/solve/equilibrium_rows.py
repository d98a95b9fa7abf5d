"""Solved call tables as they are written: shares of the kernel, a row for distances alike.

A probability becomes a share of ALL_SHARES, the mix rounded that guarantees most. Then a row serves the
longer distances that follow as long as it gives away no more than MERGED there. What both cost together
is measured, not estimated: `equilibrium.best_reply_gains`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.jit import solver
from simlib.rulesets.football_strategy.coach.solve.next_score import (
    ACCEPT,
    ACCEPT_5,
    ACCEPT_10,
    BEST,
    TAKES,
    Scratch,
    Tables,
    empty_tables,
    fill_payoffs,
    scratch,
)
from simlib.rulesets.football_strategy.coach.solve.outcomes import CARDS, STATES, Model, state_of
from simlib.rulesets.football_strategy.play.arrays import ALL_SHARES, CALLS

MERGED = 1e-4  # points a row may give away at a distance it was not made for


class Solution(NamedTuple):
    """The game of two charts solved, side 0 playing the first, side 1 the second.

    Attributes
    ----------
    model : Model
    values : float64[2, STATES]
        Expected points of the next score, to the side that has the ball.
    tables : Tables
        Calls and cards that guarantee them.
    reached : bool[STATES]
        States that any play can lead to.
    sweeps : int
        It took so many.
    """

    model: Model
    values: NDArray[np.float64]
    tables: Tables
    reached: NDArray[np.bool_]
    sweeps: int


class Rows(NamedTuple):
    """Which state's row serves a state, its own or that of a shorter distance."""

    offense: NDArray[np.int64]  # [2, STATES]
    defense: NDArray[np.int64]  # [2, STATES]


@solver
def round_mix(
    gains: NDArray[np.float64], size: int, others: int, mix: NDArray[np.float64], shares: NDArray[np.int64]
) -> None:
    """Round a mix to shares of ALL_SHARES: down, what is left given to those that guarantee most.

    Parameters
    ----------
    gains : float64[.., ..]
        To the mixing player: his `size` choices by `others` of the opponent's.
    """
    left = ALL_SHARES
    for k in range(size):
        shares[k] = int(mix[k] * ALL_SHARES)
        left -= shares[k]
    best, chosen = -np.inf, 0
    for raised in range(1 << size):
        count = 0
        for k in range(size):
            count += raised >> k & 1
        if count != left:
            continue
        least = np.inf
        for j in range(others):
            total = 0.0
            for k in range(size):
                total += (shares[k] + (raised >> k & 1)) * gains[k, j]
            least = min(least, total)
        if least > best:
            best, chosen = least, raised
    for k in range(size):
        shares[k] += chosen >> k & 1


@solver
def round_game(
    room: Scratch,
    count: int,
    calls: NDArray[np.float64],
    cards: NDArray[np.float64],
    rounded_calls: NDArray[np.float64],
    rounded_cards: NDArray[np.float64],
) -> None:
    """Round the mixes of the game in `room` for the kernel."""
    gains = np.zeros((CARDS, CALLS))  # a mix has no more calls than there are cards
    mix, shares, chosen = np.zeros(CARDS), np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    size = 0
    for row in range(count):
        if calls[room.legal[row]] > 0.0:
            mix[size], chosen[size] = calls[room.legal[row]], room.legal[row]
            gains[size, :CARDS] = room.payoffs[row]
            size += 1
    round_mix(gains, size, CARDS, mix, shares)
    for k in range(size):
        rounded_calls[chosen[k]] = shares[k] / ALL_SHARES
    size = 0
    for card in range(CARDS):
        if cards[card] > 0.0:
            mix[size], chosen[size] = cards[card], card
            for row in range(count):
                gains[size, row] = -room.payoffs[row, card]
            size += 1
    round_mix(gains, size, count, mix, shares)
    for k in range(size):
        rounded_cards[chosen[k]] = shares[k] / ALL_SHARES


@solver
def round_rows(
    model: Model,
    values: NDArray[np.float64],
    tables: Tables,
    reached: NDArray[np.bool_],
    rounded: Tables,
    room: Scratch,
) -> None:
    """Round the mixes of every state for the kernel, into `rounded`."""
    for state in range(STATES):
        if not reached[state]:
            continue
        for side in range(2):
            takes = tables.takes[side, state]
            rounded.takes[side, state] = takes
            count = fill_payoffs(model, values, side, state, takes, room)
            round_game(
                room, count, tables.calls[side, state], tables.cards[side, state],
                rounded.calls[side, state], rounded.cards[side, state],
            )  # fmt: skip


def round_tables(solution: Solution) -> Tables:
    """The tables as the kernel can play them: every probability a share of ALL_SHARES."""
    rounded = empty_tables()
    round_rows(solution.model, solution.values, solution.tables, solution.reached, rounded, scratch())
    return rounded


@solver
def merge_rows(
    model: Model,
    values: NDArray[np.float64],
    tables: Tables,
    reached: NDArray[np.bool_],
    most: float,
    rows: Rows,
    room: Scratch,
) -> None:
    """Let a row serve the longer distances that follow while it gives away no more than `most`."""
    takes = np.zeros(TAKES, np.int8)
    for side in range(2):
        for down in range(1, 5):
            for to_goal in range(1, 100):
                offense, defense = -1, -1
                for to_go in range(1, to_goal + 1):
                    state = state_of(down, to_go, to_goal)
                    if not reached[state]:
                        continue
                    if offense < 0:
                        offense = defense = state
                    value = values[side, state]
                    takes[:] = BEST
                    takes[ACCEPT] = tables.takes[side, offense, ACCEPT]
                    count = fill_payoffs(model, values, side, state, takes, room)
                    if value - worst_card(room, count, tables.calls[side, offense]) > most:
                        offense = state
                    takes[:] = tables.takes[side, defense]
                    takes[ACCEPT] = BEST
                    fill_payoffs(model, values, side, state, takes, room)
                    if best_call(room, count, tables.cards[side, defense]) - value > most:
                        defense = state
                    rows.offense[side, state] = offense
                    rows.defense[side, state] = defense


@solver
def worst_card(room: Scratch, count: int, calls: NDArray[np.float64]) -> float:
    """What a mix of calls guarantees in the game in `room`."""
    least = np.inf
    for card in range(CARDS):
        total = 0.0
        for row in range(count):
            total += room.payoffs[row, card] * calls[room.legal[row]]
        least = min(least, total)
    return least


@solver
def best_call(room: Scratch, count: int, cards: NDArray[np.float64]) -> float:
    """What a mix of cards holds the offence to in the game in `room`."""
    most = -np.inf
    for row in range(count):
        total = 0.0
        for card in range(CARDS):
            total += room.payoffs[row, card] * cards[card]
        most = max(most, total)
    return most


def merged(solution: Solution, most: float = MERGED) -> tuple[Tables, Rows]:
    """The tables as they are written: rounded, and neighbouring distances served by one row."""
    rounded = round_tables(solution)
    rows = Rows(np.full((2, STATES), -1), np.full((2, STATES), -1))
    merge_rows(solution.model, solution.values, rounded, solution.reached, most, rows, scratch())
    served = empty_tables()
    for side in range(2):
        known = rows.offense[side] >= 0
        offense, defense = rows.offense[side, known], rows.defense[side, known]
        served.calls[side, known] = rounded.calls[side, offense]
        served.cards[side, known] = rounded.cards[side, defense]
        served.takes[side, known, ACCEPT] = rounded.takes[side, offense, ACCEPT]
        for bit in (ACCEPT_5, ACCEPT_10):
            served.takes[side, known, bit] = rounded.takes[side, defense, bit]
    return served, rows
