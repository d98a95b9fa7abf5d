"""The sixth game: its charts and its coach's calls, read, checked and packed for the kernel."""

from collections import Counter
from pathlib import Path

import numpy as np

from simlib.files.charts import ChartSet, ChartSpec, load_chart_set
from simlib.files.rows import Column, integer
from simlib.rulesets.coach_files import Situations, read_call_table
from simlib.rulesets.contract import Playable, Setup
from sixth import arrays, game  # noqa: F401 - the season loop plays by `game`

FOLDER = Path(__file__).parent / "charts"
DICE = tuple(str(total) for total in range(2, 13))
RUN = {"F": arrays.FUMBLE}
PASS = {"X": arrays.INTERCEPTION, "I": arrays.INCOMPLETE, "S": arrays.SACK}


def _column(name: str, low: int, high: int, words: dict[str, int]) -> Column:
    return Column(name, integer(low, high, words), f"{low} to {high} or one of {', '.join(words)}")


SPECS = (
    ChartSpec("gains", "Runs and passes", "Rule 4", "dice", DICE,
              (_column("run", -9, 99, RUN), _column("pass", -9, 99, PASS))),
    ChartSpec("kicks", "Kicks", "Rules 3, 6 and 7", "dice", DICE,
              (_column("kickoff", 1, 99, {"TD": arrays.RETURNED}), _column("punt", 1, 99, {}),
               _column("place_kick", 1, 60, {"NO": 0}))),
)  # fmt: skip
CALLS = ("run", "pass", "punt", "field_goal")
SITUATIONS = Situations(
    {"down": ("1", "2", "3", "4"), "distance": ("1-3", "4-7", "8+"), "zone": ("1-35", "36-65", "66-99")}
)


def load_chart_files(folder: Path | None = None) -> ChartSet:
    """The charts, each replaced by that of a folder where it has one."""
    return load_chart_set(FOLDER, SPECS, folder)


def pack(charts: ChartSet, shares: np.ndarray) -> arrays.SixthArrays:
    """The arrays the kernel reads, of checked charts and a coach's shares in thousandths."""
    columns = np.concatenate([np.array(chart.values, np.int32).T for chart in charts.charts.values()])
    calls = np.cumsum(shares, axis=1)[:, :-1] * arrays.ALL_SHARES // 1000
    packed = arrays.SixthArrays(columns.ravel(), calls.astype(np.int32).ravel())
    for array in packed:
        array.setflags(write=False)
    return packed


def load_sixth(setup: Setup) -> Playable:
    """A season made ready."""
    charts = load_chart_files(setup.charts)
    calls = read_call_table(FOLDER / "coaches" / f"{setup.coach}.csv", SITUATIONS, CALLS, 1000)
    return Playable(
        arrays=pack(charts, calls.parts),
        men=tuple(() for _ in setup.season.teams),
        cells=dict(sorted((Counter(charts.cells()) + calls.words).items())),
        charts_hash=charts.hash(),
        notes=("every cell and every call is made up",),
    )
