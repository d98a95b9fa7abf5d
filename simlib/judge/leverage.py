"""How far each league figure moves when one assumption of a coach moves by its stated step.

Both runs play the same seasons of the same seed, so that much of their chance is common.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from simlib.judge.deviation import accuracy
from simlib.rulesets import DEFAULT, get_ruleset
from simlib.rulesets.contract import Ruleset
from simlib.runs.engine import play_request
from simlib.runs.request import Request

if TYPE_CHECKING:
    from simlib.files.seasons import Season
    from simlib.runs.results import Results


class Lever(NamedTuple):
    """A league statistic before and after an assumption moved.

    `mean` and `moved` are in the statistic's unit, `change` = 100 x (moved / mean - 1); `error` is the
    Monte-Carlo error of `change` as if the two runs were independent, so not less than the true one.
    """

    assumption: str
    description: str
    stat: str
    mean: float
    moved: float
    change: float
    error: float


def measure_leverage(
    season: "int | str | Path | Season" = 1958,
    ruleset: str | Ruleset = DEFAULT,
    seasons: int = 500,
    seed: int = 1,
    coach: str | None = None,
    charts: str | Path | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    options: str | Iterable[str] = (),
    lineup: str | Path | None = None,
) -> list[Lever]:
    """Move every assumption of a ruleset's coach by its step, one at a time.

    Parameters are those of `simlib.replay`; `progress` is called with (runs done, runs).

    Returns
    -------
    list of Lever
        A row an assumption and league statistic, in the ruleset's and the list's order.

    Raises
    ------
    InputError
        As `simlib.replay`.
    """
    game = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    request = Request(
        season, game, seasons, seed=seed, coach=coach, options=options, charts=charts, jobs=jobs,
        lineup=lineup,
    )  # fmt: skip
    plain_results = play_request(request)
    steps = game.steps(plain_results.meta.options)
    plain = _league(plain_results, game)
    levers = []
    for done, (name, description) in enumerate(steps, start=1):
        moved = _league(play_request(replace(request, step=name)), game)
        for stat, (mean, error) in plain.items():
            after, after_error = moved[stat]
            if mean and after is not None:
                spread = (error**2 + after_error**2) ** 0.5
                levers.append(
                    Lever(name, description, stat, mean, after, 100 * (after / mean - 1), 100 * spread / mean)
                )
        if progress:
            progress(done, len(steps))
    return levers


def _league(results: "Results", game: Ruleset) -> dict[str, tuple[float, float]]:
    """Mean and Monte-Carlo error of each league statistic."""
    rows = accuracy(results, game).at("league")
    return {row.stat: (row.mean, row.mcse) for row in rows if row.mean is not None and row.mcse is not None}
