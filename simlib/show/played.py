"""What is shown of a play's exact odds, and of a match played many times."""

from fractions import Fraction

from rich.console import RenderableType

from simlib.files.lineups import lineup_words
from simlib.plays.many_games import ManyGames
from simlib.plays.ready_matches import real_words
from simlib.rulesets.answers import Odds
from simlib.show.newspaper import rules_words, sheets_words
from simlib.show.terminal import number, table


def odds_tables(told: Odds) -> list[RenderableType]:
    """Show odds: outcomes with their chances, the mean, the events."""
    total, rows = Fraction(0), []
    for outcome, p in told.outcomes.items():
        total += p
        shown = f"{outcome:+d}" if isinstance(outcome, int) else outcome
        rows.append((shown, str(p), f"{100 * float(p):.2f}", f"{100 * float(total):.2f}"))
    parts = [table(told.title, (">outcome", ">exact", ">%", ">up to it, %"), rows)] if rows else []
    if told.mean is not None:
        left_out = f", the {100 * float(told.words):.2f}% that are words left out" if told.words else ""
        parts += [f"mean {float(told.mean):.4f} = {told.mean}{left_out}", ""]
    parts += [f"{name} {value:+.3f}" for name, value in told.values.items()] + [""] * bool(told.values)
    events = ((event, str(p), f"{100 * float(p):.2f}") for event, p in told.chances.items())
    title = "" if rows else told.title
    return [*parts, table(title, ("event", ">exact", ">%"), events)] if told.chances else parts


def many_tables(many: ManyGames) -> list[RenderableType]:
    """What the command prints: wins, mean score, margin."""
    count = len(many.scores)
    numbers = f"games {many.first} to {many.first + count - 1} of these two, counted from 0"
    with_what = f"{sheets_words(many)}; {rules_words(many)}"
    rows: list[tuple[object, ...]] = [
        (
            side.name, side.wins, number(100 * side.share, 1), number(100 * side.share_error, 1),
            number(side.points, 2), number(side.points_error, 2),
        )
        for side in (many.away, many.home)
    ]  # fmt: skip
    if many.ties:
        rows.append(("ties", many.ties, number(100 * many.ties / count, 1), None, None, None))
    mean = f"mean {many.margin:+.2f} +/- {many.margin_error:.2f}"
    cuts = ", ".join(f"{cut}% {margin:+}" for cut, margin in many.margin_quantiles.items())
    return [
        *([real_words(many.match)] if many.match else []),
        f"{many.away.name} at {many.home.name}, {with_what}; {numbers}",
        *lineup_words(many.lineup),
        "",
        table("", ("", ">wins", ">%", ">+/-", ">points", ">+/-"), rows),
        "",
        f"Margin of the {many.home.name}: {mean}; quantiles {cuts}.",
        "+/- is the Monte-Carlo standard error, binomial for the wins.",
    ]
