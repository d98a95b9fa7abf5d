"""SPI Football: one resolver a case, from throws to results.

Resolvers take integers and the packed arrays of layout.py and return integers. They read no file,
draw no number and raise nothing: throws are arguments, so that they can be enumerated and a play log
can show them. Units as in arrays.py.
"""

from simlib.kernels.dice import summed
from simlib.kernels.jit import kernel
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout


@kernel
def shifted(letter, adjustment, last):
    """Letter after `adjustment`: plus favours the offence, toward A (4.2); stops at A and `last`."""
    return min(max(int(letter) - int(adjustment), 0), last)


@kernel
def run_gain(tables, letter, throw, second):
    """Gain by a letter of the Rushing Gain table (5.2, 5.5); `second` is read on MG and LG only."""
    gain = int(tables[layout.A_RUSHING_GAIN + throw * 21 + letter])
    if gain == spi.MEDIUM_GAIN:
        return int(tables[layout.A_MEDIUM_GAIN + summed(second) - 2])
    if gain == spi.LONG_GAIN:
        return int(tables[layout.A_LONG_GAIN + summed(second) - 2])
    return gain


@kernel
def run_leaves_field(tables, outside, two_minute, throw, gain):
    """1 when a run or a return by the RG table goes out of bounds (5.3)."""
    return int(
        throw >= tables[layout.A_RUN_OUT_OF_BOUNDS + 2 * outside + two_minute]
        and gain >= tables[layout.A_RUN_OUT_OF_BOUNDS_GAIN + outside]
    )


@kernel
def pass_leaves_field(tables, two_minute, throw):
    """1 when a pass or a return by the PGR table goes out of bounds: OB, and OB2 late (6.4)."""
    mark = tables[layout.A_PASS_OUT_OF_BOUNDS + summed(throw) - 2]
    return int(mark == 1 or (mark == 2 and two_minute == 1))


@kernel
def pass_gain(tables, letter, throw):
    """Gain by a letter of the Pass Gain and Return table (6.2)."""
    return int(tables[layout.A_PASS_GAIN + (summed(throw) - 2) * 16 + letter])


@kernel
def return_gain(tables, letter, by_rushing_table, throw, second):
    """Yards of a return by the table its letter names (3.5, 7.4, 10.2)."""
    if by_rushing_table:
        return run_gain(tables, letter, throw, second)
    return pass_gain(tables, letter, throw)


@kernel
def return_leaves_field(tables, by_rushing_table, two_minute, throw, gain):
    """1 when a return goes out of bounds, by the marks of its table (5.3, 6.4)."""
    if by_rushing_table:
        return run_leaves_field(tables, 1, two_minute, throw, gain)
    return pass_leaves_field(tables, two_minute, throw)


@kernel
def pass_is_complete(tables, letter, throw):
    """1 when the throw lies in the completion range of the letter (6.2)."""
    return int(throw <= tables[layout.A_COMPLETION + letter])


@kernel
def in_range(throw, first, last, widened):
    """1 when `throw` lies in a range whose lower number is lowered by `widened` (7.1)."""
    return int(first <= last and first - widened <= throw <= last)


@kernel
def interception_depth(tables, letter, throw):
    """Yards past the line at which a pass is intercepted: half the gain rounded up (7.3).

    TOUCHDOWN when the cell is a TD: the dice are thrown again.
    """
    gain = pass_gain(tables, letter, throw)
    if gain == spi.TOUCHDOWN:
        return gain
    return -((-gain) // 2)


@kernel
def sack_loss(throw):
    """Yards lost by a sack: two dice added, plus one (8.0)."""
    return summed(throw) + 1


@kernel
def fumbles(throw):
    """1 when a return or a sack ends in a fumble: a total of 2 (9.3)."""
    return int(throw == 0)


@kernel
def names_penalty(throw):
    """1 when dice thrown after a return, a field goal or a try name a possible penalty: a 12 (13.1)."""
    return int(throw == 35)


@kernel
def punt_yards(tables, letter, throw, second):
    """Yards of a punt, END_ZONE for one that can't be returned (10.1); `second` is read on LP."""
    yards = int(tables[layout.A_PUNTING + letter * 11 + summed(throw) - 2])
    if yards == spi.LONG_PUNT:
        return int(tables[layout.A_LONG_PUNT + summed(second) - 2])
    return yards


@kernel
def field_goal_column(to_goal):
    """Column of a kicker's ranges for the line of scrimmage (11.2)."""
    return spi.K_FG_20_TO + int(to_goal > 20) + int(to_goal > 40)


@kernel
def field_goal_is_blocked(throw):
    """1 on 65 and 66 (11.3)."""
    return int(throw >= 34)


@kernel
def drawn(shares, first, count, choice):
    """First of `count` cumulative shares from offset `first` that is above a choice, from 0."""
    entry = 0
    while entry < count - 1 and choice >= shares[first + entry]:
        entry += 1
    return entry


@kernel
def drawn_by_guide(shares, first, count, guide, choice):
    """The same, begun where the guide at offset `guide` says."""
    entry = int(shares[guide + (choice >> 8)])
    while entry < count - 1 and choice >= shares[first + entry]:
        entry += 1
    return entry


@kernel
def situation(tables, down, yards_to_go, to_goal, state):
    """Row of a coach's call table."""
    distance = tables[layout.A_DISTANCE_CLASS + yards_to_go]
    zone = tables[layout.A_ZONE_CLASS + to_goal]
    return (((down - 1) * len(spi.DISTANCE_TO) + distance) * len(spi.ZONE_TO) + zone) * len(
        spi.STATES
    ) + state
