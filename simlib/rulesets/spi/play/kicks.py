"""SPI Football: kick-offs, punts, field goals, tries (cases 3.0, 10.0, 11.0)."""

from simlib.kernels import of_man, of_team
from simlib.kernels.book import line_of, man_line, set_ball
from simlib.kernels.dice import one_die, summed
from simlib.kernels.field import END_ZONE_DEPTH, FIELD, half_the_distance, in_play, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, dice_word, throw
from simlib.kernels.season import MISS_TO_LINE_OR_20, R_KICKOFF_LINE, R_MISSED_FIELD_GOAL, R_TOUCHBACK
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state, throws
from simlib.rulesets.spi.play.book import (
    add_points,
    ball_lost,
    count_fumble,
    end_of_play,
    goes_out,
    recovers,
    score_touchdown,
    set_kickoff,
    touchback,
)
from simlib.rulesets.spi.play.layout import sheet_of
from simlib.rulesets.spi.play.resolvers import (
    drawn,
    field_goal_column,
    field_goal_is_blocked,
    fumbles,
    punt_yards,
)
from simlib.rulesets.spi.play.returns import run_back_by


@kernel
def kicks_onside(tables, book):
    """1 when the coach, far enough behind in the fourth quarter, kicks onside (3.2)."""
    side = book[state.OFFENSE]
    behind = book[state.POINTS + 1 - side] - book[state.POINTS + side]
    return int(
        book[state.QUARTER] == 4
        and book[state.CLOCK] >= tables[layout.A_POLICY + spi.P_ONSIDE_FROM]
        and behind >= tables[layout.A_POLICY + spi.P_ONSIDE_DEFICIT]
    )


@kernel
def kickoff_play(tables, sheets, book, men, dice, key):
    """A kick-off, a free kick after a safety, or an onside kick (3.0)."""
    book[record.COST] = 0
    if kicks_onside(tables, book):
        onside_kick(tables, book, dice)
    else:
        kickoff(tables, sheets, book, men, dice, key)


@kernel
def kick_again(book):
    """The kick is taken again, five yards back or half the distance (3.1, 3.2)."""
    book[record.FLAGS] |= flag.KICK_AGAIN
    book[state.TO_GOAL] += half_the_distance(5, turned_over(book[state.TO_GOAL]))


@kernel
def onside_kick(tables, book, dice):
    """A short kick, whose table says where it goes and to whom (3.2)."""
    side = book[state.OFFENSE]
    total = summed(throw(dice, throws.ROLE_PLAY)) - 2
    book[record.KIND] = spi.ONSIDE_KICK
    yardline = int(tables[layout.A_ONSIDE + total])
    if yardline == spi.OFFSIDE:
        kick_again(book)
        return
    yardline += book[state.TO_GOAL] - turned_over(tables[layout.A_RULES + R_KICKOFF_LINE])  # R11
    if tables[layout.A_ONSIDE_KICKERS + total]:
        book[record.FLAGS] |= flag.KICKERS_RECOVER
        set_ball(book, side, in_play(yardline))
    else:
        set_ball(book, 1 - side, in_play(turned_over(yardline)))


@kernel
def kickoff(tables, sheets, book, men, dice, key):
    """A kick-off or free kick and its return (3.1, 3.3 to 3.5)."""
    receivers = 1 - book[state.OFFENSE]
    book[record.KIND] = spi.KICKOFF
    yards = int(tables[layout.A_KICKOFF + summed(throw(dice, throws.ROLE_PLAY)) - 2])
    if yards == spi.OUT_OF_BOUNDS:
        kick_again(book)
        return
    in_end_zone = yards == spi.END_ZONE or yards > book[state.TO_GOAL]
    if yards == spi.END_ZONE:
        yards = book[state.TO_GOAL]
    spot = book[state.TO_GOAL] - yards
    book[record.YARDS] = yards
    if in_end_zone and (tables[layout.A_POLICY + spi.P_RUN_OUT_OF_END_ZONE] == 0 or spot <= -END_ZONE_DEPTH):
        touchback(tables, book, receivers)  # R9
        return
    card = sheet_of(book[state.TEAM + receivers]) + layout.B_KICK_RETURN
    card += 3 * throw(dice, throws.ROLE_THIRD)  # 3.4
    book[record.COST] = 2
    book[record.SPOT] = spot
    returned = run_back_by(tables, sheets, book, men, dice, key, receivers, card, turned_over(spot))
    line, man = line_of(receivers), man_line(book, receivers, int(sheets[card + spi.R_SLOT]))
    book[line + of_team.KICK_RET] += 1
    book[line + of_team.KICK_RET_YDS] += returned
    men[man + of_man.KICK_RET] += 1
    men[man + of_man.KICK_RET_YDS] += returned
    if book[record.FLAGS] & flag.TOUCHDOWN:
        men[man + of_man.KICK_RET_TD] += 1


@kernel
def blocked_kick(tables, sheets, book, men, side, die, recovery, back, fumble, recover):
    """A punt or field goal of `side` was blocked: where, whose, and a run with it (10.4, 10.7, 11.3)."""
    book[record.FLAGS] |= flag.BLOCKED
    spot = book[state.TO_GOAL] - int(tables[layout.A_BLOCKED_YARDAGE + one_die(die) - 1])
    book[record.SPOT] = spot
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
    gain = int(tables[layout.A_BLOCKED_RETURN + summed(back) - 2])
    if gain == spi.NO_RUNBACK:
        set_ball(book, defenders, turned_over(spot))
        return
    after = turned_over(spot) - gain
    if after <= 0:
        book[record.RETURN_YARDS] = turned_over(spot)
        book[line_of(defenders) + of_team.RETURN_TD] += 1
        score_touchdown(book, defenders)
        return
    after = in_play(after)
    book[record.RETURN_YARDS] = turned_over(spot) - after
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
    return own + layout.B_PUNTER + 2 * drawn(sheets, own + layout.B_PUNTER_SHARE, layout.MAX_KICKERS, number)


@kernel
def rush_of_punt(tables, book, key, choices):
    """Total of the dice when the defence rushes the punter, 0 when it doesn't (10.4)."""
    if choice(choices, throws.CHOICE_WAY) >= tables[layout.A_POLICY + spi.P_PUNT_RUSH]:
        return 0
    return summed(throw(dice_word(key, book[state.PLAY], throws.WORD_MORE), throws.MORE_RUSH))


@kernel
def roughing(book):
    """Fifteen yards or half the distance, and a first down (10.4)."""
    side = book[state.OFFENSE]
    receivers = 1 - side
    yards = half_the_distance(15, book[state.TO_GOAL])
    book[record.FLAGS] |= flag.ROUGHING | flag.FIRST_DOWN
    book[record.COST] = 1
    book[record.YARDS] = yards
    book[line_of(receivers) + of_team.PENALTIES] += 1
    book[line_of(receivers) + of_team.PENALTY_YDS] += yards
    book[line_of(side) + of_team.FIRST_DOWNS_PENALTY] += 1
    set_ball(book, side, book[state.TO_GOAL] - yards)


@kernel
def aims_out(tables, book):
    """1 when the coach has the punt kicked out of bounds (10.3, R82)."""
    near = book[state.TO_GOAL] <= tables[layout.A_POLICY + spi.P_PUNT_OUT_TO]
    return int(book[state.OPTIONS] & spi.PUNT_OUT != 0 and near)


@kernel
def blocked_punt(tables, sheets, book, men, dice, key):
    """A punt is blocked, on a rush or out of bounds (10.3, 10.4)."""
    more = dice_word(key, book[state.PLAY], throws.WORD_MORE)
    blocked_kick(
        tables, sheets, book, men, book[state.OFFENSE],
        throw(more, throws.MORE_BLOCK), throw(more, throws.MORE_BLOCK_RECOVER),
        throw(more, throws.MORE_BLOCK_RETURN), throw(dice, throws.ROLE_FUMBLE),
        throw(dice, throws.ROLE_RECOVER),
    )  # fmt: skip


@kernel
def punt_play(tables, sheets, book, men, dice, key, choices):
    """A punt, rushed or not, kicked out of bounds or not (10.0)."""
    side, before = book[state.OFFENSE], book[state.TO_GOAL]
    punter = chosen_punter(sheets, book[state.TEAM + side], choice(choices, throws.CHOICE_MAN))
    slot, letter = int(sheets[punter]), int(sheets[punter + 1])
    book[record.KIND] = spi.PUNT
    book[record.MAN] = slot
    book[record.LETTER] = letter
    rush = rush_of_punt(tables, book, key, choices)
    if rush == 7:
        roughing(book)
        return
    line, man = line_of(side), man_line(book, side, slot)
    book[line + of_team.PUNTS] += 1
    men[man + of_man.PUNTS] += 1
    out, less = aims_out(tables, book), 0
    if out:
        die = one_die(throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_YARDS))
        less = int(tables[layout.A_PUNT_OUT + die - 1])  # 10.3
    if rush == 2 or rush == 12 or less == spi.BLOCKED:
        blocked_punt(tables, sheets, book, men, dice, key)
        return
    yards = punt_yards(tables, letter, throw(dice, throws.ROLE_PLAY), throw(dice, throws.ROLE_SECOND))
    if yards != spi.END_ZONE:
        yards = max(yards + less, 0)
    into_end_zone = yards == spi.END_ZONE or yards >= before  # R34
    if into_end_zone:
        yards = before
    book[line + of_team.PUNT_YDS] += yards
    men[man + of_man.PUNT_YDS] += yards
    book[record.YARDS] = yards
    book[record.SPOT] = before - yards
    if into_end_zone:
        book[record.COST] = 1
        touchback(tables, book, 1 - side)
    elif out:
        goes_out(book)
        set_ball(book, 1 - side, turned_over(before - yards))
    else:
        punt_return(tables, sheets, book, men, dice, key, turned_over(before - yards))


@kernel
def punt_return(tables, sheets, book, men, dice, key, to_goal):
    """The receivers run a punt back from `to_goal`, or don't (10.2)."""
    receivers = 1 - book[state.OFFENSE]
    card = sheet_of(book[state.TEAM + receivers]) + layout.B_PUNT_RETURN
    card += 3 * throw(dice, throws.ROLE_THIRD)
    slot = int(sheets[card + spi.R_SLOT])
    if slot < 0:
        book[record.FLAGS] |= flag.NO_RUNBACK
        book[record.COST] = 1
        set_ball(book, receivers, to_goal)
        return
    returned = run_back_by(tables, sheets, book, men, dice, key, receivers, card, to_goal)
    line, man = line_of(receivers), man_line(book, receivers, slot)
    book[line + of_team.PUNT_RET] += 1
    book[line + of_team.PUNT_RET_YDS] += returned
    men[man + of_man.PUNT_RET] += 1
    men[man + of_man.PUNT_RET_YDS] += returned
    if book[record.FLAGS] & flag.TOUCHDOWN:
        men[man + of_man.PUNT_RET_TD] += 1


@kernel
def chosen_kicker(sheets, team, number):
    """Offset of the kicker drawn."""
    own = sheet_of(team)
    return (
        own
        + layout.B_KICKER
        + spi.K_COLUMNS * drawn(sheets, own + layout.B_KICKER_SHARE, layout.MAX_KICKERS, number)
    )


@kernel
def field_goal_play(tables, sheets, book, men, dice, choices):
    """A field goal: good, blocked, or missed (11.2, 11.3)."""
    side = book[state.OFFENSE]
    team = book[state.TEAM + side]
    before = book[state.TO_GOAL]
    kicker = chosen_kicker(sheets, team, choice(choices, throws.CHOICE_MAN))
    slot = int(sheets[kicker + spi.K_SLOT])
    line, man = line_of(side), man_line(book, side, slot)
    first = throw(dice, throws.ROLE_PLAY)
    book[record.KIND] = spi.FIELD_GOAL
    book[record.MAN] = slot
    book[line + of_team.FG_ATT] += 1
    men[man + of_man.FG_ATT] += 1
    if field_goal_is_blocked(first):
        blocked_kick(
            tables, sheets, book, men, side,
            throw(dice, throws.ROLE_SECOND), throw(dice, throws.ROLE_THIRD),
            throw(dice, throws.ROLE_RETURN), throw(dice, throws.ROLE_FUMBLE),
            throw(dice, throws.ROLE_RECOVER),
        )  # fmt: skip
        return
    if first <= sheets[kicker + field_goal_column(before)]:
        book[record.FLAGS] |= flag.GOOD
        book[line + of_team.FG_MADE] += 1
        men[man + of_man.FG_MADE] += 1
        add_points(book, side, 3)
        set_kickoff(book, side, tables[layout.A_RULES + R_KICKOFF_LINE])
        return
    book[record.COST] = 1
    if tables[layout.A_RULES + R_MISSED_FIELD_GOAL] == MISS_TO_LINE_OR_20:
        set_ball(book, 1 - side, min(turned_over(before), turned_over(tables[layout.A_RULES + R_TOUCHBACK])))
    else:
        touchback(tables, book, 1 - side)


@kernel
def try_play(tables, sheets, book, men, dice, choices):
    """The extra point (11.1); it takes no time (12.0)."""
    side = book[state.OFFENSE]
    team = book[state.TEAM + side]
    kicker = chosen_kicker(sheets, team, choice(choices, throws.CHOICE_MAN))
    slot = int(sheets[kicker + spi.K_SLOT])
    line, man = line_of(side), man_line(book, side, slot)
    book[record.KIND] = spi.TRY
    book[record.MAN] = slot
    book[line + of_team.XP_ATT] += 1
    men[man + of_man.XP_ATT] += 1
    if throw(dice, throws.ROLE_PLAY) <= sheets[kicker + spi.K_EXTRA_POINT_TO]:
        book[record.FLAGS] |= flag.GOOD
        book[line + of_team.XP_MADE] += 1
        men[man + of_man.XP_MADE] += 1
        add_points(book, side, 1)
    book[record.COST] = 0
    set_kickoff(book, side, tables[layout.A_RULES + R_KICKOFF_LINE])
