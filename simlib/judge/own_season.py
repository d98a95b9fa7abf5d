"""A person's own season, rolled by hand, placed among the replays.

The folder holds players.csv, teams.csv or both, with the columns of a season's tables: `id` and `team`
(`code` for teams) and whichever counts were kept; men and columns may be missing, an empty cell is not
known. Each count and rate gets its place among the replayed seasons, and false discoveries are controlled
over all of them: what is flagged would hardly come of fair dice and the rules as written.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.charts import read_table
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
_MOST_FAULTS = 20

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
        table = _Table(path / "players.csv", ("id", "team"), PLAYER_COLUMNS, faults)
        mine["player"] = table.read(("team", "id"), set(men), "a man of the season and his team's code")
    if "teams.csv" in files:
        table = _Table(path / "teams.csv", ("code",), LINE_COLUMNS, faults)
        mine["team"] = table.read(("code",), {(code,) for code in codes}, f"one of {', '.join(codes)}")
    if faults:
        raise InputError(*faults[:_MOST_FAULTS])
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


class _Table:
    """One of the two files, read with every fault named."""

    def __init__(self, path: Path, keys: Sequence[str], counts: Sequence[str], faults: list[Fault]) -> None:
        self.path, self.keys, self.counts, self.faults = path, keys, counts, faults

    def read(
        self, order: Sequence[str], known: set[tuple[str, ...]], expected: str
    ) -> dict[tuple[str, ...], Counts]:
        """Key -> counts that are known."""
        (_, header), *body = read_table(self.path)
        where = f"{self.path}:1"
        for name in header:
            if name not in (*self.keys, *self.counts, *TEXTS):
                self.faults.append(Fault(where, name, "an unknown column", "columns of a season's table"))
        for name in self.keys:
            if name not in header:
                self.faults.append(Fault(where, name, "no such column", f"columns {', '.join(self.keys)}"))
        if len(set(header)) < len(header) or self.faults:
            if len(set(header)) < len(header):
                self.faults.append(Fault(where, "", "a column twice", "each column once"))
            return {}
        found: dict[tuple[str, ...], Counts] = {}
        for line, cells in body:
            row = dict(zip(header, cells, strict=False))
            key = tuple(row.get(name, "") for name in order)
            where = f"{self.path}:{line}"
            if len(cells) != len(header):
                self.faults.append(Fault(where, "", f"{len(cells)} cells", f"{len(header)} cells"))
            elif key not in known or key in found:
                told = expected if key not in found else "each line once"
                self.faults.append(Fault(where, self.keys[0], " ".join(key), told))
            else:
                found[key] = self._counts(where, row)
        return found

    def _counts(self, where: str, row: dict[str, str]) -> Counts:
        counts = {}
        for name in self.counts:
            text = row.get(name, "").strip()
            least = -MOST if name.removeprefix("opp_") in SIGNED else 0
            digits = text.removeprefix("-")
            if not text:
                continue
            if not (digits.isascii() and digits.isdigit() and len(digits) < 10) or not (
                least <= int(text) <= 100 * MOST
            ):
                self.faults.append(Fault(where, name, text, f"a whole number from {least}, or nothing"))
                continue
            counts[name] = int(text)
        return counts


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
