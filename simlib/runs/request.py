"""What is asked to be played: the names and numbers of a request, looked up and checked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from simlib.errors import Fault, InputError
from simlib.rulesets import DEFAULT, get_ruleset
from simlib.rulesets.contract import Ruleset, Setup
from simlib.runs.plan import DETAILS
from simlib.runs.progress import Progress

if TYPE_CHECKING:
    from simlib.files.seasons import Season

MOST_SEASONS = 10_000_000  # sums of squares are safe in 64 bits up to here
MOST_SEED = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Request:
    """Seasons to be played, and how: the arguments of `simlib.replay`, as they were given.

    `sheets` is a folder of team sheets in place of the season's own, `step` an assumption of the coach to
    move.
    """

    season: "int | str | Path | Season" = 1958
    ruleset: str | Ruleset = DEFAULT
    seasons: int = 1000
    first: int = 0
    seed: int = 1
    coach: str | None = None
    options: str | Iterable[str] = ()
    charts: str | Path | None = None
    jobs: int | None = None
    detail: str | None = None
    progress: Progress | None = None
    out: str | Path | None = None
    resume: bool = False
    league: str | None = None
    lineup: str | Path | None = None
    sheets: str | Path | None = None
    step: str | None = None

    @property
    def kept_detail(self) -> str:
        """Rows that are kept: those asked for, or all in a folder and none without one."""
        return self.detail or ("summary" if self.out is None else "games")

    def look_up(self) -> tuple[Ruleset, Setup]:
        """The game, and what it is loaded with: coach and options in the game's spelling and order.

        Raises
        ------
        InputError
            A name that isn't known, a number out of range, a season with a fault.
        """
        game = self.ruleset if isinstance(self.ruleset, Ruleset) else get_ruleset(self.ruleset)
        coach = game.coaches[0] if self.coach is None else self.coach
        options = chosen_options(game, self.options)
        faults = [
            *name_faults(game, coach, options, self.kept_detail),
            *number_faults(self.seasons, self.first, self.seed, self.jobs),
        ]
        if faults:
            raise InputError(*faults)
        season = loaded_season(self.season, self.league)
        charts, sheets = path_of(self.charts), path_of(self.sheets)
        if sheets is not None and game.sheets is None:
            raise InputError(Fault("--sheets", "", str(sheets), f"none: {game.id} has no sheets"))
        return game, Setup(season, coach, options, charts, sheets, lineup_of(game, self.lineup), self.step)


def path_of(given: str | Path | None) -> Path | None:
    """The path that was given, if any."""
    return None if given is None else Path(given)


def lineup_of(game: Ruleset, given: str | Path | None) -> Path | None:
    """The lineup that was given, if any; InputError when the game knows no men."""
    if given is not None and game.sheets is None:
        raise InputError(Fault("--lineup", "", str(given), f"none: {game.id} has no men"))
    return path_of(given)


def loaded_season(season: "int | str | Path | Season", league: str | None = None) -> "Season":
    """The season, loaded if it isn't yet.

    Raises
    ------
    InputError
        The season has a fault, or another league.
    """
    from simlib.files.seasons import Season, load_season

    if not isinstance(season, Season):
        return load_season(str(season), league)
    if league not in (None, season.league):
        raise InputError(Fault("--league", "", str(league), season.league))
    return season


def chosen_options(game: Ruleset, options: str | Iterable[str]) -> tuple[str, ...]:
    """Options in the game's own order, unknown ones (an empty name, too) at the end."""
    if isinstance(options, str):
        options = options.split(",") if options.strip() else ()
    wanted = {name.strip() for name in options}
    if wanted == {"all"}:
        return game.options
    known = tuple(name for name in game.options if name in wanted)
    return known + tuple(sorted(wanted - set(known)))


def name_faults(game: Ruleset, coach: str, options: tuple[str, ...], detail: str) -> Iterator[Fault]:
    """What is wrong with the names of a coach, of optional rules and of the rows to keep."""
    if coach not in game.coaches:
        yield Fault("--coach", "", coach, f"one of {', '.join(game.coaches)}")
    for name in options:
        if name not in game.options:
            known = ", ".join(game.options)
            expected = f"all, or some of {known}" if known else f"none: {game.id} has none"
            yield Fault("--options", "", name, expected)
    if detail not in DETAILS:
        yield Fault("--detail", "", str(detail), f"one of {', '.join(DETAILS)}")


def number_faults(seasons: int, first: int, seed: int, jobs: int | None) -> Iterator[Fault]:
    """What is wrong with the numbers of a request."""
    for option, value, least, most in (
        ("--seasons", seasons, 1, MOST_SEASONS),
        ("--first", first, 0, 2**62),
        ("--seed", seed, 0, MOST_SEED),
        ("--jobs", 1 if jobs is None else jobs, 1, 4096),
    ):
        if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
            yield Fault(option, "", str(value), f"a whole number from {least} to {most}")
