"""SPI Football: kicks, punts and interceptions run back (cases 3.5, 7.4, 9.3, 10.2)."""

from simlib.kernels import of_team
from simlib.kernels.book import line_of, set_ball
from simlib.kernels.clock import two_minute_period
from simlib.kernels.field import FIELD, in_play, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout, record, state, throws
from simlib.rulesets.spi.play.book import count_fumble, goes_out, recovers, score_touchdown, touchback
from simlib.rulesets.spi.play.layout import sheet_of
from simlib.rulesets.spi.play.resolvers import fumbles, return_gain, return_leaves_field


@kernel
def run_back(tables, sheets, book, men, dice, key, side, slot, letter, by_rushing_table, to_goal):
    """A return by `side` from `to_goal`. Returns its yards; the ball is set, a score counted.

    A loss does not carry the returner behind his own goal line. A fumble follows on a total of 2
    unless the return went out of bounds or scored (9.3).
    """
    late = two_minute_period(book[state.QUARTER], book[state.CLOCK])
    first = throw(dice, throws.ROLE_RETURN)
    second = 0
    if by_rushing_table:
        second = throw(dice_word(key, book[state.PLAY], throws.WORD_MORE), throws.MORE_SECOND)
    gain = return_gain(tables, letter, by_rushing_table, first, second)
    leaves = return_leaves_field(tables, by_rushing_table, late, first, gain)
    after = to_goal - gain
    book[record.RETURNER] = slot
    book[record.RETURN_LETTER] = letter
    if after <= 0:
        book[record.RETURN_YARDS] = to_goal
        book[line_of(side) + of_team.RETURN_TD] += 1
        score_touchdown(book, side)
        return to_goal
    if after >= FIELD <= to_goal:  # never out of his own end zone
        touchback(tables, book, side)
        return 0
    after = in_play(after)
    book[record.RETURN_YARDS] = to_goal - after
    if leaves:
        goes_out(book)
    elif fumbles(throw(dice, throws.ROLE_FUMBLE)):
        lost = 1 - recovers(sheets, book, side, throw(dice, throws.ROLE_RECOVER))
        count_fumble(book, men, side, slot, lost)
        if lost:
            set_ball(book, 1 - side, turned_over(after))
            return to_goal - after
    set_ball(book, side, after)
    return to_goal - after


@kernel
def run_back_by(tables, sheets, book, men, dice, key, side, card, to_goal):
    """A return by the man, the letter and the table that offset `card` of the sheets names (3.4, 10.2)."""
    return run_back(
        tables, sheets, book, men, dice, key, side, int(sheets[card + spi.R_SLOT]),
        int(sheets[card + spi.R_LETTER]), int(sheets[card + spi.R_BY_RG]), to_goal,
    )  # fmt: skip


@kernel
def run_back_interception(tables, sheets, book, men, dice, key, spot):
    """The defence runs back an interception at `spot`, or takes the touchback (7.3, 7.4)."""
    defenders = 1 - book[state.OFFENSE]
    if spot <= 0 and tables[layout.A_POLICY + spi.P_RUN_OUT_OF_END_ZONE] == 0:
        book[record.COST] = 1
        touchback(tables, book, defenders)
        return
    if spot >= FIELD:
        book[line_of(defenders) + of_team.RETURN_TD] += 1
        score_touchdown(book, defenders)
        return
    own = sheet_of(book[state.TEAM + defenders])
    run_back(
        tables, sheets, book, men, dice, key, defenders, -1,
        int(sheets[own + spi.T_INT_LETTER]), int(sheets[own + spi.T_INT_BY_RG]), turned_over(spot),
    )  # fmt: skip
