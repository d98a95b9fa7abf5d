"""The naive rival: SPI Football as a competent user of numba would write it first.

The same rules, charts, sheets, coach and statistics as simlib.rulesets.spi, written by hand from them:
one long loop with its state in locals, two-dimensional tables of int64, shares of a coach as
fractions searched from the start, and numba's own np.random: two `randint(1, 7)` a throw, made when a
rule asks for the throw, `random()` for a choice. Its seasons can't be repeated with another number of
threads, and no game can be played alone. It shares no code with the kernels: only the names of columns.
"""

import numpy as np
from numba import njit

from simlib.kernels.season import (
    MISS_TO_LINE_OR_20,
    R_KICKOFF_LINE,
    R_MISSED_FIELD_GOAL,
    R_SAFETY_KICK,
    R_TIMEOUTS,
    R_TOUCHBACK,
    R_YEAR,
)
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE, POST_WEST
from simlib.rulesets.spi.play.arrays import (
    D_BLITZ,
    D_BLITZ_INSIDE_10,
    DISTANCE_TO,
    END_ZONE,
    K_EXTRA_POINT_TO,
    K_FG_20_TO,
    K_SLOT,
    LAST_GAIN,
    LAST_PASS,
    LAST_RUN,
    LONG_GAIN,
    LONG_PUNT,
    M_GAIN_S,
    M_INT_FROM,
    M_INT_TO,
    M_LIMIT_CATCH,
    M_LIMIT_PASS,
    M_LIMIT_RUN,
    M_NOT_WIDENED,
    M_PASS_S,
    M_RIS,
    M_SACK_FROM,
    M_SACK_TO,
    MEDIUM_GAIN,
    NO_RUNBACK,
    OFFSIDE,
    OUT_OF_BOUNDS,
    P_HURRY_DEFICIT,
    P_HURRY_FROM,
    P_ONSIDE_DEFICIT,
    P_ONSIDE_FROM,
    P_PROTECT_FROM,
    P_PUNT_RUSH,
    P_RUN_OUT_OF_END_ZONE,
    P_TIMEOUT_DEFENSE,
    P_TIMEOUT_OFFENSE,
    P_USE_CHART,
    R_BY_RG,
    R_LETTER,
    R_SLOT,
    T_DEF_PASS,
    T_DEF_RUSH,
    T_GAIN_ADJ,
    T_INT_BY_RG,
    T_INT_LETTER,
    T_INT_TO,
    T_RECOVER_TO,
    TOUCHDOWN,
    ZONE_TO,
)

(GAMES, WINS, LOSSES, TIES, POINTS, POINTS_SQUARED, MARGIN_SQUARED, HOME_GAMES, HOME_MARGIN, PLAYS,
 FOURTH_DOWN_TRIES, RUSH_ATT, RUSH_YDS, RUSH_TD, PASS_ATT, PASS_CMP, PASS_YDS, PASS_TD, PASS_INT, SACKED,
 SACK_YDS, FIRST_DOWNS_RUSH, FIRST_DOWNS_PASS, FIRST_DOWNS_PENALTY, FUMBLES, FUMBLES_LOST, PENALTIES,
 PENALTY_YDS, KICK_RET, KICK_RET_YDS, PUNT_RET, PUNT_RET_YDS, PUNTS, PUNT_YDS, FG_MADE, FG_ATT, XP_MADE,
 XP_ATT, SAFETIES, RETURN_TD) = range(len(TEAM_COLUMNS))  # fmt: skip
(M_RUSH_ATT, M_RUSH_YDS, M_RUSH_TD, M_PASS_ATT, M_PASS_CMP, M_PASS_YDS, M_PASS_TD, M_PASS_INT, M_SACKED,
 M_SACK_YDS, M_TARGETS, M_REC, M_REC_YDS, M_REC_TD, M_FUMBLES, M_FUMBLES_LOST, M_KICK_RET, M_KICK_RET_YDS,
 M_KICK_RET_TD, M_PUNT_RET, M_PUNT_RET_YDS, M_PUNT_RET_TD, M_PUNTS, M_PUNT_YDS, M_FG_MADE, M_FG_ATT,
 M_XP_MADE, M_XP_ATT, M_INT_MADE, M_INT_MADE_YDS, M_INT_MADE_TD) = range(len(PLAYER_COLUMNS))  # fmt: skip
WIDTH = len(TEAM_COLUMNS)
SCRIMMAGE, KICKOFF, TRY = range(3)
# How a play leaves the ball: kept by the offence, another first down, a score, a kick to come.
KEPT, BALL, SCORE, SAFETY, KICK = range(5)


@njit(cache=True, nogil=True)
def seed_naive(seed):
    """Seed numba's generator of this thread."""
    np.random.seed(seed)


@njit(cache=True, nogil=True)
def throw_dice():
    """Two dice read in order, 0..35."""
    return 6 * (np.random.randint(1, 7) - 1) + np.random.randint(1, 7) - 1


@njit(cache=True, nogil=True)
def throw_total():
    """Two dice added, as a row of a chart: 0 is 2."""
    return np.random.randint(1, 7) + np.random.randint(1, 7) - 2


@njit(cache=True, nogil=True)
def find(shares, row, number):
    """First entry of a row of cumulative shares above a number."""
    last = shares.shape[1] - 1
    for entry in range(last):
        if number < shares[row, entry]:
            return entry
    return last


@njit(cache=True, nogil=True)
def find_in_group(shares, group, row, number):
    """First entry of a row of a group of cumulative shares above a number."""
    last = shares.shape[2] - 1
    for entry in range(last):
        if number < shares[group, row, entry]:
            return entry
    return last


@njit(cache=True, nogil=True)
def class_of(limits, value):
    """Which class a number lies in."""
    for which in range(len(limits)):
        if value <= limits[which]:
            return which
    return len(limits) - 1


@njit(cache=True, nogil=True)
def letter_after(letter, adjustment, last):
    """A letter adjusted in the offence's favour, kept in the table."""
    return max(0, min(last, letter - adjustment))


@njit(cache=True, nogil=True)
def naive_game(
    charts, sheets, home, away, home_game, away_game, season, game, sudden_death, last_use, line, men
):
    """Play a game; returns the points of the two sides.

    Parameters
    ----------
    charts, sheets : NaiveCharts, NaiveTeams
    home_game, away_game : int
        Games the teams have played before.
    last_use : int64[teams, slots, 3]
        1 + game in which a limited man last ran, caught, passed.
    line : int64[2, columns]
        Zeroed; receives the two sides' statistics.
    men : int32[teams, slots, columns]
    """
    rushing_gain, medium_gain, long_gain = charts.rushing_gain, charts.medium_gain, charts.long_gain
    run_bounds, run_bounds_gain = charts.run_out_of_bounds, charts.run_out_of_bounds_gain
    completion, pass_gain, pass_bounds = charts.completion, charts.pass_gain, charts.pass_out_of_bounds
    mpc, mpc_interception, mpc_sack = charts.mpc, charts.mpc_interception, charts.mpc_sack
    punting, long_punt = charts.punting, charts.long_punt
    blocked_yardage, blocked_return = charts.blocked_kick_yardage, charts.blocked_kick_return
    kickoff_yards, onside_line, onside_kickers = (
        charts.kickoff,
        charts.onside_yardline,
        charts.onside_kickers,
    )
    team, man, fumble_run, fumble_pass = sheets.team, sheets.man, sheets.fumble_run, sheets.fumble_pass
    kick_return, punt_return = sheets.kick_return, sheets.punt_return
    punters, kickers = sheets.punter, sheets.kicker
    calls, carrier, inside, receiver = sheets.calls, sheets.carrier, sheets.inside, sheets.receiver
    back_passer, defense_share = sheets.back_passer, sheets.defense
    punter_share, kicker_share = sheets.punter_share, sheets.kicker_share
    policy, rules = sheets.policy, sheets.rules
    touchback_at = 100 - rules[R_TOUCHBACK]
    kick_line = 100 - rules[R_KICKOFF_LINE]

    teams = np.array([home, away])
    lineups = np.zeros(2, np.int64)
    for side in range(2):
        number = home_game if side == 0 else away_game
        position = ((season * 16 + number + 977 * teams[side]) * 40503) % 65536
        lineups[side] = find(sheets.lineup, teams[side], position / 65536)
    points = np.zeros(2, np.int64)
    timeouts = np.full(2, rules[R_TIMEOUTS])
    running = 0
    quarter, clock = 1, 0
    receives_second_half = np.random.randint(0, 2)
    offense = receives_second_half
    down, to_go, to_goal = 0, 0, kick_line
    upcoming = KICKOFF
    over = False

    while not over:
        side, other = offense, 1 - offense
        own, rival = teams[side], teams[other]
        before_clock = clock
        late = 1 if (quarter == 2 or quarter == 4) and clock >= 52 else 0
        cost = 2
        after, ball_to, scorer = KEPT, side, side
        spot = to_goal
        fumble, fumbler = False, -1
        blocked = False
        touchback = False
        return_kind = 0  # 1 kick-off, 2 punt, 3 interception
        returner, return_letter, return_by_rg, return_from = -1, 0, 0, 0
        gained = 0  # 1 a run, 2 a pass: what a first down or touchdown is booked to
        passer, runner = -1, -1

        if upcoming == SCRIMMAGE:
            lead = points[side] - points[other]
            state = 0
            if quarter == 4:
                if lead > 0:
                    state = 2 if clock >= policy[P_PROTECT_FROM] else 0
                elif clock >= policy[P_HURRY_FROM] and -lead >= policy[P_HURRY_DEFICIT]:
                    state = 1
            distance, zone = class_of(DISTANCE_TO, to_go), class_of(ZONE_TO, to_goal)
            row = (((down - 1) * 5 + distance) * 6 + zone) * 3 + state
            number = np.random.random()
            call = 5
            for entry in range(5):
                if number < calls[own, row, entry]:
                    call = entry
                    break
            if down == 4 and call < 4:
                line[side, FOURTH_DOWN_TRIES] += 1
            defense = -1
            if call < 4 and policy[P_USE_CHART]:
                kind = 0
                if to_goal <= 10:
                    kind = 1
                elif to_go == 1 and to_goal <= 50:
                    kind = 2
                defense = find(defense_share, kind, np.random.random())

            if call == 0:  # run
                number = np.random.random()
                runner = 0
                for _ in range(5):
                    runner = find_in_group(carrier, own, lineups[side], number)
                    limit, used = man[own, runner, M_LIMIT_RUN], last_use[own, runner, 0]
                    if limit == 0 or not (used == game + 1 or (limit >= 8 and used > 0)):
                        break
                    number = (number + 0.2) % 1.0
                if man[own, runner, M_LIMIT_RUN] > 0:
                    last_use[own, runner, 0] = game + 1
                outside = 1 if np.random.random() >= inside[own, runner] else 0
                adjustment = team[rival, T_DEF_RUSH]
                if defense >= 0:
                    adjustment += mpc[defense, outside]
                letter = letter_after(man[own, runner, M_RIS + outside], adjustment, LAST_RUN)
                dice = throw_dice()
                gain = rushing_gain[dice, letter]
                if gain == MEDIUM_GAIN:
                    gain = medium_gain[throw_total()]
                elif gain == LONG_GAIN:
                    gain = long_gain[throw_total()]
                leaves = (
                    gain < to_goal and dice >= run_bounds[outside, late] and gain >= run_bounds_gain[outside]
                )
                yards = max(min(gain, to_goal), to_goal - 100)
                line[side, PLAYS] += 1
                line[side, RUSH_ATT] += 1
                line[side, RUSH_YDS] += yards
                men[own, runner, M_RUSH_ATT] += 1
                men[own, runner, M_RUSH_YDS] += yards
                if leaves:
                    cost = 1
                elif fumble_run[own, outside, dice]:
                    fumble, fumbler = True, runner
                spot = to_goal - gain
                gained = 1

            elif call < 4:  # pass
                length = call - 1
                passer = sheets.lineup_passer[own, lineups[side]]
                number = np.random.random()
                if number < back_passer[own, back_passer.shape[1] - 1]:
                    back = find(back_passer, own, number)
                    limit, used = man[own, back, M_LIMIT_PASS], last_use[own, back, 2]
                    free = limit == 0 or not (used == game + 1 or (limit >= 8 and used > 0))
                    if man[own, back, M_PASS_S + length] >= 0 and free:
                        passer = back
                        if limit > 0:
                            last_use[own, back, 2] = game + 1
                number = np.random.random()
                runner = 0
                for _ in range(5):
                    runner = find_in_group(receiver, own, length, number)
                    limit, used = man[own, runner, M_LIMIT_CATCH], last_use[own, runner, 1]
                    free = limit == 0 or not (used == game + 1 or (limit >= 8 and used > 0))
                    if runner != passer and free:
                        break
                    number = (number + 0.2) % 1.0
                if man[own, runner, M_LIMIT_CATCH] > 0:
                    last_use[own, runner, 1] = game + 1
                adjustment = team[rival, T_DEF_PASS]
                wider_interception, wider_sack = 0, 0
                if defense >= 0:
                    adjustment += mpc[defense, 2 + length]
                    if D_BLITZ <= defense <= D_BLITZ_INSIDE_10:
                        narrow = man[own, passer, M_NOT_WIDENED]
                        if narrow == 0 or narrow == 2:
                            wider_interception = mpc_interception[defense, 2 + length]
                        if narrow == 0 or narrow == 1:
                            wider_sack = mpc_sack[defense, 2 + length]
                letter = letter_after(man[own, passer, M_PASS_S + length], adjustment, LAST_PASS)
                gain_letter = letter_after(
                    man[own, runner, M_GAIN_S + length], team[rival, T_GAIN_ADJ], LAST_GAIN
                )
                line[side, PLAYS] += 1
                dice = throw_dice()
                sack_from, sack_to = man[own, passer, M_SACK_FROM], man[own, passer, M_SACK_TO]
                pick_from, pick_to = man[own, passer, M_INT_FROM], man[own, passer, M_INT_TO]
                if dice <= completion[letter]:
                    total = throw_total()
                    gain = pass_gain[total, gain_letter]
                    mark = pass_bounds[total]
                    leaves = gain < to_goal and (mark == 1 or (mark == 2 and late == 1))
                    yards = max(min(gain, to_goal), to_goal - 100)
                    line[side, PASS_ATT] += 1
                    line[side, PASS_CMP] += 1
                    line[side, PASS_YDS] += yards
                    men[own, passer, M_PASS_ATT] += 1
                    men[own, passer, M_PASS_CMP] += 1
                    men[own, passer, M_PASS_YDS] += yards
                    men[own, runner, M_TARGETS] += 1
                    men[own, runner, M_REC] += 1
                    men[own, runner, M_REC_YDS] += yards
                    if leaves:
                        cost = 1
                    elif fumble_pass[own, total]:
                        fumble, fumbler = True, runner
                    spot = to_goal - gain
                    gained = 2
                elif sack_from <= sack_to and sack_from - wider_sack <= dice <= sack_to:
                    loss = throw_total() + 3
                    yards = max(-loss, to_goal - 100)
                    line[side, SACKED] += 1
                    line[side, SACK_YDS] -= yards
                    men[own, passer, M_SACKED] += 1
                    men[own, passer, M_SACK_YDS] -= yards
                    if throw_dice() == 0:
                        fumble, fumbler = True, passer
                    spot = to_goal + loss
                else:
                    line[side, PASS_ATT] += 1
                    men[own, passer, M_PASS_ATT] += 1
                    men[own, runner, M_TARGETS] += 1
                    cost = 1
                    intercepted = (
                        pick_from <= pick_to
                        and pick_from - wider_interception <= dice <= pick_to
                        and throw_dice() <= team[rival, T_INT_TO]
                    )
                    if intercepted:
                        gain = pass_gain[throw_total(), gain_letter]
                        while gain == TOUCHDOWN:
                            gain = pass_gain[throw_total(), gain_letter]
                        point = to_goal - (gain + 1) // 2
                        if point > -10:
                            line[side, PASS_INT] += 1
                            men[own, passer, M_PASS_INT] += 1
                            if point <= 0 and policy[P_RUN_OUT_OF_END_ZONE] == 0:
                                touchback, ball_to = True, other
                            elif point >= 100:
                                line[other, RETURN_TD] += 1
                                after, scorer = SCORE, other
                            else:
                                cost = 2
                                return_kind, return_from = 3, 100 - point
                                return_letter = team[rival, T_INT_LETTER]
                                return_by_rg = team[rival, T_INT_BY_RG]

            elif call == 4:  # punt
                which = find(punter_share, own, np.random.random())
                punter, letter = punters[own, which, 0], punters[own, which, 1]
                rush = 0
                if np.random.random() < policy[P_PUNT_RUSH] / 65536:
                    rush = throw_total() + 2
                if rush == 7:
                    cost = 1
                    yards = min(15, to_goal // 2)
                    line[other, PENALTIES] += 1
                    line[other, PENALTY_YDS] += yards
                    line[side, FIRST_DOWNS_PENALTY] += 1
                    after, spot = BALL, to_goal - yards
                elif rush == 2 or rush == 12:
                    line[side, PUNTS] += 1
                    men[own, punter, M_PUNTS] += 1
                    blocked = True
                else:
                    yards = punting[letter, throw_total()]
                    if yards == LONG_PUNT:
                        yards = long_punt[throw_total()]
                    if yards == END_ZONE or yards >= to_goal:
                        yards = to_goal
                        touchback, ball_to = True, other
                        cost = 1
                    line[side, PUNTS] += 1
                    line[side, PUNT_YDS] += yards
                    men[own, punter, M_PUNTS] += 1
                    men[own, punter, M_PUNT_YDS] += yards
                    if not touchback:
                        dice = throw_dice()
                        returner = punt_return[rival, dice, R_SLOT]
                        return_from = 100 - (to_goal - yards)
                        if returner < 0:
                            cost = 1
                            after, ball_to, spot = BALL, other, return_from
                        else:
                            return_kind = 2
                            return_letter = punt_return[rival, dice, R_LETTER]
                            return_by_rg = punt_return[rival, dice, R_BY_RG]

            else:  # field goal
                which = find(kicker_share, own, np.random.random())
                kicker = kickers[own, which, K_SLOT]
                column = K_FG_20_TO
                if to_goal > 40:
                    column += 2
                elif to_goal > 20:
                    column += 1
                line[side, FG_ATT] += 1
                men[own, kicker, M_FG_ATT] += 1
                dice = throw_dice()
                if dice >= 34:
                    blocked = True
                elif dice <= kickers[own, which, column]:
                    line[side, FG_MADE] += 1
                    men[own, kicker, M_FG_MADE] += 1
                    points[side] += 3
                    cost = 1
                    over = sudden_death == 1 and quarter > 4
                    after, ball_to, spot = KICK, side, kick_line
                else:
                    cost = 1
                    if rules[R_MISSED_FIELD_GOAL] == MISS_TO_LINE_OR_20:
                        after, ball_to, spot = BALL, other, min(100 - to_goal, touchback_at)
                    else:
                        touchback, ball_to = True, other

        elif upcoming == KICKOFF:
            cost = 0
            total = throw_total()
            if (
                quarter == 4
                and clock >= policy[P_ONSIDE_FROM]
                and points[other] - points[side] >= policy[P_ONSIDE_DEFICIT]
            ):
                yardline = onside_line[total]
                if yardline == OFFSIDE:
                    after, spot = KICK, to_goal + min(5, (100 - to_goal) // 2)
                else:
                    yardline += to_goal - kick_line
                    if onside_kickers[total]:
                        after, spot = BALL, max(1, min(99, yardline))
                    else:
                        after, ball_to, spot = BALL, other, max(1, min(99, 100 - yardline))
            else:
                yards = kickoff_yards[total]
                if yards == OUT_OF_BOUNDS:
                    after, spot = KICK, to_goal + min(5, (100 - to_goal) // 2)
                else:
                    landed = 0 if yards == END_ZONE else to_goal - yards
                    deep = landed < 0 or yards == END_ZONE
                    if deep and (policy[P_RUN_OUT_OF_END_ZONE] == 0 or landed <= -10):
                        touchback, ball_to = True, other
                    else:
                        cost = 2
                        dice = throw_dice()
                        return_kind, return_from = 1, 100 - landed
                        returner = kick_return[rival, dice, R_SLOT]
                        return_letter = kick_return[rival, dice, R_LETTER]
                        return_by_rg = kick_return[rival, dice, R_BY_RG]

        else:  # extra point
            which = find(kicker_share, own, np.random.random())
            kicker = kickers[own, which, K_SLOT]
            line[side, XP_ATT] += 1
            men[own, kicker, M_XP_ATT] += 1
            cost = 0
            if throw_dice() <= kickers[own, which, K_EXTRA_POINT_TO]:
                line[side, XP_MADE] += 1
                men[own, kicker, M_XP_MADE] += 1
                points[side] += 1
            after, spot = KICK, kick_line

        if blocked:
            spot = to_goal - blocked_yardage[np.random.randint(0, 6)]
            if throw_dice() <= team[own, T_RECOVER_TO]:
                if spot <= 0:
                    touchback, ball_to = True, other
            elif spot >= 100:
                line[other, RETURN_TD] += 1
                after, scorer = SCORE, other
            elif spot <= 0:
                touchback, ball_to = True, other
            else:
                gain = blocked_return[throw_total()]
                after, ball_to, spot = BALL, other, 100 - spot
                if gain != NO_RUNBACK:
                    spot = min(99, spot - gain)
                    if spot <= 0:
                        line[other, RETURN_TD] += 1
                        after, scorer = SCORE, other
                    elif throw_dice() == 0:
                        line[other, FUMBLES] += 1
                        if throw_dice() > team[rival, T_RECOVER_TO]:
                            line[other, FUMBLES_LOST] += 1
                            ball_to, spot = side, 100 - spot

        if return_kind > 0:
            if return_by_rg:
                dice = throw_dice()
                gain = rushing_gain[dice, return_letter]
                if gain == MEDIUM_GAIN:
                    gain = medium_gain[throw_total()]
                elif gain == LONG_GAIN:
                    gain = long_gain[throw_total()]
                leaves = dice >= run_bounds[1, late] and gain >= run_bounds_gain[1]
            else:
                total = throw_total()
                gain = pass_gain[total, return_letter]
                leaves = pass_bounds[total] == 1 or (pass_bounds[total] == 2 and late == 1)
            after, ball_to = BALL, other
            spot = return_from - gain
            returned = return_from
            if spot <= 0:
                line[other, RETURN_TD] += 1
                after, scorer = SCORE, other
            elif spot >= 100 and return_from >= 100:
                returned = 0
                touchback = True
            else:
                spot = max(1, min(99, spot))
                returned = return_from - spot
                if leaves:
                    cost = 1
                elif throw_dice() == 0:
                    line[other, FUMBLES] += 1
                    lost = 1 if throw_dice() > team[rival, T_RECOVER_TO] else 0
                    line[other, FUMBLES_LOST] += lost
                    if returner >= 0:
                        men[rival, returner, M_FUMBLES] += 1
                        men[rival, returner, M_FUMBLES_LOST] += lost
                    if lost:
                        ball_to, spot = side, 100 - spot
            if return_kind == 1:
                line[other, KICK_RET] += 1
                line[other, KICK_RET_YDS] += returned
                men[rival, returner, M_KICK_RET] += 1
                men[rival, returner, M_KICK_RET_YDS] += returned
                if after == SCORE:
                    men[rival, returner, M_KICK_RET_TD] += 1
            elif return_kind == 2:
                line[other, PUNT_RET] += 1
                line[other, PUNT_RET_YDS] += returned
                men[rival, returner, M_PUNT_RET] += 1
                men[rival, returner, M_PUNT_RET_YDS] += returned
                if after == SCORE:
                    men[rival, returner, M_PUNT_RET_TD] += 1

        if spot < 0 and gained > 0:
            after, fumble = SCORE, False
        elif spot == 0 and gained > 0 and not fumble:
            after = SCORE
        if fumble:
            line[side, FUMBLES] += 1
            men[own, fumbler, M_FUMBLES] += 1
            if throw_dice() > team[own, T_RECOVER_TO]:
                line[side, FUMBLES_LOST] += 1
                men[own, fumbler, M_FUMBLES_LOST] += 1
                gained = 0
                if spot >= 100:
                    line[other, RETURN_TD] += 1
                    after, scorer = SCORE, other
                elif spot <= 0:
                    touchback, ball_to = True, other
                else:
                    after, ball_to, spot = BALL, other, 100 - spot
            elif spot == 0:
                after = SCORE
        if touchback:
            after, spot = BALL, touchback_at
        if after == KEPT:
            if spot >= 100:
                after = SAFETY
            elif to_goal - spot >= to_go:
                after = BALL
                if gained == 1:
                    line[side, FIRST_DOWNS_RUSH] += 1
                elif gained == 2:
                    line[side, FIRST_DOWNS_PASS] += 1
            elif down == 4:
                after, ball_to, spot = BALL, other, 100 - spot
            else:
                down += 1
                to_go -= to_goal - spot
                to_goal = spot
        if after == BALL:
            offense, to_goal, down, to_go = ball_to, spot, 1, min(10, spot)
            upcoming = SCRIMMAGE
        elif after == SCORE:
            points[scorer] += 6
            cost = 1
            over = sudden_death == 1 and quarter > 4
            offense, to_goal, down, to_go = scorer, 2, 0, 0
            upcoming = TRY
            if gained == 1:
                line[side, FIRST_DOWNS_RUSH] += 1
                line[side, RUSH_TD] += 1
                men[own, runner, M_RUSH_TD] += 1
            elif gained == 2:
                line[side, FIRST_DOWNS_PASS] += 1
                line[side, PASS_TD] += 1
                men[own, passer, M_PASS_TD] += 1
                men[own, runner, M_REC_TD] += 1
        elif after == SAFETY:
            line[other, SAFETIES] += 1
            points[other] += 2
            cost = 1
            over = sudden_death == 1 and quarter > 4
            offense, to_goal, down, to_go = side, 100 - rules[R_SAFETY_KICK], 0, 0
            upcoming = KICKOFF
        elif after == KICK:
            offense, to_goal, down, to_go = ball_to, spot, 0, 0
            upcoming = KICKOFF

        if cost > 0:
            stopped = False
            if cost == 2 and late == 1 and running < 2 and upcoming == SCRIMMAGE:
                lead = points[offense] - points[1 - offense]
                caller = -1
                if lead <= 0 and policy[P_TIMEOUT_OFFENSE] == 1:
                    caller = offense
                elif lead > 0 and policy[P_TIMEOUT_DEFENSE] == 1:
                    caller = 1 - offense
                if caller >= 0 and timeouts[caller] > 0:
                    timeouts[caller] -= 1
                    running += 1
                    cost = 0
                    stopped = True
            if not stopped:
                running = 0
        clock = min(60, before_clock + cost)
        if (quarter == 2 or quarter == 4) and before_clock < 52 < clock:
            clock = 52
        if clock == 60 and upcoming != TRY:
            quarter += 1
            clock, running = 0, 0
            if quarter == 3:
                timeouts[:] = rules[R_TIMEOUTS]
                offense, to_goal, down, to_go = 1 - receives_second_half, kick_line, 0, 0
                upcoming = KICKOFF
            elif quarter == 5:
                if sudden_death == 0 or points[0] != points[1]:
                    over = True
                else:
                    timeouts[:] = rules[R_TIMEOUTS]
                    offense, to_goal, down, to_go = np.random.randint(0, 2), kick_line, 0, 0
                    upcoming = KICKOFF
    return points[0], points[1]


@njit(cache=True, nogil=True)
def naive_seasons(first, charts, sheets, home, away, conference, team_stats, player_stats, scores, post):
    """Play seasons into zeroed arrays, as simlib's tally has them.

    Parameters
    ----------
    first : int
        Number of the first season.
    charts, sheets : NaiveCharts, NaiveTeams
    home, away, conference
        As `simlib.kernels.season.SeasonArrays`.
    team_stats, player_stats, scores, post
        As `simlib.kernels.tally.Tally`.
    """
    teams = team_stats.shape[1]
    line = np.zeros((2, WIDTH), np.int64)
    unbooked = np.zeros(player_stats.shape[1:], player_stats.dtype)
    for number in range(scores.shape[0]):
        season = first + number
        last_use = np.zeros((teams, player_stats.shape[2], 3), np.int64)
        played = np.zeros(teams, np.int64)
        totals = team_stats[number]
        for game in range(home.shape[0]):
            line[:] = 0
            pair = (home[game], away[game])
            ours, theirs = naive_game(
                charts, sheets, pair[0], pair[1], played[pair[0]], played[pair[1]], season, game, 0,
                last_use, line, player_stats[number],
            )  # fmt: skip
            scores[number, game, 0], scores[number, game, 1] = ours, theirs
            for side in range(2):
                mine, yours = (ours, theirs) if side == 0 else (theirs, ours)
                line[side, GAMES] = 1
                line[side, WINS] = int(mine > yours)
                line[side, LOSSES] = int(mine < yours)
                line[side, TIES] = int(mine == yours)
                line[side, POINTS] = mine
                line[side, POINTS_SQUARED] = mine * mine
                line[side, MARGIN_SQUARED] = (mine - yours) ** 2
                played[pair[side]] += 1
            line[0, HOME_GAMES] = 1
            line[0, HOME_MARGIN] = ours - theirs
            for side in range(2):
                for column in range(WIDTH):
                    totals[pair[side], column] += line[side, column]
                    totals[pair[side], WIDTH + column] += line[1 - side, column]

        # Leaders of the East, then of the West, level teams in the order of lots; then the title game.
        level = np.zeros(2, np.int64)
        leaders = np.zeros((2, teams), np.int64)
        for which in range(2):
            best = -1.0
            for team in range(teams):
                if conference[team] == which:
                    wins = totals[team, WINS]
                    percentage = wins / max(1, wins + totals[team, LOSSES])
                    if percentage > best:
                        best, level[which] = percentage, 0
                    if percentage == best:
                        leaders[which, level[which]] = team
                        level[which] += 1
            np.random.shuffle(leaders[which, : level[which]])
        title = level[0] + level[1] - 2
        for number_of_game in range(title + 1):
            if number_of_game < title:
                which = 0 if number_of_game < level[0] - 1 else 1
                step = number_of_game + 1 - which * (level[0] - 1)
                host, guest = leaders[which, 0], leaders[which, step]
                if np.random.randint(0, 2):
                    host, guest = guest, host
            else:
                which = 2
                host, guest = leaders[0, 0], leaders[1, 0]
                post[number, POST_EAST], post[number, POST_WEST] = host, guest
                if sheets.rules[R_YEAR] % 2 == 1:
                    host, guest = guest, host
            line[:] = 0
            ours, theirs = naive_game(
                charts, sheets, host, guest, played[host], played[guest], season, 1000 + number_of_game, 1,
                last_use, line, unbooked,
            )  # fmt: skip
            played[host] += 1
            played[guest] += 1
            winner = host if ours > theirs else guest
            if which < 2:
                leaders[which, 0] = winner
            else:
                post[number, POST_TITLE] = winner
        post[number, POST_PLAYOFFS] = title
