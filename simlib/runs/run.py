"""A run: what it is, its exact integer sums, and the rates they come to."""

from dataclasses import dataclass
from math import sqrt

from simlib.errors import Fault, InputError
from simlib.files.seasons import Player, Season
from simlib.kernels.sums import (
    FIXED_POINT,
    M_D,
    M_DD,
    M_N,
    M_NA,
    M_ND,
    M_NN,
    M_R,
    M_RR_HIGH,
    M_RR_LOW,
    M_WITHIN_3,
    M_WITHIN_5,
    SPREAD_POINT,
    SPREADS,
    V_SQUARES_HIGH,
    V_SQUARES_LOW,
    V_SUM,
    Plan,
    Sums,
    digest_of,
    wide,
)
from simlib.kernels.tally import Tally
from simlib.runs.parts import Parts
from simlib.runs.plan import DETAILS, Men, Meta, RateKey, rate_keys


@dataclass(frozen=True, slots=True)
class Rate:
    """One statistic of one line over the seasons of a run.

    Attributes
    ----------
    mean : float or None
        Pooled: scale x sum of numerators / sum of denominators; None when nothing was tried.
    mcse : float or None
        Monte-Carlo standard error of `mean`, by the ratio estimator over seasons.
    sd : float or None
        Standard deviation (n - 1) of single seasons' rates.
    within3, within5 : float or None
        Share of single seasons within 3% and 5% of the real rate, both ends included.
    real : float or None
        The real rate; None when not known or nothing was tried.
    real_denominator, seasons_na : int
        Real tries; seasons without a try (left out of sd, within3, within5).
    """

    mean: float | None
    mcse: float | None
    sd: float | None
    within3: float | None
    within5: float | None
    real: float | None
    real_denominator: int
    seasons_na: int


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A run of replayed seasons: what it is, and its sums.

    Attributes
    ----------
    meta : Meta
    season : Season
        The real season, with its figures.
    men : tuple of tuple of str
        [team][slot] -> player id.
    plan : Plan
    sums : Sums
    inputs : str
        `simlib.runs.parts.digest_of_inputs` of what the kernel read: charts, sheets, coach, schedule.
    rows : Tally, Parts or None
        One entry a season, when `meta.detail` keeps them: in memory (`rows.scores` is empty without
        "games"), or in the folder of the run.
    """

    meta: Meta
    season: Season
    men: Men
    plan: Plan
    sums: Sums
    inputs: str = ""
    rows: Tally | Parts | None = None

    def digest(self) -> str:
        """sha256 of the integer sums: two runs that agree on it agree on every figure."""
        return digest_of(self.sums)

    def player(self, team: int, slot: int) -> Player | None:
        """The man in a slot; None when the season's files don't list him."""
        code, id_ = self.season.teams[team].code, self.men[team][slot]
        return next((p for p in self.season.players if p.team == code and p.id == id_), None)

    def rates(self) -> list[tuple[RateKey, Rate]]:
        """Every rate of every line, in the order of `rate_keys`."""
        return [(key, self.rate(row)) for row, key in enumerate(rate_keys(self.men))]

    def rate(self, row: int) -> Rate:
        """The rate in one row of `sums.moments`."""
        moments = [int(x) for x in self.sums.moments[row]]
        scale = int(self.plan.scale[row])
        real_n, real_d = (int(x) for x in self.plan.real[row])
        n, d, tried = moments[M_N], moments[M_D], self.meta.seasons - moments[M_NA]
        comparable = tried > 0 and self.plan.histogram_row[row] >= 0
        return Rate(
            mean=scale * n / d if d else None,
            mcse=_ratio_error(moments, scale, self.meta.seasons),
            sd=_sd(tried, moments[M_R], wide(moments[M_RR_HIGH], moments[M_RR_LOW]), FIXED_POINT),
            within3=moments[M_WITHIN_3] / tried if comparable else None,
            within5=moments[M_WITHIN_5] / tried if comparable else None,
            real=scale * real_n / real_d if real_d else None,
            real_denominator=real_d,
            seasons_na=moments[M_NA],
        )

    def spread(self, name: str) -> tuple[float, float | None]:
        """(mean over seasons, its Monte-Carlo error) of one of `SPREADS`."""
        row = [int(x) for x in self.sums.spread[SPREADS.index(name)]]
        seasons = self.meta.seasons
        sd = _sd(seasons, row[V_SUM], wide(row[V_SQUARES_HIGH], row[V_SQUARES_LOW]), SPREAD_POINT)
        return row[V_SUM] / SPREAD_POINT / seasons, None if sd is None else sd / sqrt(seasons)

    def kept_rows(self, detail: str) -> Tally:
        """The rows of a run that kept them; InputError when this one did not."""
        if self.rows is None or DETAILS.index(self.meta.detail) < DETAILS.index(detail):
            asked = f"detail {detail!r}: replay again with it (this run kept {self.meta.detail!r})"
            raise InputError(Fault("--detail", "", self.meta.detail, asked))
        return self.rows if isinstance(self.rows, Tally) else self.rows.tally()


def _ratio_error(moments: list[int], scale: int, seasons: int) -> float | None:
    """Standard error of sum n / sum d over seasons; the residuals are exact integers until divided."""
    n, d = moments[M_N], moments[M_D]
    if d == 0 or seasons < 2:
        return None
    squares = moments[M_NN] * d * d - 2 * n * d * moments[M_ND] + n * n * moments[M_DD]
    return scale * sqrt(squares * seasons / ((seasons - 1) * d**4))


def _sd(count: int, total: int, squares: int, unit: int) -> float | None:
    if count < 2:
        return None
    return sqrt((count * squares - total * total) / (count * (count - 1) * unit * unit))
