"""Football Strategy gives the integers it gave before.

tests/golden/football_strategy.json holds the digests of small runs, with the ruleset's version. After a
change that is meant to move results, raise `RULESET.version` and write them anew:

    PYTHONPATH=tests/support python tests/rulesets/football_strategy/test_football_strategy_identity.py

It refuses while the version stands and a digest moved; `--unreleased` says that no release has carried
these results yet.
"""

import json
import sys

from places import GOLDEN

import simlib
from simlib.rulesets.football_strategy.rules import RULESET

SUMS = GOLDEN / "football_strategy.json"
SEASONS, SEED = 20, 1958
RUNS = {"as-played": {}, "solitaire": {"coach": "solitaire"}, "two-dice": {"options": "two-dice"}}


def golden():
    digests = {
        name: simlib.replay(1958, RULESET, seasons=SEASONS, seed=SEED, **more).digest()
        for name, more in RUNS.items()
    }
    return {"version": RULESET.version, "seasons": SEASONS, "seed": SEED, "digests": digests}


def test_the_same_integers_as_before():
    assert golden() == json.loads(SUMS.read_text(encoding="utf-8"))


def main(arguments):
    new = golden()
    if SUMS.exists() and "--unreleased" not in arguments:
        old = json.loads(SUMS.read_text(encoding="utf-8"))
        if old["version"] == new["version"] and old != new:
            sys.exit("results moved: raise RULESET.version first, or say --unreleased")
    SUMS.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
