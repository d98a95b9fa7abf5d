"""One match played many times: who wins how often, and by how much."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.shown import Shown
from simlib.kernels import record
from simlib.plays.meeting import meet
from simlib.plays.one_game import MOST_NUMBER, check_number, match_tally, sudden_death
from simlib.plays.ready_matches import ReadyMatch
from simlib.rulesets import DEFAULT
from simlib.runs.request import MOST_SEED, Request

if TYPE_CHECKING:
    import pandas as pd

    from simlib.files.seasons import Season

QUANTILES = (5, 25, 50, 75, 95)


class SideCount(NamedTuple):
    """How a team did: share of games won, mean points, and their Monte-Carlo standard errors."""

    code: str
    name: str
    wins: int
    share: float
    share_error: float
    points: float
    points_error: float


@dataclass(frozen=True, slots=True, repr=False)
class ManyGames(Shown):
    """Games of one match: what `simlib.play_many` returns.

    Attributes
    ----------
    season, away_season, rules, match, ruleset, ruleset_version, coach, options, seed, charts_hash, lineup
        As in `simlib.game`.
    first : int
        Number of the first game.
    away, home : SideCount
        The two sides.
    ties : int
        Games that ended level.
    margin, margin_error : float
        Mean of the home team's points less the visitors', and its error.
    margin_quantiles : dict
        Per cent -> margin that so many games in a hundred do not pass.
    scores : int16[games, 2]
        Points of the home team and the visitors, game by game.
    """

    season: int
    away_season: int
    rules: int
    match: ReadyMatch | None
    ruleset: str
    ruleset_version: int
    coach: str
    options: tuple[str, ...]
    seed: int
    charts_hash: str
    lineup: str
    first: int
    away: SideCount
    home: SideCount
    ties: int
    margin: float
    margin_error: float
    margin_quantiles: dict[int, int]
    scores: NDArray[np.int16]

    def __repr__(self) -> str:
        wins = f"{self.away.code} {self.away.wins}, {self.home.code} {self.home.wins}"
        return f"<ManyGames won: {wins}, ties {self.ties} ({self.ruleset}, seed {self.seed})>"

    def games(self) -> "pd.DataFrame":
        """Score of each game, indexed by its number."""
        import pandas as pd

        numbers = pd.RangeIndex(self.first, self.first + len(self.scores), name="number")
        return pd.DataFrame({"away": self.scores[:, 1], "home": self.scores[:, 0]}, index=numbers)

    def to_json(self) -> dict[str, Any]:
        """Everything but the single scores, as plain dictionaries, strings and numbers."""
        content = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "scores"}
        return content | {
            "match": asdict(self.match) if self.match else None,
            "games": len(self.scores),
            "away": self.away._asdict(),
            "home": self.home._asdict(),
        }


def play_many(
    away: str | None = None,
    home: str | None = None,
    times: int = 1000,
    season: "int | str | Path | Season" = 1958,
    ruleset: str = DEFAULT,
    seed: int = 1,
    number: int = 0,
    coach: str | None = None,
    options: str | Iterable[str] = (),
    charts: str | Path | None = None,
    rules: "int | str | Path | Season | None" = None,
    match: str | None = None,
    play_off: bool = False,
    progress: Callable[[int, int], None] | None = None,
    lineup: str | Path | None = None,
) -> ManyGames:
    """Play one match many times: games `number`, `number` + 1, ... of `simlib.game`.

    Parameters
    ----------
    times : int
        How many games.
    number : int
        The first of them.
    progress : callable, optional
        Called with (games done, games in all).
    away, home, season, ruleset, seed, coach, options, charts, rules, match, play_off, lineup
        As in `simlib.game`.

    Returns
    -------
    ManyGames

    Raises
    ------
    InputError
        A name, number, file or chart that can't be used.
    """
    from simlib.kernels.season_loop import play_match

    check_number("--seed", seed, 0, MOST_SEED)
    check_number("--number", number, 0, MOST_NUMBER)
    check_number("--times", times, 1, MOST_NUMBER - number + 1)
    request = Request(season, ruleset, coach=coach, options=options, charts=charts, lineup=lineup)
    met = meet(away, home, request, rules, match)
    after_level = sudden_death(play_off or met.match is not None)
    tally = match_tally(met.season, met.playable)
    arrays, unlogged = met.playable.arrays, np.zeros((0, record.WIDTH), np.int32)
    scores = np.zeros((times, 2), np.int16)
    with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
        for place in range(times):
            play_match(np.uint64(seed), number + place, *met.sides, arrays, tally, unlogged, after_level)
            scores[place] = tally.scores[0, 0]
            if progress and place % 1000 == 999:
                progress(place + 1, times)
    margins = np.sort(scores[:, 0].astype(np.int64) - scores[:, 1])
    quantiles = np.quantile(margins, [q / 100 for q in QUANTILES], method="inverted_cdf")
    home_side, away_side = (
        _side_count(met.season.teams[index], scores[:, side], int((lead > 0).sum()))
        for side, (index, lead) in enumerate(zip(met.sides, (margins, -margins), strict=True))
    )
    mean, error = _mean(margins)
    return ManyGames(
        **met.told(),
        seed=seed,
        first=number,
        away=away_side,
        home=home_side,
        ties=int((margins == 0).sum()),
        margin=mean,
        margin_error=error,
        margin_quantiles=dict(zip(QUANTILES, map(int, quantiles), strict=True)),
        scores=scores,
    )


def _mean(values: NDArray[Any]) -> tuple[float, float]:
    """Mean and its standard error, 0 with a single value."""
    count = len(values)
    return float(values.mean()), float(values.std(ddof=1) / count**0.5) if count > 1 else 0.0


def _side_count(team: Any, points: NDArray[np.int16], wins: int) -> SideCount:
    share = wins / len(points)
    error = (share * (1 - share) / len(points)) ** 0.5
    return SideCount(team.code, team.name, wins, share, error, *_mean(points))
