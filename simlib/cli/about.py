"""Commands about simlib itself: the games it plays, and its speed."""

from typing import Annotated

import typer

import simlib
from simlib.cli.arguments import Files, JsonFile, Options, RulesetId


def list_rulesets(files: Files) -> None:
    """List the games simlib plays, with their coaches and options.

    Example: simlib rulesets
    """
    from simlib.show.listings import ruleset_table

    files.deliver([ruleset_table(map(simlib.get_ruleset, simlib.ruleset_ids()))])


def bench_speed(
    ruleset: RulesetId = "spi",
    seasons: Annotated[int, typer.Option("--seasons", help="A turn's.")] = 100,
    repeats: Annotated[int, typer.Option("--repeats", metavar="N", help="Rounds.")] = 9,
    options: Options = "",
    *,
    file: JsonFile,
) -> None:
    """Time the engine, its naive rival and the floor on this machine, and a process's first season.

    Example: simlib bench --ruleset spi --json bench.json
    """
    from simlib.bench.instruments import bench, measure_starts
    from simlib.bench.tables import bench_json, bench_tables
    from simlib.show import terminal

    rows = bench(ruleset, seasons=seasons, repeats=repeats, options=options)
    starts = measure_starts(ruleset)
    file.save_json(lambda: bench_json(rows, starts))
    terminal.show(*bench_tables(rows, starts))
