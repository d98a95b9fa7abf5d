"""Commands that ask something of a run: one kept in a folder, or one played for the answer."""

from pathlib import Path
from typing import Annotated

import typer

import simlib
from simlib.cli.arguments import (
    Charts,
    CoachName,
    Ensemble,
    Files,
    Jobs,
    KeptRun,
    League,
    Options,
    RulesetId,
    Run,
    RunOrSeason,
    Season,
    Seasons,
    Seed,
    completing,
)


def _categories() -> tuple[str, ...]:
    from simlib.show.leader_tables import CATEGORIES

    return tuple(CATEGORIES)


def replay_season(season: RunOrSeason, run: KeptRun, files: Files) -> None:
    """Replay a season many times: standings beside the real ones, titles, leaders.

    Example: simlib replay 1958 --ruleset spi --seasons 1000
    """
    from simlib.show import answers, terminal

    results = run.results(season)
    files.save_json(lambda: answers.replay_content(results))
    files.save_csv(lambda: results.standings().to_dict("records"))
    further = answers.next_steps(
        season, run.out, ruleset=run.ruleset, coach=run.coach or "",
        options=run.options, league=run.league, charts=run.charts, lineup=run.lineup,
    )  # fmt: skip
    terminal.show(*answers.replay_tables(results), *further)


def measure_accuracy(
    season: RunOrSeason, run: KeptRun, files: Files, ensemble: Ensemble = 0,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FOLDER", help="Your own totals, rolled by hand.")
    ] = None,
) -> None:  # fmt: skip
    """Replay a season and say, statistic by statistic, how far the replays are from the real one.

    Example: simlib accuracy 1958 --ruleset spi --seasons 1000 --json accuracy.json
    """
    from simlib.judge.ensemble import ensemble_of
    from simlib.judge.own_season import place_season
    from simlib.judge.reasons import reasons_of
    from simlib.show import answers, checks, terminal

    results = run.results(season, "seasons" if against else None)
    answer = simlib.accuracy(results)
    mine = place_season(results, against) if against else None
    drawn = None
    if ensemble:
        with terminal.progress_bar("drawing charts") as update:
            drawn = ensemble_of(results, ensemble, run.charts, run.lineup, run.jobs, update)
    files.save_json(
        lambda: answer.to_json() | {"checks": checks.checks_content(results, answer, drawn, mine)}
    )
    files.save_csv(lambda: [row._asdict() for row in answer.rows])
    game = simlib.get_ruleset(results.meta.ruleset)
    reasons = reasons_of(results, run.charts, run.lineup)
    shown = answers.accuracy_tables(answer, results, reasons, game.number_steps)
    shown += checks.tables_of_checks(results, answer)
    shown += checks.ensemble_tables(drawn) if drawn else []
    shown += checks.against_tables(mine) if mine else []
    terminal.show(*shown, *answers.outputs(run.out, files.json))


def write_report(
    season: RunOrSeason, run: Run,
    leverage: Annotated[
        int,
        typer.Option("--leverage", metavar="N", help="Seasons to move each assumption over; 0 for none."),
    ] = 100,
    ensemble: Ensemble = 0,
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
    results = run.results(season)
    with terminal.progress_bar("judging") as update:
        evidence = gather(results, run.charts, leverage, ensemble, run.jobs, update, run.lineup)
    save_report(evidence, out)
    terminal.show(headline(evidence), f"The report lies in {out}.")


def draw_figure(
    name: Annotated[str, typer.Argument(metavar="NAME", help="deviation, rolls, pit, wins, points, backs.")],
    season: RunOrSeason, run: Run,
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
    evidence = gather(run.results(season), run.charts, lineup=run.lineup)
    terminal.show(save_plot(name, evidence, out), f"The figure lies in {out}.")


def move_assumptions(
    season: Season, ruleset: RulesetId = "spi", seasons: Seasons = 500, seed: Seed = 1,
    coach: CoachName = None, options: Options = "", charts: Charts = None, jobs: Jobs = None,
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
        levers = measure_leverage(loaded, game, seasons, seed, setup.coach, charts, jobs, update, chosen)
    played = f"{loaded.year} {loaded.league}"
    title = answers.replay_title(played, seasons, 0, seed, game.id, setup.coach, chosen)
    terminal.show(*answers.leverage_table(levers, title))


def compare_sides(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help="shipped, or some of charts=DIR,sheets=DIR,lineup=FILE,coach=NAME,options=N+N."
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The same, for the other side.")],
    *,
    season: Annotated[str, typer.Option("--season", metavar="SEASON", help="Year or folder.")] = "1958",
    ruleset: RulesetId = "spi", seasons: Seasons = 200, seed: Seed = 1,
    seed_b: Annotated[
        int | None, typer.Option("--seed-b", metavar="S", help="Throws of B's own; A's when not given.")
    ] = None,
    man: Annotated[str, typer.Option("--man", metavar="NAME", help="Show all of a man's or team's.")] = "",
    league: League = None, jobs: Jobs = None, files: Files,
) -> None:  # fmt: skip
    """Play two sets of charts, sheets, lineup, coach or options on the same throws and show what differs.

    Example: simlib compare shipped sheets=my-sheets --season 1958 --ruleset spi --seasons 200
    """
    from simlib.show import terminal
    from simlib.show.comparison import compare_tables

    with terminal.progress_bar("comparing") as update:
        found = simlib.compare(a, b, season, ruleset, seasons, seed, seed_b, league, jobs, update)
    shown = compare_tables(found, man)
    files.save_json(found.to_json)
    files.save_csv(lambda: [line._asdict() for line in found.lines])
    terminal.show(*shown)


def list_leaders(
    season: RunOrSeason,
    category: Annotated[
        str,
        typer.Argument(
            metavar="CATEGORY",
            autocompletion=completing(_categories),
            help="passing, rushing, receiving, kick-returns, punt-returns, punting, kicking or fumbles.",
        ),
    ],
    *,
    by: Annotated[str, typer.Option("--by", metavar="COUNT|RATE", help="What ranks: yards_per_carry.")] = "",
    top: Annotated[int, typer.Option("--top", metavar="N", help="How many men.")] = 10,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="Of this team only.")] = "",
    least: Annotated[
        int | None, typer.Option("--least", metavar="N", help="Real tries to be ranked by a rate.")
    ] = None,
    run: Run, files: Files,
) -> None:  # fmt: skip
    """Rank the men of a run, real figures below the replay's; rates need a number of real tries.

    Example: simlib leaders 1958 rushing --by yards_per_carry --top 5
    """
    from simlib.show.leader_tables import category_of, leaders, leaders_tables
    from simlib.show.terminal import frame_records

    category_of(category)
    asked = (run.results(season), category, by, top, team, least)
    files.deliver(leaders_tables(*asked), frame_records(leaders(*asked)))


def ask_sql(
    run: Annotated[str, typer.Argument(metavar="DIR", help="A run kept with --out.")],
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A question in SQL, as DuckDB speaks it.")],
    *,
    top: Annotated[int, typer.Option("--top", metavar="N", help="Rows to print; files get all.")] = 50,
    files: Files,
) -> None:
    """Ask a kept run in SQL: tables teams, players, games; real_teams, real_players, real_games.

    Example: simlib sql my-run "select name, max(rush_yds) from players group by name order by 2 desc"
    """
    from simlib.runs.sql import run_query
    from simlib.show.listings import query_tables
    from simlib.show.terminal import frame_records

    frame = run_query(run, query)
    files.deliver(query_tables(frame, top), frame_records(frame))
