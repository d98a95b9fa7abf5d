"""Other charts that SPI might have printed: each honours everything printed, and fits 1958 as well.

The lost cells rest on column means, which rest on some dozens of real averages that scatter about a
smooth curve. A draw keeps the curve, gives every average its own miss back with a sign by lot (wild
bootstrap; Wu, Annals of Statistics 14, 1986) and fits the curve again; spreads of columns and the order
of their cells, which no print tells, are drawn too. Then cells are solved as the shipped ones are, and
the unprinted men are rated against them. The Master Play Chart, which the as-played coach doesn't read,
and the Penalty table, which only an option reads, stay as shipped.
"""

import shutil
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from simlib.files.folders import data_folder
from simlib.files.seasons import Season, load_season
from simlib.rulesets.solving import Observation, average, fit_curve
from simlib.rulesets.spi.charts import evidence as known
from simlib.rulesets.spi.charts import open_cells as cells
from simlib.rulesets.spi.charts import solved as solver
from simlib.rulesets.spi.charts.open_cells import Shape
from simlib.rulesets.spi.charts.printed_men import gain_cuts, run_cuts
from simlib.rulesets.spi.charts.read import GAME, SPEC, load_chart_files, load_charts
from simlib.rulesets.spi.charts.reference import BETTER_SIDE, COMPLETED, RUN_STARTS
from simlib.rulesets.spi.charts.solution import Charts
from simlib.rulesets.spi.sheets.ratings import rate_season, write_ratings

# Misses about a curve with about a third as many degrees of freedom as averages are too small by the
# root of 3/2; spreads may be a tenth less or more.
INFLATION = Fraction(49, 40)
LEAST_SPREAD, SPREADS = 90, 21

Lot = Callable[[int], int]  # how many choices -> 0 .. choices - 1


def lots_of(seed: int, number: int) -> Lot:
    """A stream of whole numbers for one draw, the same everywhere."""
    import numpy as np

    from simlib.kernels.rng import choice, game_key, raw_word

    drawn = 0

    def lot(choices: int) -> int:
        nonlocal drawn
        with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
            key = np.uint64(game_key(np.uint64(seed), np.int64(number), np.int64(0)))
            word = raw_word(key, np.int64(drawn), np.int64(0))
            drawn += 1
            return int(choice(np.uint64(word), np.int64(0))) * choices >> 16

    return lot


def redrawn(
    seen: Sequence[Observation], places: int, stiffness: int, lot: Lot
) -> tuple[list[Fraction], list[Observation]]:
    """Fit a curve, give every observation its miss back with a sign by lot, and fit again."""
    curve = fit_curve(places, seen, stiffness)
    moved = []
    for observation in seen:
        fitted = average(curve, observation.shares)
        miss = (observation.value - fitted) * INFLATION
        moved.append(observation._replace(value=fitted + (miss if lot(2) else -miss)))
    return fit_curve(places, moved, stiffness), moved


def draw_charts(seed: int, number: int) -> dict[str, list[list[str]]]:
    """Texts of the drawn charts, name -> [row][column]; cells that are held stand as shipped."""
    charts, lot = load_chart_files().charts, lots_of(seed, number)
    runs, gains, punts = _draw_runs(charts, lot), _draw_gains(charts, lot), _draw_punts(charts, lot)
    rushing, passing, punting = (charts[name] for name in ("rushing_gain", "pass_gain_return", "punting"))
    by_column = list(zip(*punts, strict=True))
    return {
        "rushing_gain": solver.chart_texts(rushing, runs, solver.GAIN_WORDS),
        "pass_gain_return": solver.chart_texts(passing, gains, solver.GAIN_WORDS),
        "punting": solver.chart_texts(punting, by_column, solver.PUNT_WORDS, sign=False),
    }


def _shape(lot: Lot) -> Shape:
    return Shape(LEAST_SPREAD + lot(SPREADS), lot(13))


def _draw_runs(charts: Charts, lot: Lot) -> list[list[int]]:
    seen = known.run_observations(None, BETTER_SIDE, run_cuts(charts))
    means, _ = redrawn(seen, cells.RUN_COLUMNS, known.RUN_STIFFNESS, lot)
    medium, long = (solver.only_column(charts[name]) for name in ("medium_gain", "long_gain"))
    worth, held = cells.run_worth(RUN_STARTS, medium, long), solver.held_cells(charts["rushing_gain"])
    shape = _shape(lot)
    return [cells.run_column(k, mean, held[k], worth, shape) for k, mean in enumerate(means)]


def _draw_gains(charts: Charts, lot: Lot) -> list[list[int]]:
    cut = gain_cuts(charts)
    seen = known.gain_observations(None, COMPLETED, cut)
    means, _ = redrawn(seen, len(known.GAIN_LETTERS), known.GAIN_STIFFNESS, lot)
    held, shape = solver.held_cells(charts["pass_gain_return"])[:-1], _shape(lot)
    return [cells.gain_column(k, mean, mean + cut[k], held[k], shape) for k, mean in enumerate(means)]


def _draw_punts(charts: Charts, lot: Lot) -> list[list[int]]:
    worth, printed = solver.punt_worth(charts), solver.printed_punts(charts["punting"])
    whole = solver.whole_punts(printed, worth)
    _, moved = redrawn(known.punt_observations(), len(known.PUNT_LETTERS), known.PUNT_STIFFNESS, lot)
    means = fit_curve(len(known.PUNT_LETTERS), [*moved, *known.fast(whole)], known.PUNT_STIFFNESS)
    return solver.fill_punts(means, printed, whole, worth)[1]


def draw(season: Season, folder: Path, seed: int, number: int) -> tuple[Path, Season]:
    """Write a draw's charts, and a copy of the season with its men rated against them.

    Parameters
    ----------
    season : Season
        With SPI's sheets in its folder.
    folder : Path
        Empty; charts and season go into it.
    seed, number : int
        The draw.

    Returns
    -------
    (Path, Season)
        Folder of charts for `simlib.replay`, and the season to replay.
    """
    charts, copy = folder / "charts", folder / "season"
    charts.mkdir()
    shutil.copy(data_folder("charts") / GAME / "SOURCES.csv", charts)
    shipped = load_chart_files().charts
    for name, texts in draw_charts(seed, number).items():
        solver.write_chart(SPEC[name], charts, texts, shipped[name].provenance)
    shutil.copytree(season.folder, copy)
    write_ratings(copy / "spi", rate_season(season, load_charts(charts).charts, copy / "spi"))
    return charts, load_season(copy)
