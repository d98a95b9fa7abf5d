"""What the referee reads: SPI Football's charts, a season's sheets, the coach's files, as text.

Letters stay letters, throws are numbers 11 to 66. A range is the list of throws it covers, so that
"does it fall in the range" is plain membership. Nothing is checked: the files are simlib's own, and
simlib refuses faulty ones.
"""

import csv
from dataclasses import dataclass, field
from pathlib import Path

from oracle.spi_throws import ALL_THROWS

RUN_LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
PASS_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GAIN_LETTERS = "ABCDEFGHIJKLMNOP"
BACKS = {"fb", "hb", "rb", "lh", "rh"}

# 4.6: what a note letter adds to the passer's interception range and to his sack range.
NOTES_OF_THE_CHART = {"": (0, 0), "a": (1, 1), "b": (2, 2), "c": (3, 2), "d": (1, 2)}


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def throws_of(text):
    """The throws of a cell: "11-41", "51", "22 23" or "-"."""
    covered = []
    for part in text.split():
        if part == "-":
            continue
        first, _, last = part.partition("-")
        covered += [throw for throw in ALL_THROWS if int(first) <= throw <= int(last or first)]
    return covered


def totals_of(text):
    """The totals of two added dice in a cell: "3" or "2 3"."""
    return [int(part) for part in text.split()]


def optional_rows(path):
    """Rows of a file that a season may lack."""
    return rows(path) if path.exists() else []


def number_or_word(text):
    return int(text) if text.lstrip("+-").isdigit() else text


def by_total(path, column):
    return {int(row["dice"]): number_or_word(row[column]) for row in rows(path)}


def by_letter(row, letters):
    return {letter: number_or_word(row[letter]) for letter in letters}


@dataclass
class Penalty:
    """A cell of 13.3: yards, or PI, and its marks."""

    yards: int | str
    from_end: bool  # *
    loss_of_down: bool  # dagger
    first_down: bool  # (1)
    place: str  # "a" half the return, "b" where the ball was kicked, else ""


def penalty_cell(text):
    """A cell of 13.3: "*5 (1)", "†5", "15a", "PI (1)"."""
    amount = text.replace("(1)", "").strip("*† ")
    place = amount[-1] if amount[-1] in "ab" else ""
    amount = amount.removesuffix(place)
    return Penalty(number_or_word(amount), "*" in text, "†" in text, "(1)" in text, place)


class Charts:
    """The tables of cases 3.3, 4.6, 5.3 to 5.6, 6.4 to 6.6, 10.3, 10.5 to 10.7, 13.3."""

    def __init__(self, folder):
        folder = Path(folder)
        # 3.3
        self.kickoff = by_total(folder / "kickoff_normal.csv", "yards")
        self.onside = by_total(folder / "kickoff_onside.csv", "yardline")
        # 4.6
        self.master = {}
        for row in rows(folder / "master_play_chart.csv"):
            defense = row.pop("defense")
            self.master[defense] = {play: self.master_cell(cell) for play, cell in row.items()}
        # 5.3 to 5.6
        self.rushing = {
            int(row["dice"]): by_letter(row, RUN_LETTERS) for row in rows(folder / "rushing_gain.csv")
        }
        self.rush_out_of_bounds = {
            row["play"]: {
                "normal": throws_of(row["normal"]),
                "two_minute": throws_of(row["two_minute"]),
                "least_gain": int(row["least_gain"]) if row["least_gain"] else None,
            }
            for row in rows(folder / "rushing_out_of_bounds.csv")
        }
        self.medium_gain = by_total(folder / "medium_gain.csv", "gain")
        self.long_gain = by_total(folder / "long_gain.csv", "gain")
        # 6.4 to 6.6
        self.completion = {
            row["letter"]: throws_of(row["complete"]) for row in rows(folder / "pass_completion.csv")
        }
        gains = rows(folder / "pass_gain_return.csv")
        self.pass_gain = {int(row["dice"]): by_letter(row, GAIN_LETTERS) for row in gains}
        self.pass_out_of_bounds = {int(row["dice"]): row["out_of_bounds"] for row in gains}
        # 10.5 to 10.7
        self.punting = {
            row["letter"]: {total: number_or_word(row[str(total)]) for total in range(2, 13)}
            for row in rows(folder / "punting.csv")
        }
        self.long_punt = by_total(folder / "long_punt.csv", "yards")
        self.blocked_yards = {
            int(row["die"]): int(row["yards"]) for row in rows(folder / "blocked_kick_yardage.csv")
        }
        self.blocked_return = by_total(folder / "blocked_kick_return.csv", "result")
        # 10.3
        self.punt_out_of_bounds = {
            int(row["die"]): number_or_word(row["adjustment"])
            for row in rows(folder / "punt_out_of_bounds.csv")
        }
        # 13.3, by the type of play and of team: "run_offense", "returns_defense"
        self.penalties = {
            int(row.pop("dice")): {column: penalty_cell(cell) for column, cell in row.items()}
            for row in rows(folder / "penalty.csv")
        }

    @staticmethod
    def master_cell(cell):
        """(letters, added to the interception range, added to the sack range); None is prohibited."""
        if cell == "P":
            return None
        number = cell.rstrip("abcd")
        to_interception, to_sack = NOTES_OF_THE_CHART[cell[len(number) :]]
        return int(number), to_interception, to_sack


@dataclass
class Man:
    """A row of a team's sheet: letters by column ("-" is none), ranges, the notes he carries."""

    id: str
    letters: dict
    interception: list
    sack: list
    once_a_game: set = field(default_factory=set)
    once_a_season: set = field(default_factory=set)
    not_widened: set = field(default_factory=set)
    is_back: bool = False
    limit: int | None = None
    never_past_limit: bool = False
    dump: int | None = None


@dataclass
class TeamSheet:
    """A team's sheet: its ratings, returners, punters, kickers and men."""

    code: str
    def_rush: int
    def_pass: int
    gain_adj: int
    int_range: list
    int_letter: str
    int_table: str
    fumble_ris: list
    fumble_ros: list
    fumble_pass: list
    recover: list
    penalty_run: list
    penalty_pass: list
    penalty_range: list
    clutch_offense: int
    clutch_defense: int
    men: list
    interceptors: list
    kickoff_returners: list
    punt_returners: list
    punters: list
    kickers: list

    def slot(self, man):
        return [other.id for other in self.men].index(man)


def read_men(folder, code):
    men = []
    for row in rows(folder / "players.csv"):
        if row["team"] != code:
            continue
        columns = ("RIS", "ROS", "gain_S", "gain_M", "gain_L", "pass_S", "pass_M", "pass_L")
        man = Man(
            row["player"],
            {column: row[column] for column in columns},
            throws_of(row["int"]),
            throws_of(row["sack"]),
        )
        # 16.2: running backs and fullbacks.
        man.is_back = not BACKS.isdisjoint(row["position"].split("/"))
        # 14.1, 14.2
        if row["lim"] != "-":
            man.limit, man.never_past_limit = int(row["lim"].rstrip("*")), row["lim"].endswith("*")
        for dump in optional_rows(folder / "dumps.csv"):
            if (dump["team"], dump["player"]) == (code, man.id):
                man.dump = int(dump["dump"])
        for note in rows(folder / "notes.csv"):
            if note["team"] == code and note["note"] in row["note"].split():
                getattr(man, note["rule"]).update(note["marks"].split())
        men.append(man)
    return men


def read_interceptors(folder, code):
    """[(throws by S and by ML, man)]: the team's part of 7.6."""
    return [
        ({"S": throws_of(row["short"]), "ML": throws_of(row["medium_long"])}, row["player"])
        for row in optional_rows(folder / "interceptors.csv")
        if row["team"] == code
    ]


def read_returners(folder, code, kind):
    """[(throws, man or NRB, letter, table)], in the sheet's order."""
    return [
        (throws_of(row["range"]), row["player"], row["letter"], row["table"])
        for row in rows(folder / "returners.csv")
        if row["team"] == code and row["kind"] == kind
    ]


def read_sheets(folder):
    """The sheets of a season's teams, in the order of their codes."""
    folder = Path(folder)
    sheets = []
    for row in rows(folder / "team_ratings.csv"):
        code = row["team"]
        sheets.append(
            TeamSheet(
                code=code,
                def_rush=int(row["def_rush"]),
                def_pass=int(row["def_pass"]),
                gain_adj=int(row["gain_adj"]),
                int_range=throws_of(row["int_range"]),
                int_letter=row["int_letter"],
                int_table=row["int_table"],
                fumble_ris=throws_of(row["fumble_ris"]),
                fumble_ros=throws_of(row["fumble_ros"]),
                fumble_pass=totals_of(row["fumble_pass"]),
                recover=throws_of(row["recover"]),
                penalty_run=throws_of(row["penalty_run"]),
                penalty_pass=throws_of(row["penalty_pass"]),
                penalty_range=throws_of(row["penalty_range"]),
                clutch_offense=int(row["clutch_offense"]),
                clutch_defense=int(row["clutch_defense"]),
                men=read_men(folder, code),
                interceptors=read_interceptors(folder, code),
                kickoff_returners=read_returners(folder, code, "kickoff"),
                punt_returners=read_returners(folder, code, "punt"),
                punters=[each for each in rows(folder / "punters.csv") if each["team"] == code],
                kickers=[each for each in rows(folder / "kickers.csv") if each["team"] == code],
            )
        )
    return sorted(sheets, key=lambda sheet: sheet.code)


class SeasonFiles:
    """The rules of the year, the schedule, and who plays in which conference."""

    def __init__(self, folder):
        folder = Path(folder)
        self.rules = {row["rule"]: row["value"] for row in rows(folder / "rules.csv")}
        self.games = [
            (row["home"], row["away"]) for row in rows(folder / "games.csv") if row["kind"] == "regular"
        ]
        self.conferences = {row["code"]: row["conference"] for row in rows(folder / "teams.csv")}


def cumulative(weights):
    """Running sums of weights over their total, times 65536, rounded to the nearest, halves up."""
    total = sum(weights)
    sums = [sum(weights[: place + 1]) for place in range(len(weights))]
    return [(2 * 65536 * part + total) // (2 * total) for part in sums]


def share_of_percent(text):
    return int(float(text) / 100 * 65536 + 0.5)


class CoachFiles:
    """The coach's policy and his blind draw of defences, from charts/spi/coaches."""

    def __init__(self, folder, name):
        folder = Path(folder)
        self.policy = {
            row["name"]: share_of_percent(row["value"]) if row["unit"] == "percent" else int(row["value"])
            for row in rows(folder / "policy.csv")
        }
        self.uses_chart = name == "solitaire-blind"
        draw = rows(folder / "blind-defense.csv")
        self.defenses = [row["defense"] for row in draw]
        self.defense_shares = {
            situation: cumulative([int(row[situation]) for row in draw])
            for situation in ("open_field", "inside_10", "short_yardage")
        }
