"""How the league's run share answers a team's balance: two numbers of policy.csv, measured by replay.

`python -m simlib.rulesets.football_strategy.coach.measured` tells them.
"""

import sys
from fractions import Fraction

import numpy as np

from simlib.files.seasons import Season, load_season, season_arrays
from simlib.kernels.season_loop import seasons_player
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import empty_tally
from simlib.rulesets.contract import Setup
from simlib.rulesets.football_strategy.coach.tables import COACHES, logit
from simlib.rulesets.football_strategy.playable import load_football_strategy

COUNTED = [TEAM_COLUMNS.index(name) for name in ("rush_att", "pass_att", "sacked")]
SEED = 1


def measured_answer(season: Season, seasons: int = 400, step: int = 300) -> tuple[int, int]:
    """What policy.csv calls run_level and run_slope: how the league's run share answers an offset.

    Every team is given the same offset, 0 and then `step` above and below it; the share of runs among
    runs, passes and sacks is counted over replays of seed 1.
    """
    arrays, logits = season_arrays(season), []
    for offset in (-step, 0, step):
        ready = load_football_strategy(Setup(season, COACHES[0]), [offset] * len(season.teams))
        tally = empty_tally(seasons, len(season.teams), 0, len(season.games))
        seasons_player(arrays)(np.uint64(SEED), np.int64(0), arrays, ready.arrays, tally)
        counts = tally.team_stats[:, :, COUNTED].sum(axis=(0, 1), dtype=np.int64)
        logits.append(1000 * logit(Fraction(int(counts[0]), int(counts.sum()))))
    return round(logits[1]), round(1000 * (logits[2] - logits[0]) / (2 * step))


if __name__ == "__main__":
    sys.stdout.write("run_level {}, run_slope {}\n".format(*measured_answer(load_season(1958))))
