"""The bench as tables and as JSON."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlib.bench.instruments import Row, Spread, Start

if TYPE_CHECKING:
    from rich.console import RenderableType

FIGURES = (("games_per_second", "games/s", 0), ("plays_per_second", "plays/s", 0),
           ("ns_per_play", "ns a play", 1), ("ratio_to_naive", "of naive", 3))  # fmt: skip


def _shown(figure: Spread | None, digits: int) -> str:
    if figure is None:
        return ""
    middle, low, high = (f"{number:,.{digits}f}" for number in figure)
    return f"{middle} ({low}-{high})"


def _options(row: Row) -> str:
    """The options of a row, short enough to stand whole in its column; "all" of a game's."""
    from simlib.rulesets import get_ruleset

    known = get_ruleset(row.ruleset).options
    return "all" if row.options and row.options == ",".join(known) else row.options


def bench_tables(rows: Sequence[Row], starts: Mapping[str, Start]) -> "list[RenderableType]":
    """The rows, medians with quartiles, and the first season of new processes."""
    from simlib.show import terminal

    titles = ["ruleset", "engine", "threads", "options", *(title for _, title, _ in FIGURES)]
    cells = [
        [*row[:2], str(row.threads), _options(row), *(_shown(getattr(row, n), d) for n, _, d in FIGURES)]
        for row in rows
    ]
    first = [
        [name, f"{s.seconds:.2f}", f"{s.cpu_seconds:.2f}", f"{s.memory:.0f}"] for name, s in starts.items()
    ]
    return [
        terminal.table("Speed: median (quartiles) of interleaved rounds", titles, cells),
        terminal.table("First season of a process", ["kernels", "seconds", "CPU seconds", "MB"], first),
    ]


def bench_json(rows: Sequence[Row], starts: Mapping[str, Start]) -> dict[str, Any]:
    """The same as plain values: a figure is its median, low and high quartile."""

    def plain(value: object) -> object:
        return value._asdict() if isinstance(value, Spread) else value

    return {
        "rows": [{name: plain(value) for name, value in row._asdict().items()} for row in rows],
        "first_season": {name: start._asdict() for name, start in starts.items()},
    }
