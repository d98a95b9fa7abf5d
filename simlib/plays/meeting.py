"""Two teams made ready to meet: of one season or of two, under the rules of one year."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.find_team import team_and_season
from simlib.plays.ready_matches import ReadyMatch, find_match
from simlib.rulesets.contract import Playable, Ruleset
from simlib.runs.request import Request, lineup_of

if TYPE_CHECKING:
    from simlib.files.seasons import Season


class Meeting(NamedTuple):
    """Two teams, ready to play.

    Attributes
    ----------
    ruleset, coach, options : Ruleset, str, tuple of str
        The game, and who calls the plays.
    season : Season
        The teams' season. Where they come from two, the teams of both, the home team's first, each
        called by its season too ("1958 BAL").
    playable : Playable
        That season made ready.
    sides : (int, int)
        Indices of the home team and the visitors.
    years : (int, int)
        Seasons of the home team and the visitors.
    rules : int
        Year whose rules are played.
    match : ReadyMatch or None
        The match played again.
    """

    ruleset: Ruleset
    coach: str
    options: tuple[str, ...]
    season: "Season"
    playable: Playable
    sides: tuple[int, int]
    years: tuple[int, int]
    rules: int
    match: ReadyMatch | None

    def told(self) -> dict[str, Any]:
        """Fields of a GameResult or a ManyGames that say who met, and what was played with."""
        return {
            "season": self.years[0],
            "away_season": self.years[1],
            "rules": self.rules,
            "match": self.match,
            "ruleset": self.ruleset.id,
            "ruleset_version": self.ruleset.version,
            "coach": self.coach,
            "options": self.options,
            "charts_hash": self.playable.charts_hash,
            "lineup": self.playable.lineup,
        }


def meet(
    away: str | None,
    home: str | None,
    request: Request,
    rules: "int | str | Path | Season | None" = None,
    match: str | None = None,
) -> Meeting:
    """Make two teams ready to meet under the game, the coach and so on of a request.

    See `simlib.game` for the other parameters.

    Raises
    ------
    InputError
        A name, file or chart that can't be used.
    """
    ready = find_match(match) if match else None
    if ready:
        if away is not None or home is not None:
            found = f"{away or ''} {home or ''}".strip()
            raise InputError(Fault("AWAY HOME", "", found, f"no teams beside --match {ready.id}"))
        away, home = ready.away, ready.home
        request = replace(request, season=home.partition("@")[2])
    lineup = request.lineup
    game, setup = replace(request, lineup=None).look_up()
    if away is None or home is None:
        raise InputError(Fault("AWAY HOME", "", away or "", "two teams, the visitors first"))
    (season_away, place_away), (season_home, place_home) = (
        team_and_season(setup.season, name, where) for name, where in ((away, "AWAY"), (home, "HOME"))
    )
    if season_away.folder.resolve() == season_home.folder.resolve():
        season_away = season_home
    seasons = [season_home] if season_away is season_home else [season_home, season_away]
    if season_away is season_home and place_away == place_home:
        raise InputError(Fault("AWAY HOME", "", f"{away} {home}", "two different teams"))
    year = season_home if rules is None else _rules_season(rules, season_home)
    if lineup is not None and len(seasons) > 1:
        raise InputError(Fault("--lineup", "", str(lineup), "none where teams of two seasons meet"))
    setup = replace(setup, lineup=lineup_of(game, lineup))
    playables = [game.load(replace(setup, season=each)) for each in seasons]
    return Meeting(
        ruleset=game,
        coach=setup.coach,
        options=setup.options,
        season=seasons[0] if len(seasons) == 1 else _both(season_home, season_away),
        playable=_under_rules(game, playables, seasons, year),
        sides=(place_home, place_away + (0 if len(seasons) == 1 else len(season_home.teams))),
        years=(season_home.year, season_away.year),
        rules=year.year,
        match=ready,
    )


def _rules_season(rules: "int | str | Path | Season", home: "Season") -> "Season":
    """The season whose rules are asked for."""
    from simlib.files.seasons import Season, load_season

    if isinstance(rules, Season):
        return rules
    if str(rules) == str(home.year):
        return home
    try:
        return load_season(str(rules))
    except InputError as error:
        faults = (f._replace(where="--rules") if f.where == "season" else f for f in error.faults)
        raise InputError(*faults) from None


def _under_rules(
    game: Ruleset, playables: list[Playable], seasons: list["Season"], year: "Season"
) -> Playable:
    """All the teams in one, under the rules of `year`."""
    from simlib.files.seasons import season_arrays

    rules = season_arrays(year).rules
    if len(seasons) == 1 and np.array_equal(rules, season_arrays(seasons[0]).rules):
        return playables[0]
    if game.mix is None:
        raise InputError(
            Fault("--ruleset", "", game.id, "a game in which teams of different seasons can meet")
        )
    arrays = game.mix([playable.arrays for playable in playables], rules)
    return replace(playables[0], arrays=arrays, men=sum((playable.men for playable in playables), ()))


def _both(home: "Season", away: "Season") -> "Season":
    """Teams and men of two seasons, called by their seasons too; nothing of the seasons' games."""
    names = next(
        pair
        for pair in (
            (str(home.year), str(away.year)), (home.folder.name, away.folder.name), ("home", "visiting")
        )
        if pair[0] != pair[1]
    )  # fmt: skip
    both = list(zip(names, (home, away), strict=True))
    teams = [
        replace(team, code=f"{name} {team.code}", name=f"{name} {team.name}")
        for name, season in both
        for team in season.teams
    ]
    players = [replace(man, team=f"{name} {man.team}") for name, season in both for man in season.players]
    return replace(home, teams=tuple(teams), players=tuple(players), games=(), playoffs=())
