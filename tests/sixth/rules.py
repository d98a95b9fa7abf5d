"""The sixth game: what simlib needs to know of it; its parts import on call, before them no kernel."""

from simlib.rulesets.contract import Ruleset

_CALLS = "the coach's calls decide it"


def _load(setup):
    from sixth.playable import load_sixth

    return load_sixth(setup)


def _load_chart_files(folder=None):
    from sixth.playable import load_chart_files

    return load_chart_files(folder)


def _tell(events, arrays, names):
    from sixth.told import as_plays

    return as_plays(events, arrays, names)


def _odds(*question):
    from sixth.asked import odds_of

    return odds_of(*question)


def _roll(*how):
    from sixth.asked import roll

    return roll(*how)


def _examples():
    from sixth.asked import EXAMPLES

    return EXAMPLES


def _mix(parts, rules):
    return parts[0]  # no team has numbers of its own, and no year's rule is read


RULESET = Ruleset(
    id="sixth",
    title="The sixth game",
    version=1,
    claim="",
    coaches=("plain", "bold"),
    options=(),
    groups=dict.fromkeys(
        ("yards_per_carry", "completion_percent", "yards_per_attempt", "interception_percent",
         "rushing_attempts_per_game", "passing_attempts_per_game", "sack_yards_per_game",
         "points_per_game", "first_downs_per_game", "plays_per_game", "punts_per_game", "punt_average",
         "fumbles_lost_per_game", "field_goal_percent", "extra_point_percent"),
        "free",
    ),
    verdict_free={"rushing_attempts_per_game": _CALLS, "passing_attempts_per_game": _CALLS,
                  "plays_per_game": "the rules end a quarter after 30", "punts_per_game": _CALLS},
    charts=("gains", "kicks"),
    load_chart_files=_load_chart_files,
    load=_load,
    tell=_tell,
    odds=_odds,
    roll=_roll,
    examples=_examples,
    mix=_mix,
    levels=("league",),
)  # fmt: skip
