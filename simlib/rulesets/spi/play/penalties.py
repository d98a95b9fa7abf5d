"""SPI Football: penalties (case 13.0).

A play that may be called back is tried first, its men's lines on a spare set; then the team that was not
penalized chooses. The book is put back as it was before the play, and the play, a pure function of book
and dice, is played again where it stands.
"""

from simlib.kernels.dice import summed
from simlib.kernels.field import FIELD, half_the_distance, in_play, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.kernels.season import R_KICKOFF_LINE
from simlib.rulesets.spi.play.arrays import (
    CALL_PUNT,
    CALL_RUN,
    FIELD_GOAL,
    FROM_END,
    FROM_HALF,
    KICKOFF,
    LONG,
    LOSS_OF_DOWN,
    MOST_INTERFERENCE,
    ONSIDE_KICK,
    OUTSIDE,
    P_PENALTY_FIRST,
    P_PENALTY_GOAL_LINE,
    P_PENALTY_TO_GO_FIRST,
    P_PENALTY_TRY,
    P_PENALTY_YARD,
    PUNT,
    SHORT,
    T_PENALTY_TO,
)
from simlib.rulesets.spi.play.layout import (
    A_PENALTY,
    A_POLICY,
    A_RULES,
    B_PENALTY_PASS,
    B_PENALTY_RUN,
    sheet_of,
)
from simlib.rulesets.spi.play.limits import forget_trial
from simlib.rulesets.spi.play.resolvers import names_penalty, pass_gain
from simlib.rulesets.spi.play.state import (
    E_COST,
    E_FLAGS,
    E_GAIN_LETTER,
    E_KIND,
    E_PENALTY_CELL,
    E_PENALTY_ON,
    E_PENALTY_YARDS,
    E_RETURN_YARDS,
    E_RETURNER,
    E_SPOT,
    E_TRIED,
    E_YARDS,
    F_ACCEPTED,
    F_COMPLETE,
    F_COUNTS,
    F_FIRST_DOWN,
    F_FUMBLE_LOST,
    F_KICK_AGAIN,
    F_ON_DOWNS,
    F_PENALTY,
    F_SAFETY,
    F_TOUCHBACK,
    F_TOUCHDOWN,
    LINE_FIRST_DOWNS_PENALTY,
    LINE_PENALTIES,
    LINE_PENALTY_YDS,
    LINE_WIDTH,
    LINES,
    N_KICKOFF,
    N_SCRIMMAGE,
    N_TRY,
    OPTION_FLAG,
    OPTION_ROW,
    OPTION_WHOSE,
    OPTION_YARDS,
    RECORD,
    ROLE_FUMBLE,
    ROLE_PLAY,
    S_DOWN,
    S_NEXT,
    S_OFFENSE,
    S_PLAY,
    S_POINTS,
    S_TEAM,
    S_TO_GOAL,
    S_YARDS_TO_GO,
    SAVED,
    WORD_OPTIONS,
    line_of,
    set_ball,
    set_kickoff,
)

COLUMNS, NUMBERS = 6, 3  # of the table; of a cell: yards, mark, automatic first down
RUNS, PASSES, RETURNS = 0, 2, 4  # first of the two columns of a kind of play
TWELVE = 10  # the table's last row
NO_PENALTY, DECLINED, CALLED_BACK, COUNTS = range(4)  # verdicts


@kernel
def penalty_is_possible(sheets, book, key, dice, call):
    """1 when the dice of the play about to be made name a possible penalty (13.1, 3.5)."""
    after = book[S_NEXT]
    if after == N_SCRIMMAGE and call < CALL_PUNT:
        numbers = B_PENALTY_RUN if call == CALL_RUN else B_PENALTY_PASS
        own = sheet_of(book[S_TEAM + book[S_OFFENSE]])
        return int(sheets[own + numbers + throw(dice, ROLE_PLAY)])
    if after == N_KICKOFF or (after == N_SCRIMMAGE and call == CALL_PUNT):
        return names_penalty(throw(dice, ROLE_FUMBLE))  # if there is a return
    return names_penalty(throw(dice_word(key, book[S_PLAY], WORD_OPTIONS), OPTION_FLAG))


@kernel
def keep_before(book):
    """Keep state and lines as they are before a play that is tried."""
    for entry in range(RECORD):
        book[SAVED + entry] = book[entry]
    for entry in range(2 * LINE_WIDTH):
        book[SAVED + RECORD + entry] = book[LINES + entry]


@kernel
def put_back(book):
    """Put state, lines and uses back; the record of the play stays."""
    forget_trial(book)
    for entry in range(RECORD):
        book[entry] = book[SAVED + entry]
    for entry in range(2 * LINE_WIDTH):
        book[LINES + entry] = book[SAVED + RECORD + entry]


@kernel
def worth(tables, book, side):
    """What the situation is worth to `side`, points included, in hundredths of a point."""
    points = 100 * (book[S_POINTS + side] - book[S_POINTS + 1 - side])
    if book[S_NEXT] == N_TRY:
        here = int(tables[A_POLICY + P_PENALTY_TRY])
    elif book[S_NEXT] == N_KICKOFF:
        nearer = turned_over(tables[A_RULES + R_KICKOFF_LINE]) - book[S_TO_GOAL]
        here = tables[A_POLICY + P_PENALTY_YARD] * nearer
    else:
        down = book[S_DOWN] - 1
        beyond_ten = min(book[S_YARDS_TO_GO], 20) - 10
        here = int(tables[A_POLICY + P_PENALTY_GOAL_LINE])
        here -= tables[A_POLICY + P_PENALTY_YARD] * book[S_TO_GOAL]
        here -= tables[A_POLICY + P_PENALTY_FIRST + down]
        here -= tables[A_POLICY + P_PENALTY_TO_GO_FIRST + down] * beyond_ten
    return points + here if book[S_OFFENSE] == side else points - here


@kernel
def walked_off(book, spot, yards, back):
    """Where a penalty from `spot` leaves the ball, and note the yards it was moved (13.2)."""
    moved = half_the_distance(yards, FIELD - spot if back else spot)
    book[E_PENALTY_YARDS] = moved
    return spot + moved if back else spot - moved


@kernel
def repeat_down(book, spot, automatic, loss):
    """The down again at `spot`, or what the penalty makes of it. Returns 1 for a first down."""
    side, down = book[SAVED + S_OFFENSE], book[SAVED + S_DOWN]
    to_go = spot - (book[SAVED + S_TO_GOAL] - book[SAVED + S_YARDS_TO_GO])
    if to_go <= 0 or automatic:
        set_ball(book, side, spot)
        return 1
    if down + loss > 4:
        set_ball(book, 1 - side, turned_over(spot))
        return 0
    set_ball(book, side, spot)
    book[S_DOWN] = down + loss
    book[S_YARDS_TO_GO] = to_go
    return 0


@kernel
def enforce(tables, book, key):
    """Put the ball where the penalty leaves it. Returns 1 for a first down of the team that snapped it."""
    side, before = book[SAVED + S_OFFENSE], book[SAVED + S_TO_GOAL]
    on, kind, flags = book[E_PENALTY_ON], book[E_KIND], book[E_FLAGS]
    cell = A_PENALTY + NUMBERS * book[E_PENALTY_CELL]
    yards, mark, automatic = int(tables[cell]), int(tables[cell + 1]), int(tables[cell + 2])
    if kind == PUNT or kind == KICKOFF:
        if mark == FROM_END or mark == FROM_HALF:
            gained = book[E_RETURN_YARDS]
            if mark == FROM_HALF:
                gained = -((-gained) // 2)
            spot = in_play(turned_over(book[E_SPOT]) - gained)
            set_ball(book, 1 - side, walked_off(book, spot, yards, on != side))
            return 0
        spot = walked_off(book, before, yards, on == side)  # kicked again
        if kind == PUNT:
            return repeat_down(book, spot, 0, 0)
        set_kickoff(book, side, turned_over(spot))
        return 0
    is_pass, complete = SHORT <= kind <= LONG, flags & F_COMPLETE != 0
    ended = kind <= OUTSIDE or complete
    spot = before
    if (is_pass and not ended) or yards == 0:
        would_gain = pass_gain(
            tables, book[E_GAIN_LETTER], throw(dice_word(key, book[S_PLAY], WORD_OPTIONS), OPTION_YARDS)
        )
        would_gain = max(would_gain, 0)
        if yards == 0:
            yards = min(would_gain, MOST_INTERFERENCE)
        elif mark == FROM_END and on != side:
            yards += would_gain
    elif mark == FROM_END and ended:
        spot = in_play(before - book[E_YARDS])
    spot = walked_off(book, spot, yards, on == side)
    if book[SAVED + S_NEXT] == N_TRY:
        book[S_TO_GOAL] = spot
        return 0
    row = book[E_PENALTY_CELL] // COLUMNS
    loss = int(mark == LOSS_OF_DOWN and not (row == TWELVE and complete))
    return repeat_down(book, spot, automatic != 0 and kind != FIELD_GOAL, loss)


@kernel
def find_penalty(sheets, book, key):
    """Whose penalty it is and its cell of the table (13.2)."""
    side, kind = book[SAVED + S_OFFENSE], book[E_KIND]
    columns = PASSES if SHORT <= kind <= LONG else RUNS
    if kind == PUNT or kind == KICKOFF:
        side, columns = 1 - side, RETURNS
    dice = dice_word(key, book[S_PLAY], WORD_OPTIONS)
    on_other = int(throw(dice, OPTION_WHOSE) > sheets[sheet_of(book[S_TEAM + side]) + T_PENALTY_TO])
    book[E_PENALTY_ON] = 1 - side if on_other else side
    book[E_PENALTY_CELL] = (summed(throw(dice, OPTION_ROW)) - 2) * COLUMNS + columns + on_other


@kernel
def judge(tables, sheets, book, key):
    """The choice after a play was tried (13.2), with the book put back. Returns a verdict."""
    kind, flags = book[E_KIND], book[E_FLAGS]
    a_return = kind == PUNT or kind == KICKOFF
    if (a_return and book[E_RETURNER] < 0) or kind == ONSIDE_KICK:
        put_back(book)
        return NO_PENALTY
    find_penalty(sheets, book, key)
    offended = 1 - book[E_PENALTY_ON]
    stands = worth(tables, book, offended)
    put_back(book)
    enforce(tables, book, key)
    taken = worth(tables, book, offended)
    put_back(book)
    if taken <= stands:
        return DECLINED
    from_end = tables[A_PENALTY + NUMBERS * book[E_PENALTY_CELL] + 1] == FROM_END
    ended = a_return or kind <= OUTSIDE or flags & F_COMPLETE != 0
    plain = flags & (F_TOUCHDOWN | F_SAFETY | F_FUMBLE_LOST) == 0
    return COUNTS if from_end and ended and plain else CALLED_BACK


@kernel
def settle(tables, book, key, verdict):
    """After the choice, and the play again if it stands: the penalty's yards, statistics and time."""
    book[E_TRIED] = book[E_FLAGS]
    first_down = 0
    if verdict == DECLINED:
        book[E_PENALTY_YARDS] = 0
        book[E_FLAGS] |= F_PENALTY
    else:
        on, side = book[E_PENALTY_ON], book[SAVED + S_OFFENSE]
        first_down = enforce(tables, book, key)
        lost_on_downs = book[E_KIND] < PUNT and book[S_OFFENSE] != side
        if verdict == CALLED_BACK:
            book[E_FLAGS] = 0
        else:
            book[E_FLAGS] = (book[E_FLAGS] | F_COUNTS) & ~(F_ON_DOWNS | F_TOUCHBACK)
        if book[S_NEXT] == N_KICKOFF:
            book[E_FLAGS] |= F_KICK_AGAIN
        elif lost_on_downs:
            book[E_FLAGS] |= F_ON_DOWNS
        if first_down and book[E_FLAGS] & F_FIRST_DOWN == 0:
            book[line_of(side) + LINE_FIRST_DOWNS_PENALTY] += 1
        book[E_FLAGS] |= F_PENALTY | F_ACCEPTED | F_FIRST_DOWN * first_down
        book[line_of(on) + LINE_PENALTIES] += 1
        book[line_of(on) + LINE_PENALTY_YDS] += book[E_PENALTY_YARDS]
    book[E_COST] = int(book[SAVED + S_NEXT] != N_TRY)  # 12.0
