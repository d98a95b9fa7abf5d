"""A run kept in a folder, asked for in place of a replay."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError
from simlib.rulesets import get_ruleset
from simlib.runs.manifest import is_run
from simlib.runs.request import Request, chosen_options
from simlib.runs.results import open_run

if TYPE_CHECKING:
    from simlib.runs.results import Meta, Results

SETTINGS = ("ruleset", "seasons", "first", "seed", "coach", "options", "league")


def find_kept(
    run: str | Path,
    *,
    out: Path | None = None,
    resume: bool = False,
    lineup: Path | None = None,
    **asked: object,
) -> "Results | None":
    """Open the run kept in the folder `run`; None where there is none, or another is to be kept in `out`.

    Parameters
    ----------
    run : path
        A run's folder, or the season that a replay would take.
    out, resume, lineup, **asked
        As in `simlib.replay`.

    Raises
    ------
    InputError
        Settings that the run was not played with: see `check_kept`; a lineup beside it; `resume`
        without a folder.
    """
    if resume and out is None:
        raise InputError(Fault("--resume", "", "no --out", "--out DIR, the folder of the stopped run"))
    if out is not None or not is_run(run):
        return None
    if lineup is not None:
        expected = "none beside a kept run, which has its own"
        raise InputError(Fault("--lineup", "", str(lineup), expected))
    results = open_run(run)
    check_kept(results.meta, **asked)
    return results


def check_kept(meta: "Meta", **asked: object) -> None:
    """Refuse settings of `simlib.replay`, by name, that a kept run was not played with.

    What is not asked for stands at its default, and is the run's own; charts and threads aren't part of
    what a run was played with.

    Raises
    ------
    InputError
        With every setting that is another.
    """
    game = get_ruleset(meta.ruleset)
    plain = {known.name: known.default for known in fields(Request)}
    plain |= {"coach": game.coaches[0], "options": ""}
    faults = []
    for name in SETTINGS:
        value = plain[name] if asked.get(name) is None else asked[name]
        own, same = getattr(meta, name), getattr(meta, name) == value
        if name == "options":
            own, same = ",".join(meta.options) or "none", chosen_options(game, str(value)) == meta.options
        if value != plain[name] and not same:
            expected = f"{own}, as the kept run was played, or a season to replay"
            faults.append(Fault(f"--{name}", "", str(value), expected))
    if faults:
        raise InputError(*faults)
