"""Why men's rates differ from their real ones, where a game can tell."""

from pathlib import Path

from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Reason
from simlib.runs.engine import sources_of
from simlib.runs.request import path_of
from simlib.runs.results import Results


def reasons_of(
    results: Results, charts: str | Path | None = None, lineup: str | Path | None = None
) -> dict[tuple[str, str, str], Reason] | None:
    """The game's reasons by (team, player, statistic).

    None under another coach than its first, or where the run's files aren't at hand.
    """
    game = get_ruleset(results.meta.ruleset)
    if results.meta.coach != game.coaches[0]:
        return None
    files = sources_of(results, charts, lineup) if game.sheets else None
    return game.sheets.reasons(files, path_of(charts)) if files and game.sheets else None
