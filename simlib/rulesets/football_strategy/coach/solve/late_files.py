"""The second tables of `equilibrium-clock`, for the last two minutes of a half, on disk.

`equilibrium-clock-pro_style-pro_style-offense.csv` and `-defense.csv` are as the tables of
`equilibrium_files`, in the classes of `late_states`: quarter, leads from and to, down, greatest yards to the
goal line and to go of the class, time-outs left to the side that would call one, seconds left. Within a
class a row serves every clock (time-outs, then seconds) above the row before it up to its own.
`equilibrium-clock.csv` lists the files.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.errors import Fault, InputError
from simlib.files.rows import MOST_FAULTS, write_table
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    SIDES,
    faults_of_shares,
    kernel_rows,
    legal_mask,
    list_tables,
    read_list,
    read_numbers,
)
from simlib.rulesets.football_strategy.coach.solve.late_states import (
    CELLS,
    COUNTS,
    DISTANCE_ENDS,
    FARS,
    SCORES,
    STATES,
    STEPS,
    TIME_OUTS,
    ZONE_ENDS,
    ZONES,
    cells_alike,
    late_situations,
)
from simlib.rulesets.football_strategy.play import arrays as fs

KEYS = ("quarter", "lead_from", "lead_to", "down", "to_goal", "yards_to_go", "time_outs", "seconds")
LATE_INDEX = "equilibrium-clock.csv"
LATE_PAIR = (0, 0)  # Pro Style against itself: what is solved, and what every chart plays
SECONDS = 15
CLOCKS = STEPS * COUNTS  # time-outs * STEPS + steps left


def late_file_name(own: int, rival: int, side: str) -> str:
    """Name of a table by the numbers of the coach's chart and his opponent's."""
    return f"equilibrium-clock-{fs.OFFENSE_CHARTS[own]}-{fs.OFFENSE_CHARTS[rival]}-{side}.csv"


def late_file_names() -> set[str]:
    """Every table of the coach."""
    return {late_file_name(*LATE_PAIR, side) for side in SIDES}


def _rows_by_clock(score: int, cell: int) -> NDArray[np.int64]:
    """Rows of `late_states` of a class, by clock."""
    clocks = np.arange(CLOCKS)
    return cell * STATES + (score * STEPS + clocks % STEPS) * COUNTS + clocks // STEPS


def write_late_table(
    path: Path, side: str, shares: NDArray[np.int64], choices: NDArray[np.int64], serves: NDArray[np.int64]
) -> int:
    """Write a table; the number of rows.

    Parameters
    ----------
    side : str
        "offense" or "defense".
    shares : int64[rows of late_states, calls or cards]
    choices : int64[.., penalties with a choice]
    serves : int64[..]
        Clock whose row serves each of them.
    """
    names, chosen = SIDES[side]
    rows = list(_late_rows(shares, choices, serves))
    write_table(path, (*KEYS, *names, *chosen), rows)
    return len(rows)


def _late_rows(
    shares: NDArray[np.int64], choices: NDArray[np.int64], serves: NDArray[np.int64]
) -> Iterator[tuple[object, ...]]:
    """Rows of a table, one for the clocks that are served alike."""
    for (number, score), cell in product(enumerate(SCORES), np.unique(cells_alike()).tolist()):
        rows = _rows_by_clock(number, cell)
        serving = serves[rows]
        down, far, zone = cell // (FARS * ZONES) + 1, cell // ZONES % FARS, cell % ZONES
        for clock in np.flatnonzero(np.append(serving[1:] != serving[:-1], True)).tolist():
            row = rows[clock]
            yield (
                *score[:3], down, ZONE_ENDS[zone], DISTANCE_ENDS[far],
                clock // STEPS, SECONDS * (clock % STEPS),
                *(share or "" for share in shares[row].tolist()), *choices[row].tolist(),
            )  # fmt: skip


def late_legal() -> NDArray[np.bool_]:
    """Which calls the rules allow all over a zone: bool[4 downs, ZONES, CALLS]."""
    starts = (1, *(end + 1 for end in ZONE_ENDS[:-1]))
    everywhere = legal_mask()
    zones = [
        everywhere[:, first : last + 1].all(axis=1) for first, last in zip(starts, ZONE_ENDS, strict=True)
    ]
    return np.stack(zones, axis=1)


def read_late_shares(path: Path, side: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Shares and choices by row of `late_states`, as `write_late_table` has them.

    Raises
    ------
    InputError
        With the faults of the file: no such class, rows out of order or missing, calls that do not add to
        65536 or that the rules forbid.
    """
    names, chosen = SIDES[side]
    numbers = read_numbers(path, (*KEYS, *names, *chosen))
    keys, shares = numbers[:, : len(KEYS)], numbers[:, len(KEYS) : len(KEYS) + len(names)]
    choices = numbers[:, len(KEYS) + len(names) :]
    _, _, _, down, to_goal, to_go, outs, seconds = keys.T
    classes = {score[:3]: number for number, score in enumerate(SCORES)}
    score = np.array([classes.get(tuple(key), -1) for key in keys[:, :3].tolist()])
    faults: list[Fault] = []

    def check(wrong: ArrayLike, column: str, expected: str) -> None:
        for k in np.flatnonzero(wrong)[: MOST_FAULTS - len(faults)]:
            faults.append(Fault(f"{path}:{k + 2}", column, ",".join(map(str, keys[k].tolist())), expected))

    check(score < 0, "quarter,lead_from,lead_to", "a class of scores")
    check((down < 1) | (down > 4), "down", "1 to 4")
    check(~np.isin(to_goal, ZONE_ENDS), "to_goal", f"one of {', '.join(map(str, ZONE_ENDS))}")
    check(~np.isin(to_go, DISTANCE_ENDS), "yards_to_go", f"one of {', '.join(map(str, DISTANCE_ENDS))}")
    check((outs < 0) | (outs > TIME_OUTS), "time_outs", f"0 to {TIME_OUTS}")
    check((seconds % SECONDS != 0) | (seconds < 0) | (seconds >= SECONDS * STEPS), "seconds",
          f"0, 15, .. {SECONDS * (STEPS - 1)}")  # fmt: skip
    faults_of_shares(check, shares, choices, chosen)
    if faults:
        raise InputError(*faults)
    zone, far = np.searchsorted(ZONE_ENDS, to_goal), np.searchsorted(DISTANCE_ENDS, to_go)
    if side == "offense":
        forbidden = ~late_legal()[down - 1, zone]
        check((forbidden & (shares > 0)).any(axis=1), "", "no call that the rules forbid there")
    cell = ((down - 1) * FARS + far) * ZONES + zone
    clock = outs * STEPS + seconds // SECONDS
    place = score * CELLS + cell
    check(np.diff(place * CLOCKS + clock, prepend=-1) <= 0, "", "rows in order, each once")
    ends = np.append(np.diff(place) != 0, True)
    check(ends & (clock != CLOCKS - 1), "time_outs,seconds", "a last row of 3 time-outs and 120 seconds")
    alike = cells_alike()
    wanted = {number * CELLS + c for number in range(len(SCORES)) for c in np.unique(alike).tolist()}
    if not faults and set(place.tolist()) != wanted:
        faults.append(Fault(str(path), "", "classes missing", "every score, down, zone and distance"))
    if faults:
        raise InputError(*faults)
    before = np.insert(clock[:-1], 0, -1)
    before[np.insert(ends[:-1], 0, True)] = -1
    source = np.repeat(np.arange(len(place)), clock - before)
    state_clock = np.arange(len(source)) % CLOCKS
    rows = (
        cell[source] * STATES + (score[source] * STEPS + state_clock % STEPS) * COUNTS + state_clock // STEPS
    )
    by_row = np.zeros((CELLS * STATES, len(names)), np.int64)
    taken = np.zeros((CELLS * STATES, len(chosen)), np.int64)
    by_row[rows], taken[rows] = shares[source], choices[source]
    same = (alike[:, None] * STATES + np.arange(STATES)).ravel()
    return by_row[same], taken[same]


def with_late_tables(coach: fs.Coach, folder: Path) -> fs.Coach:
    """A coach of solved tables who plays the second ones in the last two minutes of a half."""
    both: dict[str, Any] = {}
    for side, tables in (("offense", coach.offense), ("defense", coach.defense)):
        late = kernel_rows(*read_late_shares(folder / late_file_name(*LATE_PAIR, side), side), side)
        both[side] = np.concatenate((tables, np.tile(late, (len(tables), 1, 1))), axis=1)
    return coach._replace(**both, late=late_situations(), plays_late=np.ones(len(coach.chart), np.bool_))


def write_late_index(folder: Path, written: dict[str, int], reason: str) -> None:
    """Write the list of the tables."""
    list_tables(folder / LATE_INDEX, written, reason)


def read_late_index(folder: Path) -> Counter[str]:
    """Provenance word -> rows of the tables, from their list; InputError with every fault of it."""
    return read_list(folder / LATE_INDEX, late_file_names())
