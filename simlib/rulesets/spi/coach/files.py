"""A coach on disk: call tables, policy, and what was fitted for the teams of a season.

Tables a coach brings to any season stand in charts/spi/coaches, those fitted to one season in its
`spi` folder. Every row carries its provenance word, assumed rows their reason too. All the faults of
a file are reported at once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.charts import WORDS, read_table
from simlib.rulesets.spi.play.arrays import ALL_SHARES, DISTANCE_TO, SITUATIONS, STATES, ZONE_TO

CALLS = ("run", "short", "medium", "long", "punt", "field_goal")
RUN, SHORT, MEDIUM, LONG, PUNT, FIELD_GOAL = range(6)
DOWNS = ("1", "2", "3", "4")
DISTANCES = ("1", "2-3", "4-6", "7-10", "11+")
ZONES = ("1-10", "11-20", "21-35", "36-50", "51-90", "91-99")
WHOLE = 1_000_000  # a call table's row adds up to this many parts
# name -> unit, least, greatest
POLICY = {
    "use_chart": ("flag", 0, 1),
    "hurry_from": ("clock point", 0, 60),
    "hurry_deficit": ("points", 1, 99),
    "protect_from": ("clock point", 0, 60),
    "onside_from": ("clock point", 0, 60),
    "onside_deficit": ("points", 1, 99),
    "timeout_offense": ("flag", 0, 1),
    "timeout_defense": ("flag", 0, 1),
    "run_out_of_end_zone": ("flag", 0, 1),
    "punt_rush": ("percent", 0, 100),
    "better_side": ("percent", 50, 100),
    "clutch_from_down": ("down", 1, 4),
    "clutch_most": ("letters", 0, 2),
    "dump_from": ("rating", 2, 13),
    "punt_out_to": ("yards", 0, 99),
    "penalty_goal_line": ("points/100", 0, 2000),
    "penalty_yard": ("points/100", 0, 20),
    "penalty_try": ("points/100", 0, 100),
    "penalty_second": ("points/100", 0, 1000),
    "penalty_third": ("points/100", 0, 1000),
    "penalty_fourth": ("points/100", 0, 1000),
    "penalty_to_go_first": ("points/100", 0, 100),
    "penalty_to_go_second": ("points/100", 0, 100),
    "penalty_to_go_third": ("points/100", 0, 100),
    "penalty_to_go_fourth": ("points/100", 0, 100),
}
LARGEST_OFFSET = 3000
_PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9])?")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,6}")
assert len(DISTANCES) == len(DISTANCE_TO)
assert len(ZONES) == len(ZONE_TO)


class CallTable(NamedTuple):
    """A call table read and checked.

    Attributes
    ----------
    calls : ndarray of int64, [SITUATIONS, 6]
        Parts of WHOLE, in the order of CALLS.
    words : dict
        Provenance word -> rows.
    """

    calls: NDArray[np.int64]
    words: dict[str, int]


class TeamHabits(NamedTuple):
    """What is fitted for a team: a logit on runs (1/1000), and weights on its throws (1/1000)."""

    run_offset: int
    short: int = 1000
    medium: int = 1000
    long: int = 1000


class ManHabits(NamedTuple):
    """What is fitted for a man: share of his runs inside, his share of each length's targets (65536)."""

    inside: int
    targets: tuple[int, int, int]


class Records(NamedTuple):
    """Rows of a table whose header is right: line number and cells by column."""

    path: Path
    rows: tuple[tuple[int, dict[str, str]], ...]


def read_records(path: Path, columns: tuple[str, ...]) -> Records:
    """Rows of a CSV that has exactly `columns`; InputError otherwise."""
    header, *body = read_table(path)
    if header[1] != list(columns):
        found = ",".join(header[1])
        raise InputError(Fault(f"{path}:{header[0]}", "", found, f"columns {','.join(columns)}"))
    faults = [
        Fault(f"{path}:{line}", "", f"{len(row)} cells", f"{len(columns)} cells")
        for line, row in body
        if len(row) != len(columns)
    ]
    if faults:
        raise InputError(*faults)
    return Records(path, tuple((line, dict(zip(columns, row, strict=True))) for line, row in body))


class _Checker:
    """Collects the faults of one row after another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Fault] = []

    def fault(self, line: int, column: str, found: str, expected: str) -> None:
        self.faults.append(Fault(f"{self.path}:{line}" if line else str(self.path), column, found, expected))

    def number(self, line: int, column: str, text: str, low: int, high: int) -> int:
        """A whole number low..high; on a fault `low`."""
        if not _WHOLE_NUMBER.fullmatch(text) or not low <= int(text) <= high:
            self.fault(line, column, text, f"a whole number {low} to {high}")
            return low
        return int(text)

    def word(self, line: int, row: dict[str, str]) -> str:
        """The row's provenance word; an assumed row must give its reason."""
        word = row["word"]
        if word not in WORDS:
            self.fault(line, "word", word, f"one of {', '.join(WORDS)}")
        elif word == "assumed" and not row.get("reason", "-").strip():
            self.fault(line, "reason", "", "the reason of an assumed row")
        return word

    def one_of(self, line: int, column: str, text: str, names: Iterable[str]) -> bool:
        """Whether `text` is one of `names`."""
        names = tuple(names)
        if text in names:
            return True
        self.fault(line, column, text, f"one of {', '.join(names)}")
        return False

    def done(self) -> None:
        """Raise InputError when anything was wrong."""
        if self.faults:
            raise InputError(*self.faults)


def situation_row(down: int, distance: int, zone: int, state: int) -> int:
    """Row of a call table for class numbers counted from 0 (the kernel's `situation`)."""
    return ((down * len(DISTANCES) + distance) * len(ZONES) + zone) * len(STATES) + state


def classes_of(row: int) -> tuple[int, int, int, int]:
    """Class numbers (down, distance, zone, state) of a row of a call table."""
    row, state = divmod(row, len(STATES))
    row, zone = divmod(row, len(ZONES))
    down, distance = divmod(row, len(DISTANCES))
    return down, distance, zone, state


def _percents(check: _Checker, line: int, row: dict[str, str]) -> list[int]:
    """Parts of WHOLE of the six calls."""
    parts = []
    for call in CALLS:
        if _PERCENT.fullmatch(row[call]):
            whole, _, tenths = row[call].partition(".")
            parts.append((10 * int(whole) + int(tenths or 0)) * (WHOLE // 1000))
        else:
            check.fault(line, call, row[call], "per cent, with no more than one decimal")
            return [0] * len(CALLS)
    if sum(parts) != WHOLE:
        total = sum(parts) * 100 / WHOLE
        check.fault(line, "", f"{total:g} per cent", "calls that add to 100 per cent")
    return parts


def _rows_named(row: dict[str, str]) -> list[int]:
    """Rows of the call table that a line's names and wildcards mean."""
    keys = ((DOWNS, "down"), (DISTANCES, "distance"), (ZONES, "zone"), (STATES, "state"))
    numbers = [range(len(names)) if row[k] == "*" else (names.index(row[k]),) for names, k in keys]
    return [situation_row(*classes) for classes in product(*numbers)]


def prohibited(row: int) -> dict[int, str]:
    """Calls a situation's field position forbids, with the rule's words (4.3, 11.2)."""
    zone = ZONES[classes_of(row)[2]]
    limits = {}
    if zone in ("1-10", "11-20"):
        limits[LONG] = "0: no Long pass inside the 20 (4.3)"
    if zone == "1-10":
        limits[MEDIUM] = "0: no Medium pass inside the 10 (4.3)"
    if zone in ("51-90", "91-99"):
        limits[FIELD_GOAL] = "0: no field goal from beyond the 50 (11.2)"
    return limits


def read_calls(path: Path) -> CallTable:
    """Call table: down,distance,zone,state with "*" for any, six calls in per cent, word, reason.

    Later rows override earlier ones; every situation must be covered.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    records = read_records(path, ("down", "distance", "zone", "state", *CALLS, "word", "reason"))
    check = _Checker(path)
    calls = np.zeros((SITUATIONS, len(CALLS)), np.int64)
    source = np.zeros(SITUATIONS, np.int64)
    words: Counter[str] = Counter()
    for line, row in records.rows:
        words[check.word(line, row)] += 1
        names = (("down", DOWNS), ("distance", DISTANCES), ("zone", ZONES), ("state", STATES))
        known = [check.one_of(line, column, row[column], ("*", *values)) for column, values in names]
        parts = _percents(check, line, row)
        if all(known):
            meant = _rows_named(row)
            calls[meant] = parts
            source[meant] = line
    check.done()
    wrong = set()
    for situation, line in enumerate(source.tolist()):
        if line == 0:
            down, distance, zone, state = classes_of(situation)
            name = f"{DOWNS[down]},{DISTANCES[distance]},{ZONES[zone]},{STATES[state]}"
            check.fault(0, "", "no row", f"a row for {name}")
            break
        for call, expected in prohibited(situation).items():
            if calls[situation, call] and (line, call) not in wrong:
                wrong.add((line, call))
                check.fault(line, CALLS[call], f"{calls[situation, call] * 100 / WHOLE:g}", expected)
    check.done()
    return CallTable(calls, dict(words))


def read_policy(path: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Policy: name -> value, and provenance word -> rows; InputError with every fault."""
    records = read_records(path, ("name", "value", "unit", "word", "reason"))
    check = _Checker(path)
    values: dict[str, int] = {}
    words: Counter[str] = Counter()
    for line, row in records.rows:
        name = row["name"]
        words[check.word(line, row)] += 1
        if not check.one_of(line, "name", name, POLICY):
            continue
        unit, low, high = POLICY[name]
        if name in values:
            check.fault(line, "name", name, "each name once")
        if row["unit"] != unit:
            check.fault(line, "unit", row["unit"], unit)
        values[name] = check.number(line, "value", row["value"], low, high)
    for name in POLICY:
        if name not in values:
            check.fault(0, "name", "no such row", f"a row {name}")
    check.done()
    return values, dict(words)


def _by_team(
    check: _Checker, columns: tuple[str, ...], teams: tuple[str, ...], left_out: tuple[str, ...] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows of the checker's file whose team is known; every team must have one."""
    missing = set(teams)
    for line, row in read_records(check.path, columns).rows:
        check.word(line, row)
        if row["team"] in left_out:
            continue
        if check.one_of(line, "team", row["team"], teams):
            missing.discard(row["team"])
            yield line, row
    for team in sorted(missing):
        check.fault(0, "team", "no such row", f"a row {team}")


TEAM_COLUMNS = ("team", "run_offset", "word")
MATCHED_TEAM_COLUMNS = ("team", "run_offset", "short", "medium", "long", "word")
MAN_COLUMNS = ("team", "player", "inside", "short", "medium", "long", "word")


def read_team_habits(
    path: Path, teams: tuple[str, ...], throws: bool = False, left_out: tuple[str, ...] = ()
) -> dict[str, TeamHabits]:
    """Fitted habits by team code, with weights on throws or without; InputError with every fault.

    Rows of `left_out`, teams of the folder's other league, are passed over.
    """
    check = _Checker(path)
    habits: dict[str, TeamHabits] = {}
    for line, row in _by_team(check, MATCHED_TEAM_COLUMNS if throws else TEAM_COLUMNS, teams, left_out):
        if row["team"] in habits:
            check.fault(line, "team", row["team"], "each team once")
        offset = check.number(line, "run_offset", row["run_offset"], -LARGEST_OFFSET, LARGEST_OFFSET)
        weights = (check.number(line, c, row[c], 1, 10_000) for c in row if c in CALLS)
        habits[row["team"]] = TeamHabits(offset, *weights)
    check.done()
    return habits


def read_man_habits(path: Path, men: dict[str, tuple[str, ...]]) -> dict[tuple[str, str], ManHabits]:
    """Fitted habits by team code and player id; a team's targets of each length add to 65536.

    Parameters
    ----------
    men : dict
        Team code -> ids of the men on its sheet.
    """
    check = _Checker(path)
    habits: dict[tuple[str, str], ManHabits] = {}
    totals: Counter[tuple[str, str]] = Counter()

    for line, row in _by_team(check, MAN_COLUMNS, tuple(men)):
        key = row["team"], row["player"]
        if row["player"] not in men[row["team"]]:
            check.fault(line, "player", row["player"], f"a man on the sheet of {row['team']}")
        if key in habits:
            check.fault(line, "player", row["player"], "each man once")
        cells = [check.number(line, c, row[c], 0, ALL_SHARES) for c in MAN_COLUMNS[2:6]]
        habits[key] = ManHabits(cells[0], (cells[1], cells[2], cells[3]))
        for column, cell in zip(MAN_COLUMNS[3:6], cells[1:], strict=True):
            totals[row["team"], column] += cell
    for (team, column), total in totals.items():
        if total != ALL_SHARES:
            check.fault(0, column, f"{team}: {total} in all", f"shares that add to {ALL_SHARES}")
    check.done()
    return habits
