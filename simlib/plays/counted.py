"""The exact odds of a chart's column or of a whole play: counted with fractions, never sampled."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlib.errors import Fault, InputError
from simlib.rulesets import DEFAULT
from simlib.rulesets.answers import Odds
from simlib.runs.request import Request

if TYPE_CHECKING:
    from simlib.files.seasons import Season


def odds(
    what: str,
    who: str = "",
    *,
    ruleset: str = DEFAULT,
    season: "int | str | Path | Season" = 1958,
    charts: str | Path | None = None,
    **options: Any,
) -> Odds:
    """Exact odds of a chart's column, or of a whole play.

    Parameters
    ----------
    what : str
        A chart of the game ("rushing_gain"), or a play ("run", "pass", ...).
    who : str
        Of a chart the column, or the row where the dice run along it; of a play the letter, man or
        team: see `simlib.rulesets.call.PlayCall`.
    ruleset, season, charts
        Whose charts and sheets.
    **options
        Of a play: to, way, length, against, defense, adjustment, to_goal, two_minute, rushed, decline,
        edition, down, to_go.

    Returns
    -------
    Odds

    Raises
    ------
    InputError
        No such chart, column, play, man or team.

    Examples
    --------
    >>> odds("medium_gain").mean
    Fraction(15, 1)
    """
    game, setup = Request(season, ruleset, charts=charts).look_up()
    for name in ("down", "to_go"):
        if options.get(name) and not game.counts_first_downs:
            where = f"--{name.replace('_', '-')}"
            raise InputError(
                Fault(where, "", str(options[name]), f"nothing: {game.id} counts no first downs")
            )
    return game.odds(what, who, setup.season, setup.charts, options)
