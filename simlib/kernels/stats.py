"""The one list of statistics: what kernels count, and the rates made from the counts.

Kernels write integer columns: `PLAYER_COLUMNS` for a man, `TEAM_COLUMNS` for a team. Every
statistic simlib reports is a ratio of two sums of columns, scaled; `STATS` lists them all. A
season's real figures (`teams/<season>/*.csv`) carry the same column names. Positions are frozen into
compiled kernels, so this file counts as one of their sources (see simlib.kernels.jit).
"""

from typing import NamedTuple

PLAYER_COLUMNS = (
    "rush_att", "rush_yds", "rush_td",
    "pass_att", "pass_cmp", "pass_yds", "pass_td", "pass_int", "sacked", "sack_yds",
    "targets", "rec", "rec_yds", "rec_td",
    "fumbles", "fumbles_lost",
    "kick_ret", "kick_ret_yds", "kick_ret_td",
    "punt_ret", "punt_ret_yds", "punt_ret_td",
    "punts", "punt_yds",
    "fg_made", "fg_att", "xp_made", "xp_att",
    "int_made", "int_made_yds", "int_made_td",
)  # fmt: skip
LATER_PLAYER_COLUMNS = ("int_made", "int_made_yds", "int_made_td")  # a season's files may lack them
TEAM_COLUMNS = (
    "games", "wins", "losses", "ties", "points", "points_squared", "margin_squared",
    "home_games", "home_margin", "plays", "fourth_down_tries",
    "rush_att", "rush_yds", "rush_td",
    "pass_att", "pass_cmp", "pass_yds", "pass_td", "pass_int", "sacked", "sack_yds",
    "first_downs_rush", "first_downs_pass", "first_downs_penalty",
    "fumbles", "fumbles_lost", "penalties", "penalty_yds",
    "kick_ret", "kick_ret_yds", "punt_ret", "punt_ret_yds", "punts", "punt_yds",
    "fg_made", "fg_att", "xp_made", "xp_att", "safeties", "return_td",
)  # fmt: skip


class Stat(NamedTuple):
    """A rate: `scale` x sum of `numerator` columns / sum of `denominator` columns.

    Attributes
    ----------
    name : str
        The name used everywhere: tables, JSON, plots.
    title : str
        The name in plain words.
    numerator, denominator : tuple of str
        Columns added up. In a team line an "opp_" column is the opponents' figure.
    scale : int
        100 for a percentage, else 1.
    levels : tuple of str
        Where it is reported: "league", "team", "player".
    qualifier : int
        Least real denominator for a man to count in summaries (players only).
    """

    name: str
    title: str
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    scale: int
    levels: tuple[str, ...]
    qualifier: int = 0


_ALL = ("league", "team", "player")
_TEAMS = ("league", "team")


def _per_game(name: str, title: str, *columns: str, levels: tuple[str, ...] = _TEAMS) -> Stat:
    return Stat(f"{name}_per_game", f"{title} a game", columns, ("games",), 1, levels)


STATS: tuple[Stat, ...] = (
    Stat("yards_per_carry", "yards per carry", ("rush_yds",), ("rush_att",), 1, _ALL, 40),
    Stat("completion_percent", "completion %", ("pass_cmp",), ("pass_att",), 100, _ALL, 60),
    Stat("yards_per_attempt", "yards per attempt", ("pass_yds",), ("pass_att",), 1, _ALL, 60),
    Stat("interception_percent", "interception %", ("pass_int",), ("pass_att",), 100, _ALL, 60),
    Stat("yards_per_catch", "yards per catch", ("rec_yds",), ("rec",), 1, ("player",), 15),
    Stat("sack_yards_per_dropback", "sack yards per dropback",
         ("sack_yds",), ("pass_att", "sacked"), 1, ("player",), 60),
    Stat("rushing_touchdown_percent", "touchdowns per 100 carries",
         ("rush_td",), ("rush_att",), 100, ("player",), 40),
    Stat("passing_touchdown_percent", "touchdown passes per 100 attempts",
         ("pass_td",), ("pass_att",), 100, ("player",), 60),
    Stat("receiving_touchdown_percent", "touchdowns per 100 catches",
         ("rec_td",), ("rec",), 100, ("player",), 15),
    _per_game("rushing_attempts", "carries", "rush_att"),
    _per_game("rushing_yards", "rushing yards", "rush_yds"),
    _per_game("rushing_touchdowns", "rushing touchdowns", "rush_td"),
    _per_game("passing_attempts", "passes", "pass_att"),
    _per_game("passing_yards", "passing yards", "pass_yds"),
    _per_game("passing_touchdowns", "touchdown passes", "pass_td"),
    _per_game("sack_yards", "sack yards", "sack_yds"),
    _per_game("points", "points", "points"),
    _per_game("rush_and_pass_first_downs", "first downs by run and pass",
              "first_downs_rush", "first_downs_pass"),
    _per_game("first_downs", "first downs",
              "first_downs_rush", "first_downs_pass", "first_downs_penalty"),
    _per_game("penalties", "penalties", "penalties"),
    _per_game("penalty_yards", "penalty yards", "penalty_yds"),
    _per_game("penalty_first_downs", "first downs by penalty", "first_downs_penalty"),
    _per_game("plays", "plays from scrimmage", "plays"),
    _per_game("punts", "punts", "punts"),
    _per_game("fumbles_lost", "fumbles lost", "fumbles_lost"),
    Stat("field_goal_percent", "field goal %", ("fg_made",), ("fg_att",), 100, _ALL, 10),
    Stat("extra_point_percent", "extra point %", ("xp_made",), ("xp_att",), 100, _ALL, 10),
    Stat("punt_average", "yards per punt", ("punt_yds",), ("punts",), 1, _ALL, 15),
    Stat("kick_return_average", "yards per kick return", ("kick_ret_yds",), ("kick_ret",), 1, _ALL, 15),
    Stat("punt_return_average", "yards per punt return", ("punt_ret_yds",), ("punt_ret",), 1, _ALL, 15),
    Stat("yards_allowed_per_carry", "yards allowed per carry",
         ("opp_rush_yds",), ("opp_rush_att",), 1, ("team",)),
    Stat("yards_allowed_per_attempt", "yards allowed per attempt",
         ("opp_pass_yds",), ("opp_pass_att",), 1, ("team",)),
    _per_game("rushing_yards_allowed", "rushing yards allowed", "opp_rush_yds", levels=("team",)),
    _per_game("points_allowed", "points allowed", "opp_points", levels=("team",)),
)  # fmt: skip
STAT = {stat.name: stat for stat in STATS}
