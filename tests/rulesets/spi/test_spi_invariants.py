"""What holds in every season and in every log, whatever the dice say.

SIMLIB_INVARIANT_SEASONS sets how many seasons are played (1,000, which is 72,000 games): 14,000 are
a million games.
"""

import os
from itertools import pairwise

import numpy as np
import pytest
from spi_log import loaded, one_game, play_seasons
from spi_option_checks import (
    accepted,
    called_back,
    check_after_penalty,
    check_budgets,
    check_interceptors,
    check_penalty,
    counted,
    did,
    penalty_lines,
)

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.field import half_the_distance
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE, POST_WEST
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.rules import RULESET

SEASONS = int(os.environ.get("SIMLIB_INVARIANT_SEASONS", "1000"))
CHUNK = 250
LOGGED = 36  # games a coach whose logs are read
COACHES = RULESET.coaches
WITH_OPTIONS = ("as-played", "solitaire-blind")  # coaches whose games are played under every option too
SEASON = load_season("1958")
HOME, AWAY = 0, 1
TEAM, MAN = ({name: n for n, name in enumerate(names)} for names in (TEAM_COLUMNS, PLAYER_COLUMNS))
OPPONENT = {name: n + len(TEAM_COLUMNS) for name, n in TEAM.items()}
RUNS, PASSES = (spi.INSIDE, spi.OUTSIDE), (spi.SHORT, spi.MEDIUM, spi.LONG)
KICKS = (spi.KICKOFF, spi.ONSIDE_KICK)
# Columns of a team that are the sum of its men's.
SUMMED = (
    "rush_att", "rush_yds", "rush_td", "pass_att", "pass_cmp", "pass_yds", "pass_td", "pass_int", "sacked",
    "sack_yds", "kick_ret", "kick_ret_yds", "punt_ret", "punt_ret_yds", "punts", "punt_yds", "fg_made",
    "fg_att", "xp_made", "xp_att",
)  # fmt: skip


@pytest.fixture(scope="module")
def playables():
    return {coach: loaded(SEASON, coach) for coach in COACHES}


@pytest.fixture(scope="module")
def under_options():
    return {coach: loaded(SEASON, coach, RULESET.options) for coach in WITH_OPTIONS}


# Seasons


def check_seasons(tally):
    """Every sum that must come out, over a chunk of seasons at once."""
    team = {name: tally.team_stats[:, :, n].astype(np.int64) for name, n in TEAM.items()}
    opponent = {name: tally.team_stats[:, :, n].astype(np.int64) for name, n in OPPONENT.items()}
    men = {name: tally.player_stats[..., n].astype(np.int64) for name, n in MAN.items()}
    men_in_all = {name: values.sum(axis=2) for name, values in men.items()}

    def agree(a, b):
        np.testing.assert_array_equal(a, b)

    touchdowns = team["rush_td"] + team["pass_td"] + team["return_td"]
    points = 6 * touchdowns + team["xp_made"] + 3 * team["fg_made"] + 2 * team["safeties"]
    agree(team["points"], points)
    agree(team["xp_att"], touchdowns)  # every touchdown has its try
    agree(team["plays"], team["rush_att"] + team["pass_att"] + team["sacked"])
    for made, tried in (("xp_made", "xp_att"), ("fg_made", "fg_att"), ("fumbles_lost", "fumbles")):
        assert (team[made] <= team[tried]).all()
    assert (team["pass_cmp"] + team["pass_int"] <= team["pass_att"]).all()
    for name in SUMMED:
        agree(men_in_all[name], team[name])
    agree(men_in_all["rec"], team["pass_cmp"])
    agree(men_in_all["rec_yds"], team["pass_yds"])
    agree(men_in_all["rec_td"], team["pass_td"])
    agree(men_in_all["targets"], team["pass_att"])
    assert (men_in_all["kick_ret_td"] + men_in_all["punt_ret_td"] <= team["return_td"]).all()
    for name in ("fumbles", "fumbles_lost"):
        assert (men_in_all[name] <= team[name]).all()
    for low, high in (
        ("rec", "targets"),
        ("pass_cmp", "pass_att"),
        ("fg_made", "fg_att"),
        ("xp_made", "xp_att"),
    ):
        assert (men[low] <= men[high]).all()
    assert (men["pass_cmp"] + men["pass_int"] <= men["pass_att"]).all()

    for name in TEAM:
        agree(team[name].sum(axis=1), opponent[name].sum(axis=1))
    for name in ("games", "ties", "margin_squared"):
        agree(team[name], opponent[name])
    agree(team["wins"], opponent["losses"])
    agree(team["losses"], opponent["wins"])
    agree(team["wins"] + team["losses"] + team["ties"], team["games"])
    agree(team["home_margin"].sum(axis=1), -away_margin(tally))
    check_scores(tally, team, opponent)
    check_post_season(tally, team)


def away_margin(tally):
    return (tally.scores[..., AWAY].astype(np.int64) - tally.scores[..., HOME]).sum(axis=1)


def check_scores(tally, team, opponent):
    """The scores array says what the teams' columns say; no play-off is in either."""
    arrays = season_arrays(SEASON)
    scores = tally.scores.astype(np.int64)
    assert (scores >= 0).all()
    seasons, teams = team["games"].shape
    wins, ties, games, points, allowed = (np.zeros((seasons, teams), np.int64) for _ in range(5))
    for game, sides in enumerate(zip(arrays.home, arrays.away, strict=True)):
        for side, index in enumerate(sides):
            own, other = scores[:, game, side], scores[:, game, 1 - side]
            games[:, index] += 1
            wins[:, index] += own > other
            ties[:, index] += own == other
            points[:, index] += own
            allowed[:, index] += other
    for ours, booked in (
        (games, team["games"]), (wins, team["wins"]), (ties, team["ties"]),
        (points, team["points"]), (allowed, opponent["points"]),
    ):  # fmt: skip
        np.testing.assert_array_equal(ours, booked)
    assert (team["games"] == 12).all()
    assert (team["home_games"] == 6).all()


def check_post_season(tally, team):
    """Champions lead their conferences; the title is one of theirs."""
    conference = season_arrays(SEASON).conference
    post = tally.post.astype(np.int64)
    for column, which in ((POST_EAST, 0), (POST_WEST, 1)):
        champion = post[:, column]
        assert (conference[champion] == which).all()
        seasons = np.arange(len(champion))
        wins, losses = team["wins"][seasons, champion], team["losses"][seasons, champion]
        for rival in np.flatnonzero(conference == which):
            ahead = team["wins"][:, rival] * (wins + losses).clip(1) > wins * (
                team["wins"][:, rival] + team["losses"][:, rival]
            ).clip(1)
            assert not ahead.any()
    champions = post[:, [POST_EAST, POST_WEST]]
    assert (champions == post[:, [POST_TITLE]]).sum(axis=1).tolist() == [1] * len(post)
    assert ((post[:, POST_PLAYOFFS] >= 0) & (post[:, POST_PLAYOFFS] <= 10)).all()


@pytest.mark.parametrize("coach", COACHES)
def test_every_sum_comes_out(playables, coach):
    seasons = SEASONS if coach == COACHES[0] else max(SEASONS // 4, 1)
    for first in range(0, seasons, CHUNK):
        check_seasons(play_seasons(SEASON, playables[coach], 1958, first, min(CHUNK, seasons - first)))


def test_a_sum_that_does_not_come_out_is_seen(playables):
    def tally():
        return play_seasons(SEASON, playables[COACHES[0]], 3, 0, 2)

    check_seasons(tally())
    for name in (
        "points",
        "rush_td",
        "pass_yds",
        "games",
        "wins",
        "fg_made",
        "xp_att",
        "sacked",
        "home_margin",
    ):
        broken = tally()
        broken.team_stats[1, 4, TEAM[name]] += 1
        with pytest.raises(AssertionError):
            check_seasons(broken)
    for name in ("rush_yds", "rec", "targets", "punts"):
        broken = tally()
        broken.player_stats[0, 2, 3, MAN[name]] += 1
        with pytest.raises(AssertionError):
            check_seasons(broken)
    broken = tally()
    broken.scores[0, 7, HOME] += 1
    with pytest.raises(AssertionError):
        check_seasons(broken)


# Logs


def check_log(tally, log, game):
    """A game's log against the rules of the clock, of downs and of possession, and against its box."""
    check_clock(log)
    for play in log:
        check_play(play)
    for before, after in pairwise(log):
        check_step(before, after)
    check_time_outs(log)
    teams = teams_of(game)
    assert [log[-1].home_points, log[-1].away_points] == tally.scores[0, game].tolist()
    lines = tally.team_stats[0].astype(np.int64)
    own, theirs = lines[:, : len(TEAM)], lines[:, len(TEAM) :]
    np.testing.assert_array_equal(own[teams[HOME]], theirs[teams[AWAY]])
    np.testing.assert_array_equal(own[teams[AWAY]], theirs[teams[HOME]])
    idle = np.delete(np.arange(len(lines)), teams)
    assert not lines[idle].any()
    assert not tally.player_stats[0, idle].any()
    for side in (HOME, AWAY):
        check_box(log, side, dict(zip(TEAM_COLUMNS, own[teams[side]].tolist(), strict=True)))


def teams_of(game):
    arrays = season_arrays(SEASON)
    return int(arrays.home[game]), int(arrays.away[game])


def check_clock(log):
    assert [play.play for play in log] == list(range(1, len(log) + 1))
    assert log[0].clock == 0
    assert {play.quarter for play in log} == {1, 2, 3, 4}
    for before, after in pairwise(log):
        stop = 52 if before.quarter in (2, 4) and before.clock < 52 else 60
        ends = min(before.clock + before.cost, stop)
        if after.quarter == before.quarter:
            assert after.clock == ends
            assert ends < 60 or after.kind == spi.TRY
        else:
            assert (after.quarter, after.clock, ends) == (before.quarter + 1, 0, 60)
    assert min(log[-1].clock + log[-1].cost, 60) == 60


def check_play(play):
    check_penalty(play)
    assert 0 <= play.cost <= 2
    assert 1 <= play.to_goal <= 99
    assert 1 <= play.next_to_goal <= 99
    assert all(0 <= dice <= 35 for dice in (play.dice, play.more_dice))
    if play.kind in KICKS or play.kind == spi.TRY:
        assert (play.down, play.yards_to_go) == (0, 0)
        assert play.cost in ((0,) if play.kind == spi.TRY else (0, 1, 2))
        return
    assert 1 <= play.down <= 4  # no fifth down
    assert 1 <= play.yards_to_go <= play.to_goal
    assert play.to_goal - 100 <= play.yards <= play.to_goal
    if play.kind == spi.LONG:
        assert play.to_goal > 20
    if play.kind == spi.MEDIUM:
        assert play.to_goal > 10
    if play.kind == spi.FIELD_GOAL:
        assert play.to_goal <= 50
    if "roughing" in play.flags:
        assert play.yards == half_the_distance(15, play.to_goal)


def gained_points(before, after):
    """Points of the play `after` by side; `before` is the play ahead of it, or None."""
    return tuple(
        getattr(after, side) - (getattr(before, side) if before else 0)
        for side in ("home_points", "away_points")
    )


def check_step(before, after):
    points = gained_points(before, after)
    assert min(points) == 0
    assert max(points) in (0, 1, 2, 3, 6)
    if accepted(after):
        assert max(points) == 0
    half = after.quarter == 3 and before.quarter == 2
    if half:
        assert (after.kind in KICKS, after.to_goal) == (True, 60)
        return
    assert (after.offense, after.to_goal) == (before.next_offense, before.next_to_goal)
    if accepted(before):
        check_after_penalty(before, after)
        return
    scrimmage = after.kind not in KICKS and after.kind != spi.TRY
    flags = before.flags
    if "touchdown" in flags:
        assert (after.kind, after.to_goal) == (spi.TRY, 2)
    elif before.kind == spi.TRY:
        assert (after.kind in KICKS, after.offense, after.to_goal) == (True, before.offense, 60)
    elif before.kind == spi.FIELD_GOAL and "good" in flags:
        assert (after.kind in KICKS, after.offense, after.to_goal) == (True, before.offense, 60)
    elif "safety" in flags:
        assert (after.kind in KICKS, after.to_goal) == (True, 80)
    elif "kick_again" in flags:
        assert (after.kind in KICKS, after.offense) == (True, before.offense)
        assert after.to_goal == before.to_goal + half_the_distance(5, 100 - before.to_goal)
    else:
        assert scrimmage
        check_series(before, after)


def check_series(before, after):
    """Down and distance of a play from what the play before it did."""
    first = (1, min(10, after.to_goal))
    if before.kind in KICKS or after.offense != before.offense or "first_down" in before.flags:
        assert (after.down, after.yards_to_go) == first
    elif after.down == 1:  # the ball came back: a return was fumbled to those who had lost it
        assert "fumble_lost" in before.flags
        assert after.yards_to_go == first[1]
    else:
        assert after.down == before.down + 1
        gained = before.to_goal - after.to_goal
        assert after.yards_to_go == before.yards_to_go - gained
        if "blocked" not in before.flags:
            assert gained == before.yards
    if "on_downs" in before.flags:
        assert (before.down, after.offense) == (4, 1 - before.offense)
        if "blocked" not in before.flags:
            assert after.to_goal == 100 - (before.to_goal - before.yards)
    if before.down == 4 and "first_down" not in before.flags and after.offense == before.offense:
        assert "fumble_lost" in before.flags


def check_time_outs(log):
    for half in ((1, 2), (3, 4)):
        calls = [play.timeout for play in log if play.quarter in half]
        assert calls.count(HOME) <= 3
        assert calls.count(AWAY) <= 3
    timed = [play.timeout >= 0 for play in log if play.kind != spi.TRY and play.cost + (play.timeout >= 0)]
    assert not any(all(three) for three in zip(timed, timed[1:], timed[2:], strict=False))
    for play in log:
        if play.timeout >= 0:
            assert (play.cost, play.quarter in (2, 4), play.clock >= 52) == (0, True, True)


def moves_the_chains(play):
    """Whether a run or catch made a first down, as a touchdown does (R29)."""
    return "first_down" in did(play) or ("touchdown" in did(play) and "fumble_lost" not in did(play))


def fumbler(play):
    """Side of the man who had the ball: the offence's until a kick or an interception."""
    kept = play.kind in (*RUNS, *PASSES) and "intercepted" not in play.flags
    return play.offense if kept else 1 - play.offense


def check_box(log, side, box):
    """A side's line is what the log adds up to."""
    mine = [play for play in counted(log) if play.offense == side]
    theirs = [play for play in counted(log) if play.offense != side]
    penalties, penalty_yards, first_downs = penalty_lines(log, side)
    runs = [play for play in mine if play.kind in RUNS]
    throws = [play for play in mine if play.kind in PASSES]
    complete = [play for play in throws if "complete" in play.flags]
    sacked = [play for play in throws if "sack" in play.flags]
    punts = [play for play in mine if play.kind == spi.PUNT and "roughing" not in play.flags]
    tries = [play for play in mine if play.kind == spi.TRY]
    goals = [play for play in mine if play.kind == spi.FIELD_GOAL]
    kick_returns, punt_returns = (
        [play for play in theirs if play.kind == kind and play.returner >= 0]
        for kind in (spi.KICKOFF, spi.PUNT)
    )
    scored = [gained_points(before, after)[side] for before, after in pairwise([None, *log])]
    added = {
        "games": 1,
        "points": sum(scored),
        "points_squared": sum(scored) ** 2,
        "plays": len(runs) + len(throws),
        "rush_att": len(runs),
        "rush_yds": sum(play.yards for play in runs),
        "pass_att": len(throws) - len(sacked),
        "pass_cmp": len(complete),
        "pass_yds": sum(play.yards for play in complete),
        "pass_int": sum("intercepted" in play.flags for play in throws),
        "first_downs_rush": sum(map(moves_the_chains, runs)),
        "first_downs_pass": sum(map(moves_the_chains, complete)),
        "fumbles": sum("fumble" in play.flags and fumbler(play) == side for play in log),
        "fumbles_lost": sum("fumble_lost" in play.flags and fumbler(play) == side for play in log),
        "sacked": len(sacked),
        "sack_yds": -sum(play.yards for play in sacked),
        "punts": len(punts),
        "punt_yds": sum(play.yards for play in punts if "blocked" not in play.flags),
        "kick_ret": len(kick_returns),
        "kick_ret_yds": sum(play.return_yards for play in kick_returns),
        "punt_ret": len(punt_returns),
        "punt_ret_yds": sum(play.return_yards for play in punt_returns),
        "xp_att": len(tries),
        "xp_made": sum("good" in play.flags for play in tries),
        "fg_att": len(goals),
        "fg_made": sum("good" in play.flags for play in goals),
        "fourth_down_tries": sum(play.down == 4 for play in [*runs, *throws]),
        "safeties": scored.count(2),
        "penalties": sum("roughing" in play.flags for play in theirs) + penalties,
        "penalty_yds": sum(play.yards for play in theirs if "roughing" in play.flags) + penalty_yards,
        "first_downs_penalty": sum("roughing" in play.flags for play in mine) + first_downs,
    }
    assert added == {name: box[name] for name in added}
    assert scored.count(6) == box["rush_td"] + box["pass_td"] + box["return_td"]
    by_quarter = [
        sum(points for play, points in zip(log, scored, strict=True) if play.quarter == quarter)
        for quarter in range(1, 5)
    ]
    assert sum(by_quarter) == box["points"]


@pytest.mark.parametrize("coach", COACHES)
def test_every_log_keeps_the_rules(playables, coach):
    seen = set()
    for number in range(LOGGED):
        game = number * 7 % len(SEASON.games)
        tally, log = one_game(SEASON, playables[coach], 1958, number, game)
        check_log(tally, log, game)
        seen |= {play.kind for play in log} | {flag for play in log for flag in play.flags}
    common = {
        "complete",
        "fumble_lost",
        "intercepted",
        "sack",
        "touchdown",
        "touchback",
        "no_runback",
        "good",
    }
    assert seen >= common | {"on_downs", "kick_again"} | set(range(spi.KICKOFF + 1)) | {spi.TRY}


@pytest.mark.parametrize("coach", WITH_OPTIONS)
def test_every_log_keeps_the_optional_rules(under_options, coach):
    seen = set()
    for number in range(LOGGED):
        game = number * 5 % len(SEASON.games)
        tally, log = one_game(SEASON, under_options[coach], 1958, number, game)
        check_log(tally, log, game)
        check_budgets(log, under_options[coach].arrays, teams_of(game))
        check_interceptors(log, tally, teams_of(game), MAN)
        seen |= {flag for play in log for flag in play.flags}
        seen |= {kind_of_penalty(play) for play in log if "penalty" in play.flags}
    assert seen >= {"penalty", "accepted", "counts", "over_limit", "run", "pass", "kick"}
    assert ({"dumped", "dump_failed"} <= seen) == (coach == "solitaire-blind")  # they need a Blitz
    assert seen >= {f"touchdown {verdict}" for verdict in ("called back", "declined")}


def kind_of_penalty(play):
    if "touchdown" in did(play):
        return "touchdown called back" if called_back(play) else "touchdown declined"
    return "run" if play.kind in RUNS else "pass" if play.kind in PASSES else "kick"


@pytest.mark.parametrize("coach", WITH_OPTIONS)
def test_every_sum_comes_out_under_options(under_options, coach):
    check_seasons(play_seasons(SEASON, under_options[coach], 1958, 0, min(CHUNK, max(SEASONS // 4, 1))))


def test_a_log_that_breaks_the_rules_is_seen(playables):
    def broken(change):
        tally, log = one_game(SEASON, playables[COACHES[0]], 1958, 0, 0)
        check_log(tally, log, 0)
        change(log)
        with pytest.raises(AssertionError):
            check_log(tally, log, 0)

    def third(log):
        return next(play for play in log if play.down == 3)

    broken(lambda log: setattr(third(log), "down", 5))
    broken(lambda log: setattr(third(log), "clock", third(log).clock + 1))
    broken(lambda log: setattr(third(log), "to_goal", third(log).to_goal + 1))
    broken(lambda log: setattr(log[20], "home_points", log[20].home_points + 1))
    broken(lambda log: setattr(log[20], "next_offense", 1 - log[20].next_offense))
    broken(lambda log: setattr(next(play for play in log if play.kind in RUNS), "yards", 99))
    broken(lambda log: log.pop(30))


def test_a_log_that_breaks_the_optional_rules_is_seen(under_options):
    def broken(wanted, **changes):
        """Every kind of change to the first play that is `wanted`, each seen alone."""
        for name, value in changes.items():
            with pytest.raises(AssertionError):
                check_changed(wanted, name, value)

    def check_changed(wanted, name=None, value=None):
        for number in range(12):
            tally, log = one_game(SEASON, under_options["solitaire-blind"], 1958, number, 0)
            found = next((play for play in log if wanted(play)), None)
            if found is not None:
                break
        if name is not None:
            setattr(found, name, value(getattr(found, name)))
        check_log(tally, log, 0)
        check_budgets(log, under_options["solitaire-blind"].arrays, teams_of(0))
        check_interceptors(log, tally, teams_of(0), MAN)

    def more(number):
        return number + 1

    def without(flag):
        return lambda flags: flags - {flag}

    def run_back_by_penalty(play):
        return play.kind in RUNS and called_back(play)

    check_changed(run_back_by_penalty)
    broken(
        run_back_by_penalty,
        penalty_yards=more, penalty_cell=more, penalty_on=lambda side: 1 - side, cost=more,
        next_to_goal=more, flags=without("accepted"), home_points=more,
    )  # fmt: skip
    broken(lambda play: "counts" in play.flags, flags=without("counts"), yards=more, penalty_yards=more)
    broken(lambda play: play.flags >= {"penalty"} and not accepted(play), flags=without("penalty"))
    broken(lambda play: play.clutch_offense > 0, clutch_offense=more)
    broken(lambda play: "dumped" in play.flags, defense=lambda _: 0, kind=lambda _: spi.LONG)
    broken(lambda play: "intercepted" in play.flags and play.interceptor >= 0, interceptor=more)
