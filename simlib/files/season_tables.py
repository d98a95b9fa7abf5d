"""The tables of a season folder, one reader a table: rows in, checked records out.

Readers raise nothing for a user's mistake: each thing wrong is added to `faults`, so that one look
at a folder names all of them. teams/README.md documents the tables.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from simlib.errors import Fault
from simlib.files.rows import DAY, Row, Table, matching, named, or_empty, whole
from simlib.kernels.stats import LATER_PLAYER_COLUMNS, PLAYER_COLUMNS, STAT, TEAM_COLUMNS

LARGEST_FILE = 5_000_000
SOURCE_WORDS = ("printed", "transcribed", "derived", "forced", "fitted", "assumed", "owner")
MOST = 20_000  # no real season's count or yards come near
MOST_TEAMS, MOST_GAMES = 100, 5_000
SIGNED = ("rush_yds", "pass_yds", "rec_yds", "kick_ret_yds", "punt_ret_yds", "int_made_yds")
FROM_GAMES = (
    "games", "wins", "losses", "ties", "points", "points_squared", "margin_squared",
    "home_games", "home_margin",
)  # fmt: skip
TEAM_FILE_COLUMNS = tuple(c for c in TEAM_COLUMNS if c not in FROM_GAMES)
NET_PASSING = "opp_net_pass_yds"  # opponents' passing yards less sacks, where gross ones aren't known
NOT_ABOVE = (
    ("pass_cmp", "pass_att"), ("pass_int", "pass_att"), ("pass_td", "pass_cmp"), ("rush_td", "rush_att"),
    ("rec_td", "rec"), ("fg_made", "fg_att"), ("xp_made", "xp_att"), ("fumbles_lost", "fumbles"),
    ("kick_ret_td", "kick_ret"), ("punt_ret_td", "punt_ret"), ("int_made_td", "int_made"),
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
    "overtime_regular_season": ("none", "one_sudden_death_period"),
    "overtime_playoff": ("sudden_death",),
    "ties_in_percentage": ("ignored", "half_win_half_loss"),
    "tie_for_first": ("playoff_site_by_coin", "points_between_them", "records_between_them"),
    "title_game_host": ("east_in_even_years", "neutral"),
    "wild_cards": (0, 1),
}
TEXT_RULES = ("league", "name")
NOT_REQUIRED = ("wild_cards",)
_NAME = matching(r".{1,60}", "a name of at most 60 characters")
_GROUP = matching(r"[A-Za-z0-9 ]{1,20}", "letters, digits and blanks")
_LEAGUE = matching(r"[A-Z0-9]{2,6}", "2 to 6 capitals or digits, or nothing")
_CODE = matching(r"[A-Z0-9]{2,4}", "2 to 4 capitals or digits")
_MAN = matching(r"[a-z0-9]+(-[a-z0-9]+)*", "surname-given in lower-case letters, digits and hyphens")
_POSITION = matching(r".{0,12}", "at most 12 characters")
_VALUE, _EXPLANATION = matching(r".+", "a value"), matching(r".+", "an explanation")
_KEY = matching(r"[A-Za-z0-9.-]+", "letters, digits, hyphens or dots")
_RULE = matching(r"[a-z0-9_]+", "a rule's name")
_KIND, _BASIS = named(("regular", "playoff")), named(("teams", "men"))
_CONFIDENCE, _WORD, _STAT = named(("high", "medium", "low")), named(SOURCE_WORDS), named(STAT)


@dataclass(frozen=True, slots=True)
class Rule:
    """A playing rule of the year; `confidence` is high, medium or low (then a parameter)."""

    value: int | str
    confidence: str
    source: str


@dataclass(frozen=True, slots=True)
class Team:
    """A team; `stats` has TEAM_COLUMNS and, where known, "opp_" columns (None = not known).

    Where two leagues are played together `conference` is the league, and `region` the conference in it.
    """

    code: str
    name: str
    conference: str
    stats: dict[str, int | None]
    division: str = ""
    league: str = ""
    region: str = ""


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


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the real figures of a statistic cover, as coverage.csv says; basis is "teams" or "men"."""

    where: str
    basis: str
    covers: str
    note: str


def season_table(
    path: Path, required: Iterable[str], faults: list[Fault], optional: Iterable[str] = ()
) -> Table:
    """A table of a season or of the matches, to be read row by row."""
    return Table(path, required, faults, optional=optional, loose=True, largest=LARGEST_FILE)


def checked_source(row: Row, sources: dict[str, str]) -> str:
    """Source cell, such as "transcribed C+D, derived remainder": words and keys of SOURCES.csv."""
    cell = row.cells["source"]
    for part in cell.split(", "):
        word, _, keys = part.partition(" ")
        if word not in SOURCE_WORDS or not keys:
            row.fault("source", part, f"a word ({', '.join(SOURCE_WORDS)}) and a key of SOURCES.csv")
            continue
        for key in keys.split("+"):
            if sources and sources.get(key) != word:
                row.fault("source", part, f"SOURCES.csv to explain {word} {key}")
    return cell


_COUNT, _YARDS = or_empty(whole(0, MOST)), or_empty(whole(-MOST, MOST))


def _counts(row: Row, columns: tuple[str, ...]) -> dict[str, int | None]:
    """Read the counts of a row, None where empty; a count isn't negative, yards may be."""
    stats = {c: row.take(c, _YARDS if c.removeprefix("opp_") in SIGNED else _COUNT) for c in columns}
    for part, all_of_it in NOT_ABOVE:
        some, most = stats.get(part), stats.get(all_of_it)
        if some is not None and most is not None and some > most:
            row.fault(part, str(some), f"at most {all_of_it}, {most}")
    attempts, completions, taken = (stats[c] or 0 for c in ("pass_att", "pass_cmp", "pass_int"))
    if max(completions, taken) <= attempts < completions + taken:
        row.fault("pass_int", str(taken), f"at most pass_att less pass_cmp, {attempts - completions}")
    return stats


def _team_code(row: Row, column: str, codes: frozenset[str]) -> str:
    cell = row.cells[column]
    if cell == "" or (codes and cell not in codes):
        row.fault(column, cell, f"one of {', '.join(sorted(codes)) or 'the teams of teams.csv'}")
    return cell


def read_sources(folder: Path, faults: list[Fault]) -> dict[str, str]:
    """SOURCES.csv: key -> provenance word."""
    sources = {}
    for row in season_table(folder / "SOURCES.csv", ("key", "word", "explanation"), faults):
        key = row.text("key", _KEY)
        row.once("key", key)
        sources[key] = row.text("word", _WORD)
        row.fits("explanation", _EXPLANATION)
    return sources


def _rule_value(row: Row, name: str) -> int | str | None:
    allowed = RULES.get(name)
    if allowed is None:
        cell = row.text("value", _VALUE)
        return int(cell) if re.fullmatch(r"[0-9]{1,9}", cell) else cell
    if isinstance(allowed[0], int):
        value: int | None = row.take("value", whole(int(allowed[0]), int(allowed[1])))
        return value
    return row.text("value", named(str(word) for word in allowed))


def read_rules(
    folder: Path, leagues: tuple[str, ...], sources: dict[str, str], faults: list[Fault]
) -> dict[str, Rule]:
    """rules.csv: name -> Rule; the names in RULES and TEXT_RULES must be there.

    A rule of one league of two is named "AFL tie_for_first"; it must then be there for each.
    """
    columns = ("rule", "value", "confidence", "source")
    table = season_table(folder / "rules.csv", columns, faults, ("league",))
    rules: dict[str, Rule] = {}
    named_rules = set()
    for row in table:
        name = row.text("rule", _RULE)
        league = row.cells.get("league", "")
        if league:
            row.fits("league", named(leagues))
        row.once("rule", (league, name))
        named_rules.add((league, name))
        value = _rule_value(row, name)
        confidence = row.text("confidence", _CONFIDENCE)
        source = checked_source(row, sources)
        if value is not None:
            rules[f"{league} {name}".strip()] = Rule(value, confidence, source)
    for name in (*RULES, *TEXT_RULES):
        of_each = bool(leagues) and all((league, name) in named_rules for league in leagues)
        everywhere = ("", name) in named_rules or (of_each and name == "tie_for_first")
        if named_rules and not everywhere and name not in NOT_REQUIRED:
            table.fault("rule", "no such rule", f"a row {name}")
    return rules


def read_teams(folder: Path, sources: dict[str, str], faults: list[Fault]) -> tuple[Team, ...]:
    """teams.csv: the teams in alphabetical order of code, with their known totals."""
    opponents = (*(f"opp_{column}" for column in TEAM_FILE_COLUMNS), NET_PASSING)
    required = ("code", "name", "conference", *TEAM_FILE_COLUMNS, "source")
    table = season_table(folder / "teams.csv", required, faults, ("league", "division", *opponents))
    teams = []
    for row in table:
        code = row.text("code", _CODE)
        row.once("code", code)
        name = row.text("name", _NAME)
        conference = row.text("conference", _GROUP)
        columns = (*TEAM_FILE_COLUMNS, *(column for column in opponents if column in row.cells))
        division = row.text("division", _GROUP) if row.cells.get("division") else ""
        league = row.text("league", _LEAGUE) if row.cells.get("league") else ""
        teams.append(Team(code, name, conference, _counts(row, columns), division, league))
        checked_source(row, sources)
    if len(teams) > MOST_TEAMS:
        table.fault("code", f"{len(teams)} teams", f"at most {MOST_TEAMS}")
    if teams:
        _check_groups(table, teams)
    return tuple(sorted(teams, key=lambda team: team.code))


def _check_groups(table: Table, teams: list[Team]) -> None:
    """One league or two, of two conferences each."""
    leagues = sorted({team.league for team in teams})
    if len(leagues) > 2 or (len(leagues) == 2 and "" in leagues):
        found = ", ".join(league or "none" for league in leagues)
        table.fault("league", found, "one league, or two and every team in one of them")
    for league in leagues:
        names = sorted({team.conference for team in teams if team.league == league})
        if len(names) != 2:
            found = f"{', '.join(names)}{f' in the {league}' if league else ''}"
            table.fault("conference", found, "two conferences")


def read_players(
    folder: Path, codes: frozenset[str], sources: dict[str, str], faults: list[Fault]
) -> tuple[Player, ...]:
    """players.csv: one record a man and team, in the order of the file."""
    required = (column for column in PLAYER_COLUMNS if column not in LATER_PLAYER_COLUMNS)
    columns = ("id", "name", "team", "position", *required, "source")
    names: dict[str, str] = {}
    players = []
    for row in season_table(folder / "players.csv", columns, faults, LATER_PLAYER_COLUMNS):
        key = row.text("id", _MAN)
        name = row.text("name", _NAME)
        team = _team_code(row, "team", codes)
        row.once("id", (key, team))
        if names.setdefault(key, name) != name:
            row.fault("name", name, f"{names[key]}: one id is one man")
        position = row.text("position", _POSITION)
        counted = tuple(column for column in PLAYER_COLUMNS if column in row.cells)
        stats = dict.fromkeys(PLAYER_COLUMNS) | _counts(row, counted)
        players.append(Player(key, name, team, position, key.startswith("others-"), stats))
        checked_source(row, sources)
    return tuple(players)


def read_games(
    folder: Path, codes: frozenset[str], year: int | None, sources: dict[str, str], faults: list[Fault]
) -> tuple[Game, ...]:
    """games.csv: the regular games, then the play-offs, numbered from 1 in the order of the file."""
    required = ("game", "week", "date", "home", "away", "home_score", "away_score", "kind", "source")
    table = season_table(folder / "games.csv", required, faults)
    number_of, week_of, score = whole(1, MOST_GAMES), whole(1, 60), whole(0, 200)
    games: list[Game] = []
    in_order = True
    for place, row in enumerate(table, 1):
        number = row.take("game", number_of)
        if in_order and number not in (None, place):
            row.fault("game", str(number), f"{place}: games are numbered in order")
            in_order = False
        kind = row.text("kind", _KIND)
        if kind == "regular" and games and games[-1].kind == "playoff":
            row.fault("kind", kind, "playoff: regular games come first")
        week = row.take("week", or_empty(week_of) if kind == "playoff" else week_of)
        day, played = row.cells["date"], row.take("date", DAY)
        if played and year is not None and played.year not in (year, year + 1):
            row.fault("date", day, f"a date in {year} or {year + 1}")
        home, away = _team_code(row, "home", codes), _team_code(row, "away", codes)
        if home and home == away:
            row.fault("away", away, "another team than the home team")
        else:
            for side in ("home", "away"):
                row.once(side, (day, row.cells[side] or (place, side)))
        home_score, away_score = (row.take(f"{side}_score", score) for side in ("home", "away"))
        if kind == "playoff" and home_score == away_score is not None:
            row.fault("away_score", str(away_score), "a winner: play-offs have no ties")
        games.append(Game(place, week or 0, day, home, away, home_score or 0, away_score or 0, kind))
        checked_source(row, sources)
    if games and all(game.kind != "regular" for game in games):
        table.fault("kind", "no regular game", "at least one")
    if len(games) > MOST_GAMES:
        table.fault("game", f"{len(games)} games", f"at most {MOST_GAMES}")
    return tuple(games)


def read_coverage(folder: Path, faults: list[Fault]) -> dict[str, Coverage]:
    """coverage.csv: statistic -> Coverage."""
    coverage = {}
    for row in season_table(folder / "coverage.csv", ("stat", "basis", "covers", "note"), faults):
        stat = row.text("stat", _STAT)
        row.once("stat", stat)
        basis = row.text("basis", _BASIS)
        coverage[stat] = Coverage(row.where, basis, row.cells["covers"], row.cells["note"])
    return coverage
