"""SPI Football: what a play books, and what ends one: scores, downs, fumbles."""

from simlib.kernels import book as football
from simlib.kernels import of_man, of_team
from simlib.kernels.book import line_of, man_line, set_ball, set_kick
from simlib.kernels.field import FIELD, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.season import R_SAFETY_KICK, R_TOUCHBACK
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state
from simlib.rulesets.spi.play.layout import sheet_of
from simlib.rulesets.spi.play.resolvers import drawn


@kernel
def set_kickoff(book, kicking, line):
    """Kick-off next, from the kicking team's own `line`."""
    set_kick(book, kicking, line, state.KICKOFF)


@kernel
def touchback(tables, book, side):
    """Ball to `side` on its own 20."""
    football.touchback(book, side, turned_over(tables[layout.A_RULES + R_TOUCHBACK]))


@kernel
def add_points(book, side, points):
    """Points to `side`: such a play takes one point of time (12.0)."""
    book[record.COST] = 1
    football.add_points(book, side, points)


@kernel
def score_touchdown(book, side):
    """Six points and a try."""
    book[record.COST] = 1
    football.score_touchdown(book, side)


@kernel
def score_safety(tables, book, side):
    """Two points to `side`; the other team kicks off from its 20."""
    book[record.COST] = 1
    football.score_safety(book, side, tables[layout.A_RULES + R_SAFETY_KICK], state.KICKOFF)


@kernel
def end_of_play(tables, book, side, to_goal):
    """The offence keeps the ball at `to_goal` after a scrimmage play: safety, downs, first down.

    Returns 1 when the play made a first down.
    """
    if to_goal >= FIELD:
        score_safety(tables, book, 1 - side)
        return 0
    return football.use_down(book, side, to_goal)


@kernel
def goes_out(book):
    """The play ends out of bounds: it takes one point of time (12.0)."""
    book[record.FLAGS] |= flag.OUT_OF_BOUNDS
    book[record.COST] = 1


@kernel
def recovers(sheets, book, side, dice):
    """1 when the team that fumbled recovers (9.4)."""
    return int(dice <= sheets[sheet_of(book[state.TEAM + side]) + spi.T_RECOVER_TO])


@kernel
def count_fumble(book, men, side, slot, lost):
    """A fumble to `side` and, when he is known, to the man in `slot`."""
    book[record.FLAGS] |= flag.FUMBLE
    book[line_of(side) + of_team.FUMBLES] += 1
    book[line_of(side) + of_team.FUMBLES_LOST] += lost
    if lost:
        book[record.FLAGS] |= flag.FUMBLE_LOST
    if slot >= 0:
        man = man_line(book, side, slot)
        men[man + of_man.FUMBLES] += 1
        men[man + of_man.FUMBLES_LOST] += lost


@kernel
def ball_lost(tables, book, side, to_goal):
    """`side` loses the ball at a spot: its own end zone is a touchdown, the other's a touchback."""
    if to_goal >= FIELD:
        book[line_of(1 - side) + of_team.RETURN_TD] += 1
        score_touchdown(book, 1 - side)
    elif to_goal <= 0:
        touchback(tables, book, 1 - side)
    else:
        set_ball(book, 1 - side, turned_over(to_goal))


@kernel
def gain_ends(tables, sheets, book, men, side, slot, to_goal, fumble, recover):
    """End of a run or a completed pass at `to_goal`. Returns 1 touchdown, 2 first down, else 0.

    A fumble over the goal line is a touchdown; on it, recovery decides (9.1).
    """
    if to_goal < 0 or (to_goal == 0 and not fumble):
        score_touchdown(book, side)
        return 1
    if fumble:
        lost = 1 - recovers(sheets, book, side, recover)
        count_fumble(book, men, side, slot, lost)
        if lost:
            ball_lost(tables, book, side, to_goal)
            return 0
        if to_goal == 0:
            score_touchdown(book, side)
            return 1
    return 2 * end_of_play(tables, book, side, to_goal)


@kernel
def chosen_defense(tables, book, number):
    """Row of the Master Play Chart, drawn blind after the call (4.7); NO_DEFENSE without it."""
    if tables[layout.A_POLICY + spi.P_USE_CHART] == 0:
        return spi.NO_DEFENSE
    group = 0
    if book[state.TO_GOAL] <= 10:
        group = 1  # 4.3
    elif book[state.YARDS_TO_GO] == 1 and book[state.TO_GOAL] <= 50:
        group = 2  # 4.4
    return drawn(tables, layout.A_DEFENSE + 9 * group, 9, number)
