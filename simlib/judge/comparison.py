"""Two sets of charts, sheets, lineup, coach or options on the same throws: what moves, and how surely.

Both play the same seasons of the same seed, so that most of their chance is common; the difference of
every statistic has an error paired by season (`simlib.judge.comparison_sums`). Seasons are played in blocks,
of which only sums are kept: memory does not grow with the seasons.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.shown import Shown
from simlib.judge.comparison_sums import LEVEL, Difference, add_products, differences, empty_products
from simlib.rulesets import DEFAULT, get_ruleset
from simlib.rulesets.contract import Playable, Ruleset
from simlib.runs.engine import play_request, simlib_version
from simlib.runs.parts import CHUNK
from simlib.runs.plan import RateKey, rate_keys
from simlib.runs.progress import Progress, progress_or_bar
from simlib.runs.request import Request, loaded_season, number_faults
from simlib.runs.results import Results

if TYPE_CHECKING:
    import pandas as pd

    from simlib.files.seasons import Season

SHIPPED = "shipped"
SETTINGS = ("charts", "sheets", "lineup", "coach", "options")
EXPECTED = "shipped, or some of charts=DIR,sheets=DIR,lineup=FILE,coach=NAME,options=NAME+NAME"
BLOCK = 4 * CHUNK  # seasons whose rows are held at a time
LEAST_SEASONS = 10  # fewer say too little of their own spread


class Side(NamedTuple):
    """One of the two that are compared."""

    text: str
    charts: Path | None = None
    sheets: Path | None = None
    coach: str | None = None
    options: tuple[str, ...] = ()
    lineup: Path | None = None


class Line(NamedTuple):
    """One statistic of one line in A and in B; the fields after `stat` are those of `Difference`.

    `found`: p is below 5%, so that 5% of lines without a difference are found too. `held`: still found
    when of all the lines found no more than 5% may be false on the average (Benjamini and Hochberg).
    """

    level: str
    team: str | None
    player: str | None
    name: str
    stat: str
    a: float | None
    b: float | None
    tries_a: float
    tries_b: float
    difference: float | None
    error: float | None
    error_apart: float | None
    low: float | None
    high: float | None
    p: float | None
    found: bool
    held: bool


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """What B differs from A in.

    Attributes
    ----------
    meta : dict
        What was played: season, ruleset, seasons, seeds; `a` and `b` with their settings and hashes;
        `alike`, whether the kernel was given the very same; `only_a`, `only_b`, the men of one side alone.
    lines : tuple of Line
        League, teams, men; a level's statistics in the order of `STATS`. A man without a try on either
        side has none.
    """

    meta: dict[str, Any]
    lines: tuple[Line, ...]

    @property
    def rows(self) -> "pd.DataFrame":
        """The lines as a frame; columns as in `Line`."""
        import pandas as pd

        frame = pd.DataFrame(self.lines, columns=list(Line._fields))
        return frame.astype(dict.fromkeys(Difference._fields, np.float64))

    def at(self, level: str) -> tuple[Line, ...]:
        """Lines of a level: "league", "team" or "player"."""
        return tuple(line for line in self.lines if line.level == level)

    def to_json(self) -> dict[str, Any]:
        """`meta` and `rows`: plain values, every key present, no NaN."""
        return {"meta": self.meta, "rows": [line._asdict() for line in self.lines]}


def parse_side(text: str, which: str) -> Side:
    """Read "shipped", or settings with commas: charts=DIR, lineup=FILE, options=NAME+NAME and so on.

    Raises
    ------
    InputError
        A setting that is unknown, empty or there twice.
    """
    if text.strip() == SHIPPED:
        return Side(text)
    known: dict[str, str] = {}
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in SETTINGS or name in known or not value:
            raise InputError(Fault(which, "", part.strip(), EXPECTED))
        known[name] = value
    charts, sheets, lineup = (
        Path(known[name]) if name in known else None for name in ("charts", "sheets", "lineup")
    )
    options = tuple(known["options"].split("+")) if "options" in known else ()
    return Side(text, charts, sheets, known.get("coach"), options, lineup)


def compare(
    a: str | Side,
    b: str | Side,
    season: "int | str | Path | Season" = 1958,
    ruleset: str | Ruleset = DEFAULT,
    seasons: int = 200,
    seed: int = 1,
    seed_b: int | None = None,
    league: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play two sets of charts, sheets, lineup, coach or options on the same throws, and say what differs.

    Parameters
    ----------
    a, b : str or Side
        "shipped", or some of "charts=DIR,sheets=DIR,lineup=FILE,coach=NAME,options=NAME+NAME".
    seasons : int
        10 or more, of either.
    seed_b : int, optional
        Throws of B's own, to see what chance alone does; A's when not given.

    Other parameters are those of `simlib.replay`; `progress` counts the seasons of both.

    Raises
    ------
    InputError
        As `simlib.replay`; a setting that can't be read; sheets or a lineup for a game that has none.
    """
    game = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    sides = [parse_side(x, which) if isinstance(x, str) else x for x, which in ((a, "A"), (b, "B"))]
    seeds = seed, seed if seed_b is None else seed_b
    faults = list(number_faults(seasons, 0, seed, jobs))
    faults += [f._replace(where="--seed-b") for f in number_faults(1, 0, seeds[1], None)]
    if not faults and seasons < LEAST_SEASONS:
        faults.append(Fault("--seasons", "", str(seasons), f"{LEAST_SEASONS} or more, to tell their spread"))
    if faults:
        raise InputError(*faults)
    loaded = loaded_season(season, league)
    asked = [
        Request(
            loaded, game, seasons, 0, own_seed, side.coach, side.options, side.charts, jobs, "seasons",
            lineup=side.lineup, sheets=side.sheets,
        )
        for side, own_seed in zip(sides, seeds, strict=True)
    ]  # fmt: skip
    ready = [_made_ready(request, which) for request, which in zip(asked, "AB", strict=True)]
    with progress_or_bar(progress) as told:
        runs, products, places = _play(asked, ready, seasons, told)
    return _comparison(game, runs, sides, products, places, seasons, seeds)


def _made_ready(request: Request, which: str) -> Playable:
    """A side's season with everything of it loaded, once; what is wrong with an option names the side."""
    try:
        game, setup = request.look_up()
        return game.load(setup)
    except InputError as error:
        raise InputError(*_of_side(error.faults, which)) from error


def _of_side(faults: Iterable[Fault], which: str) -> list[Fault]:
    """Faults of an option such as --charts as those of a side's setting."""
    return [f._replace(where=f.where.replace("--", f"{which} ", 1)) if f.where.startswith("--") else f
            for f in faults]  # fmt: skip


def _play(
    asked: list[Request], ready: list[Playable], seasons: int, progress: Progress | None
) -> tuple[list[Results], NDArray[np.int64], list[NDArray[np.int64]]]:
    """Play both, block by block: the last block's runs, the summed products, the places of their rates."""
    from simlib.kernels.reduction import season_pairs

    runs: list[Results] = []
    products = empty_products(0)
    places: list[NDArray[np.int64]] = []
    for first in range(0, seasons, BLOCK):
        count = min(BLOCK, seasons - first)
        runs = []
        for number, (request, playable) in enumerate(zip(asked, ready, strict=True)):
            told = _further(progress, 2 * first + number * count, 2 * seasons)
            block = replace(request, first=first, seasons=count, progress=told)
            runs.append(play_request(block, playable))
        if not places:
            places = _common_places(*runs)
            products = empty_products(len(places[0]))
        in_a, in_b = (
            season_pairs(run.kept_rows("seasons"), run.plan)[:, place]
            for run, place in zip(runs, places, strict=True)
        )
        for part in (slice(start, start + CHUNK) for start in range(0, count, CHUNK)):
            add_products(in_a[part], in_b[part], products)
    return runs, products, places


def _further(progress: Progress | None, before: int, whole: int) -> Callable[[int, int], None]:
    return lambda done, _: progress(before + done, whole) if progress else None


def _line_of(run: Results, key: RateKey) -> tuple[str | None, str | None, str]:
    """Team, man and statistic of a rate."""
    code = run.season.teams[key.team].code if key.team >= 0 else None
    return code, run.men[key.team][key.slot] if key.slot >= 0 else None, key.stat.name


def _common_places(run_a: Results, run_b: Results) -> list[NDArray[np.int64]]:
    """Places, in either run's order, of the rates that both have."""
    in_b = {_line_of(run_b, key): place for place, key in enumerate(rate_keys(run_b.men))}
    of_a = [_line_of(run_a, key) for key in rate_keys(run_a.men)]
    both = [(place, in_b[line]) for place, line in enumerate(of_a) if line in in_b]
    return [np.array(places, np.int64) for places in zip(*both, strict=True)]


def _comparison(
    game: Ruleset,
    runs: list[Results],
    sides: list[Side],
    products: NDArray[np.int64],
    places: list[NDArray[np.int64]],
    seasons: int,
    seeds: tuple[int, int],
) -> Comparison:
    from simlib.judge.intervals import benjamini_hochberg

    run_a, run_b = runs
    every = list(rate_keys(run_a.men))
    keys = [every[place] for place in places[0]]
    known = [
        (key, found)
        for key, found in zip(keys, differences(products, run_a.plan.scale[places[0]].tolist()), strict=True)
        if key.level in game.levels and (found.a is not None or found.b is not None)
    ]
    judged = [k for k, (_, found) in enumerate(known) if found.p is not None]
    held = {judged[k] for k in benjamini_hochberg([known[j][1].p or 0.0 for j in judged], LEVEL)}
    lines = tuple(
        Line(key.level, *_named(run_a, key), key.stat.name, **found._asdict(),
             found=found.p is not None and found.p < LEVEL, held=k in held)
        for k, (key, found) in enumerate(known)
    )  # fmt: skip
    men_a, men_b = ({f"{code} {man}" for code, man in _men(run)} for run in runs)
    meta = {
        "version": simlib_version(), "ruleset": game.id, "ruleset_version": game.version,
        "season": run_a.meta.season, "league": run_a.meta.league, "seasons": seasons,
        "seed": seeds[0], "seed_b": seeds[1],
        "a": _told(sides[0], run_a), "b": _told(sides[1], run_b),
        "alike": run_a.inputs == run_b.inputs and run_a.men == run_b.men,
        "only_a": sorted(men_a - men_b), "only_b": sorted(men_b - men_a),
    }  # fmt: skip
    return Comparison(meta, lines)


def _named(run: Results, key: RateKey) -> tuple[str | None, str | None, str]:
    """Team code, man's id, and the name of either or the league."""
    code, id_, _ = _line_of(run, key)
    if key.slot >= 0:
        man = run.player(key.team, key.slot)
        return code, id_, man.name if man else str(id_)
    return code, None, run.season.teams[key.team].name if key.team >= 0 else run.season.league


def _men(run: Results) -> list[tuple[str, str]]:
    return [(team.code, id_) for team, ids in zip(run.season.teams, run.men, strict=True) for id_ in ids]


def _told(side: Side, run: Results) -> dict[str, Any]:
    meta = run.meta
    return {
        "settings": side.text, "coach": meta.coach, "options": list(meta.options),
        "charts_hash": meta.charts_hash, "inputs": run.inputs, "cells": dict(meta.cells),
        "notes": list(meta.notes), "lineup": meta.lineup,
    }  # fmt: skip
