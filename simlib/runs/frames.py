"""pandas views of a run. Counts are means a season; rates are pooled over seasons.

Columns that start with `real_` hold the real season's figure, missing where it is not known. A man
without a try has no rate: it is missing, not nought.
"""

from typing import Any

import numpy as np
import pandas as pd

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.sums import (
    F_AWAY_POINTS,
    F_HOME_POINTS,
    F_HOME_WINS,
    F_TIES,
    H_CONFERENCE_TITLES,
    H_TITLES,
    M_D,
    M_N,
)
from simlib.runs.plan import rate_keys, stats_of
from simlib.runs.run import Run

OPPONENTS = tuple(f"opp_{name}" for name in TEAM_COLUMNS)


def _rates(run: Run, level: str) -> pd.DataFrame:
    """One row a line of the level; for each statistic its pooled mean, real value and real tries."""
    rows = [k for k, key in enumerate(rate_keys(run.men)) if key.level == level]
    stats = stats_of(level)

    def divided(pairs: Any) -> Any:
        n, d = pairs[:, 0] * run.plan.scale[rows], pairs[:, 1]
        values = np.divide(n, d, out=np.full(len(n), np.nan), where=d != 0)
        return values.reshape(-1, len(stats)).T

    means = divided(run.sums.moments[rows][:, [M_N, M_D]])
    real = divided(run.plan.real[rows])
    tries = run.plan.real[rows][:, 1].reshape(-1, len(stats)).T
    columns = {stat.name: mean for stat, mean in zip(stats, means, strict=True)}
    columns |= {f"real_{stat.name}": values for stat, values in zip(stats, real, strict=True)}
    if level == "player":
        columns |= {
            f"qualified_{stat.name}": count >= stat.qualifier
            for stat, count in zip(stats, tries, strict=True)
        }
    return pd.DataFrame(columns)


def _real_counts(lines: list[Any], names: tuple[str, ...]) -> pd.DataFrame:
    """Real counts of teams or men (None for a man who isn't listed) as floats."""
    return pd.DataFrame(
        {
            f"real_{name}": np.array(
                [line.stats.get(name) if line is not None else None for line in lines], np.float64
            )
            for name in names
        }
    )


def league_frame(run: Run) -> pd.DataFrame:
    """League rates, one row a statistic.

    Returns
    -------
    DataFrame
        stat, title; mean (pooled), mcse (its Monte-Carlo error), sd (of single seasons), real; per
        cent for names ending in `_percent`, else as the title says. Where some teams only have a
        real figure, mean and real pool those teams.
    """
    rows = [
        (key.stat.name, key.stat.title, rate.mean, rate.mcse, rate.sd, rate.real)
        for key, rate in run.rates()
        if key.level == "league"
    ]
    frame = pd.DataFrame(rows, columns=["stat", "title", "mean", "mcse", "sd", "real"])
    return frame.astype(dict.fromkeys(["mean", "mcse", "sd", "real"], np.float64))


def teams_frame(run: Run) -> pd.DataFrame:
    """Teams, in the order of their codes.

    Returns
    -------
    DataFrame
        team, name, conference; every team column and its opponents' (`opp_`), mean a season;
        every team statistic, pooled; `real_` of each.
    """
    teams = list(run.season.teams)
    counts = run.sums.team_columns / run.meta.seasons
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "team": [team.code for team in teams],
                    "name": [team.name for team in teams],
                    "conference": [team.conference for team in teams],
                }
            ),
            pd.DataFrame(counts, columns=[*TEAM_COLUMNS, *OPPONENTS]),
            _real_counts(teams, TEAM_COLUMNS + OPPONENTS),
            _rates(run, "team"),
        ],
        axis=1,
    )


def players_frame(run: Run) -> pd.DataFrame:
    """Men, by team and slot; a traded man has a row a team.

    Returns
    -------
    DataFrame
        player (id), name, team, position, others (book-keeping for unattributed figures); every
        player column, mean a season; every player statistic, pooled; `real_` of each;
        `qualified_` of each statistic: the man's real tries reach its qualifier.
    """
    season = run.season
    listed = {(player.team, player.id): player for player in season.players}
    ids = [(team.code, id_) for team, slots in zip(season.teams, run.men, strict=True) for id_ in slots]
    men = [listed.get(key) for key in ids]
    sums = [run.sums.player_columns[team, : len(slots)] for team, slots in enumerate(run.men)]
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "player": [id_ for _, id_ in ids],
                    "name": [man.name if man else id_ for man, (_, id_) in zip(men, ids, strict=True)],
                    "team": [code for code, _ in ids],
                    "position": [man.position if man else "" for man in men],
                    "others": [bool(man and man.others) for man in men],
                }
            ),
            pd.DataFrame(np.concatenate(sums) / run.meta.seasons, columns=PLAYER_COLUMNS),
            _real_counts(men, PLAYER_COLUMNS),
            _rates(run, "player"),
        ],
        axis=1,
    )


def games_frame(run: Run) -> pd.DataFrame:
    """Regular-season fixtures, in their order.

    Returns
    -------
    DataFrame
        game (number), week, date, home, away; real_home_score, real_away_score; home_score,
        away_score (means); home_wins, ties, away_wins (shares of seasons, 0-1).
    """
    season, seasons = run.season, run.meta.seasons
    sums = run.sums.fixtures / seasons
    return pd.DataFrame(
        {
            "game": [game.number for game in season.games],
            "week": [game.week for game in season.games],
            "date": [str(game.date) for game in season.games],
            "home": [game.home for game in season.games],
            "away": [game.away for game in season.games],
            "real_home_score": [game.home_score for game in season.games],
            "real_away_score": [game.away_score for game in season.games],
            "home_score": sums[:, F_HOME_POINTS],
            "away_score": sums[:, F_AWAY_POINTS],
            "home_wins": sums[:, F_HOME_WINS],
            "ties": sums[:, F_TIES],
            "away_wins": 1 - sums[:, F_HOME_WINS] - sums[:, F_TIES],
        }
    )


def real_records(season: Season) -> dict[str, list[int]]:
    """Real [wins, losses, ties, points, points against] of each team's regular season, by code."""
    records = {team.code: [0, 0, 0, 0, 0] for team in season.teams}
    for game in season.games:
        for code, scored, allowed in (
            (game.home, game.home_score, game.away_score),
            (game.away, game.away_score, game.home_score),
        ):
            record = records[code]
            record[0 if scored > allowed else 1 if scored < allowed else 2] += 1
            record[3] += scored
            record[4] += allowed
    return records


def standings_frame(run: Run) -> pd.DataFrame:
    """Standings of the replays beside the real ones.

    Returns
    -------
    DataFrame
        conference, team, name; wins, losses, ties, points, points_against (means a season);
        percentage (pooled wins / decisions, 0-1); wins_sd (of wins + half ties); first (share of
        seasons at the top, level or alone), conference_titles, titles (shares of seasons, 0-1);
        real_wins, real_losses, real_ties, real_points, real_points_against. By conference, then
        percentage, then code.
    """
    seasons, sums = run.meta.seasons, run.sums
    real = real_records(run.season)
    columns = ("wins", "losses", "ties", "points", "opp_points")
    position = [(*TEAM_COLUMNS, *OPPONENTS).index(name) for name in columns]
    rows: list[dict[str, Any]] = []
    for k, team in enumerate(run.season.teams):
        wins, losses, ties, points, against = (int(x) for x in sums.team_columns[k, position])
        half_wins = np.arange(sums.wins.shape[1]) / 2
        mean = float(sums.wins[k] @ half_wins) / seasons
        squares = float(sums.wins[k] @ (half_wins - mean) ** 2)
        rows.append(
            {
                "conference": team.conference,
                "team": team.code,
                "name": team.name,
                "wins": wins / seasons,
                "losses": losses / seasons,
                "ties": ties / seasons,
                "points": points / seasons,
                "points_against": against / seasons,
                "percentage": wins / (wins + losses) if wins + losses else np.nan,
                "wins_sd": (squares / (seasons - 1)) ** 0.5 if seasons > 1 else np.nan,
                "first": int(sums.ranks[k, 0]) / seasons,
                "conference_titles": int(sums.honours[k, H_CONFERENCE_TITLES]) / seasons,
                "titles": int(sums.honours[k, H_TITLES]) / seasons,
                **dict(zip(("real_wins", "real_losses", "real_ties"), real[team.code], strict=False)),
                "real_points": real[team.code][3],
                "real_points_against": real[team.code][4],
            }
        )
    rows.sort(key=lambda row: (row["conference"], -row["percentage"], row["team"]))
    return pd.DataFrame(rows)


def leaders_frame(run: Run, stat: str, count: int = 10, lowest: bool = False) -> pd.DataFrame:
    """The leading men in a statistic (qualified men, pooled rate) or count (mean a season).

    Parameters
    ----------
    run : Run
    stat : str
        A player statistic or a player column.
    count : int
        How many.
    lowest : bool
        Least first, for interceptions and the like.

    Returns
    -------
    DataFrame
        rank, player, name, team, mean, real. `others` men are left out; level men by id and team.

    Raises
    ------
    InputError
        No such statistic.
    """
    rates = [s.name for s in stats_of("player")]
    if stat not in rates and stat not in PLAYER_COLUMNS:
        raise InputError(Fault("stat", "", stat, f"one of {', '.join((*rates, *PLAYER_COLUMNS))}"))
    men = players_frame(run)
    chosen = ~men["others"] & men[stat].notna()
    if stat in rates:
        chosen &= men[f"qualified_{stat}"]
    men = men[chosen].sort_values([stat, "player", "team"], ascending=[lowest, True, True]).head(count)
    frame = men[["player", "name", "team", stat, f"real_{stat}"]]
    frame = frame.rename(columns={stat: "mean", f"real_{stat}": "real"}).reset_index(drop=True)
    frame.insert(0, "rank", frame["mean"].rank(method="min", ascending=lowest).astype(int))
    return frame


def season_rows_frame(run: Run, level: str) -> pd.DataFrame:
    """Counts of every season and line, for runs that keep them (detail "seasons" or "games").

    Parameters
    ----------
    run : Run
    level : str
        "league", "team" or "player".

    Returns
    -------
    DataFrame
        season (its number), then team, player where the level has them, then the integer columns
        of a man or a team, the opponents' (`opp_`) included.

    Raises
    ------
    InputError
        The run kept a summary only, or there is no such level.
    """
    rows = run.kept_rows("seasons")
    codes = np.array([team.code for team in run.season.teams])
    numbers = run.meta.first + np.arange(run.meta.seasons)
    if level == "league":
        frame = pd.DataFrame(rows.team_stats.sum(axis=1), columns=[*TEAM_COLUMNS, *OPPONENTS])
        frame.insert(0, "season", numbers)
    elif level == "team":
        flat = rows.team_stats.reshape(-1, rows.team_stats.shape[-1])
        frame = pd.DataFrame(flat, columns=[*TEAM_COLUMNS, *OPPONENTS])
        frame.insert(0, "season", np.repeat(numbers, len(codes)))
        frame.insert(1, "team", np.tile(codes, len(numbers)))
    elif level == "player":
        team, slot = np.nonzero(np.arange(run.plan.men.max()) < run.plan.men[:, None])
        ids = np.array([run.men[t][s] for t, s in zip(team, slot, strict=True)])
        flat = rows.player_stats[:, team, slot].reshape(-1, len(PLAYER_COLUMNS))
        frame = pd.DataFrame(flat, columns=list(PLAYER_COLUMNS))
        frame.insert(0, "season", np.repeat(numbers, len(ids)))
        frame.insert(1, "team", np.tile(codes[team], len(numbers)))
        frame.insert(2, "player", np.tile(ids, len(numbers)))
    else:
        raise InputError(Fault("level", "", level, "league, team or player"))
    return frame


def game_rows_frame(run: Run) -> pd.DataFrame:
    """Scores of every season and game, for runs of detail "games".

    Returns
    -------
    DataFrame
        season (its number), game, home, away, home_score, away_score.

    Raises
    ------
    InputError
        The run did not keep them.
    """
    rows = run.kept_rows("games")
    games = run.season.games
    numbers = run.meta.first + np.arange(run.meta.seasons)
    return pd.DataFrame(
        {
            "season": np.repeat(numbers, len(games)),
            "game": np.tile([game.number for game in games], len(numbers)),
            "home": np.tile([game.home for game in games], len(numbers)),
            "away": np.tile([game.away for game in games], len(numbers)),
            "home_score": rows.scores[:, :, 0].ravel(),
            "away_score": rows.scores[:, :, 1].ravel(),
        }
    )
