"""The exact odds of a chart's column or of a whole play: counted with fractions, never sampled."""

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlib.errors import Fault, InputError
from simlib.rulesets import ruleset_module
from simlib.runs.request import prepare

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simlib.files.seasons import Season

Outcome = int | str


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact odds.

    Attributes
    ----------
    title : str
        What they are of.
    outcomes : dict
        Yards, or a word of the chart ("TD", "EZ"), -> chance; the chances sum to 1.
    chances : dict
        Event -> chance: "complete", "out of bounds", ...; events may go together.
    values : dict
        What is known besides, by name: "points of the next score".
    """

    title: str
    outcomes: dict[Outcome, Fraction]
    chances: dict[str, Fraction] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        from simlib.show.notebook import page

        return page(odds_tables(self))

    @property
    def mean(self) -> Fraction | None:
        """Mean of the outcomes that are numbers, given one of them; None when none is."""
        numbers = {outcome: p for outcome, p in self.outcomes.items() if isinstance(outcome, int)}
        total = sum(numbers.values(), Fraction(0))
        if not total:
            return None
        return sum((outcome * p for outcome, p in numbers.items()), Fraction(0)) / total

    @property
    def words(self) -> Fraction:
        """Chance of the outcomes that are words: the mean leaves them out."""
        return sum((p for outcome, p in self.outcomes.items() if isinstance(outcome, str)), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """Fractions as "5/36" beside their value."""
        return {
            "title": self.title,
            "mean": None if self.mean is None else _json(self.mean),
            "outcomes": [{"outcome": o, **_json(p)} for o, p in self.outcomes.items()],
            "chances": [{"event": e, **_json(p)} for e, p in self.chances.items()],
        } | ({"values": self.values} if self.values else {})


def _json(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}


def odds(
    what: str,
    who: str = "",
    *,
    ruleset: str = "spi",
    season: "int | str | Path | Season" = 1958,
    charts: str | Path | None = None,
    **options: Any,
) -> Odds:
    """Exact odds of a chart's column, or of a whole play.

    Parameters
    ----------
    what : str
        A chart of the game ("rushing_gain"), or a play ("run", "pass", ...).
    who : str
        Of a chart the column, or the row where the dice run along it; of a play the letter, man or
        team: see `simlib.plays.call.PlayCall`.
    ruleset, season, charts
        Whose charts and sheets.
    **options
        Of a play: to, way, length, against, defense, adjustment, to_goal, two_minute, rushed, decline,
        edition, down, to_go.

    Returns
    -------
    Odds

    Raises
    ------
    InputError
        No such chart, column, play, man or team.

    Examples
    --------
    >>> odds("medium_gain").mean
    Fraction(15, 1)
    """
    rules, loaded, _, _ = prepare(season, ruleset)
    folder = None if charts is None else Path(charts)
    counts = ruleset_module(rules.id, "asked.odds")
    for name in ("down", "to_go"):
        if options.get(name) and not getattr(counts, "FIRST_DOWNS", False):
            where = f"--{name.replace('_', '-')}"
            raise InputError(
                Fault(where, "", str(options[name]), f"nothing: {rules.id} counts no first downs")
            )
    return counts.odds_of(what, who, loaded, folder, options)


def odds_tables(told: Odds) -> "list[RenderableType]":
    """Show odds: outcomes with their chances, the mean, the events."""
    from simlib.show import terminal

    total, rows = Fraction(0), []
    for outcome, p in told.outcomes.items():
        total += p
        shown = f"{outcome:+d}" if isinstance(outcome, int) else outcome
        rows.append((shown, str(p), f"{100 * float(p):.2f}", f"{100 * float(total):.2f}"))
    parts = [terminal.table(told.title, (">outcome", ">exact", ">%", ">up to it, %"), rows)] if rows else []
    if told.mean is not None:
        left_out = f", the {100 * float(told.words):.2f}% that are words left out" if told.words else ""
        parts += [f"mean {float(told.mean):.4f} = {told.mean}{left_out}", ""]
    parts += [f"{name} {value:+.3f}" for name, value in told.values.items()] + [""] * bool(told.values)
    events = ((event, str(p), f"{100 * float(p):.2f}") for event, p in told.chances.items())
    title = "" if rows else told.title
    return [*parts, terminal.table(title, ("event", ">exact", ">%"), events)] if told.chances else parts
