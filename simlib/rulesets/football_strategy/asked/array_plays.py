"""Football Strategy: one kind of play rolled many times into arrays, by the kernel of a game.

Play `first + i` of the game with key `key` becomes entry i. Each is played on a book set anew, first
and ten in the first quarter. Results are bits of `flag`.
"""

import numpy as np

from simlib.kernels.deck import one_of
from simlib.kernels.field import FIELD, line_to_gain
from simlib.kernels.jit import borrowed, kernel
from simlib.kernels.rng import raw_word
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, record, state, throws
from simlib.rulesets.football_strategy.play.kicks import field_goal_play, kickoff_play, onside_kick, try_play
from simlib.rulesets.football_strategy.play.layout import cell_of
from simlib.rulesets.football_strategy.play.scrimmage import matrix_play, penalty_play, punt_play


@kernel
def chart_play(tables, book, key, chart, play, card, declined):
    """A cell of an offence chart, a penalty with a choice taken or declined."""
    cell = cell_of(chart, play, card)
    kind, yards = int(tables[cell + fs.C_KIND]), int(tables[cell + fs.C_YARDS])
    other, marks = int(tables[cell + fs.C_OTHER_KIND]), int(tables[cell + fs.C_MARKS])
    if kind != fs.PENALTY:
        matrix_play(tables, book, key, kind, yards, marks)
    elif declined and other != fs.NO_CHOICE:
        matrix_play(tables, book, key, other, int(tables[cell + fs.C_OTHER_YARDS]), 0)
    else:
        penalty_play(tables, book, yards, marks)


@kernel
def kicked_to(book):
    """The receivers' yard line after a kick-off: who has the ball there is in the flags."""
    if book[record.FLAGS] & flag.TOUCHDOWN:
        return FIELD
    return FIELD - book[state.TO_GOAL] if book[state.OFFENSE] == 1 else book[state.TO_GOAL]


@kernel
def roll_plays(key, first, tables, kind, chart, cards, to_goal, declined, behind, of_return, yards, bits):
    """Plays of one kind against one of `cards`; yards are those of a kick-off's next spot, too."""
    flat = borrowed(tables)
    whole_book = np.zeros(state.BOOK, np.int64)
    book = borrowed(whole_book)
    book[record.KIND] = kind
    book[state.QUARTER] = 1
    for play in range(yards.shape[0]):
        number = first + play
        book[state.PLAY] = number
        book[state.OFFENSE] = 0
        book[state.DOWN] = 1
        book[state.TO_GOAL] = to_goal
        book[state.YARDS_TO_GO] = line_to_gain(to_goal)
        book[state.NEXT] = state.SCRIMMAGE
        book[record.FLAGS] = 0
        book[record.YARDS] = 0
        book[record.RETURN_YARDS] = 0
        card = int(cards[one_of(raw_word(key, number, throws.WORD_DECK), cards.shape[0])])
        if kind < fs.PLAYS:
            chart_play(flat, book, key, chart, kind, card, declined)
        elif kind == fs.CALL_FIELD_GOAL:
            field_goal_play(flat, book, key)
        elif kind <= fs.CALL_PUNT or kind == fs.FREE_PUNT:
            row = kind - fs.PLAYS if kind <= fs.CALL_PUNT else 0
            punt_play(flat, book, key, row, card)
            if book[record.RETURN_YARDS] == 0:
                book[record.FLAGS] |= flag.NO_RUNBACK
            if of_return:
                book[record.YARDS] = book[record.RETURN_YARDS]
        elif kind == fs.TRY:
            try_play(flat, book, key)
        elif kind == fs.ONSIDE_KICK:
            onside_kick(flat, book, key, behind)
            book[record.YARDS] = kicked_to(book)
        elif kind == fs.KICKOFF or kind == fs.FREE_KICK:
            book[state.NEXT] = state.FREE_KICK if kind == fs.FREE_KICK else state.KICKOFF
            kickoff_play(flat, book, key)
            book[record.YARDS] = kicked_to(book)
        yards[play] = book[record.YARDS]
        bits[play] = book[record.FLAGS]
    whole_book[state.OVER] = 1  # used to the end: numba frees an array after its last use
