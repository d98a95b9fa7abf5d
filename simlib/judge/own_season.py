"""A person's own season, rolled by hand, placed among the replays.

The folder holds players.csv, teams.csv or both, with the columns of a season's tables: `id` and `team`
(`code` for teams) and whichever counts were kept; men and columns may be missing, an empty cell is not
known. Each count and rate gets its place among the replayed seasons, and false discoveries are controlled
over all of them: what is flagged would hardly come of fair dice and the rules as written.
"""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.rows import MOST_FAULTS, Kind, Table, integer, or_empty
from simlib.judge.intervals import (
    Coverage,
    benjamini_hochberg,
    coverage,
    expected_flags,
    lots,
    placed,
    two_sided,
)
from simlib.kernels.stats import PLAYER_COLUMNS, STATS, TEAM_COLUMNS
from simlib.runs.results import Results

MOST = 20_000
SIGNED = ("rush_yds", "pass_yds", "rec_yds", "kick_ret_yds", "punt_ret_yds", "home_margin")
TEXTS = ("name", "position", "conference", "source")
LINE_COLUMNS = (*TEAM_COLUMNS, *(f"opp_{name}" for name in TEAM_COLUMNS))
_COUNT, _YARDS = (
    or_empty(Kind(integer(least, 100 * MOST, signs="-"), f"a whole number from {least}, or nothing"))
    for least in (0, -MOST)
)

Counts = dict[str, int]


class Mine(NamedTuple):
    """A count or rate of a hand-rolled season among the replays.

    `low`, `high` hold the middle 90% of seasons; `percentile` is 0-100, level seasons counted half.
    """

    level: str
    team: str
    player: str | None
    name: str
    stat: str
    mine: float
    mean: float
    low: float
    high: float
    percentile: float
    pit: float
    p: float
    flagged: bool


class Against(NamedTuple):
    """All lines; how many would be flagged if the season were one of the replays; coverage."""

    lines: tuple[Mine, ...]
    expected_flags: float
    coverage: tuple[Coverage, ...]

    @property
    def flagged(self) -> tuple[Mine, ...]:
        """The lines flagged, least likely first."""
        return tuple(sorted((line for line in self.lines if line.flagged), key=lambda line: line.p))


def place_season(results: Results, folder: str | Path) -> Against:
    """Place hand-rolled totals among the seasons of a run.

    Parameters
    ----------
    results : Results
        With a row a season (detail "seasons").
    folder : path
        players.csv, teams.csv or both.

    Raises
    ------
    InputError
        Neither is there; a file has a fault (all are named); the run kept no rows.
    """
    rows = results.kept_rows("seasons")
    path = Path(folder)
    faults: list[Fault] = []
    codes = [team.code for team in results.season.teams]
    men = {(codes[t], id_): (t, s) for t, ids in enumerate(results.men) for s, id_ in enumerate(ids)}
    files = [name for name in ("players.csv", "teams.csv") if (path / name).is_file()]
    if not files:
        raise InputError(Fault(str(folder), "", "no players.csv or teams.csv", "a folder with one or both"))
    mine: dict[str, dict[Any, Counts]] = {"player": {}, "team": {}}
    if "players.csv" in files:
        expected = "a man of the season and his team's code"
        mine["player"] = _read(path / files[0], ("team", "id"), PLAYER_COLUMNS, set(men), expected, faults)
    if "teams.csv" in files:
        known, expected = {(code,) for code in codes}, f"one of {', '.join(codes)}"
        mine["team"] = _read(path / files[-1], ("code",), LINE_COLUMNS, known, expected, faults)
    if faults:
        raise InputError(*faults[:MOST_FAULTS])
    names = {(man.team, man.id): man.name for man in results.season.players}
    most = sum(len(counts) + len(STATS) for lines in mine.values() for counts in lines.values())
    chance = iter(lots(most).tolist())
    lines: list[Mine] = []
    for (code, id_), counts in mine["player"].items():
        team, slot = men[code, id_]
        name = names.get((code, id_), id_)
        kept = rows.player_stats[:, team, slot]
        lines += _lines(("player", code, id_, name), counts, kept, PLAYER_COLUMNS, chance)
    for (code,), counts in mine["team"].items():
        team = codes.index(code)
        head = ("team", code, None, results.season.teams[team].name)
        lines += _lines(head, counts, rows.team_stats[:, team], LINE_COLUMNS, chance)
    return _judged(lines)


def _read(
    path: Path,
    keys: tuple[str, ...],
    counts: Sequence[str],
    known: Collection[tuple[str, ...]],
    expected: str,
    faults: list[Fault],
) -> dict[Any, Counts]:
    """Key -> counts that are known, of one of the two files."""
    optional, words = (*counts, *TEXTS), "columns of a season's table"
    table = Table(path, keys, faults, optional=optional, loose=True, known=words, most=MOST_FAULTS)
    found: dict[Any, Counts] = {}
    for row in table:
        key = row.key(keys)
        if key not in known:
            row.fault(keys[-1], " ".join(key), expected)
        elif row.once(keys[-1], key, "each line", " ".join(key)):
            kinds = {name: _YARDS if name.removeprefix("opp_") in SIGNED else _COUNT for name in counts}
            values = {name: row.take(name, kind) for name, kind in kinds.items() if name in row.cells}
            found[key] = {name: value for name, value in values.items() if value is not None}
    return found


def _lines(
    head: tuple[str, str, str | None, str],
    counts: Counts,
    seasons: NDArray[np.int32],
    columns: Sequence[str],
    chance: Iterator[float],
) -> list[Mine]:
    """A line for each count that is known, and each rate that they make."""
    place = {name: k for k, name in enumerate(columns)}

    def added(names: Sequence[str]) -> NDArray[np.int64]:
        return np.sum([seasons[:, place[name]] for name in names], axis=0, dtype=np.int64)

    found = [
        _line(head, name, count, added((name,)).astype(float), next(chance)) for name, count in counts.items()
    ]
    for stat in STATS:
        if head[0] not in stat.levels or not counts.keys() >= {*stat.numerator, *stat.denominator}:
            continue
        made, tries = (sum(counts[name] for name in part) for part in (stat.numerator, stat.denominator))
        replayed, tried = added(stat.numerator), added(stat.denominator)
        if tries and tried.any():
            rates = stat.scale * replayed[tried != 0] / tried[tried != 0]
            found.append(_line(head, stat.name, stat.scale * made / tries, rates, next(chance)))
    return found


def _line(
    head: tuple[str, str, str | None, str], stat: str, mine: float, seasons: NDArray[np.float64], lot: float
) -> Mine:
    below, equal, count = int((seasons < mine).sum()), int((seasons == mine).sum()), len(seasons)
    low, high = (float(x) for x in np.quantile(seasons, (0.05, 0.95)))
    pit = placed(below, equal, count, lot)
    percentile = 100 * (below + equal / 2) / count
    mean = float(seasons.mean())
    return Mine(*head, stat, float(mine), mean, low, high, percentile, pit, two_sided(pit), False)


def _judged(lines: Sequence[Mine]) -> Against:
    """Flag lines with false discoveries controlled."""
    flagged = set(benjamini_hochberg([line.p for line in lines])) if lines else set()
    judged = tuple(line._replace(flagged=place in flagged) for place, line in enumerate(lines))
    expected = expected_flags(len(lines)) if lines else 0.0
    return Against(judged, expected, coverage([line.pit for line in lines]))
