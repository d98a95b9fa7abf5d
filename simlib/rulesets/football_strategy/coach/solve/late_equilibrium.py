"""Football Strategy's last two minutes solved: the second tables of `equilibrium-clock`, and their gains.

`python -m simlib.rulesets.football_strategy.coach.solve.late_equilibrium` solves both halves' ends
(`late_game`) of Pro Style against itself in the rulebook's edition, and writes the call tables: every chart
plays them.

A class of scores (`late_states.SCORES`) plays the mixes of one lead. They are rounded to shares, and a row
serves the clocks that follow it as long as it gives away no more than MERGED there. What all that costs
together is measured by `late_gains`: best replies that know the lead.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.jit import solver
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import tables_folder
from simlib.rulesets.football_strategy.coach.solve.equilibrium_rows import best_call, round_game, worst_card
from simlib.rulesets.football_strategy.coach.solve.late_files import (
    LATE_PAIR,
    late_file_name,
    read_late_shares,
    write_late_index,
    write_late_table,
)
from simlib.rulesets.football_strategy.coach.solve.late_game import (
    LateModel,
    LateTables,
    Values,
    empty_late_tables,
    empty_values,
    late_payoffs,
    late_sweep,
    make_late_model,
    value_kicks,
)
from simlib.rulesets.football_strategy.coach.solve.late_states import (
    CELLS,
    COUNTS,
    FAR_LEAD,
    SCORES,
    STATES,
    STEPS,
)
from simlib.rulesets.football_strategy.coach.solve.matrix_games import workspace
from simlib.rulesets.football_strategy.coach.solve.next_score import (
    ACCEPT,
    ACCEPT_5,
    ACCEPT_10,
    BEST,
    TAKES,
    Scratch,
    scratch,
)
from simlib.rulesets.football_strategy.coach.solve.outcomes import CARDS
from simlib.rulesets.football_strategy.play.arrays import ALL_SHARES, CALLS, Charts

TOLERANCE = 1e-5  # share of games: the last sweep of a step moves no value more
MOST_SWEEPS = 12
MERGED = 1e-3  # share of games a row may give away at a clock it was not made for
QUARTERS_SOLVED = (2, 4)
# Points, assumed: one standard deviation of what a second half adds to a lead. Whole games of `equilibrium`
# against itself have 15.4, and a half that over the root of two.
HALF_SPREAD = 11.0
FOR_POINTS = 1e-3  # share of games that FAR_LEAD points are worth beside a win: decided games go on
REASON = "solved for the share of games won by simlib.rulesets.football_strategy.coach.solve.late_equilibrium"


class LateSolution(NamedTuple):
    """The end of a half of two charts solved, side 0 playing the first, side 1 the second."""

    model: LateModel
    values: Values
    tables: LateTables


class LateRows(NamedTuple):
    """Call tables as they are written, by side with the ball, row of `late_states` and what is called."""

    calls: NDArray[np.int64]  # [2, ROWS, CALLS] shares
    cards: NDArray[np.int64]  # [2, ROWS, CARDS] the other side's
    takes: NDArray[np.int64]  # [2, ROWS, TAKES]
    offense_serves: NDArray[np.int64]  # [2, ROWS] the row that serves it; -1 where another quarter's
    defense_serves: NDArray[np.int64]


def ending_values(quarter: int) -> NDArray[np.float64]:
    """Share of games won by the leads -FAR_LEAD to FAR_LEAD when the half is over, a tie a half.

    After the second quarter the second half adds to a lead what a normal distribution of HALF_SPREAD adds.
    """
    leads = range(-FAR_LEAD, FAR_LEAD + 1)
    if quarter == 2:
        return np.array([(1 + math.erf(lead / HALF_SPREAD / math.sqrt(2))) / 2 for lead in leads])
    return np.array([(1 + (lead > 0) - (lead < 0) + FOR_POINTS * lead / FAR_LEAD) / 2 for lead in leads])


def induced(
    model: LateModel,
    tables: LateTables,
    free: tuple[bool, bool],
    tolerance: float,
    mirrored: bool = False,
    start: Values | None = None,
    last: int = STEPS - 1,
) -> Values:
    """Values from the half's end backward to `last` steps; what free sides choose is written to `tables`.

    A reply (`start` the values of what it replies to) looks no more than MOST_SWEEPS plays ahead that take
    no time: such plays can follow one another without end against a side that calls one card.
    """
    values, room, games = empty_values(), scratch(), workspace(CALLS, CARDS)
    choosing = np.array(free)
    for steps in range(last + 1):
        values.cells[steps] = start.cells[steps] if start else values.cells[max(steps - 1, 0)]
        for count in range(MOST_SWEEPS):
            moved = late_sweep(model, values, tables, choosing, steps, count > 0, mirrored, room, games)
            if moved <= tolerance:
                break
        if moved > tolerance and not start:
            raise ArithmeticError(f"values still move after {MOST_SWEEPS} sweeps")
        value_kicks(model, values, steps)
    return values


def solve_half(
    charts: Charts, own: int, rival: int, quarter: int, tolerance: float = TOLERANCE
) -> LateSolution:
    """Solve the last two minutes of a half.

    Parameters
    ----------
    own, rival : int
        Numbers of the offence charts of sides 0 and 1.
    quarter : int
        2 or 4.
    """
    model, tables = make_late_model(charts, own, rival, quarter, ending_values(quarter)), empty_late_tables()
    values = induced(model, tables, (True, True), tolerance, own == rival)
    if own == rival:
        for array in tables:
            array[:, :, :, 1] = array[:, :, :, 0]
    return LateSolution(model, values, tables)


@solver
def round_late(
    late: LateModel, values: Values, tables: LateTables, lead: int, rounded: LateTables, room: Scratch
) -> None:
    """Round the mixes of a lead for the kernel, into `rounded`."""
    place = lead + FAR_LEAD
    for steps in range(STEPS):
        for outs in range(COUNTS):
            for side in range(2):
                for k in range(late.cells.shape[0]):
                    cell = late.cells[k, 0]
                    takes = tables.takes[steps, outs, place, side, cell]
                    rounded.takes[steps, outs, place, side, cell] = takes
                    count = late_payoffs(late, values, steps, outs, lead, side, late.cells[k], takes, room)
                    round_game(
                        room, count, tables.calls[steps, outs, place, side, cell],
                        tables.cards[steps, outs, place, side, cell],
                        rounded.calls[steps, outs, place, side, cell],
                        rounded.cards[steps, outs, place, side, cell],
                    )  # fmt: skip


@solver
def serve_clocks(
    late: LateModel, values: Values, rounded: LateTables, lead: int, most: float,
    offense: NDArray[np.int64], defense: NDArray[np.int64], room: Scratch,
) -> None:  # fmt: skip
    """Which clock's row serves a clock (time-outs * STEPS + steps left), by side and cell."""
    takes = np.zeros(TAKES, np.int8)
    place = lead + FAR_LEAD
    for side in range(2):
        for k in range(late.cells.shape[0]):
            cell = late.cells[k, 0]
            by_calls, by_cards = 0, 0
            for clock in range(STEPS * COUNTS):
                outs, steps = clock // STEPS, clock % STEPS
                value = values.cells[steps, outs, place, side, cell]
                outs_then, steps_then = by_calls // STEPS, by_calls % STEPS
                takes[:] = BEST
                takes[ACCEPT] = rounded.takes[steps_then, outs_then, place, side, cell, ACCEPT]
                count = late_payoffs(late, values, steps, outs, lead, side, late.cells[k], takes, room)
                calls = rounded.calls[steps_then, outs_then, place, side, cell]
                if value - worst_card(room, count, calls) > most:
                    by_calls = clock
                outs_then, steps_then = by_cards // STEPS, by_cards % STEPS
                takes[:] = rounded.takes[steps_then, outs_then, place, side, cell]
                takes[ACCEPT] = BEST
                late_payoffs(late, values, steps, outs, lead, side, late.cells[k], takes, room)
                cards = rounded.cards[steps_then, outs_then, place, side, cell]
                if best_call(room, count, cards) - value > most:
                    by_cards = clock
                offense[side, cell, clock] = by_calls
                defense[side, cell, clock] = by_cards


def late_rows(solutions: list[LateSolution], most: float = MERGED) -> LateRows:
    """The tables of both halves' ends as they are written."""
    rows = CELLS * STATES
    written = LateRows(
        np.zeros((2, rows, CALLS), np.int64), np.zeros((2, rows, CARDS), np.int64),
        np.zeros((2, rows, TAKES), np.int64), np.zeros((2, rows), np.int64), np.zeros((2, rows), np.int64),
    )  # fmt: skip
    clocks = np.arange(STEPS * COUNTS)
    for number, score in enumerate(SCORES):
        model, values, tables = solutions[QUARTERS_SOLVED.index(score.quarter)]
        rounded, room = empty_late_tables(), scratch()
        round_late(model, values, tables, score.lead, rounded, room)
        serves = np.zeros((2, 2, CELLS, STEPS * COUNTS), np.int64)
        serve_clocks(model, values, rounded, score.lead, most, serves[0], serves[1], room)
        outs, steps = clocks // STEPS, clocks % STEPS
        state = (number * STEPS + steps) * COUNTS + outs
        for side in range(2):
            for cell, same in enumerate(model.alike.tolist()):
                row = cell * STATES + state
                for k, (array, into, serving) in enumerate(
                    (
                        (rounded.calls, written.calls, written.offense_serves),
                        (rounded.cards, written.cards, written.defense_serves),
                    )
                ):
                    then = serves[k, side, same]
                    at = (then % STEPS, then // STEPS, score.lead + FAR_LEAD, side, same)
                    into[side, row] = np.rint(array[at] * ALL_SHARES)
                    serving[side, row] = then
                    bits = [ACCEPT] if k == 0 else [ACCEPT_5, ACCEPT_10]
                    written.takes[side, row[:, None], bits] = rounded.takes[at][:, bits]
    return written


def played_tables(shares: LateRows, quarter: int) -> LateTables:
    """Written tables as they are played at every lead, for best replies."""
    tables = empty_late_tables()
    cells = np.arange(CELLS) * STATES
    for number, score in enumerate(SCORES):
        if score.quarter != quarter:
            continue
        leads = slice(score.low + FAR_LEAD, score.high + FAR_LEAD + 1)
        for steps, outs in np.ndindex(STEPS, COUNTS):
            rows = cells + (number * STEPS + steps) * COUNTS + outs
            tables.calls[steps, outs, leads] = shares.calls[:, rows] / ALL_SHARES
            tables.cards[steps, outs, leads] = shares.cards[:, rows] / ALL_SHARES
            tables.takes[steps, outs, leads] = shares.takes[:, rows]
    return tables


class LateGains(NamedTuple):
    """What a best reply to the tables gains, in shares of games, by who replies."""

    values: Values  # when both sides play the tables
    gains: NDArray[np.float64]  # [2 who replies, STEPS, COUNTS, LEADS, 2 who has the ball, CELLS]


def late_gains(
    model: LateModel, tables: LateTables, tolerance: float = TOLERANCE, last: int = STEPS - 1
) -> LateGains:
    """Compute the best reply of either side, who knows the exact lead, in every state up to `last` steps."""
    mirrored = np.array_equal(model.plays.plays[0], model.plays.plays[1])
    values = induced(model, tables, (False, False), tolerance, mirrored, last=last)
    gains = np.zeros((2, *values.cells.shape))
    for side in range(1 if mirrored else 2):
        reply = LateTables(tables.calls.copy(), tables.cards.copy(), tables.takes.copy())
        replied = induced(model, reply, (side == 0, side == 1), tolerance, start=values, last=last)
        for ball in range(2):
            sign = 1 if side == ball else -1
            gains[side, :, :, :, ball] = sign * (replied.cells - values.cells)[:, :, :, ball]
    if mirrored:
        gains[1] = gains[0, :, :, :, ::-1]
    return LateGains(values, gains)


def write_late_pair(folder: Path, own: int, rival: int, rows: LateRows) -> dict[str, int]:
    """Write the tables of a solved pair, a file for each coach and side of the ball; rows by file."""
    written: dict[str, int] = {}
    charts = (own, rival)
    for ball in range(own == rival, 2):  # a chart against itself is one coach
        offense, defense = charts[ball], charts[1 - ball]
        for side, coach, opponent, shares, bits, serves in (
            ("offense", offense, defense, rows.calls, [ACCEPT], rows.offense_serves),
            ("defense", defense, offense, rows.cards, [ACCEPT_5, ACCEPT_10], rows.defense_serves),
        ):
            name = late_file_name(coach, opponent, side)
            written[name] = write_late_table(
                folder / name, side, shares[ball], rows.takes[ball][:, bits], serves[ball]
            )
    return written


def read_late_pair(folder: Path, own: int, rival: int) -> LateRows:
    """The tables two coaches bring to a game, side 0 with chart `own`; what `write_late_pair` wrote."""
    calls, cards, takes = [], [], []
    charts = (own, rival)
    for ball in range(2):
        offense, defense = charts[ball], charts[1 - ball]
        shares, accept = read_late_shares(folder / late_file_name(offense, defense, "offense"), "offense")
        cards_then, accepts = read_late_shares(
            folder / late_file_name(defense, offense, "defense"), "defense"
        )
        calls.append(shares)
        cards.append(cards_then)
        takes.append(np.concatenate((accept, accepts), axis=1))
    unknown = np.full((2, CELLS * STATES), -1)
    return LateRows(np.stack(calls), np.stack(cards), np.stack(takes), unknown, unknown)


def make_late_tables(folder: Path, say: Callable[[str], object]) -> None:
    """Solve the last two minutes of Pro Style against itself and write the tables and their list."""
    charts = load_charts().charts
    with ThreadPoolExecutor(2) as pool:
        solved = pool.map(lambda quarter: solve_half(charts, *LATE_PAIR, quarter), QUARTERS_SOLVED)
        written = write_late_pair(folder, *LATE_PAIR, late_rows(list(solved)))
    say(f"{sum(written.values())} rows\n")
    write_late_index(folder, written, REASON)


if __name__ == "__main__":
    import sys

    make_late_tables(Path(sys.argv[1]) if len(sys.argv) > 1 else tables_folder(), sys.stdout.write)
