"""The referee on chosen throws: one play at a time, from a situation set by hand.

Baltimore is at home to Cleveland, on the shipped charts and sheets of 1958; a test changes them as it
needs. Man number n of a team runs, or is thrown to, at choice 100 n; the men stand as in players.csv.
"""

from copy import deepcopy
from functools import cache

from oracle.spi_files import Charts, CoachFiles, SeasonFiles, read_sheets
from oracle.spi_referee import HOME, Game, Rulebook

from simlib.files.folders import data_folder

CALLS = {"run": 0, "short": 10, "medium": 20, "long": 30, "punt": 40, "field_goal": 50}
HIGH = 65535  # an outside run, nobody rushes the punter
BLITZ = 65000  # of the blind draw in the open field
SEVEN = 34


class Chosen:
    """The throws of a play; those not chosen are 34, a seven."""

    def __init__(self, C=(), back=0, W=None, **dice):
        self.C = [*C, *(0, 0, HIGH, 0)[len(C) :]]
        self.back = back
        self.D, self.W, self.F = ([SEVEN] * 6 for _ in range(3))
        for place, throw in (W or {}).items():
            self.W[place] = throw
        for name, throw in dice.items():
            getattr(self, name[0])[int(name[1])] = throw

    def interception_lengths(self):
        yield self.D[1]
        yield from self.W[1:]


class ChosenGame(Game):
    """A game whose plays are given their throws."""

    def throws(self, number):
        return self.chosen

    def begin_at(self, down, yards_to_go, to_goal, side=HOME):
        self.next, self.offense = "scrimmage", side
        self.down, self.yards_to_go, self.to_goal = down, yards_to_go, to_goal
        return self

    def run(self, man, inside=False, C=None, **dice):
        return self.played(C=C or (CALLS["run"], 100 * man, 0 if inside else HIGH), **dice)

    def throw_to(self, man, length="medium", defense=0, passed_by_back=False, **dice):
        C = (CALLS[length], 100 * man, 0 if passed_by_back else HIGH, defense)
        return self.played(C=C, **dice)

    def kick(self, kind="punt", rushed=False, **dice):
        return self.played(C=(CALLS.get(kind, 0), 0, 0 if rushed else HIGH), **dice)

    def played(self, **dice):
        self.chosen = Chosen(**dice)
        self.next_play()
        return self.events[-1]


def shares_of(sheet, passer):
    """A coach who leaves every choice to the test."""
    by_man = [100 * (slot + 1) for slot in range(len(sheet.men) - 1)] + [65536]
    return {
        "calls": [[10, 20, 30, 40, 50]] * 360,
        "lineup": [65536],
        "lineup_passer": [sheet.slot(passer)],
        "carrier": [list(by_man)],
        "inside": [100] * len(sheet.men),
        "receiver": {length: list(by_man) for length in ("short", "medium", "long")},
        "back_passer": [0] * len(sheet.men),
    }


@cache
def book_of(sheets, coach):
    charts, teams = data_folder("charts") / "spi", data_folder("teams") / "1958"
    read = [sheet for sheet in read_sheets(sheets or teams / "spi") if sheet.code in ("BAL", "CLE")]
    shares = [shares_of(read[0], "unitas-johnny"), shares_of(read[1], "plum-milt")]
    coach = CoachFiles(charts / "coaches", coach)
    return Rulebook(Charts(charts), read, SeasonFiles(teams), coach, shares)


def chosen_book(*options, coach="as-played", sheets=None):
    """A rulebook of the two teams that a test may change."""
    book = deepcopy(book_of(sheets, coach))
    book.options = frozenset(options)
    return book


def chosen_game(*options, coach="as-played", sheets=None, played_before=(0, 0), last_games=None):
    book = chosen_book(*options, coach=coach, sheets=sheets)
    game = ChosenGame(book, 1, 0, 0, "BAL", "CLE", played_before, {}, last_games=last_games)
    game.quarter, game.clock, game.over = 1, 0, False
    game.begin_half(HOME)
    return game


def ball(game):
    """What comes next: whose ball, down, yards to go, yards to the goal line."""
    return ("home", "away")[game.offense], game.down, game.yards_to_go, game.to_goal
