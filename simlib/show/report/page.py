"""The report as one HTML file: what the template is given, and the file written whole or not at all."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.judge.deviation import Row
from simlib.judge.evidence import Evidence
from simlib.judge.intervals import Line
from simlib.kernels.stats import STAT
from simlib.rulesets import get_ruleset
from simlib.runs.manifest import is_run
from simlib.runs.parts import write_whole
from simlib.show.report import words
from simlib.show.report.plots import PLOTS, inline_svg

FOLDER = Path(__file__).parent
GROUPS = (
    ("free", "Produced by the game: nothing was solved for these"),
    ("printed", "Printed: the figures stand on the sheets"),
    ("fitted", "Fitted: solved for, so this tests the solver and not the game"),
)
WORDS = {
    "printed": "in the rulebook",
    "transcribed": "read from a transcription",
    "forced": "only one value fits what is printed",
    "fitted": "solved for",
    "assumed": "set with a stated reason",
    "owner": "your own",
}
REACH = 25.0  # per cent either side that an interval picture shows
WIDTH, HEIGHT = 120, 16
NO_MOVE = "no single rating by one or two"


def _x(percent: float) -> float:
    """Place of a deviation in an interval picture."""
    return round((min(max(percent, -REACH), REACH) + REACH) * WIDTH / (2 * REACH), 1)


def picture(deviation: float | None, interval: tuple[float, ...] | None) -> dict[str, float] | None:
    """Places of the parts of an interval picture; None where there is nothing to compare."""
    if deviation is None:
        return None
    low, _, high = interval or (deviation, deviation, deviation)
    return {"low": _x(low), "width": round(max(_x(high) - _x(low), 0.5), 1), "mean": _x(deviation)}


def _row(evidence: Evidence, row: Row) -> dict[str, Any]:
    line: Line = (row.level, row.team, row.player, row.stat)
    interval = evidence.intervals.get(line)
    return {
        "name": row.name,
        "team": row.team or "",
        "stat": STAT[row.stat].title,
        "group": row.group,
        "actual": row.actual,
        "mean": row.mean,
        "mcse": row.mcse,
        "deviation": row.deviation,
        "sd": row.sd,
        "within3": None if row.within3 is None else 100 * row.within3,
        "within5": None if row.within5 is None else 100 * row.within5,
        "verdict3": row.verdict3 or "",
        "verdict5": row.verdict5 or "",
        "qualified": row.qualified,
        "coverage": row.coverage,
        "picture": picture(row.deviation, interval),
        "told": _told(row, interval),
    }


def _told(row: Row, interval: tuple[float, ...] | None) -> str:
    """The interval picture in words."""
    if row.deviation is None:
        return ""
    text = f"mean {words.signed(row.deviation)}"
    if interval:
        text += f", 90% of seasons from {words.signed(interval[0])} to {words.signed(interval[2])}"
    return text


def command(evidence: Evidence) -> str:
    """The command that remakes the report."""
    meta = evidence.results.meta
    parts = ["simlib", "report", _season_name(evidence), "--ruleset", meta.ruleset]
    parts += ["--seasons", str(meta.seasons)]
    parts += ["--first", str(meta.first)] if meta.first else []
    parts += ["--seed", str(meta.seed), "--coach", meta.coach]
    parts += ["--options", ",".join(meta.options)] if meta.options else []
    parts += ["--charts", Path(evidence.charts).name] if evidence.charts else []
    parts += ["--lineup", Path(evidence.lineup).name] if evidence.lineup else []
    parts += ["--leverage", str(evidence.lever_seasons)]
    parts += ["--ensemble", str(evidence.ensemble.charts)] if evidence.ensemble else []
    return shlex.join([*parts, "--out", "report.html"])


def _season_name(evidence: Evidence) -> str:
    """The year of a shipped season, else the name of its folder."""
    folder, year = evidence.results.season.folder, str(evidence.results.meta.season)
    return year if is_run(folder) or folder == data_folder("teams") / year else folder.name


def _levers(evidence: Evidence) -> list[dict[str, Any]]:
    """A row an assumption: the three league figures it moves most."""
    found: dict[str, dict[str, Any]] = {}
    for lever in evidence.levers or ():
        row = found.setdefault(
            lever.assumption, {"name": lever.assumption, "description": lever.description, "moves": []}
        )
        if abs(lever.change) > 2 * lever.error:
            row["moves"].append((abs(lever.change), STAT[lever.stat].title, lever.change))
    for row in found.values():
        most = sorted(row["moves"], key=lambda move: -move[0])[:3]
        row["most"] = most[0][0] if most else 0.0
        row["moves"] = ", ".join(f"{title} {words.signed(change)}" for _, title, change in most)
    return sorted(found.values(), key=lambda row: (-row["most"], row["name"]))


def _throws(seasons: float | None, rolls: int | None) -> str:
    """A number of throws; nothing where the game does not say how many a season has."""
    if seasons is None:
        return "no number"
    return "" if rolls is None else words.number(rolls)


def _adequate(evidence: Evidence) -> list[dict[str, Any]]:
    return [
        {
            "stat": STAT[x.row.stat].title,
            "deviation": x.row.deviation,
            "seasons3": x.seasons3,
            "seasons5": x.seasons5,
            "rolls3": x.rolls3,
            "rolls5": x.rolls5,
            "throws3": _throws(x.seasons3, x.rolls3),
            "throws5": _throws(x.seasons5, x.rolls5),
        }
        for x in evidence.adequate
        if x.row.verdict5
    ]


def _ensemble(evidence: Evidence) -> list[dict[str, Any]]:
    if evidence.ensemble is None:
        return []
    return [
        {
            "stat": STAT[line.row.stat].title,
            "verdict": line.row.verdict5,
            "low": line.low,
            "middle": line.middle,
            "high": line.high,
            "holds": 100 * line.holds,
        }
        for line in evidence.ensemble.rows
        if line.row.level == "league"
    ]


def _remedies(evidence: Evidence) -> list[dict[str, Any]]:
    return [
        {
            "name": x.row.name,
            "team": x.row.team,
            "stat": STAT[x.row.stat].title,
            "deviation": x.row.deviation,
            "move": f"{x.move.column} {x.move.old} to {x.move.new}" if x.move else NO_MOVE,
            "left": x.deviation,
        }
        for x in evidence.remedies
    ]


def context(evidence: Evidence) -> dict[str, Any]:
    """What the template is given: plain values only."""
    results, meta = evidence.results, evidence.results.meta
    last = meta.first + meta.seasons - 1
    game = get_ruleset(meta.ruleset).title.partition(" (")[0]
    league = [row for row in evidence.answer.at("league") if row.group and row.actual is not None]
    free = evidence.answer.meta["verdict_free"]
    groups = [
        (title, [_row(evidence, row) for row in league if row.group == group and row.stat not in free])
        for group, title in GROUPS
    ]
    unjudged = [_row(evidence, row) | {"why": free[row.stat]} for row in league if row.stat in free]
    left_out = [line for line in evidence.left_out if line.tries >= STAT[line.stat].qualifier]
    return {
        "title": f"How true is {game} to {meta.season}?",
        "season": results.season.name,
        "claim": evidence.answer.meta["claim"],
        "opening": words.opening(evidence),
        "grounds": words.grounds(evidence),
        "replays": words.counted(meta.seasons, "time"),
        "facts": {
            "simlib": meta.version,
            "game": f"{meta.ruleset}, version {meta.ruleset_version}",
            "seasons": f"{meta.seasons:,} ({meta.first} to {last} of seed {meta.seed})",
            "coach": meta.coach,
            **({"lineup": meta.lineup} if meta.lineup else {}),
            "options": ", ".join(meta.options) or "none",
            "charts": meta.charts_hash[:16],
            "results": results.digest()[:16],
        },
        "cells": [(word, count, WORDS.get(word, "")) for word, count in meta.cells.items()],
        "all_cells": sum(meta.cells.values()),
        "command": command(evidence),
        "groups": [(title, rows) for title, rows in groups if rows],
        "unjudged": unjudged,
        "teams": _rows(evidence, "team"),
        "players": _rows(evidence, "player"),
        "relations": [
            {"stat": STAT[r.stat].title, "teams": r.teams, "slope": r.slope, "correlation": r.correlation}
            for r in evidence.answer.team_relations
        ],
        "standings": evidence.standings,
        "champion": {t.team: t.name for t in evidence.standings.teams}.get(evidence.standings.champion or ""),
        "spreads": evidence.spreads,
        "men_spreads": evidence.men_spreads,
        "coverage": evidence.coverage,
        "flags": evidence.flags,
        "flagged": [
            {"name": x.row.name, "team": x.row.team, "stat": STAT[x.row.stat].title, "actual": x.row.actual,
             "mean": x.row.mean, "p": x.p}
            for x in evidence.flags.found
        ],
        "left_out": [line._asdict() | {"title": STAT[line.stat].title} for line in left_out],
        "left_out_sums": [
            line._asdict() | {"title": STAT[line.stat].title} for line in words.judged_men(evidence)
        ],
        "remedies": _remedies(evidence),
        "levers": _levers(evidence),
        "why_no_levers": evidence.why_no_levers,
        "lever_seasons": evidence.lever_seasons,
        "adequate": _adequate(evidence),
        "rolls": evidence.rolls,
        "ensemble": _ensemble(evidence),
        "ensemble_charts": evidence.ensemble.charts if evidence.ensemble else 0,
        "ensemble_levels": [
            (level, *evidence.ensemble.settled(level)) for level in ("league", "team", "player")
        ] if evidence.ensemble else [],
        "plots": [(plot.name, plot.title, *inline_svg(plot.name, evidence)) for plot in PLOTS],
        "notes": (*meta.notes, *results.season.notes),
        "ticks": {"zero": _x(0), "low3": _x(-3), "high3": _x(3), "low5": _x(-5), "high5": _x(5)},
        "box": {"width": WIDTH, "height": HEIGHT},
    }  # fmt: skip


def _rows(evidence: Evidence, level: str) -> list[dict[str, Any]]:
    rows: Iterable[Row] = evidence.answer.at(level)
    return [_row(evidence, row) for row in rows if row.group and row.actual is not None]


def report_html(evidence: Evidence) -> str:
    """The report as the text of one HTML file; equal evidence gives equal text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["fixed"] = lambda value, digits=2: "" if value is None else f"{value:.{digits}f}"
    environment.filters["signed"] = lambda value: "" if value is None else words.signed(value)
    values = context(evidence)
    # our own drawings and files, in which every text was escaped as it was written
    values["plots"] = [(name, title, Markup(svg), told) for name, title, svg, told in values["plots"]]
    for part in ("style.css", "script.js"):
        values[part.partition(".")[0]] = Markup((FOLDER / part).read_text(encoding="utf-8"))
    return environment.get_template("template.html.j2").render(values)


def check_file(path: Path) -> None:
    """Tell before the work, not after it, that a file can't be written.

    Raises
    ------
    InputError
        It is a folder, or there is no writable folder for it.
    """
    try:
        fits = not path.is_dir() and path.parent.is_dir() and os.access(path.parent, os.W_OK)
    except (OSError, ValueError):
        fits = False
    if not fits:
        raise InputError(Fault("--out", "", str(path), "a file in a folder that can be written"))


def save_report(evidence: Evidence, path: str | Path) -> None:
    """Write the report, whole or not at all.

    Raises
    ------
    InputError
        The file can't be written.
    """
    target = Path(path)
    check_file(target)
    write_whole(target, report_html(evidence).encode())
