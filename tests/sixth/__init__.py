"""The sixth game: none that was ever sold, made with simlib's contract alone to show and test it."""

from simlib.rulesets import register
from sixth.rules import RULESET

register(RULESET)
