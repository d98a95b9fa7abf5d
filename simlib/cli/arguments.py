"""Arguments and options of more than one command.

Commands share groups of options: a dataclass each, whose fields are the options. A command that has one
as a parameter is handed the object; `spread` shows its fields to typer in the parameter's place.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import simlib
from simlib.cli.exits import leave_at_once

if TYPE_CHECKING:
    from rich.console import RenderableType


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Make of a command one that takes the fields of its dataclasses, each in its own place."""
    own = inspect.signature(command).parameters
    groups: dict[str, Any] = {
        name: each.annotation for name, each in own.items() if is_dataclass(each.annotation)
    }
    fields = {name: inspect.signature(group).parameters for name, group in groups.items()}
    shown = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for name, parameter in own.items()
        for each in (fields[name].values() if name in groups else (parameter,))
    ]

    @functools.wraps(command)
    def spread_command(**given: Any) -> None:
        made = {name: group(**{field: given.pop(field) for field in fields[name]})
                for name, group in groups.items()}  # fmt: skip
        command(**made, **given)

    spread_command.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    spread_command.__annotations__ = {each.name: each.annotation for each in shown}
    return spread_command


def completing(names: Callable[[], Iterable[object]]) -> Callable[[str], list[str]]:
    """What the shell offers for the beginning of a name."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in map(str, names()) if name.startswith(incomplete)]

    return complete


_years = completing(lambda: simlib.shipped_seasons())
Season = Annotated[
    str,
    typer.Argument(
        metavar="SEASON", help="A shipped year, or the path of a season folder.", autocompletion=_years
    ),
]
RunOrSeason = Annotated[
    str,
    typer.Argument(
        metavar="RUN|SEASON",
        help="A run kept with --out; or a year or season folder to replay.",
        autocompletion=_years,
    ),
]
RulesetId = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="ID",
        help="Game to play; see simlib rulesets.",
        autocompletion=completing(lambda: simlib.ruleset_ids()),
    ),
]
Seasons = Annotated[int, typer.Option("--seasons", metavar="N", help="How many seasons to replay.")]
First = Annotated[
    int, typer.Option("--first", metavar="K", help="Number of the first: K to K+N-1 are replayed.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same results; 0 to 2^64-1.")]
CoachName = Annotated[
    str | None, typer.Option("--coach", metavar="NAME", help="Who calls the plays; else the game's first.")
]
Options = Annotated[str, typer.Option("--options", metavar="A,B|all", help="Optional rules in play.")]
Charts = Annotated[
    Path | None,
    typer.Option("--charts", metavar="DIR", help="Folder of charts used in place of the shipped ones."),
]
Lineup = Annotated[
    Path | None, typer.Option("--lineup", metavar="FILE", help="CSV of who starts, plays more, is out.")
]
League = Annotated[
    str | None, typer.Option("--league", metavar="NAME", help="One league of a season that holds two.")
]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="T", help="Threads; all cores when not given.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder to keep every season in.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the stopped run in --out.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="File to write the table to.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="File to write the answer to.")]
Ensemble = Annotated[
    int, typer.Option("--ensemble", metavar="K", help="Charts to draw that might have been printed.")
]


@dataclass(frozen=True)
class Run:
    """How a season is replayed; of a kept run, what it must have been played with."""

    ruleset: RulesetId = "spi"
    seasons: Seasons = 1000
    first: First = 0
    seed: Seed = 1
    league: League = None
    lineup: Lineup = None
    coach: CoachName = None
    options: Options = ""
    charts: Charts = None
    jobs: Jobs = None

    def results(self, season: str, detail: str | None = None) -> "simlib.Results":
        """Open the run named, or replay with a progress bar; Ctrl-C leaves at once."""
        from simlib.runs.kept import find_kept
        from simlib.show import terminal

        settings = vars(self)
        kept = find_kept(season, **settings)
        if kept is not None:
            return kept
        try:
            with terminal.progress_bar("replaying") as update:
                return simlib.replay(season, progress=update, detail=detail, **settings)
        except KeyboardInterrupt:
            leave_at_once(settings.get("out"))


@dataclass(frozen=True)
class KeptRun(Run):
    """A run whose seasons may be kept in a folder."""

    out: Out = None
    resume: Resume = False


@dataclass(frozen=True)
class JsonFile:
    """File that an answer is written to besides; told before the work if it can't be."""

    json: Json = None

    def __post_init__(self) -> None:
        """Check the files."""
        from simlib.show import terminal

        terminal.check_outputs(None, *vars(self).values())

    def save_json(self, content: Callable[[], object]) -> None:
        """Write what `content` gives, if there is a file for it."""
        from simlib.show import terminal

        if self.json:
            terminal.save_json(self.json, content())


@dataclass(frozen=True)
class Files(JsonFile):
    """Files that an answer and its table are written to besides."""

    csv: Csv = None

    def save_csv(self, rows: Callable[[], Sequence[dict[Any, object]]]) -> None:
        """Write what `rows` gives, if there is a file for it."""
        from simlib.show import terminal

        if self.csv:
            terminal.save_csv(self.csv, rows())

    def deliver(
        self, parts: "Sequence[RenderableType]", rows: Sequence[dict[str, object]] | None = None
    ) -> None:
        """Write and show the tables of a page: see `simlib.show.terminal.deliver`."""
        from simlib.show import terminal

        terminal.deliver(parts, self.json, self.csv, rows)
