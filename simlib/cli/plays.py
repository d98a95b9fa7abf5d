"""Commands for one game, or one play."""

from dataclasses import dataclass, fields
from typing import Annotated

import typer

import simlib
from simlib.cli.arguments import Charts, CoachName, JsonFile, Lineup, Options, RulesetId, Seed
from simlib.errors import Fault, InputError


@dataclass(frozen=True)
class Meeting:
    """Who meets, under whose rules; `of` and `times` say which game is told, or how many are counted."""

    away: Annotated[
        str | None, typer.Argument(metavar="AWAY", help="Visitors: code or name; BAL@1968 of that season.")
    ] = None
    home: Annotated[str | None, typer.Argument(metavar="HOME", help="Home team.")] = None
    season: Annotated[
        str, typer.Option("--season", metavar="SEASON", help="Year or folder of a team without @.")
    ] = "1958"
    ruleset: RulesetId = "spi"
    seed: Seed = 1
    number: Annotated[int, typer.Option("--number", metavar="N", help="Another game of the two.")] = 0
    of: Annotated[
        str, typer.Option("--of", metavar="SEASON:GAME", help="Season from 0, game of games.csv from 1.")
    ] = ""
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="YEAR", help="Whose rules; else the home team's year's.")
    ] = None
    match: Annotated[
        str | None, typer.Option("--match", metavar="NAME|list", help="A real match, played until one wins.")
    ] = None
    play_off: Annotated[bool, typer.Option("--play-off", help="A level game goes on until a score.")] = False
    times: Annotated[int, typer.Option("--times", metavar="N", help="Count N games: who wins how often")] = 0
    coach: CoachName = None
    options: Options = ""
    charts: Charts = None
    lineup: Lineup = None


@dataclass(frozen=True)
class Call:
    """What is known of a play besides its kind; what stands at its default isn't asked of the game."""

    to: Annotated[str, typer.Option("--to", metavar="MAN", help="Receiver of a pass, or a letter.")] = ""
    way: Annotated[str, typer.Option("--way", metavar="WAY", help="Run inside or outside.")] = "inside"
    length: Annotated[str, typer.Option("--length", metavar="L", help="Short, medium or long.")] = "short"
    against: Annotated[str, typer.Option("--against", metavar="TEAM", help="Team in defence.")] = ""
    defense: Annotated[str, typer.Option("--defense", metavar="D", help="Row or card of the defence.")] = ""
    to_goal: Annotated[int, typer.Option("--to-goal", metavar="Y", help="Yards to the goal line.")] = 0
    two_minute: Annotated[bool, typer.Option("--two-minute", help="In the last two minutes.")] = False
    rushed: Annotated[bool, typer.Option("--rushed", help="A punt that is rushed.")] = False
    decline: Annotated[bool, typer.Option("--decline", help="A penalty with a choice is declined.")] = False
    edition: Annotated[str, typer.Option("--edition", metavar="E", help="Whose tables: two-dice.")] = ""
    down: Annotated[int, typer.Option("--down", metavar="D", help="Down of a solved state, 1 to 4.")] = 0
    to_go: Annotated[int, typer.Option("--to-go", metavar="Y", help="Yards to a first down.")] = 0


def tell_game(
    meeting: Meeting,
    log: Annotated[bool, typer.Option("--log", help="Every play, with its letters and dice.")] = False,
    *,
    file: JsonFile,
) -> None:
    """Play one game and tell it as a newspaper would; --of tells a game of a run; --times N counts.

    Example: simlib game BAL@1958 BAL@1968 --rules 1958 --seed 7 --log
    """
    from simlib.plays.one_game import run_game
    from simlib.show import terminal
    from simlib.show.listings import match_list
    from simlib.show.newspaper import game_tables
    from simlib.show.played import many_tables

    if meeting.match == "list":
        terminal.deliver([match_list()], file.json, None)
        return
    asked = dict(vars(meeting))
    of, times = asked.pop("of"), asked.pop("times")
    if not times:
        told = simlib.game(**asked, of=run_game(of))
        file.save_json(told.to_json)
        terminal.show(*game_tables(told, log))
        return
    if of or log:
        found = f"{times} beside {'--of' if of else '--log'}"
        raise InputError(Fault("--times", "", found, "one game to tell, or many to count"))
    with terminal.progress_bar("playing") as update:
        many = simlib.play_many(**asked, times=times, progress=update)
    file.save_json(many.to_json)
    terminal.show(*many_tables(many))


def show_odds(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Id of the game.")],
    what: Annotated[str, typer.Argument(metavar="CHART", help="A chart, or a play: run, pass, punt, ...")],
    who: Annotated[
        str, typer.Argument(metavar="COLUMN", help="Column of the chart; letter, man or team of a play.")
    ] = "",
    *,
    call: Call,
    season: Annotated[str, typer.Option("--season", metavar="SEASON", help="Whose sheets.")] = "1958",
    charts: Charts = None,
    file: JsonFile,
) -> None:
    """Count the exact odds of a chart's column, or of a whole play.

    Example: simlib odds spi run Gifford --against BAL --defense III --to-goal 65
    """
    from simlib.show import terminal
    from simlib.show.played import odds_tables

    plain = {field.name: field.default for field in fields(call)}
    asked = {name: value for name, value in vars(call).items() if value and value != plain[name]}
    found = simlib.odds(what, who, ruleset=ruleset, season=season, charts=charts, **asked)
    file.save_json(found.to_json)
    terminal.show(*odds_tables(found))
