"""The last two minutes of a half in coarse states: the classes of field position, distance and score.

A cell is (down, distance, zone), a zone stood for by one spot and a distance by one number of yards. What
happens between two spots or two distances is shared between them in proportion (`shares_of`), so a short
gain counts as often as it should. With a cell go the steps of 15 seconds left, the lead, and the
time-outs left to the side that would call one next: the one behind, or when level the one with the ball.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.clock import QUARTER, TWO_MINUTES
from simlib.rulesets.football_strategy.play import arrays as fs

ZONE_ENDS = (4, 10, 20, 25, 32, 45, 55, 65, 75, 85, 95, 99)  # greatest yards to the goal line
SPOTS = (2, 7, 15, 23, 29, 39, 50, 60, 70, 80, 90, 97)  # one of each zone
DISTANCE_ENDS = (3, 6, 99)  # greatest yards to go
DISTANCES = (2, 5, 10)
ZONES, FARS = len(SPOTS), len(DISTANCES)
CELLS = 4 * FARS * ZONES  # ((down - 1) * FARS + distance) * ZONES + zone
STEPS = QUARTER - TWO_MINUTES + 1  # 0 to 8 left: a half goes on with none left after a penalty
TIME_OUTS = 3
COUNTS = TIME_OUTS + 1
FAR_LEAD = 15  # more than two touchdowns, and all that is more, either way
LEADS = 2 * FAR_LEAD + 1


class ScoreClass(NamedTuple):
    """Leads of the offence that are played alike in a quarter, `low` to `high`, as `lead` is."""

    quarter: int
    low: int
    high: int
    lead: int


SCORES = tuple(
    ScoreClass(*numbers)
    for numbers in (
        (2, -FAR_LEAD, -1, -4), (2, 0, 0, 0), (2, 1, FAR_LEAD, 4),
        (4, -FAR_LEAD, -FAR_LEAD, -FAR_LEAD), (4, -14, -11, -13), (4, -10, -8, -10), (4, -7, -7, -7),
        (4, -6, -4, -4), (4, -3, -3, -3), (4, -2, -1, -1), (4, 0, 0, 0), (4, 1, 2, 1), (4, 3, 3, 3),
        (4, 4, 6, 4), (4, 7, 7, 7), (4, 8, FAR_LEAD, 10),
    )
)  # fmt: skip
STATES = len(SCORES) * STEPS * COUNTS  # (score * STEPS + steps left) * COUNTS + time-outs
ROWS = CELLS * STATES  # cell * STATES + state


def to_go_of(cell: int) -> int:
    """Yards to go in a cell: no more than to the goal line."""
    return min(DISTANCES[cell // ZONES % FARS], SPOTS[cell % ZONES])


def cells_alike() -> NDArray[np.int64]:
    """The cell that stands for each: near the goal line longer distances are the same."""
    alike = np.arange(CELLS)
    for cell in range(CELLS):
        if cell // ZONES % FARS and to_go_of(cell) == to_go_of(cell - ZONES):
            alike[cell] = alike[cell - ZONES]
    return alike


def shares_of(points: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For 0 to 99 yards the point at or below, and the share of the next one above it."""
    yards = np.clip(np.arange(100), points[0], points[-1])
    below = np.minimum(np.searchsorted(points, yards, side="right") - 1, len(points) - 2)
    low, high = np.array(points)[below], np.array(points)[below + 1]
    return below.astype(np.int64), (yards - low) / (high - low)


def late_situations() -> fs.Situations:
    """The kernel's classes of the last two minutes."""
    yards = np.arange(100)
    clock = np.zeros((fs.QUARTERS, fs.CLOCKS), np.int16)
    steps = np.arange(STEPS)
    clock[1, QUARTER - steps], clock[3, QUARTER - steps] = steps, STEPS + steps
    last = [score for score in SCORES if score.quarter == 4]
    lead = np.clip(np.arange(-fs.MOST_LEAD, fs.MOST_LEAD + 1), -FAR_LEAD, FAR_LEAD)
    state = np.zeros((fs.MOST_CLOCK_CLASSES, fs.LEAD_CLASSES), np.int16)
    for number, score in enumerate(SCORES):
        for place, other in enumerate(last):
            if score == other or (score.quarter == 2 and score.low <= other.lead <= score.high):
                first = STEPS * (score.quarter == 4)
                state[first : first + STEPS, place] = number * STEPS + steps
    return fs.Situations(
        distance=np.searchsorted(DISTANCE_ENDS, yards).astype(np.int16),
        zone=np.searchsorted(ZONE_ENDS, yards).astype(np.int16),
        clock=clock,
        lead=np.searchsorted([score.high for score in last], lead).astype(np.int16),
        state=state,
        sizes=(FARS, ZONES, STATES),
        time_outs=COUNTS,
    )
