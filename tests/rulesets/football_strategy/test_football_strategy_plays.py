"""Whole plays of Football Strategy: where ball, down, clock and book stand after a call meets a card."""

import numpy as np
import pytest
from fs_table import AWAY, HOME, KEY, KICK, LONG, Table, packed, play_with

from simlib.kernels.jit import bare, borrowed, kernel
from simlib.kernels.rng import dice_word, game_key, throw
from simlib.kernels.season_loop import OUTSIDE, begin_game
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import record, state
from simlib.rulesets.football_strategy.play.layout import A_POLICY, StrategyArrays


def test_the_rulebooks_example_an_interception_from_the_own_10_is_the_defences_on_the_offences_40():
    table = Table().at(to_goal=90).call(19, "J").play()
    assert table.spot == (AWAY, 1, 10, 40)  # 40 yards from the offence's goal line: its own 40
    assert table.line(HOME) == {"plays": 1, "pass_att": 1, "pass_int": 1}
    assert table.clock == (1, 2)


def test_a_gain_moves_ball_down_and_distance():
    table = Table().call(1, "F").play()
    assert table.spot == (HOME, 2, 8, 58)
    assert table.line(HOME) == {"plays": 1, "rush_att": 1, "rush_yds": 2}
    assert table.clock == (1, 2)


def test_ten_yards_are_a_first_down():
    assert Table().call(2, "J").play().spot == (HOME, 1, 10, 46)
    assert Table().at(down=3, yards_to_go=7).call(2, "F").play().spot == (HOME, 1, 10, 53)
    assert Table().at(down=3, yards_to_go=8).call(2, "F").play().spot == (HOME, 4, 1, 53)


def test_a_fourth_down_that_fails_gives_the_ball_up_where_it_ended():
    table = Table().at(down=4, yards_to_go=3).call(1, "F").play()
    assert table.spot == (AWAY, 1, 10, 42)
    assert table.line(HOME)["fourth_down_tries"] == 1
    assert "on_downs" in table.flags


@pytest.mark.parametrize(
    ("chart", "play", "card", "points"),
    [("pro_style", 7, "J", 3), ("pro_style", 7, "I", 2), ("pro_style", 6, "I", 2), ("pro_style", 5, "G", 1),
     ("pro_style", 1, "A", 2), ("pro_style", 12, "B", 1), ("pro_style", 18, "F", 2), ("pro_style", 5, "D", 1),
     ("pro_style", 2, "B", 1), ("ball_control", 5, "J", 2)],
)  # fmt: skip
def test_the_time_of_a_play(chart, play, card, points):
    """22 yards 45 seconds, 12 yards 30; out of bounds 15 fewer; a loss 30; incomplete 15; ..."""
    assert Table().chart(chart).call(play, card).play().clock == (1, points)


def test_a_fumble_is_lost_at_scrimmage():
    table = Table().call(2, "B").play()
    assert table.spot == (AWAY, 1, 10, 40)
    assert table.line(HOME) == {"plays": 1, "rush_att": 1, "fumbles": 1, "fumbles_lost": 1}


def test_a_sack_loses_yards():
    table = Table().call(13, "F").play()
    assert table.spot == (HOME, 2, 20, 70)
    assert table.line(HOME) == {"plays": 1, "sacked": 1, "sack_yds": 10}


def test_a_completed_pass_behind_the_line():
    table = Table().call(10, "H").play()
    assert table.spot == (HOME, 2, 12, 62)
    assert table.line(HOME) == {"plays": 1, "pass_att": 1, "pass_cmp": 1, "pass_yds": -2}


def test_long_gains_of_either_edition():
    assert Table().call(16, "A").play(play_with(LONG, 61)).spot == (HOME, 1, 10, 30)
    one = Table().at(to_goal=99).call(16, "A").play(play_with(LONG, 11, 45))
    assert one.spot == (HOME, 1, 9, 9)  # 50 and again: 40
    two = Table("two-dice").at(to_goal=99).call(16, "A").play(play_with(LONG, 13))
    assert two.spot == (HOME, 1, 10, 19)  # 50 and ten times the second die
    assert one.line(HOME) == {"plays": 1, "rush_att": 1, "rush_yds": 90, "first_downs_rush": 1}
    assert Table().call(19, "A").play(play_with(LONG, 61)).line(HOME)["pass_yds"] == 30


def test_the_goal_line_reached_is_a_touchdown():
    table = Table().at(to_goal=10, yards_to_go=10).call(7, "E").play()
    assert table.points == (6, 0)
    assert table.next == "try"
    assert table.line(HOME) == {
        "points": 6, "plays": 1, "rush_att": 1, "rush_yds": 10, "rush_td": 1, "first_downs_rush": 1,
    }  # fmt: skip
    assert Table().at(to_goal=11, yards_to_go=11).call(7, "E").play().points == (0, 0)


def test_a_pass_completed_beyond_the_end_zone_counts():
    table = Table().at(to_goal=21).call(18, "A").play()
    assert table.points == (6, 0)
    assert table.line(HOME)["pass_yds"] == 21
    assert table.line(HOME)["pass_td"] == 1


@pytest.mark.parametrize(
    ("to_goal", "spot"),
    [(31, (AWAY, 1, 10, 99)), (30, (AWAY, 1, 10, 80)), (21, (AWAY, 1, 10, 80)), (20, (HOME, 2, 10, 20))],
)  # fmt: skip
def test_interceptions_in_and_past_the_defenders_end_zone(to_goal, spot):
    """19 against J is 30 yards downfield: the 1, the goal line, 9 yards deep, and past the end line."""
    table = Table().at(to_goal=to_goal).call(19, "J").play()
    assert table.spot == spot
    assert table.line(HOME).get("pass_int", 0) == (0 if to_goal == 20 else 1)


def test_an_interception_in_the_offences_end_zone_is_a_touchdown():
    table = Table().at(to_goal=80).call(17, "I").play()  # 20 yards behind the line, on the goal line
    assert table.points == (0, 6)
    assert table.line(AWAY) == {"points": 6, "return_td": 1}
    assert Table().at(to_goal=79).call(17, "I").play().spot == (AWAY, 1, 1, 1)


def test_a_safety_on_the_own_goal_line():
    table = Table().at(to_goal=96).call(5, "A").play()
    assert table.points == (0, 2)
    assert table.next == "free kick"
    assert table.spot[0] == HOME
    assert table.spot[3] == 80
    assert Table().at(to_goal=95).call(5, "A").play().points == (0, 0)


# Penalties


def test_a_penalty_keeps_the_down():
    table = Table().at(down=3, yards_to_go=8).call(9, "A").play()
    assert table.spot == (HOME, 3, 18, 70)
    assert table.line(HOME) == {"penalties": 1, "penalty_yds": 10}
    assert table.clock == (1, 1)


def test_a_penalty_may_lose_the_down_where_the_chart_says_so():
    assert Table().call(17, "H").play().spot == (HOME, 2, 25, 75)
    assert Table().at(down=4).call(17, "H").play().spot == (AWAY, 1, 10, 25)


def test_an_automatic_first_down_and_one_by_yards():
    table = Table().at(down=4, yards_to_go=20).call(10, "J").play()
    assert table.spot == (HOME, 1, 10, 55)
    assert table.line(HOME) == {"first_downs_penalty": 1}
    assert table.line(AWAY) == {"penalties": 1, "penalty_yds": 5}
    assert Table().at(down=2, yards_to_go=15).call(5, "D").play().spot == (HOME, 1, 10, 45)
    assert Table().at(down=2, yards_to_go=16).call(5, "D").play().spot == (HOME, 2, 1, 45)


@pytest.mark.parametrize(("to_goal", "after"), [(60, 30), (59, 30), (25, 13), (1, 1)])
def test_no_more_than_half_the_distance(to_goal, after):
    """30 yards against the defence: a half, rounded down, is the most, and none from the 1 scores."""
    table = Table().at(to_goal=to_goal).call(19, "I").play()
    assert table.spot[3] == after
    assert table.points == (0, 0)
    assert Table().at(to_goal=85).call(9, "A").play().spot[3] == 92  # 10 yards against the offence, on its 15


def test_the_side_a_penalty_favours_chooses():
    """4 against F: 5 yards and the down again, or 7 yards; 3 against G: 5 back, or 2 and the down."""
    assert Table().call(4, "F", fs.TAKES_FROM_DEFENSE).play().spot == (HOME, 1, 5, 55)
    declined = Table().call(4, "F").play()
    assert declined.spot == (HOME, 2, 3, 53)
    assert "declined" in declined.flags
    assert "penalties" not in declined.line(AWAY)
    assert Table().call(3, "G", fs.TAKES_FOR_LOSS).play().spot == (HOME, 1, 15, 65)
    assert Table().call(3, "G", fs.TAKES_FOR_DOWN).play().spot == (HOME, 2, 12, 62)
    assert Table().call(20, "E", fs.TAKES_FOR_DOWN).play().spot == (HOME, 1, 20, 70)
    assert Table().call(20, "E", fs.TAKES_FOR_LOSS).play().spot == (HOME, 2, 10, 60)


@pytest.mark.parametrize("quarter", [2, 4])
def test_a_half_does_not_end_on_a_penalty(quarter):
    table = Table().at(quarter=quarter, clock=59).call(9, "A").play()
    assert table.clock == (quarter, 60)
    table.call(1, "F").play(2)
    assert table.clock == (quarter + 1, 0)


def test_a_first_quarter_may_end_on_a_penalty():
    assert Table().at(quarter=1, clock=59).call(9, "A").play().clock == (2, 0)


# Punts


@pytest.mark.parametrize(
    ("kind", "card", "to_goal", "spot"),
    [
        ("fourth", "F", 80, (AWAY, 1, 10, 50)),  # 30 yards, no return
        ("fourth", "D", 80, (AWAY, 1, 10, 60)),  # 50 to the 30, 10 back
        ("fourth", "B", 60, (AWAY, 1, 10, 80)),  # to the goal line: downed, for 10 yards do not reach the 20
        ("fourth", "H", 51, (AWAY, 1, 10, 80)),  # 9 deep: downed
        ("fourth", "B", 50, (AWAY, 1, 10, 80)),  # through: no return
        ("any", "J", 45, (AWAY, 1, 10, 15)),  # 40 to the 5, 80 back
        ("any", "B", 60, (AWAY, 1, 10, 40)),  # blocked, at scrimmage
        ("any", "C", 70, (AWAY, 1, 10, 80)),  # 50 out of bounds on the 20
    ],
)  # fmt: skip
def test_punts(kind, card, to_goal, spot):
    table = Table().at(to_goal=to_goal, down=4).kicks(kind, card).play()
    assert table.spot == spot


def test_what_a_punt_books():
    table = Table().at(to_goal=80, down=4).kicks("fourth", "D").play()
    assert table.line(HOME) == {"punts": 1, "punt_yds": 50}
    assert table.line(AWAY) == {"punt_ret": 1, "punt_ret_yds": 10}
    assert table.clock == (1, 1)
    through = Table().at(to_goal=45, down=4).kicks("fourth", "B").play()
    assert through.line(HOME) == {"punts": 1, "punt_yds": 45}
    assert through.line(AWAY) == {}
    assert Table().at(to_goal=80, down=4).kicks("any", "C").play().clock == (1, 0)  # out of bounds
    assert Table().at(down=4).kicks("any", "B").play().line(HOME) == {"punts": 1}


def test_a_return_out_of_the_end_zone_only_when_it_passes_the_20():
    inside = Table().at(to_goal=69, down=4).kicks("fourth", "A").play(play_with(LONG, 61))
    assert inside.spot == (AWAY, 1, 10, 71)  # a yard deep, 30 back
    table = Table().at(to_goal=36).kicks("any", "J").play()  # 4 deep, 80 back
    assert table.spot == (AWAY, 1, 10, 24)


def test_a_return_fumbled_away():
    table = Table().at(to_goal=80, down=4).kicks("fourth", "J").play()  # 50 to the 30, 20 back to the 50
    assert table.spot == (HOME, 1, 10, 50)
    assert table.line(AWAY) == {"fumbles": 1, "fumbles_lost": 1, "punt_ret": 1, "punt_ret_yds": 20}
    assert Table().at(to_goal=50, down=4).kicks("fourth", "J").play().spot == (AWAY, 1, 10, 80)


def test_a_punt_run_back_all_the_way():
    table = Table().at(to_goal=90, down=4).kicks("fourth", "A").play(play_with(LONG, 11, 21))
    assert table.points == (0, 6)  # 70 to the 20; 50 and 50 again reach the goal line
    assert table.line(AWAY) == {"points": 6, "return_td": 1, "punt_ret": 1, "punt_ret_yds": 80}


# Kick-offs


@pytest.mark.parametrize(("dice", "spot"), [(21, 75), (41, 80), (66, 85)])
def test_a_kickoff_by_one_die(dice, spot):
    table = Table().kick(state.KICKOFF).play(play_with(KICK, dice))
    assert table.spot == (AWAY, 1, 10, spot)
    assert table.clock == (1, 1)


def test_a_kickoff_and_a_long_gain():
    def first_die(number, role):
        return throw(np.uint64(dice_word(KEY, number, 0)), role) // 6 + 1

    number = next(n for n in range(1, 999) if (first_die(n, KICK), first_die(n, LONG)) == (1, 5))
    assert Table().kick(state.KICKOFF).play(number).spot == (AWAY, 1, 10, 65)


def test_kickoffs_by_two_dice():
    def kicked(*dice):
        return Table("two-dice").kick(state.KICKOFF).play(play_with(KICK, *dice))

    assert kicked(13).spot == (AWAY, 1, 10, 90)
    fumbled = kicked(11, 34)  # fumble; a 7 is the 25
    assert fumbled.spot == (HOME, 1, 10, 25)
    assert fumbled.line(AWAY) == {"fumbles": 1, "fumbles_lost": 1}
    penalty = kicked(12, 34)
    assert penalty.spot == (AWAY, 1, 10, 85)
    assert penalty.line(AWAY) == {"penalties": 1, "penalty_yds": 10}
    assert kicked(12, 21, 13).spot == (AWAY, 1, 10, 95)  # penalty, penalty again: thrown again; half of 10


def test_onside_kicks():
    late = {"quarter": 4, "clock": 55, "points": (0, 7)}
    assert Table().kick(state.KICKOFF, **late).play(play_with(KICK, 21)).spot == (HOME, 1, 10, 50)
    assert Table().kick(state.KICKOFF, **late).play(play_with(KICK, 41)).spot == (AWAY, 1, 10, 45)
    later = Table("two-dice").kick(state.KICKOFF, **late)
    assert later.play(play_with(KICK, 21)).spot == (HOME, 1, 10, 60)
    level = {"quarter": 4, "clock": 55, "points": (7, 7)}
    tied = Table().policy(fs.P_ONSIDE_DEFICIT, 0).kick(state.KICKOFF, **level)
    assert tied.play(play_with(KICK, 21)).spot == (AWAY, 1, 10, 50)
    tied = Table("two-dice").policy(fs.P_ONSIDE_DEFICIT, 0).kick(state.KICKOFF, **level)
    assert tied.play(play_with(KICK, 21)).spot == (AWAY, 1, 10, 35)  # one is added: a 3
    assert "kickers_recover" in Table().kick(state.KICKOFF, **late).play(play_with(KICK, 11)).flags


def test_the_two_free_kicks_after_a_safety():
    table = Table().policy(fs.P_SAFETY_PUNT, 0).kick(state.FREE_KICK, line=20).play(play_with(KICK, 21))
    assert table.spot == (AWAY, 1, 10, 50)  # the table's 25 and 25
    spots = set()
    for number in range(1, 80):
        punted = Table().kick(state.FREE_KICK, line=20).play(number)
        assert "punts" not in punted.line(HOME)
        card = int(punted.book[record.CARD])
        spots.add(card)
        if card == fs.CARDS.index("F"):
            assert punted.spot == (AWAY, 1, 10, 50)
    assert spots == set(range(10))


# Place kicks


def test_field_goals():
    def kicked(to_goal, die, **more):
        return Table().at(to_goal=to_goal, down=4, **more).kicks("goal").play(play_with(KICK, 10 * die + 1))

    good = kicked(30, 2)
    assert good.points == (3, 0)
    assert good.next == "kickoff"
    assert good.line(HOME) == {"points": 3, "fg_made": 1, "fg_att": 1}
    assert good.clock == (1, 1)
    assert kicked(30, 3).spot == (AWAY, 1, 10, 80)
    blocked = kicked(30, 6)
    assert blocked.spot == (AWAY, 1, 10, 70)
    assert blocked.line(HOME) == {"fg_att": 1}
    penalty = kicked(10, 5, yards_to_go=6)
    assert penalty.spot == (HOME, 4, 1, 5)
    assert penalty.line(HOME) == {}
    assert kicked(10, 5, yards_to_go=5).spot == (HOME, 1, 5, 5)  # a first down by the penalty
    assert kicked(7, 5, yards_to_go=5).spot == (HOME, 4, 2, 4)  # half the distance
    assert kicked(45, 1).points == (3, 0)


def test_a_field_goal_by_two_dice():
    table = Table("two-dice").at(to_goal=45, down=4).kicks("goal")
    assert table.play(play_with(KICK, 11)).points == (3, 0)
    table = Table("two-dice").at(to_goal=45, down=4).kicks("goal")
    assert table.play(play_with(KICK, 34)).points == (0, 0)


def test_the_point_after_is_thrown_again_on_a_penalty():
    good = Table().kick(state.TRY, line=98).play(play_with(KICK, 51, 51, 11))
    assert good.points == (1, 0)
    assert good.clock == (1, 0)
    assert good.next == "kickoff"
    missed = Table().kick(state.TRY, line=98).play(play_with(KICK, 61))
    assert missed.points == (0, 0)
    assert missed.line(HOME) == {"xp_att": 1}
    assert Table("two-dice").kick(state.TRY, line=98).play(play_with(KICK, 66)).points == (0, 0)


# The clock


def test_a_play_uses_no_time_of_the_next_quarter():
    table = Table().at(quarter=1, clock=59).call(7, "J").play()
    assert table.clock == (2, 0)
    assert table.spot == (HOME, 1, 10, 38)


def test_the_clock_stops_at_two_minutes():
    assert Table().at(quarter=2, clock=51).call(7, "J").play().clock == (2, 52)
    assert Table().at(quarter=3, clock=51).call(7, "J").play().clock == (3, 54)


def test_time_outs_shorten_a_play():
    table = Table().at(quarter=2, clock=53).call(7, "J").play()  # 45 seconds become 15
    assert table.clock == (2, 54)
    assert table.book[[state.TIMEOUTS, state.TIMEOUTS + 1]].tolist() == [2, 3]
    assert table.call(7, "B").play().clock == (2, 54)  # 30 become none
    for _ in range(2):
        table.at(quarter=2, clock=53).call(7, "B").play()
    assert table.clock == (2, 55)  # none is left
    ahead = Table().at(quarter=4, clock=53, points=(7, 0)).call(7, "B").play()
    assert ahead.book[[state.TIMEOUTS, state.TIMEOUTS + 1]].tolist() == [3, 2]


def test_a_half_begins_with_a_kickoff_and_three_time_outs():
    table = Table().at(quarter=2, clock=59)
    table.book[state.TIMEOUTS] = 0
    table.book[state.RECEIVES_SECOND_HALF] = AWAY
    table.call(1, "F").play()
    assert table.next == "kickoff"
    assert table.spot[0] == HOME
    assert table.book[[state.TIMEOUTS, state.TIMEOUTS + 1]].tolist() == [3, 3]


@pytest.mark.parametrize(("quarter", "over"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1)])
def test_one_quarter_of_sudden_death_ends_after_the_fifth_alone(quarter, over):
    table = Table().at(quarter=quarter, clock=59)
    table.book[state.SUDDEN_DEATH] = state.ONE_PERIOD
    table.book[[state.TIMEOUTS, state.TIMEOUTS + 1]] = 0
    table.call(1, "F").play()
    assert table.book[state.OVER] == over
    assert table.clock == (quarter + 1, 0)


@kernel
def toss(packed, book, key):
    begin_game(bare(packed), borrowed(book), key, 0, 1, OUTSIDE, 0, book, 0)


def tossed(receives, number):
    """Who receives first, and in the second half."""
    tables = np.array(packed().tables)
    tables[A_POLICY + fs.P_WINNER_RECEIVES] = receives
    book = np.zeros(state.BOOK, np.int64)
    with np.errstate(over="ignore"):
        toss(StrategyArrays(tables, packed().calls), book, np.uint64(game_key(np.uint64(5), 0, number)))
    return 1 - int(book[state.OFFENSE]), int(book[state.RECEIVES_SECOND_HALF])


def test_the_toss():
    first = [tossed(1, number) for number in range(40)]
    assert {receives for receives, _ in first} == {HOME, AWAY}
    assert all(receives != later for receives, later in first)
    assert all(receives == later for receives, later in (tossed(0, number) for number in range(40)))
