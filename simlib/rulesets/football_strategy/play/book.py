"""Football Strategy: what a play books, and what ends one: scores, downs, kicks."""

from simlib.kernels import book as football
from simlib.kernels import of_team
from simlib.kernels.book import line_of, score_touchdown, set_kick
from simlib.kernels.field import END_ZONE_DEPTH, FIELD
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.kernels.season import R_KICKOFF_LINE, R_SAFETY_KICK
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import layout, state, throws

OWN_20 = 80  # to_goal of a touchback: the rulebook's own 20, whatever the year's rule


@kernel
def touchback(book, side):
    """Ball to `side` on its own 20."""
    football.touchback(book, side, OWN_20)


@kernel
def score_safety(tables, book, side):
    """Two points to `side`; the other team kicks from its 20 (Scoring 3)."""
    football.score_safety(book, side, tables[layout.A_RULES + R_SAFETY_KICK], state.FREE_KICK)


@kernel
def end_of_play(tables, book, side, to_goal):
    """The offence keeps the ball at `to_goal` with a down used: safety, first down, next down, over.

    Returns 1 when the play made a first down.
    """
    if to_goal >= FIELD:
        score_safety(tables, book, 1 - side)
        return 0
    return football.use_down(book, side, to_goal)


@kernel
def thrown(book, key, role, count):
    """Throw `count` (0, 1, ..) of a role: the play's word first, then a word of its own each time."""
    return throw(dice_word(key, book[state.PLAY], throws.WORD_DICE + count * throws.WORD_AGAIN), role)


@kernel
def long_gain(tables, book, key):
    """Yards of a long gain, thrown again while the chart says so (Offense Plays Chart 1)."""
    total, count = 0, 0
    while True:
        cell = int(tables[layout.A_LONG_GAIN + thrown(book, key, throws.ROLE_LONG_GAIN, count)])
        if cell < fs.AND_AGAIN or total > FIELD:
            return total + cell % fs.AND_AGAIN
        total += cell - fs.AND_AGAIN
        count += 1


@kernel
def return_touchdown(book, side):
    """A touchdown of the side that did not have the ball."""
    book[line_of(side) + of_team.RETURN_TD] += 1
    score_touchdown(book, side)


@kernel
def set_kickoff(tables, book, side):
    """Kick-off by `side`."""
    set_kick(book, side, tables[layout.A_RULES + R_KICKOFF_LINE], state.KICKOFF)


@kernel
def gain_ends(tables, book, side, to_goal):
    """End of a gain or loss at `to_goal`: 1 a touchdown, 2 a first down, else 0."""
    if to_goal <= 0:
        score_touchdown(book, side)
        return 1
    return 2 * end_of_play(tables, book, side, to_goal)


@kernel
def play_cost(tables, yards, out_of_bounds):
    """Points of time of a gain or loss (Time 7, Offense Plays Chart 5)."""
    row = fs.TIME_SHORT
    if yards < 0:
        row = fs.TIME_LOSS
    elif yards >= fs.LONG_PLAY:
        row = fs.TIME_LONG
    return int(tables[layout.A_TIME + row]) + out_of_bounds * int(
        tables[layout.A_TIME + fs.TIME_OUT_OF_BOUNDS]
    )


@kernel
def past_end_zone(to_goal):
    """1 on or past the line at the end zone's back (Offense Plays Chart 3, 6, 7)."""
    return int(to_goal <= -END_ZONE_DEPTH)
