"""The average situation that SPI's open cells and letters are rated against: all of it assumed.

A chart's column is cut by the goal line, so what it is worth depends on where plays begin. The
designer rated men by their season's averages, against the league's average field positions. Those of
1958 aren't recorded; these are the ones that replays of 1958 come to, rounded. Weights are per 1,000
plays of a kind, by bands of ten yards from the goal line, even within the band; the last has nine yards.
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


RUN_BANDS = (66, 72, 88, 100, 118, 134, 144, 190, 66, 22)
PASS_BANDS = (
    (88, 72, 82, 96, 116, 128, 144, 186, 72, 16),
    (0, 78, 88, 104, 124, 142, 156, 206, 86, 16),  # no Medium pass inside the 10 (4.3)
    (0, 0, 92, 114, 138, 154, 164, 224, 98, 16),  # no Long pass inside the 20 (4.3)
)
RUN_STARTS = _by_yard(RUN_BANDS)
PASS_STARTS = tuple(_by_yard(bands) for bands in PASS_BANDS)
KICK_RETURN_STARTS = {95: 1}
PUNT_RETURN_STARTS = {65: 1}
PUNT_BANDS = (0, 0, 20, 66, 118, 192, 200, 256, 120, 28)
PUNT_STARTS = _by_yard(PUNT_BANDS)

# Shares of the completions that are Short, Medium and Long passes, per cent: what the assumed mix of
# throws comes to with the league's passing letters.
COMPLETED = (62, 34, 4)
# Share of a man's carries on the side his sheet rates better, per cent: the printed pairs' letters and
# their men's yards per carry agree best with 60 to 70.
BETTER_SIDE = 62


class LeagueLetters(NamedTuple):
    """Shares of the league's letters, letter -> share."""

    passing: tuple[dict[int, int], dict[int, int], dict[int, int]]


# Unitas' Medium rating R and Conerly's S stand in the rulebook's text (6.2, 8.0); Short is nine
# letters better, Long ends at Z, as on the sheets of the backs who pass.
LEAGUE_LETTERS = LeagueLetters(({8: 1, 9: 1}, {17: 1, 18: 1}, {23: 1, 24: 1, 25: 2}))
