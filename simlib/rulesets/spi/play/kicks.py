"""SPI Football: kick-offs, punts, field goals, tries (cases 3.0, 10.0, 11.0)."""

from simlib.kernels.dice import one_die, summed
from simlib.kernels.field import END_ZONE_DEPTH, FIELD, half_the_distance, in_play, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, dice_word, throw
from simlib.kernels.season import MISS_TO_LINE_OR_20, R_KICKOFF_LINE, R_MISSED_FIELD_GOAL, R_TOUCHBACK
from simlib.rulesets.spi.play.arrays import (
    BLOCKED,
    END_ZONE,
    FIELD_GOAL,
    K_COLUMNS,
    K_EXTRA_POINT_TO,
    K_SLOT,
    KICKOFF,
    NO_RUNBACK,
    OFFSIDE,
    ONSIDE_KICK,
    OUT_OF_BOUNDS,
    P_ONSIDE_DEFICIT,
    P_ONSIDE_FROM,
    P_PUNT_OUT_TO,
    P_PUNT_RUSH,
    P_RUN_OUT_OF_END_ZONE,
    PUNT,
    PUNT_OUT,
    R_BY_RG,
    R_LETTER,
    R_SLOT,
    TRY,
)
from simlib.rulesets.spi.play.layout import (
    A_BLOCKED_RETURN,
    A_BLOCKED_YARDAGE,
    A_KICKOFF,
    A_ONSIDE,
    A_ONSIDE_KICKERS,
    A_POLICY,
    A_PUNT_OUT,
    A_RULES,
    B_KICK_RETURN,
    B_KICKER,
    B_KICKER_SHARE,
    B_PUNT_RETURN,
    B_PUNTER,
    B_PUNTER_SHARE,
    MAX_KICKERS,
    sheet_of,
)
from simlib.rulesets.spi.play.resolvers import (
    drawn,
    field_goal_column,
    field_goal_is_blocked,
    fumbles,
    punt_yards,
)
from simlib.rulesets.spi.play.returns import run_back
from simlib.rulesets.spi.play.state import (
    CHOICE_MAN,
    CHOICE_WAY,
    E_COST,
    E_FLAGS,
    E_KIND,
    E_LETTER,
    E_MAN,
    E_RETURN_YARDS,
    E_SPOT,
    E_YARDS,
    F_BLOCKED,
    F_FIRST_DOWN,
    F_GOOD,
    F_KICK_AGAIN,
    F_KICKERS_RECOVER,
    F_NO_RUNBACK,
    F_OUT_OF_BOUNDS,
    F_ROUGHING,
    F_TOUCHDOWN,
    LINE_FG_ATT,
    LINE_FG_MADE,
    LINE_FIRST_DOWNS_PENALTY,
    LINE_KICK_RET,
    LINE_KICK_RET_YDS,
    LINE_PENALTIES,
    LINE_PENALTY_YDS,
    LINE_PUNT_RET,
    LINE_PUNT_RET_YDS,
    LINE_PUNT_YDS,
    LINE_PUNTS,
    LINE_RETURN_TD,
    LINE_XP_ATT,
    LINE_XP_MADE,
    MAN_FG_ATT,
    MAN_FG_MADE,
    MAN_KICK_RET,
    MAN_KICK_RET_TD,
    MAN_KICK_RET_YDS,
    MAN_PUNT_RET,
    MAN_PUNT_RET_TD,
    MAN_PUNT_RET_YDS,
    MAN_PUNT_YDS,
    MAN_PUNTS,
    MAN_XP_ATT,
    MAN_XP_MADE,
    MORE_BLOCK,
    MORE_BLOCK_RECOVER,
    MORE_BLOCK_RETURN,
    MORE_RUSH,
    OPTION_YARDS,
    ROLE_FUMBLE,
    ROLE_PLAY,
    ROLE_RECOVER,
    ROLE_RETURN,
    ROLE_SECOND,
    ROLE_THIRD,
    S_CLOCK,
    S_OFFENSE,
    S_OPTIONS,
    S_PLAY,
    S_POINTS,
    S_QUARTER,
    S_TEAM,
    S_TO_GOAL,
    WORD_MORE,
    WORD_OPTIONS,
    add_points,
    ball_lost,
    count_fumble,
    end_of_play,
    line_of,
    man_line,
    recovers,
    score_touchdown,
    set_ball,
    set_kickoff,
    touchback,
)


@kernel
def kickoff_play(tables, sheets, book, men, dice, key):
    """A kick-off, a free kick after a safety, or an onside kick (3.0)."""
    side = book[S_OFFENSE]
    receivers = 1 - side
    total = summed(throw(dice, ROLE_PLAY)) - 2
    behind = book[S_POINTS + receivers] - book[S_POINTS + side]
    onside = (
        book[S_QUARTER] == 4
        and book[S_CLOCK] >= tables[A_POLICY + P_ONSIDE_FROM]
        and behind >= tables[A_POLICY + P_ONSIDE_DEFICIT]
    )
    book[E_COST] = 0
    if onside:
        book[E_KIND] = ONSIDE_KICK
        yardline = int(tables[A_ONSIDE + total])
        if yardline == OFFSIDE:
            book[E_FLAGS] |= F_KICK_AGAIN
            book[S_TO_GOAL] += half_the_distance(5, turned_over(book[S_TO_GOAL]))  # 3.2
            return
        yardline += book[S_TO_GOAL] - turned_over(tables[A_RULES + R_KICKOFF_LINE])
        if tables[A_ONSIDE_KICKERS + total]:
            book[E_FLAGS] |= F_KICKERS_RECOVER
            set_ball(book, side, in_play(yardline))
        else:
            set_ball(book, receivers, in_play(turned_over(yardline)))
        return
    book[E_KIND] = KICKOFF
    yards = int(tables[A_KICKOFF + total])
    if yards == OUT_OF_BOUNDS:
        book[E_FLAGS] |= F_KICK_AGAIN
        book[S_TO_GOAL] += half_the_distance(5, turned_over(book[S_TO_GOAL]))  # 3.1
        return
    book[E_YARDS] = yards
    spot = book[S_TO_GOAL] - yards
    if yards == END_ZONE:
        spot = 0
        book[E_YARDS] = book[S_TO_GOAL]
    in_end_zone = spot < 0 or yards == END_ZONE
    if in_end_zone and (tables[A_POLICY + P_RUN_OUT_OF_END_ZONE] == 0 or spot <= -END_ZONE_DEPTH):
        touchback(tables, book, receivers)
        return
    team = book[S_TEAM + receivers]
    card = sheet_of(team) + B_KICK_RETURN + 3 * throw(dice, ROLE_THIRD)  # 3.4
    slot = int(sheets[card + R_SLOT])
    book[E_COST] = 2
    book[E_SPOT] = spot
    returned = run_back(
        tables, sheets, book, men, dice, key, receivers, slot,
        int(sheets[card + R_LETTER]), int(sheets[card + R_BY_RG]), turned_over(spot),
    )  # fmt: skip
    line, man = line_of(receivers), man_line(book, receivers, slot)
    book[line + LINE_KICK_RET] += 1
    book[line + LINE_KICK_RET_YDS] += returned
    men[man + MAN_KICK_RET] += 1
    men[man + MAN_KICK_RET_YDS] += returned
    if book[E_FLAGS] & F_TOUCHDOWN:
        men[man + MAN_KICK_RET_TD] += 1


@kernel
def blocked_kick(tables, sheets, book, men, side, die, recovery, back, fumble, recover):
    """A punt or field goal of `side` was blocked: where, whose, and a run with it (10.4, 10.7, 11.3)."""
    book[E_FLAGS] |= F_BLOCKED
    spot = book[S_TO_GOAL] - int(tables[A_BLOCKED_YARDAGE + one_die(die) - 1])
    book[E_SPOT] = spot
    if recovers(sheets, book, side, recovery):
        if spot <= 0:
            touchback(tables, book, 1 - side)
        else:
            end_of_play(tables, book, side, spot)
        return
    defenders = 1 - side
    if spot >= FIELD or spot <= 0:
        ball_lost(tables, book, side, spot)
        return
    gain = int(tables[A_BLOCKED_RETURN + summed(back) - 2])
    if gain == NO_RUNBACK:
        set_ball(book, defenders, turned_over(spot))
        return
    after = turned_over(spot) - gain
    if after <= 0:
        book[E_RETURN_YARDS] = turned_over(spot)
        book[line_of(defenders) + LINE_RETURN_TD] += 1
        score_touchdown(book, defenders)
        return
    after = in_play(after)
    book[E_RETURN_YARDS] = turned_over(spot) - after
    if fumbles(fumble):
        lost = 1 - recovers(sheets, book, defenders, recover)
        count_fumble(book, men, defenders, -1, lost)
        if lost:
            set_ball(book, side, turned_over(after))
            return
    set_ball(book, defenders, after)


@kernel
def chosen_punter(sheets, team, number):
    """Offset of the punter drawn."""
    own = sheet_of(team)
    return own + B_PUNTER + 2 * drawn(sheets, own + B_PUNTER_SHARE, MAX_KICKERS, number)


@kernel
def punt_play(tables, sheets, book, men, dice, key, choices):
    """A punt, rushed or not, and its return (10.0)."""
    side = book[S_OFFENSE]
    receivers = 1 - side
    team, rival = book[S_TEAM + side], book[S_TEAM + receivers]
    before = book[S_TO_GOAL]
    punter = chosen_punter(sheets, team, choice(choices, CHOICE_MAN))
    slot = int(sheets[punter])
    letter = int(sheets[punter + 1])
    line, man = line_of(side), man_line(book, side, slot)
    book[E_KIND] = PUNT
    book[E_MAN] = slot
    book[E_LETTER] = letter
    blocked = False
    if choice(choices, CHOICE_WAY) < tables[A_POLICY + P_PUNT_RUSH]:  # 10.4
        rush = summed(throw(dice_word(key, book[S_PLAY], WORD_MORE), MORE_RUSH))
        if rush == 7:
            book[E_FLAGS] |= F_ROUGHING | F_FIRST_DOWN
            book[E_COST] = 1
            yards = half_the_distance(15, before)
            book[E_YARDS] = yards
            book[line_of(receivers) + LINE_PENALTIES] += 1
            book[line_of(receivers) + LINE_PENALTY_YDS] += yards
            book[line + LINE_FIRST_DOWNS_PENALTY] += 1
            set_ball(book, side, before - yards)
            return
        blocked = rush == 2 or rush == 12
    out_of_bounds = book[S_OPTIONS] & PUNT_OUT != 0 and before <= tables[A_POLICY + P_PUNT_OUT_TO]
    less = 0
    if out_of_bounds:  # 10.3
        die = one_die(throw(dice_word(key, book[S_PLAY], WORD_OPTIONS), OPTION_YARDS))
        less = int(tables[A_PUNT_OUT + die - 1])
        blocked = blocked or less == BLOCKED
    if blocked:
        book[line + LINE_PUNTS] += 1
        men[man + MAN_PUNTS] += 1
        more = dice_word(key, book[S_PLAY], WORD_MORE)
        blocked_kick(
            tables, sheets, book, men, side, throw(more, MORE_BLOCK), throw(more, MORE_BLOCK_RECOVER),
            throw(more, MORE_BLOCK_RETURN), throw(dice, ROLE_FUMBLE), throw(dice, ROLE_RECOVER),
        )  # fmt: skip
        return
    yards = punt_yards(tables, letter, throw(dice, ROLE_PLAY), throw(dice, ROLE_SECOND))
    if yards != END_ZONE:
        yards = max(yards + less, 0)
    into_end_zone = yards == END_ZONE or yards >= before
    if into_end_zone:
        yards = before
    book[line + LINE_PUNTS] += 1
    book[line + LINE_PUNT_YDS] += yards
    men[man + MAN_PUNTS] += 1
    men[man + MAN_PUNT_YDS] += yards
    book[E_YARDS] = yards
    book[E_SPOT] = before - yards
    if into_end_zone:
        book[E_COST] = 1
        touchback(tables, book, receivers)
        return
    to_goal = turned_over(before - yards)
    if out_of_bounds:
        book[E_FLAGS] |= F_OUT_OF_BOUNDS
        book[E_COST] = 1
        set_ball(book, receivers, to_goal)
        return
    card = sheet_of(rival) + B_PUNT_RETURN + 3 * throw(dice, ROLE_THIRD)
    returner = int(sheets[card + R_SLOT])
    if returner < 0:  # 10.2: no runback
        book[E_FLAGS] |= F_NO_RUNBACK
        book[E_COST] = 1
        set_ball(book, receivers, to_goal)
        return
    returned = run_back(
        tables, sheets, book, men, dice, key, receivers, returner,
        int(sheets[card + R_LETTER]), int(sheets[card + R_BY_RG]), to_goal,
    )  # fmt: skip
    line, man = line_of(receivers), man_line(book, receivers, returner)
    book[line + LINE_PUNT_RET] += 1
    book[line + LINE_PUNT_RET_YDS] += returned
    men[man + MAN_PUNT_RET] += 1
    men[man + MAN_PUNT_RET_YDS] += returned
    if book[E_FLAGS] & F_TOUCHDOWN:
        men[man + MAN_PUNT_RET_TD] += 1


@kernel
def chosen_kicker(sheets, team, number):
    """Offset of the kicker drawn."""
    own = sheet_of(team)
    return own + B_KICKER + K_COLUMNS * drawn(sheets, own + B_KICKER_SHARE, MAX_KICKERS, number)


@kernel
def field_goal_play(tables, sheets, book, men, dice, choices):
    """A field goal: good, blocked, or missed (11.2, 11.3)."""
    side = book[S_OFFENSE]
    team = book[S_TEAM + side]
    before = book[S_TO_GOAL]
    kicker = chosen_kicker(sheets, team, choice(choices, CHOICE_MAN))
    slot = int(sheets[kicker + K_SLOT])
    line, man = line_of(side), man_line(book, side, slot)
    first = throw(dice, ROLE_PLAY)
    book[E_KIND] = FIELD_GOAL
    book[E_MAN] = slot
    book[line + LINE_FG_ATT] += 1
    men[man + MAN_FG_ATT] += 1
    if field_goal_is_blocked(first):
        blocked_kick(
            tables, sheets, book, men, side, throw(dice, ROLE_SECOND), throw(dice, ROLE_THIRD),
            throw(dice, ROLE_RETURN), throw(dice, ROLE_FUMBLE), throw(dice, ROLE_RECOVER),
        )  # fmt: skip
        return
    if first <= sheets[kicker + field_goal_column(before)]:
        book[E_FLAGS] |= F_GOOD
        book[line + LINE_FG_MADE] += 1
        men[man + MAN_FG_MADE] += 1
        add_points(book, side, 3)
        set_kickoff(book, side, tables[A_RULES + R_KICKOFF_LINE])
        return
    book[E_COST] = 1
    if tables[A_RULES + R_MISSED_FIELD_GOAL] == MISS_TO_LINE_OR_20:
        set_ball(book, 1 - side, min(turned_over(before), turned_over(tables[A_RULES + R_TOUCHBACK])))
    else:
        touchback(tables, book, 1 - side)


@kernel
def try_play(tables, sheets, book, men, dice, choices):
    """The extra point (11.1); it takes no time (12.0)."""
    side = book[S_OFFENSE]
    team = book[S_TEAM + side]
    kicker = chosen_kicker(sheets, team, choice(choices, CHOICE_MAN))
    slot = int(sheets[kicker + K_SLOT])
    line, man = line_of(side), man_line(book, side, slot)
    book[E_KIND] = TRY
    book[E_MAN] = slot
    book[line + LINE_XP_ATT] += 1
    men[man + MAN_XP_ATT] += 1
    if throw(dice, ROLE_PLAY) <= sheets[kicker + K_EXTRA_POINT_TO]:
        book[E_FLAGS] |= F_GOOD
        book[line + LINE_XP_MADE] += 1
        men[man + MAN_XP_MADE] += 1
        add_points(book, side, 1)
    book[E_COST] = 0
    set_kickoff(book, side, tables[A_RULES + R_KICKOFF_LINE])
