"""A run's results: exact integer sums, and pandas views of them.

A run is described by `Meta`, its lines by the season and its men, and its figures by `Sums`. Two
runs of adjacent seasons merge into exactly the run that plays them all.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.kernels.stats import PLAYER_COLUMNS, STATS, TEAM_COLUMNS, Stat
from simlib.kernels.sums import (
    FIXED_POINT,
    M_D,
    M_DD,
    M_N,
    M_NA,
    M_ND,
    M_NN,
    M_R,
    M_RR_HIGH,
    M_RR_LOW,
    M_WITHIN_3,
    M_WITHIN_5,
    SPREAD_POINT,
    SPREADS,
    V_SQUARES_HIGH,
    V_SQUARES_LOW,
    V_SUM,
    Plan,
    Sums,
    added,
    digest_of,
    wide,
)
from simlib.kernels.tally import Tally

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.dataset as pa_dataset

    from simlib.files.seasons import Player, Season
    from simlib.runs.parts import Parts

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


@dataclass(frozen=True, slots=True)
class Rate:
    """One statistic of one line over the seasons of a run.

    Attributes
    ----------
    mean : float or None
        Pooled: scale x sum of numerators / sum of denominators; None when nothing was tried.
    mcse : float or None
        Monte-Carlo standard error of `mean`, by the ratio estimator over seasons.
    sd : float or None
        Standard deviation (n - 1) of single seasons' rates.
    within3, within5 : float or None
        Share of single seasons within 3% and 5% of the real rate, both ends included.
    real : float or None
        The real rate; None when not known or nothing was tried.
    real_denominator, seasons_na : int
        Real tries; seasons without a try (left out of sd, within3, within5).
    """

    mean: float | None
    mcse: float | None
    sd: float | None
    within3: float | None
    within5: float | None
    real: float | None
    real_denominator: int
    seasons_na: int


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


def make_plan(season: "Season", men: Men) -> Plan:
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


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """A run of replayed seasons.

    Attributes
    ----------
    meta : Meta
    season : Season
        The real season, with its figures.
    men : tuple of tuple of str
        [team][slot] -> player id.
    plan : Plan
    sums : Sums
    inputs : str
        `simlib.runs.parts.digest_of_inputs` of what the kernel read: charts, sheets, coach, schedule.
    rows : Tally, Parts or None
        One entry a season, when `meta.detail` keeps them: in memory (`rows.scores` is empty without
        "games"), or in the folder of the run.
    """

    meta: Meta
    season: "Season"
    men: Men
    plan: Plan
    sums: Sums
    inputs: str = ""
    rows: "Tally | Parts | None" = None

    def _repr_html_(self) -> str:
        from simlib.show import answers
        from simlib.show.notebook import page

        return page(answers.replay_tables(self))

    def digest(self) -> str:
        """sha256 of the integer sums: two runs that agree on it agree on every figure."""
        return digest_of(self.sums)

    def player(self, team: int, slot: int) -> "Player | None":
        """The man in a slot; None when the season's files don't list him."""
        code, id_ = self.season.teams[team].code, self.men[team][slot]
        return next((p for p in self.season.players if p.team == code and p.id == id_), None)

    def rates(self) -> list[tuple[RateKey, Rate]]:
        """Every rate of every line, in the order of `rate_keys`."""
        return [(key, self.rate(row)) for row, key in enumerate(rate_keys(self.men))]

    def rate(self, row: int) -> Rate:
        """The rate in one row of `sums.moments`."""
        moments = [int(x) for x in self.sums.moments[row]]
        scale = int(self.plan.scale[row])
        real_n, real_d = (int(x) for x in self.plan.real[row])
        n, d, tried = moments[M_N], moments[M_D], self.meta.seasons - moments[M_NA]
        comparable = tried > 0 and self.plan.histogram_row[row] >= 0
        return Rate(
            mean=scale * n / d if d else None,
            mcse=_ratio_error(moments, scale, self.meta.seasons),
            sd=_sd(tried, moments[M_R], wide(moments[M_RR_HIGH], moments[M_RR_LOW]), FIXED_POINT),
            within3=moments[M_WITHIN_3] / tried if comparable else None,
            within5=moments[M_WITHIN_5] / tried if comparable else None,
            real=scale * real_n / real_d if real_d else None,
            real_denominator=real_d,
            seasons_na=moments[M_NA],
        )

    def spread(self, name: str) -> tuple[float, float | None]:
        """(mean over seasons, its Monte-Carlo error) of one of `SPREADS`."""
        row = [int(x) for x in self.sums.spread[SPREADS.index(name)]]
        seasons = self.meta.seasons
        sd = _sd(seasons, row[V_SUM], wide(row[V_SQUARES_HIGH], row[V_SQUARES_LOW]), SPREAD_POINT)
        return row[V_SUM] / SPREAD_POINT / seasons, None if sd is None else sd / sqrt(seasons)

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

    def kept_rows(self, detail: str) -> Tally:
        """The rows of a run that kept them; InputError when this one did not."""
        if self.rows is None or DETAILS.index(self.meta.detail) < DETAILS.index(detail):
            asked = f"detail {detail!r}: replay again with it (this run kept {self.meta.detail!r})"
            raise InputError(Fault("--detail", "", self.meta.detail, asked))
        return self.rows if isinstance(self.rows, Tally) else self.rows.tally()

    def dataset(self, table: str) -> "pa_dataset.Dataset":
        """Seasons of a run in a folder as a lazy Arrow dataset: see `simlib.runs.parts.Parts.dataset`."""
        return self._parts().dataset(table)

    def sql(self, query: str) -> "pd.DataFrame":
        """What DuckDB answers about a run in a folder: see `simlib.runs.sql.run_query`."""
        from simlib.runs import sql

        return sql.run_query(self._parts().folder, query)

    def _parts(self) -> "Parts":
        if self.rows is None or isinstance(self.rows, Tally):
            expected = "a run in a folder: replay(..., out=DIR), then simlib.open(DIR)"
            raise InputError(Fault("run", "", "one in memory", expected))
        return self.rows


def _ratio_error(moments: list[int], scale: int, seasons: int) -> float | None:
    """Standard error of sum n / sum d over seasons; the residuals are exact integers until divided."""
    n, d = moments[M_N], moments[M_D]
    if d == 0 or seasons < 2:
        return None
    squares = moments[M_NN] * d * d - 2 * n * d * moments[M_ND] + n * n * moments[M_DD]
    return scale * sqrt(squares * seasons / ((seasons - 1) * d**4))


def _sd(count: int, total: int, squares: int, unit: int) -> float | None:
    if count < 2:
        return None
    return sqrt((count * squares - total * total) / (count * (count - 1) * unit * unit))


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
