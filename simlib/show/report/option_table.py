"""Make the README's table of optional rules again, from a checkout's root.

`python -m simlib.show.report.option_table` plays 1958 under each of SPI's options, on the same throws as
without it, and replaces the table between the marks. A statistic that the game does not model
without an option shows what it comes to with it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from simlib.kernels.stats import STAT
from simlib.show.report.readme import run, write_block

if TYPE_CHECKING:
    from simlib.judge.comparison import Comparison
    from simlib.rulesets.contract import Ruleset

BEGIN, END = "<!-- options: python -m simlib.show.report.option_table -->", "<!-- /options -->"
SEASONS = 500
BLIND = "solitaire-blind"  # the coach who blitzes, so that dump-offs are tried
FIGURES = (
    "plays_per_game", "points_per_game", "yards_per_carry", "yards_per_attempt",
    "rush_and_pass_first_downs_per_game", "first_downs_per_game", "sack_yards_per_game", "punts_per_game",
    "penalties_per_game", "penalty_yards_per_game", "penalty_first_downs_per_game",
)  # fmt: skip


def column_of(found: "Comparison", game: "Ruleset") -> dict[str, str]:
    """What an option moves in the league: "-2.298 ± 0.011", or the figure where it alone has one."""
    cells = {}
    plain, under = (game.groups_with(found.meta[side]["options"]) for side in ("a", "b"))
    for line in found.at("league"):
        if line.stat in plain and line.error == 0:
            cells[line.stat] = "0"
        elif line.stat in plain:
            cells[line.stat] = f"{line.difference:+.3f} \N{PLUS-MINUS SIGN} {line.error:.3f}"
        elif line.stat in under:
            cells[line.stat] = f"{line.b:.2f}"
    return {stat: text.replace("-", "\N{MINUS SIGN}") for stat, text in cells.items()}


def markdown(rows: Iterable[Iterable[str]]) -> str:
    """A markdown table, its first column to the left."""
    head, *body = [list(row) for row in rows]
    return "\n".join(
        "| " + " | ".join(row) + " |" for row in (head, ["---"] + ["--:"] * (len(head) - 1), *body)
    )


def table_of_options(seasons: int = SEASONS) -> str:
    """The real 1958, the game without options, and what each option moves."""
    from simlib.files.seasons import load_season
    from simlib.judge.comparison import compare
    from simlib.rulesets import get_ruleset

    game = get_ruleset("spi")
    season = load_season("1958")
    every = "+".join(game.options)
    sides = {name: ("shipped", f"options={name}") for name in ("penalties", "limits", "clutch", "punt-out")}
    sides["dump"] = (f"coach={BLIND}", f"coach={BLIND},options=dump")
    sides["all"] = ("shipped", f"options={every}")
    found = {name: compare(*pair, season, game, seasons) for name, pair in sides.items()}
    columns = {name: column_of(answer, game) for name, answer in found.items()}
    base = {line.stat: f"{line.a:.2f}" for line in found["all"].at("league") if line.stat in game.groups}
    rows = [["", "1958", "no options", *columns]]
    for stat in FIGURES:
        made, of = season.real(stat, "league") or (0, 1)
        cells = [column.get(stat, "") for column in columns.values()]
        rows.append([STAT[stat].title, f"{STAT[stat].scale * made / of:.2f}", base.get(stat, ""), *cells])
    return markdown(rows)


def remake(root: Path, seasons: int = SEASONS) -> None:
    """Write the table into a checkout's README."""
    write_block(root, lambda: table_of_options(seasons), BEGIN, END)


if __name__ == "__main__":
    run(remake)
