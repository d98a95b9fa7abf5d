"""A real season: its games, teams and men as read from a folder of CSV files, checked and frozen.

teams/<year>/ holds the shipped seasons; any other folder of the same files will do. teams/README.md
documents them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.files.season_tables import (
    Game,
    Player,
    Rule,
    Team,
    read_coverage,
    read_games,
    read_players,
    read_rules,
    read_sources,
    read_teams,
)
from simlib.kernels.season import (
    MISS_TO_20,
    MISS_TO_LINE_OR_20,
    R_COLUMNS,
    R_KICKOFF_LINE,
    R_MISSED_FIELD_GOAL,
    R_OVERTIME,
    R_SAFETY_KICK,
    R_TIES,
    R_TIES_COUNT,
    R_TIMEOUTS,
    R_TITLE_HOST,
    R_TOUCHBACK,
    R_WILD_CARDS,
    R_YEAR,
    TIE_PLAYOFF,
    TIE_POINTS,
    TIE_RECORDS,
    TITLE_EAST_IN_EVEN_YEARS,
    TITLE_NEUTRAL,
    SeasonArrays,
)
from simlib.kernels.stats import PLAYER_COLUMNS, STAT, STATS, TEAM_COLUMNS, Stat

__all__ = [
    "MISS_TO_20", "MISS_TO_LINE_OR_20", "R_COLUMNS", "R_KICKOFF_LINE", "R_MISSED_FIELD_GOAL",
    "R_SAFETY_KICK", "R_TIMEOUTS", "R_TOUCHBACK", "R_YEAR", "Game", "Player", "Rule",
    "Season", "SeasonArrays", "Team", "check_season", "leagues_of", "load_season", "season_arrays",
    "shipped_seasons",
]  # fmt: skip

Ratio = tuple[int, int]
TIE_FORMS = {
    "playoff_site_by_coin": TIE_PLAYOFF, "points_between_them": TIE_POINTS,
    "records_between_them": TIE_RECORDS,
}  # fmt: skip
TITLE_HOSTS = {"east_in_even_years": TITLE_EAST_IN_EVEN_YEARS, "neutral": TITLE_NEUTRAL}
OVERTIMES = {"none": 0, "one_sudden_death_period": 2}


@dataclass(frozen=True, slots=True)
class Season:
    """A real season.

    Attributes
    ----------
    year, league, name : int, str, str
        1958, "NFL", "1958 National Football League"; two leagues together are "AFL+NFL".
    folder : Path
        Where it was read; its ruleset folders hold sheets or cards.
    teams : tuple of Team
        In alphabetical order of code: a team's place is its index everywhere.
    players : tuple of Player
        One a man and team, book-keeping rows (`others`) included.
    games, playoffs : tuple of Game
        Regular season by number; play-offs, which count in no season figure.
    rules : dict
        Rule name -> Rule.
    coverage : dict
        Statistic name -> what the real figures cover: "7 of 12 teams", "44 listed men".
    men_based : frozenset of str
        Statistics whose team and league figures are sums over the listed men.
    notes : tuple of str
        What a reader of a comparison must know.
    left_out : tuple of str
        Codes of the folder's other league, when one of two is played: its sheets hold them too.
    """

    year: int
    league: str
    name: str
    folder: Path
    teams: tuple[Team, ...]
    players: tuple[Player, ...]
    games: tuple[Game, ...]
    playoffs: tuple[Game, ...]
    rules: dict[str, Rule]
    coverage: dict[str, str]
    men_based: frozenset[str]
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def covered_teams(self, stat_name: str) -> tuple[str, ...]:
        """Codes of the teams whose real figure of a statistic is whole, by the team's own totals."""
        stat = STAT[stat_name]
        return tuple(team.code for team in self.teams if _ratio(team.stats, stat) is not None)

    def covered_men(self, stat_name: str, team: str | None = None) -> tuple[tuple[str, str], ...]:
        """(team, id) of the listed men with a known figure and a denominator of at least 1."""
        stat = STAT[stat_name]
        return tuple((man.team, man.id) for man in self._men(stat) if team in (None, man.team))

    def _men(self, stat: Stat) -> list[Player]:
        ratios = [(man, _ratio(man.stats, stat)) for man in self.players if not man.others]
        return [man for man, ratio in ratios if ratio is not None and ratio[1] > 0]

    def real(
        self, stat_name: str, level: str, team: str | None = None, player: str | None = None
    ) -> Ratio | None:
        """Real numerator and denominator of a statistic; None where they aren't known.

        Parameters
        ----------
        stat_name : str
            A name of simlib.kernels.stats.STATS.
        level : str
            "league": over the covered teams, or the listed men where `men_based`; "team"; "player".
        team, player : str, optional
            Team code; the man's id. Without a team a traded man's rows are added up.

        Returns
        -------
        tuple of int, or None
            Before scaling: 100 x numerator / denominator is a percentage.
        """
        stat = STAT[stat_name]
        if level == "player":
            rows = [man for man in self.players if man.id == player and team in (None, man.team)]
            return _total(_ratio(man.stats, stat) for man in rows)
        if stat_name in self.men_based:
            return _total(_ratio(man.stats, stat) for man in self._men(stat) if team in (None, man.team))
        if level == "team":
            return next((_ratio(t.stats, stat) for t in self.teams if t.code == team), None)
        whole = [ratio for t in self.teams if (ratio := _ratio(t.stats, stat)) is not None]
        return _total(whole)


def _ratio(stats: dict[str, int | None], stat: Stat) -> Ratio | None:
    """Sum a statistic's columns; None unless every column is known."""
    top = [stats.get(column) for column in stat.numerator]
    bottom = [stats.get(column) for column in stat.denominator]
    if None in top or None in bottom:
        return None
    return sum(v for v in top if v is not None), sum(v for v in bottom if v is not None)


def _total(ratios: Iterable[Ratio | None]) -> Ratio | None:
    """Add ratios; None if there are none or one isn't known."""
    known = list(ratios)
    if not known or None in known:
        return None
    return sum(r[0] for r in known if r), sum(r[1] for r in known if r)


def shipped_seasons() -> tuple[int, ...]:
    """Years that come with simlib."""
    root = data_folder("teams")
    return tuple(sorted(int(p.name) for p in root.glob("[0-9]*") if p.name.isdigit() and p.is_dir()))


def locate_season(name_or_path: str | int | Path) -> Path:
    """Folder of a season: digits are a shipped year, anything else a path."""
    name = str(name_or_path)
    if name.isascii() and name.isdigit():
        years = [str(year) for year in shipped_seasons()]
        if name not in years:
            expected = f"a shipped year ({', '.join(years)}) or a season's folder"
            raise InputError(Fault("season", "", name, expected))
        return data_folder("teams") / name
    folder = Path(name)
    try:
        there = name != "" and folder.is_dir()
    except (OSError, ValueError):
        there = False
    if not there:
        raise InputError(Fault("season", "", name, "a shipped year or a season's folder"))
    return folder


def _with_games(team: Team, games: Iterable[Game]) -> Team:
    """Add what the games say to a team's statistics."""
    at_home = [(game.home_score, game.away_score) for game in games if game.home == team.code]
    away = [(game.away_score, game.home_score) for game in games if game.away == team.code]
    played = at_home + away
    record = {
        "games": len(played),
        "wins": sum(own > other for own, other in played),
        "losses": sum(own < other for own, other in played),
        "ties": sum(own == other for own, other in played),
        "points": sum(own for own, _ in played),
        "points_squared": sum(own * own for own, _ in played),
        "margin_squared": sum((own - other) ** 2 for own, other in played),
        "home_games": len(at_home),
        "home_margin": sum(own - other for own, other in at_home),
        "opp_points": sum(other for _, other in played),
        "opp_points_squared": sum(other * other for _, other in played),
    }
    return replace(team, stats=dict.fromkeys(TEAM_COLUMNS) | team.stats | record)


def _differences(teams: Iterable[Team], players: Iterable[Player]) -> list[str]:
    """Say where listed men and others don't add up to the team's total: a note, not a fault."""
    columns = [
        c for c in PLAYER_COLUMNS if c in TEAM_COLUMNS and c not in ("fumbles_lost", "sack_yds", "sacked")
    ]
    notes = []
    players = tuple(players)
    for team in teams:
        for column in columns:
            total = team.stats[column]
            listed = sum(man.stats[column] or 0 for man in players if man.team == team.code)
            if total is not None and total != listed:
                notes.append(f"{team.code} {column}: the team has {total}, its listed men {listed}")
    return notes


def leagues_of(teams: Iterable[Team]) -> tuple[str, ...]:
    """Leagues of teams, in alphabetical order; empty when their table has no such column."""
    return tuple(sorted({team.league for team in teams} - {""}))


def _read(folder: Path, faults: list[Fault], league: str | None = None) -> Season | None:
    """Read the season in a folder; None, or a season of no use, when there is any fault."""
    sources = read_sources(folder, faults)
    teams = read_teams(folder, sources, faults)
    leagues = leagues_of(teams)
    rules = read_rules(folder, leagues, sources, faults)
    year = rules["year"].value if "year" in rules else None
    year = year if isinstance(year, int) else None
    codes = frozenset(team.code for team in teams)
    players = read_players(folder, codes, sources, faults)
    games = read_games(folder, codes, year, sources, faults)
    coverage = read_coverage(folder, faults)
    if faults or year is None:
        return None
    if league is not None and league not in (leagues or (rules["league"].value,)):
        known = ", ".join(leagues or (str(rules["league"].value),))
        faults.append(Fault("--league", "", league, f"one of {known}"))
        return None
    left_out: tuple[str, ...] = ()
    if len(leagues) > 1 and league is None:
        teams = tuple(replace(t, conference=t.league, region=t.conference) for t in teams)
    elif len(leagues) > 1:
        rules = _rules_of(rules, str(league))
        left_out = tuple(team.code for team in teams if team.league != league)
        teams = tuple(team for team in teams if team.league == league)
        codes = frozenset(team.code for team in teams)
        players = tuple(man for man in players if man.team in codes)
        games = tuple(game for game in games if {game.home, game.away} <= codes)
    regular = tuple(game for game in games if game.kind == "regular")
    teams = tuple(_with_games(team, regular) for team in teams)
    notes = [f"{stat}: {row.note}" for stat, row in coverage.items() if row.note]
    season = Season(
        year=year,
        league=str(rules["league"].value),
        name=str(rules["name"].value),
        folder=folder,
        teams=teams,
        players=players,
        games=regular,
        playoffs=tuple(game for game in games if game.kind == "playoff"),
        rules=rules,
        coverage={},
        men_based=frozenset(stat for stat, row in coverage.items() if row.basis == "men"),
        notes=(*notes, *_differences(teams, players)),
        left_out=left_out,
    )
    season = replace(season, coverage={stat.name: _covers(season, stat) for stat in STATS})
    for stat, row in coverage.items():
        if row.covers != season.coverage[stat] and not (league and len(leagues) > 1):
            faults.append(
                Fault(row.where, "covers", row.covers, f"{season.coverage[stat]}, as the tables have it")
            )
    scheduled = rules["regular_season_games"].value
    for team in teams:
        if team.stats["games"] != scheduled:
            found = f"{team.stats['games']} games of {team.code}"
            faults.append(Fault(str(folder / "games.csv"), "", found, f"{scheduled}, as rules.csv has it"))
    return season


def _rules_of(rules: dict[str, Rule], league: str) -> dict[str, Rule]:
    """Rules of one league of two: its own under their plain names."""
    plain = {name: rule for name, rule in rules.items() if " " not in name}
    own = {name.partition(" ")[2]: rule for name, rule in rules.items() if name.startswith(f"{league} ")}
    return plain | own | {"league": replace(rules["league"], value=league)}


def _covers(season: Season, stat: Stat) -> str:
    if stat.name in season.men_based or stat.levels == ("player",):
        return f"{len(season.covered_men(stat.name))} listed men"
    return f"{len(season.covered_teams(stat.name))} of {len(season.teams)} teams"


def load_season(name_or_path: str | int | Path, league: str | None = None) -> Season:
    """Load a season.

    Parameters
    ----------
    name_or_path : str, int or Path
        Digits: a shipped year. Else a season's folder.
    league : str, optional
        One league of a season that holds two; both, with the game of their champions, when not given.

    Raises
    ------
    InputError
        If there is no such season or league, or with every fault of its files.
    """
    faults: list[Fault] = []
    season = _read(locate_season(name_or_path), faults, league)
    if faults or season is None:
        raise InputError(*faults)
    return season


def check_season(name_or_path: str | int | Path) -> list[Fault]:
    """Everything wrong with a season's files; an empty list if it can be replayed."""
    try:
        folder = locate_season(name_or_path)
    except InputError as error:
        return list(error.faults)
    faults: list[Fault] = []
    _read(folder, faults)
    return faults


def _leagues(season: Season) -> tuple[str, ...]:
    """The leagues played: one, or two when their champions meet."""
    two = tuple(sorted({team.conference for team in season.teams if team.region}))
    return two or (season.league,)


def _groups(season: Season) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Conference (two a league) and division of each team, by number in alphabetical order."""
    leagues = _leagues(season)
    own = [(t.conference, t.region, t.division) if t.region else ("", t.conference, t.division)
           for t in season.teams]  # fmt: skip
    divisions = sorted(set(own))
    conferences = sorted({key[:2] for key in own})
    per_league = {league: [c for c in conferences if c[0] in ("", league)] for league in leagues}
    number = {
        key: 2 * place + k for place, league in enumerate(leagues) for k, key in enumerate(per_league[league])
    }
    return (
        np.array([number[key[:2]] for key in own], np.int16),
        np.array([divisions.index(key) for key in own], np.int16),
    )


def season_arrays(season: Season) -> SeasonArrays:
    """Arrays of a season: regular games in order, teams by index, the rules kernels need."""
    index = {team.code: place for place, team in enumerate(season.teams)}
    home = np.array([index[game.home] for game in season.games], np.int16)
    away = np.array([index[game.away] for game in season.games], np.int16)
    conference, division = _groups(season)
    played = [0] * len(season.teams)
    before = np.zeros((len(season.games), 2), np.int16)
    for number, sides in enumerate(zip(home, away, strict=True)):
        for side, team in enumerate(sides):
            before[number, side] = played[team]
            played[team] += 1
    rules = np.zeros(R_COLUMNS, np.int64)
    for column, name in (
        (R_YEAR, "year"),
        (R_KICKOFF_LINE, "kickoff_yard_line"),
        (R_TOUCHBACK, "touchback_yard_line"),
        (R_SAFETY_KICK, "safety_kick_yard_line"),
        (R_TIMEOUTS, "timeouts_per_half"),
    ):
        rules[column] = season.rules[name].value
    over = season.rules["missed_field_goal"].value == "over_goal_line_to_20"
    rules[R_MISSED_FIELD_GOAL] = MISS_TO_20 if over else MISS_TO_LINE_OR_20
    rules[R_OVERTIME] = OVERTIMES[str(season.rules["overtime_regular_season"].value)]
    rules[R_TIES_COUNT] = season.rules["ties_in_percentage"].value == "half_win_half_loss"
    rules[R_TITLE_HOST] = TITLE_HOSTS[str(season.rules["title_game_host"].value)]
    rules[R_WILD_CARDS] = season.rules["wild_cards"].value if "wild_cards" in season.rules else 0
    for place, league in enumerate(_leagues(season)):
        tie = season.rules.get(f"{league} tie_for_first") or season.rules["tie_for_first"]
        rules[R_TIES + place] = TIE_FORMS[str(tie.value)]
    arrays = SeasonArrays(home, away, conference, division, before, rules)
    for array in arrays:
        array.setflags(write=False)
    return arrays
