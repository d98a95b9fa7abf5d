"""Doubt about the cells: the same seasons replayed over charts that might have been printed.

Every draw honours all that is printed. A verdict that holds on nearly all of them does not depend on
the cells that were lost.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season
from simlib.judge.deviation import CANNOT_TELL, OUTSIDE, WITHIN, Row, accuracy
from simlib.rulesets import DEFAULT, get_ruleset
from simlib.rulesets.contract import Ruleset
from simlib.runs.engine import play_request, sources_of
from simlib.runs.request import Request, loaded_season
from simlib.runs.results import Results

HOLDS = 0.95
MOST_SEASONS = 400  # on each chart, of a run
MOST_CHARTS = 10_000


class EnsembleRow(NamedTuple):
    """A line over the drawn charts.

    Attributes
    ----------
    row : Row
        With the shipped charts, over the same seasons.
    low, middle, high : float
        5%, 50% and 95% quantiles of the deviation (per cent) over charts.
    within, outside, cannot_tell : float
        Shares of charts, 0-1, by verdict at 5%.
    holds : float
        Share of charts with the shipped charts' verdict.
    """

    row: Row
    low: float
    middle: float
    high: float
    within: float
    outside: float
    cannot_tell: float
    holds: float


class Ensemble(NamedTuple):
    """What K charts say of every judged line, and how many verdicts don't depend on the lost cells.

    `settled` counts lines whose verdict is the shipped charts' on at least 95% of the charts.
    """

    charts: int
    seasons: int
    rows: tuple[EnsembleRow, ...]

    def settled(self, level: str | None = None) -> tuple[int, int]:
        """(verdicts that hold on 95% of the charts, verdicts) of a level, or of all."""
        rows = [line for line in self.rows if level in (None, line.row.level)]
        return sum(line.holds >= HOLDS for line in rows), len(rows)


def replay_ensemble(
    season: int | str | Path | Season = 1958,
    ruleset: str | Ruleset = DEFAULT,
    charts: int = 50,
    seasons: int = 400,
    seed: int = 1,
    coach: str | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    options: str | tuple[str, ...] = (),
    lineup: str | Path | None = None,
) -> Ensemble:
    """Replay the same seasons over `charts` drawn charts.

    Parameters
    ----------
    charts : int
        How many, 1 or more.
    seasons : int
        On each chart.
    progress : callable, optional
        Called with (charts done, charts).

    Other parameters are those of `simlib.replay`; `seed` also names the draws.

    Raises
    ------
    InputError
        As `simlib.replay`; a number of charts that can't be drawn; a game without unknown cells.
    """
    game = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    if game.solving is None:
        raise InputError(Fault("--ensemble", "", game.id, "a game with cells that were solved for"))
    if not 1 <= charts <= MOST_CHARTS:
        raise InputError(Fault("--ensemble", "", str(charts), f"a whole number from 1 to {MOST_CHARTS}"))
    loaded = loaded_season(season)
    request = Request(
        loaded, game, seasons, seed=seed, coach=coach, options=options, jobs=jobs, lineup=lineup
    )

    def rows_of(played: Season, folder: Path | None) -> tuple[Row, ...]:
        return accuracy(play_request(replace(request, season=played, charts=folder)), game).rows

    shipped = {_key(row): row for row in rows_of(loaded, None) if row.verdict5 and row.qualified}
    found: dict[Any, list[Row]] = {key: [] for key in shipped}
    for number in range(charts):
        with TemporaryDirectory(prefix="simlib-") as folder:
            drawn_charts, drawn_season = game.solving.draw(loaded, Path(folder), seed, number)
            for row in rows_of(drawn_season, drawn_charts):
                if _key(row) in found and row.deviation is not None:
                    found[_key(row)].append(row)
        if progress:
            progress(number + 1, charts)
    return Ensemble(charts, seasons, tuple(_line(shipped[key], rows) for key, rows in found.items() if rows))


def ensemble_of(
    results: Results,
    count: int,
    charts: str | Path | None = None,
    lineup: str | Path | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Ensemble:
    """Replay a run's seasons, 400 at most, over `count` drawn charts.

    Parameters
    ----------
    charts, lineup : path, optional
        What the run was played with.

    Raises
    ------
    InputError
        As `replay_ensemble`; a run with charts of its own, or whose files are not at hand.
    """
    files = sources_of(results, charts, lineup)
    if charts is not None or files is None:
        raise InputError(Fault("--ensemble", "", str(count), "a run with the shipped charts and sheets"))
    meta = results.meta
    seasons = min(meta.seasons, MOST_SEASONS)
    return replay_ensemble(
        files, meta.ruleset, count, seasons, meta.seed, meta.coach, jobs, progress, meta.options, lineup
    )


def _key(row: Row) -> tuple[str, str | None, str | None, str]:
    return row.level, row.team, row.player, row.stat


def _line(shipped: Row, rows: list[Row]) -> EnsembleRow:
    deviations = [row.deviation for row in rows if row.deviation is not None]
    low, middle, high = (float(x) for x in np.quantile(deviations, (0.05, 0.5, 0.95)))
    counts = Counter(row.verdict5 for row in rows)
    within, outside, unclear = (counts[v] / len(rows) for v in (WITHIN, OUTSIDE, CANNOT_TELL))
    holds = counts[shipped.verdict5] / len(rows)
    return EnsembleRow(shipped, low, middle, high, within, outside, unclear, holds)
