"""What the command line shows of a comparison: the league, how much is found, and where."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from simlib.files.lineups import lineup_words
from simlib.files.names import Choice, find
from simlib.judge.comparison import Comparison, Line
from simlib.kernels.stats import STAT
from simlib.show.terminal import number, table

LEVELS = {"league": "league", "team": "teams", "player": "men"}
MOST_LINES = 40
LEGEND = (
    "+/- is the Monte-Carlo standard error of B - A, paired by season; apart is what it would be if the runs",
    "were independent. Found: p is below 5%, as in one line of 20 where nothing differs. Held: still found",
    "when 5% of them may be false (Benjamini-Hochberg over all lines). No p: too few tries to tell.",
)


def compare_tables(found: Comparison, man: str = "") -> list[RenderableType]:
    """The whole answer; with `man`, every line of the men or the team of that name as well.

    Raises
    ------
    InputError
        Nobody has a name like it.
    """
    meta = found.meta
    throws = f"seasons 0 to {meta['seasons'] - 1} of seed {meta['seed']}"
    own = "" if meta["seed_b"] == meta["seed"] else f" for A, of seed {meta['seed_b']} for B"
    title = f"{meta['season']} {meta['league']}, {throws}{own}, ruleset {meta['ruleset']}"
    parts: list[RenderableType] = [Text(title, "bold")]
    for which in "AB":
        side = meta[which.lower()]
        notes = [note for note in side["notes"] if which == "A" or note not in meta["a"]["notes"]]
        parts += [f"{which}: {side['settings']}", *lineup_words(side["lineup"]), *notes]
    if meta["alike"]:
        parts.append(
            "A and B are the same: the game was given the same charts, sheets, lineup, coach and options."
        )
    for which, men in (("A", meta["only_a"]), ("B", meta["only_b"])):
        parts += [f"In {which} only, so not compared: {', '.join(men)}."] if men else []
    parts += [*LEGEND, "", _lines("The league", found.at("league")), _counts(found), ""]
    if man:
        parts.append(_lines(f"Every line of {man}", lines_of(found, man)))
    rest = [line for line in (*found.at("team"), *found.at("player")) if line.found]
    if rest:
        ordered = sorted(rest, key=lambda line: line.p or 0.0)
        shown = f": the {MOST_LINES} of smallest p" if len(rest) > MOST_LINES else ""
        parts.append(_lines(f"Teams and men found{shown}", ordered[:MOST_LINES]))
    return parts


def lines_of(found: Comparison, name: str) -> Sequence[Line]:
    """Every line of the team or the men that a name means.

    Raises
    ------
    InputError
        Nobody has a name like it.
    """
    lines = [line for line in found.lines if line.team]
    who = list(dict.fromkeys((line.team or "", line.player or "", line.name) for line in lines))
    choices = [Choice((id_ or team,), full, f"{id_ or full} ({team})") for team, id_, full in who]
    meant = {who[place] for place in find(name, choices, "--man", "a man or a team")}
    return [line for line in lines if (line.team or "", line.player or "", line.name) in meant]


def _counts(found: Comparison) -> str:
    """How many lines are found and held at each level, in one sentence."""
    told = []
    for level, words in LEVELS.items():
        judged = [line for line in found.at(level) if line.p is not None]
        if judged:
            held = sum(line.held for line in judged)
            told.append(f"{words} {sum(line.found for line in judged)} of {len(judged)} ({held} held)")
    return f"Found: {', '.join(told)}." if told else "No line can be judged: too few tries."


def _lines(title: str, lines: Iterable[Line]) -> RenderableType:
    columns = ("line", "team", "statistic", ">A", ">B", ">B - A", ">+/-", ">apart", ">p", "found")
    rows = (
        (
            line.name, line.team if line.player else None, STAT[line.stat].title, number(line.a, 2),
            number(line.b, 2), "" if line.difference is None else f"{line.difference:+.3f}",
            number(line.error, 3), number(line.error_apart, 3), "" if line.p is None else f"{line.p:.2g}",
            Text("held", "green") if line.held else "found" if line.found else "",
        )
        for line in lines
    )  # fmt: skip
    return table(title, columns, rows)
