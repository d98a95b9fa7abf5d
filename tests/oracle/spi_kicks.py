"""Kicks, cases 3.0, 10.0 and 11.0, straight from the rulebook; names as in spi_plays.

`g` is the game (spi_referee.Game), `t` the play's throws, `e` the event being written. A spot is
given in yards to the goal line its team attacks. R numbers are RULES.md's readings.
"""

from oracle.spi_files import cumulative
from oracle.spi_plays import end_return, first_above, run_back
from oracle.spi_throws import added, one_die

# ---------------------------------------------------------------------------------------------
# 3.0 The Kickoff


def kickoff(g, t, e):
    """3.1, 3.2: which kind, by the coach."""
    if g.kicks_onside():
        onside_kick(g, t, e)
    else:
        normal_kickoff(g, t, e)


def kick_again(g, e):
    """3.1, 3.2, R10: five yards back, but never more than half the distance to the kickers' goal."""
    e["flags"].add("kick_again")
    e["cost"] = 0
    from_own_goal = 100 - g.to_goal
    back = min(5, from_own_goal // 2)
    g.set_kickoff(e, g.offense, from_own_goal - back)


def normal_kickoff(g, t, e):
    """3.1, 3.3"""
    receivers = 1 - g.offense
    e["kind"] = "kickoff"
    result = g.charts.kickoff[added(t.D[0])]
    if result == "OB":
        kick_again(g, e)
        return
    # 3.3, R7, R9: in or through the end zone; our coaches take the 20.
    if result == "EZ" or result > g.to_goal:
        e["yards"] = g.to_goal if result == "EZ" else result
        e["cost"] = 0
        g.touchback(e, receivers)
        return
    e["yards"] = result
    # 3.4, 3.5, R8: on the goal line or short of it, it must be run back.
    start = 100 - (g.to_goal - result)
    returner, letter, table = returner_of(g, g.sheets[receivers].kickoff_returners, t.D[2])
    run_back(g, t, e, receivers, g.sheets[receivers].slot(returner), start, letter, table, "kick")


def returner_of(g, returners, throw):
    """3.4: the man whose range holds the throw, his letter and its table."""
    for throws, man, letter, table in returners:
        if throw in throws:
            return man, letter, table


def onside_kick(g, t, e):
    """3.2, R11"""
    kickers, receivers = g.offense, 1 - g.offense
    e["kind"] = "onside_kick"
    e["cost"] = 0
    result = g.charts.onside[added(t.D[0])]
    if result == "OS":
        kick_again(g, e)
        return
    farther_back = int(g.rules["kickoff_yard_line"]) - (100 - g.to_goal)
    spot = int(result[:-1]) + farther_back
    if result.endswith("k"):
        e["flags"].add("kickers_recover")
        g.new_series(e, kickers, spot)
    else:
        g.new_series(e, receivers, 100 - spot)


# ---------------------------------------------------------------------------------------------
# 10.0 Punts


def by_real_attempts(men, column, choice):
    """10.1, 11.0: two punters or kickers share by the attempts printed on the sheet."""
    if len(men) == 1:
        return men[0]
    return men[first_above(cumulative([int(man[column]) for man in men]), choice)]


def punt(g, t, e):
    side, other = g.offense, 1 - g.offense
    punter = by_real_attempts(g.sheets[side].punters, "punts_printed", t.C[1])
    slot = g.sheets[side].slot(punter["player"])
    e.update(kind="punt", man=slot, letter=punter["letter"])

    # 10.4, R39: rushing is decided before the kick.
    if t.C[2] < g.coach.policy["punt_rush"]:
        rush = added(t.W[1])
        if rush == 7:
            roughing(g, e)
            return
        if rush in (2, 12):
            g.count_both(side, slot, "punts")
            blocked_kick(g, t, e, t.W[2], t.W[3], t.W[4])
            return

    # 10.1, 10.6
    yards = g.charts.punting[punter["letter"]][added(t.D[0])]
    if yards == "LP":
        yards = g.charts.long_punt[added(t.D[1])]
    g.count_both(side, slot, "punts")
    # 10.3, R82: out of bounds on purpose.
    aims_out = "punt-out" in g.options and g.to_goal <= g.coach.policy["punt_out_to"]
    if aims_out:
        adjustment = g.charts.punt_out_of_bounds[one_die(t.F[3])]
        if adjustment == "blocked":
            blocked_kick(g, t, e, t.W[2], t.W[3], t.W[4])
            return
        if yards != "EZ":
            yards = max(yards + adjustment, 0)
    # R34: into the end zone.
    if yards == "EZ" or yards >= g.to_goal:
        e.update(yards=g.to_goal, cost=1, spot=0)
        g.count_both(side, slot, "punt_yds", g.to_goal)
        g.touchback(e, other)
        return
    e["yards"] = yards
    g.count_both(side, slot, "punt_yds", yards)

    # 10.2
    start = 100 - (g.to_goal - yards)
    if aims_out:
        e["flags"].add("out_of_bounds")
        e.update(cost=1, spot=100 - start)
        g.new_series(e, other, start)
        return
    returner, letter, table = returner_of(g, g.sheets[other].punt_returners, t.D[2])
    if returner == "NRB":
        e["flags"].add("no_runback")
        e.update(cost=1, spot=100 - start)
        g.new_series(e, other, start)
        return
    run_back(g, t, e, other, g.sheets[other].slot(returner), start, letter, table, "punt")


def roughing(g, e):
    """10.4, R35: 15 yards or half the distance, a first down, one point."""
    side = g.offense
    yards = min(15, g.to_goal // 2)
    e["flags"].update(("roughing", "first_down"))
    e.update(yards=yards, cost=1)
    g.count(side, "first_downs_penalty")
    g.count(1 - side, "penalties")
    g.count(1 - side, "penalty_yds", yards)
    g.new_series(e, side, g.to_goal - yards)


def blocked_kick(g, t, e, die, recovery, run):
    """10.4, 10.7, 11.3, R36, R37, R38"""
    side, other = g.offense, 1 - g.offense
    e["flags"].add("blocked")
    spot = g.to_goal - g.charts.blocked_yards[one_die(die)]
    e.update(cost=2, spot=spot)
    # R36: in the other end zone it is a touchback, whoever recovers.
    if spot <= 0:
        g.touchback(e, other)
        return
    # 10.4: the kicking team's recovery range.
    if recovery in g.sheets[side].recover:
        if spot >= 100:
            e["cost"] = 1
            g.safety(e, side)
        else:
            g.down_played(e, spot)
        return
    # R37: the defence recovers.
    if spot >= 100:
        e["cost"] = 1
        g.touchdown(e, other)
        return
    result = g.charts.blocked_return[added(run)]
    if result == "NR":
        g.new_series(e, other, 100 - spot)
        return
    end_return(g, t, e, other, None, 100 - spot, result, False, "block")


# ---------------------------------------------------------------------------------------------
# 11.0 Extra Points and Field Goals


def extra_point(g, t, e):
    """11.1, R50"""
    side = g.offense
    kicker = by_real_attempts(g.sheets[side].kickers, "fg_att_printed", t.C[1])
    slot = g.sheets[side].slot(kicker["player"])
    e.update(kind="try", man=slot, cost=0)
    g.count_both(side, slot, "xp_att")
    if within(t.D[0], kicker["extra_point"]):
        e["flags"].add("good")
        g.count_both(side, slot, "xp_made")
        g.points[side] += 1
    g.set_kickoff(e, side, int(g.rules["kickoff_yard_line"]))


def within(throw, text):
    first, _, last = text.partition("-")
    return int(first) <= throw <= int(last)


def field_goal(g, t, e):
    """11.2, R41: the band is where the ball is."""
    side, other = g.offense, 1 - g.offense
    kicker = by_real_attempts(g.sheets[side].kickers, "fg_att_printed", t.C[1])
    slot = g.sheets[side].slot(kicker["player"])
    e.update(kind="field_goal", man=slot)
    g.count_both(side, slot, "fg_att")
    if g.to_goal > 50:
        raise ValueError("11.2: no field goal from beyond the 50")
    # 11.3, R42: blocked before the kicker's range is asked.
    if t.D[0] in (65, 66):
        blocked_kick(g, t, e, t.D[1], t.D[2], t.D[3])
        return
    band = "fg_1_20" if g.to_goal <= 20 else "fg_21_40" if g.to_goal <= 40 else "fg_41_50"
    e["cost"] = 1
    if within(t.D[0], kicker[band]):
        e["flags"].add("good")
        g.count_both(side, slot, "fg_made")
        g.points[side] += 3
        g.set_kickoff(e, side, int(g.rules["kickoff_yard_line"]))
        return
    # 11.2, R40: where a miss goes depends on the year.
    line_of_20 = 100 - int(g.rules["touchback_yard_line"])
    if g.rules["missed_field_goal"] == "over_goal_line_to_20":
        g.touchback(e, other)
    else:
        g.new_series(e, other, min(100 - g.to_goal, line_of_20))
