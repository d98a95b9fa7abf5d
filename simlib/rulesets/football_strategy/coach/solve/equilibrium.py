"""Football Strategy solved: the coach `equilibrium`, his tables' making, and what a best reply gains.

`python -m simlib.rulesets.football_strategy.coach.solve.equilibrium` solves the game for the next score
(`next_score`) of every pair of charts in the rulebook's edition, and writes the call tables.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    INDEX,
    file_name,
    list_tables,
    read_shares,
    tables_folder,
    write_shares,
)
from simlib.rulesets.football_strategy.coach.solve.equilibrium_rows import Rows, Solution, merged
from simlib.rulesets.football_strategy.coach.solve.matrix_games import workspace
from simlib.rulesets.football_strategy.coach.solve.next_score import (
    ACCEPT,
    ACCEPT_5,
    ACCEPT_10,
    Tables,
    empty_tables,
    scratch,
    sweep,
)
from simlib.rulesets.football_strategy.coach.solve.outcomes import (
    CARDS,
    STATES,
    Model,
    make_model,
    mark_reached,
)
from simlib.rulesets.football_strategy.play.arrays import ALL_SHARES, CALLS, OFFENSE_CHARTS, Charts

TOLERANCE = 1e-8  # points: the last sweep moves no value more
MOST_SWEEPS = 2000
REASON = (
    "solved for the points of the next score by simlib.rulesets.football_strategy.coach.solve.equilibrium"
)
PAIRS = tuple(combinations_with_replacement(range(len(OFFENSE_CHARTS)), 2))


def reached_states(model: Model) -> NDArray[np.bool_]:
    """States that any plays can lead to."""
    reached = np.zeros(STATES, np.bool_)
    mark_reached(model, reached)
    return reached


def swept(
    model: Model,
    values: NDArray[np.float64],
    tables: Tables,
    free: tuple[bool, bool],
    reached: NDArray[np.bool_],
    tolerance: float,
) -> int:
    """Sweep until no value moves more than `tolerance`; the number of sweeps."""
    room, games = scratch(), workspace(CALLS, CARDS)
    choosing = np.array(free)
    for count in range(1, MOST_SWEEPS):
        if sweep(model, values, tables, choosing, reached, room, games) <= tolerance:
            return count
    raise ArithmeticError(f"values still move after {MOST_SWEEPS} sweeps")


def solve(charts: Charts, own: int, rival: int, tolerance: float = TOLERANCE) -> Solution:
    """Solve the game for the next score.

    Parameters
    ----------
    charts : arrays.Charts
    own, rival : int
        Numbers of the offence charts of sides 0 and 1.
    tolerance : float
        Points; the last sweep moves no value more.
    """
    model = make_model(charts, own, rival)
    reached, tables, values = reached_states(model), empty_tables(), np.zeros((2, STATES))
    sweeps = swept(model, values, tables, (True, True), reached, tolerance)
    return Solution(model, values, tables, reached, sweeps)


def value_of(
    model: Model, tables: Tables, reached: NDArray[np.bool_], tolerance: float = TOLERANCE
) -> NDArray[np.float64]:
    """Values, to the side with the ball, when both sides play `tables`: float64[2, STATES]."""
    values = np.zeros((2, STATES))
    swept(model, values, tables, (False, False), reached, tolerance)
    return values


def best_reply(
    model: Model,
    tables: Tables,
    reached: NDArray[np.bool_],
    side: int,
    start: NDArray[np.float64],
    tolerance: float = TOLERANCE,
) -> tuple[NDArray[np.float64], Tables]:
    """Values when one side plays its best against the other's `tables`, and that best.

    Parameters
    ----------
    side : int
        Who replies, on both offence and defence.
    start : float64[2, STATES]
        Values to begin with.

    Returns
    -------
    values : float64[2, STATES]
        To the side with the ball.
    replies : Tables
        One call and one card a state for `side`; the other's tables as they are.
    """
    values, replies = start.copy(), Tables(tables.calls.copy(), tables.cards.copy(), tables.takes.copy())
    swept(model, values, replies, (side == 0, side == 1), reached, tolerance)
    return values, replies


def best_reply_gains(
    model: Model, tables: Tables, reached: NDArray[np.bool_], tolerance: float = TOLERANCE
) -> NDArray[np.float64]:
    """Points the best reply of each side gains, by state, over playing `tables` itself.

    Returns
    -------
    float64[2 who replies, 2 who has the ball, STATES]
        Nowhere below 0 but for rounding; 0 in states never reached.
    """
    values = value_of(model, tables, reached, tolerance)
    gains = np.zeros((2, 2, STATES))
    for side in range(2):
        replied, _ = best_reply(model, tables, reached, side, values, tolerance)
        for ball in range(2):
            gains[side, ball] = (replied[ball] - values[ball]) * (1 if side == ball else -1)
    return gains


def write_pair(folder: Path, own: int, rival: int, tables: Tables, rows: Rows) -> dict[str, int]:
    """Write the tables of a solved pair, a file for each coach and side of the ball; rows by file."""
    written: dict[str, int] = {}
    charts = (own, rival)
    for ball in range(own == rival, 2):  # a chart against itself is one coach
        offense, defense = charts[ball], charts[1 - ball]
        for side, coach, opponent, probabilities, bits, row_of in (
            ("offense", offense, defense, tables.calls, (ACCEPT,), rows.offense),
            ("defense", defense, offense, tables.cards, (ACCEPT_5, ACCEPT_10), rows.defense),
        ):
            name = file_name(coach, opponent, side)
            states = np.flatnonzero(row_of[ball] >= 0)
            states = states[np.lexsort((states // 100 % 100, states % 100, states // 10000))]
            shares = np.rint(probabilities[ball] * ALL_SHARES).astype(np.int64)
            choices = tables.takes[ball][:, list(bits)].astype(np.int64)
            written[name] = write_shares(folder / name, side, states, row_of[ball][states], shares, choices)
    return written


def read_pair(paths: Mapping[str, Path], own: int, rival: int) -> Tables:
    """The tables two coaches bring to a game, side 0 with chart `own`, from what `write_pair` wrote."""
    tables = empty_tables()
    charts = (own, rival)
    for ball in range(2):
        offense, defense = charts[ball], charts[1 - ball]
        calls, accept = read_shares(paths[file_name(offense, defense, "offense")], "offense")
        cards, accepts = read_shares(paths[file_name(defense, offense, "defense")], "defense")
        tables.calls[ball], tables.cards[ball] = calls / ALL_SHARES, cards / ALL_SHARES
        tables.takes[ball] = np.concatenate((accept, accepts), axis=1)
    return tables


def solve_pairs(folder: Path, pairs: Iterable[tuple[int, int]]) -> dict[str, int]:
    """Solve pairs of charts of the rulebook's edition and write their tables; rows by file."""
    charts = load_charts().charts

    def make(pair: tuple[int, int]) -> dict[str, int]:
        return write_pair(folder, *pair, *merged(solve(charts, *pair)))

    with ThreadPoolExecutor(2) as pool:
        return {name: count for files in pool.map(make, pairs) for name, count in files.items()}


def make_tables(folder: Path, say: Callable[[str], object]) -> None:
    """Solve every pair of charts, write the tables and their list, and say what a best reply gains."""
    list_tables(folder / INDEX, solve_pairs(folder, PAIRS), REASON)
    charts = load_charts().charts
    for pair in PAIRS:
        model = make_model(charts, *pair)
        tables = read_pair({path.name: path for path in folder.iterdir()}, *pair)
        gain = best_reply_gains(model, tables, reached_states(model)).max()
        names = " v ".join(OFFENSE_CHARTS[chart] for chart in pair)
        say(f"{names}: a best reply gains at most {gain:.6f} points\n")


if __name__ == "__main__":
    import sys

    make_tables(Path(sys.argv[1]) if len(sys.argv) > 1 else tables_folder(), sys.stdout.write)
