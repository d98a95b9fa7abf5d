"""SPI Football: kicks, punts and interceptions run back (cases 3.5, 7.4, 9.3, 10.2)."""

from simlib.kernels.clock import two_minute_period
from simlib.kernels.field import FIELD, in_play, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.rulesets.spi.play.arrays import P_RUN_OUT_OF_END_ZONE, T_INT_BY_RG, T_INT_LETTER
from simlib.rulesets.spi.play.layout import A_POLICY, sheet_of
from simlib.rulesets.spi.play.resolvers import fumbles, return_gain, return_leaves_field
from simlib.rulesets.spi.play.state import (
    E_COST,
    E_FLAGS,
    E_RETURN_LETTER,
    E_RETURN_YARDS,
    E_RETURNER,
    F_OUT_OF_BOUNDS,
    LINE_RETURN_TD,
    MORE_SECOND,
    ROLE_FUMBLE,
    ROLE_RECOVER,
    ROLE_RETURN,
    S_CLOCK,
    S_OFFENSE,
    S_PLAY,
    S_QUARTER,
    S_TEAM,
    WORD_MORE,
    count_fumble,
    line_of,
    recovers,
    score_touchdown,
    set_ball,
    touchback,
)


@kernel
def run_back(tables, sheets, book, men, dice, key, side, slot, letter, by_rushing_table, to_goal):
    """A return by `side` from `to_goal`. Returns its yards; the ball is set, a score counted.

    A loss does not carry the returner behind his own goal line. A fumble follows on a total of 2
    unless the return went out of bounds or scored (9.3).
    """
    late = two_minute_period(book[S_QUARTER], book[S_CLOCK])
    first = throw(dice, ROLE_RETURN)
    second = 0
    if by_rushing_table:
        second = throw(dice_word(key, book[S_PLAY], WORD_MORE), MORE_SECOND)
    gain = return_gain(tables, letter, by_rushing_table, first, second)
    leaves = return_leaves_field(tables, by_rushing_table, late, first, gain)
    after = to_goal - gain
    book[E_RETURNER] = slot
    book[E_RETURN_LETTER] = letter
    if after <= 0:
        book[E_RETURN_YARDS] = to_goal
        book[line_of(side) + LINE_RETURN_TD] += 1
        score_touchdown(book, side)
        return to_goal
    if after >= FIELD <= to_goal:  # never out of his own end zone
        touchback(tables, book, side)
        return 0
    after = in_play(after)
    book[E_RETURN_YARDS] = to_goal - after
    if leaves:
        book[E_FLAGS] |= F_OUT_OF_BOUNDS
        book[E_COST] = 1
    elif fumbles(throw(dice, ROLE_FUMBLE)):
        lost = 1 - recovers(sheets, book, side, throw(dice, ROLE_RECOVER))
        count_fumble(book, men, side, slot, lost)
        if lost:
            set_ball(book, 1 - side, turned_over(after))
            return to_goal - after
    set_ball(book, side, after)
    return to_goal - after


@kernel
def run_back_interception(tables, sheets, book, men, dice, key, spot):
    """The defence runs back an interception at `spot`, or takes the touchback (7.3, 7.4)."""
    defenders = 1 - book[S_OFFENSE]
    if spot <= 0 and tables[A_POLICY + P_RUN_OUT_OF_END_ZONE] == 0:
        book[E_COST] = 1
        touchback(tables, book, defenders)
        return
    if spot >= FIELD:
        book[line_of(defenders) + LINE_RETURN_TD] += 1
        score_touchdown(book, defenders)
        return
    own = sheet_of(book[S_TEAM + defenders])
    run_back(
        tables, sheets, book, men, dice, key, defenders, -1,
        int(sheets[own + T_INT_LETTER]), int(sheets[own + T_INT_BY_RG]), turned_over(spot),
    )  # fmt: skip
