"""What only a whole replay of 1958 can show: ratings of teams act the right way round."""

from dataclasses import replace as with_changes

import pytest

import simlib
from simlib.judge.deviation import accuracy
from simlib.rulesets import get_ruleset
from simlib.rulesets.spi.play.arrays import T_DEF_PASS, T_DEF_RUSH, T_GAIN_ADJ
from simlib.rulesets.spi.play.layout import SHEET

SEASONS = 150


def with_ratings_swapped():
    """SPI with + and - of the teams' defensive ratings confused."""
    spi = get_ruleset("spi")

    def load(setup):
        playable = spi.load(setup)
        sheets = playable.arrays.sheets.copy()
        for rating in (T_DEF_RUSH, T_DEF_PASS, T_GAIN_ADJ):
            sheets[rating::SHEET] *= -1
        sheets.flags.writeable = False
        return with_changes(playable, arrays=playable.arrays._replace(sheets=sheets))

    return with_changes(spi, load=load)


def relations(game):
    results = simlib.replay(1958, game, seasons=SEASONS, seed=3)
    return {row.stat: row for row in accuracy(results, game).team_relations}, results


@pytest.fixture(scope="module")
def as_printed():
    return relations(get_ruleset("spi"))


@pytest.fixture(scope="module")
def swapped():
    return relations(with_ratings_swapped())


STATS = ("rushing_yards_allowed_per_game", "yards_allowed_per_attempt", "points_allowed_per_game")


@pytest.mark.parametrize("stat", STATS)
def test_defences_allow_what_they_allowed(as_printed, stat):
    row = as_printed[0][stat]
    assert row.teams == 12
    assert row.correlation > 0.6
    assert row.slope > 0.5


@pytest.mark.parametrize("stat", STATS)
def test_swapped_signs_are_seen_in_the_teams(swapped, stat):
    assert swapped[0][stat].correlation < 0


def test_league_means_hardly_see_swapped_signs(as_printed, swapped):
    """Why the teams are compared: the league's figures can't tell."""
    plain, turned = as_printed[1].league(), swapped[1].league()
    for stat in ("yards_per_carry", "completion_percent", "points_per_game"):
        plain_mean = plain.set_index("stat").loc[stat, "mean"]
        assert abs(turned.set_index("stat").loc[stat, "mean"] / plain_mean - 1) < 0.06
