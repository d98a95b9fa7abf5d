"""What a real season came to: its standings, and how far its results spread."""

from math import sqrt
from typing import NamedTuple

from simlib.files.seasons import Season


class Record(NamedTuple):
    """A team's record; `percentage` as the year counted it, None without a decided game."""

    team: str
    conference: str
    wins: int
    losses: int
    ties: int
    points: int
    points_against: int
    percentage: float | None


def real_standings(season: Season) -> tuple[Record, ...]:
    """Give the records as they were, by conference, then percentage, then code."""
    half = 0.5 if season.rules["ties_in_percentage"].value == "half_win_half_loss" else 0.0
    records = []
    for team in season.teams:
        won, lost, tied, points, against = (
            team.stats[c] or 0 for c in ("wins", "losses", "ties", "points", "opp_points")
        )
        percentage = (won + half * tied) / played if (played := won + lost + 2 * half * tied) else None
        records.append(Record(team.code, team.conference, won, lost, tied, points, against, percentage))
    return tuple(sorted(records, key=lambda r: (r.conference, -(r.percentage or 0.0), r.team)))


class Spread(NamedTuple):
    """How far a season's results spread: sds with n - 1; points and margins in points."""

    points_sd: float  # a team's points in a game, over team-games
    margin_sd: float  # home minus away points, over games
    wins_sd: float  # wins + half the ties, over teams
    ties: int
    home_margin: float  # mean of home minus away points


def _sd(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1))


def real_spread(season: Season) -> Spread:
    """Spread of the real regular season's results."""
    games = season.games
    points = [float(p) for game in games for p in (game.home_score, game.away_score)]
    margins = [float(game.home_score - game.away_score) for game in games]
    wins = [(team.stats["wins"] or 0) + (team.stats["ties"] or 0) / 2 for team in season.teams]
    return Spread(
        _sd(points), _sd(margins), _sd(wins), sum(not m for m in margins), sum(margins) / len(margins)
    )
