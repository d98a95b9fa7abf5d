"""SPI Football's charts: what each looks like on paper, and as the arrays the kernel reads."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.charts import Chart, ChartSet, ChartSpec, load_chart_set
from simlib.files.rows import Column, integer, one_of_words
from simlib.rulesets.spi.play import arrays

GAME = "spi"
DICE = tuple(f"{first}{second}" for first in range(1, 7) for second in range(1, 7))
TOTALS = tuple(str(total) for total in range(2, 13))
RUN_LETTERS, PASS_LETTERS = "ABCDEFGHIJKLMNOPQRSTU", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GAIN_LETTERS, PUNT_LETTERS = "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLM"
PLAYS = ("RIS", "ROS", "S", "M", "L")
# Note letter of the Master Play Chart -> numbers added to the interception and the sack range (4.6).
NOTES = {"": (0, 0), "a": (1, 1), "b": (2, 2), "c": (3, 2), "d": (1, 2)}
ANY_GAIN = -arrays.TOUCHDOWN  # out of bounds whatever the gain

LOSS_OF_DOWN = "\u2020"  # the printed dagger

# Mark of the Penalty table -> what it is measured from, and loss of down.
MARKS = {
    "": arrays.FROM_LINE, "*": arrays.FROM_END, "a": arrays.FROM_HALF, "b": arrays.FROM_KICK,
    LOSS_OF_DOWN: arrays.LOSS_OF_DOWN,
}  # fmt: skip

_PENALTY = re.compile(rf"([*{LOSS_OF_DOWN}]?)(5|10|15|PI)([ab]?)( \(1\))?")
_ADJUSTMENT = re.compile(r"(0|[+-][1-9])([abcd]?)")


def _onside(text: str) -> int:
    """Yard line, plus 100 where the kicking team recovers; OFFSIDE."""
    if text == "OS":
        return arrays.OFFSIDE
    if text[-1:] not in ("r", "k"):
        raise ValueError(text)
    return integer(1, 99)(text[:-1]) + 100 * (text[-1] == "k")


def _adjustment(text: str) -> int:
    """Letters x 16 + note's number (0 none, 1 a .. 4 d); prohibited is 0 letters."""
    if text == "P":
        return 0
    match = _ADJUSTMENT.fullmatch(text)
    if not match:
        raise ValueError(text)
    return 16 * int(match[1]) + list(NOTES).index(match[2])


def _completes_to(text: str) -> int:
    """Greatest throw of a range 11-xy."""
    first, _, last = text.partition("-")
    if first != "11" or last not in DICE:
        raise ValueError(text)
    return DICE.index(last)


def _from_throw(text: str) -> int:
    """Least throw of a range xy-66."""
    first, _, last = text.partition("-")
    if last != "66" or first not in DICE:
        raise ValueError(text)
    return DICE.index(first)


def penalty_parts(text: str) -> tuple[int, str, bool]:
    """Read a cell of the Penalty table (13.3): yards (0 for PI), its mark, automatic first down.

    The mark is "" or one of "*", "a", "b", LOSS_OF_DOWN; ValueError when `text` is no such cell.
    """
    match = _PENALTY.fullmatch(text)
    if not match or (match[1] and match[3]):
        raise ValueError(text)
    return (0 if match[2] == "PI" else int(match[2])), match[1] or match[3] or "", match[4] is not None


def _penalty(text: str) -> int:
    yards, mark, automatic = penalty_parts(text)
    return yards + 100 * MARKS[mark] + 1000 * automatic


def penalty_numbers(text: str) -> tuple[int, int, int]:
    """A cell of the Penalty table as the kernel reads it: yards (0 for PI), mark, automatic first down."""
    yards, mark, automatic = penalty_parts(text)
    return yards, MARKS[mark], int(automatic)


def _penalty_of_yards(text: str) -> int:
    """Read a cell as `_penalty` does, where no pass can be interfered with."""
    if "PI" in text:
        raise ValueError(text)
    return _penalty(text)


def _without_end(values: tuple[int, ...]) -> tuple[str, str] | None:
    """A return that ends in no row can't be rolled until one does."""
    if set(values) == {arrays.TOUCHDOWN}:
        return "TD in every row", "a number somewhere: 7.3 rolls until one comes"
    return None


def _columns(names: str | tuple[str, ...], parse: Callable[[str], int], expected: str) -> tuple[Column, ...]:
    return tuple(Column(name, parse, expected) for name in names)


_kick = integer(1, 99, {"EZ": arrays.END_ZONE, "OB": arrays.OUT_OF_BOUNDS})
_gain = integer(-20, 99, {"TD": arrays.TOUCHDOWN})
_run = integer(-20, 99, {"TD": arrays.TOUCHDOWN, "MG": arrays.MEDIUM_GAIN, "LG": arrays.LONG_GAIN})
_punt = integer(1, 99, {"LP": arrays.LONG_PUNT})
_long_punt = integer(1, 99, {"EZ": arrays.END_ZONE})
_blocked = integer(-99, 99, {"TD": arrays.TOUCHDOWN, "NR": arrays.NO_RUNBACK})
_least = integer(-20, 99, {"": ANY_GAIN})
_GAIN_WORDS = "yards from -20 to +99 or TD"
_YARDS_WORDS = "5, 10 or 15, with *, a, b or a dagger, and (1) for a first down"
_PENALTY_WORDS = "5, 10, 15 or PI, with *, a, b or a dagger, and (1) for a first down"

SPECS: tuple[ChartSpec, ...] = (
    ChartSpec("kickoff_normal", "Kickoff, normal", "3.3", "dice", TOTALS,
              _columns(("yards",), _kick, "yards 1 to 99, EZ or OB")),
    ChartSpec("kickoff_onside", "Kickoff, onside", "3.3", "dice", TOTALS,
              _columns(("yardline",), _onside, "a yard line with r or k, or OS")),
    ChartSpec("master_play_chart", "Master Play Chart", "4.6", "defense", arrays.DEFENSES,
              _columns(PLAYS, _adjustment, "letters from -9 to +9, with a note a, b, c or d, or P")),
    ChartSpec("rushing_gain", "Rushing Gain", "5.4", "dice", DICE,
              _columns(tuple(RUN_LETTERS), _run, "yards from -20 to +99, MG, LG or TD")),
    ChartSpec("rushing_out_of_bounds", "Rushing Out-of-Bounds", "5.4", "play",
              ("inside", "outside_or_return"),
              (*_columns(("normal", "two_minute"), _from_throw, "a range like 64-66"),
               Column("least_gain", _least, "yards, or nothing for any"))),
    ChartSpec("medium_gain", "Medium Gain", "5.6", "dice", TOTALS, _columns(("gain",), _gain, _GAIN_WORDS)),
    ChartSpec("long_gain", "Long Gain", "5.6", "dice", TOTALS, _columns(("gain",), _gain, _GAIN_WORDS)),
    ChartSpec("pass_completion", "Pass Completion", "6.5", "letter", tuple(PASS_LETTERS),
              _columns(("complete",), _completes_to, "a range from 11, like 11-41")),
    ChartSpec("pass_gain_return", "Pass Gain and Return", "6.6", "dice", TOTALS,
              (*_columns(tuple(GAIN_LETTERS), _gain, _GAIN_WORDS),
               Column("out_of_bounds", one_of_words({"": 0, "OB": 1, "OB2": 2}), "OB, OB2 or nothing")),
              wrong_column=_without_end),
    ChartSpec("punting", "Punting", "10.5", "letter", tuple(PUNT_LETTERS),
              _columns(TOTALS, _punt, "yards 1 to 99 or LP")),
    ChartSpec("long_punt", "Long Punt", "10.6", "dice", TOTALS,
              _columns(("yards",), _long_punt, "yards 1 to 99 or EZ")),
    ChartSpec("blocked_kick_yardage", "Blocked kick, yardage", "10.7", "die", tuple("123456"),
              _columns(("yards",), integer(-99, 99), "yards from -99 to +99")),
    ChartSpec("blocked_kick_return", "Blocked kick, return", "10.7", "dice", TOTALS,
              _columns(("result",), _blocked, "yards, TD or NR")),
    ChartSpec("punt_out_of_bounds", "Punt out of bounds, adjustment", "10.3", "die", tuple("123456"),
              _columns(("adjustment",), integer(-99, 0, {"blocked": arrays.BLOCKED}),
                       "yards -99 to 0, or blocked"),
              played=False),
    ChartSpec("penalty", "Penalty", "13.3", "dice", TOTALS,
              tuple(
                  Column(f"{kind}_{side}", _penalty if kind == "pass" else _penalty_of_yards, words)
                  for kind, words in (("run", _YARDS_WORDS), ("pass", _PENALTY_WORDS),
                                      ("returns", _YARDS_WORDS))
                  for side in ("offense", "defense")
              ),
              played=False),
)  # fmt: skip
SPEC = {spec.name: spec for spec in SPECS}

CHART_OF_OPTION = {"penalties": "penalty", "punt-out": "punt_out_of_bounds"}

BLIND_SITUATIONS = ("open_field", "inside_10", "short_yardage")
BLIND_DEFENSE = ChartSpec(
    "blind-defense", "Weights of a blind draw of the defence", "4.7", "defense", arrays.DEFENSES,
    _columns(BLIND_SITUATIONS, integer(0, 1000), "a weight in thousandths"), played=False,
)  # fmt: skip


class LoadedCharts(NamedTuple):
    """Charts as arrays, and what is said of them in results.

    Attributes
    ----------
    charts : arrays.Charts
        Read-only arrays.
    cells : dict
        Provenance word -> cells of the charts in play.
    hash : str
        Hash of their parsed cells.
    """

    charts: arrays.Charts
    cells: dict[str, int]
    hash: str


def _frozen(values: object) -> NDArray[np.int16]:
    array = np.ascontiguousarray(values, dtype=np.int16)
    array.flags.writeable = False
    return array


def _table(chart: Chart) -> NDArray[np.int16]:
    return _frozen(chart.values)


def _column(chart: Chart) -> NDArray[np.int16]:
    return _frozen([row[0] for row in chart.values])


def as_arrays(charts: dict[str, Chart]) -> arrays.Charts:
    """Turn the charts into the kernel's read-only int16 arrays."""
    onside = [row[0] for row in charts["kickoff_onside"].values]
    cells = charts["master_play_chart"].values
    notes = list(NOTES.values())
    bounds = charts["rushing_out_of_bounds"].values
    return arrays.Charts(
        kickoff=_column(charts["kickoff_normal"]),
        onside_yardline=_frozen([cell if cell < 0 else cell % 100 for cell in onside]),
        onside_kickers=_frozen([int(cell >= 100) for cell in onside]),
        mpc=_frozen([[cell // 16 for cell in row] for row in cells]),
        mpc_interception=_frozen([[notes[cell % 16][0] for cell in row] for row in cells]),
        mpc_sack=_frozen([[notes[cell % 16][1] for cell in row] for row in cells]),
        rushing_gain=_table(charts["rushing_gain"]),
        run_out_of_bounds=_frozen([row[:2] for row in bounds]),
        run_out_of_bounds_gain=_frozen([row[2] for row in bounds]),
        medium_gain=_column(charts["medium_gain"]),
        long_gain=_column(charts["long_gain"]),
        completion=_column(charts["pass_completion"]),
        pass_gain=_frozen([row[:-1] for row in charts["pass_gain_return"].values]),
        pass_out_of_bounds=_frozen([row[-1] for row in charts["pass_gain_return"].values]),
        punting=_table(charts["punting"]),
        long_punt=_column(charts["long_punt"]),
        blocked_kick_yardage=_column(charts["blocked_kick_yardage"]),
        blocked_kick_return=_column(charts["blocked_kick_return"]),
        punt_out_of_bounds=_column(charts["punt_out_of_bounds"]),
        penalty=_frozen(
            [[(c % 100, c // 100 % 10, c // 1000) for c in row] for row in charts["penalty"].values]
        ),
    )


def load_chart_files(charts_folder: Path | None = None) -> ChartSet:
    """SPI's charts as shipped, overlaid by those in `charts_folder`; InputError names every wrong cell."""
    return load_chart_set(GAME, SPECS, charts_folder)


def with_options(chart_set: ChartSet, options: tuple[str, ...]) -> ChartSet:
    """Charts with those that the optional rules in force read marked as played."""
    read = [CHART_OF_OPTION[option] for option in options if option in CHART_OF_OPTION]
    charts = {
        name: replace(chart, spec=replace(chart.spec, played=True)) if name in read else chart
        for name, chart in chart_set.charts.items()
    }
    return replace(chart_set, charts=charts)


def load_charts(charts_folder: Path | None = None, options: tuple[str, ...] = ()) -> LoadedCharts:
    """SPI's charts, checked, as the kernel reads them.

    Parameters
    ----------
    charts_folder : Path or None
        Folder whose charts replace the shipped ones of the same name.
    options : tuple of str
        Optional rules in force: the charts that they read are counted, and in the hash.

    Raises
    ------
    InputError
        With every fault of every chart.
    """
    chart_set = with_options(load_chart_files(charts_folder), options)
    return LoadedCharts(as_arrays(chart_set.charts), chart_set.cells(), chart_set.hash())
