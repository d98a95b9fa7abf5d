"""The independent referee, plain Python, at the games of one season; its scores must be simlib's.

Run with: pytest benchmarks
"""

from spi_match import Match

import simlib
from simlib.files.seasons import load_season

SEED, SEASON = 1, 0


def test_referee(benchmark):
    match = Match(load_season("1958"), "as-played")
    games = benchmark.pedantic(
        lambda: list(match.by_referee(SEED, SEASON).regular_games()), rounds=3, warmup_rounds=1
    )
    benchmark.extra_info["games_per_second"] = len(games) / benchmark.stats.stats.median
    scores = simlib.replay(1958, seasons=1, seed=SEED, detail="games").game_rows()
    told = [tuple(line["points"] for line in game.lines) for game in games]
    assert told == list(zip(scores.home_score, scores.away_score, strict=True))
