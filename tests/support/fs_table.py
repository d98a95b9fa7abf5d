"""A table to play Football Strategy at: any situation, any call against any card, chosen throws.

`Table` holds a copy of what the kernel reads, packed for a coach whose two sides make one call each. Dice
come from the play's own words: `play_with` finds a play's number whose throws are the wanted ones.
"""

from functools import cache

import numpy as np
from log_columns import bits_of

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.book import AWAY, HOME, LINES
from simlib.kernels.jit import bare, borrowed, kernel
from simlib.kernels.rng import dice_word, game_key, throw
from simlib.kernels.season_loop import end_quarter, play_on
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.tables import load_coach
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, record, state, throws
from simlib.rulesets.football_strategy.play.game import StrategyArrays
from simlib.rulesets.football_strategy.play.layout import A_POLICY, T_CHART, T_DEFENSE, pack, team_of

HOME, AWAY = HOME, AWAY
FLAGS = bits_of(flag)
KEY = np.uint64(game_key(np.uint64(1), 0, 0))
LONG, KICK = throws.ROLE_LONG_GAIN, throws.ROLE_KICK


@cache
def season():
    return load_season("1958")


@cache
def packed(edition="one-die", coach="as-played"):
    charts = load_charts(None, edition).charts
    return pack(charts, load_coach(coach, season(), charts.plays).coach, season_arrays(season()).rules)


def play_with(role, *dice):
    """A play's number whose throws of a role, the first and those thrown again, are these (11..66)."""
    wanted = [6 * (number // 10 - 1) + number % 10 - 1 for number in dice]
    for number in range(1, 500_000):
        words = (
            np.uint64(dice_word(KEY, number, throws.WORD_DICE + k * throws.WORD_AGAIN))
            for k in range(len(wanted))
        )
        if all(throw(word, role) == want for word, want in zip(words, wanted, strict=True)):
            return number
    raise AssertionError(dice)


@kernel
def one_play(packed, book, men, key):
    """What the game loop does with a play."""
    book[record.FIRST : LINES] = -1
    book[record.CLOCK] = book[state.CLOCK]
    game, whole, nobody = bare(packed), borrowed(book), borrowed(men)
    if play_on(game, whole, nobody, nobody, key):
        end_quarter(game, whole, key)


class Table:
    """Two teams in a game, both on Pro Style; the home team has the ball first and ten on its own 40."""

    def __init__(self, edition="one-die"):
        whole = packed(edition)
        self.tables, self.calls = np.array(whole.tables), np.array(whole.calls)
        self.book = np.zeros(state.BOOK, np.int64)
        self.book[[state.TEAM, state.TEAM + 1]] = HOME, AWAY
        self.book[[state.TIMEOUTS, state.TIMEOUTS + 1]] = 3
        self.chart("pro_style")
        self.at(to_goal=60)

    def chart(self, name):
        """Both sides' offence chart."""
        for team in (HOME, AWAY):
            self.tables[team_of(team) + T_CHART] = fs.OFFENSE_CHARTS.index(name)
        return self

    def at(self, to_goal=60, down=1, yards_to_go=10, quarter=1, clock=0, points=(0, 0), side=HOME):
        """A play from scrimmage next."""
        for column, value in (
            (state.OFFENSE, side), (state.TO_GOAL, to_goal), (state.DOWN, down),
            (state.YARDS_TO_GO, min(yards_to_go, to_goal)), (state.NEXT, state.SCRIMMAGE),
        ):  # fmt: skip
            self.book[column] = value
        return self.when(quarter, clock, points)

    def when(self, quarter=1, clock=0, points=(0, 0)):
        """Quarter, clock in points of 15 seconds, score (home, away)."""
        self.book[state.QUARTER], self.book[state.CLOCK] = quarter, clock
        self.book[[state.POINTS, state.POINTS + 1]] = points
        return self

    def outs(self, side, count):
        """Time-outs left to a side."""
        self.book[state.TIMEOUTS + side] = count
        return self

    def kick(self, what, side=HOME, line=40, **when):
        """A kick-off (N_KICKOFF), a free kick or a try next."""
        self.when(**when)
        self.book[[state.OFFENSE, state.TO_GOAL, state.NEXT]] = side, 100 - line, what
        return self

    def call(self, play, card="E", takes=0):
        """Every side's one call, a play 1..20, and card; which penalties with a choice are taken."""
        return self._calls(play - 1, card, takes)

    def kicks(self, kind, card="E"):
        """A punt or field goal called: "fourth", "any" or "goal"."""
        calls = {"fourth": fs.CALL_PUNT_FOURTH, "any": fs.CALL_PUNT, "goal": fs.CALL_FIELD_GOAL}
        return self._calls(calls[kind], card, 0)

    def _calls(self, call, card, takes):
        first_defense = int(self.tables[team_of(HOME) + T_DEFENSE])
        rows = self.calls[:first_defense].reshape(-1, fs.OFFENSE_ROW)
        rows[:, : fs.CALLS - 1] = np.where(np.arange(fs.CALLS - 1) >= call, fs.ALL_SHARES, 0)
        rows[:, fs.OFFENSE_MASK] = takes
        cards = self.calls[first_defense:].reshape(-1, fs.DEFENSE_ROW)
        cards[:, :9] = np.where(np.arange(9) >= fs.CARDS.index(card), fs.ALL_SHARES, 0)
        cards[:, fs.DEFENSE_MASK] = takes
        return self

    def policy(self, column, value):
        self.tables[A_POLICY + column] = value
        return self

    def play(self, number=None):
        """Play it; `number` of `play_with` gives it dice."""
        self.book[state.PLAY] = number if number is not None else 1
        with np.errstate(over="ignore"):
            one_play(StrategyArrays(self.tables, self.calls), self.book, np.zeros(1, np.int32), KEY)
        return self

    @property
    def flags(self):
        return {name.lower() for name, bit in FLAGS.items() if self.book[record.FLAGS] & bit}

    @property
    def spot(self):
        """Who has the ball next, down, yards to go, yards to the goal line."""
        columns = (state.OFFENSE, state.DOWN, state.YARDS_TO_GO, state.TO_GOAL)
        return tuple(int(self.book[column]) for column in columns)

    @property
    def clock(self):
        return int(self.book[state.QUARTER]), int(self.book[state.CLOCK])

    @property
    def next(self):
        names = {
            state.SCRIMMAGE: "scrimmage",
            state.KICKOFF: "kickoff",
            state.FREE_KICK: "free kick",
            state.TRY: "try",
        }
        return names[int(self.book[state.NEXT])]

    @property
    def points(self):
        return int(self.book[state.POINTS]), int(self.book[state.POINTS + 1])

    def line(self, side):
        """A side's counts that are not 0."""
        first = LINES + side * len(TEAM_COLUMNS)
        counts = self.book[first : first + len(TEAM_COLUMNS)].tolist()
        return {name: count for name, count in zip(TEAM_COLUMNS, counts, strict=True) if count}
