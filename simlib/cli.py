"""The command line: options in, one library call, one call to print.

`main` alone turns an error into one line on standard error and an exit code: 2 for input that can't
be used or output that can't be written, 130 when interrupted.
"""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from simlib.errors import InputError, clean

if TYPE_CHECKING:
    from simlib.judge.ensemble import Ensemble as Drawn
    from simlib.runs.results import Results

app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
seasons_app = typer.Typer(rich_markup_mode=None)
charts_app = typer.Typer(rich_markup_mode=None)
app.add_typer(seasons_app, name="seasons", help="The real seasons that can be replayed.")
app.add_typer(charts_app, name="charts", help="A game's charts, and where each cell comes from.")
UsageError: type[Any] = typer.BadParameter.__mro__[1]  # of click, or of the click inside typer


def _years(incomplete: str) -> list[str]:
    from simlib.files.seasons import shipped_seasons

    return [year for year in map(str, shipped_seasons()) if year.startswith(incomplete)]


def _rulesets(incomplete: str) -> list[str]:
    from simlib.rulesets import ruleset_ids

    return [name for name in ruleset_ids() if name.startswith(incomplete)]


def _categories(incomplete: str) -> list[str]:
    from simlib.show.leader_tables import CATEGORIES

    return [name for name in CATEGORIES if name.startswith(incomplete)]


Season = Annotated[
    str,
    typer.Argument(
        metavar="SEASON", help="A shipped year, or the path of a season folder.", autocompletion=_years
    ),
]
Run = Annotated[
    str,
    typer.Argument(
        metavar="RUN|SEASON",
        help="A run kept with --out; or a year or season folder to replay.",
        autocompletion=_years,
    ),
]
RulesetId = Annotated[
    str,
    typer.Option(
        "--ruleset", metavar="ID", help="Game to play; see simlib rulesets.", autocompletion=_rulesets
    ),
]
Seasons = Annotated[int, typer.Option("--seasons", metavar="N", help="How many seasons to replay.")]
First = Annotated[
    int, typer.Option("--first", metavar="K", help="Number of the first: K to K+N-1 are replayed.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same results; 0 to 2^64-1.")]
CoachName = Annotated[str, typer.Option("--coach", metavar="NAME", help="Who calls the plays.")]
Options = Annotated[str, typer.Option("--options", metavar="A,B|all", help="Optional rules in play.")]
Charts = Annotated[
    Path | None,
    typer.Option("--charts", metavar="DIR", help="Folder of charts used in place of the shipped ones."),
]
Lineup = Annotated[
    Path | None, typer.Option("--lineup", metavar="FILE", help="CSV of who starts, plays more, is out.")
]
League = Annotated[
    str | None, typer.Option("--league", metavar="NAME", help="One league of a season that holds two.")
]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="T", help="Threads; all cores when not given.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder to keep every season in.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the stopped run in --out.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="File to write the table to.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="File to write the answer to.")]

Leverage = Annotated[
    int, typer.Option("--leverage", metavar="N", help="Seasons to move each assumption over; 0 for none.")
]
Ensemble = Annotated[
    int, typer.Option("--ensemble", metavar="K", help="Charts to draw that might have been printed.")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"simlib {version('simlib-football')}")
        raise typer.Exit()


@app.callback()
def _simlib(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True)] = False,
) -> None:
    """Replay football seasons under classic board games, and say how true they are.

    Example: simlib accuracy 1958 --ruleset spi
    """


@app.command("replay")
def replay_season(
    season: Run, ruleset: RulesetId = "spi", seasons: Seasons = 1000, first: First = 0, seed: Seed = 1,
    league: League = None, lineup: Lineup = None,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, jobs: Jobs = None,
    out: Out = None, resume: Resume = False, json: Json = None, csv: Csv = None,
) -> None:  # fmt: skip
    """Replay a season many times: standings beside the real ones, titles, leaders.

    Example: simlib replay 1958 --ruleset spi --seasons 1000
    """
    from simlib.show import answers, terminal

    terminal.check_outputs(None, json, csv)
    results = _replay(
        season, ruleset, seasons, first, seed, coach, options, charts, jobs, out, resume,
        league=league, lineup=lineup,
    )  # fmt: skip
    if json:
        terminal.save_json(json, answers.replay_content(results))
    if csv:
        terminal.save_csv(csv, results.standings().to_dict("records"))
    further = answers.next_steps(
        season, out, ruleset=ruleset, coach=coach if coach != "as-played" else "", options=options,
        league=league, charts=charts, lineup=lineup,
    )  # fmt: skip
    terminal.show(*answers.replay_tables(results), *further)


@app.command("accuracy")
def measure_accuracy(
    season: Run, ruleset: RulesetId = "spi", seasons: Seasons = 1000, first: First = 0, seed: Seed = 1,
    league: League = None, lineup: Lineup = None,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, jobs: Jobs = None,
    out: Out = None, resume: Resume = False, json: Json = None, csv: Csv = None, ensemble: Ensemble = 0,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FOLDER", help="Your own totals, rolled by hand.")
    ] = None,
) -> None:  # fmt: skip
    """Replay a season and say, statistic by statistic, how far the replays are from the real one.

    Example: simlib accuracy 1958 --ruleset spi --seasons 1000 --json accuracy.json
    """
    from simlib.judge.deviation import accuracy
    from simlib.judge.own_season import place_season
    from simlib.rulesets import get_ruleset
    from simlib.runs.engine import sources_of
    from simlib.show import answers, checks, terminal

    terminal.check_outputs(None, json, csv)
    kept = "seasons" if against else None
    results = _replay(
        season, ruleset, seasons, first, seed, coach, options, charts, jobs, out, resume, kept,
        league=league, lineup=lineup,
    )  # fmt: skip
    answer = accuracy(results)
    mine = place_season(results, against) if against else None
    drawn = _ensemble(results, charts, ensemble, jobs, lineup) if ensemble else None
    if json:
        content = checks.checks_content(results, answer, drawn, mine)
        terminal.save_json(json, answer.to_json() | {"checks": content})
    if csv:
        terminal.save_csv(csv, [row._asdict() for row in answer.rows])
    game = get_ruleset(results.meta.ruleset)
    files = sources_of(results, charts, lineup) if results.meta.coach == game.coaches[0] else None
    reasons = game.sheets.reasons(files, charts) if files and game.sheets else None
    shown = answers.accuracy_tables(answer, results, reasons, game.number_steps)
    shown += checks.tables_of_checks(results, answer)
    shown += checks.ensemble_tables(drawn) if drawn else []
    shown += checks.against_tables(mine) if mine else []
    terminal.show(*shown, *answers.outputs(out, json))


@app.command("report")
def write_report(
    season: Run, ruleset: RulesetId = "spi", seasons: Seasons = 1000, first: First = 0, seed: Seed = 1,
    league: League = None, lineup: Lineup = None,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, jobs: Jobs = None,
    leverage: Leverage = 100, ensemble: Ensemble = 0,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page.")] = Path("report.html"),
) -> None:  # fmt: skip
    """Write the whole answer as one page: tables, pictures, assumptions; nothing is fetched to read it.

    Example: simlib report 1958 --ruleset spi --seasons 1000 --ensemble 50 --out report.html
    """
    from simlib.show import terminal
    from simlib.show.report import gather, save_report
    from simlib.show.report.page import check_file
    from simlib.show.report.words import headline

    check_file(out)
    results = _replay(
        season, ruleset, seasons, first, seed, coach, options, charts, jobs, league=league, lineup=lineup
    )
    with terminal.progress_bar("judging") as update:
        evidence = gather(results, charts, leverage, ensemble, jobs, update, lineup)
    save_report(evidence, out)
    terminal.show(headline(evidence), f"The report lies in {out}.")


@app.command("plot")
def draw_figure(
    name: Annotated[str, typer.Argument(metavar="NAME", help="deviation, rolls, pit, wins, points, backs.")],
    season: Run, ruleset: RulesetId = "spi", seasons: Seasons = 1000, first: First = 0, seed: Seed = 1,
    league: League = None, lineup: Lineup = None,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, jobs: Jobs = None,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="A .svg or .png.")] = Path("plot.svg"),
) -> None:  # fmt: skip
    """Draw one of the report's figures, as SVG or PNG.

    Example: simlib plot deviation 1958 --ruleset spi --out deviation.png
    """
    from simlib.show import terminal
    from simlib.show.report import gather
    from simlib.show.report.page import check_file
    from simlib.show.report.plots import check_plot, save_plot

    check_plot(name, out)
    check_file(out)
    results = _replay(
        season, ruleset, seasons, first, seed, coach, options, charts, jobs, league=league, lineup=lineup
    )
    terminal.show(save_plot(name, gather(results, charts, lineup=lineup), out), f"The figure lies in {out}.")


@app.command("assumptions")
def move_assumptions(
    season: Season, ruleset: RulesetId = "spi", seasons: Seasons = 500, seed: Seed = 1,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, jobs: Jobs = None,
) -> None:  # fmt: skip
    """Move each of the coach's assumptions by a step and show how far each league figure moves.

    Example: simlib assumptions 1958 --ruleset spi --seasons 500
    """
    from simlib.judge.leverage import measure_leverage
    from simlib.runs.request import Request
    from simlib.show import answers, terminal

    game, setup = Request(season, ruleset, coach=coach, options=options).look_up()
    loaded, chosen = setup.season, setup.options
    with terminal.progress_bar("moving assumptions") as update:
        levers = measure_leverage(loaded, game, seasons, seed, coach, charts, jobs, update, chosen)
    played = f"{loaded.year} {loaded.league}"
    title = answers.replay_title(played, seasons, 0, seed, game.id, coach, chosen)
    terminal.show(*answers.leverage_table(levers, title))


@app.command("compare")
def compare_sides(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help="shipped, or some of charts=DIR,sheets=DIR,lineup=FILE,coach=NAME,options=N+N."
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The same, for the other side.")],
    season: Annotated[str, typer.Option("--season", metavar="SEASON", help="Year or folder.")] = "1958",
    ruleset: RulesetId = "spi", seasons: Seasons = 200, seed: Seed = 1,
    seed_b: Annotated[
        int | None, typer.Option("--seed-b", metavar="S", help="Throws of B's own; A's when not given.")
    ] = None,
    man: Annotated[str, typer.Option("--man", metavar="NAME", help="Show all of a man's or team's.")] = "",
    league: League = None, jobs: Jobs = None, json: Json = None, csv: Csv = None,
) -> None:  # fmt: skip
    """Play two sets of charts, sheets, lineup, coach or options on the same throws and show what differs.

    Example: simlib compare shipped sheets=my-sheets --season 1958 --ruleset spi --seasons 200
    """
    from simlib.judge.comparison import compare
    from simlib.show import terminal
    from simlib.show.comparison import compare_tables

    terminal.check_outputs(None, json, csv)
    with terminal.progress_bar("comparing") as update:
        found = compare(a, b, season, ruleset, seasons, seed, seed_b, league, jobs, update)
    shown = compare_tables(found, man)
    if json:
        terminal.save_json(json, found.to_json())
    if csv:
        terminal.save_csv(csv, [line._asdict() for line in found.lines])
    terminal.show(*shown)


@app.command("game")
def tell_game(
    away: Annotated[
        str | None, typer.Argument(metavar="AWAY", help="Visitors: code or name; BAL@1968 of that season.")
    ] = None,
    home: Annotated[str | None, typer.Argument(metavar="HOME", help="Home team.")] = None,
    season: Annotated[
        str, typer.Option("--season", metavar="SEASON", help="Year or folder of a team without @.")
    ] = "1958",
    ruleset: RulesetId = "spi", seed: Seed = 1,
    number: Annotated[int, typer.Option("--number", metavar="N", help="Another game of the two.")] = 0,
    of: Annotated[
        str, typer.Option("--of", metavar="SEASON:GAME", help="Season from 0, game of games.csv from 1.")
    ] = "",
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="YEAR", help="Whose rules; else the home team's year's.")
    ] = None,
    match: Annotated[
        str | None, typer.Option("--match", metavar="NAME|list", help="A real match, played until one wins.")
    ] = None,
    play_off: Annotated[bool, typer.Option("--play-off", help="A level game goes on until a score.")] = False,
    times: Annotated[int, typer.Option("--times", metavar="N", help="Count N games: who wins how often")] = 0,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, lineup: Lineup = None,
    log: Annotated[bool, typer.Option("--log", help="Every play, with its letters and dice.")] = False,
    json: Json = None,
) -> None:  # fmt: skip
    """Play one game and tell it as a newspaper would; --of tells a game of a run; --times N counts.

    Example: simlib game BAL@1958 BAL@1968 --rules 1958 --seed 7 --log
    """
    from simlib.show import game_command

    game_command.run(
        away, home, season, ruleset, seed, number, of, rules, match, play_off, times, coach, options, charts,
        log, json, lineup,
    )  # fmt: skip


@app.command("odds")
def show_odds(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Id of the game.")],
    what: Annotated[str, typer.Argument(metavar="CHART", help="A chart, or a play: run, pass, punt, ...")],
    who: Annotated[
        str, typer.Argument(metavar="COLUMN", help="Column of the chart; letter, man or team of a play.")
    ] = "",
    to: Annotated[str, typer.Option("--to", metavar="MAN", help="Receiver of a pass, or a letter.")] = "",
    way: Annotated[str, typer.Option("--way", metavar="WAY", help="Run inside or outside.")] = "inside",
    length: Annotated[str, typer.Option("--length", metavar="L", help="Short, medium or long.")] = "short",
    against: Annotated[str, typer.Option("--against", metavar="TEAM", help="Team in defence.")] = "",
    defense: Annotated[str, typer.Option("--defense", metavar="D", help="Row or card of the defence.")] = "",
    to_goal: Annotated[int, typer.Option("--to-goal", metavar="Y", help="Yards to the goal line.")] = 0,
    two_minute: Annotated[bool, typer.Option("--two-minute", help="In the last two minutes.")] = False,
    rushed: Annotated[bool, typer.Option("--rushed", help="A punt that is rushed.")] = False,
    decline: Annotated[bool, typer.Option("--decline", help="A penalty with a choice is declined.")] = False,
    edition: Annotated[str, typer.Option("--edition", metavar="E", help="Whose tables: two-dice.")] = "",
    down: Annotated[int, typer.Option("--down", metavar="D", help="Down of a solved state, 1 to 4.")] = 0,
    to_go: Annotated[int, typer.Option("--to-go", metavar="Y", help="Yards to a first down.")] = 0,
    season: Annotated[str, typer.Option("--season", metavar="SEASON", help="Whose sheets.")] = "1958",
    charts: Charts = None, json: Json = None,
) -> None:  # fmt: skip
    """Count the exact odds of a chart's column, or of a whole play.

    Example: simlib odds spi run Gifford --against BAL --defense III --to-goal 65
    """
    from simlib.plays.counted import odds
    from simlib.show import terminal
    from simlib.show.played import odds_tables

    asked: dict[str, Any] = {
        "to": to, "way": way, "length": length, "against": against, "defense": defense, "to_goal": to_goal,
        "two_minute": two_minute, "rushed": rushed, "decline": decline, "edition": edition,
        "down": down, "to_go": to_go,
    }  # fmt: skip
    plain = {"way": "inside", "length": "short"}
    options = {name: value for name, value in asked.items() if value and value != plain.get(name)}
    terminal.check_outputs(None, json)
    found = odds(what, who, ruleset=ruleset, season=season, charts=charts, **options)
    if json:
        terminal.save_json(json, found.to_json())
    terminal.show(*odds_tables(found))


@app.command("bench")
def bench_speed(
    ruleset: RulesetId = "spi", seasons: Annotated[int, typer.Option("--seasons", help="A turn's.")] = 100,
    repeats: Annotated[int, typer.Option("--repeats", metavar="N", help="Rounds.")] = 9,
    options: Options = "", json: Json = None,
) -> None:  # fmt: skip
    """Time the engine, its naive rival and the floor on this machine, and a process's first season.

    Example: simlib bench --ruleset spi --json bench.json
    """
    from simlib.bench.instruments import bench, measure_starts
    from simlib.bench.tables import bench_json, bench_tables
    from simlib.show import terminal

    terminal.check_outputs(None, json)
    rows = bench(ruleset, seasons=seasons, repeats=repeats, options=options)
    starts = measure_starts(ruleset)
    if json:
        terminal.save_json(json, bench_json(rows, starts))
    terminal.show(*bench_tables(rows, starts))


@app.command("print")
def print_paper(
    season: Season, ruleset: RulesetId = "spi", charts: Charts = None,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="HTML to write.")] = Path("sheets.html"),
) -> None:  # fmt: skip
    """Print sheets and charts as on paper, one team a page: an HTML file for a browser and a printer.

    Example: simlib print 1958 --ruleset spi --out sheets.html
    """
    from simlib.show.paper import sheets_html, write_sheets

    write_sheets(out, sheets_html(season, ruleset, charts))
    typer.echo(f"{out}: open it in a browser, print it from there")


@app.command("leaders")
def list_leaders(
    season: Run,
    category: Annotated[
        str,
        typer.Argument(
            metavar="CATEGORY",
            autocompletion=_categories,
            help="passing, rushing, receiving, kick-returns, punt-returns, punting, kicking or fumbles.",
        ),
    ],
    by: Annotated[str, typer.Option("--by", metavar="COUNT|RATE", help="What ranks: yards_per_carry.")] = "",
    top: Annotated[int, typer.Option("--top", metavar="N", help="How many men.")] = 10,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="Of this team only.")] = "",
    least: Annotated[
        int | None, typer.Option("--least", metavar="N", help="Real tries to be ranked by a rate.")
    ] = None,
    ruleset: RulesetId = "spi", seasons: Seasons = 1000, first: First = 0, seed: Seed = 1,
    league: League = None, lineup: Lineup = None,
    coach: CoachName = "as-played", options: Options = "", charts: Charts = None, jobs: Jobs = None,
    json: Json = None, csv: Csv = None,
) -> None:  # fmt: skip
    """Rank the men of a run, real figures below the replay's; rates need a number of real tries.

    Example: simlib leaders 1958 rushing --by yards_per_carry --top 5
    """
    from simlib.show import leader_tables, terminal

    terminal.check_outputs(None, json, csv)
    leader_tables.category_of(category)
    results = _replay(
        season, ruleset, seasons, first, seed, coach, options, charts, jobs, league=league, lineup=lineup
    )
    shown = leader_tables.leaders_tables(results, category, by, top, team, least)
    rows = terminal.frame_records(leader_tables.leaders(results, category, by, top, team, least))
    terminal.deliver(shown, json, csv, rows)


@app.command("sql")
def ask_sql(
    run: Annotated[str, typer.Argument(metavar="DIR", help="A run kept with --out.")],
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A question in SQL, as DuckDB speaks it.")],
    top: Annotated[int, typer.Option("--top", metavar="N", help="Rows to print; files get all.")] = 50,
    json: Json = None, csv: Csv = None,
) -> None:  # fmt: skip
    """Ask a kept run in SQL: tables teams, players, games; real_teams, real_players, real_games.

    Example: simlib sql my-run "select name, max(rush_yds) from players group by name order by 2 desc"
    """
    from simlib.runs.sql import run_query
    from simlib.show import terminal
    from simlib.show.listings import query_tables

    terminal.check_outputs(None, json, csv)
    frame = run_query(run, query)
    terminal.deliver(query_tables(frame, top), json, csv, terminal.frame_records(frame))


@app.command("rate")
def rate_sheets(
    season: Season, ruleset: RulesetId = "spi", charts: Charts = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for the sheets.")] = None,
    team: Annotated[str, typer.Option("--team", metavar="CODE", help="Show this team's men only.")] = "",
    json: Json = None, csv: Csv = None,
) -> None:  # fmt: skip
    """Make team sheets from a season's statistics; show what each letter means beside the real rate.

    Example: simlib rate my-season --ruleset spi --out my-season/spi
    """
    from simlib.errors import Fault
    from simlib.rulesets import get_ruleset
    from simlib.show import listings, terminal

    terminal.check_outputs(None, json, csv)
    sheets = get_ruleset(ruleset).sheets
    if sheets is None:
        raise InputError(Fault("--ruleset", "", ruleset, "a game whose sheets are rated: spi"))
    men, folder = sheets.rate(season, charts, out)
    terminal.deliver([listings.rated_table(men, team)], json, csv)
    if folder is not None:
        typer.echo(f"sheets of {len({man.team for man in men})} teams in {folder}")


@app.command("rulesets")
def list_rulesets(json: Json = None, csv: Csv = None) -> None:
    """List the games simlib plays, with their coaches and options.

    Example: simlib rulesets
    """
    from simlib.rulesets import get_ruleset, ruleset_ids
    from simlib.show import listings, terminal

    terminal.check_outputs(None, json, csv)
    terminal.deliver([listings.ruleset_table(map(get_ruleset, ruleset_ids()))], json, csv)


@seasons_app.command("list")
def list_seasons(json: Json = None, csv: Csv = None) -> None:
    """List the seasons shipped with simlib.

    Example: simlib seasons list
    """
    from simlib.files.seasons import load_season, shipped_seasons
    from simlib.show import listings, terminal

    terminal.check_outputs(None, json, csv)
    terminal.deliver([listings.season_list(load_season(str(year)) for year in shipped_seasons())], json, csv)


@seasons_app.command("show")
def show_season(
    season: Season,
    team: Annotated[str, typer.Option(metavar="TEAM", help="Show this team's men instead.")] = "",
    json: Json = None,
    csv: Csv = None,
) -> None:
    """Show a season: final standings, what is known of it, its rules; or the men of a team.

    Example: simlib seasons show 1958 --team BAL
    """
    from simlib.files.seasons import load_season
    from simlib.show import listings, terminal

    terminal.check_outputs(None, json, csv)
    loaded = load_season(season)
    terminal.deliver(
        [listings.player_table(loaded, team)] if team else listings.season_overview(loaded), json, csv
    )


@seasons_app.command("check")
def check_season_folder(season: Season) -> None:
    """Check a season folder: every fault by file, line and column; exit code 2 if there is one.

    Example: simlib seasons check teams/1958
    """
    from simlib.files.seasons import check_season

    _report(season, check_season(season))


@charts_app.command("list")
def list_charts(
    ruleset: RulesetId = "spi", charts: Charts = None, json: Json = None, csv: Csv = None
) -> None:
    """List a game's charts and how many of their cells are of each provenance.

    Example: simlib charts list --ruleset spi
    """
    from simlib.rulesets import get_ruleset
    from simlib.show import listings, terminal

    terminal.check_outputs(None, json, csv)
    terminal.deliver(listings.chart_list(get_ruleset(ruleset).load_chart_files(charts)), json, csv)


@charts_app.command("show")
def show_chart(
    chart: Annotated[str, typer.Argument(metavar="CHART", help="Name from simlib charts list.")],
    ruleset: RulesetId = "spi",
    charts: Charts = None,
    sources: Annotated[bool, typer.Option("--sources", help="Show where each cell comes from.")] = False,
    json: Json = None,
    csv: Csv = None,
) -> None:
    """Show a chart as printed, its cells coloured by where they come from.

    Example: simlib charts show rushing_gain --ruleset spi
    """
    from simlib.rulesets import get_ruleset
    from simlib.show import listings, terminal

    terminal.check_outputs(None, json, csv)
    loaded = get_ruleset(ruleset).load_chart_files(charts)
    terminal.deliver(listings.chart_table(loaded, chart, sources), json, csv)


@charts_app.command("check")
def check_charts(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The shipped charts when not given.")
    ] = None,
    ruleset: RulesetId = "spi",
) -> None:
    """Check a folder of charts: every fault by file, line and column; exit code 2 if there is one.

    Example: simlib charts check my-charts --ruleset spi
    """
    from simlib.rulesets import get_ruleset
    from simlib.show import terminal

    load = get_ruleset(ruleset).load_chart_files
    _report(str(folder or ruleset), terminal.faults_of(lambda: load(folder)))


def _replay(
    season: str, ruleset: str, seasons: int, first: int, seed: int, coach: str, options: str,
    charts: Path | None, jobs: int | None, out: Path | None = None, resume: bool = False,
    detail: str | None = None,
    league: str | None = None, lineup: Path | None = None,
) -> "Results":  # fmt: skip
    """Open the run named, or replay with a progress bar; Ctrl-C leaves at once."""
    from simlib.errors import Fault
    from simlib.runs.engine import replay
    from simlib.runs.manifest import is_run
    from simlib.runs.request import check_kept
    from simlib.runs.results import open_run
    from simlib.show import terminal

    if resume and out is None:
        raise InputError(Fault("--resume", "", "no --out", "--out DIR, the folder of the stopped run"))
    if out is None and is_run(season):
        if lineup is not None:
            expected = "none beside a kept run, which has its own"
            raise InputError(Fault("--lineup", "", str(lineup), expected))
        results = open_run(season)
        check_kept(
            results.meta, ruleset=ruleset, seasons=seasons, first=first, seed=seed, coach=coach,
            options=options, league=league,
        )  # fmt: skip
        return results
    try:
        with terminal.progress_bar("replaying") as update:
            return replay(
                season, ruleset, seasons, first, seed, coach, options, charts, jobs,
                detail, progress=update, out=out, resume=resume, league=league, lineup=lineup,
            )  # fmt: skip
    except KeyboardInterrupt:
        kept = f"; what is done is kept in {out}: the same command with --resume goes on" if out else ""
        sys.stdout.flush()
        sys.stderr.write(f"simlib: interrupted{kept}\n")
        sys.stderr.flush()
        os._exit(130)  # threads that play on would be waited for


def _ensemble(
    results: "Results", charts: Path | None, count: int, jobs: int | None, lineup: Path | None
) -> "Drawn":
    """Draw charts with a progress bar; the run's own season must be at hand, with the shipped charts."""
    from simlib.errors import Fault
    from simlib.judge.ensemble import replay_ensemble
    from simlib.runs.engine import sources_of
    from simlib.show import terminal

    files = sources_of(results, charts, lineup)
    if charts is not None or files is None:
        raise InputError(Fault("--ensemble", "", str(count), "a run with the shipped charts and sheets"))
    meta = results.meta
    with terminal.progress_bar("drawing charts") as update:
        return replay_ensemble(
            files, meta.ruleset, count, min(meta.seasons, 400), meta.seed, meta.coach, jobs, update,
            meta.options, lineup,
        )  # fmt: skip


def _report(what: str, faults: Sequence[object]) -> None:
    for fault in faults:
        typer.echo(f"simlib: {fault}", err=True)
    if faults:
        raise typer.Exit(2)
    typer.echo(f"{what}: no faults")


def _stop(message: str, code: int = 2) -> NoReturn:
    sys.stderr.write(f"simlib: {clean(' '.join(message.split()))}\n")
    sys.exit(code)


def _discard_output() -> None:
    """Send what is still buffered nowhere, or Python would complain about it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0, 2 for a user's mistake, 130 when interrupted."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that an old terminal can't spell is no fault
    try:
        code = app(arguments or sys.argv[1:] or ["--help"], prog_name="simlib", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        _stop(str(error))
    except UsageError as error:
        _stop(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        _discard_output()
        sys.exit(0)
    except OSError as error:
        _discard_output()
        _stop(f"{error.filename or 'output'}: {error.strerror}")
    if code == 130:
        _stop("interrupted", code)
    sys.exit(code)
