"""A table to play SPI Football at with chosen dice: real sheets and charts, any situation, any throw.

`Table` holds copies of what the kernel reads, so that a test can put a gain into a chart or give a
team one carrier; `Table.play` rolls the dice it is told to and plays one play as the game loop does.
"""

from functools import cache
from types import SimpleNamespace

import numpy as np
from log_columns import bits_of, columns_of, places_of

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.book import AWAY, HOME, LINES, line_of
from simlib.kernels.dice import from_printed
from simlib.kernels.jit import bare, borrowed, kernel
from simlib.kernels.rng import dice_word, game_key, throw
from simlib.kernels.season_loop import begin_game, end_quarter
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.tables import load_coach
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state, throws
from simlib.rulesets.spi.play.game import next_play
from simlib.rulesets.spi.play.layout import SpiArrays, pack
from simlib.rulesets.spi.play.limits import points_of
from simlib.rulesets.spi.sheets.read import load_sheets

HOME, AWAY = HOME, AWAY
ALL = spi.ALL_SHARES
PENALTY_COLUMNS = (
    "run_offense", "run_defense", "pass_offense", "pass_defense", "returns_offense", "returns_defense"
)  # fmt: skip
ROLES = ("play", "second", "third", "ret", "fumble", "recover")
FLAGS = bits_of(flag)
KEY = np.uint64(game_key(np.uint64(1), 0, 0))


@cache
def season():
    return load_season("1958")


@cache
def sheets():
    return load_sheets(season())


@cache
def packed(coach="as-played"):
    loaded = load_coach(coach, season(), sheets()).coach
    return pack(load_charts().charts, sheets().league, loaded, season_arrays(season()).rules)


def team_index(code):
    return [team.code for team in season().teams].index(code)


def slot_of(code, player):
    return sheets().men[team_index(code)].index(player)


def man(code, player):
    """A man's row of the sheet."""
    return sheets().league.man[team_index(code), slot_of(code, player)]


def total(number):
    """Dice as printed that add to `number`."""
    first = max(1, number - 6)
    return f"{first}{number - first}"


def word_of(six):
    """A word of dice whose six throws, 0..35, are the ones given."""
    word = 0
    for half in (0, 1):
        first, second, third = six[3 * half : 3 * half + 3]
        digits = (first * 36 + second) * 36 + third
        word |= ((digits << 32) // 36**3 + 2) << (32 * half)
    return np.uint64(word)


def choices_of(numbers):
    """A word of choices of four numbers, 0..65535."""
    return np.uint64(sum(number << (16 * role) for role, number in enumerate(numbers)))


def play_with(**wanted):
    """A play's number whose rarer dice (MORE_ roles, in lower case) are as wanted: 11..66 as text."""
    return _play_where(throws.WORD_MORE, "MORE", wanted)


def option_play(**wanted):
    """The same for the dice of optional rules (OPTION_ roles)."""
    return _play_where(throws.WORD_OPTIONS, "OPTION", wanted)


def _play_where(which, kind, wanted):
    roles = {getattr(throws, f"{kind}_{role.upper()}"): from_printed(text) for role, text in wanted.items()}
    for number in range(1, 2_000_000):
        word = np.uint64(dice_word(KEY, number, which))
        if all(throw(word, role) == wanted_throw for role, wanted_throw in roles.items()):
            return number
    raise AssertionError(wanted)


@kernel
def one_play(packed, book, men, spare, key, dice, choices):
    """What the game loop does with a play, but for where its words come from."""
    book[record.FIRST : LINES] = -1
    book[record.CLOCK] = book[state.CLOCK]
    game, whole = bare(packed), borrowed(book)
    if next_play(game.tables, game.sheets, whole, borrowed(men), borrowed(spare), dice, key, choices):
        end_quarter(game, whole, key)


@kernel
def opening(packed, book, key, home, away, number, turn):
    """A game about to be kicked off."""
    begin_game(bare(packed), borrowed(book), key, home, away, number, 0, turn, 0)


class Table:
    """Two teams in a game: Colts at home, Giants away, unless told otherwise."""

    def __init__(self, home="BAL", away="NYG", coach="as-played"):
        self.tables, self.sheets = (np.array(part) for part in packed(coach))
        self.teams = team_index(home), team_index(away)
        self.book = np.zeros(state.LAST_USE + len(season().teams) * layout.MAX_SLOTS * 4, np.int64)
        slots = max(map(len, sheets().men))
        self.men = np.zeros((len(season().teams), slots, len(PLAYER_COLUMNS)), np.int32)
        self.spare = np.zeros(self.men.size, np.int32)
        for side, team in enumerate(self.teams):
            self.book[state.TEAM + side] = team
            self.book[state.MEN + side] = team * slots * len(PLAYER_COLUMNS)
        self.book[state.PLAY] = 1
        self.policy(timeout_offense=0, timeout_defense=0, punt_rush=0, run_out_of_end_zone=0)
        self.at()

    def at(
        self, to_goal=60, down=1, to_go=10, offense=HOME, quarter=1, clock=0, points=(0, 0),
        timeouts=(3, 3), comes="scrimmage", sudden_death=0, game=0,
    ):  # fmt: skip
        """Set the situation."""
        book = self.book
        book[state.TO_GOAL], book[state.DOWN], book[state.YARDS_TO_GO] = to_goal, down, to_go
        book[state.OFFENSE], book[state.QUARTER], book[state.CLOCK] = offense, quarter, clock
        book[state.POINTS : state.POINTS + 2] = points
        book[state.TIMEOUTS : state.TIMEOUTS + 2] = timeouts
        book[state.NEXT] = {"scrimmage": state.SCRIMMAGE, "kickoff": state.KICKOFF, "try": state.TRY}[comes]
        book[state.OVER], book[state.SUDDEN_DEATH], book[state.GAME] = 0, sudden_death, game
        return self

    def kickoff(self, offense=HOME, line=40, **situation):
        return self.at(to_goal=100 - line, down=0, to_go=0, offense=offense, comes="kickoff", **situation)

    def policy(self, **columns):
        for name, value in columns.items():
            self.tables[layout.A_POLICY + getattr(spi, f"P_{name.upper()}")] = value
        return self

    def options(self, *names):
        """Optional rules in force."""
        bits = sum(1 << spi.OPTIONS.index(name) for name in names)
        self.tables[layout.A_OPTIONS] = self.book[state.OPTIONS] = bits
        return self

    def penalty_cell(self, number, column, yards, mark=spi.FROM_LINE, automatic=0):
        """A cell of the Penalty table, its column by name."""
        cell = layout.A_PENALTY + 3 * (6 * (number - 2) + PENALTY_COLUMNS.index(column))
        self.tables[cell : cell + 3] = yards, mark, automatic
        return self

    def points(self, side, slot):
        """A man's points of 14.1 so far in the game."""
        return int(points_of(self.book, side, slot))

    def call(self, name):
        """Every coach calls this on every scrimmage down: run, short, medium, long, punt, field_goal."""
        call = getattr(spi, f"CALL_{name.upper()}")
        for team in self.teams:
            calls = self._sheet(team)[layout.B_CALLS : layout.B_CALLS + 5 * spi.SITUATIONS].reshape(-1, 5)
            calls[:, :call], calls[:, call:] = 0, ALL
        return self

    def _sheet(self, team):
        return self.sheets[team * layout.SHEET : (team + 1) * layout.SHEET]

    def _only(self, sheet, offset, guide, slot):
        sheet[offset : offset + slot] = 0
        sheet[offset + slot : offset + layout.MAX_SLOTS] = ALL
        sheet[guide : guide + 256] = slot

    def carrier(self, side, slot, outside=False):
        """The only man who carries, always inside or always outside."""
        sheet = self._sheet(self.teams[side])
        for lineup in range(layout.MAX_LINEUPS):
            guide = layout.B_CARRIER_GUIDE + 256 * lineup
            self._only(sheet, layout.B_CARRIER + layout.MAX_SLOTS * lineup, guide, slot)
        sheet[layout.B_INSIDE + slot] = 0 if outside else ALL
        return self

    def passer(self, side, slot):
        """The only man who throws."""
        sheet = self._sheet(self.teams[side])
        sheet[layout.B_LINEUP_PASSER : layout.B_LINEUP_PASSER + layout.MAX_LINEUPS] = slot
        sheet[layout.B_BACK_PASSER : layout.B_BACK_PASSER + layout.MAX_SLOTS] = 0
        return self

    def receiver(self, side, slot):
        """The only man thrown to."""
        for length in range(3):
            guide = layout.B_RECEIVER_GUIDE + 256 * length
            self._only(
                self._sheet(self.teams[side]), layout.B_RECEIVER + layout.MAX_SLOTS * length, guide, slot
            )
        return self

    def sheet_cell(self, side, offset, value):
        """Change one number of a team's sheet (B_ + column)."""
        self._sheet(self.teams[side])[offset] = value
        return self

    def man_cell(self, side, slot, column, value):
        """Change one rating of a man (M_ column)."""
        return self.sheet_cell(side, layout.B_MAN + slot * spi.M_COLUMNS + column, value)

    def defense(self, name):
        """The defence that is always drawn (4.7)."""
        row = spi.DEFENSES.index(name)
        for group in range(3):
            shares = self.tables[layout.A_DEFENSE + 9 * group : layout.A_DEFENSE + 9 * (group + 1)]
            shares[:row], shares[row:] = 0, ALL
        return self.policy(use_chart=1)

    def run_cell(self, dice, gain):
        """A gain in every column of a row of the Rushing Gain table."""
        row = layout.A_RUSHING_GAIN + 21 * from_printed(dice)
        self.tables[row : row + 21] = gain
        return self

    def pass_cell(self, number, gain, mark=0):
        """A gain in every column of a row of the Pass Gain and Return table; mark 1 OB, 2 OB2."""
        row = layout.A_PASS_GAIN + 16 * (number - 2)
        self.tables[row : row + 16] = gain
        self.tables[layout.A_PASS_OUT_OF_BOUNDS + number - 2] = mark
        return self

    def punt_cell(self, number, yards):
        """A punt in every row of the Punting table."""
        for letter in range(26):
            self.tables[layout.A_PUNTING + 11 * letter + number - 2] = yards
        return self

    def play(self, choices=(0, 0, 0, 0), number=None, **throws):
        """Play one play; throws by role, as printed. A fumble throw is 66 (none) unless told."""
        rolled = {role: "66" if role == "fumble" else "33" for role in ROLES} | throws
        if number is not None:
            self.book[state.PLAY] = number
        dice = word_of([from_printed(rolled[role]) for role in ROLES])
        arrays = self.tables, self.sheets
        for array in arrays:
            array.flags.writeable = False
        one_play(
            SpiArrays(*arrays), self.book, self.men.reshape(-1), self.spare, KEY, dice, choices_of(choices)
        )
        for array in arrays:
            array.flags.writeable = True
        return self.now()

    def begin(self, key, number):
        """The opening of game `number` of a season."""
        turn = np.zeros(len(season().teams), np.int64)
        opening(SpiArrays(self.tables, self.sheets), self.book, key, *self.teams, number, turn)

    def now(self):
        """The state after a play, what it recorded, and its flags by name."""
        book = self.book
        names = {name.lower(): int(book[place]) for name, place in places_of(state).items()}
        columns = columns_of(record).items()
        names |= {f"e_{name.lower()}": int(book[record.FIRST + column]) for name, column in columns}
        names["score"] = tuple(int(n) for n in book[state.POINTS : state.POINTS + 2])
        names["left"] = tuple(int(n) for n in book[state.TIMEOUTS : state.TIMEOUTS + 2])
        names["ball"] = (int(book[state.OFFENSE]), int(book[state.TO_GOAL]))
        names["series"] = (int(book[state.DOWN]), int(book[state.YARDS_TO_GO]))
        comes = {state.SCRIMMAGE: "scrimmage", state.KICKOFF: "kickoff", state.TRY: "try"}
        names["comes"] = comes[int(book[state.NEXT])]
        flags = {name.lower() for name, bit in FLAGS.items() if book[record.FLAGS] & bit}
        return SimpleNamespace(**names, flags=flags)

    def line(self, side):
        """A side's statistics by name."""
        first = line_of(side)
        return dict(zip(TEAM_COLUMNS, self.book[first : first + len(TEAM_COLUMNS)].tolist(), strict=True))

    def stats(self, side, slot):
        """A man's statistics by name."""
        return dict(zip(PLAYER_COLUMNS, self.men[self.teams[side], slot].tolist(), strict=True))
