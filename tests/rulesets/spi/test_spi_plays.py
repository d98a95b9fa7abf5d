"""Whole plays with chosen dice: where the ball, the down, the clock and the book stand afterwards."""

import shutil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spi_table import ALL, AWAY, HOME, Table, choices_of, play_with, slot_of, total, word_of

from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.kernels.dice import from_printed
from simlib.kernels.rng import choice, half_is_exact, throw
from simlib.kernels.season import MISS_TO_LINE_OR_20, R_MISSED_FIELD_GOAL
from simlib.rulesets.spi.charts.read import load_chart_files
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout, state
from simlib.rulesets.spi.play.game import lineup_of_game

AMECHE, BERRY, UNITAS = (slot_of("BAL", name) for name in ("ameche-alan", "berry-raymond", "unitas-johnny"))
SAFE = "21"  # a run that is no fumble of the Colts and stays in bounds


def runs(gain, dice=SAFE, outside=False, **situation):
    """The Colts' Ameche gains this on these dice."""
    table = Table().call("run").carrier(HOME, AMECHE, outside).run_cell(dice, gain)
    return table.at(**situation)


def passes(gain, number=8, length="medium", mark=0, **situation):
    """Unitas throws to Berry: complete on 11, for this gain when the dice add to `number`."""
    table = Table().call(length).passer(HOME, UNITAS).receiver(HOME, BERRY).pass_cell(number, gain, mark)
    return table.at(**situation)


def throws_incomplete(**situation):
    """The same with ranges moved: 61 is a sack, 65 and 66 may be intercepted, the rest falls."""
    table = passes(10, **situation)
    for column, value in (
        (spi.M_SACK_FROM, 30),
        (spi.M_SACK_TO, 30),
        (spi.M_INT_FROM, 34),
        (spi.M_INT_TO, 35),
    ):
        table.man_cell(HOME, UNITAS, column, value)
    return table


@given(st.lists(st.integers(0, 35), min_size=6, max_size=6))
def test_the_words_of_these_tests_hold_their_throws(throws):
    word = word_of(throws)
    assert [int(throw(word, role)) for role in range(6)] == throws
    halves = np.uint64(int(word) & 0xFFFFFFFF), np.uint64(int(word) >> 32)
    assert all(half_is_exact(half) for half in halves)


@given(st.lists(st.integers(0, 65535), min_size=4, max_size=4))
def test_the_words_of_choices_hold_their_numbers(numbers):
    assert [int(choice(choices_of(numbers), role)) for role in range(4)] == numbers


# Downs, spots and the clock


def test_a_run_in_bounds_takes_two_points_and_a_down():
    table = runs(4, to_goal=60)
    played = table.play(play=SAFE)
    assert (played.ball, played.series, played.clock) == ((HOME, 56), (2, 6), 2)
    assert played.flags == set()
    line, man = table.line(HOME), table.stats(HOME, AMECHE)
    assert (line["plays"], line["rush_att"], line["rush_yds"], line["first_downs_rush"]) == (1, 1, 4, 0)
    assert (man["rush_att"], man["rush_yds"]) == (1, 4)


def test_a_loss_adds_to_the_yards_to_go():
    played = runs(-3, to_goal=60, down=2, to_go=8).play(play=SAFE)
    assert (played.ball, played.series) == ((HOME, 63), (3, 11))


def test_a_first_down_starts_a_series():
    table = runs(8, to_goal=60, down=3, to_go=8)
    played = table.play(play=SAFE)
    assert (played.ball, played.series, played.flags) == ((HOME, 52), (1, 10), {"first_down"})
    assert table.line(HOME)["first_downs_rush"] == 1


def test_first_and_goal_inside_the_ten():
    played = runs(8, to_goal=15, down=3, to_go=8).play(play=SAFE)
    assert (played.ball, played.series) == ((HOME, 7), (1, 7))


def test_turnover_on_downs_gives_the_mirrored_spot_and_first_and_ten():
    table = runs(2, to_goal=30, down=4, to_go=3)
    played = table.play(play=SAFE)
    assert (played.ball, played.series, played.flags) == ((AWAY, 72), (1, 10), {"on_downs"})
    assert table.line(HOME)["fourth_down_tries"] == 1


def test_a_fourth_down_incompletion_too():
    played = throws_incomplete(to_goal=95, down=4, to_go=3).play(play="56")
    assert (played.ball, played.series, played.clock) == ((AWAY, 5), (1, 5), 1)


@pytest.mark.parametrize(
    ("dice", "outside", "gain", "quarter", "clock", "leaves"),
    [
        ("64", False, 5, 1, 0, True),
        ("64", False, 4, 1, 0, False),
        ("54", False, 5, 2, 51, False),
        ("54", False, 5, 2, 52, True),
        ("54", False, 5, 3, 52, False),
        ("61", True, -2, 1, 0, True),
        ("56", True, 9, 1, 0, False),
        ("34", True, 1, 4, 52, True),
    ],
)
def test_runs_out_of_bounds(dice, outside, gain, quarter, clock, leaves):
    played = runs(gain, dice, outside, quarter=quarter, clock=clock).play(play=dice)
    assert ("out_of_bounds" in played.flags) == leaves
    assert played.e_cost == 2 - leaves
    assert played.clock - clock == (1 if leaves or clock == 51 else 2)


@pytest.mark.parametrize(
    ("mark", "quarter", "clock", "leaves"),
    [(0, 2, 52, False), (1, 1, 0, True), (2, 2, 51, False), (2, 2, 52, True), (2, 1, 59, False)],
)
def test_passes_out_of_bounds(mark, quarter, clock, leaves):
    played = passes(7, mark=mark, quarter=quarter, clock=clock).play(play="11", second=total(8))
    assert ("out_of_bounds" in played.flags) == leaves
    assert played.e_cost == 2 - leaves


def test_an_incompletion_takes_a_point_and_no_yards():
    table = throws_incomplete()
    played = table.play(play="56")
    assert (played.ball, played.series, played.clock, played.flags) == ((HOME, 60), (2, 10), 1, set())
    line, passer, end = table.line(HOME), table.stats(HOME, UNITAS), table.stats(HOME, BERRY)
    assert (line["pass_att"], line["pass_cmp"], line["plays"]) == (1, 0, 1)
    assert (passer["pass_att"], passer["pass_cmp"], end["targets"], end["rec"]) == (1, 0, 1, 0)


def test_a_completion_is_booked_to_passer_and_receiver():
    table = passes(14)
    played = table.play(play="11", second=total(8))
    assert (played.ball, played.series) == ((HOME, 46), (1, 10))
    assert played.flags == {"complete", "first_down"}
    passer, end, line = table.stats(HOME, UNITAS), table.stats(HOME, BERRY), table.line(HOME)
    assert (passer["pass_yds"], end["rec_yds"], line["pass_yds"], line["first_downs_pass"]) == (14, 14, 14, 1)


def test_a_completion_may_lose_yards():
    played = passes(-4).play(play="11", second=total(8))
    assert (played.ball, played.series) == ((HOME, 64), (2, 14))


@pytest.mark.parametrize(
    ("rival", "run", "throw", "gain"), [("NYG", -2, -2, 0), ("WAS", 1, 1, 3), ("SF", 4, -1, -1)]
)
def test_a_defence_that_is_rated_plus_helps_the_offence(rival, run, throw, gain):
    table = Table(away=rival).call("run").carrier(HOME, AMECHE)
    assert table.play(play=SAFE).e_letter == ord("K") - ord("A") - run
    played = table.call("medium").passer(HOME, UNITAS).receiver(HOME, BERRY).at().play(play="11")
    assert (played.e_letter, played.e_gain_letter) == (
        ord("R") - ord("A") - throw,
        ord("J") - ord("A") - gain,
    )


# Touchdowns


@pytest.mark.parametrize("gain", [12, 40, spi.TOUCHDOWN])
def test_a_run_over_the_goal_line_is_cut_at_it(gain):
    table = runs(gain, to_goal=12)
    played = table.play(play=SAFE)
    assert (played.score, played.comes, played.ball, played.clock) == ((6, 0), "try", (HOME, 2), 1)
    assert played.flags == {"touchdown"}
    man, line = table.stats(HOME, AMECHE), table.line(HOME)
    assert (man["rush_yds"], man["rush_td"], line["rush_td"], line["points"]) == (12, 1, 1, 6)
    assert line["first_downs_rush"] == 1  # a touchdown is a first down in the statistics


def test_a_touchdown_pass_is_booked_three_times():
    table = passes(spi.TOUCHDOWN)
    assert table.play(play="11", second=total(8)).score == (6, 0)
    assert (table.stats(HOME, UNITAS)["pass_td"], table.stats(HOME, UNITAS)["pass_yds"]) == (1, 60)
    assert (table.stats(HOME, BERRY)["rec_td"], table.stats(HOME, BERRY)["rec_yds"]) == (1, 60)
    assert (table.line(HOME)["pass_td"], table.line(HOME)["first_downs_pass"]) == (1, 1)


def test_a_try_takes_no_time_and_the_scorers_kick_off():
    table = Table().at(to_goal=2, comes="try", points=(6, 0), clock=33)
    played = table.play(play="64")  # Myhra, 11-64
    assert (played.score, played.clock, played.comes, played.ball) == ((7, 0), 33, "kickoff", (HOME, 60))
    assert (table.line(HOME)["xp_made"], table.line(HOME)["xp_att"]) == (1, 1)


def test_a_missed_try():
    table = Table().at(to_goal=2, comes="try", points=(6, 0))
    assert table.play(play="65").score == (6, 0)
    assert (table.line(HOME)["xp_made"], table.line(HOME)["xp_att"]) == (0, 1)


# Medium and long gains


def test_a_medium_and_a_long_gain_roll_again():
    assert runs(spi.MEDIUM_GAIN).play(play=SAFE, second=total(7)).e_yards == 15
    assert runs(spi.LONG_GAIN).play(play=SAFE, second=total(4)).e_yards == 52
    assert runs(spi.LONG_GAIN).play(play=SAFE, second=total(12)).score == (6, 0)


# Safeties and the own goal line


def test_a_run_into_the_own_end_zone_is_a_safety():
    table = runs(-3, to_goal=98)
    played = table.play(play=SAFE)
    assert (played.score, played.comes, played.ball, played.clock) == ((0, 2), "kickoff", (HOME, 80), 1)
    assert (table.line(AWAY)["safeties"], table.line(AWAY)["points"]) == (1, 2)
    assert table.line(HOME)["rush_yds"] == -2  # a loss ends at the goal line


def test_a_loss_to_the_goal_line_itself_is_a_safety():
    assert runs(-2, to_goal=98).play(play=SAFE).score == (0, 2)
    assert runs(-1, to_goal=98).play(play=SAFE).ball == (HOME, 99)


def test_a_sack_in_the_end_zone_is_a_safety():
    table = throws_incomplete(to_goal=95)
    played = table.play(play="61", second=total(9))
    assert (played.score, played.flags, played.ball) == ((0, 2), {"sack", "safety"}, (HOME, 80))
    assert (table.line(HOME)["sacked"], table.line(HOME)["sack_yds"]) == (1, 5)


def test_the_free_kick_after_a_safety_is_from_the_20():
    played = Table().kickoff(line=20).play(play=total(3), third="23", ret=total(7))
    assert played.e_spot == 80 - 50
    assert played.ball[0] == AWAY


# Sacks and interceptions


def test_a_sack_is_a_loss_of_dice_and_one():
    table = throws_incomplete()
    played = table.play(play="61", second=total(9))
    assert (played.ball, played.series, played.clock, played.flags) == ((HOME, 70), (2, 20), 2, {"sack"})
    line, passer = table.line(HOME), table.stats(HOME, UNITAS)
    assert (line["pass_att"], line["plays"], line["sack_yds"]) == (0, 1, 10)
    assert (passer["pass_att"], passer["sacked"], passer["sack_yds"]) == (0, 1, 10)


def test_a_sack_may_be_fumbled():
    lost = throws_incomplete().play(play="61", second=total(9), fumble="11", recover="66")
    assert (lost.ball, lost.series, lost.flags) == ((AWAY, 30), (1, 10), {"sack", "fumble", "fumble_lost"})
    kept = throws_incomplete().play(play="61", second=total(9), fumble="11", recover="11")
    assert (kept.ball, kept.series, kept.flags) == ((HOME, 70), (2, 20), {"sack", "fumble"})


def test_a_fumble_in_the_own_end_zone_is_a_touchdown_or_a_safety():
    lost = throws_incomplete(to_goal=95).play(play="61", second=total(9), fumble="11", recover="66")
    assert (lost.score, lost.comes, lost.ball) == ((0, 6), "try", (AWAY, 2))
    kept = throws_incomplete(to_goal=95).play(play="61", second=total(9), fumble="11", recover="11")
    assert kept.score == (0, 2)


def test_an_interception_is_run_back_from_half_the_gain():
    table = throws_incomplete(to_goal=60).pass_cell(7, 29).pass_cell(9, 20)
    played = table.play(play="65", third="11", second=total(7), ret=total(9))
    assert (played.e_spot, played.e_return_yards) == (45, 20)
    assert (played.ball, played.series, played.clock) == ((AWAY, 35), (1, 10), 2)
    assert played.flags == {"intercepted"}
    line, passer = table.line(HOME), table.stats(HOME, UNITAS)
    assert (line["pass_int"], passer["pass_int"], passer["pass_att"]) == (1, 1, 1)


def test_the_defences_range_decides():
    played = throws_incomplete().play(play="65", third="42", second=total(7))  # Giants 11-41
    assert (played.ball, played.clock, played.flags) == ((HOME, 60), 1, set())


def test_a_return_out_of_bounds_takes_a_point_and_cannot_be_fumbled():
    table = throws_incomplete().pass_cell(9, 20, mark=1)
    played = table.play(play="65", third="11", second=total(9), ret=total(9), fumble="11", recover="66")
    assert (played.ball[0], played.clock) == (AWAY, 1)
    assert "fumble" not in played.flags


def test_a_fumbled_interception_comes_back():
    table = throws_incomplete(to_goal=60).pass_cell(7, 29).pass_cell(9, 20)
    played = table.play(play="65", third="11", second=total(7), ret=total(9), fumble="11", recover="66")
    assert (played.ball, played.series) == ((HOME, 65), (1, 10))
    assert (table.line(AWAY)["fumbles"], table.line(AWAY)["fumbles_lost"]) == (1, 1)


def test_an_interception_run_back_all_the_way():
    table = throws_incomplete(to_goal=60).pass_cell(7, 29).pass_cell(9, spi.TOUCHDOWN)
    played = table.play(play="65", third="11", second=total(7), ret=total(9))
    assert (played.score, played.comes, played.ball, played.clock) == ((0, 6), "try", (AWAY, 2), 1)
    assert played.e_return_yards == 55
    assert table.line(AWAY)["return_td"] == 1


@pytest.mark.parametrize(
    ("to_goal", "gain", "ball", "flags"),
    [
        (30, 59, (AWAY, 80), {"intercepted", "touchback"}),  # at the goal line
        (30, 78, (AWAY, 80), {"intercepted", "touchback"}),  # nine deep
        (30, 80, (HOME, 30), set()),  # ten deep: incomplete
        (30, 79, (HOME, 30), set()),  # 39 and a half is rounded up
    ],
)
def test_interceptions_in_and_beyond_the_end_zone(to_goal, gain, ball, flags):
    table = throws_incomplete(to_goal=to_goal).pass_cell(7, gain)
    played = table.play(play="65", third="11", second=total(7))
    assert (played.ball, played.flags, played.clock) == (ball, flags, 1)
    assert table.line(HOME)["pass_int"] == int("intercepted" in flags)


def test_an_interception_in_the_end_zone_may_be_run_out():
    table = throws_incomplete(to_goal=30).policy(run_out_of_end_zone=1).pass_cell(7, 70).pass_cell(9, 20)
    played = table.play(play="65", third="11", second=total(7), ret=total(9))
    assert (played.ball, played.e_return_yards) == ((AWAY, 100 + 5 - 20), 20)


def test_half_a_loss_is_rounded_up_too():
    table = throws_incomplete(to_goal=60).pass_cell(7, -3).pass_cell(9, 5)
    assert table.play(play="65", third="11", second=total(7), ret=total(9)).e_spot == 61


def test_an_interception_behind_the_passers_goal_line_is_a_touchdown():
    table = throws_incomplete(to_goal=99).pass_cell(7, -4)
    played = table.play(play="65", third="11", second=total(7))
    assert (played.score, played.comes) == ((0, 6), "try")


def test_a_touchdown_cell_is_rolled_again_until_a_number():
    table = throws_incomplete(to_goal=60)
    for number in range(2, 13):
        table.pass_cell(number, spi.TOUCHDOWN)
    table.pass_cell(12, 30).pass_cell(9, 5)  # five rolls in 36 end it
    played = table.play(play="65", third="11", second=total(7), ret=total(9))
    assert played.e_spot in (60 - 15, 60 - 3)
    assert "intercepted" in played.flags


@pytest.mark.parametrize(
    ("note", "sacked", "intercepted"),
    [(0, True, True), (1, True, False), (2, False, True), (3, False, False)],
)
def test_a_blitz_widens_what_the_sheets_note_allows(note, sacked, intercepted):
    def blitzed(dice):
        table = throws_incomplete().defense("blitz").man_cell(HOME, UNITAS, spi.M_NOT_WIDENED, note)
        return table.play(play=dice, third="11", second=total(7)).flags

    assert blitzed("56") >= {"sack"} if sacked else blitzed("56") == set()  # 61 widened by two is 55-61
    assert blitzed("63") >= {"intercepted"} if intercepted else blitzed("63") == set()  # 65-66 is 63-66
    assert blitzed("54") == set() == blitzed("62")


def test_a_defence_that_is_no_blitz_widens_nothing():
    table = throws_incomplete().defense("IV")
    assert table.play(play="56").flags == set()


def test_a_sack_comes_before_an_interception_where_widened_ranges_meet():
    table = throws_incomplete().defense("blitz").man_cell(HOME, UNITAS, spi.M_SACK_TO, 33)  # 61-64, 65-66
    assert "sack" in table.play(play="64", third="11").flags


# Fumbles on runs and catches


def fumbling(to_goal, gain, recover, **situation):
    table = Table().call("run").carrier(HOME, AMECHE).run_cell("14", gain)  # Colts RIS (14)
    return table, table.at(to_goal=to_goal, **situation).play(play="14", recover=recover)


def test_a_fumble_lost():
    table, played = fumbling(60, 12, "44")  # Colts recover on 11-43
    assert (played.ball, played.series, played.clock) == ((AWAY, 52), (1, 10), 2)
    assert played.flags == {"fumble", "fumble_lost"}
    line, man = table.line(HOME), table.stats(HOME, AMECHE)
    assert (line["fumbles"], line["fumbles_lost"], line["first_downs_rush"]) == (1, 1, 0)
    assert (man["fumbles"], man["fumbles_lost"], man["rush_yds"]) == (1, 1, 12)


def test_a_fumble_kept():
    table, played = fumbling(60, 12, "43")
    assert (played.ball, played.series, played.flags) == ((HOME, 48), (1, 10), {"fumble", "first_down"})
    assert (table.line(HOME)["fumbles"], table.line(HOME)["fumbles_lost"]) == (1, 0)


def test_a_fumble_over_the_goal_line_is_a_touchdown():
    table, played = fumbling(10, 11, "66")
    assert (played.score, table.line(HOME)["fumbles"]) == ((6, 0), 0)


def test_a_fumble_on_the_goal_line_is_a_touchdown_or_a_touchback():
    table, lost = fumbling(10, 10, "66")
    assert (lost.score, lost.ball, lost.series) == ((0, 0), (AWAY, 80), (1, 10))
    assert lost.flags == {"fumble", "fumble_lost", "touchback"}
    table, kept = fumbling(10, 10, "11")
    assert (kept.score, kept.flags) == ((6, 0), {"fumble", "touchdown"})
    assert table.line(HOME)["rush_td"] == 1


def test_a_fumble_in_the_own_end_zone():
    assert fumbling(98, -4, "66")[1].score == (0, 6)
    assert fumbling(98, -4, "11")[1].score == (0, 2)


def test_no_fumble_on_a_play_that_goes_out_of_bounds():
    table = Table().call("run").carrier(HOME, AMECHE, outside=True).run_cell("64", 6)
    table.sheet_cell(HOME, layout.B_FUMBLE_RUN + 36 + from_printed("64"), 1)
    played = table.play(play="64", recover="66")
    assert (played.flags, played.ball) == ({"out_of_bounds"}, (HOME, 54))


def test_a_catch_fumbled_by_the_added_dice():
    table = Table().call("medium").passer(HOME, UNITAS).receiver(HOME, BERRY).pass_cell(3, 9)  # Colts (3)
    played = table.play(play="11", second=total(3), recover="66")
    assert (played.ball, played.flags) == ((AWAY, 49), {"complete", "fumble", "fumble_lost"})
    assert table.stats(HOME, BERRY)["fumbles_lost"] == 1


# Kick-offs


def kick(number, third="23", returned="15", gain=20, **throws):
    table = Table().kickoff(offense=AWAY).pass_cell(6, gain)
    return table, table.play(play=total(number), third=third, ret=returned, **throws)


def test_a_kickoff_and_its_return():
    table, played = kick(3)  # 50 yards, Lyles
    lyles = slot_of("BAL", "lyles-lenny")
    assert (played.e_spot, played.ball, played.series, played.clock) == (10, (HOME, 70), (1, 10), 2)
    assert (table.stats(HOME, lyles)["kick_ret"], table.stats(HOME, lyles)["kick_ret_yds"]) == (1, 20)
    assert (table.line(HOME)["kick_ret"], table.line(HOME)["kick_ret_yds"]) == (1, 20)


def test_a_kick_into_the_end_zone_is_a_touchback_without_time():
    for number in (2, 7):  # EZ, 65
        table, played = kick(number)
        assert (played.ball, played.clock, played.flags) == ((HOME, 80), 0, {"touchback"})
        assert table.line(HOME)["kick_ret"] == 0


def test_a_kick_on_the_goal_line_is_run_back():
    assert kick(4, gain=25)[1].ball == (HOME, 75)  # 60 yards and 25 back
    held = kick(4, gain=-2)[1]
    assert (held.ball, held.flags) == ((HOME, 80), {"touchback"})


def test_a_kick_into_the_end_zone_may_be_run_out():
    table = Table().kickoff(offense=AWAY).policy(run_out_of_end_zone=1).pass_cell(6, 20)
    assert table.play(play=total(7), third="23", ret=total(6)).ball == (HOME, 100 + 5 - 20)
    table.kickoff(offense=AWAY)
    through = table.play(play=total(10), third="23", ret=total(6))  # 70: through the end zone
    assert (through.ball, through.flags) == ((HOME, 80), {"touchback"})


def test_a_kick_out_of_bounds_is_kicked_again_from_the_35():
    table, played = kick(12)
    assert (played.comes, played.ball, played.clock, played.flags) == (
        "kickoff",
        (AWAY, 65),
        0,
        {"kick_again"},
    )
    again = table.play(play=total(10), third="23", ret=total(6))  # 70 from the 35: five deep
    assert again.flags == {"touchback"}
    table.kickoff(offense=AWAY, line=35)
    assert table.play(play=total(3), third="23", ret=total(6)).e_spot == 15


def test_kicks_again_never_pass_the_kickers_goal_line():
    table = Table().kickoff(offense=AWAY)
    lines = [100 - table.play(play=total(12)).to_goal for _ in range(12)]
    assert lines[:7] == [35, 30, 25, 20, 15, 10, 5]
    assert min(lines) >= 1


def test_a_return_for_a_touchdown():
    table, played = kick(3, gain=spi.TOUCHDOWN)
    assert (played.score, played.comes, played.ball, played.clock) == ((6, 0), "try", (HOME, 2), 1)
    lyles = table.stats(HOME, slot_of("BAL", "lyles-lenny"))
    assert (lyles["kick_ret_td"], lyles["kick_ret_yds"], table.line(HOME)["return_td"]) == (1, 90, 1)


def test_a_fumbled_return():
    table, lost = kick(3, fumble="11", recover="66")
    assert (lost.ball, lost.series) == ((AWAY, 30), (1, 10))
    assert table.stats(HOME, slot_of("BAL", "lyles-lenny"))["fumbles_lost"] == 1
    assert kick(3, fumble="11", recover="11")[1].ball == (HOME, 70)


def test_the_returning_team_recovers_by_its_own_range():
    for dice, side in (("42", HOME), ("43", HOME), ("44", AWAY)):  # Colts 11-43, Giants 11-41
        assert kick(3, fumble="11", recover=dice)[1].ball[0] == side


def test_a_return_never_goes_behind_the_own_goal_line():
    assert kick(8, gain=-9)[1].ball == (HOME, 99)  # 58 yards to the 2


def onside(number, side=HOME, clock=55, points=(0, 3)):
    table = Table().policy(onside_from=52, onside_deficit=1)
    table.kickoff(offense=side, quarter=4, clock=clock, points=points)
    return table, table.play(play=total(number))


def test_onside_kicks():
    _, kept = onside(5)  # 48k
    assert (kept.ball, kept.series, kept.clock, kept.flags) == ((HOME, 48), (1, 10), 55, {"kickers_recover"})
    assert kept.e_kind == spi.ONSIDE_KICK
    assert onside(3)[1].ball == (AWAY, 58)  # 42r
    assert onside(3, points=(3, 0))[1].e_kind == spi.KICKOFF
    assert onside(3, clock=51)[1].e_kind == spi.KICKOFF


def test_an_offside_onside_kick_is_taken_again_five_yards_worse():
    for number in (2, 12):
        table, offside = onside(number)
        assert (offside.flags, offside.comes) == ({"kick_again"}, "kickoff")
        assert table.play(play=total(5)).ball == (HOME, 53)


# Punts


def punting(yards, to_goal=70, **situation):
    return Table().call("punt").punt_cell(7, yards).at(to_goal=to_goal, down=4, to_go=8, **situation)


def test_a_punt_and_its_return():
    table = punting(40).run_cell("43", 9)
    played = table.play(play=total(7), third="11", ret="43")  # Giants: Maynard 11-34
    assert (played.e_spot, played.ball, played.series, played.clock) == (30, (AWAY, 61), (1, 10), 2)
    maynard = table.stats(AWAY, slot_of("NYG", "maynard-don"))
    assert (maynard["punt_ret"], maynard["punt_ret_yds"]) == (1, 9)
    assert (table.line(HOME)["punts"], table.line(HOME)["punt_yds"]) == (1, 40)
    assert table.line(HOME)["plays"] == 0


def test_a_return_of_a_punt_out_of_bounds():
    table = punting(40).run_cell("61", 9)
    played = table.play(play=total(7), third="11", ret="61", fumble="11")
    assert (played.clock, played.flags) == (1, {"out_of_bounds"})


def test_a_punt_that_is_not_run_back():
    table = punting(40)
    played = table.play(play=total(7), third="54")  # NRB 54-66
    assert (played.ball, played.clock, played.flags) == ((AWAY, 70), 1, {"no_runback"})
    assert table.line(AWAY)["punt_ret"] == 0


@pytest.mark.parametrize(("to_goal", "yards"), [(40, 40), (30, 40)])
def test_a_punt_into_the_end_zone_is_a_touchback(to_goal, yards):
    table = punting(yards, to_goal)
    played = table.play(play=total(7), third="11", ret="43")
    assert (played.ball, played.clock, played.flags) == ((AWAY, 80), 1, {"touchback"})
    assert table.line(HOME)["punt_yds"] == to_goal


def test_a_long_punt_rolls_again_and_may_reach_the_end_zone():
    assert punting(spi.LONG_PUNT, 90).play(play=total(7), second=total(4), third="54").e_yards == 64
    played = punting(spi.LONG_PUNT, 90).play(play=total(7), second=total(12), third="54")
    assert (played.e_yards, played.flags) == (90, {"touchback"})


def rushed(number, to_goal=70, to_go=8, **more):
    table = punting(40, to_goal).policy(punt_rush=ALL).at(to_goal=to_goal, down=4, to_go=to_go)
    return table, play_with(rush=total(number), **more)


@pytest.mark.parametrize(
    ("to_goal", "ball", "series"), [(70, 55, (1, 10)), (20, 10, (1, 10)), (13, 7, (1, 7))]
)
def test_roughing_the_kicker_is_15_yards_or_half_the_distance(to_goal, ball, series):
    table, number = rushed(7, to_goal)
    played = table.play(number=number)
    assert (played.ball, played.series, played.clock) == ((HOME, ball), series, 1)
    assert played.flags == {"roughing", "first_down"}
    assert table.line(AWAY)["penalty_yds"] == to_goal - ball
    assert (table.line(HOME)["first_downs_penalty"], table.line(HOME)["punts"]) == (1, 0)


def test_a_rush_that_fails():
    table, number = rushed(6)
    assert table.play(number=number, play=total(7), third="54").ball == (AWAY, 70)


def test_a_blocked_punt():
    table, number = rushed(2, block="11", block_recover="66", block_return=total(6))  # -20, lost, NR
    played = table.play(number=number)
    assert (played.e_spot, played.ball, played.series) == (90, (AWAY, 10), (1, 10))
    assert (played.flags, played.clock) == ({"blocked"}, 2)
    assert (table.line(HOME)["punts"], table.line(HOME)["punt_yds"]) == (1, 0)


def test_a_blocked_punt_run_back():
    table, number = rushed(2, to_goal=50, block="31", block_recover="66", block_return=total(3))  # -10, +25
    played = table.play(number=number)
    assert (played.ball, played.e_return_yards) == ((AWAY, 40 - 25), 25)
    table, number = rushed(2, block="31", block_recover="66", block_return=total(3))
    scored = table.play(number=number)  # 20 to go, 25 gained
    assert (scored.score, scored.comes, scored.e_return_yards) == ((0, 6), "try", 20)


def test_a_run_with_a_blocked_punt_may_be_fumbled():
    table, number = rushed(2, to_goal=50, block="31", block_recover="66", block_return=total(3))
    played = table.play(number=number, fumble="11", recover="66")
    assert (played.ball, played.series) == ((HOME, 85), (1, 10))


def test_a_blocked_punt_recovered_by_the_kickers():
    table, number = rushed(2, block="61", block_recover="11")  # +10 is past the line to gain
    assert (table.play(number=number).ball, table.now().series) == ((HOME, 60), (1, 10))
    table, number = rushed(2, block="51", block_recover="11")  # +5 is not
    assert table.play(number=number).ball == (AWAY, 35)
    table, number = rushed(2, to_goal=85, block="11", block_recover="11")  # -20: a safety
    assert table.play(number=number).score == (0, 2)


def test_a_blocked_punt_recovered_in_the_end_zone_is_a_touchdown():
    table, number = rushed(2, to_goal=85, block="11", block_recover="66")
    played = table.play(number=number)
    assert (played.score, played.comes, played.ball) == ((0, 6), "try", (AWAY, 2))
    assert table.line(AWAY)["return_td"] == 1


# Field goals


def kicking(to_goal=24, **situation):
    return Table().call("field_goal").at(to_goal=to_goal, down=4, to_go=5, **situation)


def test_a_field_goal():
    table = kicking()
    played = table.play(play="25")  # Myhra 21-40: 11-25
    assert (played.score, played.comes, played.ball, played.clock) == ((3, 0), "kickoff", (HOME, 60), 1)
    assert (table.line(HOME)["fg_made"], table.line(HOME)["fg_att"]) == (1, 1)


@pytest.mark.parametrize("to_goal", [5, 24, 50])
def test_a_missed_field_goal_goes_to_the_20(to_goal):
    table = kicking(to_goal)
    played = table.play(play="56")
    assert (played.ball, played.series, played.clock, played.flags) == ((AWAY, 80), (1, 10), 1, {"touchback"})
    assert (table.line(HOME)["fg_made"], table.line(HOME)["fg_att"]) == (0, 1)


@pytest.mark.parametrize(("to_goal", "ball"), [(5, 80), (20, 80), (30, 70), (50, 50)])
def test_a_later_years_miss_goes_to_the_line_of_scrimmage_or_the_20(to_goal, ball):
    table = kicking(to_goal)
    table.tables[layout.A_RULES + R_MISSED_FIELD_GOAL] = MISS_TO_LINE_OR_20
    assert table.play(play="56").ball == (AWAY, ball)


def test_a_blocked_field_goal():
    played = kicking(30).play(play="65", second="11", third="66", ret=total(6))  # -20, lost, NR
    assert (played.ball, played.flags, played.clock) == ((AWAY, 50), {"blocked"}, 2)
    played = kicking(30).play(play="66", second="51", third="11")  # +5, kept: the line to gain is 5 off
    assert (played.ball, played.series) == ((HOME, 25), (1, 10))
    played = kicking(30).play(play="66", second="41", third="11")  # -10, kept on fourth down
    assert played.ball == (AWAY, 60)


def test_the_kickers_range_decides_who_recovers_a_block():
    for dice, side in (("43", HOME), ("44", AWAY)):  # Colts 11-43, Giants 11-41
        assert kicking(30).play(play="66", second="51", third=dice).ball[0] == side


def test_a_field_goal_blocked_into_the_end_zone_is_a_touchback():
    for recovered in ("11", "66"):
        assert kicking(5).play(play="66", second="61", third=recovered).ball == (AWAY, 80)


def test_65_and_66_are_blocked_whatever_the_kickers_range():
    table = kicking().sheet_cell(HOME, layout.B_KICKER + spi.K_FG_40_TO, 35)
    assert table.play(play="64").score == (3, 0)
    assert "blocked" in kicking().sheet_cell(HOME, layout.B_KICKER + spi.K_FG_40_TO, 35).play(play="65").flags


# The clock


def test_the_clock_stops_at_the_two_minute_warning():
    assert runs(3, quarter=2, clock=51).play(play=SAFE).clock == 52
    assert runs(3, quarter=3, clock=51).play(play=SAFE).clock == 53
    assert runs(3, quarter=4, clock=52).play(play=SAFE).clock == 54


def test_the_first_quarter_ends_at_60_and_the_ball_stays():
    played = runs(3, quarter=1, clock=59, to_goal=60).play(play=SAFE)
    assert (played.quarter, played.clock, played.ball, played.series) == (2, 0, (HOME, 57), (2, 7))


def test_the_half_ends_with_the_other_kickoff_and_new_time_outs():
    table = runs(3, quarter=2, clock=58, timeouts=(0, 1))
    table.book[state.RECEIVES_SECOND_HALF] = AWAY
    played = table.play(play=SAFE)
    assert (played.quarter, played.clock, played.comes, played.ball) == (3, 0, "kickoff", (HOME, 60))
    assert played.left == (3, 3)


def test_a_touchdown_as_the_half_ends_has_its_try():
    table = runs(spi.TOUCHDOWN, quarter=2, clock=59)
    scored = table.play(play=SAFE)
    assert (scored.quarter, scored.clock, scored.comes) == (2, 60, "try")
    after = table.play(play="11")
    assert (after.quarter, after.score, after.comes) == (3, (7, 0), "kickoff")


def test_the_game_ends_even_when_it_is_tied():
    played = runs(3, quarter=4, clock=59, points=(7, 7)).play(play=SAFE)
    assert (played.over, played.score) == (1, (7, 7))


# Time-outs


def hurried(**situation):
    table = runs(3, quarter=4, clock=54, points=(0, 3), **situation)
    return table.policy(timeout_offense=1, timeout_defense=1)


def test_a_time_out_saves_the_plays_time():
    played = hurried().play(play=SAFE)
    assert (played.clock, played.left, played.e_timeout, played.e_cost) == (54, (2, 3), HOME, 0)


def test_no_more_than_two_time_outs_running():
    table = hurried()
    clocks = [table.play(play=SAFE).clock for _ in range(4)]
    assert clocks == [54, 54, 56, 56]
    assert table.now().left == (0, 3)


def test_the_defence_that_trails_stops_the_clock():
    played = (
        runs(3, quarter=4, clock=54, points=(3, 0))
        .policy(timeout_offense=1, timeout_defense=1)
        .play(play=SAFE)
    )
    assert (played.clock, played.left, played.e_timeout) == (54, (3, 2), AWAY)


def test_no_time_out_before_the_warning_nor_without_one_left():
    assert hurried().at(quarter=4, clock=51, points=(0, 3)).play(play=SAFE).clock == 52
    assert hurried(timeouts=(0, 3)).play(play=SAFE).clock == 56
    assert hurried().at(quarter=3, clock=54, points=(0, 3)).play(play=SAFE).clock == 56


# Sudden death


def test_a_tied_play_off_is_tossed_for_again():
    table = runs(3, quarter=4, clock=59, points=(7, 7), sudden_death=1, timeouts=(0, 0))
    before = table.now().play
    played = table.play(play=SAFE)
    assert (played.over, played.quarter, played.clock, played.comes) == (0, 5, 0, "kickoff")
    assert played.left == (3, 3)
    assert played.play == before + 2  # the toss has a number of its own


def test_sudden_death_ends_with_the_first_points_and_no_try():
    scored = runs(spi.TOUCHDOWN, quarter=5, points=(7, 7), sudden_death=1).play(play=SAFE)
    assert (scored.over, scored.score) == (1, (13, 7))
    safety = runs(-5, to_goal=98, quarter=5, points=(7, 7), sudden_death=1).play(play=SAFE)
    assert (safety.over, safety.score) == (1, (7, 9))


def test_a_fifth_quarter_runs_into_a_sixth_and_the_ball_stays():
    played = runs(3, quarter=5, clock=59, points=(7, 7), sudden_death=1).play(play=SAFE)
    assert (played.over, played.quarter, played.ball) == (0, 6, (HOME, 57))


# Who plays


def lineup_passers(table, side, games):
    """Passer of each of a team's first games of season 0."""
    own = table.teams[side] * layout.SHEET + layout.B_LINEUP_PASSER
    picks = [lineup_of_game(table.sheets, table.teams[side], 0, game) for game in range(games)]
    return [int(table.sheets[own + pick]) for pick in picks]


def test_passers_are_spread_over_the_games_by_their_shares():
    table = Table()
    own = table.teams[HOME] * layout.SHEET + layout.B_LINEUP
    shares = np.diff(table.sheets[own : own + layout.MAX_LINEUPS], prepend=0) / ALL
    seasons = [
        lineup_of_game(table.sheets, table.teams[HOME], n, game) for n in range(100) for game in range(12)
    ]
    for lineup, share in enumerate(shares):
        assert abs(seasons.count(lineup) / 1200 - share) < 0.01
    assert shares.max() < 1
    assert lineup_passers(table, HOME, 12) == lineup_passers(Table(away="DET"), HOME, 12)


def test_now_and_then_a_back_throws():
    table = passes(10)
    back = slot_of("BAL", "moore-lenny")
    own = table.teams[HOME] * layout.SHEET + layout.B_BACK_PASSER
    table.sheets[own + back : own + layout.MAX_SLOTS] = 1000
    assert (
        table.at().play(choices=(0, 0, 999, 0), play="11", second=total(8)).e_man == UNITAS
    )  # has no letter
    table.man_cell(HOME, back, spi.M_PASS_M, 0)
    assert table.at().play(choices=(0, 0, 999, 0), play="11", second=total(8)).e_man == back
    assert table.at().play(choices=(0, 0, 1000, 0), play="11", second=total(8)).e_man == UNITAS


def test_a_passer_does_not_throw_to_himself():
    table = passes(10)
    own = table.teams[HOME] * layout.SHEET + layout.B_RECEIVER + layout.MAX_SLOTS  # medium
    low, high = sorted((BERRY, UNITAS))
    table.sheets[own : own + low] = 0
    table.sheets[own + low : own + high] = ALL // 2
    table.sheets[own + high : own + layout.MAX_SLOTS] = ALL
    guide = table.teams[HOME] * layout.SHEET + layout.B_RECEIVER_GUIDE + 256
    table.sheets[guide : guide + 256] = 0
    for number in (0, 20000, 40000, 65535):
        assert table.at().play(choices=(0, number, 0, 0), play="11", second=total(8)).e_receiver == BERRY


@pytest.mark.parametrize(
    ("to_goal", "to_go", "group"),
    [(60, 10, 0), (60, 1, 0), (50, 2, 0), (50, 1, 2), (11, 1, 2), (10, 1, 1), (10, 10, 1), (1, 1, 1)],
)
def test_the_defence_is_drawn_for_the_situation(to_goal, to_go, group):
    table = runs(0, to_goal=to_goal, to_go=to_go).policy(use_chart=1)
    for index, row in enumerate((spi.D_BLITZ, spi.D_GOAL_LINE, spi.D_SHORT_YARDAGE)):
        shares = table.tables[layout.A_DEFENSE + 9 * index : layout.A_DEFENSE + 9 * (index + 1)]
        shares[:row], shares[row:] = 0, ALL
    assert table.play(play=SAFE).e_defense == (spi.D_BLITZ, spi.D_GOAL_LINE, spi.D_SHORT_YARDAGE)[group]


def test_the_shipped_draws_keep_to_the_field():
    table = Table(coach="solitaire-blind")
    shares = table.tables[layout.A_DEFENSE : layout.A_DEFENSE + 27].reshape(3, 9)
    drawn = [set(np.flatnonzero(np.diff(group, prepend=0))) for group in shares]
    assert drawn[1] == {spi.D_GOAL_LINE, spi.D_BLITZ_INSIDE_10}  # 4.3
    assert drawn[0].isdisjoint({spi.D_GOAL_LINE, spi.D_BLITZ_INSIDE_10, spi.D_SHORT_YARDAGE})
    assert drawn[2].isdisjoint({spi.D_GOAL_LINE, spi.D_BLITZ_INSIDE_10})


# The opening


def test_the_toss_decides_who_receives_and_the_other_receives_later():
    seen = set()
    for game in range(40):
        table = Table()
        key = np.uint64(game * 977 + 1)
        table.begin(key, game)
        opening = table.now()
        assert (opening.comes, opening.to_goal, opening.play, opening.left) == ("kickoff", 60, 1, (3, 3))
        assert opening.receives_second_half == opening.offense
        seen.add(opening.offense)
    assert seen == {HOME, AWAY}


# Notes of the sheets


def test_a_man_limited_to_once_a_game_is_not_called_again():
    for limit, again in ((1, True), (8, False)):
        table = runs(3).man_cell(HOME, AMECHE, spi.M_LIMIT_RUN, limit)
        offset = layout.B_CARRIER  # half his, half the next man's
        table.sheets[table.teams[HOME] * layout.SHEET + offset + AMECHE] = ALL // 2
        first = table.at(game=3).play(play=SAFE).e_man
        assert first == AMECHE
        assert table.at(game=3).play(play=SAFE).e_man != AMECHE
        assert (table.at(game=4).play(play=SAFE).e_man == AMECHE) == again


def test_a_man_may_be_limited_to_so_often_a_game_and_a_season():
    table = runs(3).man_cell(HOME, AMECHE, spi.M_LIMIT_RUN, 2 + 8 * 3)  # twice a game, three times a season
    table.sheets[table.teams[HOME] * layout.SHEET + layout.B_CARRIER + AMECHE] = ALL // 2
    called = [table.at(game=game).play(play=SAFE).e_man == AMECHE for game in (3, 3, 3, 4, 4, 5)]
    assert called == [True, True, False, True, False, False]


def test_a_man_without_the_limit_is_called_again():
    table = runs(3)
    assert [table.at().play(play=SAFE).e_man for _ in range(3)] == [AMECHE] * 3


# A chart that would never end


def test_a_gain_column_of_touchdowns_alone_is_refused(tmp_path):
    source = data_folder("charts") / "spi"
    shutil.copy(source / "SOURCES.csv", tmp_path)
    header, *rows = (source / "pass_gain_return.csv").read_text(encoding="utf-8").splitlines()
    rows = [",".join([cells[0], "TD", *cells[2:]]) for cells in (row.split(",") for row in rows)]
    (tmp_path / "pass_gain_return.csv").write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load_chart_files(tmp_path)
    assert [(fault.column, fault.found) for fault in raised.value.faults] == [("A", "TD in every row")]
