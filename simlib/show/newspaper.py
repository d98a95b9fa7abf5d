"""A game as a newspaper prints it: line score, scoring, statistics, drives, play-by-play."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from simlib.errors import clean
from simlib.files.lineups import lineup_words
from simlib.plays.ready_matches import real_words
from simlib.plays.records import GameResult, ManBox, TeamBox
from simlib.rulesets.told import Play
from simlib.show.terminal import plain_text, table

if TYPE_CHECKING:
    from simlib.plays.many_games import ManyGames

_ORDINALS = ("", "1st", "2nd", "3rd", "4th")
Row = tuple[object, ...]


def clock_words(seconds: int) -> str:
    """Seconds as a scoreboard shows them: 5:15."""
    return f"{seconds // 60}:{seconds % 60:02}"


def quarter_name(quarter: int) -> str:
    """Q1 to Q4, then OT, OT2, ..."""
    return f"Q{quarter}" if quarter <= 4 else f"OT{quarter - 4 if quarter > 5 else ''}"


def spot_words(game: GameResult, offense: str, to_goal: int) -> str:
    """Where the ball is: the side of the field and its yard line."""
    if to_goal == 50:
        return "50"
    rival = game.home.code if offense == game.away.code else game.away.code
    return f"{offense} {100 - to_goal}" if to_goal > 50 else f"{rival} {to_goal}"


def headline(game: GameResult) -> str:
    """Who beat whom."""
    away, home = game.away, game.home
    if away.points == home.points:
        return f"{away.name} {away.points}, {home.name} {home.points}: a tie"
    won, lost = (away, home) if away.points > home.points else (home, away)
    return f"{won.name} {won.points}, {lost.name} {lost.points}"


def two_seasons(game: "GameResult | ManyGames") -> bool:
    """Whether the teams come from two seasons, and are called by them."""
    return " " in game.home.code


def sheets_words(game: "GameResult | ManyGames") -> str:
    """Whose sheets and, where it is not the same, whose rules."""
    if two_seasons(game):
        return f"sheets of {game.away_season} and {game.season}, rules of {game.rules}"
    rules = f", rules of {game.rules}" if game.rules != game.season else ""
    return f"{game.season} sheets{rules}"


def rules_words(game: "GameResult | ManyGames") -> str:
    """The game, its coach, its options in force and its seed."""
    options = f", options {', '.join(game.options)};" if game.options else ","
    return f"{game.ruleset}, coach {game.coach}{options} seed {game.seed}"


def _which_game(game: GameResult) -> str:
    at = f"at {game.home.name}, {sheets_words(game)}; {rules_words(game)}"
    if game.season_number is None:
        return f"{at}; game {game.number} of these two, counted from 0"
    of = f"season {game.season_number} of the run (counted from 0), game {game.number} of the schedule"
    return f"{at}; {of} (counted from 1)"


def _what_game(game: GameResult) -> list[str]:
    real = [real_words(game.match)] if game.match else []
    return [*real, _which_game(game), *lineup_words(game.lineup)]


def _line_score(game: GameResult) -> RenderableType:
    quarters = [quarter_name(n + 1) for n in range(len(game.home.quarters))]
    rows = [(team.name, *team.quarters, team.points) for team in (game.away, game.home)]
    return table("", ("", *(f">{name}" for name in quarters), ">T"), rows)


def _scoring(game: GameResult) -> RenderableType:
    rows = (
        (
            quarter_name(score.quarter),
            clock_words(score.clock),
            score.team,
            score.text,
            score.away_points,
            score.home_points,
        )
        for score in game.scoring
    )
    columns = ("", ">left", "", "scoring", f">{game.away.code}", f">{game.home.code}")
    return table("Scoring", columns, rows)


def _average(total: int, count: int) -> str:
    return f"{total / count:.1f}" if count else "-"


def _dash(count: int, yards: int) -> str:
    """Count-yards; a loss stands in brackets."""
    return f"{count}-{yards}" if yards >= 0 else f"{count}-({yards})"


def team_lines(team: TeamBox) -> dict[str, str]:
    """A team's statistics as they are printed."""
    s = team.stats
    first_downs = (s["first_downs_rush"], s["first_downs_pass"], s["first_downs_penalty"])
    net = s["pass_yds"] - s["sack_yds"]
    return {
        "First downs": f"{sum(first_downs)}",
        "  by rush-pass-penalty": "-".join(map(str, first_downs)),
        "Plays from scrimmage, total yards": f"{s['plays']}, {s['rush_yds'] + net}",
        "Rushes-yards": _dash(s["rush_att"], s["rush_yds"]),
        "Passing yards, net": f"{net}",
        "Completions-attempts-intercepted": f"{s['pass_cmp']}-{s['pass_att']}-{s['pass_int']}",
        "Sacked-yards lost": f"{s['sacked']}-{s['sack_yds']}",
        "Return yards": f"{s['kick_ret_yds'] + s['punt_ret_yds'] + team.interception_yards}",
        "  kickoffs": f"{s['kick_ret']}-{s['kick_ret_yds']}",
        "  punts": f"{s['punt_ret']}-{s['punt_ret_yds']}",
        "  interceptions": f"{team.interceptions}-{team.interception_yards}",
        "Punts-average": f"{s['punts']}-{_average(s['punt_yds'], s['punts'])}",
        "Fumbles-lost": f"{s['fumbles']}-{s['fumbles_lost']}",
        "Penalties-yards": f"{s['penalties']}-{s['penalty_yds']}",
        "Field goals": f"{s['fg_made']}-{s['fg_att']}",
    }


def _team_statistics(game: GameResult) -> RenderableType:
    away, home = team_lines(game.away), team_lines(game.home)
    rows = ((name, away[name], home[name]) for name in away)
    return table("Team statistics", ("", f">{game.away.code}", f">{game.home.code}"), rows)


def _plural(count: int, word: str) -> str:
    return f", {count} {word}{'s' if count > 1 else ''}" if count else ""


def _rushing(s: dict[str, int]) -> str:
    return f"{_dash(s['rush_att'], s['rush_yds'])}{_plural(s['rush_td'], 'td')}"


def _passing(s: dict[str, int]) -> str:
    line = f"{s['pass_cmp']}-{s['pass_att']}-{s['pass_int']}, {s['pass_yds']} yards"
    sacked = f", sacked {s['sacked']}-{s['sack_yds']}" if s["sacked"] else ""
    return f"{line}{_plural(s['pass_td'], 'td')}{sacked}"


def _receiving(s: dict[str, int]) -> str:
    return f"{_dash(s['rec'], s['rec_yds'])}{_plural(s['rec_td'], 'td')}"


def _kick_returns(s: dict[str, int]) -> str:
    return f"{_dash(s['kick_ret'], s['kick_ret_yds'])}{_plural(s['kick_ret_td'], 'td')}"


def _punt_returns(s: dict[str, int]) -> str:
    return f"{_dash(s['punt_ret'], s['punt_ret_yds'])}{_plural(s['punt_ret_td'], 'td')}"


def _punting(s: dict[str, int]) -> str:
    return f"{s['punts']}-{_average(s['punt_yds'], s['punts'])}"


def _kicking(s: dict[str, int]) -> str:
    parts = [f"field goals {s['fg_made']}-{s['fg_att']}"] if s["fg_att"] else []
    return ", ".join([*parts, *([f"tries {s['xp_made']}-{s['xp_att']}"] if s["xp_att"] else [])])


def _intercepting(s: dict[str, int]) -> str:
    return f"{_dash(s['int_made'], s['int_made_yds'])}{_plural(s['int_made_td'], 'td')}"


def _fumbling(s: dict[str, int]) -> str:
    return f"{s['fumbles']}, lost {s['fumbles_lost']}"


_PARTS: tuple[tuple[str, tuple[str, ...], str, Callable[[dict[str, int]], str]], ...] = (
    ("Rushing", ("rush_att",), "rush_yds", _rushing),
    ("Passing", ("pass_att", "sacked"), "pass_yds", _passing),
    ("Receiving", ("rec",), "rec_yds", _receiving),
    ("Kickoff returns", ("kick_ret",), "kick_ret_yds", _kick_returns),
    ("Punt returns", ("punt_ret",), "punt_ret_yds", _punt_returns),
    ("Interceptions", ("int_made",), "int_made_yds", _intercepting),
    ("Punting", ("punts",), "punt_yds", _punting),
    ("Kicking", ("fg_att", "xp_att"), "xp_made", _kicking),
    ("Fumbles", ("fumbles",), "fumbles", _fumbling),
)


def _individuals(game: GameResult, code: str, part: int) -> str:
    _, columns, order, line = _PARTS[part]
    men: Iterable[ManBox] = (m for m in game.men if m.team == code and any(m.stats[c] for c in columns))
    ranked = sorted(men, key=lambda m: (-m.stats[columns[0]], -m.stats[order], m.id))
    return "; ".join(f"{m.name} {line(m.stats)}" for m in ranked)


def _individual_statistics(game: GameResult) -> RenderableType:
    lines = []
    for part, (title, *_) in enumerate(_PARTS):
        told = [(code, _individuals(game, code, part)) for code in (game.away.code, game.home.code)]
        for number, (code, words) in enumerate((code, words) for code, words in told if words):
            lines.append(("" if number else title, code, words))
    return table("Individual statistics", ("", "", ""), lines)


def _drives(game: GameResult) -> RenderableType:
    rows = (
        (
            drive.team,
            quarter_name(drive.quarter),
            clock_words(drive.clock),
            drive.began,
            spot_words(game, drive.team, drive.to_goal),
            drive.plays,
            drive.yards,
            drive.ended,
        )
        for drive in game.drives
    )
    return table("Drives", ("", "", ">left", "began by", "at", ">plays", ">yards", "ended by"), rows)


def situation_words(game: GameResult, play: Play) -> str:
    """Down, distance and spot: "1st and 10, NYG 35"; empty for kick-offs and tries."""
    if not play.down:
        return ""
    distance = "goal" if play.yards_to_go >= play.to_goal else str(play.yards_to_go)
    return f"{_ORDINALS[play.down]} and {distance}, {spot_words(game, play.offense, play.to_goal)}"


def _after_play(game: GameResult, play: Play, following: Play | None) -> list[str]:
    """Lines between two plays: the score, time-outs, the two-minute warning, ends of quarters."""
    lines = []
    if (play.scorer or play.kind == "try") and not (following and following.kind == "try"):
        away, home = game.away, game.home
        lines.append(f"{away.code} {play.away_points}, {home.code} {play.home_points}")
    if play.timeout:
        lines.append(f"Time out, {play.timeout}")
    if play.quarter in (2, 4) and play.clock > 120 >= play.clock_after:
        lines.append("Two-minute warning")
    if following is None:
        lines.append("End of the game")
    elif following.quarter != play.quarter:
        halves = {2: "Half time", 4: "End of regulation time"}
        lines.append(halves.get(play.quarter, f"End of {quarter_name(play.quarter)}"))
    return lines


def _play_by_play(game: GameResult) -> RenderableType:
    rows: list[Row] = []
    has_ball = ""
    quarter = 0
    for index, play in enumerate(game.plays):
        following = game.plays[index + 1] if index + 1 < len(game.plays) else None
        shown = quarter_name(play.quarter) if play.quarter != quarter else ""
        who = play.offense if play.offense != has_ball or shown or two_seasons(game) else ""
        quarter, has_ball = play.quarter, play.offense
        told = Text(clean(play.text))
        told.append(f"  ({clean(play.rolled)})", "dim")
        rows.append((shown, clock_words(play.clock), who, situation_words(game, play), told))
        for line in _after_play(game, play, following):
            rows.append(("", clock_words(play.clock_after), "", "", Text(f"-- {line}", "bold")))
    return table("Play by play (in brackets: the letters and the dice)", ("", ">left", "", "", ""), rows)


def game_tables(game: GameResult, log: bool = False) -> list[RenderableType]:
    """Everything a newspaper prints of a game; with `log`, every play and its dice."""
    parts: list[RenderableType] = [
        Group(Text(clean(headline(game)), "bold"), *map(clean, _what_game(game)), ""),
        _line_score(game),
        "",
        _scoring(game),
        _team_statistics(game),
        *([_individual_statistics(game)] if game.men else []),
        _drives(game),
    ]
    return [*parts, _play_by_play(game)] if log else parts


def game_text(game: GameResult, log: bool = False) -> str:
    """The same as plain text."""
    return plain_text(game_tables(game, log))
