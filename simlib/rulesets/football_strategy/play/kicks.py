"""Football Strategy: kick-offs, free kicks, field goals and tries (the Chance Tables)."""

from simlib.kernels.deck import one_of
from simlib.kernels.field import FIELD, half_the_distance, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import raw_word
from simlib.rulesets.football_strategy.play.arrays import (
    FREE_KICK,
    GOOD,
    KICK_AGAIN,
    KICK_BLOCKED,
    KICK_FUMBLED,
    KICK_PENALTY,
    KICKERS,
    KICKOFF,
    LONG_GAIN_AND,
    ONSIDE_KICK,
    P_ONSIDE_DEFICIT,
    P_ONSIDE_FROM,
    TIME_KICK,
    TIME_PENALTY,
    TIME_TRY,
    TRY,
    TRY_COLUMN,
)
from simlib.rulesets.football_strategy.play.layout import A_FIELD_GOAL, A_KICKOFF, A_ONSIDE, A_POLICY, A_TIME
from simlib.rulesets.football_strategy.play.state import (
    E_COST,
    E_FLAGS,
    E_KIND,
    E_RESULT,
    E_SPOT,
    E_YARDS,
    F_BLOCKED,
    F_FIRST_DOWN,
    F_FUMBLE,
    F_GOOD,
    F_KICKERS_RECOVER,
    F_PENALTY,
    LINE_FG_ATT,
    LINE_FG_MADE,
    LINE_FIRST_DOWNS_PENALTY,
    LINE_FUMBLES,
    LINE_FUMBLES_LOST,
    LINE_PENALTIES,
    LINE_PENALTY_YDS,
    LINE_XP_ATT,
    LINE_XP_MADE,
    N_FREE_KICK,
    ROLE_KICK,
    S_CLOCK,
    S_NEXT,
    S_OFFENSE,
    S_PLAY,
    S_POINTS,
    S_QUARTER,
    S_TO_GOAL,
    S_YARDS_TO_GO,
    WORD_DECK,
    add_points,
    line_of,
    long_gain,
    return_touchdown,
    set_ball,
    set_kickoff,
    thrown,
    touchback,
)

SAFETY_KICK_YARDS = 25  # Scoring 3 a


@kernel
def blind_card(book, key):
    """One of the ten cards spread face down (Scoring 3 b)."""
    return one_of(raw_word(key, book[S_PLAY], WORD_DECK), 10)


@kernel
def kickoff_play(tables, book, key):
    """A kick-off, an onside kick, or a free kick by the kick-off table (Prepare for Play 3, 4)."""
    side = book[S_OFFENSE]
    receivers = 1 - side
    book[E_COST] = tables[A_TIME + TIME_KICK]
    free = book[S_NEXT] == N_FREE_KICK
    behind = book[S_POINTS + receivers] - book[S_POINTS + side]
    if (
        not free
        and book[S_QUARTER] == 4
        and book[S_CLOCK] >= tables[A_POLICY + P_ONSIDE_FROM]
        and behind >= tables[A_POLICY + P_ONSIDE_DEFICIT]
    ):
        onside_kick(tables, book, key, int(behind > 0))
        return
    book[E_KIND] = FREE_KICK if free else KICKOFF
    count = 0
    cell = int(tables[A_KICKOFF + thrown(book, key, ROLE_KICK, 0)])
    first = cell
    while cell == KICK_FUMBLED or cell == KICK_PENALTY:
        count += 1
        cell = int(tables[A_KICKOFF + thrown(book, key, ROLE_KICK, count)])
    line = cell
    if cell >= LONG_GAIN_AND:
        line = cell - LONG_GAIN_AND + long_gain(tables, book, key)
    if free:
        line += SAFETY_KICK_YARDS
    book[E_SPOT] = line
    if line >= FIELD and first != KICK_PENALTY:
        return_touchdown(book, receivers)
    elif first == KICK_FUMBLED:
        book[E_FLAGS] |= F_FUMBLE | F_KICKERS_RECOVER
        book[line_of(receivers) + LINE_FUMBLES] += 1
        book[line_of(receivers) + LINE_FUMBLES_LOST] += 1
        set_ball(book, side, line)
    elif first == KICK_PENALTY:
        line = min(line, FIELD)
        yards = half_the_distance(-KICK_PENALTY, line)
        book[E_YARDS] = yards
        book[E_FLAGS] |= F_PENALTY
        book[line_of(receivers) + LINE_PENALTIES] += 1
        book[line_of(receivers) + LINE_PENALTY_YDS] += yards
        set_ball(book, receivers, turned_over(line - yards))
    else:
        set_ball(book, receivers, turned_over(line))


@kernel
def onside_kick(tables, book, key, trails):
    """An onside kick; its spot is on the kicking team's side of the field."""
    side = book[S_OFFENSE]
    book[E_KIND] = ONSIDE_KICK
    cell = int(tables[A_ONSIDE + 36 * trails + thrown(book, key, ROLE_KICK, 0)])
    if cell >= KICKERS:
        book[E_FLAGS] |= F_KICKERS_RECOVER
        set_ball(book, side, turned_over(cell - KICKERS))
    else:
        set_ball(book, 1 - side, cell)


@kernel
def field_goal_play(tables, book, key):
    """A field goal: good, no good, blocked, or a penalty and the down again (Scoring 4)."""
    side = book[S_OFFENSE]
    before = book[S_TO_GOAL]
    line = line_of(side)
    result = int(tables[A_FIELD_GOAL + 36 * before + thrown(book, key, ROLE_KICK, 0)])
    book[E_RESULT] = result
    if result == KICK_AGAIN:
        yards = half_the_distance(5, before)
        book[E_YARDS] = yards
        book[E_FLAGS] |= F_PENALTY
        book[E_COST] = tables[A_TIME + TIME_PENALTY]
        book[line_of(1 - side) + LINE_PENALTIES] += 1
        book[line_of(1 - side) + LINE_PENALTY_YDS] += yards
        if yards >= book[S_YARDS_TO_GO]:
            book[E_FLAGS] |= F_FIRST_DOWN
            book[line + LINE_FIRST_DOWNS_PENALTY] += 1
            set_ball(book, side, before - yards)
        else:
            book[S_YARDS_TO_GO] -= yards
            book[S_TO_GOAL] = before - yards
        return
    book[E_COST] = tables[A_TIME + TIME_KICK]
    book[line + LINE_FG_ATT] += 1
    if result == GOOD:
        book[E_FLAGS] |= F_GOOD
        book[line + LINE_FG_MADE] += 1
        add_points(book, side, 3)
        set_kickoff(tables, book, side)
    elif result == KICK_BLOCKED:
        book[E_FLAGS] |= F_BLOCKED
        set_ball(book, 1 - side, turned_over(before))
    else:
        touchback(book, 1 - side)


@kernel
def try_play(tables, book, key):
    """The point after a touchdown; a penalty throws the die again (Scoring 2)."""
    side = book[S_OFFENSE]
    line = line_of(side)
    count = 0
    result = int(tables[A_FIELD_GOAL + 36 * TRY_COLUMN + thrown(book, key, ROLE_KICK, 0)])
    while result == KICK_AGAIN:
        count += 1
        result = int(tables[A_FIELD_GOAL + 36 * TRY_COLUMN + thrown(book, key, ROLE_KICK, count)])
    book[E_KIND] = TRY
    book[E_RESULT] = result
    book[E_COST] = tables[A_TIME + TIME_TRY]
    book[line + LINE_XP_ATT] += 1
    if result == GOOD:
        book[E_FLAGS] |= F_GOOD
        book[line + LINE_XP_MADE] += 1
        add_points(book, side, 1)
    set_kickoff(tables, book, side)
