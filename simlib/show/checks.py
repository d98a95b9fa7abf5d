"""What the terminal and --json show of the checks: rolls, chance, spread, charts, one's own season."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from simlib.judge.deviation import Accuracy
from simlib.judge.ensemble import Ensemble
from simlib.judge.finishes import check_standings
from simlib.judge.intervals import Coverage, Flags, at_level, coverage, flags, place_rows
from simlib.judge.own_season import Against
from simlib.judge.rolls import Adequate, adequate_rolls, rolls_a_season
from simlib.judge.spread import men_spreads, spread_tests
from simlib.kernels.stats import STAT
from simlib.runs.results import Results
from simlib.show.answers import VERDICT_STYLES
from simlib.show.terminal import number, table

LEVELS = {"league": "league", "team": "teams", "player": "men"}
MOST_LINES = 40


def tables_of_checks(results: Results, answer: Accuracy) -> list[RenderableType]:
    """Adequate rolls, coverage and flags, spread with its chance, and the real champion."""
    placed = place_rows(results, answer)
    standings = check_standings(results)
    parts: list[RenderableType] = [_rolls(results, answer)]
    lines = [
        (LEVELS[level], line)
        for level in LEVELS
        for line in coverage([place.pit for place in at_level(placed, level)])
    ]
    parts += [_coverage(lines), *_flags(flags(placed)), _spreads(results, answer)]
    order = standings.rank_correlation
    if order is not None:
        told = (
            f"Real records inside the middle 90% of replays: {standings.inside90} of {len(standings.teams)}; "
        )
        parts.append(f"{told}rank correlation {order:.2f}.")
    if standings.champion and standings.champion_share is not None:
        share = 100 * standings.champion_share
        parts.append(f"The real champion, {standings.champion}, wins the title in {share:.0f}% of seasons.")
    return [*parts, ""]


def _throws(count: int | None) -> str:
    return "no number" if count is None else f"{count:,}"


def _rolls(results: Results, answer: Accuracy) -> RenderableType:
    found: tuple[Adequate, ...] = adequate_rolls(answer.at("league"), results)
    judged = [x for x in found if x.row.verdict5]
    rolls = rolls_a_season(results)
    rows = (
        (
            STAT[x.row.stat].title, number(x.seasons3, 1), number(x.seasons5, 1),
            *((_throws(x.rolls3), _throws(x.rolls5)) if rolls else ("", "")),
        )
        for x in judged
    )  # fmt: skip
    season = f"; a season is about {rolls:,.0f} throws" if rolls else ""
    title = f"Adequate rolls: the mean is within the margin 19 times in 20{season}"
    return table(title, ("statistic", ">seasons, 3%", ">5%", ">throws, 3%", ">5%"), rows)


def _coverage(lines: list[tuple[str, Coverage]]) -> RenderableType:
    rows = (
        (
            name, f"{100 * line.level:.0f}%", line.inside, line.lines, f"{100 * line.share:.0f}",
            f"{100 * line.error:.0f}",
        )
        for name, line in lines
    )  # fmt: skip
    columns = ("lines", ">interval", ">inside", ">of", ">%", ">+/- for a perfect game")
    return table("Real figures inside central intervals of the replays", columns, rows)


def _flags(found: Flags) -> list[RenderableType]:
    told = (
        f"Men's rates flagged, false discoveries held to 5%: {len(found.found)} of {found.lines}; a perfect "
        f"game would raise {found.expected:.2f}."
    )
    rows = [
        (
            STAT[x.row.stat].title,
            x.row.name,
            x.row.team,
            number(x.row.actual, 2),
            number(x.row.mean, 2),
            f"{x.p:.2g}",
        )
        for x in found.found[:MOST_LINES]
    ]
    shown = table("", ("rate", "man", "team", ">real", ">mean", ">chance"), rows)
    return [told, *([shown] if rows else []), ""]


def _spreads(results: Results, answer: Accuracy) -> RenderableType:
    rows: list[tuple[object, ...]] = [
        (x.title, number(x.actual, 2), number(x.mean, 2), number(x.p, 3), "") for x in spread_tests(results)
    ]
    rows += [
        (f"sd over {x.men} men: {x.title}", number(x.actual, 2), number(x.replayed, 2), number(x.p, 3),
         number(x.chi_square / x.men, 2))
        for x in men_spreads(answer)
    ]  # fmt: skip
    title = "Spread, with the chance of so great a difference; chi square a man is 1 for a perfect game"
    return table(title, ("over a season", ">real", ">mean", ">chance", ">chi square a man"), rows)


def ensemble_tables(found: Ensemble) -> list[RenderableType]:
    """How many verdicts hold over the drawn charts, and the league's lines."""
    parts = (
        f"{held} of {lines} ({LEVELS[level]})" for level in LEVELS for held, lines in [found.settled(level)]
    )
    rows = (
        (
            STAT[x.row.stat].title, Text(x.row.verdict5 or "", VERDICT_STYLES.get(x.row.verdict5 or "", "")),
            f"{100 * x.holds:.0f}", number(x.low, 1), number(x.middle, 1), number(x.high, 1),
        )
        for x in found.rows
        if x.row.level == "league"
    )  # fmt: skip
    columns = ("statistic", "at 5%", ">holds on % of charts", ">off %: lowest 5%", ">middle", ">highest 5%")
    title = f"Charts drawn: {found.charts}, each with everything printed; {found.seasons} seasons on each"
    return [table(title, columns, rows), f"Verdicts that hold on 95% of them: {', '.join(parts)}.", ""]


def against_tables(found: Against) -> list[RenderableType]:
    """A hand-rolled season: what is flagged, else the lines that lie farthest out."""
    ordered = found.flagged or tuple(sorted(found.lines, key=lambda line: line.p)[:10])
    rows = (
        (
            line.name, line.team, STAT[line.stat].title if line.stat in STAT else line.stat,
            number(line.mine, 2), number(line.mean, 2), f"{line.low:.1f} to {line.high:.1f}",
            number(line.percentile, 1), f"{line.p:.2g}",
        )
        for line in ordered[:MOST_LINES]
    )  # fmt: skip
    columns = ("line", "team", "what", ">yours", ">mean", ">90% of seasons", ">percentile", ">chance")
    title = "Your season: flagged" if found.flagged else "Your season: nothing is flagged; farthest out"
    inside = ", ".join(f"{100 * c.share:.0f}% in {100 * c.level:.0f}% intervals" for c in found.coverage)
    told = (
        f"{len(found.lines)} counts and rates placed: {inside}; {len(found.flagged)} flagged, and "
        f"{found.expected_flags:.2f} would be on the average of fair dice."
    )
    return [table(title, columns, rows), told, ""]


def checks_content(
    results: Results, answer: Accuracy, ensemble: Ensemble | None = None, against: Against | None = None
) -> dict[str, Any]:
    """What --json holds of the checks: plain values, every key present."""
    placed = place_rows(results, answer)
    flagged = flags(placed)
    by_level = {level: [place.pit for place in at_level(placed, level)] for level in LEVELS}
    standings = check_standings(results)
    return {
        "rolls_a_season": rolls_a_season(results),
        "adequate": [
            {"stat": x.row.stat, "seasons3": x.seasons3, "seasons5": x.seasons5, "rolls3": x.rolls3,
             "rolls5": x.rolls5}
            for x in adequate_rolls(answer.at("league"), results)
        ],
        "coverage": {level: [c._asdict() for c in coverage(pits)] for level, pits in by_level.items()},
        "pits": [
            {"level": x.row.level, "team": x.row.team, "player": x.row.player, "stat": x.row.stat,
             "pit": x.pit}
            for x in placed
        ],
        "flags": {
            "lines": flagged.lines, "expected": flagged.expected, "below5": flagged.below5,
            "expected_below5": flagged.expected_below5,
            "found": [{"team": x.row.team, "player": x.row.player, "stat": x.row.stat, "p": x.p}
                      for x in flagged.found],
        },
        "spread": [x._asdict() for x in spread_tests(results)],
        "men_spread": [x._asdict() for x in men_spreads(answer)],
        "standings": standings._asdict() | {"teams": [team._asdict() for team in standings.teams]},
        "ensemble": None if ensemble is None else {
            "charts": ensemble.charts, "seasons": ensemble.seasons,
            "rows": [_without_row(x) | {"level": x.row.level, "team": x.row.team,
                                    "player": x.row.player, "stat": x.row.stat, "verdict5": x.row.verdict5}
                     for x in ensemble.rows],
        },
        "against": None if against is None else {
            "expected_flags": against.expected_flags,
            "coverage": [c._asdict() for c in against.coverage],
            "lines": [line._asdict() for line in against.lines],
        },
    }  # fmt: skip


def _without_row(line: Any) -> dict[str, Any]:
    return {name: value for name, value in line._asdict().items() if name != "row"}
