"""What simlib's speed is measured with: interleaved rounds in one process, first calls in others.

An engine plays the regular season again and again. `simlib` is the ruleset's own kernel; `naive` the
rival of naive_spi.py; `floor` the bare cost of as many throws and table reads in a loop that branches
alike every time. All engines take turns in every round, so a ratio compares runs of the same moment;
figures are medians over the rounds with their quartiles. A thread's own CPU time stands beside the
clock's: on a machine that others use too it is the truer one.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season, load_season, season_arrays
from simlib.kernels.season import SeasonArrays
from simlib.kernels.season_loop import seasons_player
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import Tally, empty_tally
from simlib.rulesets import DEFAULT, get_ruleset
from simlib.rulesets.contract import Playable, Setup
from simlib.runs.request import Request

ENGINES = ("simlib", "naive", "floor")
PLAIN = "simlib without options"
# Kick-offs are played and timed, but not counted: no statistic holds them.
COUNTED = tuple(TEAM_COLUMNS.index(name) for name in ("plays", "punts", "fg_att", "xp_att"))
MOST_REPEATS, MOST_SEASONS = 1000, 10_000
_CHILD = """
import sys, time
sys.path.insert(0, {root!r})
import resource
wall, cpu = time.perf_counter(), time.process_time()
from simlib.bench.instruments import first_season
first_season({ruleset!r}, {season!r})
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(time.perf_counter() - wall, time.process_time() - cpu, memory)
"""


class Spread(NamedTuple):
    """A figure measured several times: median and quartiles."""

    median: float
    low: float
    high: float


class Row(NamedTuple):
    """One line of the bench.

    Attributes
    ----------
    ruleset, engine : str
    threads : int
    options : str
        Optional rules in force, with commas.
    games_per_second, plays_per_second : Spread
        Of all threads together, by the clock. Plays are runs, passes, punts, field goals and tries
        of the regular season; the time holds kick-offs and the post-season too.
    ns_per_play : Spread
        CPU time of a thread.
    ratio_to_naive : Spread or None
        CPU time over the naive rival's of the same round; None where there is no rival.
    """

    ruleset: str
    engine: str
    threads: int
    options: str
    games_per_second: Spread
    plays_per_second: Spread
    ns_per_play: Spread
    ratio_to_naive: Spread | None


class Start(NamedTuple):
    """The first season of a new process: seconds by the clock and of CPU, most memory in MB."""

    seconds: float
    cpu_seconds: float
    memory: float


class Turn(NamedTuple):
    """What one engine did in one round."""

    plays: int
    seconds: float
    cpu_seconds: float


Play = Callable[[int, int], int]  # (first season, seasons) -> plays


def spread_of(figures: Sequence[float]) -> Spread:
    """Median and quartiles."""
    low, median, high = np.quantile(np.asarray(figures, float), [0.25, 0.5, 0.75]).tolist()
    return Spread(median, low, high)


def fresh_tally(playable: Playable, arrays: SeasonArrays, seasons: int) -> Tally:
    """A zeroed tally whose pages have been touched."""
    slots = max(len(men) for men in playable.men)
    tally = empty_tally(seasons, len(playable.men), slots, len(arrays.home))
    for array in tally:
        array.fill(0)
    return tally


def plays_of(tally: Tally) -> int:
    """Plays booked in a tally: runs, passes, sacks, punts, field goals and tries."""
    return int(tally.team_stats[:, :, COUNTED].sum())


def counted(play: Callable[[int, Tally], object], playable: Playable, arrays: SeasonArrays) -> Play:
    """An engine that fills a tally, as one that says how many plays it played."""

    def count(first: int, seasons: int) -> int:
        tally = fresh_tally(playable, arrays, seasons)
        play(first, tally)
        return plays_of(tally)

    return count


def simlib_engine(playable: Playable, arrays: SeasonArrays, seed: int = 1) -> Callable[[int, Tally], None]:
    """Engine of simlib itself: (first season, zeroed tally) plays a season a row of the tally."""

    def play(first: int, tally: Tally) -> None:
        seasons_player(arrays)(np.uint64(seed), np.int64(first), arrays, playable.arrays, tally)

    return play


def naive_engine(season: Season, coach: str) -> Callable[[int, Tally], None]:
    """SPI Football's naive rival: (first season, zeroed tally) plays a season a row of the tally."""
    from simlib.bench.naive_spi import naive_seasons
    from simlib.bench.naive_tables import load_naive

    arrays, (charts, teams) = season_arrays(season), load_naive(season, coach)

    def play(first: int, tally: Tally) -> None:
        naive_seasons(first, charts, teams, arrays.home, arrays.away, arrays.conference, *tally)

    return play


def floor_engine(plays_a_season: int) -> Play:
    """Throws and table reads for as many plays as a season has."""
    from simlib.bench.floor import TABLE, floor_plays

    table = np.arange(TABLE, dtype=np.int32)

    def play(first: int, seasons: int) -> int:
        plays = seasons * plays_a_season
        floor_plays(np.uint64(first + 1), plays, table)
        return plays

    return play


def take_turn(play: Play, threads: int, seasons: int) -> Turn:
    """Let `threads` threads play `seasons` seasons each at the same time."""

    def work(number: int) -> tuple[int, float]:
        before = time.thread_time()
        plays = play(number * seasons, seasons)
        return plays, time.thread_time() - before

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda _: None, range(threads)))
        before = time.perf_counter()
        done = list(pool.map(work, range(threads)))
        seconds = time.perf_counter() - before
    return Turn(sum(plays for plays, _ in done), seconds, sum(cpu for _, cpu in done))


def bench(
    ruleset: str = DEFAULT,
    season: str | Path = "1958",
    seasons: int = 100,
    repeats: int = 9,
    threads: Iterable[int] = (1, 2),
    options: str | Iterable[str] = (),
) -> list[Row]:
    """Time the engines of a ruleset, all of them in every round.

    Parameters
    ----------
    ruleset : str
    season : str or Path
        Who plays.
    seasons : int
        Seasons a thread plays in a turn.
    repeats : int
        Rounds.
    threads : iterable of int
        Numbers of threads to time.
    options : str or iterable of str
        Optional rules in force: names, "all", or names with commas. The naive rival has none: when
        there are any, simlib without them takes its turns.

    Returns
    -------
    list of Row
        One a number of threads and engine.

    Raises
    ------
    InputError
        A name or number that can't be used, or charts or sheets with a fault.
    """
    counts = tuple(threads)
    checks = [("--seasons", seasons, MOST_SEASONS), ("--repeats", repeats, MOST_REPEATS)]
    checks += [("--threads", count, 256) for count in counts]
    faults = [Fault(name, "", str(n), f"1 to {most}") for name, n, most in checks if not 1 <= n <= most]
    if faults:
        raise InputError(*faults)
    game, setup = Request(season, ruleset, options=options).look_up()
    playable, arrays = game.load(setup), season_arrays(setup.season)
    engines = {"simlib": counted(simlib_engine(playable, arrays), playable, arrays)}
    if setup.options:
        base = game.load(replace(setup, options=()))
        engines[PLAIN] = counted(simlib_engine(base, arrays), base, arrays)
    elif game.id == "spi":
        engines["naive"] = counted(naive_engine(setup.season, setup.coach), playable, arrays)
    engines["floor"] = floor_engine(engines["simlib"](0, 10) // 10)
    for play in engines.values():
        play(0, 1)  # compiled before the clock runs

    turns: dict[tuple[int, str], list[Turn]] = {(n, name): [] for n in counts for name in engines}
    for _ in range(repeats):
        for count in counts:
            for name, play in engines.items():
                turns[count, name].append(take_turn(play, count, seasons))
    games = len(arrays.home) * seasons
    return [
        make_row(
            game.id, "simlib" if name == PLAIN else name, count,
            () if name == PLAIN else setup.options, taken, turns.get((count, "naive")), games,
        )
        for (count, name), taken in turns.items()
    ]  # fmt: skip


def make_row(
    ruleset: str,
    engine: str,
    threads: int,
    options: Sequence[str],
    turns: Sequence[Turn],
    rivals: Sequence[Turn] | None,
    games: int,
) -> Row:
    """A row from an engine's turns and the rival's of the same rounds; `games` are a thread's in a turn."""
    ns = [1e9 * turn.cpu_seconds / turn.plays for turn in turns]
    ratio = None
    if rivals:
        ratio = spread_of([n * r.plays / (1e9 * r.cpu_seconds) for n, r in zip(ns, rivals, strict=True)])
    return Row(
        ruleset=ruleset,
        engine=engine,
        threads=threads,
        options=",".join(options),
        games_per_second=spread_of([games * threads / turn.seconds for turn in turns]),
        plays_per_second=spread_of([turn.plays / turn.seconds for turn in turns]),
        ns_per_play=spread_of(ns),
        ratio_to_naive=ratio,
    )


def first_season(ruleset: str, season: str) -> None:
    """Load a season and play it once: what a process does before its first result."""
    game, loaded = get_ruleset(ruleset), load_season(season)
    playable, arrays = game.load(Setup(loaded, game.coaches[0])), season_arrays(loaded)
    tally = fresh_tally(playable, arrays, 1)
    seasons_player(arrays)(np.uint64(1), np.int64(0), arrays, playable.arrays, tally)


def measure_start(ruleset: str, season: str, cache: Path) -> Start:
    """Time the first season of a new process that keeps compiled kernels in the folder `cache`."""
    code = _CHILD.format(root=str(Path(__file__).parents[2]), ruleset=ruleset, season=season)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    seconds, cpu, memory = map(float, done.stdout.split())
    return Start(seconds, cpu, memory / 1024)


def measure_starts(ruleset: str = DEFAULT, season: str = "1958") -> dict[str, Start]:
    """First seasons of two processes: "cold" compiles every kernel, "warm" finds them on disk."""
    with tempfile.TemporaryDirectory() as folder:
        return {name: measure_start(ruleset, season, Path(folder)) for name in ("cold", "warm")}
