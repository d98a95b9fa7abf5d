"""The tables of a season folder, one reader a table: rows in, checked records out.

Readers raise nothing for a user's mistake: each thing wrong is added to `faults`, so that one look
at a folder names all of them. teams/README.md documents the tables.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from simlib.errors import Fault
from simlib.files.season_checks import SOURCE_WORDS, Row, Table
from simlib.kernels.stats import LATER_PLAYER_COLUMNS, PLAYER_COLUMNS, STAT, TEAM_COLUMNS

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


def _counts(table: Table, row: Row, columns: tuple[str, ...]) -> dict[str, int | None]:
    """Read the counts of a row, None where empty; a count isn't negative, yards may be."""
    stats = {
        c: table.integer(row, c, -MOST if c.removeprefix("opp_") in SIGNED else 0, MOST, empty=True)
        for c in columns
    }
    for part, whole in NOT_ABOVE:
        some, most = stats.get(part), stats.get(whole)
        if some is not None and most is not None and some > most:
            table.fault(row, part, str(some), f"at most {whole}, {most}")
    attempts, completions, taken = (stats[c] or 0 for c in ("pass_att", "pass_cmp", "pass_int"))
    if max(completions, taken) <= attempts < completions + taken:
        table.fault(row, "pass_int", str(taken), f"at most pass_att less pass_cmp, {attempts - completions}")
    return stats


def _team_code(table: Table, row: Row, column: str, codes: frozenset[str]) -> str:
    cell = row.cells[column]
    if cell == "" or (codes and cell not in codes):
        table.fault(row, column, cell, f"one of {', '.join(sorted(codes)) or 'the teams of teams.csv'}")
    return cell


def read_sources(folder: Path, faults: list[Fault]) -> dict[str, str]:
    """SOURCES.csv: key -> provenance word."""
    table = Table(folder / "SOURCES.csv", ("key", "word", "explanation"), faults)
    sources = {}
    for row in table.rows:
        key = table.word(row, "key", r"[A-Za-z0-9.-]+", "letters, digits, hyphens or dots")
        table.once(row, "key", key)
        sources[key] = table.one_of(row, "word", SOURCE_WORDS)
        table.word(row, "explanation", r".+", "an explanation")
    return sources


def _rule_value(table: Table, row: Row, name: str) -> int | str | None:
    allowed = RULES.get(name)
    if allowed is None:
        cell = table.word(row, "value", r".+", "a value")
        return int(cell) if re.fullmatch(r"[0-9]{1,9}", cell) else cell
    if isinstance(allowed[0], int):
        return table.integer(row, "value", int(allowed[0]), int(allowed[1]))
    return table.one_of(row, "value", [str(word) for word in allowed])


def read_rules(
    folder: Path, leagues: tuple[str, ...], sources: dict[str, str], faults: list[Fault]
) -> dict[str, Rule]:
    """rules.csv: name -> Rule; the names in RULES and TEXT_RULES must be there.

    A rule of one league of two is named "AFL tie_for_first"; it must then be there for each.
    """
    table = Table(folder / "rules.csv", ("rule", "value", "confidence", "source"), faults, ("league",))
    rules: dict[str, Rule] = {}
    named = set()
    for row in table.rows:
        name = table.word(row, "rule", r"[a-z0-9_]+", "a rule's name")
        league = row.cells.get("league", "")
        if league:
            table.one_of(row, "league", leagues)
        table.once(row, "rule", (league, name))
        named.add((league, name))
        value = _rule_value(table, row, name)
        confidence = table.one_of(row, "confidence", ("high", "medium", "low"))
        source = table.source(row, sources)
        if value is not None:
            rules[f"{league} {name}".strip()] = Rule(value, confidence, source)
    for name in (*RULES, *TEXT_RULES):
        of_each = bool(leagues) and all((league, name) in named for league in leagues)
        whole = ("", name) in named or (of_each and name == "tie_for_first")
        if table.rows and not whole and name not in NOT_REQUIRED:
            table.file_fault("rule", "no such rule", f"a row {name}")
    return rules


def read_teams(folder: Path, sources: dict[str, str], faults: list[Fault]) -> tuple[Team, ...]:
    """teams.csv: the teams in alphabetical order of code, with their known totals."""
    opponents = (*(f"opp_{column}" for column in TEAM_FILE_COLUMNS), NET_PASSING)
    required = ("code", "name", "conference", *TEAM_FILE_COLUMNS, "source")
    table = Table(folder / "teams.csv", required, faults, optional=("league", "division", *opponents))
    teams = []
    for row in table.rows:
        code = table.word(row, "code", r"[A-Z0-9]{2,4}", "2 to 4 capitals or digits")
        table.once(row, "code", code)
        name = table.word(row, "name", r".{1,60}", "a name of at most 60 characters")
        conference = table.word(row, "conference", r"[A-Za-z0-9 ]{1,20}", "letters, digits and blanks")
        columns = (*TEAM_FILE_COLUMNS, *(column for column in opponents if column in row.cells))
        division = league = ""
        if row.cells.get("division"):
            division = table.word(row, "division", r"[A-Za-z0-9 ]{1,20}", "letters, digits and blanks")
        if row.cells.get("league"):
            league = table.word(row, "league", r"[A-Z0-9]{2,6}", "2 to 6 capitals or digits, or nothing")
        teams.append(Team(code, name, conference, _counts(table, row, columns), division, league))
        table.source(row, sources)
    if len(teams) > MOST_TEAMS:
        table.file_fault("code", f"{len(teams)} teams", f"at most {MOST_TEAMS}")
    if table.rows:
        _check_groups(table, teams)
    return tuple(sorted(teams, key=lambda team: team.code))


def _check_groups(table: Table, teams: list[Team]) -> None:
    """One league or two, of two conferences each."""
    leagues = sorted({team.league for team in teams})
    if len(leagues) > 2 or (len(leagues) == 2 and "" in leagues):
        found = ", ".join(league or "none" for league in leagues)
        table.file_fault("league", found, "one league, or two and every team in one of them")
    for league in leagues:
        names = sorted({team.conference for team in teams if team.league == league})
        if len(names) != 2:
            found = f"{', '.join(names)}{f' in the {league}' if league else ''}"
            table.file_fault("conference", found, "two conferences")


def read_players(
    folder: Path, codes: frozenset[str], sources: dict[str, str], faults: list[Fault]
) -> tuple[Player, ...]:
    """players.csv: one record a man and team, in the order of the file."""
    required = (column for column in PLAYER_COLUMNS if column not in LATER_PLAYER_COLUMNS)
    table = Table(
        folder / "players.csv",
        ("id", "name", "team", "position", *required, "source"),
        faults,
        optional=LATER_PLAYER_COLUMNS,
    )
    names: dict[str, str] = {}
    players = []
    for row in table.rows:
        expected = "surname-given in lower-case letters, digits and hyphens"
        key = table.word(row, "id", r"[a-z0-9]+(-[a-z0-9]+)*", expected)
        name = table.word(row, "name", r".{1,60}", "a name of at most 60 characters")
        team = _team_code(table, row, "team", codes)
        table.once(row, "id", (key, team))
        if names.setdefault(key, name) != name:
            table.fault(row, "name", name, f"{names[key]}: one id is one man")
        position = table.word(row, "position", r".{0,12}", "at most 12 characters")
        stats = dict.fromkeys(PLAYER_COLUMNS) | _counts(
            table, row, tuple(column for column in PLAYER_COLUMNS if column in row.cells)
        )
        players.append(Player(key, name, team, position, key.startswith("others-"), stats))
        table.source(row, sources)
    return tuple(players)


def read_games(
    folder: Path, codes: frozenset[str], year: int | None, sources: dict[str, str], faults: list[Fault]
) -> tuple[Game, ...]:
    """games.csv: the regular games, then the play-offs, numbered from 1 in the order of the file."""
    required = ("game", "week", "date", "home", "away", "home_score", "away_score", "kind", "source")
    table = Table(folder / "games.csv", required, faults)
    games: list[Game] = []
    in_order = True
    for place, row in enumerate(table.rows, 1):
        number = table.integer(row, "game", 1, MOST_GAMES)
        if in_order and number not in (None, place):
            table.fault(row, "game", str(number), f"{place}: games are numbered in order")
            in_order = False
        kind = table.one_of(row, "kind", ("regular", "playoff"))
        if kind == "regular" and games and games[-1].kind == "playoff":
            table.fault(row, "kind", kind, "playoff: regular games come first")
        week = table.integer(row, "week", 1, 60, empty=kind == "playoff")
        day = table.day(row, "date", year)
        home, away = _team_code(table, row, "home", codes), _team_code(table, row, "away", codes)
        if home and home == away:
            table.fault(row, "away", away, "another team than the home team")
        else:
            for side in ("home", "away"):
                table.once(row, side, (day, row.cells[side] or (place, side)))
        home_score, away_score = (table.integer(row, f"{side}_score", 0, 200) for side in ("home", "away"))
        if kind == "playoff" and home_score == away_score is not None:
            table.fault(row, "away_score", str(away_score), "a winner: play-offs have no ties")
        games.append(Game(place, week or 0, day, home, away, home_score or 0, away_score or 0, kind))
        table.source(row, sources)
    if table.rows and all(game.kind != "regular" for game in games):
        table.file_fault("kind", "no regular game", "at least one")
    if len(games) > MOST_GAMES:
        table.file_fault("game", f"{len(games)} games", f"at most {MOST_GAMES}")
    return tuple(games)


def read_coverage(folder: Path, faults: list[Fault]) -> dict[str, Coverage]:
    """coverage.csv: statistic -> Coverage."""
    table = Table(folder / "coverage.csv", ("stat", "basis", "covers", "note"), faults)
    coverage = {}
    for row in table.rows:
        stat = table.one_of(row, "stat", tuple(STAT))
        table.once(row, "stat", stat)
        basis = table.one_of(row, "basis", ("teams", "men"))
        where = f"{table.path}:{row.line}"
        coverage[stat] = Coverage(where, basis, row.cells["covers"], row.cells["note"])
    return coverage
