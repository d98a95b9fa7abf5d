"""Football Strategy: one kind of play rolled many times into arrays, by the kernel of a game.

Play `first + i` of the game with key `key` becomes entry i. Each is played on a book set anew, first
and ten in the first quarter. Results are bits of state.F_, and F_NO_RUNBACK.
"""

from simlib.kernels.deck import one_of
from simlib.kernels.field import FIELD, line_to_gain
from simlib.kernels.jit import borrowed, kernel
from simlib.kernels.rng import raw_word
from simlib.rulesets.football_strategy.play.arrays import (
    C_KIND,
    C_MARKS,
    C_OTHER_KIND,
    C_OTHER_YARDS,
    C_YARDS,
    CALL_FIELD_GOAL,
    CALL_PUNT,
    FREE_KICK,
    FREE_PUNT,
    KICKOFF,
    NO_CHOICE,
    ONSIDE_KICK,
    PENALTY,
    PLAYS,
    TRY,
)
from simlib.rulesets.football_strategy.play.kicks import field_goal_play, kickoff_play, onside_kick, try_play
from simlib.rulesets.football_strategy.play.layout import cell_of
from simlib.rulesets.football_strategy.play.scrimmage import matrix_play, penalty_play, punt_play
from simlib.rulesets.football_strategy.play.state import (
    E_FLAGS,
    E_KIND,
    E_RETURN_YARDS,
    E_YARDS,
    F_TOUCHDOWN,
    N_FREE_KICK,
    N_KICKOFF,
    N_SCRIMMAGE,
    S_DOWN,
    S_NEXT,
    S_OFFENSE,
    S_OVER,
    S_PLAY,
    S_QUARTER,
    S_TO_GOAL,
    S_YARDS_TO_GO,
    WORD_DECK,
    new_book,
)

F_NO_RUNBACK = 1 << 15  # a punt that is not returned


@kernel
def chart_play(tables, book, key, chart, play, card, declined):
    """A cell of an offence chart, a penalty with a choice taken or declined."""
    cell = cell_of(chart, play, card)
    kind, yards = int(tables[cell + C_KIND]), int(tables[cell + C_YARDS])
    other, marks = int(tables[cell + C_OTHER_KIND]), int(tables[cell + C_MARKS])
    if kind != PENALTY:
        matrix_play(tables, book, key, kind, yards, marks)
    elif declined and other != NO_CHOICE:
        matrix_play(tables, book, key, other, int(tables[cell + C_OTHER_YARDS]), 0)
    else:
        penalty_play(tables, book, yards, marks)


@kernel
def kicked_to(book):
    """The receivers' yard line after a kick-off: who has the ball there is in the flags."""
    if book[E_FLAGS] & F_TOUCHDOWN:
        return FIELD
    return FIELD - book[S_TO_GOAL] if book[S_OFFENSE] == 1 else book[S_TO_GOAL]


@kernel
def roll_plays(key, first, tables, kind, chart, cards, to_goal, declined, behind, of_return, yards, bits):
    """Plays of one kind against one of `cards`; yards are those of a kick-off's next spot, too."""
    flat = borrowed(tables)
    whole_book = new_book()
    book = borrowed(whole_book)
    book[E_KIND] = kind
    book[S_QUARTER] = 1
    for play in range(yards.shape[0]):
        number = first + play
        book[S_PLAY] = number
        book[S_OFFENSE] = 0
        book[S_DOWN] = 1
        book[S_TO_GOAL] = to_goal
        book[S_YARDS_TO_GO] = line_to_gain(to_goal)
        book[S_NEXT] = N_SCRIMMAGE
        book[E_FLAGS] = 0
        book[E_YARDS] = 0
        book[E_RETURN_YARDS] = 0
        card = int(cards[one_of(raw_word(key, number, WORD_DECK), cards.shape[0])])
        if kind < PLAYS:
            chart_play(flat, book, key, chart, kind, card, declined)
        elif kind == CALL_FIELD_GOAL:
            field_goal_play(flat, book, key)
        elif kind <= CALL_PUNT or kind == FREE_PUNT:
            row = kind - PLAYS if kind <= CALL_PUNT else 0
            punt_play(flat, book, key, row, card)
            if book[E_RETURN_YARDS] == 0:
                book[E_FLAGS] |= F_NO_RUNBACK
            if of_return:
                book[E_YARDS] = book[E_RETURN_YARDS]
        elif kind == TRY:
            try_play(flat, book, key)
        elif kind == ONSIDE_KICK:
            onside_kick(flat, book, key, behind)
            book[E_YARDS] = kicked_to(book)
        elif kind == KICKOFF or kind == FREE_KICK:
            book[S_NEXT] = N_FREE_KICK if kind == FREE_KICK else N_KICKOFF
            kickoff_play(flat, book, key)
            book[E_YARDS] = kicked_to(book)
        yards[play] = book[E_YARDS]
        bits[play] = book[E_FLAGS]
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use
