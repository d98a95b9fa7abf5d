"""What the command line shows of a run: standings and leaders, and how true it is.

The answer stands in groups that are never mixed: what was solved for, what is printed on the sheets,
what the game produces, and what is the coach's choice or known in part, which gets no verdict.
"""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from simlib.files.lineups import lineup_words
from simlib.kernels.stats import STAT
from simlib.rulesets.contract import Reason
from simlib.show.terminal import number, table

Reasons = dict[tuple[str, str, str], Reason]

if TYPE_CHECKING:
    from simlib.judge.deviation import Accuracy, Row, SpreadRow
    from simlib.judge.leverage import Lever
    from simlib.runs.results import Results

WHY_MEN_MISS = (
    "sheet: what the man's ratings mean against average opponents; schedule: what the opponents he met add;"
    " use: the rest, the downs and places he is used at (all in % of the real rate)."
)
LEADERS = (
    ("rush_yds", "Rushing yards a season", 0),
    ("pass_yds", "Passing yards a season", 0),
    ("rec_yds", "Receiving yards a season", 0),
    ("yards_per_carry", "Yards per carry, 40 real carries or more", 2),
)
GROUPS = {
    "fitted": "Fitted: solved for, so this tests the solver and not the game",
    "printed": "Printed: the figures stand on the sheets",
    "free": "Produced by the game: nothing was solved for these",
}
UNJUDGED = "The coach's choice, or known in part: no verdict"
LEGEND = (
    "+/- is the Monte-Carlo standard error of the mean; off % is 100 x (mean / real - 1); sd, in 3% and",
    "in 5% (% of seasons) are over single seasons; at 3% and at 5% judge the mean by its 90% interval.",
)
VERDICT_STYLES = {"within": "green", "outside": "red", "cannot tell": "yellow"}
MEN_RATES = ("yards_per_carry", "completion_percent", "yards_per_attempt", "yards_per_catch")


def replay_tables(results: "Results") -> list[RenderableType]:
    """Standings by conference with the real records beside them, titles, and the leaders."""
    leaders = [_leaders(results, *leader) for leader in LEADERS] if any(results.men) else []
    title = Text(f"{run_title(results)}: means a season", "bold")
    head: list[RenderableType] = [title, *lineup_words(results.meta.lineup), *results.meta.notes, ""]
    return [*head, *_standings_tables(results), *leaders]


def _standings_tables(results: "Results") -> list[RenderableType]:
    frame: Any = results.standings()
    return [_standings(conference, rows) for conference, rows in frame.groupby("conference")]


def _standings(conference: str, frame: Any) -> RenderableType:
    columns = (
        "team", ">W", ">L", ">T", ">real", ">sd of W", ">points", ">real", ">against", ">real",
        ">first %", ">title %",
    )  # fmt: skip
    rows = (
        (
            row.team, number(row.wins, 1), number(row.losses, 1), number(row.ties, 1),
            f"{row.real_wins}-{row.real_losses}-{row.real_ties}", number(row.wins_sd, 2),
            number(row.points, 0), row.real_points, number(row.points_against, 0), row.real_points_against,
            number(100 * row.first, 1), number(100 * row.titles, 1),
        )
        for row in frame.itertuples()
    )  # fmt: skip
    return table(conference, columns, rows)


def run_title(results: "Results") -> str:
    """What was replayed, in one line."""
    meta = results.meta
    season, numbers = f"{meta.season} {meta.league}", (meta.seasons, meta.first, meta.seed)
    return replay_title(season, *numbers, meta.ruleset, meta.coach, meta.options)


def replay_title(
    season: str, seasons: int, first: int, seed: int, ruleset: str, coach: str, options: Sequence[str]
) -> str:
    """What was replayed, in one line; `season` is its year and league."""
    count = f"{seasons} seasons ({first} to {first + seasons - 1} of seed {seed})"
    rules = f", options {', '.join(options)}" if options else ""
    return f"{season}, {count}, ruleset {ruleset}, coach {coach}{rules}"


def next_steps(season: str, out: Path | None, **settings: object) -> list[RenderableType]:
    """Where the results lie, and the command that says how true they are, with the settings that are set."""
    named = [part for name, value in settings.items() if value for part in (f"--{name}", str(value))]
    return [*outputs(out, None), f"How true is it? {shlex.join(['simlib', 'accuracy', season, *named])}"]


def outputs(out: Path | None, json_file: Path | None) -> list[RenderableType]:
    """Where the results lie."""
    return [f"Results lie in {path}." for path in (out, json_file) if path]


def _leaders(results: "Results", stat: str, title: str, digits: int) -> RenderableType:
    frame: Any = results.leaders(stat, 5)
    rows = (
        (row.rank, row.name, row.team, number(row.mean, digits), number(row.real, digits))
        for row in frame.itertuples()
    )
    return table(title, (">", "leader", "team", ">mean", ">real"), rows)


def replay_content(results: "Results") -> dict[str, Any]:
    """What --json holds of a replay: `meta`, and `standings` as `Results.standings` has them."""
    frame = results.standings().astype(object)
    return {"meta": asdict(results.meta), "standings": frame.where(frame.notna(), None).to_dict("records")}


def accuracy_tables(
    answer: "Accuracy",
    results: "Results | None" = None,
    reasons: Reasons | None = None,
    number_steps: dict[str, str] | None = None,
) -> list[RenderableType]:
    """The whole answer: the league by group, spread, men, teams, and the standings.

    Without `results` the run's title and standings are left out.
    `reasons` (the parts of a man's deviation) and `number_steps` are the ruleset's.
    """
    parts: list[RenderableType] = []
    if results:
        parts += [Text(run_title(results), "bold"), *lineup_words(results.meta.lineup)]
    if answer.meta["claim"]:
        parts.append(f"The claim: {answer.meta['claim']}")
    cells = ", ".join(f"{count} {word}" for word, count in answer.meta["cells"].items())
    parts += [f"Cells in play: {cells}", *answer.meta["notes"], *LEGEND, ""]
    unjudged = answer.meta["verdict_free"]
    league = [row for row in answer.at("league") if row.group and row.actual is not None]
    judged = [row for row in league if row.stat not in unjudged]
    for group, title in GROUPS.items():
        rows = [row for row in judged if row.group == group]
        if rows:
            parts += [_league_table(title, rows), verdict_counts(rows), ""]
    rows = [row for row in league if row.stat in unjudged]
    if rows:
        why = (f"{STAT[row.stat].title}: {unjudged[row.stat]}" for row in rows)
        parts += [_league_table(UNJUDGED, rows), *why, ""]
    parts += [_not_modelled(answer), "", _spread_table(answer)]
    if "player" in answer.meta["levels"]:
        parts += _men_tables(answer, reasons or {})
        parts += _coarse_tables(answer, number_steps or {})
    if "team" in answer.meta["levels"]:
        parts.append(_relation_table(answer))
    return [*parts, *(_standings_tables(results) if results else [])]


def _not_modelled(answer: "Accuracy") -> str:
    """Statistics and levels that the game has nothing to say of: neither right nor wrong."""
    names = [STAT[row.stat].title for row in answer.at("league") if row.group is None]
    levels = {"team": "each team's own rates", "player": "each man's rates"}
    names += [words for level, words in levels.items() if level not in answer.meta["levels"]]
    return f"Not modelled by the game: {', '.join(names)}." if names else "Every statistic is modelled."


def verdict_counts(rows: Iterable["Row"]) -> str:
    """How many verdicts at 5% are which, in one line."""
    counts = Counter(row.verdict5 for row in rows)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICT_STYLES if counts[verdict])
    return f"At 5%: {told}." if told else "At 5%: no verdict."


def _league_table(title: str, rows: Iterable["Row"]) -> RenderableType:
    columns = (
        "statistic", ">real", ">mean", ">+/-", ">off %", ">sd", ">in 3%", ">in 5%", "at 3%", "at 5%",
        "coverage",
    )  # fmt: skip
    cells = (
        (
            STAT[row.stat].title, *_compared(row), number(row.sd, 2), _percent(row.within3),
            _percent(row.within5), _verdict(row.verdict3), _verdict(row.verdict5), row.coverage,
        )
        for row in rows
    )  # fmt: skip
    return table(title, columns, cells)


def _spread_table(answer: "Accuracy") -> RenderableType:
    rows = ((row.title, *_compared(row)) for row in answer.spread_rows)
    return table("Spread of results", ("over a season", ">real", ">mean", ">+/-", ">off %"), rows)


def _compared(row: "Row | SpreadRow") -> tuple[str, str, str, str]:
    return number(row.actual, 2), number(row.mean, 2), _error(row.mcse), _signed(row.deviation)


def _men_tables(answer: "Accuracy", reasons: Reasons) -> list[RenderableType]:
    shares = {stat: answer.player_share(stat) for stat in MEN_RATES}
    summary = (
        (
            STAT[stat].title,
            STAT[stat].qualifier,
            share.total,
            share.inside,
            _percent_of(share.inside, share.total),
        )
        for stat, share in shares.items()
    )
    others = (
        (STAT[row.stat].title, row.name, row.team, *_compared(row), *_parts(row, reasons))
        for share in shares.values()
        for row in share.outside
    )
    every = answer.player_share(MEN_RATES)
    title = f"Men: {every.inside} of {every.total} rates within 5% in the long run"
    parts = [table(title, ("rate", ">real tries at least", ">men", ">within 5%", ">%"), summary)]
    columns = ("rate", "man", "team", ">real", ">mean", ">+/-", ">off %")
    reasoned = (">sheet", ">schedule", ">use") if reasons else ()
    parts.append(table("The others", (*columns, *reasoned), others))
    return [*parts, WHY_MEN_MISS] if reasons else parts


def _parts(row: "Row", reasons: Reasons) -> tuple[str, ...]:
    """A man's deviation by what his sheet means, the opponents he met, and his use in play."""
    if not reasons:
        return ()
    reason = reasons.get((row.team or "", row.player or "", row.stat))
    if reason is None or row.deviation is None:
        return "", "", ""
    return tuple(
        _signed(part)
        for part in (reason.sheet, reason.schedule, row.deviation - reason.sheet - reason.schedule)
    )


def _coarse_tables(answer: "Accuracy", steps: dict[str, str]) -> list[RenderableType]:
    """Rates that no sheet can set finely: how far off they are, and why."""
    if not steps:
        return []
    rows = [
        row
        for row in answer.at("player")
        if row.stat in steps and row.qualified and row.deviation is not None
    ]
    cells = []
    for stat, why in steps.items():
        misses = sorted(abs(row.deviation or 0) for row in rows if row.stat == stat)
        middle = number(misses[len(misses) // 2], 1) if misses else ""
        cells.append((STAT[stat].title, len(misses), middle, why))
    return [table("Rates no sheet sets finely", ("rate", ">men", ">median miss %", "why"), cells)]


def _relation_table(answer: "Accuracy") -> RenderableType:
    rows = (
        (STAT[row.stat].title, row.teams, number(row.slope, 2), number(row.correlation, 2))
        for row in answer.team_relations
    )
    title = "Teams: replayed on real figures; slope 1 when teams differ as much as they did"
    return table(title, ("statistic", ">teams", ">slope", ">correlation"), rows)


def _error(value: float | None) -> str:
    return "" if value is None else f"{value:.2g}"


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.1f}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f}"


def _percent_of(part: int, whole: int) -> str:
    return _percent(part / whole) if whole else ""


def _verdict(verdict: str | None) -> Text:
    return Text(verdict or "", VERDICT_STYLES.get(verdict or "", ""))


def leverage_table(levers: Sequence["Lever"], played: str) -> list[RenderableType]:
    """How far each league figure moves when each assumption moves: a row a figure, a column a step.

    `played` says in a line what was replayed.
    """
    names = list(dict.fromkeys(lever.assumption for lever in levers))
    moved = {(lever.stat, lever.assumption): lever for lever in levers}
    stats = list(dict.fromkeys(lever.stat for lever in levers))
    rows = (
        (
            STAT[stat].title,
            number(max(moved[stat, name].error for name in names), 1),
            *(_signed(moved[stat, name].change) for name in names),
        )
        for stat in stats
    )
    steps = {lever.assumption: lever.description for lever in levers}
    columns = ("statistic", ">+/-", *(f">{place}" for place in range(1, len(names) + 1)))
    title = "Change in % of each league figure when one assumption moves"
    legend = (f"{place} {name}: {steps[name]}" for place, name in enumerate(names, start=1))
    return [Text(played, "bold"), table(title, columns, rows), *legend]
