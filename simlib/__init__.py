"""Replay football seasons under classic board games, and say how true they are."""

from simlib.box_score.one_game import game
from simlib.deviation import Accuracy, accuracy
from simlib.engine import replay, simlib_version
from simlib.errors import Fault, InputError
from simlib.exact_odds import odds
from simlib.many_plays import resolve
from simlib.results import Results, merge
from simlib.rulesets import get_ruleset, ruleset_ids
from simlib.run_files import open_run as open
from simlib.season_files import load_season, shipped_seasons

__version__ = simlib_version()
__all__ = [
    "Accuracy",
    "Fault",
    "InputError",
    "Results",
    "accuracy",
    "game",
    "get_ruleset",
    "load_season",
    "merge",
    "odds",
    "open",
    "replay",
    "resolve",
    "ruleset_ids",
    "shipped_seasons",
]
