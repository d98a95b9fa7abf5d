"""The standings: each team's real record among those that the replay played.

Real wins stand in the distribution of replayed wins; the order of the teams is compared by rank
correlation; and it is counted how often the real champions win.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simlib.files.season_figures import real_standings
from simlib.judge.intervals import lots, placed, two_sided
from simlib.kernels.sums import H_CONFERENCE_TITLES, H_TITLES
from simlib.runs.results import Results


class TeamWins(NamedTuple):
    """A team's real wins (+ half ties) beside the replays: `low`, `high` hold the middle 90%.

    `titles` and `conference_titles` are shares of seasons, 0-1.
    """

    team: str
    name: str
    conference: str
    actual: float
    mean: float
    low: float
    high: float
    pit: float
    p: float
    conference_titles: float
    titles: float


class Standings(NamedTuple):
    """The teams, their order, and the real champion.

    `rank_correlation` is Spearman's, of real wins and mean wins; `champion` the winner of the last
    play-off, None when the season has none; `champion_share` how often he wins the title.
    """

    teams: tuple[TeamWins, ...]
    inside90: int
    rank_correlation: float | None
    champion: str | None
    champion_share: float | None


def check_standings(results: Results) -> Standings:
    """Compare the real standings with the replays'."""
    season, sums, seasons = results.season, results.sums, results.meta.seasons
    index = {team.code: place for place, team in enumerate(season.teams)}
    chance = lots(len(season.teams))
    teams = []
    for record in real_standings(season):
        place = index[record.team]
        counts = sums.wins[place]
        half = min(2 * record.wins + record.ties, len(counts) - 1)
        pit = placed(int(counts[:half].sum()), int(counts[half]), seasons, float(chance[place]))
        total = np.cumsum(counts)
        low, high = (int(np.searchsorted(total, share * seasons)) for share in (0.05, 0.95))
        teams.append(
            TeamWins(
                team=record.team,
                name=season.teams[place].name,
                conference=record.conference,
                actual=half / 2,
                mean=float(counts @ np.arange(len(counts))) / 2 / seasons,
                low=low / 2,
                high=high / 2,
                pit=pit,
                p=two_sided(pit),
                conference_titles=int(sums.honours[place, H_CONFERENCE_TITLES]) / seasons,
                titles=int(sums.honours[place, H_TITLES]) / seasons,
            )
        )
    champion = _champion(results)
    share = int(sums.honours[index[champion], H_TITLES]) / seasons if champion else None
    inside = sum(team.low <= team.actual <= team.high for team in teams)
    order = rank_correlation([team.actual for team in teams], [team.mean for team in teams])
    return Standings(tuple(teams), inside, order, champion, share)


def _champion(results: Results) -> str | None:
    if not results.season.playoffs:
        return None
    last = results.season.playoffs[-1]
    return last.home if last.home_score > last.away_score else last.away


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1, level values sharing the mean of theirs."""
    return [sum(x < value for x in values) + (sum(x == value for x in values) + 1) / 2 for value in values]


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None where one side is level throughout."""
    x, y = (np.array(ranks(values)) - (len(values) + 1) / 2 for values in (a, b))
    size = float(np.sqrt((x @ x) * (y @ y))) if len(a) else 0.0
    return float(x @ y) / size if size else None
