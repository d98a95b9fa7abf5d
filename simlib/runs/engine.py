"""The schedule played season after season, on every core, in one process.

Seasons are played in chunks of fixed size on a pool of threads (kernels hold no GIL). A chunk is
reduced to integer sums as soon as it is played, and sums are added in the order of the chunks: the
same figures with any number of threads, and a memory that does not grow with the seasons.
"""

import os
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from simlib.errors import Fault, InputError
from simlib.kernels.sums import Plan, Sums, add_into, empty_sums
from simlib.kernels.tally import Tally, empty_tally
from simlib.rulesets import DEFAULT, get_ruleset
from simlib.rulesets.contract import Playable, Ruleset, Setup
from simlib.runs.parts import CHUNK, Parts, digest_of_inputs
from simlib.runs.plan import Meta, make_plan
from simlib.runs.progress import Progress, progress_or_bar
from simlib.runs.request import Request, lineup_of, loaded_season, path_of
from simlib.runs.results import Results

if TYPE_CHECKING:
    from simlib.files.seasons import Season

MOST_ROWS_BYTES = 2 << 30  # rows kept in memory
Part = tuple[Sums, Tally | None]


def replay(
    season: "int | str | Path | Season" = 1958,
    ruleset: str | Ruleset = DEFAULT,
    seasons: int = 1000,
    first: int = 0,
    seed: int = 1,
    coach: str | None = None,
    options: str | Iterable[str] = (),
    charts: str | Path | None = None,
    jobs: int | None = None,
    detail: str | None = None,
    progress: Progress | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    league: str | None = None,
    lineup: str | Path | None = None,
) -> Results:
    """Replay a season many times under a game's rules.

    Parameters
    ----------
    season : int, str, Path or Season
        A shipped year, the path of a season folder, or a loaded season.
    ruleset : str or Ruleset
        Id of the game.
    seasons : int
        How many seasons, 1 to 10,000,000.
    first : int
        Number of the first: seasons `first` .. `first + seasons - 1` of the seed are played.
    seed : int
        0 .. 2**64 - 1; the same seed gives the same integers on every machine.
    coach : str, optional
        Who calls the plays; the game's first coach when not given.
    options : str or iterable of str
        Optional rules: names, or "all", or names with commas.
    charts : path, optional
        Folder of charts that replace the shipped ones.
    jobs : int, optional
        Threads; all cores when not given. It never changes a figure.
    detail : str, optional
        "summary", "seasons" (keeps a row a season and line) or "games" (and every score); when not
        given, "games" in a folder and "summary" without one.
    progress : callable, optional
        Called with (seasons done, seasons) after every chunk, in this thread; when not given, Jupyter
        shows a bar.
    out : path, optional
        Folder to keep the run in, written while it is played: memory does not grow with the seasons.
    resume : bool
        Go on with the unfinished run in `out`; it ends in the same bytes as one never stopped.
    league : str, optional
        One league of a season that holds two ("NFL" of 1968); both, and their final, when not given.
    lineup : path, optional
        CSV of changes to who starts, who plays how much, who is out (teams/README.md).

    Returns
    -------
    Results
        With `out`, its rows lie in the folder and are read when asked for.

    Raises
    ------
    InputError
        A name, number, file or chart that can't be used; every fault found is in its `faults`.
        A folder that can't be written, is in use, or whose disk is full: what is done is kept.
    """
    request = Request(
        season, ruleset, seasons, first, seed, coach, options, charts, jobs, detail, progress, out, resume,
        league, lineup,
    )  # fmt: skip
    return play_request(request)


def play_request(request: Request, ready: Playable | None = None) -> Results:
    """Play what is asked for; see `replay`.

    Parameters
    ----------
    request : Request
    ready : Playable, optional
        The season where it is made ready already: nothing is loaded then.
    """
    game, setup = request.look_up()
    season, playable = setup.season, ready or game.load(setup)
    meta = Meta(
        version=simlib_version(),
        ruleset=game.id,
        ruleset_version=game.version,
        season=season.year,
        league=season.league,
        coach=setup.coach,
        options=setup.options,
        seed=request.seed,
        first=request.first,
        seasons=request.seasons,
        detail=request.kept_detail,
        cells=dict(playable.cells),
        charts_hash=playable.charts_hash,
        notes=tuple(playable.notes),
        lineup=playable.lineup,
    )
    plan = make_plan(season, playable.men)
    run = Results(meta, season, playable.men, plan, empty_sums(plan), _inputs(season, playable))
    jobs = request.jobs or _cores()
    with progress_or_bar(request.progress) as told:
        if request.out is not None:
            return _replay_to_folder(run, playable, Path(request.out), request.resume, jobs, told)
        if meta.detail != "summary":
            _check_rows_fit(plan, meta.seasons)
        sums, rows = _play(run, playable, None, jobs, told)
    return replace(run, sums=sums, rows=rows)


def _replay_to_folder(
    run: Results, playable: Playable, folder: Path, resume: bool, jobs: int, progress: Progress | None
) -> Results:
    from simlib.runs.folder import finish, held_folder
    from simlib.runs.results import open_run

    parts = Parts(folder, run.meta, run.season, run.men, CHUNK, run.inputs)
    with held_folder(parts, resume) as whole:
        if whole:
            return open_run(folder)
        sums, _ = _play(run, playable, parts, jobs, progress)
        results = replace(run, sums=sums, rows=parts if parts.tables else None)
        finish(results, folder)
    return results


def sources_of(
    results: Results, charts: str | Path | None = None, lineup: str | Path | None = None
) -> "Season | None":
    """The season whose files a run was played with; None where they are not at hand as they were.

    A run opened from its folder has the season's figures but not its sheets: the shipped season of the
    year is taken, if playing it now would be the same run.
    """
    from simlib.files.seasons import shipped_seasons
    from simlib.runs.manifest import is_run

    meta, season = results.meta, results.season
    if meta.lineup and lineup is None:
        return None
    if not is_run(season.folder):
        return season
    if meta.season not in shipped_seasons():
        return None
    game, season = (
        get_ruleset(meta.ruleset),
        loaded_season(meta.season, None if "+" in meta.league else meta.league),
    )
    setup = Setup(season, meta.coach, meta.options, path_of(charts), lineup=lineup_of(game, lineup))
    return season if _inputs(season, game.load(setup)) == results.inputs else None


def _inputs(season: "Season", playable: Playable) -> str:
    from simlib.files.seasons import season_arrays

    return digest_of_inputs(tuple(season_arrays(season)), tuple(playable.arrays))


def simlib_version() -> str:
    """Version of the installed package; "0+unknown" when it is not installed."""
    try:
        return version("simlib-football")
    except PackageNotFoundError:
        return "0+unknown"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # not on Windows and macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check_rows_fit(plan: Plan, seasons: int) -> None:
    one = empty_tally(1, len(plan.men), int(plan.men.max()), len(plan.fixtures))
    most = MOST_ROWS_BYTES // sum(array.nbytes for array in one)
    if seasons > most:
        expected = f"at most {most} when rows are kept; a summary has no such limit"
        raise InputError(Fault("--seasons", "", str(seasons), expected))


def _play(
    run: Results, playable: Playable, parts: Parts | None, jobs: int, progress: Progress | None
) -> Part:
    """Play every chunk and add it up; a part that is in the folder already is read instead.

    Few chunks are in flight. When interrupted, it leaves at once: their threads end by themselves.
    """
    from simlib.files.seasons import season_arrays
    from simlib.kernels.reduction import reduce_seasons
    from simlib.kernels.season_loop import seasons_player

    meta, plan, arrays = run.meta, run.plan, season_arrays(run.season)
    slots, play = int(plan.men.max()), seasons_player(arrays)

    def play_chunk(first: int, count: int) -> Part:
        tally, sums = parts.read(first, count) if parts else None, empty_sums(plan)
        done = tally is not None
        if tally is None:
            tally = empty_tally(count, len(plan.men), slots, len(plan.fixtures))
        with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
            if not done:
                play(np.uint64(meta.seed), np.int64(first), arrays, playable.arrays, tally)
            reduce_seasons(tally, plan, sums)
        if parts and not done:
            parts.write(first, tally)
        return sums, None if parts else _kept(tally, meta.detail)

    total, kept, done = empty_sums(plan), [], 0
    stop = meta.first + meta.seasons
    chunks = iter([(first, min(CHUNK, stop - first)) for first in range(meta.first, stop, CHUNK)])
    waiting: deque[tuple[int, Future[Part]]] = deque()
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="simlib")
    try:
        while True:
            while len(waiting) <= jobs and (chunk := next(chunks, None)):
                waiting.append((chunk[1], pool.submit(play_chunk, *chunk)))
            if not waiting:
                break
            count, future = waiting.popleft()
            while not wait([future], timeout=0.2).done:  # Windows hears Ctrl-C between waits only
                pass
            sums, rows = future.result()
            add_into(total, sums)
            kept += [rows] if rows else []
            done += count
            if progress:
                progress(done, meta.seasons)
    except BaseException as error:
        pool.shutdown(wait=isinstance(error, Exception), cancel_futures=True)
        raise
    pool.shutdown()
    return total, Tally(*(np.concatenate(pieces) for pieces in zip(*kept, strict=True))) if kept else None


def _kept(tally: Tally, detail: str) -> Tally | None:
    if detail == "summary":
        return None
    return tally if detail == "games" else tally._replace(scores=tally.scores[:, :0])
