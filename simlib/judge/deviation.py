"""How far a replay is from the real season, and what may be said of it.

The target is the realised figure, taken as fixed; the doubt in a mean is Monte-Carlo error alone. A
verdict is an equivalence test (Schuirmann's two one-sided tests, 1987) at 5% a side: "within" when
the 90% interval of the deviation lies inside the margin, "outside" when wholly outside, else
"cannot tell". More seasons narrow the interval; they don't turn a wrong mean into a right one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.shown import Shown
from simlib.kernels.stats import STAT
from simlib.kernels.sums import SPREADS
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Ruleset
from simlib.runs.plan import RateKey
from simlib.runs.results import Results
from simlib.runs.run import Rate

if TYPE_CHECKING:
    import pandas as pd

    from simlib.files.seasons import Player

SIDE = 0.05  # chance of a wrong "within" on either side
WITHIN, OUTSIDE, CANNOT_TELL = "within", "outside", "cannot tell"
RELATIONS = (
    "points_per_game",
    "points_allowed_per_game",
    "rushing_yards_per_game",
    "rushing_yards_allowed_per_game",
    "yards_per_attempt",
    "yards_allowed_per_attempt",
)
SPREAD_TITLES = dict(
    zip(
        SPREADS,
        (
            "sd of a team's points in a game",
            "sd of the home margin",
            "sd of wins + half ties over teams",
            "ties",
            "home margin",
        ),
        strict=True,
    )
)


class Row(NamedTuple):
    """One statistic of one line, real beside replayed; None where a figure doesn't apply.

    `actual`, `mean`, `mcse` and `sd` are in the statistic's own unit (`_percent` values run 0-100);
    `deviation` is 100 x (mean / actual - 1); `within3`, `within5` are shares of single seasons, 0-1.
    """

    level: str
    team: str | None
    player: str | None
    name: str
    qualified: bool
    stat: str
    group: str | None
    coverage: str
    actual: float | None
    mean: float | None
    mcse: float | None
    deviation: float | None
    sd: float | None
    within3: float | None
    within5: float | None
    verdict3: str | None
    verdict5: str | None
    seasons_na: int


class SpreadRow(NamedTuple):
    """What a season comes to, really and on the mean of the replays."""

    name: str
    title: str
    actual: float
    mean: float
    mcse: float | None
    deviation: float | None


class Relation(NamedTuple):
    """How well the replay tells teams apart in one statistic.

    `slope` is that of the replayed means on the real figures: 1 when teams differ as much as they
    did, more when they are spread too far, 0 when the replay does not know them apart, negative
    when it has them the wrong way round. None where all teams are level.
    """

    stat: str
    teams: int
    slope: float | None
    correlation: float | None


class Share(NamedTuple):
    """How many qualified men's rates lie within a margin in the long run, and those that don't."""

    inside: int
    total: int
    outside: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Accuracy(Shown):
    """The answer: rows, and what they rest on.

    Attributes
    ----------
    meta : dict
        What was replayed: the fields of `simlib.runs.plan.Meta`, then `claim` (the publisher's),
        `verdict_free` (statistic -> why it gets no verdict) and `levels` (where the game models
        anything).
    rows : tuple of Row
        League, teams, men; a level's statistics in the order of `STATS`.
    spread_rows : tuple of SpreadRow
    team_relations : tuple of Relation
    """

    meta: dict[str, Any]
    rows: tuple[Row, ...]
    spread_rows: tuple[SpreadRow, ...]
    team_relations: tuple[Relation, ...]

    def at(self, level: str) -> tuple[Row, ...]:
        """Rows of a level: "league", "team" or "player"."""
        return tuple(row for row in self.rows if row.level == level)

    def league(self) -> "pd.DataFrame":
        """League rows as a frame; columns as in `Row`."""
        return _frame(self.at("league"))

    def teams(self) -> "pd.DataFrame":
        """Team rows as a frame; columns as in `Row`."""
        return _frame(self.at("team"))

    def players(self) -> "pd.DataFrame":
        """Men's rows as a frame; columns as in `Row`."""
        return _frame(self.at("player"))

    def player_share(self, stats: str | Iterable[str], margin: float = 5.0) -> Share:
        """Count qualified men's rates whose long-run mean is within `margin` per cent of the real one.

        Parameters
        ----------
        stats : str or iterable of str
            Player statistics.
        margin : float
            Per cent, the end included.

        Returns
        -------
        Share
            A man whose real rate is 0 or who never tried in the replays can't be compared with
            nothing: the first is left out, the second is outside.

        Raises
        ------
        InputError
            No such player statistic.
        """
        names = (stats,) if isinstance(stats, str) else tuple(stats)
        known = [stat.name for stat in STAT.values() if "player" in stat.levels]
        for name in names:
            if name not in known:
                raise InputError(Fault("stat", "", name, f"one of {', '.join(known)}"))
        judged = [row for row in self.at("player") if row.qualified and row.stat in names and row.actual]
        outside = tuple(row for row in judged if row.deviation is None or abs(row.deviation) > margin)
        return Share(len(judged) - len(outside), len(judged), outside)

    def to_json(self) -> dict[str, Any]:
        """`meta` and `rows`: plain values, every key present, no NaN."""
        meta = {name: list(x) if isinstance(x, tuple) else x for name, x in self.meta.items()}
        return {"meta": meta, "rows": [row._asdict() for row in self.rows]}


def _frame(rows: Sequence[Row]) -> "pd.DataFrame":
    import pandas as pd

    frame = pd.DataFrame(rows, columns=list(Row._fields))
    numbers = ("actual", "mean", "mcse", "deviation", "sd", "within3", "within5")
    return frame.astype(dict.fromkeys(numbers, np.float64))


def accuracy(results: Results, ruleset: Ruleset | None = None) -> Accuracy:
    """Compare a run with the real season.

    Parameters
    ----------
    results : Results
    ruleset : Ruleset, optional
        The game that was played; looked up by the run's own id when not given.

    Returns
    -------
    Accuracy
        Men without a real try and without a replayed one have no row. A statistic that the game
        does not model has no group; it, `Ruleset.verdict_free` statistics and `others` men get no
        verdict.
    """
    game = ruleset or get_ruleset(results.meta.ruleset)
    codes = [team.code for team in results.season.teams]
    men = {(man.team, man.id): man for man in results.season.players}
    groups = game.groups_with(results.meta.options, results.season.year)
    rows = []
    for key, rate in results.rates():
        if key.level == "player" and rate.mean is None and not rate.real_denominator:
            continue
        man = men.get((codes[key.team], results.men[key.team][key.slot])) if key.slot >= 0 else None
        rows.append(_row(results, game, groups, key, rate, man))
    told = {"claim": game.claim, "verdict_free": dict(game.verdict_free), "levels": game.levels}
    relations = _team_relations(rows) if "team" in game.levels else ()
    return Accuracy(asdict(results.meta) | told, tuple(rows), _spread_rows(results), relations)


def _row(
    results: Results, game: Ruleset, groups: dict[str, str], key: RateKey, rate: Rate, man: "Player | None"
) -> Row:
    season, stat = results.season, key.stat.name
    id_ = results.men[key.team][key.slot] if key.level == "player" else None
    others = man is not None and man.others
    team = season.teams[key.team] if key.team >= 0 else None
    name = (man.name if man else id_) or (team.name if team else season.league)
    group = groups.get(stat) if key.level in game.levels else None
    judged = group is not None and stat not in game.verdict_free and not others
    shift = relative_deviation(rate.mean, rate.real)
    error = 100 * rate.mcse / abs(rate.real) if rate.mcse is not None and rate.real else None
    verdicts = [
        verdict(shift, error, results.meta.seasons, margin) if judged and shift is not None else None
        for margin in (3.0, 5.0)
    ]
    return Row(
        level=key.level,
        team=team.code if team else None,
        player=id_,
        name=name,
        qualified=not others and rate.real_denominator >= (key.stat.qualifier if id_ else 1),
        stat=stat,
        group=group,
        coverage=season.coverage.get(stat, ""),
        actual=rate.real,
        mean=rate.mean,
        mcse=rate.mcse,
        deviation=shift,
        sd=rate.sd,
        within3=rate.within3,
        within5=rate.within5,
        verdict3=verdicts[0],
        verdict5=verdicts[1],
        seasons_na=rate.seasons_na,
    )


def relative_deviation(mean: float | None, actual: float | None) -> float | None:
    """100 x (mean / actual - 1); None where actual is 0 or either is not known."""
    return None if mean is None or not actual else 100 * (mean / actual - 1)


def verdict(deviation: float, error: float | None, seasons: int, margin: float) -> str:
    """Judge a deviation by its 90% interval.

    Parameters
    ----------
    deviation, error : float
        Per cent, and its Monte-Carlo standard error; None with a single season.
    seasons : int
        How many the error rests on: Student's t with one degree fewer.
    margin : float
        Per cent.

    Returns
    -------
    str
        "within", "outside" or "cannot tell".
    """
    if error is None:
        return CANNOT_TELL
    from scipy.special import stdtrit

    reach = float(stdtrit(seasons - 1, 1 - SIDE)) * error
    low, high = deviation - reach, deviation + reach
    if -margin <= low and high <= margin:
        return WITHIN
    return OUTSIDE if high < -margin or low > margin else CANNOT_TELL


def _spread_rows(results: Results) -> tuple[SpreadRow, ...]:
    from simlib.files.season_figures import real_spread

    real = real_spread(results.season)
    rows = []
    for name in SPREADS:
        mean, mcse = results.spread(name)
        actual = float(getattr(real, name))
        rows.append(
            SpreadRow(name, SPREAD_TITLES[name], actual, mean, mcse, relative_deviation(mean, actual))
        )
    return tuple(rows)


def _team_relations(rows: Iterable[Row]) -> tuple[Relation, ...]:
    teams = [row for row in rows if row.level == "team"]
    relations = []
    for stat in RELATIONS:
        pairs = [(row.actual, row.mean) for row in teams
                 if row.stat == stat and row.actual is not None and row.mean is not None]  # fmt: skip
        real, replayed = (
            np.array(side, np.float64) for side in (zip(*pairs, strict=True) if pairs else ([], []))
        )
        relations.append(Relation(stat, len(pairs), *_line(real, replayed)))
    return tuple(relations)


def _line(x: Any, y: Any) -> tuple[float | None, float | None]:
    """Least-squares slope of y on x, and their correlation; None where one is level."""
    if len(x) < 2 or np.ptp(x) == 0:
        return None, None
    dx, dy = x - x.mean(), y - y.mean()
    slope = float(dx @ dy / (dx @ dx))
    return slope, float(dx @ dy / np.sqrt((dx @ dx) * (dy @ dy))) if np.ptp(y) > 0 else None
