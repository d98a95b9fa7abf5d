"""What a game gives simlib: one frozen `Ruleset`, its season made ready, and the parts it may have.

A part is a function of the game's `rules.py` that imports on call, so that a game is known before any
kernel is. A part that a game lacks is None, and shared code says so in a line.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simlib.files.charts import ChartSet
    from simlib.files.seasons import Season
    from simlib.rulesets.answers import LeftOut, Line, Move, Odds, RatedMan
    from simlib.rulesets.call import PlayCall
    from simlib.rulesets.paper import Page
    from simlib.rulesets.told import Names, Play

ManRate = tuple[str | None, str | None, str]  # team, player, statistic


class Reason(NamedTuple):
    """Why a man's long-run rate differs from his real one, in per cent of it.

    `sheet` is what his ratings mean against average opponents, `schedule` what the opponents he met
    add; the rest of his deviation is the way he is used in play.
    """

    sheet: float
    schedule: float


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is loaded with.

    Attributes
    ----------
    season : Season
        Its folder holds the game's sheets.
    coach : str
        One of the game's coaches.
    options : tuple of str
        Optional rules in force.
    charts : Path or None
        Folder of charts that replace the shipped ones.
    sheets : Path or None
        Of a game with sheets: a folder in place of those in the season's; the coach's tables stay that
        folder's.
    lineup : Path or None
        Of a game with sheets: changes to who starts, who plays how much, who is out.
    step : str or None
        An assumption of the coach to move.
    """

    season: "Season"
    coach: str
    options: tuple[str, ...] = ()
    charts: Path | None = None
    sheets: Path | None = None
    lineup: Path | None = None
    step: str | None = None


@dataclass(frozen=True, slots=True)
class Playable:
    """A season made ready for a kernel: checked, frozen arrays, and what is said of them.

    Attributes
    ----------
    arrays : NamedTuple
        The ruleset's own arrays of one dimension (charts, league, coach); its class says which game it is.
    men : tuple of tuple of str
        [team][slot] -> player id: the order of men in the arrays.
    cells : dict
        Provenance word -> how many of the cells used were of that kind.
    charts_hash : str
        Hash of the parsed cells.
    notes : tuple of str
        What a reader of the results must know.
    lineup : str
        Changes to who plays: a hash and words; "" where all is as it was.
    """

    arrays: Any
    men: tuple[tuple[str, ...], ...]
    cells: dict[str, int]
    charts_hash: str
    notes: tuple[str, ...] = field(default=())
    lineup: str = ""


@dataclass(frozen=True, slots=True)
class Sheets:
    """What a game with men gives; its Setup may hold sheets and a lineup.

    Attributes
    ----------
    rate : callable
        (season, charts=None, out=None) -> the rated men of a season, and the folder of their sheets.
    pages : callable
        (season, charts) -> sheets and charts as pages to print.
    moves : callable
        (season, rows, charts=None) -> the moves of the ratings that decide each row's statistic.
    reasons : callable
        (season, charts=None) -> why each man's rates differ from his real ones.
    """

    rate: "Callable[..., tuple[list[RatedMan], Path | None]]"
    pages: "Callable[[Season, Path | None], tuple[Page, ...]]"
    moves: "Callable[[Season, Sequence[Line], Path | None], dict[ManRate, tuple[Move, ...]]]"
    reasons: "Callable[[Season, Path | None], dict[tuple[str, str, str], Reason]]"


@dataclass(frozen=True, slots=True)
class Solving:
    """What a game with cells that were lost, and solved for, gives.

    Attributes
    ----------
    calibrate : callable
        () -> lines to print: solves the cells again and writes them in place.
    draw : callable
        (season, folder, seed, number) -> charts that might have been printed, and the season rated
        against them.
    printed_men : callable
        () -> its printed men, judged with the charts solved without them.
    """

    calibrate: Callable[[], list[str]]
    draw: "Callable[[Season, Path, int, int], tuple[Path, Season]]"
    printed_men: "Callable[[], tuple[LeftOut, ...]]"


def _no_steps(*_: object) -> tuple[tuple[str, str], ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What the rest of simlib needs to know of a game.

    Attributes
    ----------
    id, title : str
        "spi"; "SPI Football (SPI, 1980)".
    version : int
        Goes up when results change; stored with every result.
    claim : str
        What the publisher claims, quoted with its case, or "".
    coaches, options : tuple of str
        Names that --coach and --options accept, the default coach first.
    groups : dict
        Statistic name -> "fitted", "printed" or "free"; a statistic not named is not modelled.
    verdict_free : dict
        Statistic name -> why no verdict is given (the coach's choice, partly known).
    charts : tuple of str
        Names of the charts it reads.
    load_chart_files : callable
        (charts_folder=None) -> ChartSet, as the files have it.
    load : callable
        (setup) -> Playable.
    tell : callable
        (events, arrays, names) -> the log of a game as plays.
    odds : callable
        (what, who, season, charts_folder, options) -> Odds of a chart's column or of a play.
    roll : callable
        (call, season, charts_folder, key, count) -> yards and masks of so many plays.
    examples : callable
        () -> a call of each kind, for whoever asks every game.
    counts_first_downs : bool
        Whether the odds of a play with yards to go hold the chance of a first down.
    steps : callable
        (options=()) -> (name, description) of each assumption that `step` can move.
    mix : callable or None
        (arrays of several seasons, playing rules) -> their teams in one; None where those can't meet.
    sheets : Sheets or None
        Of a game with men.
    solving : Solving or None
        Of a game with cells that were solved for.
    throws : dict
        Count of a team -> throws of the dice that each stands for; empty where the game does not say.
    number_steps : dict
        Statistic of a man -> what one number of his dice makes of it, in words.
    solved_year : int or None
        The season its charts were solved on; `groups` is said of it.
    groups_elsewhere : dict
        Entries of `groups` that differ in any other season: the charts were not fitted to it, and what
        the sheets print of it is rated.
    groups_of_options : dict
        Optional rule -> entries of `groups` for statistics that the game models with it alone.
    levels : tuple of str
        Where the game models anything: one that rates no teams and no men has "league" alone.
    """

    id: str
    title: str
    version: int
    claim: str
    coaches: tuple[str, ...]
    options: tuple[str, ...]
    groups: dict[str, str]
    verdict_free: dict[str, str]
    charts: tuple[str, ...]
    load_chart_files: "Callable[[Path | None], ChartSet]"
    load: Callable[[Setup], Playable]
    tell: "Callable[[NDArray[np.int32], Any, Names], tuple[Play, ...]]"
    odds: "Callable[[str, str, Season, Path | None, dict[str, Any]], Odds]"
    roll: "Callable[..., tuple[NDArray[np.int16], list[NDArray[np.bool_]]]]"
    examples: "Callable[[], tuple[PlayCall, ...]]"
    counts_first_downs: bool = False
    steps: Callable[..., tuple[tuple[str, str], ...]] = _no_steps
    mix: "Callable[[Sequence[Any], NDArray[np.int64]], Any] | None" = None
    sheets: Sheets | None = None
    solving: Solving | None = None
    throws: Mapping[str, int] = field(default_factory=dict)
    number_steps: dict[str, str] = field(default_factory=dict)
    levels: tuple[str, ...] = ("league", "team", "player")
    solved_year: int | None = None
    groups_elsewhere: dict[str, str] = field(default_factory=dict)
    groups_of_options: dict[str, dict[str, str]] = field(default_factory=dict)

    def groups_with(self, options: Iterable[str], year: int | None = None) -> dict[str, str]:
        """Group of every statistic that the game models with these optional rules, in a season.

        Without a year, in the one that its charts were solved on.
        """
        groups = dict(self.groups)
        for option in options:
            groups |= self.groups_of_options.get(option, {})
        if year not in (None, self.solved_year):
            groups |= {stat: group for stat, group in self.groups_elsewhere.items() if stat in groups}
        return groups
