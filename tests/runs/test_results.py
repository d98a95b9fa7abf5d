"""Results against sums done the long way, exactness of merging, and runs on disk."""

import json
from dataclasses import replace
from fractions import Fraction
from statistics import stdev

import numpy as np
import pytest
from synthetic import CODES, SLOTS, synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.kernels.reduction import fixed_sd, reduce_seasons
from simlib.kernels.stats import PLAYER_COLUMNS, STATS, TEAM_COLUMNS
from simlib.kernels.sums import (
    BINS,
    FIRST_BIN,
    FIXED_POINT,
    M_BELOW,
    M_D,
    M_EQUAL,
    M_N,
    M_NA,
    M_R,
    M_RR_HIGH,
    M_RR_LOW,
    M_WITHIN_3,
    M_WITHIN_5,
    SPREAD_POINT,
    SPREADS,
    empty_sums,
    wide,
)
from simlib.kernels.tally import empty_tally
from simlib.rulesets.contract import Setup
from simlib.runs.plan import make_plan, rate_keys

SEASON = synthetic_season()
GAME = synthetic_ruleset()


@pytest.fixture(scope="module")
def results():
    return simlib.replay(SEASON, GAME, seasons=120, seed=3, jobs=1, detail="games")


def pairs_of(results, key):
    """A rate's numerator and denominator in every season, from the kept rows."""
    rows = results.rows
    names = (
        PLAYER_COLUMNS if key.level == "player" else TEAM_COLUMNS + tuple(f"opp_{c}" for c in TEAM_COLUMNS)
    )
    lines = rows.player_stats[:, key.team, key.slot] if key.level == "player" else rows.team_stats
    if key.level == "league":
        known = [results.season.real(key.stat.name, "team", code) is not None for code in CODES]
        lines = (lines[:, known] if any(known) else lines).sum(axis=1)
    elif key.level == "team":
        lines = lines[:, key.team]
    return [
        tuple(int(sum(line[names.index(c)] for c in columns)) for columns in key.stat[2:4]) for line in lines
    ]


def test_every_rate_agrees_with_the_long_way(results):
    compared = 0
    for key, rate in results.rates():
        pairs = pairs_of(results, key)
        tried = [Fraction(key.stat.scale * n, d) for n, d in pairs if d]
        assert rate.seasons_na == len(pairs) - len(tried)
        if not tried:
            assert rate.mean is rate.sd is rate.within3 is None
            continue
        n, d = (sum(column) for column in zip(*pairs, strict=True))
        assert rate.mean == pytest.approx(key.stat.scale * n / d, rel=1e-14)
        assert rate.sd == pytest.approx(stdev(map(float, tried)), abs=1e-5)
        residuals = [(key.stat.scale * (a - Fraction(n, d) * b)) ** 2 for a, b in pairs]
        seasons = len(pairs)
        assert rate.mcse == pytest.approx(float(sum(residuals) * seasons / (seasons - 1) / d**2) ** 0.5)
        if rate.real:
            compared += 1
            real = Fraction(rate.real).limit_denominator(10**9)
            for share, margin in ((rate.within3, 3), (rate.within5, 5)):
                assert share == sum(abs(x / real - 1) * 100 <= margin for x in tried) / len(tried)
    assert compared > 40


def test_seasons_below_and_level_with_the_real_rate_are_counted(results):
    level = 0
    for row, key in enumerate(rate_keys(results.men)):
        real_n, real_d = (int(x) for x in results.plan.real[row])
        above = [n * real_d - real_n * d for n, d in pairs_of(results, key) if d and real_d]
        counted = results.sums.moments[row, [M_BELOW, M_EQUAL]].tolist()
        assert counted == [sum(x < 0 for x in above), sum(x == 0 for x in above)]
        level += counted[1]
    assert level > 0


def test_histograms_count_whole_per_cents_around_the_real_rate(results):
    for row, key in enumerate(rate_keys(results.men)):
        place = results.plan.histogram_row[row]
        if place < 0:
            continue
        real = Fraction(*(int(x) for x in results.plan.real[row]))
        expected = np.zeros(BINS, int)
        for n, d in pairs_of(results, key):
            if d:
                percent = (100 * (Fraction(n, d) / real - 1)).__floor__()
                expected[min(max(percent, -100), 200) - FIRST_BIN] += 1
        assert results.sums.histogram[place].tolist() == expected.tolist()


def test_the_margins_include_their_ends():
    plan = make_plan(SEASON, GAME.load(Setup(SEASON, "fair")).men)
    yards = (945, 946, 855, 854, 927, 928, 873, 872)  # 900 are the real 4.5 a carry; ends are 5% and 3% off
    tally = empty_tally(len(yards), 4, 5, 12)
    tally.team_stats[:, 0, TEAM_COLUMNS.index("rush_att")] = 200
    tally.team_stats[:, 0, TEAM_COLUMNS.index("rush_yds")] = yards
    sums = empty_sums(plan)
    reduce_seasons(tally, plan, sums)
    assert sums.moments[0, [M_WITHIN_3, M_WITHIN_5]].tolist() == [2, 6]
    assert sums.histogram[0].sum() == len(yards)
    assert [k + FIRST_BIN for k in np.flatnonzero(sums.histogram[0])] == [-6, -5, -4, -3, 3, 5]


def test_a_season_without_a_try_is_na_and_not_nought():
    plan = make_plan(SEASON, GAME.load(Setup(SEASON, "fair")).men)
    sums = empty_sums(plan)
    reduce_seasons(empty_tally(5, 4, 5, 12), plan, sums)
    keys = list(rate_keys(GAME.load(Setup(SEASON, "fair")).men))
    assert {int(x) for x in sums.moments[:, M_NA]} == {5}
    assert sums.moments[:, M_D].sum() == sums.histogram.sum() == 0
    assert len(keys) == len(sums.moments)


def test_a_season_without_a_try_is_left_out_of_the_shares():
    run = simlib.replay(SEASON, GAME, seasons=5)
    slot = SLOTS.index("back-one")
    tally, carried = (
        empty_tally(5, 4, 5, 12),
        [PLAYER_COLUMNS.index(name) for name in ("rush_att", "rush_yds")],
    )
    for season, yards in enumerate((9, 9, 18)):  # the real rate twice, then twice as much; two seasons none
        tally.player_stats[season, 0, slot, carried] = 2, yards
    sums = empty_sums(run.plan)
    reduce_seasons(tally, run.plan, sums)
    row = next(k for k, key in enumerate(rate_keys(run.men))
               if (key.team, key.slot, key.stat.name) == (0, slot, "yards_per_carry"))  # fmt: skip
    rate = replace(run, sums=sums).rate(row)
    assert (rate.seasons_na, rate.within3, rate.within5) == (2, 2 / 3, 2 / 3)


def test_sums_of_ten_million_seasons_stay_exact():
    """A sum of squares may pass 64 bits: it is kept in two parts."""
    plan = make_plan(SEASON, GAME.load(Setup(SEASON, "fair")).men)
    tally = empty_tally(1, 4, 5, 12)
    tally.team_stats[:, :, TEAM_COLUMNS.index("games")] = 1
    tally.team_stats[:, :, TEAM_COLUMNS.index("rush_yds")] = 2000
    sums = empty_sums(plan)
    reduce_seasons(tally, plan, sums)
    row = next(k for k, key in enumerate(rate_keys(GAME.load(Setup(SEASON, "fair")).men))
               if key.level == "team" and key.stat.name == "rushing_yards_per_game")  # fmt: skip
    value, high, low = (int(sums.moments[row, column]) for column in (M_R, M_RR_HIGH, M_RR_LOW))
    assert value == 2000 * FIXED_POINT
    assert wide(high, low) == value**2
    assert max(high, low, value) * 10_000_000 < 2**63
    assert wide(high * 10_000_000, low * 10_000_000) == value**2 * 10_000_000 > 2**63


def test_spreads_agree_with_the_long_way(results):
    rows, seasons = results.rows, results.meta.seasons
    column = {
        name: rows.team_stats[:, :, TEAM_COLUMNS.index(name)].astype(float) for name in ("wins", "ties")
    }
    margin = (rows.scores[:, :, 0] - rows.scores[:, :, 1]).astype(float)
    expected = {
        "points_sd": rows.scores.reshape(seasons, -1).std(axis=1, ddof=1),
        "margin_sd": margin.std(axis=1, ddof=1),
        "wins_sd": (column["wins"] + column["ties"] / 2).std(axis=1, ddof=1),
        "ties": (margin == 0).sum(axis=1),
        "home_margin": margin.mean(axis=1),
    }
    assert tuple(expected) == SPREADS
    for name, values in expected.items():
        mean, mcse = results.spread(name)
        assert mean == pytest.approx(values.mean(), abs=3e-5)
        assert mcse == pytest.approx(values.std(ddof=1) / seasons**0.5, abs=3e-5)


def test_a_spread_is_the_exact_root_rounded_down():
    values = np.array([[0, 0, 0], [1, 2, 4], [0, 10**3, 10**3], [7, 7, 8]])
    for row, sd in zip(values.tolist(), fixed_sd(values).tolist(), strict=True):
        square = Fraction(3 * sum(x * x for x in row) - sum(row) ** 2, 6) * SPREAD_POINT**2
        assert sd**2 <= square < (sd + 1) ** 2


def test_standings_add_up(results):
    frame = results.standings()
    assert frame["wins"].sum() == pytest.approx(frame["losses"].sum())
    assert (frame["wins"] + frame["losses"] + frame["ties"]).tolist() == pytest.approx([6] * 4)
    assert frame["titles"].sum() == pytest.approx(1)
    assert frame.groupby("conference")["conference_titles"].sum().tolist() == pytest.approx([1, 1])
    assert (frame["first"] >= frame["conference_titles"]).all()
    assert frame[["real_wins", "real_losses", "real_ties"]].sum(axis=1).tolist() == [6] * 4
    assert frame["points"].sum() == pytest.approx(frame["points_against"].sum())
    assert results.sums.playoffs.sum() == results.sums.wins[0].sum() == 120
    assert results.sums.ranks.sum(axis=1).tolist() == [120] * 4


def test_games_agree_with_their_scores(results):
    frame, scores = results.games(), results.rows.scores
    assert frame["home_score"].tolist() == pytest.approx(scores[:, :, 0].mean(axis=0).tolist())
    assert frame["ties"].tolist() == pytest.approx((scores[:, :, 0] == scores[:, :, 1]).mean(axis=0).tolist())
    assert (frame["home_wins"] + frame["ties"] + frame["away_wins"]).tolist() == pytest.approx([1] * 12)


def test_frames_have_their_lines_and_columns(results):
    players, teams, league = results.players(), results.teams(), results.league()
    assert len(players) == 20
    assert len(teams) == 4
    assert list(league.columns) == ["stat", "title", "mean", "mcse", "sd", "real"]
    assert players.set_index("player").loc["back-two-aaa", "others"]
    assert players.set_index("player").loc["back-one-aaa", "qualified_yards_per_carry"]
    assert not players.set_index("player").loc["end-aaa", "qualified_yards_per_carry"]
    reserve = players.set_index("player").loc["reserve-aaa"]
    assert np.isnan(reserve["yards_per_carry"])
    assert reserve["rush_att"] == reserve["real_rush_att"] == 0
    assert np.isnan(reserve["real_pass_att"])
    assert teams["rush_att"].tolist() == [180.0] * 4
    assert teams["opp_points"].sum() == pytest.approx(teams["points"].sum())
    for frame, level in ((teams, "team"), (players, "player")):
        assert {s.name for s in STATS if level in s.levels} <= set(frame.columns)


def test_leaders_are_qualified_and_in_order(results):
    frame = results.leaders("yards_per_carry")
    assert {name.rsplit("-", 1)[0] for name in frame["player"]} == {"back-one"}  # back-two is book-keeping
    assert frame["mean"].is_monotonic_decreasing
    assert frame["rank"].tolist() == [1, 2, 3, 4]
    assert results.leaders("interception_percent", lowest=True)["mean"].is_monotonic_increasing
    assert len(results.leaders("rec_yds", count=2)) == 2
    with pytest.raises(InputError, match="yards_per_carry"):
        results.leaders("home_runs")


def test_rows_agree_with_sums(results):
    players, games = results.season_rows("player"), results.game_rows()
    assert len(players) == 120 * 20
    assert len(games) == 120 * 12
    means = players.groupby(["team", "player"])["rush_yds"].mean()
    summary = results.players().set_index(["team", "player"])["rush_yds"]
    assert means.to_dict() == pytest.approx(summary.to_dict())
    assert results.season_rows("team")["season"].max() == 119
    assert results.season_rows("league")["games"].tolist() == [24] * 120
    with pytest.raises(InputError, match="league, team or player"):
        results.season_rows("coach")


def test_asking_a_summary_for_rows_says_so():
    summary = simlib.replay(SEASON, GAME, seasons=3)
    with pytest.raises(InputError, match="kept 'summary'"):
        summary.season_rows("team")
    seasons = simlib.replay(SEASON, GAME, seasons=3, detail="seasons")
    assert len(seasons.season_rows("team")) == 12
    with pytest.raises(InputError, match="kept 'seasons'"):
        seasons.game_rows()


def test_partly_known_figures_compare_the_covered_teams_only():
    season = synthetic_season()
    hidden = replace(season.teams[3], stats=season.teams[3].stats | {"rush_yds": None})
    season = replace(season, teams=(*season.teams[:3], hidden))
    game = synthetic_ruleset(extra=(0, 0, 0, 20))  # the team without a real figure runs wild
    run = simlib.replay(season, game, seasons=50)
    league = run.league().set_index("stat")
    assert league.loc["yards_per_carry", "real"] == 4.5
    assert league.loc["yards_per_carry", "mean"] == pytest.approx(4.5, rel=0.02)
    assert league.loc["rushing_touchdowns_per_game", "mean"] == pytest.approx(
        run.teams()["rushing_touchdowns_per_game"].mean()
    )


def test_figures_known_of_listed_men_compare_those_men_only():
    season = synthetic_season()
    season = replace(season, men_based=frozenset({"yards_per_carry"}))
    game = synthetic_ruleset(extra=(0, 0, 0, 0))
    run = simlib.replay(season, game, seasons=50)
    rows = {key.stat.name: (row, key) for row, key in enumerate(rate_keys(run.men)) if key.level == "league"}
    row, _ = rows["yards_per_carry"]
    backs = run.sums.player_columns[:, SLOTS.index("back-one")]  # the other backs are book-keeping
    assert run.sums.moments[row, M_D] == backs[:, PLAYER_COLUMNS.index("rush_att")].sum()
    assert run.sums.moments[row, M_N] == backs[:, PLAYER_COLUMNS.index("rush_yds")].sum()
    assert run.plan.real[row].tolist() == [
        sum(
            season.real("yards_per_carry", "player", code, f"back-one-{code.lower()}")[part] for code in CODES
        )
        for part in (0, 1)
    ]


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"first": 21}, "first"), ({"first": 10}, "first"), ({"seed": 2}, "seed"),
        ({"coach": "sly"}, "coach"), ({"options": "wind"}, "options"), ({"detail": "games"}, "detail"),
    ],
)  # fmt: skip
def test_runs_that_do_not_fit_are_not_merged(changes, column):
    first = simlib.replay(SEASON, GAME, seasons=20)
    with pytest.raises(InputError) as refused:
        simlib.merge(first, simlib.replay(SEASON, GAME, **{"seasons": 20, "first": 20} | changes))
    assert refused.value.faults[0].column == column


def test_runs_of_other_real_figures_are_not_merged():
    other = simlib.replay(synthetic_season({"rush_yds": 1.01}), GAME, seasons=5, first=5)
    with pytest.raises(InputError, match="real figures"):
        simlib.merge(simlib.replay(SEASON, GAME, seasons=5), other)


# On disk


def test_a_season_of_two_leagues_is_kept_whole(tmp_path):
    more = {"net_pass_yds": 9, "opp_net_pass_yds": 10}
    teams = tuple(
        replace(team, division="Central", league="AFL", region="East", stats=team.stats | more)
        for team in SEASON.teams
    )
    season = replace(SEASON, teams=teams, left_out=("ZZZ",))
    replace(simlib.replay(SEASON, GAME, seasons=5), season=season).save(tmp_path / "run")
    assert replace(simlib.open(tmp_path / "run").season, folder=season.folder) == season


@pytest.mark.parametrize("detail", ["summary", "seasons", "games"])
def test_a_saved_run_opens_as_it_was(tmp_path, detail):
    run = simlib.replay(SEASON, GAME, seasons=30, detail=detail)
    run.save(tmp_path / "run")
    again = simlib.open(tmp_path / "run")
    assert again.meta == run.meta
    assert again.digest() == run.digest()
    assert again.men == run.men
    assert all(map(np.array_equal, again.plan, run.plan))
    assert replace(again.season, folder=SEASON.folder) == SEASON
    assert simlib.accuracy(again, GAME) == simlib.accuracy(run, GAME)
    for name in ("league", "teams", "players", "games", "standings"):
        assert getattr(again, name)().equals(getattr(run, name)())
    if detail != "summary":
        assert again.season_rows("player").equals(run.season_rows("player"))


def test_equal_runs_are_the_same_bytes(tmp_path):
    for name, jobs in (("a", 1), ("b", 2)):
        simlib.replay(SEASON, GAME, seasons=300, jobs=jobs, detail="games").save(tmp_path / name)
    a, b = (
        {str(p.relative_to(tmp_path / name)): p.read_bytes() for p in (tmp_path / name).rglob("*.*")}
        for name in ("a", "b")
    )
    assert a == b
    assert len(a) == 1 + 4 + 3 * 2


def test_a_folder_in_use_is_refused_and_left_alone(tmp_path, results):
    (tmp_path / "kept.txt").write_text("mine", encoding="utf-8")
    for target in (tmp_path, tmp_path / "kept.txt", tmp_path / "no" / "such" / "place", tmp_path / "a\0b"):
        with pytest.raises(InputError, match="--out"):
            results.save(target)
    assert [p.name for p in tmp_path.iterdir()] == ["kept.txt"]


def test_a_write_that_fails_leaves_nothing(tmp_path, results, monkeypatch):
    import pyarrow.parquet

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pyarrow.parquet, "write_table", full)
    with pytest.raises(InputError, match="No space left"):
        results.save(tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_used(tmp_path, results):
    (tmp_path / "run").mkdir()
    results.save(tmp_path / "run")
    assert simlib.open(tmp_path / "run").digest() == results.digest()


@pytest.mark.parametrize("fault", ["no folder", "no manifest", "broken", "format", "sums", "table", "cut"])
def test_a_run_that_was_damaged_is_refused_in_one_line(tmp_path, results, fault):
    folder = tmp_path / "run"
    results.save(folder)
    manifest = folder / "manifest.json"
    content = json.loads(manifest.read_text(encoding="utf-8"))
    if fault == "no folder":
        folder = tmp_path / "other"
    elif fault == "no manifest":
        manifest.unlink()
    elif fault == "broken":
        manifest.write_text("{", encoding="utf-8")
    elif fault in ("format", "sums"):
        content["format"] += fault == "format"
        content["playoffs"][0] += fault == "sums"
        manifest.write_text(json.dumps(content), encoding="utf-8")
    elif fault == "table":
        (folder / "summary" / "rates.parquet").unlink()
    else:
        table = folder / "summary" / "teams.parquet"
        table.write_bytes(table.read_bytes()[: table.stat().st_size // 2])
    with pytest.raises(InputError) as refused:
        simlib.open(folder)
    assert "\n" not in str(refused.value)
