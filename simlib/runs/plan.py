"""What a run is, whose lines it has, and how their columns become rates: alike for replay and reality."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import Season
from simlib.kernels.stats import PLAYER_COLUMNS, STATS, TEAM_COLUMNS, Stat
from simlib.kernels.sums import Plan

DETAILS = ("summary", "seasons", "games")
Men = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What a run is: the same Meta (but for `detail`) gives the same integers anywhere.

    Attributes
    ----------
    version : str
        simlib's.
    ruleset, ruleset_version, coach, options
        The game as played.
    season, league : int, str
        The season replayed.
    seed, first, seasons : int
        Seasons `first` .. `first + seasons - 1` of the seed.
    detail : str
        "summary", "seasons" (a row a season and line) or "games" (scores as well).
    cells : dict
        Provenance word -> how many of the cells used were of that kind.
    charts_hash : str
        Hash of the parsed cells.
    notes : tuple of str
        What a reader of the results must know.
    lineup : str
        Changes to who plays: a hash and words; "" where all is as it was.
    """

    version: str
    ruleset: str
    ruleset_version: int
    season: int
    league: str
    coach: str
    options: tuple[str, ...]
    seed: int
    first: int
    seasons: int
    detail: str
    cells: dict[str, int]
    charts_hash: str
    notes: tuple[str, ...] = ()
    lineup: str = ""


class RateKey(NamedTuple):
    """Which rate a row of `Sums.moments` is; -1 where a level has no team or slot."""

    level: str
    team: int
    slot: int
    stat: Stat


def stats_of(level: str) -> tuple[Stat, ...]:
    """The statistics reported at a level, in the order of `STATS`."""
    return tuple(stat for stat in STATS if level in stat.levels)


def rate_keys(men: Men) -> Iterator[RateKey]:
    """Rates in the order of `Plan` and `Sums.moments`."""
    for stat in stats_of("league"):
        yield RateKey("league", -1, -1, stat)
    for team in range(len(men)):
        for stat in stats_of("team"):
            yield RateKey("team", team, -1, stat)
    for team, slots in enumerate(men):
        for slot in range(len(slots)):
            for stat in stats_of("player"):
                yield RateKey("player", team, slot, stat)


def _column_table(stats: Sequence[Stat], level: str) -> NDArray[np.int64]:
    """Positions of each statistic's columns in a line: three numerators, two denominators, padded."""
    names = list(PLAYER_COLUMNS if level == "player" else TEAM_COLUMNS)
    names += [] if level == "player" else [f"opp_{name}" for name in TEAM_COLUMNS]
    table = np.full((len(stats), 5), -1, np.int64)
    for row, stat in zip(table, stats, strict=True):
        row[: len(stat.numerator)] = [names.index(name) for name in stat.numerator]
        row[3 : 3 + len(stat.denominator)] = [names.index(name) for name in stat.denominator]
    return table


def _total(pairs: Iterable[tuple[int, int] | None]) -> tuple[int, int]:
    known = [pair for pair in pairs if pair is not None]
    return sum(n for n, _ in known), sum(d for _, d in known)


def make_plan(season: Season, men: Men) -> Plan:
    """How the columns of a season's lines become rates, and the real value of each.

    Replay and reality pool the same: where some teams only have a real figure, the league is those
    teams; where a statistic is known of listed men only, team and league are those men. A game that
    knows no men is compared by its teams' figures with those men's.
    """
    codes = [team.code for team in season.teams]
    index = {code: k for k, code in enumerate(codes)}
    league, team_stats = stats_of("league"), stats_of("team")
    by_men = [s for s in STATS if s.name in season.men_based and ("league" in s.levels or "team" in s.levels)]
    by_men = by_men if any(men) else []
    real_of: dict[tuple[str, int], tuple[int, int] | None] = {}
    listed = np.zeros((len(by_men), len(codes), max(map(len, men))), np.bool_)
    for row, stat in enumerate(by_men):
        known = set(season.covered_men(stat.name))
        for team, code in enumerate(codes):
            kept = [(slot, id_) for slot, id_ in enumerate(men[team]) if (code, id_) in known]
            listed[row, team, [slot for slot, _ in kept]] = True
            figures = [season.real(stat.name, "player", code, id_) for _, id_ in kept]
            real_of[stat.name, team] = _total(figures) if kept else None
    for stat in team_stats:
        for team, code in enumerate(codes):
            if stat not in by_men:
                real_of[stat.name, team] = season.real(stat.name, "team", code)
    covered = np.ones((len(league), len(codes)), np.bool_)
    real: list[tuple[int, int]] = []
    for stat, pooled in zip(league, covered, strict=True):
        pairs = [real_of[stat.name, team] for team in range(len(codes))]
        if any(pairs):
            pooled[:] = [pair is not None for pair in pairs]
        real.append(_total(pairs))
    for key in rate_keys(men):
        if key.level == "team":
            real.append(real_of[key.stat.name, key.team] or (0, 0))
        elif key.level == "player":
            id_ = men[key.team][key.slot]
            real.append(season.real(key.stat.name, "player", codes[key.team], id_) or (0, 0))
    real_pairs = np.array(real, np.int64).reshape(-1, 2)
    comparable = (real_pairs != 0).all(axis=1)
    conferences = sorted({team.conference for team in season.teams})
    return Plan(
        league_columns=_column_table(league, "league"),
        covered=covered,
        men_columns=_column_table(by_men, "player"),
        listed=listed,
        league_by_men=_places(league, by_men),
        team_columns=_column_table(team_stats, "team"),
        team_by_men=_places(team_stats, by_men),
        player_columns=_column_table(stats_of("player"), "player"),
        scale=np.array([key.stat.scale for key in rate_keys(men)], np.int64),
        real=real_pairs,
        histogram_row=np.where(comparable, np.cumsum(comparable) - 1, -1).astype(np.int64),
        men=np.array([len(slots) for slots in men], np.int64),
        conference=np.array([conferences.index(team.conference) for team in season.teams], np.int64),
        fixtures=np.array([(index[game.home], index[game.away]) for game in season.games], np.int64),
    )


def _places(stats: Sequence[Stat], among: Sequence[Stat]) -> NDArray[np.int64]:
    return np.array([among.index(stat) if stat in among else -1 for stat in stats], np.int64)
