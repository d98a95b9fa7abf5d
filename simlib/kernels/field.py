"""The field every game shares: goal lines, changes of possession, half the distance, first downs.

to_goal : yards from the ball to the goal line the offence attacks, 1..99 in the field of play;
0 or less is past that goal line, 100 or more is in the offence's own end zone.
"""

from simlib.kernels.jit import kernel

FIELD = 100
END_ZONE_DEPTH = 10


@kernel
def turned_over(to_goal):
    """The same spot seen by the other team."""
    return FIELD - to_goal


@kernel
def in_play(to_goal):
    """The nearest spot between the goal lines."""
    return min(max(to_goal, 1), FIELD - 1)


@kernel
def cut_at_goal(gain, to_goal):
    """Yards credited: a gain ends at the goal line, a loss at the offence's own."""
    return max(min(gain, to_goal), to_goal - FIELD)


@kernel
def line_to_gain(to_goal):
    """Yards to go on first down."""
    return min(10, to_goal)


@kernel
def half_the_distance(yards, distance):
    """A penalty of `yards` never moves the ball more than half the `distance` to the goal line."""
    return min(yards, distance // 2)
