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
from simlib.rulesets.spi.play.returns import run_back


@kernel
def kickoff_play(tables, sheets, book, men, dice, key):
    """A kick-off, a free kick after a safety, or an onside kick (3.0)."""
    side = book[state.OFFENSE]
    receivers = 1 - side
    total = summed(throw(dice, throws.ROLE_PLAY)) - 2
    behind = book[state.POINTS + receivers] - book[state.POINTS + side]
    onside = (
        book[state.QUARTER] == 4
        and book[state.CLOCK] >= tables[layout.A_POLICY + spi.P_ONSIDE_FROM]
        and behind >= tables[layout.A_POLICY + spi.P_ONSIDE_DEFICIT]
    )
    book[record.COST] = 0
    if onside:
        book[record.KIND] = spi.ONSIDE_KICK
        yardline = int(tables[layout.A_ONSIDE + total])
        if yardline == spi.OFFSIDE:
            book[record.FLAGS] |= flag.KICK_AGAIN
            book[state.TO_GOAL] += half_the_distance(5, turned_over(book[state.TO_GOAL]))  # 3.2
            return
        yardline += book[state.TO_GOAL] - turned_over(tables[layout.A_RULES + R_KICKOFF_LINE])
        if tables[layout.A_ONSIDE_KICKERS + total]:
            book[record.FLAGS] |= flag.KICKERS_RECOVER
            set_ball(book, side, in_play(yardline))
        else:
            set_ball(book, receivers, in_play(turned_over(yardline)))
        return
    book[record.KIND] = spi.KICKOFF
    yards = int(tables[layout.A_KICKOFF + total])
    if yards == spi.OUT_OF_BOUNDS:
        book[record.FLAGS] |= flag.KICK_AGAIN
        book[state.TO_GOAL] += half_the_distance(5, turned_over(book[state.TO_GOAL]))  # 3.1
        return
    book[record.YARDS] = yards
    spot = book[state.TO_GOAL] - yards
    if yards == spi.END_ZONE:
        spot = 0
        book[record.YARDS] = book[state.TO_GOAL]
    in_end_zone = spot < 0 or yards == spi.END_ZONE
    if in_end_zone and (tables[layout.A_POLICY + spi.P_RUN_OUT_OF_END_ZONE] == 0 or spot <= -END_ZONE_DEPTH):
        touchback(tables, book, receivers)
        return
    team = book[state.TEAM + receivers]
    card = sheet_of(team) + layout.B_KICK_RETURN + 3 * throw(dice, throws.ROLE_THIRD)  # 3.4
    slot = int(sheets[card + spi.R_SLOT])
    book[record.COST] = 2
    book[record.SPOT] = spot
    returned = run_back(
        tables, sheets, book, men, dice, key, receivers, slot,
        int(sheets[card + spi.R_LETTER]), int(sheets[card + spi.R_BY_RG]), turned_over(spot),
    )  # fmt: skip
    line, man = line_of(receivers), man_line(book, receivers, slot)
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
def punt_play(tables, sheets, book, men, dice, key, choices):
    """A punt, rushed or not, and its return (10.0)."""
    side = book[state.OFFENSE]
    receivers = 1 - side
    team, rival = book[state.TEAM + side], book[state.TEAM + receivers]
    before = book[state.TO_GOAL]
    punter = chosen_punter(sheets, team, choice(choices, throws.CHOICE_MAN))
    slot = int(sheets[punter])
    letter = int(sheets[punter + 1])
    line, man = line_of(side), man_line(book, side, slot)
    book[record.KIND] = spi.PUNT
    book[record.MAN] = slot
    book[record.LETTER] = letter
    blocked = False
    if choice(choices, throws.CHOICE_WAY) < tables[layout.A_POLICY + spi.P_PUNT_RUSH]:  # 10.4
        rush = summed(throw(dice_word(key, book[state.PLAY], throws.WORD_MORE), throws.MORE_RUSH))
        if rush == 7:
            book[record.FLAGS] |= flag.ROUGHING | flag.FIRST_DOWN
            book[record.COST] = 1
            yards = half_the_distance(15, before)
            book[record.YARDS] = yards
            book[line_of(receivers) + of_team.PENALTIES] += 1
            book[line_of(receivers) + of_team.PENALTY_YDS] += yards
            book[line + of_team.FIRST_DOWNS_PENALTY] += 1
            set_ball(book, side, before - yards)
            return
        blocked = rush == 2 or rush == 12
    out_of_bounds = (
        book[state.OPTIONS] & spi.PUNT_OUT != 0 and before <= tables[layout.A_POLICY + spi.P_PUNT_OUT_TO]
    )
    less = 0
    if out_of_bounds:  # 10.3
        die = one_die(throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_YARDS))
        less = int(tables[layout.A_PUNT_OUT + die - 1])
        blocked = blocked or less == spi.BLOCKED
    if blocked:
        book[line + of_team.PUNTS] += 1
        men[man + of_man.PUNTS] += 1
        more = dice_word(key, book[state.PLAY], throws.WORD_MORE)
        blocked_kick(
            tables, sheets, book, men, side,
            throw(more, throws.MORE_BLOCK), throw(more, throws.MORE_BLOCK_RECOVER),
            throw(more, throws.MORE_BLOCK_RETURN), throw(dice, throws.ROLE_FUMBLE),
            throw(dice, throws.ROLE_RECOVER),
        )  # fmt: skip
        return
    yards = punt_yards(tables, letter, throw(dice, throws.ROLE_PLAY), throw(dice, throws.ROLE_SECOND))
    if yards != spi.END_ZONE:
        yards = max(yards + less, 0)
    into_end_zone = yards == spi.END_ZONE or yards >= before
    if into_end_zone:
        yards = before
    book[line + of_team.PUNTS] += 1
    book[line + of_team.PUNT_YDS] += yards
    men[man + of_man.PUNTS] += 1
    men[man + of_man.PUNT_YDS] += yards
    book[record.YARDS] = yards
    book[record.SPOT] = before - yards
    if into_end_zone:
        book[record.COST] = 1
        touchback(tables, book, receivers)
        return
    to_goal = turned_over(before - yards)
    if out_of_bounds:
        book[record.FLAGS] |= flag.OUT_OF_BOUNDS
        book[record.COST] = 1
        set_ball(book, receivers, to_goal)
        return
    card = sheet_of(rival) + layout.B_PUNT_RETURN + 3 * throw(dice, throws.ROLE_THIRD)
    returner = int(sheets[card + spi.R_SLOT])
    if returner < 0:  # 10.2: no runback
        book[record.FLAGS] |= flag.NO_RUNBACK
        book[record.COST] = 1
        set_ball(book, receivers, to_goal)
        return
    returned = run_back(
        tables, sheets, book, men, dice, key, receivers, returner,
        int(sheets[card + spi.R_LETTER]), int(sheets[card + spi.R_BY_RG]), to_goal,
    )  # fmt: skip
    line, man = line_of(receivers), man_line(book, receivers, returner)
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
