"""The files of SPI Football's team sheets, teams/<season>/spi/*.csv: what each looks like, and reading it.

A sheet keeps the printed shape: letters, "-" where a man has no rating, dice ranges such as 61-66.
Beside each file lies its provenance twin. Nothing read is trusted; all the faults of a file are
reported at once.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from simlib.errors import Fault
from simlib.files.charts import WORDS, read_sources
from simlib.files.rows import MOST_FAULTS, Kind, Table, integer, matching, named, or_empty
from simlib.kernels import dice
from simlib.rulesets.spi.play import arrays

NONE, NO_RUNBACK, ASTERISK = "-", "NRB", "*"
BACKS = {"fb", "hb", "rb", "lh", "rh"}  # running backs, by position
NO_RANGE = (36, -1)
LIMITS = {"once_a_game": 1, "once_a_season": 8}  # as M_LIMIT_: a game + 8 x a season
MARKS = ("run", "catch", "pass")
NOT_WIDENED = ("int", "sack")

Parser = Callable[[str], Any]


class Row(NamedTuple):
    """A line of a sheet's file: where it stands, its texts and its parsed values by column."""

    where: str
    texts: dict[str, str]
    values: dict[str, Any]
    provenance: dict[str, str]


class SheetFile(NamedTuple):
    """What a file of a sheet looks like: key columns, then (column, kind, in play).

    A column is in play always (True), never (False) or under the optional rule named.
    """

    name: str
    keys: tuple[str, ...]
    columns: tuple[tuple[str, Kind, bool | str], ...]

    def names(self) -> tuple[str, ...]:
        """Every column."""
        return (*self.keys, *(column[0] for column in self.columns))


def letter(last: str) -> Parser:
    """Parser of a rating A..`last`: 0 is A, NO_LETTER is "-"."""

    def parse(text: str) -> int:
        if text == NONE:
            return arrays.NO_LETTER
        if len(text) != 1 or not "A" <= text <= last:
            raise ValueError(text)
        return ord(text) - ord("A")

    return parse


def throw_range(text: str) -> tuple[int, int]:
    """Throws first..last of "61-66" or "51"; NO_RANGE for "-"; ValueError for anything else."""
    if text == NONE:
        return NO_RANGE
    first, _, last = text.partition("-")
    throws = dice.from_printed(first), dice.from_printed(last if "-" in text else first)
    if throws[0] > throws[1]:
        raise ValueError(text)
    return throws


def range_text(throws: tuple[int, int]) -> str:
    """Throws first..last as a sheet prints them: "61-66", "51", "-" for none."""
    first, last = throws
    if first > last:
        return NONE
    return dice.as_printed(first) if first == last else f"{dice.as_printed(first)}-{dice.as_printed(last)}"


def _from_11(text: str) -> int:
    """Last throw of a range that begins at 11."""
    first, last = throw_range(text)
    if first != 0:
        raise ValueError(text)
    return last


def throw_set(text: str) -> int:
    """Mask of throws (bit t) of a list like "14 15" or "21-23"; ValueError for a number twice."""
    mask = 0
    for part in text.split(" "):
        first, last = throw_range(part)
        if part == NONE or any(mask >> throw & 1 for throw in range(first, last + 1)):
            raise ValueError(text)
        mask |= sum(1 << throw for throw in range(first, last + 1))
    return mask


def _total_set(text: str) -> int:
    """Mask of totals 2..12 (bit total)."""
    totals = [integer(2, 12)(part) for part in text.split(" ")]
    if len(set(totals)) != len(totals):
        raise ValueError(text)
    return sum(1 << total for total in totals)


_KNOWN_MAN = matching(r"[a-z0-9]+(-[a-z0-9]+)*", "a player's id or NRB")


def _returner(text: str) -> str:
    if text != NO_RUNBACK and (len(text) > 60 or not _KNOWN_MAN.parse(text)):
        raise ValueError(text)
    return text


def plays_limit(text: str) -> tuple[int, int]:
    """Plays a game (0 for "-"), and 1 if an asterisk forbids more (14.2): "16", "1*"."""
    if text == NONE:
        return 0, 0
    plays = text.removesuffix(ASTERISK)
    return integer(1, 99)(plays), int(plays != text)


def is_back(position: str) -> bool:
    """Whether a position such as "hb/fl" is a running back's."""
    return not BACKS.isdisjoint(position.split("/"))


def limit_of(rule: str) -> int:
    """M_LIMIT_ of a note's rule: "once_a_game", "3_a_season", "1_a_game 4_a_season"; 0 is "not_widened"."""
    if rule == "not_widened":
        return 0
    if rule in LIMITS:
        return LIMITS[rule]
    found = re.fullmatch(r"(?:([1-7])_a_game)? ?(?:([1-9][0-9]?)_a_season)?", rule)
    if not found or rule != " ".join(rule.split()) or not rule:
        raise ValueError(rule)
    return int(found[1] or 0) + 8 * int(found[2] or 0)


def _rule(text: str) -> str:
    limit_of(text)
    return text


def _marks(text: str) -> tuple[str, ...]:
    return tuple(map(_MARK.parse, text.split(" ")))


def _text(expected: str) -> Kind:
    return matching(r".{1,80}", expected)


_MARK = named((*MARKS, *NOT_WIDENED))
_ADJUSTMENT = Kind(integer(-9, 9), "letters -9 to +9")
_COUNT = Kind(integer(0, 9999), "a number 0 to 9999")
_MAYBE = or_empty(Kind(integer(0, 9999), "a number 0 to 9999, or nothing"))
_A_U, _A_Z, _A_P = (Kind(letter(last), f"a letter A to {last} or -") for last in "UZP")
_UP_TO_U, _UP_TO_M = (Kind(letter(last), f"a letter A to {last}") for last in "UM")
_RANGE = Kind(throw_range, "a range of throws like 61-66, or -")
_FROM_11 = Kind(_from_11, "a range of throws from 11, like 11-41")
_THROWS = Kind(throw_set, "throws like 14 15 or 21-23")
_NAME = _text("the name on the sheet")
_TABLE = named(("PGR", "RG"), "PGR or RG")

PLAYERS = SheetFile(
    "players", ("team", "player"),
    (("name", _text("a name"), False), ("position", _text("a position"), False),
     ("RIS", _A_U, True), ("ROS", _A_U, True), ("gain_S", _A_P, True), ("gain_M", _A_P, True),
     ("gain_L", _A_P, True), ("pass_S", _A_Z, True), ("pass_M", _A_Z, True), ("pass_L", _A_Z, True),
     ("int", _RANGE, True), ("sack", _RANGE, True),
     ("lim", Kind(plays_limit, "plays a game 1 to 99, with * never more, or -"), "limits"),
     ("note", or_empty(named("abcd", "nothing or a note a to d")), True)),
)  # fmt: skip
NOTES = SheetFile(
    "notes", ("team", "note"),
    (("rule", Kind(_rule, "once_a_game, once_a_season, 1_a_game 4_a_season or the like, or not_widened"),
      False),
     ("marks", Kind(_marks, "some of run, catch, pass, int, sack"), False)),
)  # fmt: skip
TEAM_RATINGS = SheetFile(
    "team_ratings", ("team",),
    (("def_rush", _ADJUSTMENT, True), ("def_pass", _ADJUSTMENT, True), ("gain_adj", _ADJUSTMENT, True),
     ("clutch_offense", _COUNT, "clutch"), ("clutch_defense", _COUNT, "clutch"),
     ("int_range", _FROM_11, True), ("int_letter", _UP_TO_U, True), ("int_table", _TABLE, True),
     ("fumble_ris", _THROWS, True), ("fumble_ros", _THROWS, True),
     ("fumble_pass", Kind(_total_set, "totals like 3"), True), ("recover", _FROM_11, True),
     ("penalty_run", _THROWS, "penalties"), ("penalty_pass", _THROWS, "penalties"),
     ("penalty_range", _FROM_11, "penalties")),
)  # fmt: skip
RETURNERS = SheetFile(
    "returners", ("team", "kind", "order"),
    (("player", Kind(_returner, _KNOWN_MAN.expected), False), ("printed_name", _NAME, False),
     ("range_printed", _text("the printed range"), False),
     ("range", Kind(throw_range, "a range of throws like 11-31"), True),
     ("letter", or_empty(_UP_TO_U), True), ("table", or_empty(_TABLE), True)),
)  # fmt: skip
PUNTERS = SheetFile(
    "punters", ("team", "player"),
    (("printed_name", _NAME, False), ("letter", _UP_TO_M, True), ("punts_printed", _MAYBE, False)),
)  # fmt: skip
KICKERS = SheetFile(
    "kickers", ("team", "player"),
    (("printed_name", _NAME, False), ("extra_point", _FROM_11, True), ("fg_1_20", _FROM_11, True),
     ("fg_21_40", _FROM_11, True), ("fg_41_50", _FROM_11, True),
     ("xp_att_printed", _MAYBE, False), ("fg_att_printed", _MAYBE, False)),
)  # fmt: skip
INTERCEPTORS = SheetFile(
    "interceptors", ("team", "player"),
    (("printed_name", _NAME, False), ("short", _RANGE, "interceptors"),
     ("medium_long", _RANGE, "interceptors")),
)  # fmt: skip
DUMPS = SheetFile("dumps", ("team", "player"), (("dump", Kind(integer(2, 12), "a number 2 to 12"), "dump"),))
ABILITIES = {  # what a game needs somebody for without an asterisk: columns of players.csv
    "run": ("RIS", "ROS"), "catch a short pass": ("gain_S",), "catch a medium pass": ("gain_M",),
    "catch a long pass": ("gain_L",),
}  # fmt: skip
OPTIONAL = (INTERCEPTORS, DUMPS)  # a season's sheets may lack them


def _wrong_provenance(text: str, word: str, sources: dict[str, tuple[str, str]]) -> str:
    """What is expected of a provenance cell beside the cell `text`; "" if right: an empty one needs none."""
    name, _, key = word.partition(" ")
    if (word == "" and text == "") or word == "owner":
        return ""
    if name not in WORDS:
        return f"a word ({', '.join(WORDS)}) and a key"
    return "" if sources.get(key, ("",))[0] == name else "a word and its key as in SOURCES.csv"


def read_sheet_file(folder: Path, spec: SheetFile) -> list[Row]:
    """Rows of one file of the sheets, each cell parsed, with its provenance.

    Parameters
    ----------
    folder : Path
        teams/<season>/spi; a file without a .provenance.csv beside it is its owner's.
    spec : SheetFile
        PLAYERS, NOTES, TEAM_RATINGS, RETURNERS, PUNTERS, KICKERS, or one of OPTIONAL: no rows where
        neither the file nor its twin is there.

    Raises
    ------
    InputError
        With every fault of the two files.
    """
    path, twin = folder / f"{spec.name}.csv", folder / f"{spec.name}.provenance.csv"
    if spec in OPTIONAL and not path.exists() and not twin.exists():
        return []
    faults: list[Fault] = []
    table = Table(path, spec.names(), faults, most=MOST_FAULTS)
    twin_table = Table(twin, spec.names(), faults, most=MOST_FAULTS) if twin.exists() else None
    table.done()

    lines = list(table)
    twins = {row.key(spec.keys): row for row in twin_table or ()}
    sources = read_sources(folder) if twin_table else {}
    read: list[Row] = []
    keys = set()
    for line in lines:
        key, of = line.key(spec.keys), spec.keys[-1]
        name = " ".join(key)
        keys.add(key)
        if not line.once(of, key, "each", name):
            continue
        values = {column: line.take(column, kind) for column, kind, _ in spec.columns}
        words = dict.fromkeys(line.cells, "owner")
        if twin_table and key not in twins:
            twin_table.missing(of, (name,))
        elif twin_table:
            words = twins[key].cells
            for column, _, _ in spec.columns:
                if expected := _wrong_provenance(line.cells[column], words[column], sources):
                    twins[key].fault(column, words[column], expected)
        read.append(Row(line.where, line.cells, values, words))
    for key, row in twins.items():
        if key not in keys:
            row.fault(spec.keys[-1], " ".join(key), f"a row of {path.name}")
    table.done()
    return read
