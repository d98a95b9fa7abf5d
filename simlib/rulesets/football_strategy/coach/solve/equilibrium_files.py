"""The call tables of the coach `equilibrium`: on disk, and as the kernel's Coach.

A file is one side of the ball with one chart against another: `equilibrium-OWN-RIVAL-offense.csv` and
`-defense.csv`, OWN the coach's chart. Its rows are states in the order of down, yards to the goal line and
yards to go; a row serves every distance above the row before it up to its own, the last as far as the
goal line. Calls and cards are parts of 65536, an empty cell is 0. `equilibrium.csv` lists the files, with
their provenance. All the faults of a file are reported at once.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.files.rows import (
    MOST_FAULTS,
    Kind,
    Table,
    integer,
    matching,
    named,
    or_empty,
    read_table,
    whole,
    write_table,
)
from simlib.rulesets.coach_files import CoachTable
from simlib.rulesets.football_strategy.coach.files import CALL_NAMES, DEFENSE_CHOICES, OFFENSE_CHOICES
from simlib.rulesets.football_strategy.play import arrays as fs

KEYS = ("down", "to_goal", "yards_to_go")
SIDES = {"offense": (CALL_NAMES, OFFENSE_CHOICES), "defense": (tuple(fs.CARDS), DEFENSE_CHOICES)}
INDEX, INDEX_COLUMNS = "equilibrium.csv", ("file", "rows", "sha256", "word", "reason")
STATES = 4 * 100 * 100  # ((down - 1) * 100 + yards to go) * 100 + yards to the goal line
LARGEST_FILE = 1 << 24
_NUMBER = or_empty(Kind(integer(-(1 << 31), (1 << 31) - 1, signs="-"), "whole numbers in every column"))
_ROWS = whole(0, 9_999_999)
_DIGEST = matching("[0-9a-f]{64}", "64 hexadecimal digits")


def tables_folder() -> Path:
    """Where the shipped tables are."""
    return data_folder("charts") / "football_strategy" / "coaches"


def file_name(own: int, rival: int, side: str) -> str:
    """Name of a table by the numbers of the coach's chart and his opponent's."""
    return f"equilibrium-{fs.OFFENSE_CHARTS[own]}-{fs.OFFENSE_CHARTS[rival]}-{side}.csv"


def write_shares(
    path: Path,
    side: str,
    states: NDArray[np.int64],
    serves: NDArray[np.int64],
    shares: NDArray[np.int64],
    choices: NDArray[np.int64],
) -> int:
    """Write a table; the number of rows.

    Parameters
    ----------
    side : str
        "offense" or "defense".
    states : int64[..]
        States in the order of the file.
    serves : int64[..]
        State whose row serves each of them.
    shares : int64[STATES, calls or cards]
    choices : int64[STATES, penalties with a choice]
    """
    downs, to_goals, to_gos = states // 10000 + 1, states % 100, states // 100 % 100
    last = np.append(serves[1:] != serves[:-1], True)
    names, chosen = SIDES[side]
    # The last row of a field position reaches to the goal line.
    ends = np.append(np.diff(downs * 100 + to_goals) != 0, True)
    reach = np.where(ends, to_goals, to_gos)
    rows = (
        (downs[k], to_goals[k], reach[k],
         *(share or "" for share in shares[serves[k]].tolist()), *choices[serves[k]].tolist())
        for k in np.flatnonzero(last)
    )  # fmt: skip
    write_table(path, (*KEYS, *names, *chosen), rows)
    return int(last.sum())


def read_numbers(path: Path, columns: tuple[str, ...]) -> NDArray[np.int64]:
    """The whole numbers of a file whose header is right, 0 where empty: int64[rows, columns].

    Arrow reads it fast; what Arrow refuses is read again row by row, to name the cells.
    """
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    options = arrow_csv.ConvertOptions(
        column_types=dict.fromkeys(columns, pa.int32()), null_values=[""], check_utf8=True
    )
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("too large")
        table = arrow_csv.read_csv(path, convert_options=options)
        if tuple(table.column_names) != columns:
            raise ValueError("other columns")
    except (OSError, ValueError) as error:
        slow = Table(path, columns, largest=LARGEST_FILE, most=MOST_FAULTS)
        for row in slow:
            for column in columns:
                row.take(column, _NUMBER)
        slow.done()
        raise InputError(Fault(str(path), "", str(error), _NUMBER.expected)) from None
    return np.stack([table[name].fill_null(0).to_numpy() for name in columns], axis=1).astype(np.int64)


def faults_of_shares(
    check: Callable[[ArrayLike, str, str], None],
    shares: NDArray[np.int64],
    choices: NDArray[np.int64],
    chosen: tuple[str, ...],
) -> None:
    """Check that every row's shares are a mix and its choices 0 or 1."""
    check((shares < 0).any(axis=1), "", "no share below 0")
    check(shares.sum(axis=1) != fs.ALL_SHARES, "", f"shares that add to {fs.ALL_SHARES}")
    check(((choices < 0) | (choices > 1)).any(axis=1), ",".join(chosen), "0 or 1")


def legal_mask() -> NDArray[np.bool_]:
    """Which calls the rules allow where: bool[4 downs, 100 yards to the goal line, CALLS]."""
    mask = np.ones((4, 100, fs.CALLS), np.bool_)
    mask[:, :21, 16:20] = False
    mask[:, :11, 12:16] = False
    mask[:3, :, fs.CALL_PUNT_FOURTH] = False
    mask[:, fs.FIELD_GOAL_REACH + 1 :, fs.CALL_FIELD_GOAL] = False
    return mask


def read_shares(path: Path, side: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Shares and choices by state, as `write_shares` has them; 0 where a state can't be.

    Raises
    ------
    InputError
        With the faults of the file: numbers out of range, rows out of order or missing, calls that do not
        add to 65536 or that the rules forbid.
    """
    names, chosen = SIDES[side]
    numbers = read_numbers(path, (*KEYS, *names, *chosen))
    down, to_goal, to_go = numbers[:, :3].T
    shares, choices = numbers[:, 3 : 3 + len(names)], numbers[:, 3 + len(names) :]
    faults: list[Fault] = []

    def check(wrong: ArrayLike, column: str, expected: str) -> None:
        for k in np.flatnonzero(wrong)[: MOST_FAULTS - len(faults)]:
            key = f"down {down[k]}, {to_go[k]} to go, {to_goal[k]} to the goal line"
            faults.append(Fault(f"{path}:{k + 2}", column, key, expected))

    check((down < 1) | (down > 4), "down", "1 to 4")
    check((to_goal < 1) | (to_goal > 99), "to_goal", "1 to 99")
    check((to_go < 1) | (to_go > to_goal), "yards_to_go", "1 to the yards to the goal line")
    faults_of_shares(check, shares, choices, chosen)
    if not faults and side == "offense":
        forbidden = ~legal_mask()[down - 1, to_goal]
        check((forbidden & (shares > 0)).any(axis=1), "", "no call that the rules forbid there")
    places = down * 100 + to_goal
    order = np.diff(places * 100 + to_go, prepend=-1)
    check(order <= 0, "", "rows in the order of down, to_goal, yards_to_go, each once")
    ends = np.append(np.diff(places) != 0, True)
    check(ends & (to_go != to_goal), "yards_to_go", "a last row that reaches to the goal line")
    if not faults and set(places.tolist()) != {100 * d + y for d, y in product(range(1, 5), range(1, 100))}:
        faults.append(Fault(str(path), "", "field positions missing", "every down at 1 to 99 yards"))
    if faults:
        raise InputError(*faults)

    starts = np.insert(np.flatnonzero(ends)[:-1] + 1, 0, 0)
    before = np.insert(to_go[:-1], 0, 0)
    before[starts] = 0
    rows = np.repeat(np.arange(len(to_go)), to_go - before)
    distances = np.concatenate([np.arange(1, most + 1) for most in to_go[ends].tolist()])
    states = ((down[rows] - 1) * 100 + distances) * 100 + to_goal[rows]
    by_state = np.zeros((STATES, len(names)), np.int64)
    taken = np.zeros((STATES, len(chosen)), np.int64)
    by_state[states], taken[states] = shares[rows], choices[rows]
    return by_state, taken


def kernel_rows(shares: NDArray[np.int64], choices: NDArray[np.int64], side: str) -> NDArray[np.int32]:
    """Rows of Coach.offense or Coach.defense by state."""
    width, mask = (
        (fs.OFFENSE_ROW, fs.OFFENSE_MASK) if side == "offense" else (fs.DEFENSE_ROW, fs.DEFENSE_MASK)
    )
    bits = (fs.TAKES_FROM_DEFENSE,) if side == "offense" else (fs.TAKES_FOR_LOSS, fs.TAKES_FOR_DOWN)
    rows = np.zeros((len(shares), width), np.int32)
    rows[:, : shares.shape[1] - 1] = np.cumsum(shares[:, :-1], axis=1)
    rows[:, mask] = choices @ np.array(bits)
    return rows


def exact_situations() -> fs.Situations:
    """Every yard a class of its own, no state of clock and score: a row of a table is a state."""
    yards = np.arange(100, dtype=np.int16)
    return fs.Situations(
        distance=yards,
        zone=yards,
        clock=np.zeros((fs.QUARTERS, fs.CLOCKS), np.int16),
        lead=np.zeros(2 * fs.MOST_LEAD + 1, np.int16),
        state=np.zeros((fs.MOST_CLOCK_CLASSES, fs.LEAD_CLASSES), np.int16),
        sizes=(100, 100, 1),
    )


def digest_of(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def list_tables(path: Path, written: dict[str, int], reason: str) -> None:
    """Write the list of solved tables beside them: name -> rows."""
    rows = sorted(written.items())
    listed = ((name, count, digest_of(path.parent / name), "fitted", reason) for name, count in rows)
    write_table(path, INDEX_COLUMNS, listed)


def read_index(folder: Path) -> Counter[str]:
    """Provenance word -> rows of the tables, from their list; InputError with every fault of it."""
    return read_list(
        folder / INDEX, {file_name(a, b, side) for a, b, side in product(range(3), range(3), SIDES)}
    )


def read_digests(folder: Path) -> dict[str, str]:
    """Table -> SHA-256 of its bytes, from their list."""
    read_index(folder)  # raises its faults
    return {cells[0]: cells[2] for _, cells in read_table(folder / INDEX)[1:]}


def read_list(path: Path, names: set[str]) -> Counter[str]:
    """Provenance word -> rows of the tables `names`, from their list."""
    table, known = CoachTable(path, INDEX_COLUMNS), named(names, "the name of a table")
    words: Counter[str] = Counter()
    for row in table:
        if row.fits("file", known) and row.once("file", row.cells["file"], "each table"):
            names = names - {row.cells["file"]}
        row.fits("sha256", _DIGEST)
        words[row.cells["word"]] += row.take("rows", _ROWS, 0)
    table.missing("file", sorted(names))
    table.done()
    return words
