"""Lists of what there is: games, seasons and their men, charts, rated sheets, matches, rows of a query."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from simlib.errors import Fault, InputError, clean
from simlib.files.charts import Chart, ChartSet
from simlib.files.names import find_one, team_choices
from simlib.files.season_figures import real_standings
from simlib.files.seasons import Season
from simlib.plays.ready_matches import load_matches, score_words
from simlib.rulesets.answers import RatedMan
from simlib.rulesets.contract import Ruleset
from simlib.show.terminal import frame_records, table

if TYPE_CHECKING:
    import pandas as pd

WORD_STYLES = {
    "printed": "green",
    "transcribed": "cyan",
    "forced": "blue",
    "fitted": "yellow",
    "assumed": "magenta",
    "owner": "bold",
}


def ruleset_table(rulesets: Iterable[Ruleset]) -> RenderableType:
    """List the games simlib plays, with the names their options take."""
    rows = ((r.id, r.title, r.version, ", ".join(r.coaches), ", ".join(r.options)) for r in rulesets)
    return table("", ("id", "game", ">version", "coaches", "options"), rows)


# Seasons


def season_list(seasons: Iterable[Season]) -> RenderableType:
    """List seasons, one a row."""
    rows = ((s.year, s.name, len(s.teams), len(s.games), len(s.playoffs), len(s.players)) for s in seasons)
    return table("", ("season", "name", ">teams", ">games", ">play-offs", ">men"), rows)


def season_overview(season: Season) -> list[RenderableType]:
    """Show the final standings, coverage of each statistic, rules of the year and notes of a season."""
    names = {team.code: team.name for team in season.teams}
    standings = (
        (r.conference, r.team, names[r.team], r.wins, r.losses, r.ties, r.points, r.points_against)
        for r in real_standings(season)
    )
    columns = ("conference", "team", "name", ">W", ">L", ">T", ">points", ">against")
    rules = ((name, rule.value, rule.confidence, rule.source) for name, rule in season.rules.items())
    return [
        table(season.name, columns, standings),
        table("Real figures known for", ("statistic", "coverage"), season.coverage.items()),
        table("Rules of the year", ("rule", "value", "confidence", "source"), rules),
        *season.notes,
    ]


def player_table(season: Season, team: str) -> RenderableType:
    """List the men of one team with the counts that are known.

    Raises
    ------
    InputError
        No such team.
    """
    codes = ", ".join(t.code for t in season.teams)
    team = season.teams[find_one(team, team_choices(season), "--team", "a team", f"one of {codes}")].code
    counts = (
        "rush_att",
        "rush_yds",
        "pass_att",
        "pass_cmp",
        "pass_yds",
        "rec",
        "rec_yds",
        "punts",
        "fg_made",
    )
    men = [player for player in season.players if player.team == team]
    rows = ((m.id, m.name, m.position, *(m.stats.get(count) for count in counts)) for m in men)
    title = f"{season.year} {team}; an empty cell is not known"
    return table(title, ("id", "name", "position", *(f">{count}" for count in counts)), rows)


# Charts


def chart_list(charts: ChartSet) -> list[RenderableType]:
    """List charts, one a row: how many of its cells are of each provenance word."""
    words = [word for word in WORD_STYLES if any(word in chart.cells() for chart in charts.charts.values())]
    rows = (
        (c.spec.name, c.spec.title, c.spec.case, *(c.cells().get(word) for word in words), _own(charts, c))
        for c in charts.charts.values()
    )
    headings = (
        "chart",
        "title",
        "case",
        *(f">{word}" for word in words),
        "" if charts.overlay is None else "from",
    )
    return [table("", headings, rows), "", f"hash of the cells in play: {charts.hash()}"]


def _own(charts: ChartSet, chart: Chart) -> str:
    return str(charts.overlay) if chart.file.parent == charts.overlay else ""


def chart_table(charts: ChartSet, name: str, sources: bool = False) -> list[RenderableType]:
    """Show a chart in its printed shape, each cell coloured by where it comes from, and the key below.

    With `sources` each cell shows its provenance instead of its value.

    Raises
    ------
    InputError
        No such chart.
    """
    if name not in charts.charts:
        raise InputError(Fault("CHART", "", name, f"one of {', '.join(charts.charts)}"))
    return chart_parts(charts.charts[name], sources)


def chart_parts(chart: Chart, sources: bool = False) -> list[RenderableType]:
    """A chart and the key to its colours: see `chart_table`."""
    shown = chart.provenance if sources else chart.texts
    rows = (
        (
            key,
            *(Text(clean(text), WORD_STYLES[word.split(" ")[0]]) for text, word in zip(*cells, strict=True)),
        )
        for key, *cells in zip(chart.spec.rows, shown, chart.provenance, strict=True)
    )
    columns = (chart.spec.key, *(f">{column.name}" for column in chart.spec.columns))
    key = Text("cells: ")
    for word, count in chart.cells().items():
        key.append(f"{count} {word}  ", WORD_STYLES[word])
    return [table(f"{chart.spec.title} (case {chart.spec.case})", columns, rows), key]


# Sheets


def rated_table(men: Sequence[RatedMan], team: str = "") -> RenderableType:
    """Show rated men, of one team or of all; yards, per cent of passes.

    Raises
    ------
    InputError
        Nobody of that team is rated.
    """
    codes = sorted({man.team for man in men})
    if team and team not in codes:
        raise InputError(Fault("--team", "", team, f"one of {', '.join(codes)}"))
    rows = [
        (man.team, man.name, man.stat.replace("_", " "), man.tries, man.letters, man.word,
         f"{man.expected:.2f}", f"{man.real:.2f}", f"{man.expected - man.real:+.2f}")
        for man in men
        if team in ("", man.team)
    ]  # fmt: skip
    columns = ("team", "man", "rate", ">tries", "letters", "from", ">letters mean", ">real", ">off by")
    return table("What the letters mean, against average opponents", columns, rows)


# Matches


def match_list() -> RenderableType:
    """List the matches that stand ready."""
    rows = (
        (m.id, m.title, m.date, m.away, m.home, score_words(m), m.ground, m.source) for m in load_matches()
    )
    return table("", ("match", "title", "date", "visitors", "home", "score", "ground", "source"), rows)


# Queries


def query_tables(frame: "pd.DataFrame", most: int) -> list[RenderableType]:
    """The first rows of an answer as a table, and how many there are."""
    right = {name for name, kind in frame.dtypes.items() if kind.kind in "iuf"}
    columns = [f">{name}" if name in right else str(name) for name in frame.columns]
    rows = (map(_shown, row.values()) for row in frame_records(frame.head(most)))
    more = [f"{most} of {len(frame)} rows; --top N prints more, --csv FILE keeps all"]
    return [table("", columns, rows), *(more if len(frame) > most else [])]


def _shown(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else value
