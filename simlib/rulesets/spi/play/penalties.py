"""SPI Football: penalties (case 13.0).

A play that may be called back is tried first, its men's lines on a spare set; then the team that was not
penalized chooses. The book is put back as it was before the play, and the play, a pure function of book
and dice, is played again where it stands.
"""

from simlib.kernels import of_team
from simlib.kernels.book import LINES, line_of, set_ball
from simlib.kernels.dice import summed
from simlib.kernels.field import FIELD, half_the_distance, in_play, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.kernels.season import R_KICKOFF_LINE
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state, throws
from simlib.rulesets.spi.play.book import set_kickoff
from simlib.rulesets.spi.play.layout import sheet_of
from simlib.rulesets.spi.play.limits import forget_trial
from simlib.rulesets.spi.play.resolvers import names_penalty, pass_gain

COLUMNS, NUMBERS = 6, 3  # of the table; of a cell: yards, mark, automatic first down
RUNS, PASSES, RETURNS = 0, 2, 4  # first of the two columns of a kind of play
TWELVE = 10  # the table's last row
NO_PENALTY, DECLINED, CALLED_BACK, COUNTS = range(4)  # verdicts


@kernel
def penalty_is_possible(sheets, book, key, dice, call):
    """1 when the dice of the play about to be made name a possible penalty (13.1, 3.5)."""
    after = book[state.NEXT]
    if after == state.SCRIMMAGE and call < spi.CALL_PUNT:
        numbers = layout.B_PENALTY_RUN if call == spi.CALL_RUN else layout.B_PENALTY_PASS
        own = sheet_of(book[state.TEAM + book[state.OFFENSE]])
        return int(sheets[own + numbers + throw(dice, throws.ROLE_PLAY)])
    if after == state.KICKOFF or (after == state.SCRIMMAGE and call == spi.CALL_PUNT):
        return names_penalty(throw(dice, throws.ROLE_FUMBLE))  # if there is a return
    return names_penalty(throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_FLAG))


@kernel
def keep_before(book):
    """Keep state and lines as they are before a play that is tried."""
    for entry in range(state.WIDTH):
        book[state.SAVED + entry] = book[entry]
    for entry in range(2 * of_team.WIDTH):
        book[state.SAVED + state.WIDTH + entry] = book[LINES + entry]


@kernel
def put_back(book):
    """Put state, lines and uses back; the record of the play stays."""
    forget_trial(book)
    for entry in range(state.WIDTH):
        book[entry] = book[state.SAVED + entry]
    for entry in range(2 * of_team.WIDTH):
        book[LINES + entry] = book[state.SAVED + state.WIDTH + entry]


@kernel
def worth(tables, book, side):
    """What the situation is worth to `side`, points included, in hundredths of a point."""
    points = 100 * (book[state.POINTS + side] - book[state.POINTS + 1 - side])
    if book[state.NEXT] == state.TRY:
        here = int(tables[layout.A_POLICY + spi.P_PENALTY_TRY])
    elif book[state.NEXT] == state.KICKOFF:
        nearer = turned_over(tables[layout.A_RULES + R_KICKOFF_LINE]) - book[state.TO_GOAL]
        here = tables[layout.A_POLICY + spi.P_PENALTY_YARD] * nearer
    else:
        down = book[state.DOWN] - 1
        beyond_ten = min(book[state.YARDS_TO_GO], 20) - 10
        here = int(tables[layout.A_POLICY + spi.P_PENALTY_GOAL_LINE])
        here -= tables[layout.A_POLICY + spi.P_PENALTY_YARD] * book[state.TO_GOAL]
        here -= tables[layout.A_POLICY + spi.P_PENALTY_FIRST + down]
        here -= tables[layout.A_POLICY + spi.P_PENALTY_TO_GO_FIRST + down] * beyond_ten
    return points + here if book[state.OFFENSE] == side else points - here


@kernel
def walked_off(book, spot, yards, back):
    """Where a penalty from `spot` leaves the ball, and note the yards it was moved (13.2)."""
    moved = half_the_distance(yards, FIELD - spot if back else spot)
    book[record.PENALTY_YARDS] = moved
    return spot + moved if back else spot - moved


@kernel
def repeat_down(book, spot, automatic, loss):
    """The down again at `spot`, or what the penalty makes of it. Returns 1 for a first down."""
    side, down = book[state.SAVED + state.OFFENSE], book[state.SAVED + state.DOWN]
    to_go = spot - (book[state.SAVED + state.TO_GOAL] - book[state.SAVED + state.YARDS_TO_GO])
    if to_go <= 0 or automatic:
        set_ball(book, side, spot)
        return 1
    if down + loss > 4:
        set_ball(book, 1 - side, turned_over(spot))
        return 0
    set_ball(book, side, spot)
    book[state.DOWN] = down + loss
    book[state.YARDS_TO_GO] = to_go
    return 0


@kernel
def enforce_on_return(book, side, before, yards, mark):
    """Put the ball where a penalty on a kick of `side` leaves it: run back from there, or kicked again."""
    on = book[record.PENALTY_ON]
    if mark == spi.FROM_END or mark == spi.FROM_HALF:  # R69
        gained = book[record.RETURN_YARDS]
        if mark == spi.FROM_HALF:
            gained = -((-gained) // 2)
        spot = in_play(turned_over(book[record.SPOT]) - gained)
        set_ball(book, 1 - side, walked_off(book, spot, yards, on != side))
        return 0
    spot = walked_off(book, before, yards, on == side)
    if book[record.KIND] == spi.PUNT:
        return repeat_down(book, spot, 0, 0)
    set_kickoff(book, side, turned_over(spot))
    return 0


@kernel
def would_have_gained(tables, book, key):
    """Yards that a pass nobody caught would have made, losses as none (R66, R67)."""
    number = throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_YARDS)
    return max(pass_gain(tables, book[record.GAIN_LETTER], number), 0)


@kernel
def enforce(tables, book, key):
    """Put the ball where the penalty leaves it. Returns 1 for a first down of the team that snapped it."""
    side, before = book[state.SAVED + state.OFFENSE], book[state.SAVED + state.TO_GOAL]
    on, kind = book[record.PENALTY_ON], book[record.KIND]
    cell = layout.A_PENALTY + NUMBERS * book[record.PENALTY_CELL]
    yards, mark, automatic = int(tables[cell]), int(tables[cell + 1]), int(tables[cell + 2])
    if kind == spi.PUNT or kind == spi.KICKOFF:
        return enforce_on_return(book, side, before, yards, mark)
    complete = book[record.FLAGS] & flag.COMPLETE != 0
    ended = kind <= spi.OUTSIDE or complete
    spot = before
    if yards == 0:  # interference
        yards = min(would_have_gained(tables, book, key), spi.MOST_INTERFERENCE)
    elif mark == spi.FROM_END and ended:
        spot = in_play(before - book[record.YARDS])
    elif mark == spi.FROM_END and spi.SHORT <= kind <= spi.LONG and on != side:
        yards += would_have_gained(tables, book, key)
    spot = walked_off(book, spot, yards, on == side)
    if book[state.SAVED + state.NEXT] == state.TRY:
        book[state.TO_GOAL] = spot
        return 0
    row = book[record.PENALTY_CELL] // COLUMNS
    loss = int(mark == spi.LOSS_OF_DOWN and not (row == TWELVE and complete))
    return repeat_down(book, spot, automatic != 0 and kind != spi.FIELD_GOAL, loss)


@kernel
def find_penalty(sheets, book, key):
    """Whose penalty it is and its cell of the table (13.2)."""
    side, kind = book[state.SAVED + state.OFFENSE], book[record.KIND]
    columns = PASSES if spi.SHORT <= kind <= spi.LONG else RUNS
    if kind == spi.PUNT or kind == spi.KICKOFF:
        side, columns = 1 - side, RETURNS
    dice = dice_word(key, book[state.PLAY], throws.WORD_OPTIONS)
    on_other = int(
        throw(dice, throws.OPTION_WHOSE) > sheets[sheet_of(book[state.TEAM + side]) + spi.T_PENALTY_TO]
    )
    book[record.PENALTY_ON] = 1 - side if on_other else side
    book[record.PENALTY_CELL] = (summed(throw(dice, throws.OPTION_ROW)) - 2) * COLUMNS + columns + on_other


@kernel
def judge(tables, sheets, book, key):
    """The choice after a play was tried (13.2), with the book put back. Returns a verdict."""
    kind, flags = book[record.KIND], book[record.FLAGS]
    a_return = kind == spi.PUNT or kind == spi.KICKOFF
    if (a_return and book[record.RETURNER] < 0) or kind == spi.ONSIDE_KICK:
        put_back(book)
        return NO_PENALTY
    find_penalty(sheets, book, key)
    offended = 1 - book[record.PENALTY_ON]
    stands = worth(tables, book, offended)
    put_back(book)
    enforce(tables, book, key)
    taken = worth(tables, book, offended)
    put_back(book)
    if taken <= stands:
        return DECLINED
    from_end = tables[layout.A_PENALTY + NUMBERS * book[record.PENALTY_CELL] + 1] == spi.FROM_END
    ended = a_return or kind <= spi.OUTSIDE or flags & flag.COMPLETE != 0
    plain = flags & (flag.TOUCHDOWN | flag.SAFETY | flag.FUMBLE_LOST) == 0
    return COUNTS if from_end and ended and plain else CALLED_BACK


@kernel
def settle(tables, book, key, verdict):
    """After the choice, and the play again if it stands: the penalty's yards, statistics and time."""
    book[record.TRIED] = book[record.FLAGS]
    first_down = 0
    if verdict == DECLINED:
        book[record.PENALTY_YARDS] = 0
        book[record.FLAGS] |= flag.PENALTY
    else:
        on, side = book[record.PENALTY_ON], book[state.SAVED + state.OFFENSE]
        first_down = enforce(tables, book, key)
        lost_on_downs = book[record.KIND] < spi.PUNT and book[state.OFFENSE] != side
        if verdict == CALLED_BACK:
            book[record.FLAGS] = 0
        else:
            book[record.FLAGS] = (book[record.FLAGS] | flag.COUNTS) & ~(flag.ON_DOWNS | flag.TOUCHBACK)
        if book[state.NEXT] == state.KICKOFF:
            book[record.FLAGS] |= flag.KICK_AGAIN
        elif lost_on_downs:
            book[record.FLAGS] |= flag.ON_DOWNS
        if first_down and book[record.FLAGS] & flag.FIRST_DOWN == 0:
            book[line_of(side) + of_team.FIRST_DOWNS_PENALTY] += 1
        book[record.FLAGS] |= flag.PENALTY | flag.ACCEPTED | flag.FIRST_DOWN * first_down
        book[line_of(on) + of_team.PENALTIES] += 1
        book[line_of(on) + of_team.PENALTY_YDS] += book[record.PENALTY_YARDS]
    book[record.COST] = int(book[state.SAVED + state.NEXT] != state.TRY)  # 12.0
