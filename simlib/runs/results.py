"""A run's results: its sums, the views of them, and its folder.

Two runs of adjacent seasons merge into exactly the run that plays them all.
"""

from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.shown import Shown
from simlib.kernels.sums import added
from simlib.kernels.tally import Tally
from simlib.runs.parts import Parts
from simlib.runs.plan import Meta
from simlib.runs.run import Run

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.dataset as pa_dataset


@dataclass(frozen=True, slots=True, eq=False)
class Results(Run, Shown):
    """A run of replayed seasons, with its views: see `Run` for what it holds."""

    def league(self) -> "pd.DataFrame":
        """League rates: see `simlib.runs.frames.league_frame`."""
        from simlib.runs import frames

        return frames.league_frame(self)

    def teams(self) -> "pd.DataFrame":
        """Teams' season means and rates: see `simlib.runs.frames.teams_frame`."""
        from simlib.runs import frames

        return frames.teams_frame(self)

    def players(self) -> "pd.DataFrame":
        """Men's season means and rates: see `simlib.runs.frames.players_frame`."""
        from simlib.runs import frames

        return frames.players_frame(self)

    def games(self) -> "pd.DataFrame":
        """Fixtures: see `simlib.runs.frames.games_frame`."""
        from simlib.runs import frames

        return frames.games_frame(self)

    def standings(self) -> "pd.DataFrame":
        """Standings: see `simlib.runs.frames.standings_frame`."""
        from simlib.runs import frames

        return frames.standings_frame(self)

    def leaders(self, stat: str, count: int = 10, lowest: bool = False) -> "pd.DataFrame":
        """The leading men in a statistic or count: see `simlib.runs.frames.leaders_frame`."""
        from simlib.runs import frames

        return frames.leaders_frame(self, stat, count, lowest)

    def season_rows(self, level: str) -> "pd.DataFrame":
        """A row a season and line: see `simlib.runs.frames.season_rows_frame`."""
        from simlib.runs import frames

        return frames.season_rows_frame(self, level)

    def game_rows(self) -> "pd.DataFrame":
        """A row a season and game: see `simlib.runs.frames.game_rows_frame`."""
        from simlib.runs import frames

        return frames.game_rows_frame(self)

    def save(self, folder: str | Path) -> None:
        """Write the run to a new folder: see `simlib.runs.manifest.save_run`."""
        from simlib.runs import manifest

        manifest.save_run(self, folder)

    def dataset(self, table: str) -> "pa_dataset.Dataset":
        """Seasons of a run in a folder as a lazy Arrow dataset: see `simlib.runs.parts.Parts.dataset`."""
        return self._parts().dataset(table)

    def sql(self, query: str) -> "pd.DataFrame":
        """What DuckDB answers about a run in a folder: see `simlib.runs.sql.run_query`."""
        from simlib.runs import sql

        return sql.run_query(self._parts().folder, query)

    def _parts(self) -> Parts:
        if self.rows is None or isinstance(self.rows, Tally):
            expected = "a run in a folder: replay(..., out=DIR), then simlib.open(DIR)"
            raise InputError(Fault("run", "", "one in memory", expected))
        return self.rows


def open_run(folder: str | Path) -> Results:
    """Open a saved run.

    Parameters
    ----------
    folder : path
        Written by `Results.save`, or by a replay with `out`.

    Raises
    ------
    InputError
        No run there, one of another format, or one whose tables were changed.
    """
    from simlib.runs.manifest import read_run

    run = read_run(Path(folder))
    return Results(**{field.name: getattr(run, field.name) for field in fields(Run)})


def merge(a: Results, b: Results) -> Results:
    """Two runs of adjacent seasons as one: exactly what playing them all gives.

    Parameters
    ----------
    a, b : Results
        Runs alike in everything but the seasons played, one starting where the other stops.

    Raises
    ------
    InputError
        They are not of the same kind, or not adjacent.
    """
    early, late = sorted((a, b), key=lambda run: run.meta.first)
    kind, other = (_kind(run.meta) for run in (early, late))
    for name, value in kind.items():
        if other[name] != value:
            raise InputError(Fault("merge", name, str(other[name]), f"{value!r}, as in the other run"))
    if early.inputs != late.inputs:
        raise InputError(Fault("merge", "inputs", late.inputs[:12], "the same sheets, charts and coach"))
    if early.men != late.men or not all(map(np.array_equal, early.plan, late.plan)):
        raise InputError(Fault("merge", "season", str(late.meta.season), "the same lines and real figures"))
    stop = early.meta.first + early.meta.seasons
    if late.meta.first != stop:
        raise InputError(Fault("merge", "first", str(late.meta.first), f"{stop}, where the other run stops"))
    meta = replace(early.meta, seasons=early.meta.seasons + late.meta.seasons)
    rows = None
    if early.rows is not None:
        kept = (run.kept_rows(early.meta.detail) for run in (early, late))
        rows = Tally(*(np.concatenate(pair) for pair in zip(*kept, strict=True)))
    return replace(early, meta=meta, sums=added(early.sums, late.sums), rows=rows)


def _kind(meta: Meta) -> dict[str, Any]:
    return {name: value for name, value in asdict(meta).items() if name not in ("first", "seasons", "notes")}
