"""Everything the report tells, measured: nothing is worded or drawn here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from simlib.judge.deviation import Accuracy, Row, accuracy
from simlib.judge.ensemble import Ensemble, ensemble_of
from simlib.judge.finishes import Standings, check_standings
from simlib.judge.intervals import (
    Coverage,
    Flags,
    Line,
    Placed,
    Uniformity,
    at_level,
    coverage,
    flags,
    place_rows,
    quantiles,
    uniformity,
)
from simlib.judge.left_out import LeftOut, fitted_season, judge_left_out
from simlib.judge.leverage import Lever, measure_leverage
from simlib.judge.remedies import Remedy, find_remedies
from simlib.judge.rolls import Adequate, adequate_rolls, rolls_a_season
from simlib.judge.spread import MenSpread, SpreadTest, men_spreads, spread_tests
from simlib.rulesets import get_ruleset
from simlib.runs.engine import sources_of
from simlib.runs.results import Results

Progress = Callable[[int, int], None]
INTERVAL = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A run judged from every side.

    Attributes
    ----------
    results : Results
    answer : Accuracy
    placed : tuple of Placed
        Real figures among the replays; `coverage`, `uniformity` by level ("league", "team", "player").
    flags : Flags
    spreads, men_spreads, standings
        Dispersion and final standings.
    rolls : float or None
        Throws in a season; `adequate` says how many each league statistic needs.
    intervals : dict
        Line -> 5, 50 and 95% quantiles of single seasons' deviation, per cent.
    left_out : tuple of LeftOut
        Printed men with the charts solved without them; empty where the run is of another season.
    remedies : tuple of Remedy
    levers : tuple of Lever or None
        None when the assumptions were not moved; `why_no_levers` says why.
    lever_seasons : int
        Seasons each assumption was moved over.
    ensemble : Ensemble or None
    charts, lineup : str
        Folder of the charts, "" for the shipped ones; file of the lineup, "" for none.
    fitted_season : int or None
        Year the game's lost cells were solved from.
    """

    results: Results
    answer: Accuracy
    placed: tuple[Placed, ...]
    coverage: dict[str, tuple[Coverage, ...]]
    uniformity: dict[str, Uniformity]
    flags: Flags
    spreads: tuple[SpreadTest, ...]
    men_spreads: tuple[MenSpread, ...]
    standings: Standings
    rolls: float | None
    adequate: tuple[Adequate, ...]
    intervals: dict[Line, tuple[float, ...]]
    left_out: tuple[LeftOut, ...]
    remedies: tuple[Remedy, ...]
    levers: tuple[Lever, ...] | None
    why_no_levers: str
    lever_seasons: int
    ensemble: Ensemble | None
    charts: str
    lineup: str
    fitted_season: int | None

    def judged(self, level: str, *groups: str) -> list[Row]:
        """Rows of a level that get a verdict, of some groups, or of all."""
        rows = self.answer.at(level)
        return [row for row in rows if row.verdict5 and row.qualified and (not groups or row.group in groups)]


def gather(
    results: Results,
    charts: str | Path | None = None,
    leverage: int = 0,
    ensemble: int = 0,
    jobs: int | None = None,
    progress: Progress | None = None,
    lineup: str | Path | None = None,
) -> Evidence:
    """Judge a run.

    Parameters
    ----------
    results : Results
    charts : path, optional
        The charts it was played with, if not the shipped ones.
    leverage : int
        Seasons to move each assumption of the coach over; 0 leaves them where they are.
    ensemble : int
        How many charts to draw that might have been printed; 0 draws none.
    jobs : int, optional
        Threads.
    progress : callable, optional
        Called with (steps done, steps) while assumptions move and charts are drawn.
    lineup : path, optional
        The lineup it was played with, if any.

    Returns
    -------
    Evidence

    Raises
    ------
    InputError
        A number that can't be used, or charts with a fault.
    """
    answer = accuracy(results)
    meta, files = results.meta, sources_of(results, charts, lineup)
    game = get_ruleset(meta.ruleset)
    placed = place_rows(results, answer)
    levels = {level: [line.pit for line in at_level(placed, level)] for level in ("league", "team", "player")}
    levers, why = None, "not asked for (--leverage)"
    if leverage and files is None:
        why = "the files of this run's season are not at hand"
    elif leverage and files is not None:
        levers = tuple(
            measure_leverage(
                files, game, leverage, meta.seed, meta.coach, charts, jobs, progress, meta.options, lineup
            )
        )
    drawn = None
    if ensemble and files is not None and charts is None:
        drawn = ensemble_of(results, ensemble, None, lineup, jobs, progress)
    printed = judge_left_out(meta.ruleset) if charts is None else ()
    return Evidence(
        results=results,
        answer=answer,
        placed=placed,
        coverage={level: coverage(pits) for level, pits in levels.items()},
        uniformity={level: uniformity(pits) for level, pits in levels.items()},
        flags=flags(placed),
        spreads=spread_tests(results),
        men_spreads=men_spreads(answer),
        standings=check_standings(results),
        rolls=rolls_a_season(results),
        adequate=adequate_rolls(answer.at("league"), results),
        intervals=quantiles(results, INTERVAL),
        left_out=printed,
        remedies=() if files is None else find_remedies(results, answer, charts, files),
        levers=levers,
        why_no_levers=why,
        lever_seasons=leverage,
        ensemble=drawn,
        charts="" if charts is None else str(charts),
        lineup="" if lineup is None else str(lineup),
        fitted_season=fitted_season(meta.ruleset),
    )
