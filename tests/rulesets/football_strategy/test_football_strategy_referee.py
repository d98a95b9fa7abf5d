"""The independent referee (tests/oracle) and simlib play the same games of Football Strategy."""

import os
from collections import Counter

import numpy as np
import pytest
from fs_table import season
from log_columns import columns_of
from oracle.football_strategy_referee import CARDS, Coach, Game, Rulebook, SolvedCoach

from simlib.files.folders import data_folder
from simlib.files.seasons import season_arrays
from simlib.kernels.season_loop import play_one_game
from simlib.kernels.tally import empty_tally
from simlib.rulesets.contract import Setup
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.tables import SOLVED, load_coach
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import record
from simlib.rulesets.football_strategy.rules import RULESET

GAMES = int(os.environ.get("SIMLIB_REFEREE_GAMES", "300"))  # 10,000 before a release
SEED = 1958
E = columns_of(record)
KICKS = {fs.KICKOFF: "kickoff", fs.ONSIDE_KICK: "onside", fs.FREE_PUNT: "free punt", fs.TRY: "try"}
CASES = [
    ("as-played", "one-die"), ("as-played", "two-dice"), ("solitaire", "one-die"), ("equilibrium", "one-die"),
    ("equilibrium-clock", "one-die"), ("equilibrium-clock", "two-dice"),
]  # fmt: skip


def referee(coach, edition, folder=None):
    loaded = load_coach(coach, season(), load_charts(None, edition).charts.plays).coach
    charts = data_folder("charts") / "football_strategy"
    if coach in SOLVED:
        tables = SolvedCoach(folder or charts / "coaches", loaded.chart.tolist(), coach == SOLVED[1])
        return Rulebook(charts, edition, tables, loaded.chart.tolist())
    tables = Coach(loaded.offense.tolist(), loaded.defense[0].tolist(), loaded.deck.tolist())
    if coach != "solitaire":
        tables.deck = []
    return Rulebook(charts, edition, tables, loaded.chart.tolist())


def engine(playable, number, game):
    """The engine's log as the referee writes it."""
    tally, events = empty_tally(1, 12, 0, 72), np.zeros((400, record.WIDTH), np.int32)
    arrays = season_arrays(season())
    with np.errstate(over="ignore"):
        count = play_one_game(np.uint64(SEED), number, game, arrays, playable.arrays, tally, events)
    for row in events[:count].tolist():
        said = {name: row[place] for name, place in E.items()}
        kind, card = said["KIND"], said["CARD"]
        yield (
            said["QUARTER"], 900 - 15 * said["CLOCK"], said["OFFENSE"], said["DOWN"],
            said["YARDS_TO_GO"], 100 - said["TO_GOAL"], KICKS.get(kind, str(kind + 1)),
            CARDS[card] if card >= 0 else "", said["NEXT_OFFENSE"], 100 - said["NEXT_TO_GOAL"],
            (said["HOME_POINTS"], said["AWAY_POINTS"]),
        )  # fmt: skip


@pytest.mark.parametrize(("coach", "edition"), CASES)
def test_referee_and_engine_play_the_same_games(coach, edition):
    book = referee(coach, edition)
    options = (edition,) if edition in RULESET.options else ()
    playable = RULESET.load(Setup(season(), coach, options))
    arrays, calls = season_arrays(season()), Counter()
    for number in range(GAMES):
        year, game = divmod(number, 72)
        teams = int(arrays.home[game]), int(arrays.away[game])
        told = Game(book, SEED, year, game, teams).play_out()
        for mine, theirs in zip(told, engine(playable, year, game), strict=True):
            assert tuple(mine) == theirs, (year, game)
        calls.update(event.call for event in told)
    never = set() if coach not in SOLVED else {str(call) for call in range(1, 22)}
    assert ({str(call) for call in range(1, 24)} | {"kickoff", "try", "onside"}) - never <= set(calls)


def test_a_changed_cell_is_noticed():
    book = referee("as-played", "one-die")
    book.plays[1]["2"]["F"] = "R+9"
    playable = RULESET.load(Setup(season(), "as-played"))
    arrays, same = season_arrays(season()), []
    for game in range(20):
        teams = int(arrays.home[game]), int(arrays.away[game])
        told = map(tuple, Game(book, SEED, 0, game, teams).play_out())
        same.append(list(told) == list(engine(playable, 0, game)))
    assert not all(same)
