"""Matches that stand ready: who met whom in reality, when, and how it ended (teams/matches.csv)."""

from dataclasses import dataclass
from pathlib import Path

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.files.rows import DAY, Row, matching, named, or_empty, whole
from simlib.files.season_tables import checked_source, read_sources, season_table

COLUMNS = (
    "match", "title", "date", "away", "home", "away_score", "home_score", "quarters", "ground", "source"
)  # fmt: skip
_ID = matching(r"[a-z0-9]+(-[a-z0-9]+)*", "small letters, digits and hyphens")
_SIDE = matching(r"[A-Z0-9]{2,4}@[0-9]{4}", "a team and its season, as in BAL@1958")
_TITLE = matching(r".{1,60}", "a title of at most 60 characters")
_SCORE, _QUARTERS, _GROUND = or_empty(whole(0, 200)), or_empty(whole(4, 20)), named(("home", "neutral"))


@dataclass(frozen=True, slots=True)
class ReadyMatch:
    """A real match to be played again.

    Attributes
    ----------
    id, title, date : str
        "super-bowl-iii", "Super Bowl III", "1969-01-12".
    away, home : str
        Teams with their seasons: "BAL@1968".
    away_score, home_score, quarters : int or None
        How it really ended, and how many quarters it took; None where that is not known.
    ground : str
        "home", or "neutral": no rule of a game asks.
    source : str
        Where that comes from, as in a season's tables.
    """

    id: str
    title: str
    date: str
    away: str
    home: str
    away_score: int | None
    home_score: int | None
    quarters: int | None
    ground: str
    source: str


def score_words(match: ReadyMatch) -> str:
    """How it really ended: "23-17 in overtime"; empty where that is not known."""
    if match.away_score is None or match.home_score is None:
        return ""
    return f"{match.away_score}-{match.home_score}{' in overtime' if (match.quarters or 0) > 4 else ''}"


def real_words(match: ReadyMatch) -> str:
    """What the match was, in a line."""
    score = score_words(match)
    told = f", in reality {match.away} {match.home} {score} ({match.source})" if score else ""
    ground = "; neutral ground, which makes no difference in these rules" if match.ground == "neutral" else ""
    return f"{match.title}, {match.date}{told}{ground}"


def _read_match(row: Row, sources: dict[str, str]) -> ReadyMatch:
    cells = row.cells
    name = row.text("match", _ID)
    row.once("match", name)
    if name == "list":
        row.fault("match", name, "another name: list lists them")
    away, home = row.text("away", _SIDE), row.text("home", _SIDE)
    if away == home:
        row.fault("home", home, "another team than the visitors")
    scores = [row.take(f"{side}_score", _SCORE) for side in ("away", "home")]
    if cells["away_score"] == cells["home_score"] != "":
        row.fault("home_score", cells["home_score"], "a winner")
    if "" in (cells["away_score"], cells["home_score"]) and scores != [None, None]:
        row.fault("home_score", cells["home_score"], "both scores or none")
    elif (cells["away_score"] == "") != (cells["quarters"] == ""):
        row.fault("quarters", cells["quarters"], "quarters and both scores, or none of them")
    return ReadyMatch(
        id=name,
        title=row.text("title", _TITLE),
        date=row.text("date", DAY),
        away=away,
        home=home,
        away_score=scores[0],
        home_score=scores[1],
        quarters=row.take("quarters", _QUARTERS),
        ground=row.text("ground", _GROUND),
        source=checked_source(row, sources),
    )


def load_matches(folder: Path | None = None) -> tuple[ReadyMatch, ...]:
    """The matches of `folder`, the shipped ones when not given.

    Raises
    ------
    InputError
        With every fault of matches.csv and SOURCES.csv.
    """
    folder = folder or data_folder("teams")
    faults: list[Fault] = []
    sources = read_sources(folder, faults)
    rows = season_table(folder / "matches.csv", COLUMNS, faults)
    matches = tuple(_read_match(row, sources) for row in rows)
    if faults:
        raise InputError(*faults)
    return matches


def find_match(name: str) -> ReadyMatch:
    """The shipped match of an id; InputError lists the ids."""
    matches = {match.id: match for match in load_matches()}
    if name not in matches:
        raise InputError(Fault("--match", "", name, f"one of {', '.join(matches)}, or list"))
    return matches[name]
