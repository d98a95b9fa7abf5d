"""A coach on disk: call tables of both sides, the solitaire deck, policy.

Every row carries its provenance word, an assumed row its reason too. Later rows of a call table override
earlier ones, "*" is any, and every situation must be covered. All the faults of a file are reported at
once.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.charts import WORDS, read_table
from simlib.rulesets.football_strategy.play.arrays import CARDS, PLAYS

DOWNS = ("1", "2", "3", "4")
DISTANCES = {"1": 1, "2-3": 3, "4-6": 6, "7-10": 10, "11+": 99}  # greatest yards to go
ZONES = {"1-10": 10, "11-20": 20, "21-32": 32, "33-45": 45, "46-60": 60, "61-80": 80, "81-99": 99}
STATES = ("normal", "hurry", "protect")
CALL_NAMES = (*(str(play + 1) for play in range(PLAYS)), "punt_fourth_down", "punt_any_down", "field_goal")
OFFENSE_CHOICES, DEFENSE_CHOICES = ("accept",), ("accept_5", "accept_10")
SITUATIONS = len(DOWNS) * len(DISTANCES) * len(ZONES) * len(STATES)
WHOLE = 1000  # a row's parts, tenths of a per cent
# name -> unit, least, greatest
POLICY = {
    "winner_receives": ("flag", 0, 1),
    "hurry_from": ("clock point", 0, 60),
    "hurry_deficit": ("points", 1, 40),
    "protect_from": ("clock point", 0, 60),
    "onside_from": ("clock point", 0, 60),
    "onside_deficit": ("points", -40, 40),
    "timeout_offense": ("flag", 0, 1),
    "timeout_defense": ("flag", 0, 1),
    "safety_punt": ("flag", 0, 1),
    "ball_control_teams": ("percent", 0, 50),
    "aerial_teams": ("percent", 0, 50),
    "run_level": ("logit x 1000", -3000, 3000),
    "run_slope": ("x 1000", 100, 3000),
}
MOST_COPIES = 6
_PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9])?")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,6}")
Row = dict[str, str]


class CallTable(NamedTuple):
    """A call table read and checked.

    Attributes
    ----------
    parts : ndarray of int64, [SITUATIONS, calls]
        Parts of WHOLE.
    choices : ndarray of int64, [SITUATIONS, penalties with a choice]
        1 where the penalty is taken, 0 where the play is.
    words : Counter
        Provenance word -> rows.
    """

    parts: NDArray[np.int64]
    choices: NDArray[np.int64]
    words: Counter[str]


class _Rows:
    """The rows of a file whose header is right, and the faults found in them."""

    def __init__(self, path: Path, columns: tuple[str, ...]) -> None:
        header, *body = read_table(path)
        if tuple(header[1]) != columns:
            found = ",".join(header[1])
            raise InputError(Fault(f"{path}:{header[0]}", "", found, f"columns {','.join(columns)}"))
        self.path = path
        self.faults: list[Fault] = []
        self.words: Counter[str] = Counter()
        self.rows: list[tuple[int, Row]] = []
        for line, cells in body:
            if len(cells) != len(columns):
                self.fault(line, "", f"{len(cells)} cells", f"{len(columns)} cells")
                continue
            row = dict(zip(columns, cells, strict=True))
            self.rows.append((line, row))
            if row["word"] not in WORDS:
                self.fault(line, "word", row["word"], f"one of {', '.join(WORDS)}")
            elif row["word"] == "assumed" and not row["reason"].strip():
                self.fault(line, "reason", "", "the reason of an assumed row")
            self.words[row["word"]] += 1

    def fault(self, line: int, column: str, found: str, expected: str) -> None:
        self.faults.append(Fault(f"{self.path}:{line}" if line else str(self.path), column, found, expected))

    def number(self, line: int, column: str, text: str, low: int, high: int) -> int:
        """A whole number low..high; on a fault `low`."""
        if not _WHOLE_NUMBER.fullmatch(text) or not low <= int(text) <= high:
            self.fault(line, column, text, f"a whole number {low} to {high}")
            return low
        return int(text)

    def one_of(self, line: int, column: str, text: str, names: Iterable[str]) -> bool:
        names = tuple(names)
        if text in names:
            return True
        self.fault(line, column, text, f"one of {', '.join(names)}")
        return False

    def percents(self, line: int, row: Row, columns: tuple[str, ...]) -> list[int]:
        """Parts of WHOLE that must add to it."""
        parts = []
        for column in columns:
            if not _PERCENT.fullmatch(row[column]):
                self.fault(line, column, row[column], "per cent, with no more than one decimal")
                return [0] * len(columns)
            whole, _, tenths = row[column].partition(".")
            parts.append(10 * int(whole) + int(tenths or 0))
        if sum(parts) != WHOLE:
            self.fault(line, "", f"{sum(parts) / 10:g} per cent", "calls that add to 100 per cent")
        return parts

    def done(self) -> None:
        if self.faults:
            raise InputError(*self.faults)


def situation_row(down: int, distance: int, zone: int, state: int) -> int:
    """Row of a call table for class numbers counted from 0 (the kernel's `situation`)."""
    return ((down * len(DISTANCES) + distance) * len(ZONES) + zone) * len(STATES) + state


def _classes_of(row: int) -> tuple[int, int, int, int]:
    row, state = divmod(row, len(STATES))
    row, zone = divmod(row, len(ZONES))
    down, distance = divmod(row, len(DISTANCES))
    return down, distance, zone, state


def barred_calls(row: int) -> dict[int, str]:
    """Calls that a situation's field position or down forbids, with the rule's words."""
    down, _, zone, _ = _classes_of(row)
    reach = list(ZONES.values())[zone]
    barred: dict[int, str] = {}
    if reach <= 20:
        barred |= dict.fromkeys(range(16, 20), "0: no play 17 to 20 inside the 20")
    if reach <= 10:
        barred |= dict.fromkeys(range(12, 16), "0: no play 13 to 16 inside the 10")
    if reach > 45:
        barred[PLAYS + 2] = "0: no field goal from beyond the 45"
    if down != 3:
        barred[PLAYS] = "0: this punt is for the fourth down only"
    return barred


def read_calls(path: Path, calls: tuple[str, ...], choices: tuple[str, ...]) -> CallTable:
    """A side's call table; `calls` and `choices` are its columns after down, distance, zone, state.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    rows = _Rows(path, ("down", "distance", "zone", "state", *calls, *choices, "word", "reason"))
    keys = (("down", DOWNS), ("distance", tuple(DISTANCES)), ("zone", tuple(ZONES)), ("state", STATES))
    parts = np.zeros((SITUATIONS, len(calls)), np.int64)
    taken = np.zeros((SITUATIONS, len(choices)), np.int64)
    source = np.zeros(SITUATIONS, np.int64)
    for line, row in rows.rows:
        known = [rows.one_of(line, column, row[column], ("*", *names)) for column, names in keys]
        shares = rows.percents(line, row, calls)
        accepts = [rows.number(line, column, row[column], 0, 1) for column in choices]
        if all(known):
            numbers = [range(len(n)) if row[c] == "*" else (n.index(row[c]),) for c, n in keys]
            meant = [situation_row(*classes) for classes in product(*numbers)]
            parts[meant], taken[meant], source[meant] = shares, accepts, line
    rows.done()
    wrong = set()
    for situation, line in enumerate(source.tolist()):
        if line == 0:
            name = ",".join(names[n] for (_, names), n in zip(keys, _classes_of(situation), strict=True))
            rows.fault(0, "", "no row", f"a row for {name}")
            break
        for call, expected in barred_calls(situation).items() if calls == CALL_NAMES else ():
            if parts[situation, call] and (line, call) not in wrong:
                wrong.add((line, call))
                rows.fault(line, calls[call], f"{parts[situation, call] / 10:g}", expected)
    rows.done()
    return CallTable(parts, taken, rows.words)


def read_offense(path: Path) -> CallTable:
    """The offence's calls: 20 plays, two punts, a field goal; whether it takes 5 yards for a play."""
    return read_calls(path, CALL_NAMES, OFFENSE_CHOICES)


def read_defense(path: Path) -> CallTable:
    """The defence's cards; whether it takes 5 yards for a lost play, 10 for an incomplete pass."""
    return read_calls(path, tuple(CARDS), DEFENSE_CHOICES)


def read_policy(path: Path) -> tuple[dict[str, int], Counter[str]]:
    """Policy: name -> value, and provenance word -> rows; InputError with every fault."""
    rows = _Rows(path, ("name", "value", "unit", "word", "reason"))
    values: dict[str, int] = {}
    for line, row in rows.rows:
        name = row["name"]
        if not rows.one_of(line, "name", name, POLICY):
            continue
        unit, low, high = POLICY[name]
        if name in values:
            rows.fault(line, "name", name, "each name once")
        if row["unit"] != unit:
            rows.fault(line, "unit", row["unit"], unit)
        values[name] = rows.number(line, "value", row["value"], low, high)
    for name in POLICY:
        if name not in values:
            rows.fault(0, "name", "no such row", f"a row {name}")
    rows.done()
    return values, rows.words


def read_deck(path: Path) -> tuple[list[int], Counter[str]]:
    """A deck of defence cards by number, A is 0; InputError with every fault."""
    rows = _Rows(path, ("card", "copies", "word", "reason"))
    copies: dict[str, int] = {}
    for line, row in rows.rows:
        if rows.one_of(line, "card", row["card"], CARDS) and row["card"] in copies:
            rows.fault(line, "card", row["card"], "each card once")
        copies[row["card"]] = rows.number(line, "copies", row["copies"], 0, MOST_COPIES)
    if not rows.faults and not any(copies.values()):
        rows.fault(0, "copies", "none", "one card or more")
    rows.done()
    return [CARDS.index(card) for card in sorted(copies) for _ in range(copies[card])], rows.words
