"""Football Strategy's last two minutes solved backward from a half's end: the share of games won.

The states are those of `late_states` at every exact lead, with the ball on either side. A play takes its
time, a time-out by the rule the coaches share gives half a minute of it back, and where it leads (`outcomes`)
with the time left is worth what was solved before, steps of 15 seconds left from none upward. Kicks off,
on-side kicks, kicks after a safety and tries are those of the charts. A play that takes no time leads to
its own step again, so a step is swept until nothing moves. A half ends with a value of the lead: of the
fourth quarter 1, a half, 0; of the second the share of games that such a lead wins.

A side that has called no time-out while the other could is taken to have all three.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.jit import solver
from simlib.rulesets.football_strategy.coach.solve import late_states
from simlib.rulesets.football_strategy.coach.solve.equilibrium_rows import best_call, worst_card
from simlib.rulesets.football_strategy.coach.solve.late_states import (
    CELLS,
    COUNTS,
    FAR_LEAD,
    FARS,
    LEADS,
    STEPS,
    TIME_OUTS,
    ZONES,
    cells_alike,
    shares_of,
    to_go_of,
)
from simlib.rulesets.football_strategy.coach.solve.matrix_games import Workspace, solve_matrix_game
from simlib.rulesets.football_strategy.coach.solve.next_score import (
    ACCEPT,
    ACCEPT_5,
    ACCEPT_10,
    BEST,
    TAKES,
    Scratch,
    taken,
    valued,
)
from simlib.rulesets.football_strategy.coach.solve.outcomes import (
    CARDS,
    FIELD_GOAL,
    SAFETY,
    THEIR_TOUCHDOWN,
    TOUCHDOWN,
    TURNED,
    Model,
    after_cell,
    after_field_goal,
    after_gain,
    after_penalty,
    after_punt,
    legal_calls,
    make_model,
)
from simlib.rulesets.football_strategy.play.arrays import (
    C_COLUMNS,
    C_KIND,
    C_MARKS,
    C_OTHER_KIND,
    C_OTHER_YARDS,
    C_YARDS,
    CALL_FIELD_GOAL,
    CALL_PUNT_FOURTH,
    CALLS,
    COMPLETE,
    FUMBLE,
    GOOD,
    INCOMPLETE,
    INTERCEPTION,
    KICK_AGAIN,
    KICKERS,
    LONG_GAIN_AND,
    LONG_PLAY,
    NO_CHOICE,
    OUT_OF_BOUNDS,
    PASS_LONG_GAIN,
    PENALTY,
    PUNT_END,
    PUNT_OUT,
    PUNT_RETURN,
    PUNT_YARDS,
    RETURNED_LONG,
    RUN,
    RUN_LONG_GAIN,
    SACK,
    TIME_FUMBLE,
    TIME_INCOMPLETE,
    TIME_INTERCEPTION,
    TIME_KICK,
    TIME_LONG,
    TIME_LOSS,
    TIME_OUT_OF_BOUNDS,
    TIME_PENALTY,
    TIME_SHORT,
    TRY_COLUMN,
    Charts,
)

SAFETY_KICK_TO_GOAL = 80  # Scoring 3: from the own 20
CLOSE = 1e-6  # share of games: mixes that guarantee values so near each other are kept
GRAINS = (1e7, 1e6, 1e5, 1e4)  # parts of a game that payoffs are rounded to


class LateModel(NamedTuple):
    """What the last two minutes need of the charts of two sides."""

    plays: Model
    results: NDArray[np.int64]  # [2, .., C_COLUMNS] each side's different cells, yards by RUN in every way
    result_of: NDArray[np.int64]  # [2, 20, 10] which of them
    time: NDArray[np.int64]  # [TIME_COLUMNS] steps
    time_out: NDArray[np.int64]  # [MOST_COST]
    try_good: float
    kickoffs: NDArray[np.int64]  # [..] yard lines, 100 a touchdown
    kickoff_shares: NDArray[np.float64]  # [..]
    onside: NDArray[np.int64]  # [36] cells of a side that trails
    kicks_onside: bool  # a side that trails kicks on-side: in the fourth quarter
    ending: NDArray[np.float64]  # [LEADS] value of a lead at the half's end
    cells: NDArray[np.int64]  # [.., 4] cells to solve: number, down, yards to go, yards to the goal line
    alike: NDArray[np.int64]  # [CELLS]
    zone: NDArray[np.int64]  # [100] the zone below, and the share of the next
    zone_share: NDArray[np.float64]
    far: NDArray[np.int64]  # [100] likewise of distances
    far_share: NDArray[np.float64]


class Values(NamedTuple):
    """Shares of games won, by steps left, time-outs, lead + FAR_LEAD, and the side with the ball."""

    cells: NDArray[np.float64]  # [STEPS, COUNTS, LEADS, 2, CELLS] to the side with the ball
    kickoffs: NDArray[np.float64]  # [STEPS, COUNTS, LEADS, 2] to the side that receives
    free_kicks: NDArray[np.float64]  # likewise, after a safety


class LateTables(NamedTuple):
    """Calls of both sides by state, as of `Values.cells`: row [side] is for the ball with that side."""

    calls: NDArray[np.float64]  # [STEPS, COUNTS, LEADS, 2, CELLS, CALLS]
    cards: NDArray[np.float64]  # [.., CARDS]
    takes: NDArray[np.int8]  # [.., TAKES]


def empty_values() -> Values:
    """Values of nothing."""
    kicks = (STEPS, COUNTS, LEADS, 2)
    return Values(np.full((*kicks, CELLS), 0.5), np.zeros(kicks), np.zeros(kicks))


def empty_late_tables() -> LateTables:
    """Tables of nothing."""
    states = (STEPS, COUNTS, LEADS, 2, CELLS)
    return LateTables(
        np.zeros((*states, CALLS)), np.zeros((*states, CARDS)), np.zeros((*states, TAKES), np.int8)
    )


def different_results(plays: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cells of two charts that differ in more than the way yards are made, and which each cell is."""
    same = plays.copy()
    kinds = same[..., C_KIND]
    kinds[np.isin(kinds, (COMPLETE, SACK))] = RUN
    kinds[kinds == PASS_LONG_GAIN] = RUN_LONG_GAIN
    found = [np.unique(chart.reshape(-1, C_COLUMNS), axis=0, return_inverse=True) for chart in same]
    most = max(len(cells) for cells, _ in found)
    results = np.zeros((2, most, C_COLUMNS), np.int64)  # a nought is a run of no yards
    for side, (cells, _) in enumerate(found):
        results[side, : len(cells)] = cells
    return results, np.stack([inverse.reshape(plays.shape[1:3]) for _, inverse in found])


def make_late_model(
    charts: Charts, own: int, rival: int, quarter: int, ending: NDArray[np.float64]
) -> LateModel:
    """The model of two offence charts, side 0's and side 1's, in the second or fourth quarter.

    Parameters
    ----------
    ending : float64[LEADS]
        Value of the leads -FAR_LEAD to FAR_LEAD when the half is over.
    """
    plays = make_model(charts, own, rival)
    lines: dict[int, float] = {}
    for cell in charts.kickoff.tolist():
        gains: tuple[tuple[int, float], ...] = ((0, 1.0),)
        if cell >= LONG_GAIN_AND:
            gains = tuple(zip(plays.gains.tolist(), plays.gain_shares.tolist(), strict=True))
        for gain, share in gains:
            line = min(cell % LONG_GAIN_AND + gain, 100)
            lines[line] = lines.get(line, 0.0) + share / len(charts.kickoff)
    tries = plays.goals[TRY_COLUMN]
    alike = cells_alike()
    cells = [
        (cell, cell // (FARS * ZONES) + 1, to_go_of(cell), late_states.SPOTS[cell % ZONES])
        for cell in np.unique(alike).tolist()
    ]
    return LateModel(
        plays, *different_results(plays.plays),
        charts.time.astype(np.int64), charts.time_out.astype(np.int64),
        float(tries[GOOD] / (1 - tries[KICK_AGAIN])),
        np.array(sorted(lines), np.int64), np.array([lines[line] for line in sorted(lines)]),
        charts.onside[1].astype(np.int64), quarter == 4, ending, np.array(cells, np.int64), alike,
        *shares_of(late_states.SPOTS), *shares_of(late_states.DISTANCES),
    )  # fmt: skip


@solver
def caller_of(side: int, lead: int) -> int:
    """The side that would call a time-out (R18)."""
    return side if lead <= 0 else 1 - side


@solver
def far_lead(lead: int) -> int:
    """A lead as the states have it."""
    return min(max(lead, -FAR_LEAD), FAR_LEAD)


@solver
def worth_there(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int,
    down: int, to_go: int, to_goal: int,
) -> float:  # fmt: skip
    """Value to `side` of having the ball at any spot and distance."""
    known = values.cells[steps, outs, lead + FAR_LEAD, side]
    zone, far = late.zone[to_goal], late.far[to_go]
    up, on = late.zone_share[to_goal], late.far_share[to_go]
    first = ((down - 1) * FARS + far) * ZONES + zone
    near = (1 - up) * known[first] + up * known[first + 1]
    return (1 - on) * near + on * ((1 - up) * known[first + ZONES] + up * known[first + ZONES + 1])


@solver
def worth_of_ball(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int, to_goal: int
) -> float:
    """Value to `side` of a first down."""
    return worth_there(late, values, steps, outs, lead, side, 1, min(10, to_goal), to_goal)


@solver
def worth_of_points(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, scorer: int, points: int, caller: int
) -> float:
    """Value to the scorer of points and his kick-off; `caller` and `outs` from before the score."""
    after = far_lead(lead + points)
    if steps == 0:
        return late.ending[after + FAR_LEAD]
    if caller != caller_of(1 - scorer, -after):
        outs = TIME_OUTS
    return 1 - values.kickoffs[steps, outs, FAR_LEAD - after, 1 - scorer]


@solver
def worth_of_touchdown(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, scorer: int, caller: int
) -> float:
    """Value to the scorer of a touchdown, its try and his kick-off."""
    good = worth_of_points(late, values, steps, outs, lead, scorer, 7, caller)
    missed = worth_of_points(late, values, steps, outs, lead, scorer, 6, caller)
    return late.try_good * good + (1 - late.try_good) * missed


@solver
def late_worth(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int,
    place: int, cost: int, penalty: bool,
) -> float:  # fmt: skip
    """Value of where a play leads, to the side that had the ball; `cost` without a time-out."""
    caller = caller_of(side, lead)
    left = max(steps - cost, 0)
    if place == TOUCHDOWN:
        return worth_of_touchdown(late, values, left, outs, lead, side, caller)
    if place == THEIR_TOUCHDOWN:
        return 1 - worth_of_touchdown(late, values, left, outs, -lead, 1 - side, caller)
    if place == FIELD_GOAL:
        return worth_of_points(late, values, left, outs, lead, side, 3, caller)
    if place == SAFETY:
        after = far_lead(2 - lead)
        if left == 0:
            return 1 - late.ending[after + FAR_LEAD]
        if caller != caller_of(1 - side, after):
            outs = TIME_OUTS
        return 1 - values.free_kicks[left, outs, after + FAR_LEAD, 1 - side]
    turned = place >= TURNED
    ball, ahead = (1 - side, -lead) if turned else (side, lead)
    if caller != caller_of(ball, ahead):
        outs = TIME_OUTS
    if cost >= 2 and outs > 0:
        left = max(steps - late.time_out[min(cost, len(late.time_out) - 1)], 0)
        outs -= 1
    if left == 0 and not penalty:
        value = late.ending[ahead + FAR_LEAD]
    elif turned:
        value = worth_of_ball(late, values, left, outs, ahead, ball, place - TURNED)
    else:
        down, to_go, to_goal = place // 10000 + 1, place // 100 % 100, place % 100
        value = worth_there(late, values, left, outs, ahead, ball, down, to_go, to_goal)
    return 1 - value if turned else value


@solver
def gain_cost(late: LateModel, yards: int, marks: int, to_goal: int) -> int:
    """Steps of a gain or loss (Time 7)."""
    credited = min(yards, to_goal)
    row = TIME_LOSS if credited < 0 else TIME_LONG if credited >= LONG_PLAY else TIME_SHORT
    return late.time[row] + (late.time[TIME_OUT_OF_BOUNDS] if marks & OUT_OF_BOUNDS else 0)


@solver
def cell_cost(late: LateModel, kind: int, yards: int, marks: int, place: int, to_goal: int) -> int:
    """Steps of a cell that is no penalty and no long gain; an interception out of reach is incomplete."""
    if kind == FUMBLE:
        return late.time[TIME_FUMBLE]
    if kind == INTERCEPTION and place >= TURNED:
        return late.time[TIME_INTERCEPTION]
    if kind == INTERCEPTION or kind == INCOMPLETE:
        return late.time[TIME_INCOMPLETE]
    return gain_cost(late, yards, marks, to_goal)


@solver
def late_punt(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int,
    to_goal: int, row: int, card: int,
) -> float:  # fmt: skip
    """Value of a punt against a card."""
    cell = late.plays.punts[row, card]
    yards, end = cell[PUNT_YARDS], cell[PUNT_END]
    cost = late.time[TIME_KICK] + (late.time[TIME_OUT_OF_BOUNDS] if end == PUNT_OUT else 0)
    if end != RETURNED_LONG:
        place = after_punt(yards, end, cell[PUNT_RETURN], to_goal)
        return late_worth(late, values, steps, outs, lead, side, place, cost, False)
    value = 0.0
    for k in range(late.plays.gains.shape[0]):
        place = after_punt(yards, end, late.plays.gains[k], to_goal)
        worth = late_worth(late, values, steps, outs, lead, side, place, cost, False)
        value += late.plays.gain_shares[k] * worth
    return value


@solver
def late_penalty(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int,
    where: NDArray[np.int64], cell: NDArray[np.int64], takes: NDArray[np.int8], room: Scratch,
) -> float:  # fmt: skip
    """Value of a penalty, or of the play in its place where there is a choice."""
    down, to_go, to_goal, yards = where[1], where[2], where[3], cell[C_YARDS]
    place = after_penalty(yards, cell[C_MARKS], down, to_go, to_goal)
    value = late_worth(late, values, steps, outs, lead, side, place, late.time[TIME_PENALTY], True)
    other = cell[C_OTHER_KIND]
    if other == NO_CHOICE:
        return value
    place = after_cell(other, cell[C_OTHER_YARDS], down, to_go, to_goal)
    cost = cell_cost(late, other, cell[C_OTHER_YARDS], 0, place, to_goal)
    instead = late_worth(late, values, steps, outs, lead, side, place, cost, False)
    who = ACCEPT if yards > 0 else ACCEPT_10 if other == INCOMPLETE else ACCEPT_5
    room.takes[who] = taken(takes[who], value, instead, 1 if who == ACCEPT else -1)
    return value if room.takes[who] else instead


@solver
def late_payoffs(
    late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int,
    where: NDArray[np.int64], takes: NDArray[np.int8], room: Scratch,
) -> int:  # fmt: skip
    """Payoffs of a state's game, as `next_score.fill_payoffs` has them; `where` a row of `late.cells`."""
    model, down, to_go, to_goal = late.plays, where[1], where[2], where[3]
    count = legal_calls(down, to_goal, room.legal)
    room.takes[:] = 1
    worths = np.zeros(late.results.shape[1])
    for k in range(late.results.shape[1]):
        cell = late.results[side, k]
        kind, yards, marks = cell[C_KIND], cell[C_YARDS], cell[C_MARKS]
        if kind == PENALTY:
            worths[k] = late_penalty(late, values, steps, outs, lead, side, where, cell, takes, room)
        elif kind == RUN_LONG_GAIN:
            for gain in range(model.gains.shape[0]):
                yards = model.gains[gain]
                place, cost = after_gain(yards, down, to_go, to_goal), gain_cost(late, yards, 0, to_goal)
                worth = late_worth(late, values, steps, outs, lead, side, place, cost, False)
                worths[k] += model.gain_shares[gain] * worth
        else:
            place = after_cell(kind, yards, down, to_go, to_goal)
            cost = cell_cost(late, kind, yards, marks, place, to_goal)
            worths[k] = late_worth(late, values, steps, outs, lead, side, place, cost, False)
    for row in range(count):
        call = room.legal[row]
        if call == CALL_FIELD_GOAL:
            value = 0.0
            for result in range(4):
                place, again = after_field_goal(result, down, to_go, to_goal), result == KICK_AGAIN
                cost = late.time[TIME_PENALTY if again else TIME_KICK]
                worth = late_worth(late, values, steps, outs, lead, side, place, cost, again)
                value += model.goals[to_goal, result] * worth
            room.payoffs[row, :] = value
            continue
        for card in range(CARDS):
            if call >= CALL_PUNT_FOURTH:
                value = late_punt(
                    late, values, steps, outs, lead, side, to_goal, call - CALL_PUNT_FOURTH, card
                )
                room.payoffs[row, card] = value
            else:
                room.payoffs[row, card] = worths[late.result_of[side, call, card]]
    return count


@solver
def late_solved(
    room: Scratch, count: int, calls: NDArray[np.float64], cards: NDArray[np.float64], games: Workspace
) -> float:
    """Value of the game in `room`; its mixes are written to `calls` and `cards`.

    Where nearly nothing is at stake payoffs differ by less than a simplex can tell apart. So they are
    rounded, finely and then less so, until the mixes hold each other.
    """
    rounded = np.empty((CALLS, CARDS))
    low, high = -np.inf, np.inf
    for grain in GRAINS:
        for row in range(count):
            for card in range(CARDS):
                rounded[row, card] = np.rint(room.payoffs[row, card] * grain) / grain
        solve_matrix_game(rounded, count, CARDS, games, room.call_mix, cards)
        calls[:] = 0.0
        for row in range(count):
            calls[room.legal[row]] = room.call_mix[row]
        low, high = worst_card(room, count, calls), best_call(room, count, cards)
        if high - low <= 2 / grain and abs(calls.sum() + cards.sum() - 2) < CLOSE:
            break
    return (low + high) / 2


@solver
def late_sweep(
    late: LateModel, values: Values, tables: LateTables, free: NDArray[np.bool_], steps: int,
    again: bool, mirrored: bool, room: Scratch, games: Workspace,
) -> float:  # fmt: skip
    """Value every state of a step once, in place; the greatest change.

    Parameters
    ----------
    free : bool[2]
        As in `next_score.sweep`.
    again : bool
        The step was swept before: mixes that still hold each other are kept.
    mirrored : bool
        Both sides have one chart and play alike: what holds for side 0 holds for side 1.
    """
    moved = 0.0
    takes = np.zeros(TAKES, np.int8)
    both = free[0] and free[1]
    for outs in range(COUNTS):
        for place in range(LEADS):
            for side in range(1 if mirrored else 2):
                known = values.cells[steps, outs, place, side]
                for k in range(late.cells.shape[0]):
                    cell = late.cells[k, 0]
                    calls = tables.calls[steps, outs, place, side, cell]
                    cards = tables.cards[steps, outs, place, side, cell]
                    table_takes = tables.takes[steps, outs, place, side, cell]
                    takes[ACCEPT] = BEST if free[side] else table_takes[ACCEPT]
                    takes[ACCEPT_5] = BEST if free[1 - side] else table_takes[ACCEPT_5]
                    takes[ACCEPT_10] = BEST if free[1 - side] else table_takes[ACCEPT_10]
                    count = late_payoffs(
                        late, values, steps, outs, place - FAR_LEAD, side, late.cells[k], takes, room
                    )
                    table_takes[:] = room.takes
                    low, high = -1.0, 1.0
                    if both and again:
                        low, high = worst_card(room, count, calls), best_call(room, count, cards)
                    if high - low <= CLOSE:
                        value = (low + high) / 2
                    elif both:
                        value = late_solved(room, count, calls, cards, games)
                    else:
                        value = valued(room, count, calls, cards, free[side], free[1 - side], games)
                    moved = max(moved, abs(value - known[cell]))
                    known[cell] = value
                for cell in range(CELLS):
                    known[cell] = known[late.alike[cell]]
            if mirrored:
                values.cells[steps, outs, place, 1] = values.cells[steps, outs, place, 0]
    return moved


@solver
def value_kicks(late: LateModel, values: Values, steps: int) -> None:
    """Values of kick-offs and free kicks with so many steps left; the step's cells are solved."""
    for outs in range(COUNTS):
        for place in range(LEADS):
            lead = place - FAR_LEAD
            for side in range(2):
                values.kickoffs[steps, outs, place, side] = worth_of_kickoff(
                    late, values, steps, outs, lead, side
                )
                value = 0.0
                for card in range(CARDS):
                    value += late_punt(
                        late, values, steps, outs, -lead, 1 - side, SAFETY_KICK_TO_GOAL, 0, card
                    )
                values.free_kicks[steps, outs, place, side] = 1 - value / CARDS


@solver
def worth_of_kickoff(late: LateModel, values: Values, steps: int, outs: int, lead: int, side: int) -> float:
    """Value to the side that receives; on-side from a kicker who trails in the fourth quarter (R3)."""
    left = max(steps - late.time[TIME_KICK], 0)
    value = 0.0
    if late.kicks_onside and lead > 0:
        if left == 0:
            return late.ending[lead + FAR_LEAD]
        for cell in late.onside:
            if cell >= KICKERS:
                spot = 100 - (cell - KICKERS)
                value += 1 - worth_of_ball(late, values, left, outs, -lead, 1 - side, spot)
            else:
                value += worth_of_ball(late, values, left, outs, lead, side, cell)
        return value / len(late.onside)
    for k in range(late.kickoffs.shape[0]):
        line = late.kickoffs[k]
        if line >= 100:
            worth = worth_of_touchdown(late, values, left, outs, lead, side, caller_of(side, lead))
        elif left == 0:
            worth = late.ending[lead + FAR_LEAD]
        else:
            worth = worth_of_ball(late, values, left, outs, lead, side, 100 - line)
        value += late.kickoff_shares[k] * worth
    return value
