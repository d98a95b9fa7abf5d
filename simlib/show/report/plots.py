"""The report's figures, each also alone by `simlib plot`: matplotlib, colours of Okabe and Ito."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simlib.errors import Fault, InputError
from simlib.judge.evidence import Evidence
from simlib.kernels.stats import STAT
from simlib.runs.parts import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette; INK and FAINT follow the page's theme in the report.
REAL, REPLAY, THIRD, INK, FAINT = "#d55e00", "#0072b2", "#009e73", "#1b1b1c", "#8a8a8c"
THEMED = ((INK, "ink"), (FAINT, "faint"), (REAL, "real"), (REPLAY, "replay"), (THIRD, "third"))
REACH = 20.0  # per cent either side
BAND3, BAND5 = "#0072b238", "#0072b21c"
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "simlib",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}
FORMATS = ("svg", "png")


class Plot(NamedTuple):
    """A figure: its name, title, how it is drawn, and what it shows in words."""

    name: str
    title: str
    draw: Callable[["Axes", Evidence], str]
    size: tuple[float, float]


def _nothing(axes: "Axes", why: str) -> str:
    """A figure with nothing to draw says so."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, why, ha="center", va="center", transform=axes.transAxes)
    return why


def _bands(axes: "Axes", vertical: bool = True) -> None:
    span = axes.axvspan if vertical else axes.axhspan
    span(-5, 5, color=BAND5, linewidth=0, zorder=0)
    span(-3, 3, color=BAND3, linewidth=0, zorder=0)
    line = axes.axvline if vertical else axes.axhline
    line(0, color=FAINT, linewidth=0.8, zorder=0)


def _deviation(axes: "Axes", evidence: Evidence) -> str:
    rows = evidence.judged("league")[::-1]
    if not rows:
        return _nothing(axes, "This game gives no verdict on a league figure.")
    _bands(axes)
    for place, row in enumerate(rows):
        low, _, high = evidence.intervals.get((row.level, None, None, row.stat), (0.0, 0.0, 0.0))
        axes.plot((low, high), (place, place), color=FAINT, linewidth=1)
        marker = {"free": "o", "fitted": "D", "printed": "s"}[row.group or "free"]
        filled = REPLAY if row.group == "free" else "none"
        shift = row.deviation or 0.0
        if abs(shift) > REACH:  # off the picture: an arrow
            shift, marker = (REACH, ">") if shift > 0 else (-REACH, "<")
        axes.plot(shift, place, marker, clip_on=False, color=REPLAY, markerfacecolor=filled, markersize=6)
    axes.set_yticks(range(len(rows)), [STAT[row.stat].title for row in rows])
    axes.set_xlabel("% from the real figure")
    axes.set_xlim(-REACH, REACH)
    free = sum(row.group == "free" for row in rows)
    return (
        "League figures of the replays as per cent of the real ones, with bands at 3% and 5%. Filled dots "
        f"are the {free} figures nothing was solved for; open diamonds were solved for, open squares are "
        "printed. Thin lines hold 90% of single seasons."
    )


SHOWN_ROLLS = ("yards_per_carry", "points_per_game", "interception_percent", "rushing_yards_per_game")


def _rolls(axes: "Axes", evidence: Evidence) -> str:
    season = evidence.rolls or 1.0
    throws = np.logspace(2, 7, 120) if evidence.rolls else np.logspace(-2, 3, 120)
    _bands(axes, vertical=False)
    told = []
    styles = ("-", "--", "-.", ":")
    for needed in evidence.adequate:
        row = needed.row
        if row.stat not in SHOWN_ROLLS or row.deviation is None or row.mcse is None or not row.actual:
            continue
        error = 100 * row.mcse / abs(row.actual) * np.sqrt(evidence.results.meta.seasons)
        reach = 1.96 * error / np.sqrt(throws / season)
        place = SHOWN_ROLLS.index(row.stat)
        colour = (REPLAY, REAL, THIRD, INK)[place]
        axes.plot(throws, row.deviation + reach, styles[place], color=colour, label=STAT[row.stat].title)
        axes.plot(throws, row.deviation - reach, styles[place], color=colour)
        told.append(STAT[row.stat].title)
    if not told:
        return _nothing(axes, "None of these figures is known and modelled.")
    axes.set_xscale("log")
    axes.set_ylim(-20, 20)
    unit = "throws of the dice" if evidence.rolls else "seasons"
    axes.set_xlabel(unit)
    axes.set_ylabel("% from the real figure")
    axes.legend(loc="upper right", fontsize=8)
    return (
        f"Where 95% of means lie after so many {unit}, for {', '.join(told)}: funnels that close on the "
        "long-run deviation of each, beside bands at 3% and 5%."
    )


def _pit(axes: "Axes", evidence: Evidence) -> str:
    found = evidence.uniformity["player"]
    bins = len(found.counts)
    if not sum(found.counts):
        return _nothing(axes, "This game rates no men.")
    axes.axhspan(found.low, found.high, color=BAND3, linewidth=0, zorder=0)
    axes.bar((np.arange(bins) + 0.5) / bins, found.counts, 0.9 / bins, color=REPLAY)
    axes.axhline(sum(found.counts) / bins, color=INK, linewidth=0.8)
    axes.set_xlim(0, 1)
    axes.set_xlabel("place of the real rate among the replays (PIT)")
    axes.set_ylabel("men's rates")
    middle = sum(found.counts[2:8])
    return (
        f"Histogram of where {sum(found.counts)} real rates of men lie among the replays, in ten bins. A "
        f"perfect game keeps each bar between {found.low} and {found.high} nineteen times in twenty. "
        f"{middle} lie in the middle six tenths: more than that share is the mark of cards that repeat the "
        "season's luck."
    )


def _wins(axes: "Axes", evidence: Evidence) -> str:
    teams = sorted(evidence.standings.teams, key=lambda team: (team.mean, team.team))
    for place, team in enumerate(teams):
        axes.plot((team.low, team.high), (place, place), color=FAINT, linewidth=5, solid_capstyle="butt")
        axes.plot(team.mean, place, "|", color=REPLAY, markersize=10, markeredgewidth=2.5)
        axes.plot(team.actual, place, "o", color=REAL, markersize=6)
    axes.set_yticks(range(len(teams)), [team.team for team in teams])
    axes.set_xlabel("wins + half ties (dot: real; bar: 90% of replays)")
    return (
        f"Real wins of each team beside the replays. {evidence.standings.inside90} of {len(teams)} real "
        "records lie inside the bar that holds 90% of replays."
    )


def _points(axes: "Axes", evidence: Evidence) -> str:
    rows = [row for row in evidence.answer.at("team") if row.stat == "points_per_game" and row.actual]
    if not rows:
        return _nothing(axes, "Points are not known.")
    rows.sort(key=lambda row: row.mean or 0.0)
    edges, inside = np.linspace(-100, 200, 302), 0
    histogram = _histograms(evidence, "points_per_game")
    for place, row in enumerate(rows):
        counts, actual = histogram[row.team], row.actual or 0.0
        points = actual * (1 + edges[: len(counts)] / 100)
        smooth = np.convolve(counts, (1, 2, 3, 4, 3, 2, 1), "same")  # over about five per cent
        height = 0.85 * smooth / smooth.max()
        used = smooth > 0
        axes.fill_between(points[used], place, place + height[used], color=REPLAY, alpha=0.55, linewidth=0)
        axes.plot(actual, place + 0.12, "o", color=REAL, markersize=5)
        total = np.cumsum(counts) / counts.sum()
        inside += bool(0.05 <= total[100] <= 0.95)
    axes.set_yticks(range(len(rows)), [row.team or "" for row in rows])
    axes.set_xlabel("points a game (dot: real; hill: replays)")
    return (
        "Distribution of each team's points a game over the replayed seasons, with its real figure. "
        f"{inside} of {len(rows)} real figures lie in the middle 90%."
    )


def _histograms(evidence: Evidence, stat: str) -> dict[str | None, Any]:
    from simlib.runs.plan import rate_keys

    results = evidence.results
    return {
        results.season.teams[key.team].code: results.sums.histogram[results.plan.histogram_row[place]]
        for place, key in enumerate(rate_keys(results.men))
        if key.level == "team" and key.stat.name == stat and results.plan.histogram_row[place] >= 0
    }


def _backs(axes: "Axes", evidence: Evidence) -> str:
    rows = [row for row in evidence.judged("player") if row.stat == "yards_per_carry" and row.actual]
    if not rows:
        return _nothing(axes, "This game rates no men who carry the ball.")
    real = np.array([row.actual for row in rows], float)
    mean = np.array([row.mean for row in rows], float)
    sd = np.array([row.sd or 0.0 for row in rows], float)
    span = np.array([min(real.min(), mean.min()) - 0.5, max(real.max(), mean.max()) + 0.5])
    axes.fill_between(span, span * 0.95, span * 1.05, color=BAND5, linewidth=0)
    axes.fill_between(span, span * 0.97, span * 1.03, color=BAND3, linewidth=0)
    axes.plot(span, span, color=FAINT, linewidth=0.8)
    axes.errorbar(real, mean, sd, fmt="o", color=REPLAY, ecolor=FAINT, elinewidth=0.8, markersize=4)
    worst = sorted(rows, key=lambda row: -abs(row.deviation or 0))[:4]
    for row in worst:
        above = (row.deviation or 0) > 0
        axes.annotate(
            row.name, (row.actual or 0, row.mean or 0), (-6, 5) if above else (6, -9),
            textcoords="offset points", ha="right" if above else "left", fontsize=8, parse_math=False,
        )  # fmt: skip
    axes.set_xlabel("real yards per carry")
    axes.set_ylabel("replayed, with one season's sd")
    inside = sum(abs(row.deviation or 0) <= 5 for row in rows)
    return f"Yards per carry of {len(rows)} men, replayed against real: {inside} lie within 5%."


PLOTS = (
    Plot("deviation", "League figures, % from the real season", _deviation, (5.2, 4.4)),
    Plot("rolls", "How far a mean may be off after so many rolls", _rolls, (5.2, 3.8)),
    Plot("pit", "Where the real rates of men lie among the replays", _pit, (5.2, 3.2)),
    Plot("wins", "Wins, real against replayed", _wins, (5.2, 3.8)),
    Plot("points", "Points a game", _points, (5.2, 4.6)),
    Plot("backs", "Yards per carry of each back", _backs, (5.2, 4.8)),
)
PLOT = {plot.name: plot for plot in PLOTS}


def draw_plot(name: str, evidence: Evidence) -> tuple["Figure", str]:
    """A figure and what it shows in words.

    Raises
    ------
    InputError
        No such figure.
    """
    if name not in PLOT:
        raise InputError(Fault("NAME", "", name, f"one of {', '.join(PLOT)}"))
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    plot = PLOT[name]
    with rc_context(STYLE):
        figure = Figure(figsize=plot.size, layout="constrained")
        axes = figure.subplots()
        told = plot.draw(axes, evidence)
        axes.set_title(plot.title)
    return figure, told


def save_plot(name: str, evidence: Evidence, path: Path) -> str:
    """Write a figure as SVG or PNG, by the file's ending; equal figures give equal bytes.

    Returns
    -------
    str
        What the figure shows, in words.

    Raises
    ------
    InputError
        No such figure, or another ending.
    """
    kind = check_plot(name, path)
    figure, told = draw_plot(name, evidence)
    write_whole(path, _written(figure, kind))
    return told


def check_plot(name: str, path: Path) -> str:
    """Format that a figure's file asks for; InputError for no such figure or another ending."""
    if name not in PLOT:
        raise InputError(Fault("NAME", "", name, f"one of {', '.join(PLOT)}"))
    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise InputError(Fault("--out", "", str(path), "a file that ends in .svg or .png"))
    return kind


def _written(figure: "Figure", kind: str, transparent: bool = False) -> bytes:
    from matplotlib import rc_context

    buffer = io.BytesIO()
    empty = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
    with rc_context(STYLE):
        figure.savefig(buffer, format=kind, dpi=160, metadata=empty, transparent=transparent)
    return buffer.getvalue()


def inline_svg(name: str, evidence: Evidence) -> tuple[str, str]:
    """(SVG for an HTML page, what it shows): ids its own, colours that follow the page's theme."""
    figure, told = draw_plot(name, evidence)
    text = _written(figure, "svg", transparent=True).decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r"url\(#", f"url(#{name}-", text)
    text = re.sub(r'href="#', f'href="#{name}-', text)
    for colour, variable in THEMED:
        text = text.replace(colour, f"var(--{variable})")
    text = re.sub(r"<svg [^>]*?viewBox", '<svg aria-hidden="true" focusable="false" viewBox', text, count=1)
    return text, told
