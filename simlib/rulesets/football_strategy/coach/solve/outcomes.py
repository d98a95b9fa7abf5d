"""Football Strategy without clock and score: its states, and where every play leads.

A state is (down, yards to go, yards to the goal line) with the ball on one side. The rules stand here a
second time, as places and not as a game's book; a test holds them to the game's own, call by card.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.field import FIELD, half_the_distance, line_to_gain, turned_over
from simlib.kernels.jit import kernel
from simlib.rulesets.football_strategy.play.arrays import (
    AND_AGAIN,
    BLOCKED,
    C_KIND,
    C_MARKS,
    C_OTHER_KIND,
    C_OTHER_YARDS,
    C_YARDS,
    CALL_FIELD_GOAL,
    CALL_PUNT,
    CALL_PUNT_FOURTH,
    CALLS,
    FIELD_GOAL_REACH,
    FIRST_DOWN,
    FUMBLE,
    GOOD,
    INCOMPLETE,
    INTERCEPTION,
    KICK_AGAIN,
    KICK_BLOCKED,
    LOSS_OF_DOWN,
    NO_CHOICE,
    PASS_LONG_GAIN,
    PENALTY,
    RETURN_FUMBLED,
    RETURNED,
    RETURNED_LONG,
    RUN_LONG_GAIN,
    TRY_COLUMN,
    Charts,
)
from simlib.rulesets.football_strategy.play.book import OWN_20, past_end_zone

CARDS = 10
STATES = 4 * 100 * 100  # a state is (down - 1, yards to go, yards to the goal line), 100 of either
# Where a play leads, besides a state of the offence: first down of the other side, TURNED + yards to the
# goal line; a score.
TURNED = STATES
TOUCHDOWN, THEIR_TOUCHDOWN, SAFETY, FIELD_GOAL, ENDS = range(TURNED + 100, TURNED + 105)


class Model(NamedTuple):
    """What the states need of the charts of two sides."""

    plays: NDArray[np.int64]  # [2 sides, 20 plays, 10 cards, C_COLUMNS] each side's offence chart
    punts: NDArray[np.int64]  # [2, 10 cards, PUNT_COLUMNS]
    gains: NDArray[np.int64]  # [..] yards of long gains, 100 is any gain so long
    gain_shares: NDArray[np.float64]  # [..]
    goals: NDArray[np.float64]  # [FIELD_GOAL_REACH + 1, results] probability by yards to the goal line
    points: NDArray[np.float64]  # [ENDS - TURNED - 100] of a score


def make_model(charts: Charts, own: int, rival: int) -> Model:
    """The model of two offence charts, side 0's and side 1's, with an edition's kicks and long gains."""
    shares: dict[int, float] = {}

    def add(total: int, share: float) -> None:
        for cell in charts.long_gain.tolist():
            gain = min(total + cell % AND_AGAIN, FIELD)
            if cell >= AND_AGAIN and gain < FIELD:
                add(gain, share / len(charts.long_gain))
            else:
                shares[gain] = shares.get(gain, 0.0) + share / len(charts.long_gain)

    add(0, 1.0)
    goals = np.array([(charts.field_goal == result).mean(axis=1) for result in range(4)]).T
    tries = goals[TRY_COLUMN]
    touchdown = 6 + float(tries[GOOD] / (1 - tries[KICK_AGAIN]))
    return Model(
        plays=charts.plays[[own, rival]].astype(np.int64),
        punts=charts.punts.astype(np.int64),
        gains=np.array(sorted(shares), np.int64),
        gain_shares=np.array([shares[gain] for gain in sorted(shares)]),
        goals=np.ascontiguousarray(goals),
        points=np.array([touchdown, -touchdown, -2.0, 3.0]),
    )


@kernel
def state_of(down: int, to_go: int, to_goal: int) -> int:
    """Number of a state; `down` 1..4."""
    return ((down - 1) * 100 + to_go) * 100 + to_goal


@kernel
def first_and_ten(to_goal: int) -> int:
    """Number of a first down's state."""
    return state_of(1, line_to_gain(to_goal), to_goal)


@kernel
def after_gain(yards: int, down: int, to_go: int, to_goal: int) -> int:
    """Where a gain or loss leads."""
    spot = to_goal - yards
    if spot <= 0:
        return TOUCHDOWN
    if spot >= FIELD:
        return SAFETY
    if yards >= to_go:
        return first_and_ten(spot)
    if down == 4:
        return TURNED + turned_over(spot)
    return state_of(down + 1, to_go - yards, spot)


@kernel
def after_cell(kind: int, yards: int, down: int, to_go: int, to_goal: int) -> int:
    """Where a cell leads that is no penalty and no long gain."""
    if kind == FUMBLE:
        return TURNED + turned_over(to_goal)
    if kind == INTERCEPTION:
        spot = to_goal - yards
        if not past_end_zone(spot):
            if spot >= FIELD:
                return THEIR_TOUCHDOWN
            return TURNED + (OWN_20 if spot <= 0 else turned_over(spot))
        kind = INCOMPLETE
    return after_gain(0 if kind == INCOMPLETE else yards, down, to_go, to_goal)


@kernel
def after_penalty(yards: int, marks: int, down: int, to_go: int, to_goal: int) -> int:
    """Where a penalty that is taken leads."""
    if yards > 0:
        walked = half_the_distance(yards, to_goal)
    else:
        walked = -half_the_distance(-yards, turned_over(to_goal))
    spot = to_goal - walked
    if walked >= to_go or marks & FIRST_DOWN:
        return first_and_ten(spot)
    if marks & LOSS_OF_DOWN:
        if down == 4:
            return TURNED + turned_over(spot)
        down += 1
    return state_of(down, to_go - walked, spot)


@kernel
def after_punt(yards: int, end: int, returned: int, to_goal: int) -> int:
    """Where a punt leads; `returned` yards, of a long gain too."""
    if end == BLOCKED:
        return TURNED + turned_over(to_goal)
    spot = to_goal - yards
    worth = end == RETURNED_LONG or (end == RETURNED and returned + spot > FIELD - OWN_20)
    if past_end_zone(spot) or (spot <= 0 and not worth):
        return TURNED + OWN_20
    left = turned_over(spot)
    if end < RETURNED:
        return TURNED + left
    if returned >= left:
        return THEIR_TOUCHDOWN
    if end == RETURN_FUMBLED:
        return first_and_ten(turned_over(left - returned))
    return TURNED + left - returned


@kernel
def after_field_goal(result: int, down: int, to_go: int, to_goal: int) -> int:
    """Where a field goal leads."""
    if result == GOOD:
        return FIELD_GOAL
    if result == KICK_BLOCKED:
        return TURNED + turned_over(to_goal)
    if result == KICK_AGAIN:
        return after_penalty(5, 0, down, to_go, to_goal)
    return TURNED + OWN_20


@kernel
def legal_calls(down: int, to_goal: int, legal: NDArray[np.int64]) -> int:
    """List the calls the rules allow (Offense Plays Chart a, b; 6; Scoring 4); their number."""
    plays = 12 if to_goal <= 10 else 16 if to_goal <= 20 else 20
    for call in range(plays):
        legal[call] = call
    count = plays
    if down == 4:
        legal[count] = CALL_PUNT_FOURTH
        count += 1
    legal[count] = CALL_PUNT
    count += 1
    if to_goal <= FIELD_GOAL_REACH:
        legal[count] = CALL_FIELD_GOAL
        count += 1
    return count


@kernel
def mark_reached(model: Model, reached: NDArray[np.bool_]) -> None:
    """Mark the states that any calls and cards of either side can lead to from a first down."""
    for to_goal in range(1, FIELD):
        reached[first_and_ten(to_goal)] = True
    legal = np.zeros(CALLS, np.int64)
    more = True
    while more:
        more = False
        for state in range(STATES):
            if not reached[state]:
                continue
            down, to_go, to_goal = state // 10000 + 1, state // 100 % 100, state % 100
            count = legal_calls(down, to_goal, legal)
            for entry in range(min(count, CALL_PUNT_FOURTH)):
                if legal[entry] >= CALL_PUNT_FOURTH:
                    continue
                for side in range(2):
                    for card in range(CARDS):
                        cell = model.plays[side, legal[entry], card]
                        kind = cell[C_KIND]
                        if kind == PENALTY:
                            place = after_penalty(cell[C_YARDS], cell[C_MARKS], down, to_go, to_goal)
                            more |= marked(reached, place)
                            kind = cell[C_OTHER_KIND]
                            if kind == NO_CHOICE:
                                continue
                            place = after_cell(kind, cell[C_OTHER_YARDS], down, to_go, to_goal)
                            more |= marked(reached, place)
                        elif kind == RUN_LONG_GAIN or kind == PASS_LONG_GAIN:
                            for gain in model.gains:
                                more |= marked(reached, after_gain(gain, down, to_go, to_goal))
                        else:
                            place = after_cell(kind, cell[C_YARDS], down, to_go, to_goal)
                            more |= marked(reached, place)
            if to_goal <= FIELD_GOAL_REACH:
                more |= marked(reached, after_field_goal(KICK_AGAIN, down, to_go, to_goal))


@kernel
def marked(reached: NDArray[np.bool_], place: int) -> bool:
    """Mark a state; whether it was not marked before."""
    if place >= STATES or reached[place]:
        return False
    reached[place] = True
    return True
