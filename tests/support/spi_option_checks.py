"""A log under optional rules against RULES.md R63 to R82: penalties walked off by hand, budgets kept."""

import csv

from simlib.files.folders import data_folder
from simlib.kernels.dice import summed
from simlib.kernels.field import half_the_distance
from simlib.rulesets.spi.charts.read import penalty_parts
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout

RUNS, PASSES = (spi.INSIDE, spi.OUTSIDE), (spi.SHORT, spi.MEDIUM, spi.LONG)
RETURNED = (spi.KICKOFF, spi.PUNT)
PENALTY_FLAGS = {"penalty", "accepted", "counts"}
BLITZ = (spi.D_BLITZ, spi.D_BLITZ_INSIDE_10)
ADDED = 2  # letters of clutch a play may have (15.0)


def _cells():
    with (data_folder("charts") / "spi" / "penalty.csv").open(encoding="utf-8", newline="") as file:
        return [[penalty_parts(cell) for cell in row[1:]] for row in list(csv.reader(file))[1:]]


CELLS = _cells()


def accepted(play):
    return "accepted" in play.flags


def called_back(play):
    """Whether a play is as if it had not been run (R71)."""
    return accepted(play) and "counts" not in play.flags


def counted(log):
    return [play for play in log if not called_back(play)]


def did(play):
    """Flags of what a play itself did, whatever a penalty made of it."""
    return play.tried if "penalty" in play.flags else play.flags


def check_penalty(play):
    """Flags, cell, cost and yards of one play's penalty, or of none."""
    flags = play.flags
    if "penalty" not in flags:
        assert not flags & PENALTY_FLAGS
        assert (play.penalty_on, play.penalty_yards, play.penalty_cell) == (-1, -1, -1)
        return
    assert play.kind != spi.ONSIDE_KICK
    assert play.cost == int(play.kind != spi.TRY)  # R73
    assert not play.tried & PENALTY_FLAGS
    assert play.timeout == -1
    if play.kind in RETURNED:
        assert play.returner >= 0
        assert play.dice_of[4] == 35
    if play.kind in (spi.FIELD_GOAL, spi.TRY):
        assert play.option_dice_of[0] == 35
    row, column = divmod(play.penalty_cell, 6)
    own = 1 - play.offense if play.kind in RETURNED else play.offense
    kinds = 4 if play.kind in RETURNED else 2 if play.kind in PASSES else 0
    assert row == summed(play.option_dice_of[2]) - 2
    assert column == kinds + int(play.penalty_on != own)
    if not accepted(play):
        assert flags == play.tried | {"penalty"}
        assert play.penalty_yards == 0
        return
    if called_back(play):
        assert flags <= PENALTY_FLAGS | {"first_down", "kick_again", "on_downs"}
    else:
        assert CELLS[row][column][1] == "*"
        assert not play.tried & {"touchdown", "safety", "fumble_lost"}
        assert play.kind in (*RUNS, *RETURNED) or "complete" in play.tried


def in_play(to_goal):
    return min(max(to_goal, 1), 99)


def check_after_penalty(before, after):
    """Where an accepted penalty leaves ball and down (R65 to R69)."""
    yards, mark, automatic = CELLS[before.penalty_cell // 6][before.penalty_cell % 6]
    x, y = before.to_goal, before.yards_to_go
    if before.kind in RETURNED and mark in ("*", "a"):
        gained = before.return_yards if mark == "*" else -(-before.return_yards // 2)
        spot = moved(before, in_play(100 - before.spot - gained), yards, 1 - before.offense)
        assert (after.offense, after.to_goal) == (1 - before.offense, spot)
        assert (after.down, after.yards_to_go) == (1, min(10, spot))
        return
    completed = before.kind in RUNS or "complete" in before.tried
    base = in_play(x - before.yards) if mark == "*" and completed else x
    from_the_gain = before.kind in PASSES and not completed and mark == "*"
    if yards == 0 or (from_the_gain and before.penalty_on != before.offense):
        least, most = (0, spi.MOST_INTERFERENCE) if yards == 0 else (yards, x)
        assert half_the_distance(least, x) <= before.penalty_yards <= half_the_distance(most, x)
        spot = x - before.penalty_yards
    else:
        spot = moved(before, base, yards, before.offense)
    if before.kind in (spi.KICKOFF, spi.TRY):
        again = (before.kind,) if before.kind == spi.TRY else (spi.KICKOFF, spi.ONSIDE_KICK)
        assert after.kind in again
        assert (after.offense, after.to_goal, after.down) == (before.offense, spot, 0)
        assert ("kick_again" in before.flags) == (before.kind == spi.KICKOFF)
        return
    loss = mark == penalty_parts("†5")[1] and not (before.penalty_cell // 6 == 10 and completed)
    first = spot <= x - y or (automatic and before.kind != spi.FIELD_GOAL)
    on_downs = before.down + loss > 4 and not first
    assert ("on_downs" in before.flags) == on_downs
    if on_downs:
        assert (after.offense, after.to_goal) == (1 - before.offense, 100 - spot)
        assert (after.down, after.yards_to_go) == (1, min(10, after.to_goal))
        return
    assert (after.offense, after.to_goal) == (before.offense, spot)
    if first:
        assert "first_down" in before.flags
        assert (after.down, after.yards_to_go) == (1, min(10, spot))
    else:
        assert (after.down, after.yards_to_go) == (before.down + loss, spot - (x - y))
        assert "first_down" not in before.flags or "counts" in before.flags


def moved(play, spot, yards, side):
    """The spot after a penalty from `spot`, seen by `side`; the log's yards must be those."""
    back = play.penalty_on == side
    walked = half_the_distance(yards, 100 - spot if back else spot)
    assert play.penalty_yards == walked
    return spot + walked if back else spot - walked


def penalty_lines(log, side):
    """Penalties, their yards and first downs by penalty of a side, from the log."""
    on = [play for play in log if accepted(play) and play.penalty_on == side]
    first_downs = [
        play
        for play in log
        if accepted(play)
        and play.offense == side
        and "first_down" in play.flags
        and not ("counts" in play.flags and "first_down" in play.tried)
    ]
    return len(on), sum(play.penalty_yards for play in on), len(first_downs)


def check_budgets(log, packed, teams):
    """Clutch points (R77), points of limited men (R74, R75) and dump-offs (R78)."""
    check_clutch(log, packed, teams)
    check_limits(log, packed, teams)
    for play in log:
        tried = did(play)
        assert not {"dumped", "dump_failed"} <= tried
        assert (play.meant >= 0) == (play.kind in PASSES)
        if tried & {"dumped", "dump_failed"}:
            assert play.defense in BLITZ
            assert play.down
        if "dumped" in tried:
            assert play.kind == spi.SHORT
            assert play.gain_letter >= spi.BEST_DUMP
        elif play.kind in PASSES:
            assert play.receiver == play.meant
        if play.interceptor >= 0:
            assert "intercepted" in tried
        if play.kind == spi.PUNT and "out_of_bounds" in tried and play.returner < 0:
            assert play.to_goal <= packed.tables[layout.A_POLICY + spi.P_PUNT_OUT_TO]


def check_clutch(log, packed, teams):
    """A half's letters are spent from the down the coach says on, as long as there are any."""
    rating = (spi.T_CLUTCH_OFFENSE, spi.T_CLUTCH_DEFENSE)
    first = packed.tables[layout.A_POLICY + spi.P_CLUTCH_FROM_DOWN]
    most = min(ADDED, packed.tables[layout.A_POLICY + spi.P_CLUTCH_MOST])
    left, half = {}, 0
    for play in log:
        if (play.quarter + 1) // 2 != half:
            half = (play.quarter + 1) // 2
            left = {
                (side, part): packed.sheets[layout.sheet_of(teams[side]) + rating[part]]
                for side in (0, 1)
                for part in (0, 1)
            }
        for part, side in enumerate((play.offense, 1 - play.offense)):
            spent = (play.clutch_offense, play.clutch_defense)[part]
            if play.kind not in (*RUNS, *PASSES):
                assert spent == -1
                continue
            assert spent == (min(left[side, part], most) if play.down >= first else 0)
            if not called_back(play):
                left[side, part] -= spent


def check_limits(log, packed, teams):
    """A man flagged has come to his limit; who has come to twice it is flagged."""
    points = {}
    passers = [lineup_passer(log, side) for side in (0, 1)]

    def limit(side, slot):
        card = layout.sheet_of(teams[side]) + layout.man_of(slot)
        return int(packed.sheets[card + spi.M_LIMIT])

    for play in log:
        if play.kind not in (*RUNS, *PASSES):
            assert not did(play) & {"over_limit", "passer_over_limit"}
            continue
        man = play.man if play.kind in RUNS else play.receiver
        had, may = points.get((play.offense, man), 0), limit(play.offense, man)
        if "over_limit" in did(play):
            assert 0 < may <= had
        else:
            assert may == 0 or had < 2 * may
        if not called_back(play):
            names = [play.man] if play.kind in RUNS else [play.meant]
            names += [play.receiver] if "dumped" in did(play) else []
            for name in names:
                points[play.offense, name] = points.get((play.offense, name), 0) + 1
            if play.kind in PASSES and play.man != passers[play.offense]:
                points[play.offense, play.man] = points.get((play.offense, play.man), 0) + 1


def lineup_passer(log, side):
    """The man who throws most."""
    passers = [play.man for play in log if play.offense == side and play.kind in PASSES]
    return max(sorted(set(passers)), key=passers.count)


def check_interceptors(log, tally, teams, columns):
    """Interceptions of the men are those the log names."""
    for side in (0, 1):
        caught = [play for play in counted(log) if play.offense != side and "intercepted" in did(play)]
        for slot, line in enumerate(tally.player_stats[0, teams[side]].tolist()):
            mine = [play for play in caught if play.interceptor == slot]
            assert line[columns["int_made"]] == len(mine)
            assert line[columns["int_made_yds"]] == sum(play.return_yards for play in mine)
            assert line[columns["int_made_td"]] == sum("touchdown" in play.flags for play in mine)
