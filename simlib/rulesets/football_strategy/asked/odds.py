"""Football Strategy: exact odds of charts, of whole plays and of what `equilibrium` calls."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season
from simlib.rulesets.answers import Odds, Outcome
from simlib.rulesets.call import PlayCall, make_call
from simlib.rulesets.football_strategy.asked import setups
from simlib.rulesets.football_strategy.asked.counted import THROWS, setup_odds
from simlib.rulesets.football_strategy.asked.rolled import ready
from simlib.rulesets.football_strategy.asked.solved_odds import CHART_TITLES, odds_of_solved
from simlib.rulesets.football_strategy.charts.read import PLAYS, PUNTS, SPEC, TOTALS, load_chart_files
from simlib.rulesets.football_strategy.play import arrays as fs

SOLVED = "equilibrium"
DICE_CHARTS = tuple(name for name, spec in SPEC.items() if spec.key in ("die", "dice"))


def odds_of(what: str, who: str, season: Season, charts: Path | None, options: dict[str, Any]) -> Odds:
    """Odds of a chart's column or of a play: see `simlib.odds`."""
    if what in DICE_CHARTS:
        if options:
            raise InputError(Fault("CHART", "", what, "a play: a chart's column takes no options"))
        return chart_odds(what, who, charts)
    if what == SOLVED:
        return odds_of_solved(make_call(what, who, options), charts)
    if what not in setups.READS:
        plays = ", ".join((*setups.READS, SOLVED))
        expected = f"a chart read with dice ({', '.join(DICE_CHARTS)}) or a play ({plays})"
        raise InputError(Fault("CHART", "", what, expected))
    call = make_call(what, who, options)
    setup, _, arrays = ready(call, season, charts)
    return setup_odds(setup, arrays, _title(call, setup))


def _title(call: PlayCall, setup: setups.Setup) -> str:
    reads = setups.READS[call.play]
    title = call.play.replace("_", " ")
    if setup.kind < fs.PLAYS:
        title = f"{CHART_TITLES[setup.chart]} {PLAYS[setup.kind]}"
    elif setup.kind <= fs.CALL_PUNT:
        returned = "return of " if setup.of_return else ""
        title = f"{returned}{PUNTS[setup.kind - fs.CALL_PUNT_FOURTH]}"
    elif setup.kind == fs.ONSIDE_KICK:
        title += f", the kickers {'trail' if setup.behind else 'do not trail'}"
    if "defense" in reads:
        deck = "one of the ten cards" if setup.kind == fs.FREE_PUNT else f"a deck of {len(setup.cards)}"
        title += f" against {call.defense.upper() or deck}"
    title += f", {setup.to_goal} yards from the goal line" if "to_goal" in reads else ""
    title += f", {setup.to_go} to go" if setup.to_go else ""
    title += ", penalty declined" if setup.declined else ""
    return title + (f" ({call.edition})" if call.edition else "")


def chart_odds(name: str, column: str, charts: Path | None) -> Odds:
    """Odds of one column of a chart read with dice, its cells as they are printed.

    Raises
    ------
    InputError
        No such column, or none given of several.
    """
    chart = load_chart_files(charts).charts[name]
    names = [heading.name for heading in chart.spec.columns]
    column = column or (names[0] if len(names) == 1 else "")
    if column not in names:
        raise InputError(Fault("COLUMN", "", column, f"one of {', '.join(names)}"))
    place = names.index(column)
    found: dict[Outcome, Fraction] = {}
    for row, texts in enumerate(chart.texts):
        ways = min(row + 1, 11 - row) if chart.spec.rows == TOTALS else 6
        outcome: Outcome = int(texts[place]) if texts[place].isdigit() else texts[place]
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(ways, THROWS)
    numbers = {o: found[o] for o in sorted(o for o in found if isinstance(o, int))}
    title = f"{chart.spec.title} ({chart.spec.case}){f' {column}' if len(names) > 1 else ''}"
    return Odds(title, numbers | {o: p for o, p in found.items() if isinstance(o, str)})
