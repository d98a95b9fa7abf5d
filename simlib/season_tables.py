"""The tables of a season folder, one reader a table: rows in, checked records out.

Readers raise nothing for a user's mistake: each thing wrong is added to `faults`, so that one look
at a folder names all of them. teams/README.md documents the tables.
"""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from simlib.data_files import Row, integer, read_table
from simlib.errors import Fault
from simlib.stats import PLAYER_COLUMNS, STAT, TEAM_COLUMNS

MOST = 20_000  # no real season's count or yards come near
SIGNED = ("rush_yds", "pass_yds", "rec_yds", "kick_ret_yds", "punt_ret_yds")
FROM_GAMES = (
    "games", "wins", "losses", "ties", "points", "points_squared", "margin_squared",
    "home_games", "home_margin",
)  # fmt: skip
TEAM_FILE_COLUMNS = tuple(c for c in TEAM_COLUMNS if c not in FROM_GAMES)
SOURCE_WORDS = ("printed", "transcribed", "derived", "forced", "fitted", "assumed", "owner")
CONFERENCES = ("East", "West")
NOT_ABOVE = (
    ("pass_cmp", "pass_att"), ("pass_int", "pass_att"), ("pass_td", "pass_cmp"), ("rush_td", "rush_att"),
    ("rec_td", "rec"), ("fg_made", "fg_att"), ("xp_made", "xp_att"), ("fumbles_lost", "fumbles"),
    ("kick_ret_td", "kick_ret"), ("punt_ret_td", "punt_ret"),
)  # fmt: skip
RULES: dict[str, tuple[int, int] | tuple[str, ...]] = {
    "year": (1920, 2100),
    "kickoff_yard_line": (20, 50),
    "touchback_yard_line": (1, 50),
    "safety_kick_yard_line": (10, 50),
    "missed_field_goal": ("over_goal_line_to_20", "line_of_scrimmage_or_20"),
    "timeouts_per_half": (0, 10),
    "quarter_minutes": (1, 60),
    "regular_season_games": (1, 50),
    "overtime_regular_season": ("none",),
    "overtime_playoff": ("sudden_death",),
    "ties_in_percentage": ("ignored",),
    "tie_for_first": ("playoff_site_by_coin",),
    "title_game_host": ("east_in_even_years",),
}
TEXT_RULES = ("league", "name")


@dataclass(frozen=True, slots=True)
class Rule:
    """A playing rule of the year; `confidence` is high, medium or low (then a parameter)."""

    value: int | str
    confidence: str
    source: str


@dataclass(frozen=True, slots=True)
class Team:
    """A team; `stats` has TEAM_COLUMNS and, where known, "opp_" columns (None = not known)."""

    code: str
    name: str
    conference: str
    stats: dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Player:
    """A man with one team; `others` marks book-keeping: what no listed man accounts for."""

    id: str
    name: str
    team: str
    position: str
    others: bool
    stats: dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Game:
    """A game played; `kind` is "regular" or "playoff", `week` 0 for a play-off."""

    number: int
    week: int
    date: str
    home: str
    away: str
    home_score: int
    away_score: int
    kind: str


def _word(row: Row, column: str, label: str, pattern: str, what: str, faults: list[Fault]) -> str:
    cell = row.cells[column]
    if not re.fullmatch(pattern, cell):
        faults.append(Fault(f"{label}:{row.line}", column, cell, what))
    return cell


def _one_of(row: Row, column: str, label: str, words: tuple[str, ...], faults: list[Fault]) -> str:
    cell = row.cells[column]
    if cell not in words:
        faults.append(Fault(f"{label}:{row.line}", column, cell, f"one of {', '.join(words)}"))
    return cell


def _unique(
    row: Row, column: str, label: str, key: object, seen: dict[object, int], faults: list[Fault]
) -> None:
    first = seen.setdefault(key, row.line)
    if first != row.line:
        faults.append(Fault(f"{label}:{row.line}", column, row.cells[column], f"once; also in line {first}"))


def _source(row: Row, label: str, sources: dict[str, str], faults: list[Fault]) -> str:
    """Check a source cell, such as "transcribed C+D, derived remainder", against SOURCES.csv."""
    cell = row.cells["source"]
    for part in cell.split(", "):
        word, _, keys = part.partition(" ")
        if word not in SOURCE_WORDS or not keys:
            expected = f"a word ({', '.join(SOURCE_WORDS)}) and a key of SOURCES.csv"
            faults.append(Fault(f"{label}:{row.line}", "source", part, expected))
            continue
        for key in keys.split("+"):
            if sources and sources.get(key) != word:
                faults.append(
                    Fault(f"{label}:{row.line}", "source", part, f"SOURCES.csv to explain {word} {key}")
                )
    return cell


def _counts(row: Row, label: str, columns: tuple[str, ...], faults: list[Fault]) -> dict[str, int | None]:
    """Counts of a row, None where empty; a count isn't negative, yards may be."""
    where = f"{label}:{row.line}"
    stats = {
        c: integer(row, c, label, -MOST if c.removeprefix("opp_") in SIGNED else 0, MOST, faults, empty=True)
        for c in columns
    }
    for part, whole in NOT_ABOVE:
        some, most = stats.get(part), stats.get(whole)
        if some is not None and most is not None and some > most:
            faults.append(Fault(where, part, str(some), f"at most {whole}, {most}"))
    attempts, completions, taken = (stats.get(c) or 0 for c in ("pass_att", "pass_cmp", "pass_int"))
    if (
        completions <= attempts
        and taken <= attempts < completions + taken
        and stats.get("pass_att") is not None
    ):
        expected = f"completions and interceptions at most pass_att, {attempts}"
        faults.append(Fault(where, "pass_int", str(taken), expected))
    return stats


def read_sources(folder: Path, shown: str, faults: list[Fault]) -> dict[str, str]:
    """SOURCES.csv: key -> provenance word."""
    label = f"{shown}/SOURCES.csv"
    seen: dict[object, int] = {}
    sources = {}
    for row in read_table(folder / "SOURCES.csv", label, ("key", "word", "explanation"), faults):
        key = _word(row, "key", label, r"[A-Za-z0-9.-]+", "letters, digits, hyphens or dots", faults)
        _unique(row, "key", label, key, seen, faults)
        sources[key] = _one_of(row, "word", label, SOURCE_WORDS, faults)
        _word(row, "explanation", label, r".+", "an explanation", faults)
    return sources


def read_rules(folder: Path, shown: str, sources: dict[str, str], faults: list[Fault]) -> dict[str, Rule]:
    """rules.csv: rule name -> Rule; the names in RULES and TEXT_RULES must be there."""
    label = f"{shown}/rules.csv"
    seen: dict[object, int] = {}
    rules: dict[str, Rule] = {}
    found = len(faults)
    for row in read_table(folder / "rules.csv", label, ("rule", "value", "confidence", "source"), faults):
        name = _word(row, "rule", label, r"[a-z0-9_]+", "a rule's name", faults)
        _unique(row, "rule", label, name, seen, faults)
        allowed = RULES.get(name)
        value: int | str | None
        if allowed is None:
            cell = _word(row, "value", label, r".+", "a value", faults)
            value = int(cell) if re.fullmatch(r"\d{1,9}", cell) else cell
        elif isinstance(allowed[0], int):
            value = integer(row, "value", label, int(allowed[0]), int(allowed[1]), faults)
        else:
            value = _one_of(row, "value", label, tuple(str(word) for word in allowed), faults)
        confidence = _one_of(row, "confidence", label, ("high", "medium", "low"), faults)
        source = _source(row, label, sources, faults)
        if value is not None:
            rules[name] = Rule(value, confidence, source)
    if seen or len(faults) == found:
        missing = [name for name in (*RULES, *TEXT_RULES) if name not in seen]
        faults += [Fault(label, "rule", "no such rule", f"a row {name}") for name in missing]
    return rules


def read_teams(folder: Path, shown: str, sources: dict[str, str], faults: list[Fault]) -> tuple[Team, ...]:
    """teams.csv: the teams in alphabetical order of code, their known totals."""
    label = f"{shown}/teams.csv"
    opponents = tuple(f"opp_{c}" for c in TEAM_FILE_COLUMNS)
    required = ("code", "name", "conference", *TEAM_FILE_COLUMNS, "source")
    seen: dict[object, int] = {}
    teams = []
    rows = read_table(folder / "teams.csv", label, required, faults, optional=opponents)
    for row in rows:
        code = _word(row, "code", label, r"[A-Z0-9]{2,4}", "2 to 4 capitals or digits", faults)
        _unique(row, "code", label, code, seen, faults)
        name = _word(row, "name", label, r".{1,60}", "a name of at most 60 characters", faults)
        conference = _one_of(row, "conference", label, CONFERENCES, faults)
        columns = (*TEAM_FILE_COLUMNS, *(c for c in opponents if c in row.cells))
        teams.append(Team(code, name, conference, _counts(row, label, columns, faults)))
        _source(row, label, sources, faults)
    for conference in CONFERENCES:
        if rows and not any(team.conference == conference for team in teams):
            faults.append(
                Fault(label, "conference", f"no team in the {conference}", "a team in each conference")
            )
    if len(teams) > 100:
        faults.append(Fault(label, "", f"{len(teams)} teams", "at most 100"))
    return tuple(sorted(teams, key=lambda team: team.code))


def _known_team(row: Row, column: str, label: str, codes: frozenset[str], faults: list[Fault]) -> str:
    cell = row.cells[column]
    if cell == "" or (codes and cell not in codes):
        faults.append(
            Fault(f"{label}:{row.line}", column, cell, f"one of {', '.join(sorted(codes)) or 'the teams'}")
        )
    return cell


def read_players(
    folder: Path, shown: str, codes: frozenset[str], sources: dict[str, str], faults: list[Fault]
) -> tuple[Player, ...]:
    """players.csv: one record a man and team, in the order of the file."""
    label = f"{shown}/players.csv"
    seen: dict[object, int] = {}
    names: dict[str, str] = {}
    players = []
    required = ("id", "name", "team", "position", *PLAYER_COLUMNS, "source")
    for row in read_table(folder / "players.csv", label, required, faults):
        what = "surname-given in lower-case letters, digits and hyphens"
        key = _word(row, "id", label, r"[a-z0-9]+(-[a-z0-9]+)*", what, faults)
        name = _word(row, "name", label, r".{1,60}", "a name of at most 60 characters", faults)
        team = _known_team(row, "team", label, codes, faults)
        _unique(row, "id", label, (key, team), seen, faults)
        if names.setdefault(key, name) != name:
            faults.append(Fault(f"{label}:{row.line}", "name", name, f"{names[key]}: one id is one man"))
        position = _word(row, "position", label, r".{0,12}", "at most 12 characters", faults)
        stats = _counts(row, label, PLAYER_COLUMNS, faults)
        players.append(Player(key, name, team, position, key.startswith("others-"), stats))
        _source(row, label, sources, faults)
    return tuple(players)


def _date(row: Row, label: str, year: int | None, faults: list[Fault]) -> str:
    cell = row.cells["date"]
    try:
        day = date.fromisoformat(cell if len(cell) == 10 else "")
    except ValueError:
        faults.append(Fault(f"{label}:{row.line}", "date", cell, "a date YYYY-MM-DD"))
        return cell
    if year is not None and day.year not in (year, year + 1):
        faults.append(Fault(f"{label}:{row.line}", "date", cell, f"a date in {year} or {year + 1}"))
    return cell


def read_games(
    folder: Path,
    shown: str,
    codes: frozenset[str],
    year: int | None,
    sources: dict[str, str],
    faults: list[Fault],
) -> tuple[Game, ...]:
    """games.csv: the regular games, then the play-offs, numbered from 1 in the order of the file."""
    label = f"{shown}/games.csv"
    required = ("game", "week", "date", "home", "away", "home_score", "away_score", "kind", "source")
    days: dict[object, int] = {}
    games: list[Game] = []
    in_order = True
    rows = read_table(folder / "games.csv", label, required, faults)
    for place, row in enumerate(rows, 1):
        where = f"{label}:{row.line}"
        number = integer(row, "game", label, 1, MOST, faults)
        if in_order and number is not None and number != place:
            faults.append(Fault(where, "game", str(number), f"{place}: games are numbered in order"))
            in_order = False
        kind = _one_of(row, "kind", label, ("regular", "playoff"), faults)
        week = integer(row, "week", label, 1, 60, faults, empty=kind == "playoff")
        day = _date(row, label, year, faults)
        home, away = (_known_team(row, side, label, codes, faults) for side in ("home", "away"))
        if home == away and home:
            faults.append(Fault(where, "away", away, "another team than the home team"))
        else:
            for side in ("home", "away"):
                if row.cells[side]:
                    _unique(row, side, label, (day, row.cells[side]), days, faults)
        scores = [integer(row, f"{side}_score", label, 0, 200, faults) for side in ("home", "away")]
        if kind == "playoff" and scores[0] is not None and scores[0] == scores[1]:
            faults.append(Fault(where, "away_score", str(scores[1]), "a winner: play-offs have no ties"))
        if kind == "regular" and games and games[-1].kind == "playoff":
            faults.append(Fault(where, "kind", kind, "playoff: regular games come first"))
        games.append(Game(place, week or 0, day, home, away, scores[0] or 0, scores[1] or 0, kind))
        _source(row, label, sources, faults)
    if rows and not any(game.kind == "regular" for game in games):
        faults.append(Fault(label, "kind", "no regular game", "at least one"))
    if len(games) > 5000:
        faults.append(Fault(label, "", f"{len(games)} games", "at most 5000"))
    return tuple(games)


def read_coverage(folder: Path, shown: str, faults: list[Fault]) -> dict[str, tuple[int, str, str, str]]:
    """coverage.csv: statistic -> (line, basis "teams" or "men", what it covers, note)."""
    label = f"{shown}/coverage.csv"
    seen: dict[object, int] = {}
    coverage = {}
    for row in read_table(folder / "coverage.csv", label, ("stat", "basis", "covers", "note"), faults):
        stat = _one_of(row, "stat", label, tuple(STAT), faults)
        _unique(row, "stat", label, stat, seen, faults)
        basis = _one_of(row, "basis", label, ("teams", "men"), faults)
        coverage[stat] = (row.line, basis, row.cells["covers"], row.cells["note"])
    return coverage
