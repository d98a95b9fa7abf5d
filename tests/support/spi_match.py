"""A game by simlib beside the same game by the referee: in the same words, and where they differ."""

from pathlib import Path

import numpy as np
from log_columns import bits_of, columns_of
from oracle.spi_files import Charts, CoachFiles, SeasonFiles, read_sheets
from oracle.spi_referee import OPTION_KEYS, Game, Rulebook
from oracle.spi_season import Season as RefereeSeason
from oracle.spi_throws import ALL_THROWS

from simlib.files.folders import data_folder
from simlib.files.seasons import Season, season_arrays
from simlib.kernels.season_loop import play_one_game, play_seasons
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.tally import Tally, empty_tally
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.tables import load_coach
from simlib.rulesets.spi.play import arrays, flag, record
from simlib.rulesets.spi.play import game as _played_by_the_loop  # noqa: F401
from simlib.rulesets.spi.play.layout import pack
from simlib.rulesets.spi.sheets.read import load_sheets

COACHES = ("as-played", "matched", "solitaire-blind")
MOST_PLAYS = 600
KINDS = {
    arrays.INSIDE: "inside", arrays.OUTSIDE: "outside", arrays.SHORT: "short", arrays.MEDIUM: "medium",
    arrays.LONG: "long", arrays.PUNT: "punt", arrays.FIELD_GOAL: "field_goal",
    arrays.KICKOFF: "kickoff", arrays.ONSIDE_KICK: "onside_kick", arrays.TRY: "try",
}  # fmt: skip
FLAGS = {name.lower(): bit for name, bit in bits_of(flag).items()}
OPTION_FLAGS = {
    "penalty", "accepted", "counts", "dumped", "dump_failed", "over_limit", "passer_over_limit"
}  # fmt: skip
# Columns of a play's record by the referee's name for them.
NUMBERS = {
    "number": record.PLAY, "quarter": record.QUARTER, "clock": record.CLOCK,
    "offense": record.OFFENSE, "down": record.DOWN, "yards_to_go": record.YARDS_TO_GO,
    "to_goal": record.TO_GOAL, "yards": record.YARDS, "return_yards": record.RETURN_YARDS,
    "cost": record.COST, "next_offense": record.NEXT_OFFENSE, "next_to_goal": record.NEXT_TO_GOAL,
}  # fmt: skip
NUMBERS_OR_NONE = {
    "man": record.MAN, "receiver": record.RECEIVER, "returner": record.RETURNER,
    "timeout": record.TIMEOUT, "spot": record.SPOT,
}  # fmt: skip
LETTERS = {
    "letter": record.LETTER, "gain_letter": record.GAIN_LETTER, "return_letter": record.RETURN_LETTER
}  # fmt: skip


def as_referee_says(row: list[int]) -> dict:
    """A row of simlib's log in the referee's words."""
    column = {name: row[place] for name, place in columns_of(record).items()}
    event = {name: row[place - record.FIRST] for name, place in NUMBERS.items()}
    event |= options_of(column)
    for name, place in NUMBERS_OR_NONE.items():
        value = row[place - record.FIRST]
        event[name] = None if value == -1 else value
    for name, place in LETTERS.items():
        value = row[place - record.FIRST]
        event[name] = None if value < 0 else chr(ord("A") + value)
    event["kind"] = KINDS[column["KIND"]]
    event["defense"] = None if column["DEFENSE"] < 0 else arrays.DEFENSES[column["DEFENSE"]]
    event["flags"] = {name for name, bit in FLAGS.items() if column["FLAGS"] & bit} - OPTION_FLAGS
    event["points"] = (column["HOME_POINTS"], column["AWAY_POINTS"])
    for name, place in (("dice", record.DICE), ("more_dice", record.MORE_DICE)):
        first = place - record.FIRST
        event[name] = [ALL_THROWS[throw] for throw in row[first : first + 6]]
    return event


def options_of(column: dict[str, int]) -> dict:
    """What optional rules did to a play, under OPTION_KEYS."""
    flags, penalty = column["FLAGS"], column["FLAGS"] & flag.PENALTY
    tried = column["TRIED"] if penalty else flags
    dumped = {flag.DUMPED: True, flag.DUMP_FAILED: False}
    return dict.fromkeys(OPTION_KEYS) | {
        "penalty_on": column["PENALTY_ON"] if penalty else None,
        "penalty_yards": column["PENALTY_YARDS"] if penalty else None,
        "penalty_accepted": bool(flags & flag.ACCEPTED) if penalty else None,
        "clutch_offense": column["CLUTCH_OFFENSE"] if column["CLUTCH_OFFENSE"] > 0 else None,
        "clutch_defense": column["CLUTCH_DEFENSE"] if column["CLUTCH_DEFENSE"] > 0 else None,
        "interceptor": column["INTERCEPTOR"] if column["INTERCEPTOR"] >= 0 else None,
        "dumped": next((did for bit, did in dumped.items() if tried & bit), None),
    }


def as_log_holds(event: dict) -> dict:
    """The referee's event as far as a log's row can hold it: -1, a yard into the end zone, is none."""
    return event | {
        "flags": event["flags"] & set(FLAGS),
        "spot": None if event["spot"] == -1 else event["spot"],
    }


class Match:
    """simlib and the referee, set up alike: one season's files, one coach.

    `charts`, `coaches` and `sheets` are folders that replace the shipped ones; `options` are in force.
    """

    def __init__(self, season: Season, coach: str, charts: Path | None = None,
                 coaches: Path | None = None, sheets: Path | None = None,
                 options: tuple[str, ...] = ()) -> None:  # fmt: skip
        charts = charts or data_folder("charts") / "spi"
        coaches = coaches or charts / "coaches"
        sheets = sheets or season.folder / "spi"
        self.season, self.coach = season, coach
        self.arrays = season_arrays(season)
        loaded = load_sheets(season, sheets)
        shares = load_coach(coach, season, loaded, coaches).coach
        self.packed = pack(load_charts(charts).charts, loaded.league, shares, self.arrays.rules, options)
        self.slots = max(map(len, loaded.men))
        files = SeasonFiles(season.folder)
        files.rules |= {rule: row.value for rule, row in season.rules.items()}
        self.book = Rulebook(
            Charts(charts),
            read_sheets(sheets),
            files,
            CoachFiles(coaches, coach),
            handed_over(shares, len(season.teams)),
            options,
        )

    def by_simlib(self, seed: int, season: int, game: int) -> tuple[list[dict], list[dict], list[dict]]:
        """Log, team lines (home, away) and men's lines of a game."""
        tally = self.empty_tally()
        rows = np.zeros((MOST_PLAYS, record.WIDTH), np.int32)
        plays = play_one_game(
            np.uint64(seed), np.int64(season), np.int64(game), self.arrays, self.packed, tally, rows
        )
        teams = [self.book.teams.index(code) for code in self.book.schedule[game]]
        lines = [named(tally.team_stats[0, team], (*TEAM_COLUMNS, *OPPONENTS)) for team in teams]
        men = [
            {
                (slot, column): value
                for slot in range(self.slots)
                for column, value in named(tally.player_stats[0, team, slot], PLAYER_COLUMNS).items()
            }
            for team in teams
        ]
        return [as_referee_says(row) for row in rows[:plays].tolist()], lines, men

    def empty_tally(self) -> Tally:
        return empty_tally(1, len(self.season.teams), self.slots, len(self.season.games))

    def by_referee(self, seed: int, season: int) -> RefereeSeason:
        return RefereeSeason(self.book, seed, season)

    def difference(self, seed: int, season: int, game: Game) -> str | None:
        """What differs in a game the referee has played, told with both logs; None if nothing does."""
        log, lines, men = self.by_simlib(seed, season, game.number)
        events = [as_log_holds(event) for event in game.events]
        where = f"{self.coach}, seed {seed}, season {season}, game {game.number}"
        spot = first_difference(log, events)
        if spot is not None:
            return f"{where}: {around(log, events, spot)}"
        own = [{name: int(value) for name, value in line.items() if value} for line in game.lines]
        both = [line | {f"opp_{name}": value for name, value in other.items()}
                for line, other in zip(own, reversed(own), strict=True)]  # fmt: skip
        if lines != both:
            return f"{where}: team lines differ: {unlike(lines, both)}"
        counted = [{key: value for key, value in each.items() if value} for each in game.men]
        if men != counted:
            return f"{where}: men's lines differ: {unlike(men, counted)}"
        return None

    def whole_by_simlib(self, seed: int, number: int) -> Tally:
        tally = self.empty_tally()
        play_seasons(np.uint64(seed), np.int64(number), self.arrays, self.packed, tally)
        return tally

    def score_difference(self, seed: int, number: int, scores: list[tuple[int, int]]) -> str | None:
        """The first score that differs in the season as simlib plays it whole."""
        by_simlib = self.whole_by_simlib(seed, number).scores[0].tolist()
        for game, (mine, other) in enumerate(zip(by_simlib, scores, strict=True)):
            if tuple(mine) != other:
                where = f"{self.coach}, seed {seed}, season {number}, game {game}"
                return f"{where}: simlib {tuple(mine)}, referee {other}"
        return None

    def post_season_difference(self, seed: int, number: int, season: RefereeSeason) -> str | None:
        """What differs after a regular season the referee has played, or has been told (R51 to R53)."""
        post = self.whole_by_simlib(seed, number).post[0].tolist()
        champion, east, west, playoffs = season.post_season()
        other = [*(self.book.teams.index(code) for code in (champion, east, west)), playoffs]
        if post != other:
            where = f"{self.coach}, seed {seed}, season {number}, post-season"
            return f"{where}: champion, East, West, play-offs: simlib {post}, referee {other}"
        return None

    def told_of_season(self, seed: int, number: int) -> RefereeSeason:
        """A season whose standings the referee takes from simlib; no man's use is known of it."""
        season, lines = self.by_referee(seed, number), self.whole_by_simlib(seed, number).team_stats[0]
        for team, code in enumerate(self.book.teams):
            line = named(lines[team], (*TEAM_COLUMNS, *OPPONENTS))
            season.played[code] = line["games"]
            season.won[code], season.lost[code] = line.get("wins", 0), line.get("losses", 0)
        return season

    def whole_season(self, seed: int, number: int) -> list[str]:
        """Every difference of a season: its games one by one, then the season whole."""
        season = self.by_referee(seed, number)
        found, scores = [], []
        for game in season.regular_games():
            found.append(self.difference(seed, number, game))
            scores.append(tuple(game.points))
        found.append(self.score_difference(seed, number, scores))
        found.append(self.post_season_difference(seed, number, season))
        return [difference for difference in found if difference is not None]


OPPONENTS = tuple(f"opp_{name}" for name in TEAM_COLUMNS)


def named(counts: np.ndarray, columns: tuple[str, ...]) -> dict[str, int]:
    return {name: value for name, value in zip(columns, counts.tolist(), strict=True) if value}


def handed_over(shares: arrays.Coach, teams: int) -> list[dict]:
    """The coach's shares a team, as plain lists: what the referee doesn't work out himself."""
    return [
        {
            "calls": shares.calls[team].tolist(),
            "lineup": shares.lineup[team].tolist(),
            "lineup_passer": shares.lineup_passer[team].tolist(),
            "carrier": shares.carrier[team].tolist(),
            "inside": shares.inside[team].tolist(),
            "receiver": dict(zip(("short", "medium", "long"), shares.receiver[team].tolist(), strict=True)),
            "back_passer": shares.back_passer[team].tolist(),
        }
        for team in range(teams)
    ]


def first_difference(log: list[dict], other: list[dict]) -> int | None:
    """Place of the first play that differs."""
    for place in range(max(len(log), len(other))):
        if place >= len(log) or place >= len(other) or log[place] != other[place]:
            return place
    return None


def around(log: list[dict], other: list[dict], spot: int, before: int = 3, after: int = 1) -> str:
    """Both logs around a play, and what differs in it."""
    lines = [f"the logs differ at play {spot + 1}"]
    if spot < min(len(log), len(other)):
        for name in log[spot]:
            if log[spot][name] != other[spot][name]:
                lines.append(f"  {name}: simlib {log[spot][name]}, referee {other[spot][name]}")
    for title, events in (("simlib", log), ("referee", other)):
        lines.append(f"{title}:")
        lines += [
            f"{'>>' if place == spot else '  '} {told(events[place])}"
            for place in range(max(spot - before, 0), min(spot + after + 1, len(events)))
        ]
    return "\n".join(lines)


def told(event: dict) -> str:
    parts = []
    for name, value in event.items():
        if name == "flags":
            value = " ".join(sorted(value))
        if value not in (None, "", 0) or name in ("clock", "offense", "yards", "cost"):
            parts.append(f"{name} {value}")
    return ", ".join(sorted(parts, key=lambda part: list(ORDER).index(part.split()[0])))


ORDER = (
    "number", "quarter", "clock", "offense", "down", "yards_to_go", "to_goal", "kind", "man", "receiver",
    "defense", "letter", "gain_letter", "yards", "flags", "spot", "returner", "return_letter",
    "return_yards", *OPTION_KEYS, "cost", "timeout", "next_offense", "next_to_goal", "points", "dice",
    "more_dice",
)  # fmt: skip


def unlike(mine: list[dict], theirs: list[dict]) -> str:
    parts = []
    for side, (a, b) in enumerate(zip(mine, theirs, strict=True)):
        for key in sorted(set(a) | set(b), key=str):
            if a.get(key, 0) != b.get(key, 0):
                team = ("home", "away")[side]
                parts.append(f"{team} {key}: simlib {a.get(key, 0)}, referee {b.get(key, 0)}")
    return "; ".join(parts)
