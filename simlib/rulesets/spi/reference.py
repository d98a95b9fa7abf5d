"""The average situation that SPI's open cells and letters are rated against: all of it assumed.

A chart's column is cut by the goal line, so what it is worth depends on where plays begin. The
designer rated men by their season's averages, against the league's average field positions; these
are the ones we take. Weights are per 1,000 plays of a band of ten yards, even within the band; the
band next to the goal line has nine yards at the far end.
"""

from typing import NamedTuple

_BANDS = 10


def _by_yard(weights: tuple[int, ...]) -> dict[int, int]:
    """Spread weights of the bands 1-10, 11-20, .. 91-99 evenly over their yards."""
    starts: dict[int, int] = {}
    for band, weight in enumerate(weights):
        yards = range(_BANDS * band + 1, min(_BANDS * band + _BANDS, 99) + 1)
        starts |= {yard: 90 * weight // len(yards) for yard in yards if weight}
    return starts


RUN_BANDS = (56, 66, 88, 108, 128, 142, 162, 152, 74, 24)
PASS_BANDS = (40, 66, 92, 114, 136, 148, 164, 144, 74, 22)
RUN_STARTS = _by_yard(RUN_BANDS)
PASS_STARTS = (
    _by_yard(PASS_BANDS),
    _by_yard((0, *PASS_BANDS[1:])),  # no Medium pass inside the 10 (4.3)
    _by_yard((0, 0, *PASS_BANDS[2:])),  # no Long pass inside the 20 (4.3)
)
KICK_RETURN_STARTS = {95: 1}
PUNT_RETURN_STARTS = {65: 1}
PUNT_BANDS = (0, 0, 0, 40, 110, 200, 260, 240, 120, 30)
PUNT_STARTS = _by_yard(PUNT_BANDS)

# Shares of the completions that are Short, Medium and Long passes, per cent; `calibration` solves
# them together with the Pass Gain columns and a test holds this to what it finds.
COMPLETED = (61, 35, 4)
# Share of a man's carries on the side his sheet rates better, per cent (solved as well).
BETTER_SIDE = 62


class LeagueLetters(NamedTuple):
    """Shares of the league's letters, letter -> share."""

    passing: tuple[dict[int, int], dict[int, int], dict[int, int]]


# Unitas' Medium rating R and Conerly's S stand in the rulebook's text (6.2, 8.0); Short is nine
# letters better, Long ends at Z, as on the sheets of the backs who pass.
LEAGUE_LETTERS = LeagueLetters(({8: 1, 9: 1}, {17: 1, 18: 1}, {23: 1, 24: 1, 25: 2}))
