"""Penalties, case 13.0, straight from the rulebook; names as in spi_plays.

A play is run first, then this asks whether it was one of a penalty, what the penalty would leave, and
whether the other team takes it (R63 to R73). `before` is the game as it was before the play.
"""

from dataclasses import dataclass

from oracle.spi_throws import added

RUNS, PASSES, RETURNS, KICKS = (
    ("inside", "outside"), ("short", "medium", "long"), ("kickoff", "punt"), ("field_goal", "try")
)  # fmt: skip
MOST_INTERFERENCE = 45
LATER_DOWNS = ("first", "second", "third", "fourth")


@dataclass
class Left:
    """What a play or a penalty leaves: what comes next, and who has the ball where."""

    next: str
    offense: int
    down: int
    yards_to_go: int
    to_goal: int
    moved: int = 0
    first_down: bool = False  # a first and ten of the team that had the ball at the snap
    flag: str | None = None


def possible_penalty(g, t, e, before):
    """13.1, R63: do this play's dice tell of one?"""
    sheet = g.sheets[before["offense"]]
    if e["kind"] in RUNS:
        return t.D[0] in sheet.penalty_run
    if e["kind"] in PASSES:
        return t.D[0] in sheet.penalty_pass
    if e["kind"] in RETURNS:
        return was_run_back(e) and added(t.D[4]) == 12
    if e["kind"] in KICKS:
        return added(t.F[0]) == 12
    return False


def was_run_back(e):
    return e["kind"] in RETURNS and e["returner"] is not None


def penalty(g, t, e, before):
    """13.2, 13.3, R64, R70 to R73"""
    if "penalties" not in g.options or not possible_penalty(g, t, e, before):
        return
    # R64: the returning team throws for a return, else the team with the ball.
    roller = 1 - before["offense"] if was_run_back(e) else before["offense"]
    on = roller if t.F[1] in g.sheets[roller].penalty_range else 1 - roller
    column = "pass" if e["kind"] in PASSES else "returns" if was_run_back(e) else "run"
    row = added(t.F[2])
    cell = g.charts.penalties[row][f"{column}_{'offense' if on == roller else 'defense'}"]
    left = left_by_penalty(g, t, e, before, cell, row, on)

    # R73: one point either way.
    e["cost"] = 0 if e["kind"] == "try" else 1
    chooser = 1 - on
    of_play = worth(g, g, chooser) + 100 * lead(g.points, chooser)
    of_penalty = worth(g, left, chooser) + 100 * lead(before["points"], chooser)
    accepted = of_penalty > of_play
    e.update(penalty_on=on, penalty_accepted=accepted, penalty_yards=left.moved if accepted else 0)
    if accepted:
        accept(g, e, before, cell, left, on)


def accept(g, e, before, cell, left, on):
    """R71, R72"""
    made_first_down = False
    if counts_as_played(e, cell):
        # Where the play left the ball no longer holds.
        e["flags"] -= {"on_downs", "touchback"}
        made_first_down = "first_down" in e["flags"]
    else:
        g.put_back(before)
        e["flags"].clear()
    g.next, g.offense, g.to_goal = left.next, left.offense, left.to_goal
    g.down, g.yards_to_go = left.down, left.yards_to_go
    g.count(on, "penalties")
    g.count(on, "penalty_yds", left.moved)
    if left.first_down:
        e["flags"].add("first_down")
        if not made_first_down:
            g.count(before["offense"], "first_downs_penalty")
    if left.flag:
        e["flags"].add(left.flag)


def counts_as_played(e, cell):
    """R71: a run, catch or return that ended in its team's hands, without a score, and a `*`."""
    has_end = e["kind"] in RUNS or "complete" in e["flags"] or was_run_back(e)
    return cell.from_end and has_end and not e["flags"] & {"fumble_lost", "touchdown", "safety"}


# ---------------------------------------------------------------------------------------------
# 13.2, 13.3: what the penalty would leave


def on_the_field(spot):
    """R65, R69: a spot between the goal lines."""
    return min(max(spot, 1), 99)


def half_at_most(yards, spot, forward):
    """13.2, R65: never more than half the distance to the goal line ahead of the move."""
    return min(yards, (spot if forward else 100 - spot) // 2)


def left_by_penalty(g, t, e, before, cell, row, on):
    if was_run_back(e):
        return left_after_return(g, e, before, cell, on)
    moved, spot = moved_from_scrimmage(g, t, e, before, cell, on)
    if e["kind"] == "try":
        return Left("try", before["offense"], 0, 0, spot, moved)
    # 13.3: no automatic first down on a field goal.
    automatic = cell.first_down and e["kind"] not in KICKS
    # R68: on row 12 the dagger is for passes that were not completed.
    loss = cell.loss_of_down and not (row == 12 and "complete" in e["flags"])
    return left_by_down(before, moved, spot, automatic, loss)


def left_by_down(before, moved, spot, automatic, loss):
    """R68: the down again, the next one, or first and ten; the line to gain stays where it was."""
    side = before["offense"]
    to_go = spot - (before["to_goal"] - before["yards_to_go"])
    if automatic or to_go <= 0:
        return first_and_ten(side, spot, moved, first_down=True)
    down = before["down"] + loss
    if down > 4:
        return first_and_ten(1 - side, 100 - spot, moved, flag="on_downs")
    return Left("scrimmage", side, down, to_go, spot, moved)


def first_and_ten(side, spot, moved, first_down=False, flag=None):
    return Left("scrimmage", side, 1, min(10, spot), spot, moved, first_down, flag)


def moved_from_scrimmage(g, t, e, before, cell, on):
    """R65 to R67: yards moved, and yards to the goal line after that."""
    start = before["to_goal"]
    forward = on != before["offense"]
    base, yards = start, cell.yards
    if yards == "PI":
        # R67
        gain = would_have_gained(g, t, e)
        yards = MOST_INTERFERENCE if gain == "TD" else min(gain, MOST_INTERFERENCE)
    elif cell.from_end and (e["kind"] in RUNS or "complete" in e["flags"]):
        base = on_the_field(start - e["yards"])
    elif cell.from_end and e["kind"] in PASSES and forward:
        # R66: no pass, no end; a TD is the half.
        gain = would_have_gained(g, t, e)
        yards = start if gain == "TD" else gain + yards
    moved = half_at_most(yards, base, forward)
    return moved, base - moved if forward else base + moved


def would_have_gained(g, t, e):
    """R66, R67: F3 in the receiver's column, losses as none."""
    gain = g.charts.pass_gain[added(t.F[3])][e["gain_letter"]]
    return gain if gain == "TD" else max(gain, 0)


def left_after_return(g, e, before, cell, on):
    """R69"""
    kickers, returners = before["offense"], 1 - before["offense"]
    if not cell.from_end and cell.place != "a":
        # From where the ball was kicked, and kicked again.
        spot = before["to_goal"]
        moved = half_at_most(cell.yards, spot, on == returners)
        spot += -moved if on == returners else moved
        if e["kind"] == "kickoff":
            return Left("kickoff", kickers, 0, 0, spot, moved, flag="kick_again")
        return left_by_down(before, moved, spot, False, False)
    start, run = 100 - e["spot"], e["return_yards"]
    base = on_the_field(start - (run if cell.from_end else -(-run // 2)))
    moved = half_at_most(cell.yards, base, on == kickers)
    return first_and_ten(returners, base - moved if on == kickers else base + moved, moved)


# ---------------------------------------------------------------------------------------------
# R70: accept or decline


def lead(points, side):
    return points[side] - points[1 - side]


def worth(g, left, side):
    """R70: hundredths of a point to `side`; `left` may be the game itself."""
    policy = g.coach.policy
    if left.next == "try":
        value = policy["penalty_try"]
    elif left.next == "kickoff":
        value = policy["penalty_yard"] * (100 - left.to_goal - int(g.rules["kickoff_yard_line"]))
    else:
        name = LATER_DOWNS[left.down - 1]
        flat = 0 if left.down == 1 else policy[f"penalty_{name}"]
        cost = flat + policy[f"penalty_to_go_{name}"] * (min(left.yards_to_go, 20) - 10)
        value = policy["penalty_goal_line"] - policy["penalty_yard"] * left.to_goal - cost
    return value if left.offense == side else -value
