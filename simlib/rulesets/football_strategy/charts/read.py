"""Football Strategy's charts: what each looks like on paper, and as the arrays the kernel reads.

A cell of an offence chart is a kind and yards: R run, C complete, S sack, I incomplete, F fumble, LG a
run and CLG a pass for a long gain, X an interception so many yards downfield, P a penalty as the offence
sees it; `ob` out of bounds, `+1st` a first down, `+LOD` the down lost, `a|b` a penalty or the play.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.files.charts import Chart, ChartSet, ChartSpec, load_chart_set
from simlib.files.rows import Column, integer, one_of_words
from simlib.rulesets.football_strategy.play import arrays as fs

GAME = "football_strategy"
EDITIONS = ("one-die", "two-dice")
ROLLS, TOTALS = tuple("123456"), tuple(str(total) for total in range(2, 13))
PLAYS = (
    "1 Power Up Middle", "2 Power Off Tackle", "3 QB Keeper", "4 Slant Run", "5 End Run", "6 Reverse",
    "7 Draw", "8 Trap", "9 Run/Pass Option", "10 Flair Pass", "11 Side Line Pass", "12 Look In Pass",
    "13 Screen Pass", "14 Pop Pass", "15 Button Hook Pass", "16 Razzle Dazzle", "17 Down & Out Pass",
    "18 Down & In Pass", "19 Long Bomb", "20 Stop & Go Pass",
)  # fmt: skip
PUNTS = ("21 Punt (4th down only)", "22 Punt (any down)")
KINDS = {"R": fs.RUN, "C": fs.COMPLETE, "S": fs.SACK, "X": fs.INTERCEPTION, "P": fs.PENALTY}
WORDS = {"I": fs.INCOMPLETE, "F": fs.FUMBLE, "LG": fs.RUN_LONG_GAIN, "CLG": fs.PASS_LONG_GAIN}
# Columns of the field-goal charts: greatest yards to the goal line.
ONE_DIE_GOALS = {"0-10": 10, "11-18": 18, "19-25": 25, "26-32": 32, "33-38": 38, "39-45": 45}
TWO_DICE_GOALS = {"1-12": 12, "13-22": 22, "23-32": 32, "33-38": 38, "39-45": 45}
OLDER_GOALS = {"1-10": 10, "11-18": 18, "19-25": 25, "26-32": 32, "33-38": 38}
GOALS = {"G": fs.GOOD, "N": fs.NO_GOOD, "B": fs.KICK_BLOCKED, "P": fs.KICK_AGAIN}
EITHER = 4  # G/N, in a table that is not played
TIMES = (
    "gain_under_20", "gain_20_or_more", "loss", "out_of_bounds", "incomplete", "interception", "penalty",
    "fumble", "kick", "extra_point", "after_45_with_time_out", "after_30_with_time_out",
    "after_15_with_time_out",
)  # fmt: skip
POINT = 15  # seconds

_CELL = re.compile(r"([RCSXP])([+-][0-9]{1,2}|0)(ob)?(\+1st|\+LOD)?")
_PUNT = re.compile(r"([1-9][0-9])(ob|/LG|/([1-9][0-9]?)(F)?)?")
_ONSIDE = re.compile(r"([1-9][0-9])(kr|k|r)")
_LONG = re.compile(r"([1-9][0-9]{1,2})(\+|\+10d)?")
_BASE = 1024


def _packed(*numbers: int) -> int:
    """One number of several from -512 to 511, for charts hold a number a cell."""
    total = 0
    for number in numbers:
        total = total * _BASE + number + _BASE // 2
    return total


def _unpacked(total: int, count: int) -> tuple[int, ...]:
    numbers = []
    for _ in range(count):
        total, number = divmod(total, _BASE)
        numbers.append(number - _BASE // 2)
    return tuple(reversed(numbers))


def cell_parts(text: str) -> tuple[int, int, int, int, int]:
    """Kind, yards, marks and what may be taken in place of a penalty (columns C_ of the kernel).

    Raises
    ------
    ValueError
        `text` is no cell of an offence chart.
    """
    first, bar, second = text.partition("|")
    kind, yards, marks = _plain_parts(first)
    if not bar:
        return kind, yards, marks, fs.NO_CHOICE, 0
    other, other_yards, other_marks = _plain_parts(second)
    if kind != fs.PENALTY or marks or other_marks or other == fs.PENALTY:
        raise ValueError(text)
    return kind, yards, marks, other, other_yards


def _plain_parts(text: str) -> tuple[int, int, int]:
    if text in WORDS:
        return WORDS[text], 0, 0
    match = _CELL.fullmatch(text)
    if not match:
        raise ValueError(text)
    kind, yards = KINDS[match[1]], int(match[2])
    penalty, leaves = kind == fs.PENALTY, match[3] is not None
    if (match[4] and not penalty) or (leaves and kind not in (fs.RUN, fs.COMPLETE)):
        raise ValueError(text)
    if (penalty and yards == 0) or (kind == fs.SACK and yards >= 0):
        raise ValueError(text)
    if (match[4] == "+1st" and yards < 0) or (match[4] == "+LOD" and yards > 0):
        raise ValueError(text)
    marks = fs.OUT_OF_BOUNDS * leaves
    marks |= {"+1st": fs.FIRST_DOWN, "+LOD": fs.LOSS_OF_DOWN}.get(match[4] or "", 0)
    return kind, yards, marks


def _cell(text: str) -> int:
    return _packed(*cell_parts(text))


def _punt(text: str) -> int:
    if text == "B":
        return _packed(0, fs.BLOCKED, 0)
    match = _PUNT.fullmatch(text)
    if not match:
        raise ValueError(text)
    yards = int(match[1])
    if match[2] is None:
        return _packed(yards, fs.DEAD, 0)
    if match[2] == "ob":
        return _packed(yards, fs.PUNT_OUT, 0)
    if match[2] == "/LG":
        return _packed(yards, fs.RETURNED_LONG, 0)
    return _packed(yards, fs.RETURN_FUMBLED if match[4] else fs.RETURNED, int(match[3]))


def _kickoff(text: str) -> int:
    words = {"F": fs.KICK_FUMBLED, "P-10": fs.KICK_PENALTY}
    if text.startswith("LG"):
        return fs.LONG_GAIN_AND + (integer(1, 49)(text[2:]) if text != "LG" else 0)
    return integer(1, 99, words)(text)


def _onside(text: str) -> int:
    """Spot x 4, plus 1 where the kickers recover when they trail, plus 2 where they do when not."""
    match = _ONSIDE.fullmatch(text)
    if not match or not 10 < int(match[1]) < 90:
        raise ValueError(text)
    return 4 * int(match[1]) + {"k": 3, "kr": 1, "r": 0}[match[2]]


def _long_gain(text: str) -> int:
    """Gain x 4, plus 1 with the die thrown again, plus 2 with ten times a second die."""
    match = _LONG.fullmatch(text)
    if not match or int(match[1]) > 100:
        raise ValueError(text)
    return 4 * int(match[1]) + {"": 0, "+": 1, "+10d": 2}[match[2] or ""]


def _seconds(text: str) -> int:
    seconds = integer(-45, 45)(text)
    if seconds % POINT:
        raise ValueError(text)
    return seconds


def _columns(
    names: str | tuple[str, ...] | dict[str, int], parse: Callable[[str], int], expected: str
) -> tuple[Column, ...]:
    return tuple(Column(name, parse, expected) for name in names)


_CELL_WORDS = "a cell like R+4, C+14ob, S-10, I, F, LG, CLG, X+30, P+5+1st or P-5|R-2"
_KICK_WORDS = "a yard line, LG or LG and yards, F or P-10"
_ONSIDE_WORDS = "a spot and who recovers: 45r, 50k or 50kr"
_GAIN_WORDS = "yards, 50+ (and again) or 50+10d"
_GOAL_WORDS = "G good, N no good, B blocked or P penalty"


def _play_chart(name: str, title: str) -> ChartSpec:
    return ChartSpec(name, title, "Offense Plays", "play", PLAYS, _columns(fs.CARDS, _cell, _CELL_WORDS))


SPECS: tuple[ChartSpec, ...] = (
    _play_chart("pro_style", "Pro Style Offense"),
    _play_chart("ball_control", "Ball Control Offense"),
    _play_chart("aerial", "Aerial Game Offense"),
    ChartSpec("punts", "Punts", "Offense Plays 6", "punt", PUNTS,
              _columns(fs.CARDS, _punt, "yards, with ob, /return, /LG or /returnF, or B")),
    ChartSpec("time", "Time", "Time", "event", TIMES,
              _columns(("seconds",), _seconds, "seconds, a multiple of 15 from -45 to +45")),
    ChartSpec("kickoff_one_die", "Kick-off, one die", "Prepare 3", "die", ROLLS,
              _columns(("yard_line",), _kickoff, _KICK_WORDS)),
    ChartSpec("onside_one_die", "On-side kick, one die", "Prepare 3", "die", ROLLS,
              _columns(("yard_line",), _onside, _ONSIDE_WORDS)),
    ChartSpec("long_gain_one_die", "Long Gain, one die", "Offense Plays 1", "die", ROLLS,
              _columns(("gain",), _long_gain, _GAIN_WORDS)),
    ChartSpec("field_goal_one_die", "Field Goal, one die", "Scoring 4", "die", ROLLS,
              _columns(ONE_DIE_GOALS, one_of_words(GOALS), _GOAL_WORDS)),
    ChartSpec("kickoff_two_dice", "Kick-off, two dice", "Prepare 3", "dice", TOTALS,
              _columns(("yard_line",), _kickoff, _KICK_WORDS)),
    ChartSpec("onside_two_dice", "On-side kick, later edition", "Prepare 3", "die", ROLLS,
              _columns(("yard_line",), _onside, _ONSIDE_WORDS)),
    ChartSpec("long_gain_two_dice", "Long Gain, later edition", "Offense Plays 1", "die", ROLLS,
              _columns(("gain",), _long_gain, _GAIN_WORDS)),
    ChartSpec("field_goal_two_dice", "Place Kicks, two dice", "Scoring 4", "dice", TOTALS,
              _columns(("PAT", *TWO_DICE_GOALS), one_of_words(GOALS), _GOAL_WORDS)),
    ChartSpec("field_goal_older", "Field Goal of an older edition", "Scoring 4", "die", ROLLS,
              _columns(("extra_point", *OLDER_GOALS), one_of_words(GOALS | {"G/N": EITHER}), _GOAL_WORDS),
              played=False),
)  # fmt: skip
SPEC = {spec.name: spec for spec in SPECS}
_KICKS = ("kickoff", "onside", "long_gain", "field_goal")


class LoadedCharts(NamedTuple):
    """Charts of one edition as arrays, and what is said of them in results.

    Attributes
    ----------
    charts : arrays.Charts
        Read-only arrays.
    cells : dict
        Provenance word -> cells of the charts in play.
    hash : str
        Hash of their parsed cells.
    """

    charts: fs.Charts
    cells: dict[str, int]
    hash: str


def _frozen(values: ArrayLike) -> NDArray[np.int16]:
    array = np.ascontiguousarray(values, dtype=np.int16)
    array.flags.writeable = False
    return array


def _by_throw(chart: Chart, column: int) -> list[int]:
    """Values of a column by throw: of one die the first of the two, of two dice their sum."""
    values = [row[column] for row in chart.values]
    if len(values) == len(ROLLS):
        return [values[throw // 6] for throw in range(36)]
    return [values[throw // 6 + throw % 6] for throw in range(36)]


def _long_gains(chart: Chart) -> list[int]:
    gains = []
    for throw, cell in enumerate(_by_throw(chart, 0)):
        yards, mark = divmod(cell, 4)
        gains.append(yards + (0, fs.AND_AGAIN, 10 * (throw % 6 + 1))[mark])
    return gains


def _onside_kicks(chart: Chart, later: bool) -> list[list[int]]:
    """By whether the kicking team trails; in the later edition one that does not adds 1 to the roll."""
    cells = [row[0] for row in chart.values]
    kicks = []
    for trails in (0, 1):
        rolled = [cells[min(die + (later and not trails), 5)] for die in range(6)]
        kickers = [cell & 1 if trails else cell >> 1 & 1 for cell in rolled]
        spots = [cell // 4 + fs.KICKERS * won for cell, won in zip(rolled, kickers, strict=True)]
        kicks.append([spots[throw // 6] for throw in range(36)])
    return kicks


def _field_goals(chart: Chart, reaches: dict[str, int]) -> list[list[int]]:
    """The try's column (the first), then one for each distance 1 to 45."""
    names = [column.name for column in chart.spec.columns]
    rows = [_by_throw(chart, 0)]
    for yards in range(1, fs.FIELD_GOAL_REACH + 1):
        name = next(name for name, reach in reaches.items() if yards <= reach)
        rows.append(_by_throw(chart, names.index(name)))
    return rows


def as_arrays(charts: dict[str, Chart], edition: str) -> fs.Charts:
    """Turn the charts of an edition into the kernel's read-only int16 arrays."""
    ending = edition.replace("-", "_")
    kickoff, onside, long_gain, field_goal = (charts[f"{name}_{ending}"] for name in _KICKS)
    seconds = [row[0] // POINT for row in charts["time"].values]
    goals = ONE_DIE_GOALS if edition == "one-die" else TWO_DICE_GOALS
    after = seconds[fs.TIME_COLUMNS :]
    offense = [charts[name].values for name in fs.OFFENSE_CHARTS]
    return fs.Charts(
        plays=_frozen([[[_unpacked(cell, 5) for cell in row] for row in chart] for chart in offense]),
        punts=_frozen([[_unpacked(cell, 3) for cell in row] for row in charts["punts"].values]),
        kickoff=_frozen(_by_throw(kickoff, 0)),
        onside=_frozen(_onside_kicks(onside, edition == "two-dice")),
        long_gain=_frozen(_long_gains(long_gain)),
        field_goal=_frozen(_field_goals(field_goal, goals)),
        time=_frozen(seconds[: fs.TIME_COLUMNS]),
        time_out=_frozen([0, *reversed(after)]),
    )


def load_chart_files(charts_folder: Path | None = None) -> ChartSet:
    """Every chart of both editions, overlaid by those in `charts_folder`; InputError names wrong cells."""
    return load_chart_set(GAME, SPECS, charts_folder)


def load_charts(charts_folder: Path | None = None, edition: str = "one-die") -> LoadedCharts:
    """The charts of an edition, checked, as the kernel reads them.

    Parameters
    ----------
    charts_folder : Path or None
        Folder whose charts replace the shipped ones of the same name.
    edition : str
        "one-die", the rulebook's, or "two-dice", of the later tables.

    Raises
    ------
    InputError
        With every fault of every chart.
    """
    both = load_chart_files(charts_folder)
    other = "_two_dice" if edition == "one-die" else "_one_die"
    played = {name: chart for name, chart in both.charts.items() if not name.endswith(other)}
    chart_set = ChartSet(played, both.overlay)
    return LoadedCharts(as_arrays(played, edition), chart_set.cells(), chart_set.hash())
