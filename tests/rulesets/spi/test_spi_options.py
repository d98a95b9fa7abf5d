"""SPI Football's optional rules, play by play (cases 7.5, 10.3, 13.0 to 16.0)."""

import numpy as np
import pytest
from spi_table import AWAY, HOME, Table, option_play, slot_of, total

from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout, limits, state
from simlib.rulesets.spi.rules import RULESET

AMECHE, MOORE = slot_of("BAL", "ameche-alan"), slot_of("BAL", "moore-lenny")
UNITAS, BERRY = slot_of("BAL", "unitas-johnny"), slot_of("BAL", "berry-raymond")
PATTON = slot_of("NYG", "patton-jimmy")
FLAGGED, PLAIN = "41", "35"  # the Colts' runs: 41 to 43 are their penalty numbers
FLAGGED_PASS, PLAIN_PASS = "13", "12"  # 13 53 63
OURS, THEIRS = "22", "56"  # the Colts' range is 11-34


def flagged_run(gain, whose, row, options=("penalties",), **situation):
    """A Colts' run on a penalty number; the penalty's dice as told."""
    table = Table().options(*options).call("run").carrier(HOME, MOORE, outside=True)
    table.run_cell(FLAGGED, gain).at(**situation)
    return table, option_play(whose=whose, row=total(row))


def flagged_pass(gain, whose, row, complete=True, **situation):
    table = Table().options("penalties").call("medium").passer(HOME, UNITAS).receiver(HOME, BERRY)
    table.pass_cell(8, gain).at(**situation)
    table.tables[layout.A_COMPLETION : layout.A_COMPLETION + 26] = 35 if complete else -1
    return table, option_play(whose=whose, row=total(row), yards=total(9))


def ranges(table, interception, sack):
    """Unitas' interception and sack ranges, first and last throw."""
    columns = spi.M_INT_FROM, spi.M_INT_TO, spi.M_SACK_FROM, spi.M_SACK_TO
    for column, number in zip(columns, (*interception, *sack), strict=True):
        table.man_cell(HOME, UNITAS, column, number)


# 13.0 Penalties


def test_13_2_moore_gains_8_on_a_41_and_baltimore_is_penalized_five():
    table = Table().options("penalties").call("run").carrier(HOME, MOORE, outside=True)
    table.man_cell(HOME, MOORE, spi.M_ROS, ord("E") - ord("A")).at(to_goal=60)
    table.sheet_cell(AWAY, spi.T_DEF_RUSH, 0)
    played = table.play(number=option_play(whose="22", row=total(7)), play="41")
    assert (played.e_letter, played.e_yards) == (4, 8)
    assert (played.e_penalty_on, played.e_penalty_yards) == (HOME, 5)
    assert (played.ball, played.series, played.clock) == ((HOME, 65), (1, 15), 1)
    assert played.flags == {"penalty", "accepted"}
    line = table.line(HOME)
    assert (line["penalties"], line["penalty_yds"], line["rush_att"], line["plays"]) == (1, 5, 0, 0)
    assert not any(table.stats(HOME, MOORE).values())


def test_a_throw_that_is_no_penalty_number_asks_nothing():
    table, number = flagged_run(8, OURS, 7)
    table.run_cell(PLAIN, 8)
    played = table.play(number=number, play=PLAIN)
    assert (played.ball, played.flags) == ((HOME, 52), set())


def test_out_of_force_no_number_is_a_penalty():
    table, number = flagged_run(8, OURS, 7, options=())
    assert table.play(number=number, play=FLAGGED).ball == (HOME, 52)


def test_the_offence_declines_what_is_worth_less_than_its_play():
    table, number = flagged_run(40, THEIRS, 7)  # 5 yards
    played = table.play(number=number, play=FLAGGED)
    assert (played.ball, played.clock) == ((HOME, 20), 1)
    assert played.flags == {"penalty", "first_down"}
    assert (table.stats(HOME, MOORE)["rush_yds"], table.line(AWAY)["penalties"]) == (40, 0)


def test_the_defence_declines_and_keeps_a_stop():
    table, number = flagged_run(-1, OURS, 7, down=4, to_go=3, to_goal=40)
    played = table.play(number=number, play=FLAGGED)
    assert (played.ball, played.flags) == ((AWAY, 59), {"penalty", "on_downs"})
    assert table.line(HOME)["fourth_down_tries"] == 1


def test_a_touchdown_on_fourth_down_is_called_back_and_the_down_is_the_fourth_again():
    table, number = flagged_run(90, OURS, 7, down=4, to_go=3, to_goal=30, points=(7, 10))
    played = table.play(number=number, play=FLAGGED)
    assert (played.ball, played.series, played.score) == ((HOME, 35), (4, 8), (7, 10))
    assert played.comes == "scrimmage"
    line = table.line(HOME)
    assert (line["rush_td"], line["points"], line["fourth_down_tries"]) == (0, 0, 0)
    assert table.stats(HOME, MOORE)["rush_td"] == 0


@pytest.mark.parametrize(
    ("to_goal", "whose", "yards", "left"),
    [(94, OURS, 15, 97), (99, OURS, 5, 99), (8, THEIRS, 15, 4), (1, THEIRS, 5, 1), (80, OURS, 15, 90)],
)
def test_never_more_than_half_the_distance(to_goal, whose, yards, left):
    table, number = flagged_run(-1, whose, 8, to_goal=to_goal, down=2, to_go=min(10, to_goal))
    for column in ("run_offense", "run_defense"):
        table.penalty_cell(8, column, yards)
    if whose == OURS:  # a long gain: the other team takes the penalty
        table.run_cell(FLAGGED, 30)
    assert table.play(number=number, play=FLAGGED).ball == (HOME, left)


def test_an_automatic_first_down_and_one_by_distance():
    table, number = flagged_run(1, THEIRS, 8, down=3, to_go=9)
    table.penalty_cell(8, "run_defense", 5, automatic=1)
    played = table.play(number=number, play=FLAGGED)
    assert (played.ball, played.series) == ((HOME, 55), (1, 10))
    assert table.line(HOME)["first_downs_penalty"] == 1
    table, number = flagged_run(1, THEIRS, 8, down=3, to_go=5)
    table.penalty_cell(8, "run_defense", 5)
    assert table.play(number=number, play=FLAGGED).series == (1, 10)
    table, number = flagged_run(1, THEIRS, 8, down=3, to_go=6)
    table.penalty_cell(8, "run_defense", 5)
    assert table.play(number=number, play=FLAGGED).series == (3, 1)
    assert table.line(HOME)["first_downs_penalty"] == 0


def test_from_the_end_of_the_run_the_run_counts():
    table, number = flagged_run(7, THEIRS, 2, down=2, to_go=20)
    table.penalty_cell(2, "run_defense", 5, spi.FROM_END)
    played = table.play(number=number, play=FLAGGED)
    assert (played.ball, played.series) == ((HOME, 48), (2, 8))  # the down is repeated
    assert (table.stats(HOME, MOORE)["rush_yds"], table.line(AWAY)["penalty_yds"]) == (7, 5)
    assert played.flags == {"penalty", "accepted", "counts"}


def test_from_the_end_of_a_run_that_is_fumbled_away_nothing_counts_but_the_spot():
    table, number = flagged_run(7, THEIRS, 2)
    table.penalty_cell(2, "run_defense", 5, spi.FROM_END)
    fumbled = layout.B_FUMBLE_RUN + 36 + 18  # 41 outside
    table.sheet_cell(HOME, fumbled, 1)
    played = table.play(number=number, play=FLAGGED, recover="66")
    assert played.ball == (HOME, 48)
    assert (table.line(HOME)["fumbles"], table.stats(HOME, MOORE)["rush_att"]) == (0, 0)


def test_interference_is_the_intended_receivers_gain_to_45():
    for gain, moved in ((30, 30), (60, 45), (spi.TOUCHDOWN, 45), (-3, 0)):
        table, number = flagged_pass(gain, THEIRS, 9, complete=False, to_goal=98)
        table.pass_cell(9, gain).penalty_cell(9, "pass_defense", 0, automatic=1)
        played = table.play(number=number, play=FLAGGED_PASS)
        assert played.ball == (HOME, 98 - moved)
        assert played.series == (1, 10)
    table, number = flagged_pass(30, THEIRS, 9, complete=False, to_goal=40)
    table.pass_cell(9, 30).penalty_cell(9, "pass_defense", 0, automatic=1)
    assert table.play(number=number, play=FLAGGED_PASS).ball == (HOME, 20)  # half the distance


def test_a_mark_on_an_incompletion_reads_what_it_would_have_made():
    table, number = flagged_pass(12, THEIRS, 4, complete=False, to_goal=80)
    table.pass_cell(9, 12)
    played = table.play(number=number, play=FLAGGED_PASS)  # *15 (1)
    assert (played.ball, played.series) == ((HOME, 80 - 27), (1, 10))
    assert (table.line(HOME)["pass_att"], table.line(AWAY)["penalty_yds"]) == (0, 27)


def test_an_interception_is_called_back():
    table, number = flagged_pass(12, THEIRS, 7, complete=False, to_goal=80)
    ranges(table, interception=(0, 35), sack=(36, -1))
    table.penalty_cell(7, "pass_defense", 5)
    played = table.play(number=number, play=FLAGGED_PASS, third="11", second=total(8))
    assert (played.ball, played.series) == ((HOME, 75), (1, 5))
    assert table.line(HOME)["pass_int"] == 0
    assert table.stats(HOME, UNITAS)["pass_int"] == 0


@pytest.mark.parametrize(
    ("row", "complete", "down", "ball", "series"),
    [
        (2, False, 2, (HOME, 65), (3, 15)),
        (2, True, 2, (HOME, 65), (3, 15)),
        (12, False, 2, (HOME, 65), (3, 15)),
        (12, True, 2, (HOME, 65), (2, 15)),
        (2, True, 4, (AWAY, 35), (1, 10)),
    ],
)
def test_loss_of_down(row, complete, down, ball, series):
    table, number = flagged_pass(20, OURS, row, complete=complete, to_goal=60, down=down)
    for other in (2, 12):
        table.penalty_cell(other, "pass_offense", 5, spi.LOSS_OF_DOWN)
    if not complete:  # else the defence is content
        table.policy(penalty_third=400, penalty_second=0)
    played = table.play(number=number, play=FLAGGED_PASS, second=total(8))
    assert (played.ball, played.series) == (ball, series)


@pytest.mark.parametrize(
    ("mark", "yards", "on", "ball", "comes"),
    [
        (spi.FROM_END, 15, AWAY, (AWAY, 86), "scrimmage"),
        (spi.FROM_END, 15, HOME, (AWAY, 58), "scrimmage"),
        (spi.FROM_HALF, 15, AWAY, (AWAY, 90), "scrimmage"),
        (spi.FROM_KICK, 15, HOME, (HOME, 75), "kickoff"),
        (spi.FROM_KICK, 5, AWAY, (HOME, 55), "kickoff"),
    ],
)
def test_penalties_of_returns(mark, yards, on, ball, comes):
    """Kicked to the 10, run back 17; half of it, rounded up, is 9. Against the return, half the distance."""
    table = Table().options("penalties").kickoff()
    table.tables[layout.A_KICKOFF + 5] = 50
    table.pass_cell(8, 17)
    column = "returns_offense" if on == AWAY else "returns_defense"
    table.penalty_cell(7, column, yards, mark)
    if on == AWAY and mark != spi.FROM_KICK:
        table.policy(penalty_yard=8)
    number = option_play(whose="11" if on == AWAY else "66", row=total(7))
    played = table.play(number=number, play=total(7), third="35", ret=total(8), fumble="66")
    assert played.e_penalty_on == on
    assert (played.ball, played.comes, played.clock) == (ball, comes, 1)
    counted = mark == spi.FROM_END
    assert table.line(AWAY)["kick_ret"] == counted


def test_a_kick_nobody_ran_back_has_no_penalty():
    table = Table().options("penalties").kickoff()
    table.tables[layout.A_KICKOFF + 5] = 70
    played = table.play(play=total(7), fumble="66")
    assert played.flags == {"touchback"}
    assert played.clock == 0


def test_a_penalty_on_a_try_is_tried_again_and_takes_no_time():
    table = Table().options("penalties").at(to_goal=2, comes="try", points=(6, 0), clock=33)
    table.penalty_cell(7, "run_offense", 5)
    number = option_play(flag="66", whose=OURS, row=total(7))
    played = table.play(number=number, play="64")
    assert (played.score, played.comes, played.ball, played.clock) == ((6, 0), "try", (HOME, 7), 33)
    assert table.line(HOME)["xp_att"] == 0
    played = table.play(play="64")
    assert (played.score, table.line(HOME)["xp_att"]) == ((7, 0), 1)


def test_a_field_goal_is_kicked_again_from_farther_out():
    table = Table().options("penalties").call("field_goal").at(to_goal=20, down=4, to_go=6)
    table.penalty_cell(7, "run_offense", 15)
    number = option_play(flag="66", whose=OURS, row=total(7))
    played = table.play(number=number, play="11")
    assert (played.ball, played.series, played.score) == ((HOME, 35), (4, 21), (0, 0))
    assert table.line(HOME)["fg_att"] == 0


def test_no_automatic_first_down_on_a_field_goal():
    table = Table().options("penalties").call("field_goal").at(to_goal=30, down=4, to_go=6)
    table.penalty_cell(7, "run_defense", 5, automatic=1)
    number = option_play(flag="66", whose=THEIRS, row=total(7))
    played = table.play(number=number, play="56")  # missed
    assert (played.ball, played.series) == ((HOME, 25), (4, 1))


# 14.0 Limits


def carrying(asterisk=0, limit=2):
    table = Table().options("limits").call("run").carrier(HOME, MOORE)
    return table.man_cell(HOME, MOORE, spi.M_LIMIT, limit).man_cell(HOME, MOORE, spi.M_ASTERISK, asterisk)


def test_14_2_from_the_play_after_his_limit_he_is_two_grades_lower():
    table = carrying()
    letters = [table.at().play(play=PLAIN).e_letter for _ in range(4)]
    assert letters == [letters[0], letters[0], letters[0] + 2, letters[0] + 2]
    assert table.points(HOME, MOORE) == 4


def test_a_receiver_has_his_points_and_loses_his_grades_too():
    table = Table().options("limits").call("medium").passer(HOME, UNITAS).receiver(HOME, BERRY)
    table.man_cell(HOME, BERRY, spi.M_LIMIT, 1)
    first = table.play(play="56")
    second = table.at().play(play="56")
    assert (second.e_gain_letter - first.e_gain_letter, second.e_letter - first.e_letter) == (2, 0)
    assert (table.points(HOME, BERRY), table.points(HOME, UNITAS)) == (2, 0)


def test_14_2_an_asterisk_is_never_exceeded():
    table = carrying(asterisk=1)
    sheet = table.sheets[table.teams[HOME] * layout.SHEET :]
    for lineup in range(layout.MAX_LINEUPS):  # nearly all to Moore, a little to Ameche
        first = layout.B_CARRIER + layout.MAX_SLOTS * lineup
        sheet[first : first + layout.MAX_SLOTS] = spi.ALL_SHARES
        low, high = sorted((AMECHE, MOORE))
        sheet[first : first + low] = 0
        sheet[first + low : first + high] = 1 if low == AMECHE else spi.ALL_SHARES - 1
        guide = layout.B_CARRIER_GUIDE + 256 * lineup
        sheet[guide : guide + 256] = 0
    men = [table.at().play(choices=(0, 30_000, 0, 0), play=PLAIN).e_man for _ in range(5)]
    assert men == [MOORE, MOORE, AMECHE, AMECHE, AMECHE]


def test_14_3_a_missed_game_doubles_the_limit_but_not_an_asterisk():
    for asterisk, most in ((0, 4), (1, 2)):
        table = carrying(asterisk=asterisk)
        book = table.book
        book[state.TEAM_GAME] = 3
        assert limits.allowance(table.sheets, book, HOME, MOORE) == most
        book[limits.last_use_of(table.teams[HOME], MOORE) + limits.POINTS] = 3  # his team's game before
        assert limits.allowance(table.sheets, book, HOME, MOORE) == 2


def test_a_play_called_back_has_no_point():
    table, number = flagged_run(8, OURS, 7, options=("penalties", "limits"))
    table.play(number=number, play=FLAGGED)
    assert table.points(HOME, MOORE) == 0
    table, number = flagged_run(40, THEIRS, 7, options=("penalties", "limits"))
    table.play(number=number, play=FLAGGED)
    assert table.points(HOME, MOORE) == 1


# 15.0 Clutch


def test_15_0_two_letters_a_play_until_the_points_are_gone():
    table = Table().options("clutch").call("run").carrier(HOME, AMECHE)
    plain = table.at(down=3).play(play=PLAIN).e_letter
    table.book[state.CLUTCH : state.CLUTCH + 4] = 5, 0, 0, 1
    played = [table.at(down=down).play(play=PLAIN) for down in (3, 2, 4, 3, 3)]
    assert [p.e_letter - plain for p in played] == [-1, 0, -2, -1, 0]
    assert [p.e_clutch_offense for p in played] == [2, 0, 2, 1, 0]
    assert [p.e_clutch_defense for p in played] == [1, 0, 0, 0, 0]


def test_15_0_every_half_has_them_anew():
    table = Table(home="NYG", away="CLE").options("clutch").call("run").carrier(HOME, AMECHE)
    table.at(down=1, quarter=2, clock=59).play(play=PLAIN)
    assert table.book[state.CLUTCH : state.CLUTCH + 4].tolist() == [6, 0, 0, 4]


# 16.0 Dump-offs


def blitzed(rating=7, **option_dice):
    table = Table().options("dump").call("medium").passer(HOME, UNITAS).receiver(HOME, BERRY)
    table.defense("blitz").man_cell(HOME, UNITAS, spi.M_DUMP, rating)
    sheet = table.sheets[table.teams[HOME] * layout.SHEET :]
    dumps = sheet[layout.B_DUMP : layout.B_DUMP + layout.MAX_SLOTS]
    dumps[:AMECHE], dumps[AMECHE:] = 0, spi.ALL_SHARES
    return table, option_play(**option_dice)


def test_16_2_a_dump_off_is_a_short_pass_to_a_back_no_better_than_o():
    table, number = blitzed(dump=total(7))
    for own, letter in (("M", "O"), ("P", "P"), ("O", "O")):
        table.man_cell(HOME, AMECHE, spi.M_GAIN_S, ord(own) - ord("A"))
        played = table.at(to_goal=60).play(number=number, play="11", second=total(8))
        assert (played.e_kind, played.e_receiver, played.e_meant) == (spi.SHORT, AMECHE, BERRY)
        assert played.e_gain_letter == ord(letter) - ord("A")
        assert "dumped" in played.flags
    assert table.stats(HOME, AMECHE)["targets"] == 3
    assert table.stats(HOME, BERRY)["targets"] == 0


def test_16_2_the_blitz_widens_nothing_then():
    blitz = layout.A_MPC_SACK + 5 * spi.D_BLITZ
    for dice, sacked in ((total(7), False), (total(8), True)):
        table, number = blitzed(dump=dice)
        table.tables[layout.A_COMPLETION : layout.A_COMPLETION + 26] = -1
        table.tables[blitz : blitz + 5] = 1
        table.man_cell(HOME, UNITAS, spi.M_SACK_FROM, 20).man_cell(HOME, UNITAS, spi.M_SACK_TO, 20)
        played = table.play(number=number, play="42", second=total(8))  # throw 19: one below his range
        assert ("sack" in played.flags) == sacked


def test_16_2_a_failure_adds_two_to_the_sack_and_one_to_the_interception_range():
    table, number = blitzed(dump=total(8))
    table.tables[layout.A_COMPLETION : layout.A_COMPLETION + 26] = -1
    table.tables[layout.A_MPC_SACK : layout.A_MPC_SACK + 45] = 0
    table.tables[layout.A_MPC_INTERCEPTION : layout.A_MPC_INTERCEPTION + 45] = 0
    for column, throws in (
        (spi.M_SACK_FROM, 20),
        (spi.M_SACK_TO, 20),
        (spi.M_INT_FROM, 30),
        (spi.M_INT_TO, 31),
    ):
        table.man_cell(HOME, UNITAS, column, throws)
    told = {}
    for dice in ("36", "41", "42", "43", "55", "56"):  # throws 17 to 20, 28, 29
        played = table.at(to_goal=60).play(number=number, play=dice, third="11", second=total(8))
        told[dice] = played.flags & {"sack", "intercepted"}
        assert "dump_failed" in played.flags
        assert played.e_kind == spi.MEDIUM
    assert told == {
        "36": set(), "41": {"sack"}, "42": {"sack"}, "43": {"sack"}, "55": set(), "56": {"intercepted"}
    }  # fmt: skip


def test_16_1_only_against_a_blitz_on_a_longer_pass_by_a_rated_passer():
    table, number = blitzed(dump=total(2))
    table.call("short")
    assert table.play(number=number, play="11", second=total(8)).e_receiver == BERRY
    table.call("medium").defense("II")
    assert table.at().play(number=number, play="11", second=total(8)).e_receiver == BERRY
    table.defense("blitz").man_cell(HOME, UNITAS, spi.M_DUMP, 5)
    assert table.at().play(number=number, play="11", second=total(8)).e_receiver == BERRY
    table.man_cell(HOME, UNITAS, spi.M_DUMP, 6)
    assert table.at().play(number=number, play="11", second=total(8)).e_receiver == AMECHE


def test_16_2_both_men_have_a_point():
    table, number = blitzed(dump=total(7))
    table.options("dump", "limits")
    table.play(number=number, play="11", second=total(8))
    assert (table.points(HOME, BERRY), table.points(HOME, AMECHE)) == (1, 1)


# 7.5 Interceptors


@pytest.mark.parametrize(
    ("call", "dice", "patton"), [("short", "36", True), ("short", "41", False), ("medium", "42", True)]
)
def test_7_6_patton_is_11_to_36_on_short_passes_and_11_to_42_on_others(call, dice, patton):
    table = Table().options("interceptors").call(call).passer(HOME, UNITAS).receiver(HOME, BERRY)
    table.tables[layout.A_COMPLETION : layout.A_COMPLETION + 26] = -1
    for column, throws in (
        (spi.M_INT_FROM, 0),
        (spi.M_INT_TO, 35),
        (spi.M_SACK_FROM, 36),
        (spi.M_SACK_TO, -1),
    ):
        table.man_cell(HOME, UNITAS, column, throws)
    table.pass_cell(8, 10)
    number = option_play(interceptor=dice)
    played = table.play(number=number, play="33", third="11", second=total(8), ret=total(8))
    assert (played.e_interceptor == PATTON) == patton
    made = table.stats(AWAY, PATTON)
    assert (made["int_made"], made["int_made_yds"]) == ((1, 10) if patton else (0, 0))


# 10.3 Punts out of bounds


@pytest.mark.parametrize(("die", "less"), [("21", 20), ("31", 15), ("41", 10), ("51", 5), ("61", 5)])
def test_10_3_the_die_takes_yards_off_and_nobody_runs_back(die, less):
    table = Table().options("punt-out").call("punt").at(to_goal=40, down=4).punt_cell(7, 44)
    played = table.play(number=option_play(yards=die), play=total(7))
    assert (played.ball, played.clock, played.flags) == (
        (AWAY, 100 - (40 - (44 - less))) if less > 4 else None, 1, {"out_of_bounds"}
    )  # fmt: skip
    assert table.line(HOME)["punt_yds"] == 44 - less


def test_10_3_a_one_is_blocked_and_farther_out_nobody_tries():
    table = Table().options("punt-out").call("punt").at(to_goal=40, down=4)
    assert "blocked" in table.play(number=option_play(yards="11"), play=total(7)).flags
    table.at(to_goal=41, down=4).punt_cell(7, 30)
    played = table.play(number=option_play(yards="11"), play=total(7), third="66")
    assert played.flags == {"no_runback"}


def test_options_by_name_and_bit():
    assert RULESET.options == spi.OPTIONS
    assert [1 << bit for bit in range(6)] == [
        spi.PENALTIES, spi.LIMITS, spi.CLUTCH, spi.DUMP, spi.INTERCEPTORS, spi.PUNT_OUT
    ]  # fmt: skip
    cells = load_charts().charts.penalty
    assert cells.shape == (11, 6, 3)
    assert cells[0].tolist()[:3] == [[5, spi.FROM_LINE, 0], [5, spi.FROM_END, 1], [5, spi.LOSS_OF_DOWN, 0]]
    assert np.unique(cells[:, :, 1]).max() <= spi.LOSS_OF_DOWN
