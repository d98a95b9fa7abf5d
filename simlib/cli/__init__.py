"""The command line: options in, one library call, one call to print.

A command is a plain function; the tables below give it its name and its place in the help. `main` alone
turns an error into one line on standard error and an exit code: 2 for input that can't be used or
output that can't be written, 130 when interrupted. What a command needs is imported when it runs, so
that help waits for no library.
"""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer

from simlib.cli.about import bench_speed, list_rulesets
from simlib.cli.arguments import spread
from simlib.cli.charts import check_charts, list_charts, show_chart
from simlib.cli.exits import discard_output, stop
from simlib.cli.plays import show_odds, tell_game
from simlib.cli.runs import (
    ask_sql,
    compare_sides,
    draw_figure,
    list_leaders,
    measure_accuracy,
    move_assumptions,
    replay_season,
    write_report,
)
from simlib.cli.seasons import check_season_folder, list_seasons, show_season
from simlib.cli.sheets import print_paper, rate_sheets
from simlib.errors import InputError

Commands = Mapping[str, Callable[..., None]]

COMMANDS: Commands = {
    "replay": replay_season,
    "accuracy": measure_accuracy,
    "report": write_report,
    "plot": draw_figure,
    "assumptions": move_assumptions,
    "compare": compare_sides,
    "game": tell_game,
    "odds": show_odds,
    "bench": bench_speed,
    "print": print_paper,
    "leaders": list_leaders,
    "sql": ask_sql,
    "rate": rate_sheets,
    "rulesets": list_rulesets,
}
SEASONS: Commands = {"list": list_seasons, "show": show_season, "check": check_season_folder}
CHARTS: Commands = {"list": list_charts, "show": show_chart, "check": check_charts}
UsageError: type[Any] = typer.BadParameter.__mro__[1]  # of click, or of the click inside typer


def _group(commands: Commands) -> typer.Typer:
    group = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    for name, command in commands.items():
        group.command(name)(spread(command))
    return group


app = _group(COMMANDS)
app.add_typer(_group(SEASONS), name="seasons", help="The real seasons that can be replayed.")
app.add_typer(_group(CHARTS), name="charts", help="A game's charts, and where each cell comes from.")


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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0, 2 for a user's mistake, 130 when interrupted."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that an old terminal can't spell is no fault
    try:
        code = app(arguments or sys.argv[1:] or ["--help"], prog_name="simlib", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        stop(str(error))
    except UsageError as error:
        stop(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        discard_output()
        sys.exit(0)
    except OSError as error:
        discard_output()
        stop(f"{error.filename or 'output'}: {error.strerror}")
    if code == 130:
        stop("interrupted", code)
    sys.exit(code)
