"""Coaches: their tables are checked, their shares are the real ones, their steps move what they say."""

import csv
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.files.seasons import load_season
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.rulesets.spi.coach import files
from simlib.rulesets.spi.coach import men as usage
from simlib.rulesets.spi.coach.assumptions import get_step, steps
from simlib.rulesets.spi.coach.files import (
    CALLS,
    WHOLE,
    TeamHabits,
    read_calls,
    read_man_habits,
    read_policy,
    read_team_habits,
)  # fmt: skip
from simlib.rulesets.spi.coach.fit import BALANCE, MATCHED_RATES, Fitting, balance, rates_met
from simlib.rulesets.spi.coach.matched import against, opponents
from simlib.rulesets.spi.coach.tables import COACHES, load_coach, read_habits, run_odds, team_calls
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import ALL_SHARES, NO_LETTER, SITUATIONS
from simlib.rulesets.spi.sheets.rating_scale import THROW_MIX
from simlib.rulesets.spi.sheets.read import load_sheets

SHIPPED = data_folder("charts") / "spi" / "coaches"
CALL_HEADER = "down,distance,zone,state,run,short,medium,long,punt,field_goal,word,reason"
ANY = "*,*,*,*,50,50,0,0,0,0,assumed,why"
BACK, QUARTERBACK, SECOND_QUARTERBACK, END = range(4)


@pytest.fixture(scope="module")
def season():
    return load_season(1958)


@pytest.fixture(scope="module")
def sheets(season):
    return load_sheets(season)


@pytest.fixture(scope="module")
def as_played(season, sheets):
    return load_coach("as-played", season, sheets)


@pytest.fixture
def folder(tmp_path):
    for path in SHIPPED.iterdir():
        shutil.copy(path, tmp_path)
    return tmp_path


def written(path, *lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def faults_of(read, *arguments):
    with pytest.raises(InputError) as caught:
        read(*arguments)
    return caught.value.faults


# The call table


def test_every_situation_adds_up_and_keeps_the_field_limits():
    calls = read_calls(SHIPPED / "as-played.csv").parts
    assert calls.shape == (SITUATIONS, len(CALLS))
    assert (calls.sum(axis=1) == WHOLE).all()
    for situation in range(SITUATIONS):
        assert not any(calls[situation, call] for call in files.prohibited(situation))


def test_rows_are_the_kernels_situations():
    yards_to_go, to_goal = (1, 3, 6, 10, 15), (10, 20, 35, 50, 90, 99)
    classes = product(range(4), range(len(yards_to_go)), range(len(to_goal)), range(3))
    for row, (down, distance, zone, state) in enumerate(classes):
        assert files.SITUATION.row(down, distance, zone, state) == row
        assert files.SITUATION.classes_of(row) == (down, distance, zone, state)


def test_every_row_of_the_tables_has_its_reason():
    for name in ("as-played.csv", "policy.csv"):
        with open(SHIPPED / name, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                assert row["word"] == "assumed"
                assert len(row["reason"]) > 10


def test_later_rows_override_earlier_ones(tmp_path):
    path = written(tmp_path / "calls.csv", CALL_HEADER, ANY, "4,1,21-35,*,0,0,0,0,0,100,assumed,why")
    calls = read_calls(path).parts
    assert calls[files.SITUATION.row(3, 0, 2, 0)].tolist() == [0, 0, 0, 0, 0, WHOLE]
    assert calls[files.SITUATION.row(3, 1, 2, 0)].tolist() == [WHOLE // 2, WHOLE // 2, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("5,*,*,*,50,50,0,0,0,0,assumed,why", "down", "5"),
        ("1,4,*,*,50,50,0,0,0,0,assumed,why", "distance", "4"),
        ("1,*,red,*,50,50,0,0,0,0,assumed,why", "zone", "red"),
        ("1,*,*,calm,50,50,0,0,0,0,assumed,why", "state", "calm"),
        ("1,*,*,*,50,49.9,0,0,0,0,assumed,why", "", "99.9 per cent"),
        ("1,*,*,*,150,-50,0,0,0,0,assumed,why", "short", "-50"),
        ("1,*,*,*,nan,50,0,0,0,0,assumed,why", "run", "nan"),
        ("1,*,*,*,50,50,0,0,0,0,guessed,why", "word", "guessed"),
        ("1,*,*,*,50,50,0,0,0,0,assumed,", "reason", ""),
        ("1,*,11-20,*,50,40,0,10,0,0,assumed,why", "long", "10"),
        ("1,*,1-10,*,50,40,10,0,0,0,assumed,why", "medium", "10"),
        ("4,*,51-90,*,50,40,0,0,0,10,assumed,why", "field_goal", "10"),
        ("1,*,*,*,50,50,0,0,0,assumed,why", "", "11 cells"),
    ],
)
def test_a_wrong_row_is_named(tmp_path, line, column, found):
    fault = faults_of(read_calls, written(tmp_path / "calls.csv", CALL_HEADER, ANY, line))[0]
    assert fault.where.endswith("calls.csv:3")
    assert (fault.column, fault.found) == (column, found)


def test_a_situation_without_a_row_is_named(tmp_path):
    fault = faults_of(read_calls, written(tmp_path / "calls.csv", CALL_HEADER, ANY.replace("*", "1", 1)))[0]
    assert fault.expected == "a row for 2,1,1-10,normal"


def test_all_the_faults_are_told_at_once(tmp_path):
    lines = (ANY, ANY.replace("50", "x", 1), ANY.replace("why", ""))
    assert len(faults_of(read_calls, written(tmp_path / "calls.csv", CALL_HEADER, *lines))) == 2


def test_columns_must_be_right(tmp_path):
    path = written(tmp_path / "calls.csv", CALL_HEADER.replace("punt,", ""), ANY)
    assert faults_of(read_calls, path)[0].where.endswith("calls.csv:1")


# Policy


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("punt_rush,2,percent", "punt_rush,101,percent", "value"),
        ("punt_rush,2,percent", "punt_rush,2,share", "unit"),
        ("punt_rush,2", "punt_dash,2", "name"),
        ("use_chart,0", "use_chart,2", "value"),
        ("hurry_from,40", "protect_from,40", "name"),
    ],
)
def test_a_wrong_policy_is_named(folder, old, new, column):
    path = folder / "policy.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert column in {fault.column for fault in faults_of(read_policy, path)}


# Shares


@pytest.mark.parametrize("weights", [(1, 2, 0, 3), (0, 0, 7), (1,) * 7, (5, 0)])
def test_cumulative_shares(weights):
    shares = usage.cumulative(weights)
    assert shares[-1] == ALL_SHARES
    sizes = np.diff([0, *shares])
    assert ((sizes == 0) == (np.array(weights) == 0)).all()
    assert np.abs(sizes / ALL_SHARES - np.array(weights) / sum(weights)).max() < 1 / ALL_SHARES


@pytest.mark.parametrize("weights", [(1, 2, 0, 3), (0, 0, 7), (1,) * 300, (5, 0)])
def test_a_guide_skips_nobody(weights):
    shares = usage.cumulative(weights)
    guide = usage.guide_of(shares)
    for choice in range(0, ALL_SHARES, 61):
        drawn = next(entry for entry, share in enumerate(shares) if choice < share)
        assert guide[choice >> 8] <= drawn
    assert guide[0] == next(entry for entry, share in enumerate(shares) if share)


def team(**counts):
    """A back, two quarterbacks and an end with all letters."""
    sheet = np.zeros((4, arrays.M_COLUMNS), np.int16)
    sheet[:, arrays.M_PASS_S] = 10
    stats = {column: counts.get(column, (0, 0, 0, 0)) for column in ("rush_att", "pass_att", "rec")}
    return usage.Men("AAA", ("b", "q", "r", "e"), sheet, ("HB", "QB", "QB", "WR"), stats)


def over_games(shares, games):
    return [sum(g * row[slot] for g, row in zip(games, shares, strict=True)) for slot in range(4)]


def test_a_passer_carries_in_his_own_games_and_all_have_their_real_shares():
    men = team(pass_att=(0, 75, 25, 0), rush_att=(80, 15, 5, 0))
    slots, games = usage.passers(men)
    assert (slots, games) == ([QUARTERBACK, SECOND_QUARTERBACK], [Fraction(3, 4), Fraction(1, 4)])
    shares = usage.carriers(men, slots, games)
    assert [sum(row) for row in shares] == [1, 1]
    assert shares[0][QUARTERBACK] == shares[1][SECOND_QUARTERBACK] == Fraction(1, 5)
    assert shares[1][QUARTERBACK] == shares[0][SECOND_QUARTERBACK] == 0
    assert over_games(shares, games) == [Fraction(n, 100) for n in (80, 15, 5, 0)]


def test_a_running_substitute_carries_beyond_his_own_games():
    men = team(pass_att=(0, 90, 10, 0), rush_att=(80, 0, 20, 0))
    slots, games = usage.passers(men)
    shares = usage.carriers(men, slots, games)
    assert shares[1][SECOND_QUARTERBACK] == usage.MOST_PASSER_CARRIES
    assert over_games(shares, games) == [Fraction(n, 100) for n in (80, 0, 20, 0)]


def test_without_a_quarterback_the_man_who_threw_most_passes():
    men = team(pass_att=(5, 0, 0, 3))._replace(positions=("HB", "HB", "HB", "WR"))
    assert usage.passers(men) == ([BACK], [1])


def test_backs_throw_by_their_share_of_the_passes():
    men = team(pass_att=(10, 80, 10, 0))
    shares = usage.back_passes(men, [QUARTERBACK, SECOND_QUARTERBACK])
    assert shares == [6554] * 4


def test_unknown_counts_are_shared_alike():
    men = team()._replace(stats={"rush_att": (None,) * 4, "pass_att": (0, 1, 0, 0), "rec": (None,) * 4})
    assert usage.carriers(men, [QUARTERBACK], [Fraction(1)]) == [[Fraction(1, 4)] * 4]


def test_catches_come_out_in_expectation_whatever_the_letters():
    men = team(rec=(10, 0, 60, 30))
    men.sheet[BACK, arrays.M_GAIN_L] = NO_LETTER
    men.sheet[END, arrays.M_GAIN_S] = NO_LETTER
    mix, chances = (0.47, 0.44, 0.09), (0.6, 0.4, 0.2)
    shares = usage.receivers(men, mix, chances)
    assert shares[0][END] == shares[2][BACK] == 0
    caught = [sum(m * c * shares[n][slot] for n, (m, c) in enumerate(zip(mix, chances, strict=True)))
              for slot in range(4)]  # fmt: skip
    assert [n / sum(caught) for n in caught] == pytest.approx([0.1, 0, 0.6, 0.3], abs=1e-6)


@pytest.mark.parametrize(
    ("letters", "percent"), [((7, 9), 62), ((9, 7), 38), ((7, 7), 50), ((7, -1), 100), ((-1, 7), 0)]
)
def test_carries_on_the_better_side(letters, percent):
    sheet = np.zeros((1, arrays.M_COLUMNS), np.int16)
    sheet[0, [arrays.M_RIS, arrays.M_ROS]] = letters
    assert usage.inside_shares(sheet, 62)[0] == pytest.approx(percent * ALL_SHARES / 100, abs=1)


# Calls of a team


def test_a_run_offset_is_a_logit():
    assert float(run_odds(1000)) == pytest.approx(np.e)
    assert run_odds(0) == 1
    assert run_odds(-700) * run_odds(700) == pytest.approx(1)


def test_offsets_move_runs_against_passes_and_nothing_else():
    habits, _ = read_habits()
    plain = np.diff(team_calls(habits, TeamHabits(0), (True,) * 3), axis=1, prepend=0)
    moved = np.diff(team_calls(habits, TeamHabits(500), (True,) * 3), axis=1, prepend=0)
    assert np.abs(plain - habits.calls[:, :5] * ALL_SHARES / WHOLE).max() <= 1
    plays = plain[:, 0] * plain[:, 1:4].sum(axis=1) > 0
    assert (moved[plays, 0] > plain[plays, 0]).all()
    assert np.abs(moved[:, 4] - plain[:, 4]).max() <= 1
    row = files.SITUATION.row(0, 3, 4, 0)
    odds = [shares[row, 0] / shares[row, 1:4].sum() for shares in (plain, moved)]
    assert odds[1] / odds[0] == pytest.approx(np.exp(0.5), rel=1e-3)


def test_a_length_nobody_can_catch_goes_to_the_next_shorter():
    habits, _ = read_habits()
    calls = np.diff(team_calls(habits, TeamHabits(0), (True, True, False)), axis=1, prepend=0)
    assert (calls[:, 3] == 0).all()


# Coaches


@pytest.mark.parametrize("name", COACHES)
def test_coaches_are_whole(season, sheets, name):
    coach, cells, _ = load_coach(name, season, sheets)
    league = sheets.league
    for shares in (coach.calls, coach.lineup, coach.carrier, coach.receiver, coach.punter, coach.kicker):
        assert (np.diff(shares, axis=-1) >= 0).all()
        assert shares.min() >= 0
        assert shares.max() <= ALL_SHARES
    for shares in (coach.lineup, coach.carrier, coach.receiver, coach.punter, coach.kicker, coach.defense):
        assert (shares[..., -1] == ALL_SHARES).all()
    assert not any(array.flags.writeable for array in coach)
    assert sum(cells.values()) > 80
    gains = league.man[:, :, arrays.M_GAIN_S : arrays.M_GAIN_S + 3].transpose(0, 2, 1)
    assert (gains[np.diff(coach.receiver, axis=-1, prepend=0) > 0] != NO_LETTER).all()
    runs = league.man[:, :, [arrays.M_RIS, arrays.M_ROS]] != NO_LETTER
    carries = (np.diff(coach.carrier, axis=-1, prepend=0) > 0).any(axis=1)
    assert runs[..., 0][carries & (coach.inside > 0)].all()
    assert runs[..., 1][carries & (coach.inside < ALL_SHARES)].all()
    for number, passers in enumerate(coach.lineup_passer):
        assert (league.man[number][passers][:, arrays.M_PASS_S : arrays.M_PASS_S + 3] != NO_LETTER).all()


def test_the_chart_is_left_out_but_for_the_blind_draw(season, sheets):
    used = {name: load_coach(name, season, sheets).coach.policy[arrays.P_USE_CHART] for name in COACHES}
    assert used == {"as-played": 0, "matched": 0, "solitaire-blind": 1}


def test_solitaire_blind_differs_in_the_draw_alone(season, sheets, as_played):
    blind = load_coach("solitaire-blind", season, sheets).coach
    differs = {
        name for name in blind._fields if (getattr(blind, name) != getattr(as_played.coach, name)).any()
    }
    assert differs == {"defense", "policy"}


def test_real_shares_of_carries(season, sheets, as_played):
    coach = as_played.coach
    for index, (code, ids) in enumerate(zip((t.code for t in season.teams), sheets.men, strict=True)):
        men = {man.id: man for man in season.players if man.team == code}
        real = np.array([men[name].stats["rush_att"] or 0 for name in ids])
        games = np.diff(coach.lineup[index], prepend=0) / ALL_SHARES
        shares = np.diff(coach.carrier[index, :, : len(ids)], axis=1, prepend=0) / ALL_SHARES
        assert games @ shares == pytest.approx(real / real.sum(), abs=1e-3)


def test_an_unknown_coach_is_named(season, sheets):
    fault = faults_of(load_coach, "vince", season, sheets)[0]
    assert (fault.where, fault.found) == ("--coach", "vince")
    assert all(name in fault.expected for name in COACHES)


def test_a_folder_overlays_single_tables(season, sheets, tmp_path):
    written(tmp_path / "as-played.csv", CALL_HEADER, ANY)
    coach = load_coach("as-played", season, sheets, tmp_path)
    assert (np.diff(coach.coach.calls, axis=2)[:, :, 1:] == 0).all()


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("I,1", "I,9", 1), lambda t: t.replace("II,", "VI,", 1)]
)
def test_wrong_weights_are_named(season, sheets, folder, change):
    path = folder / "blind-defense.csv"
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert faults_of(load_coach, "solitaire-blind", season, sheets, folder)[0].where.startswith(str(path))


# Steps


@pytest.mark.parametrize("step", steps(), ids=lambda step: step.name)
def test_a_step_moves_something_and_keeps_the_rules(season, sheets, as_played, step):
    before, _ = read_habits()
    after = step.apply(before)
    assert (after.calls.sum(axis=1) == WHOLE).all()
    assert after.calls.min() >= 0
    for situation in range(SITUATIONS):
        assert not any(after.calls[situation, call] for call in files.prohibited(situation))
    moved = load_coach("as-played", season, sheets, step=step.name)
    assert any((a != b).any() for a, b in zip(moved.coach, as_played.coach, strict=True))
    assert any(step.description in note for note in moved.notes)
    assert (read_habits()[0].calls == before.calls).all()


def test_half_as_many_tries_again():
    before, _ = read_habits()
    after = next(step for step in steps() if step.name == "fourth-down-tries").apply(before)
    tries = [habits.calls[3 * SITUATIONS // 4 :, :4].sum(axis=1) for habits in (before, after)]
    some = (tries[0] > 0) & (tries[0] < 2 * WHOLE // 3)
    assert some.any()
    assert (tries[1][some] == tries[0][some] + tries[0][some] // 2).all()


def test_more_runs_near_the_goal_are_on_downs_1_to_3():
    before, _ = read_habits()
    moved = get_step("runs-near-goal").apply(before).calls - before.calls
    for situation in range(SITUATIONS):
        down, _, zone = files.SITUATION.classes_of(situation)[:3]
        near = files.ZONES[zone] == "1-10" and files.DOWNS[down] != "4"
        more = min(WHOLE // 10, before.calls[situation, files.SHORT]) if near else 0
        assert (moved[situation, files.RUN], moved[situation, files.SHORT]) == (more, -more)


@pytest.mark.parametrize(
    ("step", "name"),
    [("better-side", "better_side"), ("rarer-dump-offs", "dump_from"), ("farther-punts-out", "punt_out_to")],
)
def test_a_step_says_what_it_moves_and_from_where(step, name):
    before, _ = read_habits()
    told = [int(number) for number in re.findall(r"\d+", get_step(step).description)]
    assert told == [get_step(step).apply(before).policy[name], before.policy[name]]


def test_an_unknown_step_is_named(season, sheets):
    fault = faults_of(load_coach, "as-played", season, sheets, None, "luck")[0]
    assert (fault.where, fault.found) == ("--step", "luck")


# What is fitted


@pytest.fixture(scope="module")
def fitting(season, sheets):
    return Fitting(season, sheets)


@pytest.fixture
def own_season(season, tmp_path):
    """A copy of the season in a folder whose fitted tables may be spoilt."""
    shutil.copytree(season.folder, tmp_path / "own")
    return load_season(tmp_path / "own")


def fitted(season, sheets, name):
    spi = season.folder / "spi"
    codes = tuple(team.code for team in season.teams)
    if name == "as-played":
        return read_team_habits(spi / "coach.csv", codes), {}
    men = read_man_habits(spi / "matched.csv", dict(zip(codes, sheets.men, strict=True)))
    return read_team_habits(spi / "matched_teams.csv", codes, throws=True), men


@pytest.fixture(scope="module")
def replayed(season, sheets, fitting):
    return {name: fitting.replays(*fitted(season, sheets, name), 300) for name in ("as-played", "matched")}


@pytest.mark.parametrize("name", ["as-played", "matched"])
def test_the_real_balance_of_runs_and_passes_comes_out(season, replayed, name):
    columns = [TEAM_COLUMNS.index(column) for column in BALANCE]
    for team, line in zip(season.teams, replayed[name].teams[:, columns].tolist(), strict=True):
        runs, dropbacks = balance([team.stats[column] for column in BALANCE])
        played_runs, played_dropbacks = balance(line)
        share = played_runs / (played_runs + played_dropbacks)
        assert share == pytest.approx(runs / (runs + dropbacks), abs=0.006), team.code


def test_matched_meets_the_rates_of_four_men_in_five(fitting, replayed):
    shares = {}
    for name, replay in replayed.items():
        met = [rates_met(fitting, replay, rate) for rate in MATCHED_RATES]
        shares[name] = sum(within for within, _ in met) / sum(within + len(missed) for within, missed in met)
    assert shares["matched"] >= 0.80
    assert shares["as-played"] < shares["matched"]


def test_the_coach_throws_the_lengths_the_men_are_rated_for(season, sheets, fitting):
    throws = fitting.throws_by_length(*fitted(season, sheets, "as-played"), 2).mean(axis=0)
    assert throws == pytest.approx([float(part) for part in THROW_MIX], abs=0.015)


def test_tries_on_fourth_down_are_as_many_as_the_table_says(season, replayed):
    line = replayed["as-played"].teams.sum(axis=0)
    tries, games = (line[TEAM_COLUMNS.index(column)] for column in ("fourth_down_tries", "games"))
    assert 0.8 < tries / games < 1.2


def test_a_season_without_fitted_offsets_is_estimated_and_says_so(own_season, sheets, as_played):
    (own_season.folder / "spi" / "coach.csv").unlink()
    loaded = load_coach("as-played", own_season, sheets)
    assert any("coach.csv" in note for note in loaded.notes)
    row = files.SITUATION.row(0, 3, 4, 0)
    assert loaded.coach.calls[:, row, 0] == pytest.approx(as_played.coach.calls[:, row, 0], abs=4500)


def test_matched_needs_a_solution(own_season, sheets):
    (own_season.folder / "spi" / "matched.csv").unlink()
    assert "python -m" in faults_of(load_coach, "matched", own_season, sheets)[0].expected


@pytest.mark.parametrize(
    ("table", "old", "new", "column", "found"),
    [
        ("coach.csv", "BAL,", "BLT,", "team", "BLT"),
        ("coach.csv", "CHI,", "BAL,", "team", "BAL"),
        ("coach.csv", ",fitted", ",solved", "word", "solved"),
        ("coach.csv", "BAL,", "BAL,9999", "run_offset", None),
        ("matched_teams.csv", ",1000,", ",0,", "short", "0"),
        ("matched.csv", "berry-raymond", "berry-ray", "player", "berry-ray"),
        ("matched.csv", "ameche-alan", "berry-raymond", "player", "berry-raymond"),
        ("matched.csv", "BAL,berry-raymond,", "BAL,berry-raymond,-", "inside", None),
    ],
)
def test_a_wrong_fitted_row_is_named(own_season, sheets, table, old, new, column, found):
    path = own_season.folder / "spi" / table
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    name = "as-played" if table == "coach.csv" else "matched"
    named = [f for f in faults_of(load_coach, name, own_season, sheets) if f.column == column]
    assert named
    assert found is None or found in {fault.found for fault in named}
    assert any(str(path) in fault.where for fault in named)


def test_targets_must_add_up(own_season, sheets):
    path = own_season.folder / "spi" / "matched.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    cells = lines[1].split(",")
    written(path, lines[0], ",".join([*cells[:3], str(int(cells[3]) + 1), *cells[4:]]), *lines[2:])
    fault = faults_of(load_coach, "matched", own_season, sheets)[0]
    assert (fault.column, fault.found) == ("short", "BAL: 65537 in all")


def test_expectations_know_the_schedule(season):
    codes = [team.code for team in season.teams]
    rivals = opponents(season, codes.index("BAL"))
    assert sorted(codes[rival] for rival in rivals) == sorted(
        2 * ["CHI", "DET", "GB", "RAM", "SF"] + ["NYG", "WAS"]
    )
    assert against(np.arange(21.0), 10, [2, 0, -4]) == pytest.approx((8 + 10 + 14) / 3)
    assert against(np.arange(21.0), 0, [2, 0]) == 0


def test_fitting_a_season_that_is_not_there_is_one_line():
    command = [sys.executable, "-m", "simlib.rulesets.spi.coach.season_fit", "1857"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "1857" in run.stderr
