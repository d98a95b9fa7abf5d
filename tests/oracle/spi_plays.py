"""Plays from scrimmage and returns, cases 4.0 to 9.0, straight from the rulebook.

`g` is the game (spi_referee.Game), `t` the play's throws, `e` the event being written. A spot is
given in yards to the goal line its team attacks. R numbers are RULES.md's readings.
"""

from oracle.spi_files import GAIN_LETTERS, PASS_LETTERS, RUN_LETTERS
from oracle.spi_options import (
    FAILED_DUMP_TO_INTERCEPTION,
    FAILED_DUMP_TO_SACK,
    clutch,
    dump_off,
    gain_letter_of_dump,
    grades_lost,
    interceptor,
    next_who_may,
)
from oracle.spi_throws import ALL_THROWS, added

LENGTH_LETTER = {"short": "S", "medium": "M", "long": "L"}
DRAWN_AGAIN = 13107

# ---------------------------------------------------------------------------------------------
# 4.0 Master Play Chart; the coach's choices


def first_above(shares, choice):
    for place, share in enumerate(shares):
        if share > choice:
            return place
    raise ValueError(f"{choice} is beyond {shares}")


def shifted(letter, adjustment, letters):
    """4.2, R13: plus favours the offence, toward A; a letter stops at the ends of its table."""
    place = letters.index(letter) - adjustment
    return letters[min(max(place, 0), len(letters) - 1)]


def defense_called(g, t):
    """4.3, 4.4, 4.7, R14, R15: the blind draw, or None when the chart is left out."""
    if not g.coach.uses_chart:
        return None
    situation = "open_field"
    if g.to_goal <= 10:
        situation = "inside_10"
    elif g.yards_to_go == 1 and g.to_goal <= 50:
        situation = "short_yardage"
    return g.coach.defenses[first_above(g.coach.defense_shares[situation], t.C[3])]


def chart_cell(g, defense, column):
    """4.6: (letters, added to the interception range, added to the sack range)."""
    if defense is None:
        return 0, 0, 0
    return g.charts.master[defense][column]


def drawn_man(g, shares, choice, is_barred):
    """A man by his share; one who may not is drawn again, up to four times; the fifth draw stands.

    Under limits, the next who may is asked before that (R75).
    """
    for draw in range(5):
        slot = first_above(shares, (choice + DRAWN_AGAIN * draw) % 65536)
        if not is_barred(slot):
            return slot
    if "limits" in g.options:
        other = next_who_may(shares, slot, is_barred)
        return slot if other is None else other
    return slot


# ---------------------------------------------------------------------------------------------
# 5.0 Running Plays


def run(g, t, e):
    side, other = g.offense, 1 - g.offense
    sheet, against = g.sheets[side], g.sheets[other]
    shares = g.shares[side]

    # 5.1: who runs, and which way.
    slot = drawn_man(
        g, shares["carrier"][g.lineup[side]], t.C[1], lambda each: g.is_barred(side, each, "run")
    )
    lost = grades_lost(g, side, slot)
    g.use(side, slot, "run")
    man = sheet.men[slot]
    inside = t.C[2] < shares["inside"][slot]
    column = "RIS" if inside else "ROS"
    defense = defense_called(g, t)

    # 5.2: the letter, adjusted by the chart and by the defence against the run.
    adjustment = chart_cell(g, defense, column)[0] + against.def_rush - lost + clutch(g, e)
    letter = shifted(man.letters[column], adjustment, RUN_LETTERS)
    gain = rushing_gain(g, letter, t.D[0], t.D[1])
    e.update(kind="inside" if inside else "outside", man=slot, defense=defense, letter=letter)

    # 5.3: out of bounds.
    out = "inside" if inside else "outside_or_return"
    goes_out = leaves_field_rushing(g, out, t.D[0], gain)
    # 9.1: the dice of the run may fumble it.
    fumbles = t.D[0] in (sheet.fumble_ris if inside else sheet.fumble_ros)

    yards = gain_and_end(g, t, e, slot, gain, goes_out, fumbles, "rush")
    e["yards"] = yards
    g.count(side, "plays")
    g.count_both(side, slot, "rush_att")
    g.count_both(side, slot, "rush_yds", yards)
    if "touchdown" in e["flags"] and g.scorer == side:
        g.count_both(side, slot, "rush_td")


def rushing_gain(g, letter, throw, second):
    """5.4 to 5.6: yards, or TD."""
    cell = g.charts.rushing[throw][letter]
    if cell == "MG":
        cell = g.charts.medium_gain[added(second)]
    elif cell == "LG":
        cell = g.charts.long_gain[added(second)]
    return cell


def leaves_field_rushing(g, play, throw, gain):
    """5.3: the dice say so, and an inside run must have gained five yards."""
    rule = g.charts.rush_out_of_bounds[play]
    if rule["least_gain"] is not None and gain != "TD" and gain < rule["least_gain"]:
        return False
    return throw in (rule["two_minute"] if g.inside_two_minutes() else rule["normal"])


def leaves_field_passing(g, total):
    """6.4: OB always, OB2 inside two minutes."""
    mark = g.charts.pass_out_of_bounds[total]
    return mark == "OB" or (mark == "OB2" and g.inside_two_minutes())


def gain_and_end(g, t, e, slot, gain, goes_out, fumbles, way):
    """How a run or a catch ends: a score, out of bounds, fumbled, down. Its yards, cut (R28)."""
    side, start = g.offense, g.to_goal
    over = gain == "TD" or gain > start
    on_goal_line = gain == start
    e["cost"] = 2

    # 9.1, R17, R32: over the goal line it is a touchdown whatever the dice.
    if over or (on_goal_line and not fumbles):
        score_from_scrimmage(g, e, way)
        return start
    # 9.1, R32: on the goal line recovery decides: touchdown or touchback.
    if on_goal_line:
        if fumble_is_kept(g, e, side, slot, t.D[5]):
            score_from_scrimmage(g, e, way)
        else:
            g.touchback(e, 1 - side)
        return start

    # 9.1, 9.4, R18: a play out of bounds is not fumbled.
    spot = start - gain
    is_lost = False
    if goes_out:
        e["flags"].add("out_of_bounds")
        e["cost"] = 1
    elif fumbles:
        is_lost = not fumble_is_kept(g, e, side, slot, t.D[5])
    # R26, R28, R31: on or behind the own goal line.
    if spot >= 100:
        e["cost"] = 1
        if is_lost:
            g.touchdown(e, 1 - side)
        else:
            g.safety(e, side)
        return start - 100
    # R30
    if is_lost:
        g.new_series(e, 1 - side, 100 - spot)
        return gain
    if g.down_played(e, spot):
        g.count(side, f"first_downs_{way}")
    return gain


def score_from_scrimmage(g, e, way):
    """R29: a touchdown by run or pass is a first down as well."""
    e["cost"] = 1
    g.count(g.offense, f"first_downs_{way}")
    g.touchdown(e, g.offense)


# ---------------------------------------------------------------------------------------------
# 6.0 Pass Plays


def throwing_man(g, t, length):
    """2.5, R6: now and then a back throws, in the lineup passer's place."""
    side = g.offense
    men, shares = g.sheets[side].men, g.shares[side]
    if t.C[2] < shares["back_passer"][-1]:
        back = first_above(shares["back_passer"], t.C[2])
        if men[back].letters[f"pass_{length}"] != "-" and not g.is_barred(side, back, "pass"):
            return back
    return shares["lineup_passer"][g.lineup[side]]


def pass_play(g, t, e, call):
    side, other = g.offense, 1 - g.offense
    sheet, against = g.sheets[side], g.sheets[other]
    length = LENGTH_LETTER[call]

    # 6.1: who throws, to whom, against what.
    passer_slot = throwing_man(g, t, length)
    receiver_slot = drawn_man(
        g,
        g.shares[side]["receiver"][call],
        t.C[1],
        lambda each: each == passer_slot or g.is_barred(side, each, "catch"),
    )
    lost = {slot: grades_lost(g, side, slot) for slot in range(len(sheet.men))}
    # 14.1: the lineup's passer passes as well as ever.
    passing_lost = 0 if passer_slot == g.lineup_passer(side) else lost[passer_slot]
    g.use(side, passer_slot, "pass")
    g.use(side, receiver_slot, "catch")
    passer = sheet.men[passer_slot]
    defense = defense_called(g, t)

    # 16.2, R79, R80: the play is changed to a short pass to a back.
    back = dump_off(g, t, e, defense, length, passer_slot)
    if back is not None:
        g.use(side, back, "catch")
        call, length, receiver_slot = "short", "S", back
    receiver = sheet.men[receiver_slot]
    by_chart, to_interception, to_sack = chart_cell(g, defense, length)
    adjustment = by_chart + against.def_pass - passing_lost + clutch(g, e)
    letter = shifted(passer.letters[f"pass_{length}"], adjustment, PASS_LETTERS)
    if back is not None:
        gain_letter = gain_letter_of_dump(receiver.letters["gain_S"], lost[back])
    else:
        adjustment = against.gain_adj - lost[receiver_slot]
        gain_letter = shifted(receiver.letters[f"gain_{length}"], adjustment, GAIN_LETTERS)
    # 7.1, 8.0, 16.2: the ranges, by the Blitz and by a dump-off that failed.
    interception_range = widened(passer.interception, to_interception, "int" in passer.not_widened)
    sack_range = widened(passer.sack, to_sack, "sack" in passer.not_widened)
    if e["dumped"]:
        interception_range, sack_range = passer.interception, passer.sack
    elif e["dumped"] is False:
        interception_range = widened(interception_range, FAILED_DUMP_TO_INTERCEPTION, False)
        sack_range = widened(sack_range, FAILED_DUMP_TO_SACK, False)
    e.update(kind=call, man=passer_slot, receiver=receiver_slot, defense=defense, letter=letter,
             gain_letter=gain_letter)  # fmt: skip
    g.count(side, "plays")

    # 6.2, R19: complete.
    if t.D[0] in g.charts.completion[letter]:
        catch(g, t, e, passer_slot, receiver_slot, gain_letter)
        return
    # 8.0, R19: the sack comes first.
    if t.D[0] in sack_range:
        sack(g, t, e, passer_slot)
        return
    g.count_both(side, passer_slot, "pass_att")
    g.count_man(side, receiver_slot, "targets")
    # 7.1, 7.2
    if t.D[0] in interception_range and t.D[2] in against.int_range:
        spot = interception_spot(g, t, gain_letter)
        # 7.3, R22: ten yards deep in the end zone it is incomplete.
        if spot > -10:
            intercepted(g, t, e, passer_slot, spot)
            return
    # 6.3
    e["cost"] = 1
    g.down_played(e, g.to_goal)


def catch(g, t, e, passer_slot, receiver_slot, gain_letter):
    """6.2, 6.4, 9.2."""
    side = g.offense
    sheet = g.sheets[side]
    total = added(t.D[1])
    e["flags"].add("complete")
    gain = g.charts.pass_gain[total][gain_letter]
    goes_out = leaves_field_passing(g, total)
    fumbles = total in sheet.fumble_pass
    yards = gain_and_end(g, t, e, receiver_slot, gain, goes_out, fumbles, "pass")
    e["yards"] = yards
    g.count_both(side, passer_slot, "pass_att")
    g.count_both(side, passer_slot, "pass_cmp")
    g.count_both(side, passer_slot, "pass_yds", yards)
    g.count_man(side, receiver_slot, "targets")
    g.count_man(side, receiver_slot, "rec")
    g.count_man(side, receiver_slot, "rec_yds", yards)
    if "touchdown" in e["flags"] and g.scorer == side:
        g.count_both(side, passer_slot, "pass_td")
        g.count_man(side, receiver_slot, "rec_td")


# ---------------------------------------------------------------------------------------------
# 7.0 Interceptions


def widened(throws, count, is_kept):
    """7.1: the lower number goes down by so many throws; no range stays none."""
    if not throws or is_kept:
        return throws
    lowest = max(ALL_THROWS.index(throws[0]) - count, 0)
    return ALL_THROWS[lowest : ALL_THROWS.index(throws[-1]) + 1]


def interception_spot(g, t, gain_letter):
    """7.3, R21, R24: half of what the pass would have gained, rounded up; a TD is thrown again."""
    for throw in t.interception_lengths():
        gain = g.charts.pass_gain[added(throw)][gain_letter]
        if gain != "TD":
            return g.to_goal - (gain + 1) // 2


def intercepted(g, t, e, passer_slot, spot):
    """7.3, 7.4: `spot` is in yards to the goal line the passer attacks."""
    side, other = g.offense, 1 - g.offense
    e["flags"].add("intercepted")
    e["spot"] = spot
    g.count_both(side, passer_slot, "pass_int")
    man = e["interceptor"] = interceptor(g, t, e["kind"])
    if man is not None:
        g.count_man(other, man, "int_made")
    # R23: behind the passer's own goal line.
    if spot >= 100:
        e["cost"] = 1
        g.touchdown(e, other)
        if man is not None:
            g.count_man(other, man, "int_made_td")
        return
    # R22: on or behind the defence's goal line; our coaches take the 20.
    if spot <= 0:
        e["cost"] = 1
        g.touchback(e, other)
        return
    sheet = g.sheets[other]
    run_back(g, t, e, other, None, 100 - spot, sheet.int_letter, sheet.int_table, "interception")
    if man is not None:
        g.count_man(other, man, "int_made_yds", e["return_yards"])
        if "touchdown" in e["flags"] and g.scorer == other:
            g.count_man(other, man, "int_made_td")


# ---------------------------------------------------------------------------------------------
# 3.5, 7.4, 10.2 Returns


def run_back(g, t, e, side, slot, start, letter, table, way):
    """A return by `side` from `start` yards to the goal line it attacks. True if it was one."""
    e.update(returner=slot, return_letter=letter, spot=100 - start)
    if table == "PGR":
        total = added(t.D[3])
        gain = g.charts.pass_gain[total][letter]
        goes_out = leaves_field_passing(g, total)
    else:
        gain = rushing_gain(g, letter, t.D[3], t.W[0])
        goes_out = leaves_field_rushing(g, "outside_or_return", t.D[3], gain)
    end_return(g, t, e, side, slot, start, gain, goes_out, way)


def end_return(g, t, e, side, slot, start, gain, goes_out, way):
    """How a return ends: a touchdown, out of bounds, fumbled (9.3), down."""
    e["cost"] = 2
    touchdown = gain == "TD" or gain >= start
    # R8: from the goal line itself, nothing gained: it was run back all the same.
    is_downed = start == 100 and not touchdown and gain <= 0
    # R12: a loss stops at the 1.
    spot = 0 if touchdown else 100 if is_downed else min(start - gain, 99)
    yards = start - spot
    e["return_yards"] = yards
    if way in ("kick", "punt"):
        g.count_both(side, slot, f"{way}_ret")
        g.count_both(side, slot, f"{way}_ret_yds", yards)
    if touchdown:
        e["cost"] = 1
        g.touchdown(e, side)
        if way in ("kick", "punt"):
            g.count_man(side, slot, f"{way}_ret_td")
        return
    if is_downed:
        g.touchback(e, side)
        return
    if goes_out:
        e["flags"].add("out_of_bounds")
        e["cost"] = 1
    # 9.3, R33: the returner's team rolls its own recovery range.
    elif added(t.D[4]) == 2 and not fumble_is_kept(g, e, side, slot, t.D[5]):
        g.new_series(e, 1 - side, 100 - spot)
        return
    g.new_series(e, side, spot)


# ---------------------------------------------------------------------------------------------
# 8.0 Sacking the QB


def sack(g, t, e, passer_slot):
    side = g.offense
    e["flags"].add("sack")
    e["cost"] = 2
    loss = min(added(t.D[1]) + 1, 100 - g.to_goal)
    e["yards"] = -loss
    g.count_both(side, passer_slot, "sacked")
    g.count_both(side, passer_slot, "sack_yds", loss)
    spot = g.to_goal + loss
    # R25: at the passer's goal line a safety.
    fumbles = added(t.D[4]) == 2
    if spot >= 100:
        e["cost"] = 1
        if fumbles and not fumble_is_kept(g, e, side, passer_slot, t.D[5]):
            g.touchdown(e, 1 - side)
        else:
            g.safety(e, side)
        return
    # 9.3
    if fumbles and not fumble_is_kept(g, e, side, passer_slot, t.D[5]):
        g.new_series(e, 1 - side, 100 - spot)
        return
    g.down_played(e, spot)


# ---------------------------------------------------------------------------------------------
# 9.0 Fumbles


def fumble_is_kept(g, e, side, slot, throw):
    """9.4: the team that fumbled rolls its own recovery range."""
    e["flags"].add("fumble")
    g.count_both(side, slot, "fumbles")
    if throw in g.sheets[side].recover:
        return True
    e["flags"].add("fumble_lost")
    g.count_both(side, slot, "fumbles_lost")
    return False
