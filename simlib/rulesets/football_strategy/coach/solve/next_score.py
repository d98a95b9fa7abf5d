"""Football Strategy as a game for the next score: its states' values and best calls.

A state (`outcomes`) is worth the expected points of the next score, the offence's positive: a touchdown
with its try, a field goal, a safety against it. Then the game stops; time does not run. Two sides 0 and 1
play a chart each. In every state the offence picks a call and the defence a card at once, a zero-sum
matrix game on what follows; the side a penalty favours takes the better (max and min inside a payoff).
Games of all states are solved in turn, values in place, field positions from the goal line outward and
last downs first, until nothing moves (Shapley, "Stochastic games", 1953).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.field import FIELD
from simlib.kernels.jit import solver
from simlib.rulesets.football_strategy.coach.solve.matrix_games import Workspace, solve_matrix_game
from simlib.rulesets.football_strategy.coach.solve.outcomes import (
    CARDS,
    STATES,
    TURNED,
    Model,
    after_cell,
    after_field_goal,
    after_gain,
    after_penalty,
    after_punt,
    first_and_ten,
    legal_calls,
    state_of,
)
from simlib.rulesets.football_strategy.play.arrays import (
    C_KIND,
    C_MARKS,
    C_OTHER_KIND,
    C_OTHER_YARDS,
    C_YARDS,
    CALL_FIELD_GOAL,
    CALL_PUNT_FOURTH,
    CALLS,
    INCOMPLETE,
    NO_CHOICE,
    PASS_LONG_GAIN,
    PENALTY,
    PUNT_END,
    PUNT_RETURN,
    PUNT_YARDS,
    RETURNED_LONG,
    RUN_LONG_GAIN,
)

# Who takes a penalty with a choice: columns of Tables.takes.
ACCEPT, ACCEPT_5, ACCEPT_10, TAKES = range(4)
BEST = -1  # the better for the side that chooses


class Tables(NamedTuple):
    """Calls of both sides by state: row [side] is for the ball with that side."""

    calls: NDArray[np.float64]  # [2, STATES, CALLS] probability
    cards: NDArray[np.float64]  # [2, STATES, CARDS] the other side's
    takes: NDArray[np.int8]  # [2, STATES, TAKES]


class Scratch(NamedTuple):
    """Room for one state's game."""

    payoffs: NDArray[np.float64]
    legal: NDArray[np.int64]
    takes: NDArray[np.int8]
    call_mix: NDArray[np.float64]
    card_mix: NDArray[np.float64]


def empty_tables() -> Tables:
    """Tables of nothing."""
    return Tables(
        np.zeros((2, STATES, CALLS)), np.zeros((2, STATES, CARDS)), np.zeros((2, STATES, TAKES), np.int8)
    )


def scratch() -> Scratch:
    """Room for one state's game."""
    return Scratch(
        np.zeros((CALLS, CARDS)),
        np.zeros(CALLS, np.int64),
        np.zeros(TAKES, np.int8),
        np.zeros(CALLS),
        np.zeros(CARDS),
    )


@solver
def worth(model: Model, values: NDArray[np.float64], side: int, place: int) -> float:
    """Value of where a play leads, to the side that had the ball."""
    if place < STATES:
        return values[side, place]
    if place < TURNED + 100:
        return -values[1 - side, first_and_ten(place - TURNED)]
    return model.points[place - TURNED - 100]


@solver
def taken(choice: int, penalty: float, play: float, sign: int) -> int:
    """Whether a penalty is taken: as the choice says, or the better by `sign` of the offence."""
    if choice == BEST:
        return int(sign * (penalty - play) >= 0.0)
    return choice


@solver
def fill_payoffs(
    model: Model, values: NDArray[np.float64], side: int, state: int, takes: NDArray[np.int8], room: Scratch
) -> int:
    """Payoffs of a state's game to the offence: a row for each of the legal calls, whose number it gives.

    Parameters
    ----------
    takes : int8[TAKES]
        0 or 1, or BEST; what was chosen stands in `room.takes` (1 where no cell asks).
    """
    down, to_go, to_goal = state // 10000 + 1, state // 100 % 100, state % 100
    count = legal_calls(down, to_goal, room.legal)
    long_gain = 0.0
    for k in range(model.gains.shape[0]):
        place = after_gain(model.gains[k], down, to_go, to_goal)
        long_gain += model.gain_shares[k] * worth(model, values, side, place)
    room.takes[:] = 1
    for row in range(count):
        call = room.legal[row]
        if call == CALL_FIELD_GOAL:
            value = 0.0
            for result in range(4):
                place = after_field_goal(result, down, to_go, to_goal)
                value += model.goals[to_goal, result] * worth(model, values, side, place)
            room.payoffs[row, :] = value
            continue
        for card in range(CARDS):
            if call >= CALL_PUNT_FOURTH:
                room.payoffs[row, card] = punt_worth(
                    model, values, side, to_goal, call - CALL_PUNT_FOURTH, card
                )
                continue
            cell = model.plays[side, call, card]
            kind, yards = cell[C_KIND], cell[C_YARDS]
            if kind == RUN_LONG_GAIN or kind == PASS_LONG_GAIN:
                room.payoffs[row, card] = long_gain
                continue
            if kind != PENALTY:
                place = after_cell(kind, yards, down, to_go, to_goal)
                room.payoffs[row, card] = worth(model, values, side, place)
                continue
            place = after_penalty(yards, cell[C_MARKS], down, to_go, to_goal)
            value = worth(model, values, side, place)
            other = cell[C_OTHER_KIND]
            if other != NO_CHOICE:
                place = after_cell(other, cell[C_OTHER_YARDS], down, to_go, to_goal)
                instead = worth(model, values, side, place)
                who = ACCEPT if yards > 0 else ACCEPT_10 if other == INCOMPLETE else ACCEPT_5
                takes_it = taken(takes[who], value, instead, 1 if who == ACCEPT else -1)
                room.takes[who] = takes_it
                if not takes_it:
                    value = instead
            room.payoffs[row, card] = value
    return count


@solver
def punt_worth(
    model: Model, values: NDArray[np.float64], side: int, to_goal: int, row: int, card: int
) -> float:
    """Value of a punt against a card."""
    cell = model.punts[row, card]
    yards, end = cell[PUNT_YARDS], cell[PUNT_END]
    if end != RETURNED_LONG:
        place = after_punt(yards, end, cell[PUNT_RETURN], to_goal)
        return worth(model, values, side, place)
    value = 0.0
    for k in range(model.gains.shape[0]):
        place = after_punt(yards, end, model.gains[k], to_goal)
        value += model.gain_shares[k] * worth(model, values, side, place)
    return value


@solver
def sweep(
    model: Model,
    values: NDArray[np.float64],
    tables: Tables,
    free: NDArray[np.bool_],
    reached: NDArray[np.bool_],
    room: Scratch,
    games: Workspace,
) -> float:
    """Value every state once, in place; the greatest change.

    Parameters
    ----------
    values : float64[2, STATES]
    free : bool[2]
        Which sides choose their best; the other plays its part of `tables`. What is chosen is written
        there: a mix where both choose, else a best reply's one call and one card.
    reached : bool[STATES]
    """
    moved = 0.0
    takes = np.zeros(TAKES, np.int8)
    for to_goal in range(1, FIELD):
        for last in range(4):
            for to_go in range(1, to_goal + 1):
                state = state_of(4 - last, to_go, to_goal)
                if not reached[state]:
                    continue
                for side in range(2):
                    table_takes = tables.takes[side, state]
                    takes[ACCEPT] = BEST if free[side] else table_takes[ACCEPT]
                    takes[ACCEPT_5] = BEST if free[1 - side] else table_takes[ACCEPT_5]
                    takes[ACCEPT_10] = BEST if free[1 - side] else table_takes[ACCEPT_10]
                    count = fill_payoffs(model, values, side, state, takes, room)
                    table_takes[:] = room.takes
                    calls, cards = tables.calls[side, state], tables.cards[side, state]
                    value = valued(room, count, calls, cards, free[side], free[1 - side], games)
                    moved = max(moved, abs(value - values[side, state]))
                    values[side, state] = value
    return moved


@solver
def valued(
    room: Scratch,
    count: int,
    calls: NDArray[np.float64],
    cards: NDArray[np.float64],
    offense_free: bool,
    defense_free: bool,
    games: Workspace,
) -> float:
    """Value of the game in `room`; free sides' choices are written to `calls` and `cards`."""
    payoffs = room.payoffs
    if offense_free and defense_free:
        value = solve_matrix_game(payoffs, count, CARDS, games, room.call_mix, cards)
        calls[:] = 0.0
        for row in range(count):
            calls[room.legal[row]] = room.call_mix[row]
        return value
    if offense_free:
        best, value = 0, -np.inf
        for row in range(count):
            total = 0.0
            for card in range(CARDS):
                total += payoffs[row, card] * cards[card]
            if total > value:
                best, value = row, total
        calls[:] = 0.0
        calls[room.legal[best]] = 1.0
        return value
    for card in range(CARDS):
        room.card_mix[card] = 0.0
        for row in range(count):
            room.card_mix[card] += payoffs[row, card] * calls[room.legal[row]]
    if defense_free:
        least = int(np.argmin(room.card_mix))
        cards[:] = 0.0
        cards[least] = 1.0
        return room.card_mix[least]
    value = 0.0
    for card in range(CARDS):
        value += room.card_mix[card] * cards[card]
    return value
