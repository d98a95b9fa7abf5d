"""The book of a game: one int64 array, laid out alike for every game as far as others need to read it.

Its state (`state`), the record of the play at hand (`record`), a line of statistics a side (`of_team`); from
OWN on what is the game's alone.
"""

from simlib.kernels import flag, of_man, of_team, record, state
from simlib.kernels.field import FIELD, line_to_gain, turned_over
from simlib.kernels.jit import kernel

HOME, AWAY = 0, 1
LINES = record.FIRST + record.WIDTH
OWN = LINES + 2 * of_team.WIDTH


@kernel
def line_of(side):
    """Offset of a side's line of statistics."""
    return LINES + side * of_team.WIDTH


@kernel
def man_line(book, side, slot):
    """Offset of a man's line of statistics in `men`."""
    return book[state.MEN + side] + slot * of_man.WIDTH


@kernel
def set_ball(book, offense, to_goal):
    """First and ten (or goal) for `offense`."""
    book[state.OFFENSE] = offense
    book[state.TO_GOAL] = to_goal
    book[state.DOWN] = 1
    book[state.YARDS_TO_GO] = line_to_gain(to_goal)
    book[state.NEXT] = state.SCRIMMAGE


@kernel
def set_kick(book, kicking, line, what):
    """A kick-off, free kick or try next, the ball `line` yards from the kicking team's goal line."""
    book[state.OFFENSE] = kicking
    book[state.TO_GOAL] = turned_over(line)
    book[state.DOWN] = 0
    book[state.YARDS_TO_GO] = 0
    book[state.NEXT] = what


@kernel
def touchback(book, side, to_goal):
    """Ball to `side` after a kick or a fumble into its end zone."""
    book[record.FLAGS] |= flag.TOUCHBACK
    set_ball(book, side, to_goal)


@kernel
def add_points(book, side, points):
    """Points to `side`; in sudden death they end the game."""
    book[state.POINTS + side] += points
    book[line_of(side) + of_team.POINTS] += points
    if book[state.SUDDEN_DEATH] != state.NO_MORE and book[state.QUARTER] > 4:
        book[state.OVER] = 1


@kernel
def score_touchdown(book, side):
    """Six points and a try."""
    book[record.FLAGS] |= flag.TOUCHDOWN
    add_points(book, side, 6)
    set_kick(book, side, FIELD - 2, state.TRY)


@kernel
def score_safety(book, side, line, what):
    """Two points to `side`; the other team kicks from its `line`."""
    book[record.FLAGS] |= flag.SAFETY
    book[line_of(side) + of_team.SAFETIES] += 1
    add_points(book, side, 2)
    set_kick(book, 1 - side, line, what)


@kernel
def use_down(book, side, to_goal):
    """The offence keeps the ball at `to_goal`, in play: first down, next down, over on downs.

    Returns 1 when the play made a first down.
    """
    gained = book[state.TO_GOAL] - to_goal
    if gained >= book[state.YARDS_TO_GO]:
        book[record.FLAGS] |= flag.FIRST_DOWN
        set_ball(book, side, to_goal)
        return 1
    if book[state.DOWN] == 4:
        book[record.FLAGS] |= flag.ON_DOWNS
        set_ball(book, 1 - side, turned_over(to_goal))
        return 0
    book[state.DOWN] += 1
    book[state.YARDS_TO_GO] -= gained
    book[state.TO_GOAL] = to_goal
    return 0


@kernel
def call_timeout(book, when_behind, when_ahead):
    """Side that stops the clock, -1 for none: the offence, level or behind, or the defence behind.

    `when_behind` is 1 where a coach stops it with his own offence level or behind, `when_ahead` with the
    other side's ahead.
    """
    side = book[state.OFFENSE]
    lead = book[state.POINTS + side] - book[state.POINTS + 1 - side]
    caller = -1
    if lead <= 0 and when_behind == 1:
        caller = side
    elif lead > 0 and when_ahead == 1:
        caller = 1 - side
    if caller < 0 or book[state.TIMEOUTS + caller] == 0:
        return -1
    book[state.TIMEOUTS + caller] -= 1
    book[record.TIMEOUT] = caller
    return caller
