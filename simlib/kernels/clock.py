"""The clock of a game timed by points: a quarter's points and the stop at the two-minute warning."""

from simlib.kernels.jit import kernel

QUARTER = 60  # points of 15 seconds (SPI 12.0)
TWO_MINUTES = 52


@kernel
def two_minute_period(quarter, clock):
    """1 inside the last two minutes of a half, else 0."""
    return int((quarter == 2 or quarter == 4) and clock >= TWO_MINUTES)


@kernel
def tick(quarter, clock, points):
    """Clock after a play: it stops at the two-minute warning and at the quarter's end."""
    after = min(clock + points, QUARTER)
    if (quarter == 2 or quarter == 4) and clock < TWO_MINUTES < after:
        return TWO_MINUTES
    return after
