"""The referee alone under the optional rules: situations worked out by hand from the rulebook.

R numbers are RULES.md's readings; the rest of the words are the rulebook's. Baltimore (at home) plays
Cleveland: its sheet says run penalties 41-43, pass 13 53 63, range 11-34; Cleveland's range is 11-44.
"""

import shutil
from collections import Counter
from itertools import islice

import pytest
from oracle.spi_files import penalty_cell, throws_of
from oracle.spi_options import limit
from oracle.spi_penalties import Left, worth
from oracle.spi_referee import AWAY, HOME, OPTION_KEYS, OPTIONS, Game
from spi_chosen import BLITZ, HIGH, ball, chosen_game
from spi_match import Match

from simlib.files.folders import data_folder
from simlib.files.seasons import load_season

AMECHE, BERRY, CALL, DUPRE, MOORE, PRICER, UNITAS = 0, 1, 3, 5, 8, 12, 17
KONZ = 9
ON_BALTIMORE, ON_CLEVELAND = 22, 66


def penalties(down=1, to_go=10, to_goal=60):
    return chosen_game("penalties").begin_at(down, to_go, to_goal)


def no_statistics(game, *but):
    """Nothing is counted, but for the columns named."""
    lines = [{name: n for name, n in line.items() if n and name not in but} for line in game.lines]
    return lines == [{}, {}] and not any(map(any, (men.values() for men in game.men)))


# ---------------------------------------------------------------------------------------------
# 13.0 Penalties


def test_13_2_the_printed_example():
    """Moore outside against Cleveland's -1 is an E: 41 is 8 yards. 22 is in 11-34; a 7 is 5 yards."""
    game = penalties()
    e = game.run(MOORE, D0=41, F1=22, F2=34)
    assert (e["letter"], e["yards"]) == ("E", 8)
    assert (e["penalty_on"], e["penalty_accepted"], e["penalty_yards"]) == (HOME, True, 5)
    # 1st and 15 from five yards back rather than 2nd and 2.
    assert ball(game) == ("home", 1, 15, 65)
    assert game.lines[HOME]["penalties"] == 1
    assert game.lines[HOME]["penalty_yds"] == 5
    assert no_statistics(game, "penalties", "penalty_yds")
    assert e["flags"] == set()
    assert e["cost"] == 1


def test_nothing_is_asked_out_of_force():
    game = chosen_game().begin_at(1, 10, 60)
    e = game.run(MOORE, D0=41, F1=22)
    assert ball(game) == ("home", 2, 2, 52)
    assert e["penalty_on"] is e["penalty_accepted"] is e["penalty_yards"] is e["dumped"] is None
    assert e["cost"] == 2


def test_r63_a_run_and_a_completion_ask_by_their_own_dice():
    assert penalties().run(MOORE, D0=44, F1=22)["penalty_on"] is None
    assert penalties().throw_to(BERRY, D0=14, D1=63)["penalty_on"] is None
    assert penalties().throw_to(BERRY, D0=13)["penalty_on"] is not None
    # A sack (53 is in Unitas's range) and an interception, whatever became of the pass.
    e = penalties().throw_to(BERRY, D0=53)
    assert e["penalty_on"] is not None
    game = penalties()
    game.sheets[HOME].penalty_pass = [65]
    assert game.throw_to(BERRY, D0=65, D2=11)["penalty_on"] is not None
    # They have none of their own: 12s after a sack, after an interception's return.
    assert penalties().throw_to(BERRY, D0=54, D4=66, F0=66)["penalty_on"] is None
    e = penalties().throw_to(BERRY, D0=65, D2=11, D4=66, F0=66)
    assert e["flags"] >= {"intercepted"}
    assert e["penalty_on"] is None


def kickoff(game, **dice):
    """From the 40 to Cleveland's 5 (a nine), Mitchell (H) to run it back 19 yards on an eight."""
    game.place_kickoff(HOME, 40)
    return game.kick("kickoff", **{"D0": 45, "D2": 11, "D3": 44, **dice})


def test_r63_returns_ask_by_the_dice_of_the_fumble():
    assert kickoff(penalties(), D4=65)["penalty_on"] is None
    assert kickoff(penalties(), D4=66)["penalty_on"] is not None
    # H on a 3 is 35 yards; from 65 yards away that isn't a score. A TD cell is.
    game = penalties()
    game.charts.pass_gain[8]["H"] = "TD"
    assert kickoff(game, D4=66, F2=36)["penalty_on"] is not None
    # H on an 11 goes out of bounds.
    e = kickoff(penalties(), D3=56, D4=66)
    assert e["penalty_on"] is not None
    # Not run back: a touchback (a seven is 65 yards), out of bounds (12).
    assert kickoff(penalties(), D0=34, D4=66)["penalty_on"] is None
    assert kickoff(penalties(), D0=66, D4=66)["penalty_on"] is None
    # A punt run back, and one that is not (53-66 is no runback).
    assert penalties().begin_at(4, 8, 60).kick(D2=11, D4=66)["penalty_on"] is not None
    assert penalties().begin_at(4, 8, 60).kick(D2=66, D4=66, F0=66)["penalty_on"] is None


def test_r63_nothing_else_asks():
    roughed = penalties().begin_at(4, 8, 60).kick(rushed=True, W={1: 34}, D4=66, F0=66)
    assert roughed["flags"] == {"roughing", "first_down"}
    assert roughed["penalty_on"] is None
    blocked = penalties().begin_at(4, 8, 60).kick(rushed=True, W={1: 66}, D4=66, F0=66)
    assert blocked["flags"] >= {"blocked"}
    assert blocked["penalty_on"] is None
    game = penalties()
    game.place_kickoff(HOME, 40)
    game.quarter, game.clock, game.points = 4, 55, [0, 7]
    onside = game.kick("kickoff", D0=66, D4=66, F0=66)
    assert onside["kind"] == "onside_kick"
    assert onside["penalty_on"] is None


def test_r63_every_field_goal_and_try_asks():
    assert penalties(4, 8, 30).kick("field_goal", D0=11, F0=65)["penalty_on"] is None
    assert penalties(4, 8, 30).kick("field_goal", D0=11, F0=66)["penalty_on"] is not None
    assert penalties(4, 8, 30).kick("field_goal", D0=66, F0=66)["penalty_on"] is not None  # blocked
    game = penalties()
    game.next, game.to_goal, game.down, game.yards_to_go = "try", 2, 0, 0
    assert game.kick("try", D0=11, F0=66)["penalty_on"] is not None


@pytest.mark.parametrize(("throw", "side"), [(11, AWAY), (44, AWAY), (45, HOME), (66, HOME)])
def test_r64_on_a_return_the_returning_team_throws(throw, side):
    """Cleveland returns: its range is 11-44."""
    assert kickoff(penalties(), D4=66, F1=throw)["penalty_on"] == side


@pytest.mark.parametrize(("throw", "side"), [(11, HOME), (34, HOME), (35, AWAY), (66, AWAY)])
def test_r64_else_the_team_with_the_ball(throw, side):
    assert penalties().run(MOORE, D0=41, F1=throw)["penalty_on"] == side
    assert penalties(4, 8, 30).kick("field_goal", D0=11, F0=66, F1=throw)["penalty_on"] == side


def test_r64_field_goals_use_the_column_of_runs():
    """A four is 15 against the offence on runs; a six is 15 on runs and passes, 15a on returns."""
    game = penalties(4, 8, 30)
    game.charts.penalties[7]["run_offense"] = penalty_cell("11")
    e = game.kick("field_goal", D0=11, F0=66, F1=ON_BALTIMORE)
    # Three points are called back: 4th and 19 from the 41.
    assert e["penalty_yards"] == 11
    assert ball(game) == ("home", 4, 19, 41)
    assert game.points == [0, 0]
    assert no_statistics(game, "penalties", "penalty_yds")
    assert e["flags"] == set()


def test_r65_half_the_distance():
    # Own 3: 15 yards back are half of 3, rounded down.
    game = penalties(1, 10, 97)
    e = game.run(MOORE, D0=41, F1=ON_BALTIMORE, F2=13)
    assert e["penalty_yards"] == 1
    assert ball(game) == ("home", 1, 11, 98)
    # Cleveland's 9, 3 yards gained: 15 forward are half of 9, rounded down; the run is given up.
    game = penalties(1, 9, 9)
    e = game.run(MOORE, D0=42, F1=ON_CLEVELAND, F2=14)
    assert (e["penalty_accepted"], e["penalty_yards"]) == (True, 4)
    assert ball(game) == ("home", 1, 5, 5)


def test_r65_measured_from_the_end_of_the_run_which_counts():
    """2nd and 10; an E on 42 is 3 yards; a two against the defence is *5 (1)."""
    game = penalties(2, 10, 60)
    e = game.run(MOORE, D0=42, F1=ON_CLEVELAND, F2=11)
    assert e["penalty_yards"] == 5
    assert ball(game) == ("home", 1, 10, 52)
    line = game.lines[HOME]
    assert (line["plays"], line["rush_att"], line["rush_yds"]) == (1, 1, 3)
    assert (line["first_downs_rush"], line["first_downs_penalty"]) == (0, 1)
    assert (game.lines[AWAY]["penalties"], game.lines[AWAY]["penalty_yds"]) == (1, 5)
    assert game.used[(HOME, MOORE)] == 1


def test_r65_a_field_goal_has_no_end():
    """Missed from the 30: *5 (1) is from the 30, and no first down on a field goal."""
    game = penalties(4, 8, 30)
    e = game.kick("field_goal", D0=64, F0=66, F1=ON_CLEVELAND, F2=11)
    assert e["penalty_yards"] == 5
    assert ball(game) == ("home", 4, 3, 25)
    assert game.lines[HOME]["fg_att"] == game.lines[HOME]["first_downs_penalty"] == 0


def test_r66_what_an_incomplete_pass_would_have_gained():
    """Sacked; Berry (J) on an eight is 14 yards, and *5 (1)."""
    game = penalties(2, 10, 60)
    e = game.throw_to(BERRY, D0=53, F1=ON_CLEVELAND, F2=11, F3=44)
    assert e["penalty_yards"] == 19
    assert ball(game) == ("home", 1, 10, 41)
    assert game.lines[HOME]["first_downs_penalty"] == 1
    assert no_statistics(game, "penalties", "penalty_yds", "first_downs_penalty")
    assert e["flags"] == {"first_down"}


@pytest.mark.parametrize(
    ("man", "length", "to_goal", "throw", "moved"),
    [
        (BERRY, "medium", 30, 44, 15),  # 14 and 5 are more than half of 30
        (AMECHE, "medium", 61, 66, 30),  # L on a twelve is a TD: the half, rounded down
        (AMECHE, "short", 60, 44, 5),  # P on an eight loses a yard: none, and 5
    ],
)
def test_r66_together_no_more_than_half(man, length, to_goal, throw, moved):
    game = penalties(2, 10, to_goal)
    e = game.throw_to(man, length, D0=63, F1=ON_CLEVELAND, F2=11, F3=throw)
    assert e["penalty_yards"] == moved
    assert game.to_goal == to_goal - moved


def test_r66_against_the_offence_from_the_line():
    game = penalties(2, 10, 60)
    game.charts.penalties[2]["pass_offense"] = penalty_cell("*5")
    e = game.throw_to(BERRY, D0=63, F1=ON_BALTIMORE, F2=11, F3=44)
    # Incomplete it would be 3rd and 10 at the 60; 2nd and 15 is worth less.
    assert e["penalty_yards"] == 5
    assert ball(game) == ("home", 2, 15, 65)


@pytest.mark.parametrize(
    ("man", "length", "to_goal", "throw", "moved"),
    [
        (BERRY, "medium", 60, 12, 18),  # J on a three
        (BERRY, "medium", 95, 56, 45),  # J on an eleven is 47
        (AMECHE, "medium", 95, 66, 45),  # L on a twelve is a TD
        (BERRY, "medium", 60, 56, 30),  # half the distance
        (AMECHE, "short", 60, 44, 0),  # P on an eight loses a yard
    ],
)
def test_r67_interference(man, length, to_goal, throw, moved):
    """A nine against the defence is PI (1)."""
    game = penalties(3, 10, to_goal)
    e = game.throw_to(man, length, D0=63, F1=ON_CLEVELAND, F2=45, F3=throw)
    assert (e["penalty_accepted"], e["penalty_yards"]) == (True, moved)
    assert ball(game) == ("home", 1, 10, to_goal - moved)
    assert game.lines[AWAY]["penalty_yds"] == moved


def test_r68_the_line_to_gain_stays():
    """A six against the defence is 5 yards, no automatic first down; the run lost a yard (J -1)."""
    game = penalties(3, 8, 60)
    game.charts.rushing[41]["E"] = -1
    game.run(MOORE, D0=41, F1=ON_CLEVELAND, F2=15)
    assert ball(game) == ("home", 3, 3, 55)
    assert game.lines[HOME]["first_downs_penalty"] == 0
    for to_go in (5, 2):  # on it, past it
        game = penalties(3, to_go, 60)
        game.charts.rushing[41]["E"] = -1
        e = game.run(MOORE, D0=41, F1=ON_CLEVELAND, F2=15)
        assert ball(game) == ("home", 1, 10, 55)
        assert game.lines[HOME]["first_downs_penalty"] == 1
        assert e["flags"] == {"first_down"}


def test_r68_loss_of_down():
    """A two against the offence, passing, is a dagger and 5."""
    game = penalties(3, 10, 60)
    game.throw_to(BERRY, D0=63, F1=ON_BALTIMORE, F2=11)
    assert ball(game) == ("home", 4, 15, 65)


def test_r68_loss_of_down_on_fourth_down():
    game = penalties(4, 10, 60)
    e = game.throw_to(BERRY, D0=63, F1=ON_BALTIMORE, F2=11)
    assert ball(game) == ("away", 1, 10, 35)
    assert e["flags"] == {"on_downs"}
    assert game.lines[HOME]["fourth_down_tries"] == 0


def test_r68_on_row_12_the_dagger_is_for_incompletions():
    game = penalties()
    game.throw_to(BERRY, D0=63, F1=ON_BALTIMORE, F2=66)
    assert ball(game) == ("home", 2, 15, 65)
    # 13 is complete, 14 yards on an eight: taken back, 1st and 15.
    game = penalties()
    e = game.throw_to(BERRY, D0=13, D1=44, F1=ON_BALTIMORE, F2=66)
    assert e["yards"] == 14
    assert ball(game) == ("home", 1, 15, 65)
    # On row 2 it is for both.
    game = penalties()
    game.throw_to(BERRY, D0=13, D1=44, F1=ON_BALTIMORE, F2=11)
    assert ball(game) == ("home", 2, 15, 65)


def test_r68_a_field_goal_past_the_line_to_gain_is_a_first_down():
    game = penalties(4, 4, 30)
    game.kick("field_goal", D0=64, F0=66, F1=ON_CLEVELAND, F2=15)
    assert ball(game) == ("home", 1, 10, 25)
    assert game.lines[HOME]["first_downs_penalty"] == 1


def due_try(game):
    game.next, game.to_goal, game.down, game.yards_to_go = "try", 2, 0, 0
    return game


def test_r68_r73_a_try_is_tried_again_and_takes_no_time():
    # Missed; 5 yards against Cleveland are half of 2.
    game = due_try(penalties())
    e = game.kick("try", D0=65, F0=66, F1=ON_CLEVELAND, F2=15)
    assert (game.next, game.offense, game.to_goal, e["penalty_yards"]) == ("try", HOME, 1, 1)
    assert e["cost"] == 0
    assert game.lines[HOME]["xp_att"] == game.lines[HOME]["first_downs_penalty"] == 0
    # Made; the point is taken off: a try is worth 96.
    game = due_try(penalties())
    game.kick("try", D0=11, F0=66, F1=ON_BALTIMORE, F2=34)
    assert (game.next, game.to_goal, game.points) == ("try", 7, [0, 0])
    # Made; Baltimore keeps its point.
    game = due_try(penalties())
    e = game.kick("try", D0=11, F0=66, F1=ON_CLEVELAND, F2=34)
    assert (game.next, e["penalty_accepted"], game.points) == ("kickoff", False, [1, 0])


def test_r69_half_the_return():
    """Mitchell from the 5 to the 24: half of 19, rounded up, is the 15; 15 back are half of that."""
    game = penalties()
    e = kickoff(game, D4=66, F1=11, F2=33)  # a six is 15a
    assert e["penalty_yards"] == 7
    assert ball(game) == ("away", 1, 10, 92)
    assert no_statistics(game, "penalties", "penalty_yds")
    assert e["flags"] == set()
    assert e["cost"] == 1


def test_r69_kicked_again():
    """A seven against the kickers is 5b: from the 35. Better than first down on the own 24 (-8)."""
    game = penalties()
    e = kickoff(game, D4=66, F1=66, F2=34)
    assert (game.next, game.offense, game.to_goal) == ("kickoff", HOME, 65)
    assert e["penalty_yards"] == 5
    assert no_statistics(game, "penalties", "penalty_yds")


def test_r69_from_the_end_of_the_return_which_counts():
    """A two against the kickers is *15: from the 24 to the 39."""
    game = penalties()
    kickoff(game, D4=66, F1=66, F2=11)
    assert ball(game) == ("away", 1, 10, 61)
    assert game.lines[AWAY]["kick_ret"] == 1
    assert game.lines[AWAY]["kick_ret_yds"] == 19
    assert game.lines[AWAY]["first_downs_penalty"] == 0


def test_r69_a_punts_down_again():
    """Brown (G) 39 yards from the 60, Konz (D) 12 back to the 67; 5b is against where it was kicked."""
    dice = {"D0": 34, "D2": 11, "D3": 41, "D4": 66}
    game = penalties(4, 8, 60)
    e = game.kick(**dice, F1=66, F2=34)
    assert (e["yards"], e["return_yards"]) == (39, 12)
    assert ball(game) == ("home", 4, 13, 65)
    assert no_statistics(game, "penalties", "penalty_yds")
    # Against the returning team (a two is 5b): forward, and on the line to gain it is a first down.
    game = penalties(4, 8, 60)
    game.kick(**dice, F1=11, F2=11)
    assert ball(game) == ("home", 4, 3, 55)
    game = penalties(4, 5, 60)
    game.kick(**dice, F1=11, F2=11)
    assert ball(game) == ("home", 1, 10, 55)
    assert game.lines[HOME]["first_downs_penalty"] == 1


def test_r69_a_score_on_a_return_is_called_back_to_the_1():
    """A four against the returners is *15: from the 1 to the 16. The score makes it count for nothing."""
    game = penalties()
    game.charts.pass_gain[8]["H"] = "TD"
    e = kickoff(game, D4=66, F1=11, F2=13)
    assert ball(game) == ("away", 1, 10, 16)
    assert game.points == [0, 0]
    assert e["penalty_yards"] == 15
    assert no_statistics(game, "penalties", "penalty_yds")


def test_r69_marks_where_they_mean_nothing():
    # a and b on a run: from the line of scrimmage.
    for cell in ("5a", "5b"):
        game = penalties()
        game.charts.penalties[7]["run_offense"] = penalty_cell(cell)
        game.run(MOORE, D0=41, F1=ON_BALTIMORE)
        assert ball(game) == ("home", 1, 15, 65)
    # The dagger and (1) on a return: fourth down again.
    game = penalties(4, 8, 60)
    game.charts.penalties[2]["returns_offense"] = penalty_cell("†5 (1)")
    game.kick(D0=34, D2=11, D3=41, D4=66, F1=11, F2=11)
    assert ball(game) == ("home", 4, 3, 55)


@pytest.mark.parametrize(
    ("left", "hundredths"),
    [
        (Left("scrimmage", HOME, 1, 10, 75), 0),
        (Left("scrimmage", AWAY, 1, 10, 50), -200),
        (Left("scrimmage", HOME, 2, 4, 50), 198),  # 200 - 50 + 6 x 8
        (Left("scrimmage", HOME, 3, 25, 50), -35),  # 200 - 115 - 10 x 12
        (Left("scrimmage", HOME, 4, 12, 50), 21),  # 200 - 175 - 2 x 2
        (Left("scrimmage", HOME, 1, 3, 3), 604),  # 576 + 7 x 4
        (Left("try", AWAY, 0, 0, 2), -96),
        (Left("kickoff", HOME, 0, 0, 60), 0),
        (Left("kickoff", HOME, 0, 0, 65), -40),
        (Left("kickoff", AWAY, 0, 0, 80), 160),
    ],
)
def test_r70_what_a_situation_is_worth(left, hundredths):
    assert worth(penalties(), left, HOME) == hundredths


def test_r70_a_touchdown_is_not_given_up():
    """8 yards from the 8; *5 (1) would be first and goal at the 1."""
    game = penalties(4, 8, 8)
    e = game.run(MOORE, D0=41, F1=ON_CLEVELAND, F2=11)
    assert (e["penalty_on"], e["penalty_accepted"], e["penalty_yards"]) == (AWAY, False, 0)
    assert game.points == [6, 0]
    assert game.lines[HOME]["rush_td"] == 1
    assert game.lines[AWAY]["penalties"] == 0
    assert e["cost"] == 1


def test_r71_a_fourth_down_touchdown_is_called_back():
    game = penalties(4, 8, 8)
    e = game.run(MOORE, D0=41, F1=ON_BALTIMORE, F2=34)
    assert ball(game) == ("home", 4, 13, 13)
    assert (game.points, e["points"]) == ([0, 0], (0, 0))
    assert e["flags"] == set()
    assert no_statistics(game, "penalties", "penalty_yds")


def test_r71_a_fumble_lost_does_not_count():
    """2nd and 10: 3 yards and a fumble lost, *5 (1) from where the run ended."""
    game = penalties(2, 10, 60)
    game.sheets[HOME].fumble_ros = [42]
    game.run(MOORE, D0=42, D5=66, F1=ON_CLEVELAND, F2=11)
    assert ball(game) == ("home", 1, 10, 52)
    assert game.lines[HOME]["first_downs_penalty"] == 1
    assert no_statistics(game, "penalties", "penalty_yds", "first_downs_penalty")
    # Kept, it does.
    game = penalties(2, 10, 60)
    game.sheets[HOME].fumble_ros = [42]
    game.run(MOORE, D0=42, D5=11, F1=ON_CLEVELAND, F2=11)
    assert ball(game) == ("home", 1, 10, 52)
    assert (game.lines[HOME]["rush_yds"], game.lines[HOME]["fumbles"]) == (3, 1)


def test_r71_nobody_is_used_up_and_clutch_points_come_back():
    game = chosen_game("penalties", "clutch", "limits").begin_at(3, 10, 60)
    game.sheets[HOME].men[MOORE].once_a_game = {"run"}
    game.sheets[HOME].men[DUPRE].once_a_game = {"run"}
    game.use(HOME, DUPRE, "run")
    e = game.run(MOORE, D0=41, F1=ON_BALTIMORE, F2=34)
    assert (e["clutch_offense"], e["clutch_defense"]) == (1, 2)
    assert e["penalty_accepted"]
    assert game.clutch == [[1, 2], [0, 4]]
    assert not game.is_barred(HOME, MOORE, "run")
    assert game.is_barred(HOME, DUPRE, "run")
    assert game.used[(HOME, MOORE)] == 0
    # Declined, the play stands.
    game.begin_at(4, 8, 8)
    e = game.run(MOORE, D0=41, F1=ON_CLEVELAND, F2=11)
    assert e["penalty_accepted"] is False
    assert game.clutch == [[0, 2], [0, 2]]
    assert game.is_barred(HOME, MOORE, "run")
    assert game.used[(HOME, MOORE)] == 1


def test_r72_a_first_down_the_play_made_is_its_own():
    game = penalties(2, 7, 60)
    game.run(MOORE, D0=41, F1=ON_CLEVELAND, F2=11)
    assert ball(game) == ("home", 1, 10, 47)
    line = game.lines[HOME]
    assert (line["first_downs_rush"], line["first_downs_penalty"]) == (1, 0)


def test_r73_one_point_accepted_or_refused():
    # A run in bounds would take two.
    assert penalties().run(MOORE, D0=41, F1=ON_BALTIMORE)["cost"] == 1
    assert penalties(4, 8, 8).run(MOORE, D0=41, F1=ON_CLEVELAND)["cost"] == 1
    # So would a blocked field goal, whose penalty Cleveland refuses.
    e = penalties(4, 8, 30).kick("field_goal", D0=66, D2=66, F0=66, F1=ON_BALTIMORE, F2=34)
    assert (e["flags"], e["penalty_accepted"], e["cost"]) == ({"blocked"}, False, 1)


# ---------------------------------------------------------------------------------------------
# 14.0 Limitations


def limits(limit=2, man=MOORE, starred=False, **about):
    game = chosen_game("limits", **about).begin_at(1, 10, 60)
    game.sheets[HOME].men[man].limit = limit
    game.sheets[HOME].men[man].never_past_limit = starred
    return game


def test_r74_two_grades_after_the_limit():
    """Moore outside is a D, and E against Cleveland; his third play, of a limit of two, is a G."""
    game = limits(2)
    assert [game.begin_at(1, 10, 60).run(MOORE)["letter"] for _ in range(4)] == ["E", "E", "G", "G"]


def test_r74_passes_thrown_to_him_count_caught_or_not():
    """Moore medium is an H: 63 is incomplete, 54 a sack, then he is a J."""
    game = limits(2)
    letters = [game.begin_at(1, 10, 60).throw_to(MOORE, D0=throw)["gain_letter"] for throw in (63, 54, 63)]
    assert letters == ["H", "H", "J"]
    assert game.begin_at(1, 10, 60).run(MOORE)["letter"] == "G"


def test_r74_letters_stop_at_the_end_of_their_table():
    """Pricer short is a P, the last of gains; Ameche outside (N) against a -8 is the last of runs."""
    game = limits(0, PRICER)
    assert game.throw_to(PRICER, "short")["gain_letter"] == "P"
    game = limits(0, AMECHE)
    game.sheets[AWAY].def_rush = -6
    assert game.run(AMECHE)["letter"] == "U"


def test_r74_the_lineups_passer_passes_as_ever():
    """Unitas inside is an M, N against Cleveland; his passes (R, Q against Cleveland) are no points."""
    game = limits(1, UNITAS)
    assert game.throw_to(BERRY)["letter"] == "Q"
    assert game.begin_at(1, 10, 60).run(UNITAS, inside=True)["letter"] == "N"
    assert game.begin_at(1, 10, 60).run(UNITAS, inside=True)["letter"] == "P"
    assert game.begin_at(1, 10, 60).throw_to(BERRY)["letter"] == "Q"


def test_r74_a_back_who_passes_has_a_point_and_loses_grades():
    """Dupre, given an M for medium passes, is an L against Cleveland."""
    game = limits(1, DUPRE)
    game.sheets[HOME].men[DUPRE].letters["pass_M"] = "M"
    game.shares[HOME]["back_passer"] = [0] * DUPRE + [1] * (len(game.sheets[HOME].men) - DUPRE)
    letters = [game.begin_at(1, 10, 60).throw_to(BERRY, passed_by_back=True)["letter"] for _ in range(2)]
    assert letters == ["L", "N"]
    assert game.used[(HOME, BERRY)] == game.used[(HOME, DUPRE)] == 2


def carriers(game, **shares):
    total, cumulative = 0, []
    for slot in range(len(game.sheets[HOME].men)):
        total += shares.get(f"man_{slot}", 0)
        cumulative.append(total)
    assert total == 65536
    game.shares[HOME]["carrier"] = [cumulative]


def test_r75_an_asterisk_is_never_exceeded():
    game = limits(1, MOORE, starred=True)
    carriers(game, **{f"man_{AMECHE}": 6, f"man_{MOORE}": 65530})
    # Five draws fall on Moore; the next with a share, round to the first, is Ameche.
    men = [game.begin_at(1, 10, 60).run(0, D0=11, C=(0, 100, HIGH))["man"] for _ in range(3)]
    assert men == [MOORE, AMECHE, AMECHE]


def test_r75_the_next_slot_comes_first():
    game = limits(1, MOORE, starred=True)
    carriers(game, **{f"man_{AMECHE}": 6, f"man_{MOORE}": 65524, f"man_{PRICER}": 6})
    men = [game.begin_at(1, 10, 60).run(0, C=(0, 100, HIGH))["man"] for _ in range(2)]
    assert men == [MOORE, PRICER]


def test_r75_if_there_is_nobody_the_fifth_stands():
    game = limits(1, MOORE, starred=True)
    carriers(game, **{f"man_{MOORE}": 65536})
    assert [game.begin_at(1, 10, 60).run(0, C=(0, 100, HIGH))["man"] for _ in range(2)] == [MOORE, MOORE]


def test_r75_receivers_and_backs_who_pass():
    game = limits(1, MOORE, starred=True)
    game.sheets[HOME].men[MOORE].letters["pass_M"] = "M"
    game.shares[HOME]["back_passer"] = [0] * MOORE + [1] * (len(game.sheets[HOME].men) - MOORE)
    assert game.throw_to(BERRY, passed_by_back=True)["man"] == MOORE
    assert game.begin_at(1, 10, 60).throw_to(BERRY, passed_by_back=True)["man"] == UNITAS
    assert game.begin_at(1, 10, 60).throw_to(MOORE)["receiver"] != MOORE


@pytest.mark.parametrize(
    ("played", "last_games", "starred", "letters"),
    [
        (1, {}, False, "EEG"),  # not a point yet: doubled to two
        (3, {(0, MOORE): 1}, False, "EEG"),  # his last point came in the second game, the third is last
        (3, {(0, MOORE): 2}, False, "EGG"),
        (0, {}, False, "EGG"),  # the team's first game
        (1, None, False, "EGG"),  # outside any season
    ],
)
def test_r76_a_missed_game_doubles_the_limit(played, last_games, starred, letters):
    game = limits(1, starred=starred, played_before=(played, played), last_games=last_games)
    assert "".join(game.begin_at(1, 10, 60).run(MOORE)["letter"] for _ in range(3)) == letters


def test_r76_not_with_an_asterisk_and_no_limit_is_none():
    game = limits(1, starred=True, played_before=(1, 1), last_games={})
    game.run(MOORE)
    assert game.is_barred(HOME, MOORE, "run")
    game = limits(None)
    assert {game.begin_at(1, 10, 60).run(MOORE)["letter"] for _ in range(40)} == {"E"}


def test_r76_a_season_remembers_who_played():
    game = chosen_game("limits", played_before=(2, 5), last_games={})
    game.used = Counter({(HOME, MOORE): 1, (AWAY, KONZ): 2, (HOME, BERRY): 0})
    game.remember_who_played()
    passers = {(0, game.lineup_passer(HOME)): 2, (1, game.lineup_passer(AWAY)): 5}  # they threw
    assert game.last_games == {(0, MOORE): 2, (1, KONZ): 5} | passers


# ---------------------------------------------------------------------------------------------
# 15.0 Clutch Ratings


def clutch(offense, defense, **policy):
    game = chosen_game("clutch").begin_at(3, 10, 60)
    game.sheets[HOME].clutch_offense, game.sheets[AWAY].clutch_defense = offense, defense
    game.coach.policy.update(policy)
    game.begin_half(HOME)
    return game.begin_at(3, 10, 60)


def test_r77_no_more_than_two_a_play():
    game = clutch(5, 0, clutch_most=4)
    spent, letters = [], ""
    for _ in range(4):
        e = game.begin_at(3, 10, 60).run(MOORE)
        spent.append(e["clutch_offense"])
        letters += e["letter"]
    assert spent == [2, 2, 1, None]
    assert letters == "CCDE"
    assert e["clutch_defense"] is None


def test_r77_from_third_down_on_by_both_at_once():
    game = clutch(3, 2)
    assert game.begin_at(2, 10, 60).run(MOORE)["clutch_offense"] is None
    e = game.begin_at(3, 10, 60).run(MOORE)
    assert (e["clutch_offense"], e["clutch_defense"], e["letter"]) == (2, 2, "E")
    # The defence has none left; completions, not gains (Unitas Q, Berry J).
    e = game.begin_at(4, 10, 60).throw_to(BERRY)
    assert (e["clutch_offense"], e["letter"], e["gain_letter"]) == (1, "P", "J")
    # Neither kicks nor new downs of the same half bring them back; a new half does.
    assert game.begin_at(4, 10, 60).kick()["clutch_offense"] is None
    assert game.clutch[HOME][0] == 0
    game.begin_half(AWAY)
    assert game.clutch[HOME][0] == 3


def test_r77_the_defence_alone():
    e = clutch(0, 4).run(MOORE)
    assert (e["clutch_offense"], e["clutch_defense"], e["letter"]) == (None, 2, "G")


# ---------------------------------------------------------------------------------------------
# 16.0 Dumping Off to the Backs


def dump(rating=7, *options):
    """A Blitz against a medium pass of Unitas; backs by choice 13107 each: Ameche, Call, Dupre ..."""
    game = chosen_game("dump", *options, coach="solitaire-blind").begin_at(1, 10, 60)
    game.sheets[HOME].men[UNITAS].dump = rating
    return game


TO_MOORE = 45000


def test_r78_when_it_is_tried():
    assert dump().throw_to(BERRY, defense=BLITZ, F4=34)["dumped"] is True
    assert dump().throw_to(BERRY, defense=BLITZ, F4=35)["dumped"] is False
    assert dump().throw_to(BERRY, "long", defense=BLITZ)["dumped"] is True
    assert dump().throw_to(BERRY, "short", defense=BLITZ)["dumped"] is None
    assert dump().throw_to(BERRY, defense=0)["dumped"] is None
    assert dump(6).throw_to(BERRY, defense=BLITZ)["dumped"] is False
    assert dump(5).throw_to(BERRY, defense=BLITZ, F4=11)["dumped"] is None
    assert dump(None).throw_to(BERRY, defense=BLITZ, F4=11)["dumped"] is None


def test_r78_not_by_a_back_and_not_without_one():
    game = dump()
    game.sheets[HOME].men[DUPRE].letters["pass_M"] = "M"
    game.sheets[HOME].men[DUPRE].dump = 12
    game.shares[HOME]["back_passer"] = [0] * DUPRE + [1] * (len(game.sheets[HOME].men) - DUPRE)
    e = game.throw_to(BERRY, defense=BLITZ, passed_by_back=True)
    assert (e["man"], e["dumped"]) == (DUPRE, None)
    game = dump()
    for man in game.sheets[HOME].men:
        man.is_back = False
    assert game.throw_to(BERRY, defense=BLITZ)["dumped"] is None


@pytest.mark.parametrize(
    ("choice", "man"),
    [(0, AMECHE), (13106, AMECHE), (13107, CALL), (26214, DUPRE), (TO_MOORE, MOORE), (65535, PRICER)],
)
def test_r78_the_back_by_his_share_of_the_backs(choice, man):
    """Five backs of equal shares: 13107.2 each, rounded."""
    assert dump().throw_to(BERRY, defense=BLITZ, back=choice)["receiver"] == man


def test_r78_a_barred_back_gives_way_to_the_next():
    game = dump()
    game.sheets[HOME].men[MOORE].once_a_game = {"catch"}
    game.use(HOME, MOORE, "catch")
    assert game.throw_to(BERRY, defense=BLITZ, back=TO_MOORE)["receiver"] == PRICER
    game.sheets[HOME].men[PRICER].once_a_game = {"catch"}
    # Round to the first.
    assert game.begin_at(1, 10, 60).throw_to(BERRY, defense=BLITZ, back=TO_MOORE)["receiver"] == AMECHE


def test_r79_a_dump_off_is_a_short_pass():
    """Unitas short is an I: +2 for the Blitz, +1 for Cleveland, an F (11-52). Moore's M becomes an O."""
    game = dump()
    game.sheets[AWAY].gain_adj = -1
    e = game.throw_to(BERRY, defense=BLITZ, back=TO_MOORE, D0=52, D1=44)
    assert (e["kind"], e["letter"], e["gain_letter"], e["receiver"]) == ("short", "F", "O", MOORE)
    # O on an eight is 3 yards.
    assert e["yards"] == 3
    assert ball(game) == ("home", 2, 7, 57)


def test_r79_a_p_stays_a_p_and_two_grades_count_before_the_o():
    assert dump().throw_to(BERRY, defense=BLITZ, back=0)["gain_letter"] == "P"
    game = dump(7, "limits")
    game.sheets[HOME].men[MOORE].limit = 0
    assert game.throw_to(BERRY, defense=BLITZ, back=TO_MOORE)["gain_letter"] == "O"  # M, two lower
    game.sheets[HOME].men[MOORE].letters["gain_S"] = "N"
    assert game.begin_at(1, 10, 60).throw_to(BERRY, defense=BLITZ, back=TO_MOORE)["gain_letter"] == "P"


@pytest.mark.parametrize(("throw", "flag"), [(53, "sack"), (54, "sack"), (64, None), (65, "intercepted")])
def test_r79_a_dump_off_has_the_ranges_of_the_sheet(throw, flag):
    e = dump().throw_to(BERRY, defense=BLITZ, D0=throw, D2=11)
    assert e["flags"] & {"sack", "intercepted"} == ({flag} if flag else set())


@pytest.mark.parametrize(
    ("throw", "flag"),
    [(44, None), (45, "sack"), (54, "sack"), (61, None), (62, "intercepted"), (66, "intercepted")],
)
def test_r79_a_failed_one_widens_both_ranges(throw, flag):
    """53-54 and 65-66; note b of the Blitz against medium adds two and two, the failure two and one."""
    e = dump().throw_to(BERRY, defense=BLITZ, F4=66, D0=throw, D2=11)
    assert (e["kind"], e["letter"], e["receiver"]) == ("medium", "T", BERRY)  # R -3 +1
    assert e["flags"] & {"sack", "intercepted"} == ({flag} if flag else set())


@pytest.mark.parametrize(("throw", "sacked"), [(46, False), (51, True)])
def test_r79_a_failed_one_widens_what_a_blitz_does_not(throw, sacked):
    game = dump()
    game.sheets[HOME].men[UNITAS].not_widened = {"sack"}
    assert ("sack" in game.throw_to(BERRY, defense=BLITZ, F4=66, D0=throw)["flags"]) == sacked


def test_r80_both_men_have_a_point_and_a_use():
    game = dump()
    game.throw_to(BERRY, defense=BLITZ, back=TO_MOORE, D0=64)
    assert game.used == Counter({(HOME, BERRY): 1, (HOME, MOORE): 1})
    assert {(slot, use) for _, slot, use in game.uses} == {
        (UNITAS, "pass"), (BERRY, "catch"), (MOORE, "catch")
    }  # fmt: skip
    assert game.men[HOME][(MOORE, "targets")] == 1
    assert game.men[HOME][(BERRY, "targets")] == 0
    # A failed one is the first man's alone.
    game = dump()
    game.throw_to(BERRY, defense=BLITZ, back=TO_MOORE, F4=66, D0=55)
    assert game.used == Counter({(HOME, BERRY): 1})


# ---------------------------------------------------------------------------------------------
# 7.5 Individual Interceptions


def interceptors():
    game = chosen_game("interceptors").begin_at(1, 10, 60)
    game.sheets[AWAY].interceptors = [({"S": [11], "ML": [12]}, "konz-ken")]
    return game


def test_r81_the_interceptor_by_the_kind_of_pass():
    """Half of Berry's 28 (J, a seven) is 14 yards downfield: 54 to go. K on a seven is 30 yards."""
    game = interceptors()
    e = game.throw_to(BERRY, D0=65, D1=34, D2=11, D3=34, F5=12)
    assert e["interceptor"] == KONZ
    assert game.men[AWAY] == Counter({(KONZ, "int_made"): 1, (KONZ, "int_made_yds"): 30})
    assert interceptors().throw_to(BERRY, "short", D0=65, D2=11, F5=12)["interceptor"] is None
    assert interceptors().throw_to(BERRY, "short", D0=65, D2=11, F5=11)["interceptor"] == KONZ
    assert interceptors().throw_to(BERRY, "long", D0=65, D2=11, F5=12)["interceptor"] == KONZ


def test_r81_his_touchdown():
    """K on a twelve is a TD: 54 yards."""
    game = interceptors()
    game.throw_to(BERRY, D0=65, D1=34, D2=11, D3=66, F5=12)
    men = game.men[AWAY]
    assert (men[(KONZ, "int_made")], men[(KONZ, "int_made_yds")], men[(KONZ, "int_made_td")]) == (1, 54, 1)


def test_r81_nobody_we_know():
    game = interceptors()
    e = game.throw_to(BERRY, D0=65, D1=34, D2=11, F5=13)
    assert "intercepted" in e["flags"]
    assert e["interceptor"] is None
    assert not game.men[AWAY]


def test_r78_r81_a_dump_off_asks_the_short_column():
    game = dump(7, "interceptors")
    game.sheets[AWAY].interceptors = [({"S": [11], "ML": []}, "konz-ken")]
    assert game.throw_to(BERRY, defense=BLITZ, D0=65, D2=11, F5=11)["interceptor"] == KONZ


def test_the_files_of_dumps_and_interceptors(tmp_path):
    sheets = tmp_path / "spi"
    shutil.copytree(data_folder("teams") / "1958" / "spi", sheets)
    (sheets / "dumps.csv").write_text("team,player,dump\nBAL,unitas-johnny,9\n")
    (sheets / "interceptors.csv").write_text(
        "team,player,printed_name,short,medium_long\nCLE,konz-ken,Konz,11-13,-\nCLE,others-cle,Others,-,14\n"
    )
    players = (sheets / "players.csv").read_text().replace(",D,M,H,B,-,-,-,-,-,16,", ",D,M,H,B,-,-,-,-,-,1*,")
    (sheets / "players.csv").write_text(players)
    game = chosen_game("interceptors", sheets=sheets)
    assert [man.dump for man in game.sheets[HOME].men if man.dump is not None] == [9]
    assert game.sheets[AWAY].interceptors == [
        ({"S": [11, 12, 13], "ML": []}, "konz-ken"), ({"S": [], "ML": [14]}, "others-cle")
    ]  # fmt: skip
    moore = game.sheets[HOME].men[MOORE]
    assert (moore.limit, moore.never_past_limit, moore.is_back) == (1, True, True)
    assert game.sheets[HOME].men[10].limit is None
    assert chosen_game().sheets[AWAY].interceptors == []


# ---------------------------------------------------------------------------------------------
# 10.3 Punts out of bounds


def punt_out(to_goal=40):
    return chosen_game("punt-out").begin_at(4, 8, to_goal)


@pytest.mark.parametrize(("throw", "yards"), [(21, 19), (31, 24), (41, 29), (51, 34), (61, 34)])
def test_r82_where_it_goes_out(throw, yards):
    """Brown (G) on a seven is 39 yards."""
    game = punt_out()
    e = game.kick(D0=34, D2=11, F3=throw)
    assert (e["yards"], e["returner"], e["cost"]) == (yards, None, 1)
    assert ball(game) == ("away", 1, 10, 100 - (40 - yards))
    assert game.lines[HOME]["punt_yds"] == yards


def test_r82_a_one_is_blocked():
    """A one is 20 yards back; not recovered, no runback on a seven."""
    game = punt_out()
    e = game.kick(D0=34, F3=11, W={2: 11, 3: 66, 4: 34})
    assert e["flags"] == {"blocked"}
    assert ball(game) == ("away", 1, 10, 40)
    assert (game.lines[HOME]["punts"], game.lines[HOME]["punt_yds"]) == (1, 0)


def test_r82_farther_out_it_is_a_common_punt():
    game = punt_out(41)
    assert game.kick(D0=34, D2=66, F3=11)["flags"] == {"no_runback"}
    assert ball(game) == ("away", 1, 10, 98)


@pytest.mark.parametrize(
    ("to_goal", "die", "is_touchback"), [(30, 51, True), (34, 51, True), (35, 51, False)]
)
def test_r82_still_over_the_goal_line(to_goal, die, is_touchback):
    """34 yards."""
    game = punt_out(to_goal)
    e = game.kick(D0=34, F3=die)
    assert ("touchback" in e["flags"]) == is_touchback
    assert game.to_goal == (80 if is_touchback else 99)


def test_r82_ez_is_a_touchback():
    game = punt_out()
    e = game.kick(D0=11, D1=66, F3=21)
    assert e["flags"] == {"touchback"}
    assert ball(game) == ("away", 1, 10, 80)


def test_r82_no_fewer_than_none():
    game = punt_out()
    game.charts.punt_out_of_bounds[2] = -50
    game.kick(D0=34, F3=21)
    assert ball(game) == ("away", 1, 10, 60)


def test_r82_a_rush_is_settled_first():
    e = punt_out().kick(rushed=True, W={1: 34}, F3=11)
    assert e["flags"] == {"roughing", "first_down"}


# ---------------------------------------------------------------------------------------------
# Whole games


def test_games_with_every_option_keep_their_accounts():
    """A dozen games by the shipped coach: what the records say is what the lines count."""
    match = Match(load_season("1958"), "solitaire-blind")
    match.book.options = frozenset(OPTIONS)
    for sheet in match.book.sheets:
        sheet.interceptors = [({"S": throws_of("11-36"), "ML": throws_of("41-66")}, sheet.men[0].id)]
        for man in sheet.men:
            man.dump = 7
    season = match.by_referee(1, 0)
    games = list(islice(season.regular_games(), 12))
    seen = Counter()
    for game in games:
        for side in (HOME, AWAY):
            events = [e for e in game.events if e["penalty_on"] == side and e["penalty_accepted"]]
            roughed = [e for e in game.events if "roughing" in e["flags"] and e["offense"] != side]
            line = game.lines[side]
            assert line["penalties"] == len(events) + len(roughed)
            assert line["penalty_yds"] == sum(e["penalty_yards"] for e in events) + sum(
                e["yards"] for e in roughed
            )
            for unit in ("offense", "defense"):
                name = f"clutch_{unit}"
                mine = [e for e in game.events if (e["offense"] == side) == (unit == "offense") and e[name]]
                kept = [e for e in mine if not e["penalty_accepted"]]
                assert sum(e[name] for e in kept) <= 2 * getattr(game.sheets[side], name)
                assert all(e[name] <= 2 and e["down"] >= 3 for e in mine)
        for e in game.events:
            assert 0 <= e["next_to_goal"] <= 100
            assert e["penalty_on"] is None or e["cost"] == (e["kind"] != "try")
            for name in OPTION_KEYS:
                seen[name] += e[name] is not None
    assert min(seen.values()) > 0
    assert len(seen) == len(OPTION_KEYS)


def test_a_missed_game_is_counted_through_a_season():
    match = Match(load_season("1958"), "as-played")
    match.book.options = frozenset({"limits"})
    season = match.by_referee(1, 0)
    had_points = {}
    doubled = 0
    for number, (home, away) in enumerate(match.book.schedule[:18]):
        before = (season.played[home], season.played[away])
        due = Game(match.book, 1, 0, number, home, away, before, {}, last_games=season.last_games)
        for side in (HOME, AWAY):
            for slot, man in enumerate(due.sheets[side].men):
                missed = had_points.get((due.teams[side], slot)) is False
                if man.limit is not None:
                    twice = missed and not man.never_past_limit
                    doubled += twice
                    assert limit(due, side, slot) == man.limit * (1 + twice)
        game = season.play(number, home, away)
        for side in (HOME, AWAY):
            for slot in range(len(game.sheets[side].men)):
                passed = slot == game.lineup_passer(side)
                had_points[(game.teams[side], slot)] = passed or game.used[(side, slot)] > 0
    assert 0 < doubled
