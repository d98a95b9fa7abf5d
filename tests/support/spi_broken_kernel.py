"""simlib's own kernel, uncompiled, with one rule broken: what the referee makes of it.

    NUMBA_DISABLE_JIT=1 python spi_broken_kernel.py [RULE]

prints the first difference it finds in some games, and nothing if it finds none. RULE is a key of
BROKEN; without one the kernel is as it should be.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

# Case -> where the rule is in simlib, and what it is turned into.
BROKEN: dict[str, tuple[str, str, Callable[[Callable], Callable]]] = {
    "5.3 an inside run out of bounds without five yards": (
        "resolvers", "run_leaves_field", lambda rule: lambda *args: False,
    ),
    "7.3 an interception a yard too deep": (
        "resolvers", "interception_depth", lambda rule: lambda *args: rule(*args) + 1,
    ),
    "8.0 a sack loses the dice alone": (
        "resolvers", "sack_loss", lambda rule: lambda *args: rule(*args) - 1,
    ),
    "9.4 the other side's recovery": (
        "book", "recovers", lambda rule: lambda *args: not rule(*args),
    ),
    "12.0 no two-minute warning": (
        "clock", "two_minute_period", lambda rule: lambda *args: False,
    ),
}  # fmt: skip
MOST_GAMES = 4
SEED = 5


def break_rule(module: str, name: str, broken: Callable[[Callable], Callable]) -> None:
    """Replace a rule wherever simlib's modules hold it."""
    places = [path for path in sys.modules if path.startswith("simlib.") and path.endswith(f".{module}")]
    owner = next(sys.modules[path] for path in places if hasattr(sys.modules[path], name))
    rule = getattr(owner, name)
    for path, each in list(sys.modules.items()):
        if path.startswith("simlib.") and getattr(each, name, None) is rule:
            setattr(each, name, broken(rule))


def first_report(seed: int, games: int) -> str | None:
    from spi_match import Match

    from simlib.files.seasons import load_season

    match = Match(load_season("1958"), "as-played")
    for game in match.by_referee(seed, 0).regular_games():
        if game.number == games:
            return None
        report = match.difference(seed, 0, game)
        if report is not None:
            return report
    return None


def main(rule: str | None = None) -> None:
    import simlib.rulesets.spi.play.game  # noqa: F401

    if rule is not None:
        break_rule(*BROKEN[rule])
    # Uncompiled, numpy notes that words wrap around.
    with np.errstate(over="ignore"):
        report = first_report(SEED, MOST_GAMES)
    if report is not None:
        sys.stdout.write(report + "\n")


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), *map(str, Path(__file__).parents[1:3])]
    main(*sys.argv[1:])
