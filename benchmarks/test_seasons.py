"""Seasons by ruleset, number and threads; what was timed must be the known integers.

Run with: pytest benchmarks
"""

import pytest

import simlib
from simlib.rulesets import ruleset_ids

SEASON, SEED = 1958, 1
GRID = [
    (ruleset, seasons, threads) for ruleset in ruleset_ids() for seasons in (100, 1000) for threads in (1, 2)
]


@pytest.fixture(scope="module")
def digests():
    """Digest of a ruleset's seasons, played once by one thread before the clock runs."""
    known = {}

    def digest(ruleset, seasons):
        if (ruleset, seasons) not in known:
            known[ruleset, seasons] = simlib.replay(SEASON, ruleset, seasons, seed=SEED, jobs=1).digest()
        return known[ruleset, seasons]

    return digest


@pytest.mark.parametrize(("ruleset", "seasons", "threads"), GRID)
def test_seasons(benchmark, digests, ruleset, seasons, threads):
    expected = digests(ruleset, seasons)
    benchmark.group = f"{ruleset} x {seasons}"
    results = benchmark.pedantic(
        simlib.replay, (SEASON, ruleset, seasons), {"seed": SEED, "jobs": threads}, rounds=5, warmup_rounds=1
    )
    benchmark.extra_info["seasons_per_second"] = seasons / benchmark.stats.stats.median
    assert results.digest() == expected
