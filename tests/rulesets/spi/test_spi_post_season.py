"""A season of two undivided conferences ends the same by its own short kernel and by that of all forms."""

import numpy as np
import pytest

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.season import has_two_conferences
from simlib.kernels.season_loop import play_seasons, play_seasons_of_forms
from simlib.kernels.tally import empty_tally
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Setup


@pytest.mark.parametrize(("season", "whether"), [("1958", True), ("1968", False), ("1975", False)])
def test_which_seasons_need_the_later_forms(season, whether):
    arrays = season_arrays(load_season(season))
    assert has_two_conferences(arrays) == whether


def test_both_kernels_end_1958_alike():
    season = load_season("1958")
    arrays = season_arrays(season)
    playable = get_ruleset("spi").load(Setup(season, "as-played"))
    tallies = []
    for play in (play_seasons, play_seasons_of_forms):
        tally = empty_tally(60, 12, max(len(men) for men in playable.men), 72)
        with np.errstate(over="ignore"):
            play(np.uint64(9), np.int64(5), arrays, playable.arrays, tally)
        tallies.append(tally)
    assert all((one == other).all() for one, other in zip(*tallies, strict=True))
    assert tallies[0].post[:, 3].sum() > 0  # some were level and played off
