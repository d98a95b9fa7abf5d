"""The files of SPI Football's team sheets, teams/<season>/spi/*.csv: what each looks like, and reading it.

A sheet keeps the printed shape: letters, "-" where a man has no rating, dice ranges such as 61-66.
Beside each file lies its provenance twin. Nothing read is trusted; all the faults of a file are
reported at once.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from simlib.errors import Fault, InputError
from simlib.files.charts import WORDS, integer, read_sources, read_table
from simlib.kernels import dice
from simlib.rulesets.spi.play import arrays

NONE, NO_RUNBACK, ASTERISK = "-", "NRB", "*"
BACKS = {"fb", "hb", "rb", "lh", "rh"}  # running backs, by position
NO_RANGE = (36, -1)
MOST_FAULTS = 20
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
    """What a file of a sheet looks like: key columns, then (column, parser, expectation, in play).

    A column is in play always (True), never (False) or under the optional rule named.
    """

    name: str
    keys: tuple[str, ...]
    columns: tuple[tuple[str, Parser, str, bool | str], ...]


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


def _one_of(*words: str) -> Parser:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return parse


def _word(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) or len(text) > 60:
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


def _text(text: str) -> str:
    if not text or len(text) > 80 or not text.isprintable():
        raise ValueError(text)
    return text


def _marks(text: str) -> tuple[str, ...]:
    parts = tuple(text.split(" "))
    for part in parts:
        _one_of(*MARKS, *NOT_WIDENED)(part)
    return parts


def _blank_or(parse: Parser) -> Parser:
    return lambda text: None if text == "" else parse(text)


_adjustment, _count = integer(-9, 9), integer(0, 9999)
_A_U, _A_Z, _A_P = "a letter A to U or -", "a letter A to Z or -", "a letter A to P or -"
_RANGE, _FROM_11 = "a range of throws like 61-66, or -", "a range of throws from 11, like 11-41"
_THROWS = "throws like 14 15 or 21-23"
_NAME, _MAYBE = "the name on the sheet", "a number 0 to 9999, or nothing"

PLAYERS = SheetFile(
    "players", ("team", "player"),
    (("name", _text, "a name", False), ("position", _text, "a position", False),
     ("RIS", letter("U"), _A_U, True), ("ROS", letter("U"), _A_U, True),
     ("gain_S", letter("P"), _A_P, True), ("gain_M", letter("P"), _A_P, True),
     ("gain_L", letter("P"), _A_P, True), ("pass_S", letter("Z"), _A_Z, True),
     ("pass_M", letter("Z"), _A_Z, True), ("pass_L", letter("Z"), _A_Z, True),
     ("int", throw_range, _RANGE, True), ("sack", throw_range, _RANGE, True),
     ("lim", plays_limit, "plays a game 1 to 99, with * never more, or -", "limits"),
     ("note", _blank_or(_one_of(*"abcd")), "nothing or a note a to d", True)),
)  # fmt: skip
NOTES = SheetFile(
    "notes", ("team", "note"),
    (("rule", _rule, "once_a_game, once_a_season, 1_a_game 4_a_season or the like, or not_widened", False),
     ("marks", _marks, "some of run, catch, pass, int, sack", False)),
)  # fmt: skip
TEAM_RATINGS = SheetFile(
    "team_ratings", ("team",),
    (("def_rush", _adjustment, "letters -9 to +9", True), ("def_pass", _adjustment, "letters -9 to +9", True),
     ("gain_adj", _adjustment, "letters -9 to +9", True),
     ("clutch_offense", _count, "a number 0 to 9999", "clutch"),
     ("clutch_defense", _count, "a number 0 to 9999", "clutch"),
     ("int_range", _from_11, _FROM_11, True), ("int_letter", letter("U"), "a letter A to U", True),
     ("int_table", _one_of("PGR", "RG"), "PGR or RG", True),
     ("fumble_ris", throw_set, _THROWS, True), ("fumble_ros", throw_set, _THROWS, True),
     ("fumble_pass", _total_set, "totals like 3", True), ("recover", _from_11, _FROM_11, True),
     ("penalty_run", throw_set, _THROWS, "penalties"), ("penalty_pass", throw_set, _THROWS, "penalties"),
     ("penalty_range", _from_11, _FROM_11, "penalties")),
)  # fmt: skip
RETURNERS = SheetFile(
    "returners", ("team", "kind", "order"),
    (("player", lambda text: text if text == NO_RUNBACK else _word(text), "a player's id or NRB", False),
     ("printed_name", _text, _NAME, False), ("range_printed", _text, "the printed range", False),
     ("range", throw_range, "a range of throws like 11-31", True),
     ("letter", _blank_or(letter("U")), "a letter A to U", True),
     ("table", _blank_or(_one_of("PGR", "RG")), "PGR or RG", True)),
)  # fmt: skip
PUNTERS = SheetFile(
    "punters", ("team", "player"),
    (("printed_name", _text, _NAME, False), ("letter", letter("M"), "a letter A to M", True),
     ("punts_printed", _blank_or(_count), _MAYBE, False)),
)  # fmt: skip
KICKERS = SheetFile(
    "kickers", ("team", "player"),
    (("printed_name", _text, _NAME, False), ("extra_point", _from_11, _FROM_11, True),
     ("fg_1_20", _from_11, _FROM_11, True), ("fg_21_40", _from_11, _FROM_11, True),
     ("fg_41_50", _from_11, _FROM_11, True),
     ("xp_att_printed", _blank_or(_count), _MAYBE, False),
     ("fg_att_printed", _blank_or(_count), _MAYBE, False)),
)  # fmt: skip
INTERCEPTORS = SheetFile(
    "interceptors", ("team", "player"),
    (("printed_name", _text, _NAME, False), ("short", throw_range, _RANGE, "interceptors"),
     ("medium_long", throw_range, _RANGE, "interceptors")),
)  # fmt: skip
DUMPS = SheetFile("dumps", ("team", "player"), (("dump", integer(2, 12), "a number 2 to 12", "dump"),))
ABILITIES = {  # what a game needs somebody for without an asterisk: columns of players.csv
    "run": ("RIS", "ROS"), "catch a short pass": ("gain_S",), "catch a medium pass": ("gain_M",),
    "catch a long pass": ("gain_L",),
}  # fmt: skip
OPTIONAL = (INTERCEPTORS, DUMPS)  # a season's sheets may lack them


def _raw_rows(path: Path, spec: SheetFile, faults: list[Fault]) -> list[tuple[int, dict[str, str]]]:
    """Lines of a file by column, its header checked; a wrong header or line is a fault."""
    wanted = [*spec.keys, *(column[0] for column in spec.columns)]
    table = read_table(path)
    line, header = table[0]
    if header != wanted:
        name = next((name for name in wanted if name not in header), "")
        found = f"no column {name}" if name else ",".join(header)
        faults.append(Fault(f"{path}:{line}", name, found, f"columns {','.join(wanted)}"))
        return []
    rows = []
    for line, cells in table[1:]:
        if len(cells) != len(wanted):
            faults.append(Fault(f"{path}:{line}", "", f"{len(cells)} cells", f"{len(wanted)} cells"))
        else:
            rows.append((line, dict(zip(wanted, cells, strict=True))))
    return rows


def _check_provenance(
    where: str, column: str, text: str, word: str, sources: dict[str, tuple[str, str]]
) -> Fault | None:
    """Fault of a provenance cell beside the cell `text`, or None: an empty cell needs none."""
    name, _, key = word.partition(" ")
    if (word == "" and text == "") or word == "owner":
        return None
    if name not in WORDS:
        return Fault(where, column, word, f"a word ({', '.join(WORDS)}) and a key")
    if sources.get(key, ("",))[0] != name:
        return Fault(where, column, word, "a word and its key as in SOURCES.csv")
    return None


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
    raw = _raw_rows(path, spec, faults)
    words: dict[tuple[str, ...], tuple[int, dict[str, str]]] = {}
    sources: dict[str, tuple[str, str]] = {}
    if twin.exists():
        sources = read_sources(folder)
        words = {tuple(row[key] for key in spec.keys): (n, row) for n, row in _raw_rows(twin, spec, faults)}
    rows: list[Row] = []
    seen: dict[tuple[str, ...], int] = {}
    for line, texts in raw:
        where, key = f"{path}:{line}", tuple(texts[key] for key in spec.keys)
        if key in seen:
            expected = f"each once (it stands in line {seen[key]})"
            faults.append(Fault(where, spec.keys[-1], " ".join(key), expected))
            continue
        seen[key] = line
        values: dict[str, Any] = {}
        for column, parse, expected, _ in spec.columns:
            try:
                values[column] = parse(texts[column])
            except ValueError:
                faults.append(Fault(where, column, texts[column], expected))
        twin_line, provenance = words.get(key, (0, dict.fromkeys(texts, "owner")))
        if twin.exists() and key not in words:
            faults.append(Fault(str(twin), spec.keys[-1], "no such row", f"a row {' '.join(key)}"))
        elif twin.exists():
            for name, _, _, _ in spec.columns:
                at = f"{twin}:{twin_line}"
                fault = _check_provenance(at, name, texts[name], provenance[name], sources)
                faults += [fault] if fault else []
        rows.append(Row(where, texts, values, provenance))
    faults += [
        Fault(f"{twin}:{words[key][0]}", spec.keys[-1], " ".join(key), f"a row of {path.name}")
        for key in words if key not in seen
    ]  # fmt: skip
    if faults:
        raise InputError(*faults[:MOST_FAULTS])
    return rows
