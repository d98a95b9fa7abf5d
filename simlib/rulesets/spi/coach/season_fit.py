"""A season's fitted coaches, written to its folder: `python -m simlib.rulesets.spi.coach.season_fit SEASON`.

`... SEASON as-played` leaves `matched` out.
"""

import sys
from pathlib import Path

from simlib.errors import InputError
from simlib.files.charts import write_table
from simlib.files.seasons import load_season
from simlib.rulesets.spi.coach.files import MAN_COLUMNS, MATCHED_TEAM_COLUMNS, TEAM_COLUMNS
from simlib.rulesets.spi.coach.fit import MATCHED_RATES, Fitting, fit_offsets, rates_met
from simlib.rulesets.spi.coach.matched import fit_matched
from simlib.rulesets.spi.coach.tables import MATCHED_TABLE, MATCHED_TEAM_TABLE, TEAM_TABLE, estimated_offsets
from simlib.rulesets.spi.sheets.read import load_sheets


def fit_season(name: str = "1958", coach: str = "matched") -> None:
    """Fit a season's run offsets and its `matched` coach, and write them to the season's folder.

    With "as-played" for the coach the offsets alone.
    """
    season = load_season(name)
    fitting = Fitting(season, load_sheets(season))
    folder = Path(season.folder) / "spi"
    offsets = fit_offsets(fitting, estimated_offsets(season), {})
    rows = [[code, str(habits.run_offset), "fitted"] for code, habits in offsets.items()]
    write_table(folder / TEAM_TABLE, TEAM_COLUMNS, rows)
    if coach == "as-played":
        return
    teams, men = fit_matched(fitting, offsets)
    rows = [[code, *map(str, habits), "fitted"] for code, habits in teams.items()]
    write_table(folder / MATCHED_TEAM_TABLE, MATCHED_TEAM_COLUMNS, rows)
    rows = [[*key, str(man.inside), *map(str, man.targets), "fitted"] for key, man in men.items()]
    write_table(folder / MATCHED_TABLE, MAN_COLUMNS, rows)
    for coach, habits in (("as-played", (offsets, {})), ("matched", (teams, men))):
        replayed = fitting.replays(*habits, 1000)
        for rate in MATCHED_RATES:
            within, missed = rates_met(fitting, replayed, rate)
            told = f"{coach} {rate}: {within} of {within + len(missed)} men within 5%"
            sys.stdout.write("".join(f"{line}\n" for line in (told, *missed)))


def _main() -> None:
    try:
        fit_season(*sys.argv[1:3])
    except InputError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        sys.exit(2)


if __name__ == "__main__":
    _main()
