"""A coach on disk, as every game has him: call tables by situation, and a policy.

Every row carries its provenance word, an assumed row its reason too. Later rows of a call table override
earlier ones, "*" is any, and every situation must be covered. All the faults of a file are reported at
once.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.charts import WORDS
from simlib.files.rows import Kind, Row, Table, named, whole

ANY = "*"
_DECIMAL = re.compile(r"[0-9]{1,3}(\.[0-9])?")
_WORD, _FLAG = named(WORDS), whole(0, 1)


def _tenths(text: str) -> int:
    if not _DECIMAL.fullmatch(text):
        raise ValueError(text)
    units, _, tenths = text.partition(".")
    return 10 * int(units) + int(tenths or 0)


_PERCENT = Kind(_tenths, "per cent, with no more than one decimal")


class Situations(NamedTuple):
    """Situations of a call table: key column -> names of its classes; rows count the last column fastest."""

    classes: dict[str, tuple[str, ...]]

    def shape(self) -> tuple[int, ...]:
        """How many classes each column has."""
        return tuple(map(len, self.classes.values()))

    def row(self, *numbers: int) -> int:
        """Row of a call table for class numbers counted from 0 (the kernel's `situation`)."""
        return int(np.ravel_multi_index(numbers, self.shape()))

    def classes_of(self, row: int) -> tuple[int, ...]:
        """Class numbers of a row of a call table."""
        return tuple(int(number) for number in np.unravel_index(row, self.shape()))

    def name(self, row: int) -> str:
        """A row's classes in words: "2,1,1-10,normal"."""
        numbers = self.classes_of(row)
        return ",".join(names[n] for names, n in zip(self.classes.values(), numbers, strict=True))

    def meant(self, line: Row) -> list[int]:
        """Rows of the call table that a line's names and wildcards mean."""
        numbers = [
            range(len(names)) if line.cells[column] == ANY else (names.index(line.cells[column]),)
            for column, names in self.classes.items()
        ]
        return [self.row(*chosen) for chosen in product(*numbers)]


class CallTable(NamedTuple):
    """A call table read and checked.

    Attributes
    ----------
    parts : ndarray of int64, [situations, calls]
        Parts of the whole.
    choices : ndarray of int64, [situations, penalties with a choice]
        1 where the penalty is taken, 0 where the play is.
    words : Counter
        Provenance word -> rows.
    """

    parts: NDArray[np.int64]
    choices: NDArray[np.int64]
    words: Counter[str]


class CoachTable(Table):
    """A table of a coach: `words` counts the provenance words of the rows read."""

    def __init__(self, path: Path, columns: tuple[str, ...]) -> None:
        super().__init__(path, columns)
        self.words: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Row]:
        for row in super().__iter__():
            word = row.text("word", _WORD)
            if word == "assumed" and not row.cells.get("reason", "-").strip():
                row.fault("reason", "", "the reason of an assumed row")
            self.words[word] += 1
            yield row


def _parts(row: Row, calls: tuple[str, ...], size: int) -> list[int]:
    """Parts of `size` that must add to it."""
    tenths = [row.take(call, _PERCENT) for call in calls]
    if None in tenths:
        return [0] * len(calls)
    if sum(tenths) != 1000:
        row.fault("", f"{sum(tenths) / 10:g} per cent", "calls that add to 100 per cent")
    return [part * size // 1000 for part in tenths]


def no_call_barred(row: int) -> dict[int, str]:
    """For tables whose every call may be chosen everywhere."""
    return {}


def read_call_table(
    path: Path,
    situations: Situations,
    calls: tuple[str, ...],
    size: int,
    barred: Callable[[int], dict[int, str]] = no_call_barred,
    choices: tuple[str, ...] = (),
) -> CallTable:
    """A call table: the columns of the situation, calls in per cent, choices, word, reason.

    Parameters
    ----------
    calls, choices : tuple of str
        Columns.
    size : int
        What the parts of a row add up to.
    barred : callable
        Row of the table -> the calls that the rules bar there, with what is expected instead.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    table = CoachTable(path, (*situations.classes, *calls, *choices, "word", "reason"))
    kinds = {column: named((ANY, *names)) for column, names in situations.classes.items()}
    rows: list[Row] = []
    count = prod(situations.shape())
    parts, taken = (np.zeros((count, len(columns)), np.int64) for columns in (calls, choices))
    source = np.full(count, -1)
    for row in table:
        known = [row.fits(column, kind) for column, kind in kinds.items()]
        shares = _parts(row, calls, size)
        accepts = [row.take(column, _FLAG, 0) for column in choices]
        if all(known):
            meant = situations.meant(row)
            parts[meant], taken[meant], source[meant] = shares, accepts, len(rows)
            rows.append(row)
    table.done()
    told = set()
    for situation, number in enumerate(source.tolist()):
        if number < 0:
            table.fault("", "no row", f"a row for {situations.name(situation)}")
            break
        for call, expected in barred(situation).items():
            if parts[situation, call] and (number, call) not in told:
                told.add((number, call))
                rows[number].fault(calls[call], f"{parts[situation, call] * 100 / size:g}", expected)
    table.done()
    return CallTable(parts, taken, table.words)


def read_policy_table(
    path: Path, policy: Mapping[str, tuple[str, int, int]]
) -> tuple[dict[str, int], Counter[str]]:
    """Policy: name -> value, and provenance word -> rows.

    Parameters
    ----------
    policy : mapping
        Name -> unit, least, greatest; each must be there.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    table = CoachTable(path, ("name", "value", "unit", "word", "reason"))
    values: dict[str, int] = {}
    names = named(policy)
    for row in table:
        if not row.fits("name", names):
            continue
        name = row.cells["name"]
        unit, low, high = policy[name]
        row.once("name", name, "each name")
        if row.cells["unit"] != unit:
            row.fault("unit", row.cells["unit"], unit)
        values[name] = row.take("value", whole(low, high), low)
    table.missing("name", (name for name in policy if name not in values))
    table.done()
    return values, table.words
