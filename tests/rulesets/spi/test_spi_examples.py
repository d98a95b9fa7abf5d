"""Every worked example of SPI's rulebook, with its printed answer, through the real sheets and charts."""

import pytest
from spi_table import AWAY, HOME, Table, man, packed, play_with, season, sheets, slot_of, team_index, total

from simlib.kernels.clock import QUARTER, TWO_MINUTES
from simlib.kernels.dice import as_printed, from_printed, summed
from simlib.rulesets.spi.charts.read import load_chart_files, penalty_parts
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout, resolvers
from simlib.rulesets.spi.play.arrays import TOUCHDOWN

I, II, III, IV = range(4)  # noqa: E741
BAL, NYG = team_index("BAL"), team_index("NYG")
LAST = {"run": spi.LAST_RUN, "pass": spi.LAST_PASS, "gain": spi.LAST_GAIN}


def letter(text):
    return ord(text) - ord("A")


def adjusted(text, adjustment, kind):
    return chr(ord("A") + resolvers.shifted(letter(text), adjustment, LAST[kind]))


def mpc(defense, play):
    return int(packed().tables[layout.A_MPC + 5 * defense + play])


def pass_gain(text, number):
    return resolvers.pass_gain(packed().tables, letter(text), from_printed(total(number)))


def run_gain(text, dice, second="11"):
    return resolvers.run_gain(packed().tables, letter(text), from_printed(dice), from_printed(second))


def rated(code, player, column):
    return chr(ord("A") + int(man(code, player)[column]))


# 2.1 and 3.0


def test_2_1_two_dice_are_added_or_read_in_order():
    assert as_printed(from_printed("13")) == "13"
    assert summed(from_printed("13")) == 4


def test_3_1_twelve_is_out_of_bounds_five_yards_and_kicked_over():
    played = Table().kickoff().play(play="66")
    assert "kick_again" in played.flags
    assert (played.comes, played.ball, played.clock) == ("kickoff", (HOME, 65), 0)


def test_3_2_offside_is_kicked_again_with_five_yards_added():
    table = Table().kickoff(quarter=4, clock=55, points=(0, 3)).policy(onside_from=52, onside_deficit=1)
    assert "kick_again" in table.play(play="11").flags
    played = table.play(play=total(3))  # 42r, and five
    assert played.ball == (AWAY, 100 - 47)


def test_3_4_the_colts_sheet_says_who_returns():
    men = sheets().men[BAL]
    for dice, player in (("23", "lyles-lenny"), ("53", "moore-lenny")):
        assert men[sheets().league.kick_return[BAL, from_printed(dice), spi.R_SLOT]] == player


def test_3_5_pricer_returns_32_yards_and_moore_11():
    returns = {}
    for player in ("pricer-billy", "moore-lenny"):
        throws = [t for t in range(36) if sheets().league.kick_return[BAL, t, 0] == slot_of("BAL", player)]
        _, rating, by_rushing = sheets().league.kick_return[BAL, throws[0]].tolist()
        returned = resolvers.return_gain(packed().tables, rating, by_rushing, from_printed(total(9)), 0)
        returns[player] = (chr(ord("A") + rating), by_rushing, returned)
    assert returns == {"pricer-billy": ("J", 0, 32), "moore-lenny": ("I", 0, 11)}


def test_3_5_a_return_through_the_whole_play():
    played = Table().kickoff(offense=AWAY).play(play=total(3), third="32", ret=total(9))  # 50 yards, Pricer
    assert played.ball == (HOME, 100 - 10 - 32)
    assert played.e_return_yards == 32


# 4.0


def test_4_1_run_inside_against_iii_is_plus_one():
    assert mpc(III, spi.INSIDE) == 1


def test_4_2_plus_two_makes_a_p_runner_an_n_runner():
    assert adjusted("P", +2, "run") == "N"


def test_4_5_blitz_against_medium_and_short():
    table = packed().tables
    for name, row, play, letters, note in (
        ("medium", spi.D_BLITZ, spi.MEDIUM, -3, (2, 2)),
        ("short", spi.D_BLITZ, spi.SHORT, +2, (1, 1)),
        ("short inside the 10", spi.D_BLITZ_INSIDE_10, spi.SHORT, -3, (1, 2)),
    ):
        cell = 5 * row + play
        assert mpc(row, play) == letters, name
        wider = layout.A_MPC_INTERCEPTION, layout.A_MPC_SACK
        assert tuple(int(table[offset + cell]) for offset in wider) == note, name


# 5.0


def test_5_2_ameche_against_iii_and_the_giants_gains_one():
    assert rated("BAL", "ameche-alan", spi.M_RIS) == "K"
    assert sheets().league.team[NYG, spi.T_DEF_RUSH] == -2
    assert adjusted("K", mpc(III, spi.INSIDE) - 2, "run") == "L"
    assert run_gain("L", "46") == 1


def test_5_2_as_a_whole_play():
    table = Table().call("run").carrier(HOME, slot_of("BAL", "ameche-alan")).defense("III")
    played = table.at(to_goal=60).play(play="46")
    assert (chr(ord("A") + played.e_letter), played.e_yards) == ("L", 1)
    assert (played.ball, played.series, played.clock) == ((HOME, 59), (2, 9), 2)


def test_5_3_a_j_runner_outside_gains_five_and_goes_out_of_bounds():
    assert run_gain("J", "62") == 5
    for late in (0, 1):
        assert resolvers.run_leaves_field(packed().tables, 1, late, from_printed("62"), 5) == 1


def test_5_3_an_inside_run_needs_five_yards_to_go_out():
    table = packed().tables
    assert resolvers.run_leaves_field(table, 0, 0, from_printed("64"), 5) == 1
    assert resolvers.run_leaves_field(table, 0, 0, from_printed("64"), 4) == 0
    assert resolvers.run_leaves_field(table, 0, 0, from_printed("63"), 9) == 0
    assert resolvers.run_leaves_field(table, 0, 1, from_printed("54"), 5) == 1
    assert resolvers.run_leaves_field(table, 1, 1, from_printed("34"), -2) == 1


def test_5_4_the_printed_row_11():
    assert [run_gain(column, "11", "34") for column in "ACBDEFGH"] == [30, 30, 9, 8, 3, 6, -2, 2]


def test_5_6_medium_and_long_gains():
    medium = [13, 26, 8, 9, 18, 15, 12, 20, 25, 5, 10]
    long = [TOUCHDOWN, 71, 52, 26, 20, 30, 22, 17, 37, 41, TOUCHDOWN]
    table = packed().tables
    for first, printed in ((layout.A_MEDIUM_GAIN, medium), (layout.A_LONG_GAIN, long)):
        assert table[first : first + 11].tolist() == printed


# 6.0


def test_6_2_an_m_passer_completes_11_to_41():
    for dice, complete in (("11", 1), ("41", 1), ("42", 0), ("66", 0)):
        assert resolvers.pass_is_complete(packed().tables, letter("M"), from_printed(dice)) == complete


def test_6_2_unitas_to_berry_against_the_giants():
    assert rated("BAL", "unitas-johnny", spi.M_PASS_M) == "R"
    assert sheets().league.team[NYG, [spi.T_DEF_PASS, spi.T_GAIN_ADJ]].tolist() == [-2, 0]
    assert mpc(III, spi.MEDIUM) == 0
    assert adjusted("R", -2, "pass") == "T"
    for dice, complete in (("24", 1), ("26", 1), ("31", 0)):
        assert resolvers.pass_is_complete(packed().tables, letter("T"), from_printed(dice)) == complete
    assert rated("BAL", "berry-raymond", spi.M_GAIN_M) == "J"
    assert pass_gain("J", 8) == 14


def test_6_2_as_a_whole_play():
    table = Table().call("medium").defense("III")
    table.passer(HOME, slot_of("BAL", "unitas-johnny")).receiver(HOME, slot_of("BAL", "berry-raymond"))
    played = table.at(to_goal=60).play(play="24", second=total(8))
    assert [chr(ord("A") + n) for n in (played.e_letter, played.e_gain_letter)] == ["T", "J"]
    assert (played.flags, played.e_yards) == ({"complete", "first_down"}, 14)
    assert (played.ball, played.series) == ((HOME, 46), (1, 10))


@pytest.mark.parametrize(("adjustment", "result"), [(+5, "A"), (+9, "A"), (-7, "M")])
def test_6_5_plus_moves_f_toward_a_and_minus_toward_m(adjustment, result):
    assert adjusted("F", adjustment, "pass") == result


@pytest.mark.parametrize(("kind", "last"), [("run", "U"), ("pass", "Z"), ("gain", "P")])
def test_letters_stop_at_the_ends_of_their_table(kind, last):
    assert adjusted("A", +1, kind) == "A"
    assert adjusted(last, -1, kind) == last


def test_6_6_the_printed_row_2():
    row = [pass_gain(column, 2) for column in "ABCDEFGHIJKL"]
    assert row == [TOUCHDOWN, 21, 26, 15, 10, 32, 9, 7, 15, 10, 35, 5]


# 7.0 and 8.0


def test_7_1_conerly_64_to_66_widened_by_two_is_62_to_66():
    first, last = man("NYG", "conerly-charlie")[[spi.M_INT_FROM, spi.M_INT_TO]].tolist()
    assert (as_printed(first), as_printed(last)) == ("64", "66")
    widened = [as_printed(t) for t in range(36) if resolvers.in_range(t, first, last, 2)]
    assert widened == ["62", "63", "64", "65", "66"]


def test_7_1_widening_follows_the_dice_not_the_decimals():
    first = from_printed("61")
    widened = [as_printed(t) for t in range(36) if resolvers.in_range(t, first, 35, 2)]
    assert widened == ["55", "56", "61", "62", "63", "64", "65", "66"]


def test_7_3_an_h_receiver_and_a_seven_is_15_yards():
    assert pass_gain("H", 7) == 29
    assert resolvers.interception_depth(packed().tables, letter("H"), from_printed(total(7))) == 15


def test_8_0_conerly_to_schnelker_is_sacked_for_ten():
    assert rated("NYG", "conerly-charlie", spi.M_PASS_M) == "S"
    conerly = slot_of("NYG", "conerly-charlie")
    first, last = man("NYG", "conerly-charlie")[[spi.M_SACK_FROM, spi.M_SACK_TO]].tolist()
    assert resolvers.in_range(from_printed("53"), first, last, 0) == 1
    assert resolvers.sack_loss(from_printed(total(9))) == 10
    assert resolvers.fumbles(from_printed(total(4))) == 0
    table = Table().call("medium").passer(AWAY, conerly).receiver(AWAY, slot_of("NYG", "schnelker-bob"))
    table.sheet_cell(HOME, layout.B_TEAM + spi.T_DEF_PASS, 0)
    played = table.at(offense=AWAY, to_goal=60).play(play="53", second=total(9), fumble=total(4))
    assert chr(ord("A") + played.e_letter) == "S"
    assert (played.flags, played.e_yards, played.ball) == ({"sack"}, -10, (AWAY, 70))


# 9.0 to 12.0


def test_9_1_the_giants_fumble_outside_on_22_and_23():
    giants = packed().sheets[NYG * layout.SHEET :]
    first = layout.B_FUMBLE_RUN + 36
    assert [as_printed(t) for t in range(36) if giants[first + t]] == ["22", "23"]


def test_9_3_only_a_two_fumbles():
    assert [resolvers.fumbles(from_printed(total(n))) for n in range(2, 13)] == [1] + [0] * 10


def test_10_4_a_two_or_twelve_blocks_and_a_seven_roughs():
    for number, flag in ((2, "blocked"), (12, "blocked"), (7, "roughing"), (6, None)):
        table = Table().call("punt").policy(punt_rush=65536).at(down=4, to_go=8)
        played = table.play(number=play_with(rush=total(number)))
        assert (flag in played.flags) if flag else played.flags.isdisjoint({"blocked", "roughing"})


def test_10_5_the_printed_rows_of_the_punting_table():
    table = packed().tables

    def yards(row, number, second=7):
        return resolvers.punt_yards(
            table, letter(row), from_printed(total(number)), from_printed(total(second))
        )

    assert [yards("A", n) for n in range(3, 12)] == [38, 36, 49, 53, 46, 40, 46, 43, 56]
    assert [yards("B", n) for n in range(3, 9)] == [55, 43, 44, 39, 45, 51]
    long = [80, 66, 64, 59, 58, 55, 57, 60, 62, 70, spi.END_ZONE]
    for row, number in (("A", 2), ("A", 12), ("B", 2)):
        assert [yards(row, number, second) for second in range(2, 13)] == long


def test_11_1_summerall_is_good_from_11_to_64():
    table = Table().at(to_goal=2, comes="try", offense=AWAY, points=(0, 6))
    assert table.play(play="64").score == (0, 7)
    table.at(to_goal=2, comes="try", offense=AWAY, points=(0, 6))
    assert table.play(play="65").score == (0, 6)


def test_11_2_a_ball_on_the_24_uses_the_21_to_40_range():
    assert resolvers.field_goal_column(24) == spi.K_FG_40_TO
    assert [resolvers.field_goal_column(n) for n in (1, 20, 21, 40, 41, 50)] == [
        spi.K_FG_20_TO, spi.K_FG_20_TO, spi.K_FG_40_TO, spi.K_FG_40_TO, spi.K_FG_50_TO, spi.K_FG_50_TO,
    ]  # fmt: skip
    for dice, score in (("33", 3), ("34", 0)):  # Summerall 21-40: 11-33
        played = Table().call("field_goal").at(offense=AWAY, to_goal=24, down=4, to_go=5).play(play=dice)
        assert played.score == (0, score)


def test_12_0_a_point_is_a_quarter_of_a_minute():
    assert QUARTER * 15 == 15 * 60
    assert (QUARTER - TWO_MINUTES) * 15 == 2 * 60
    assert season().rules["timeouts_per_half"].value == 3


# 13.0: the table is carried, not played


def test_13_2_a_colts_run_penalty_is_five_yards():
    chart = load_chart_files().charts["penalty"]
    column = [c.name for c in chart.spec.columns].index("run_offense")
    assert penalty_parts(chart.texts[7 - 2][column]) == (5, "", False)
    assert run_gain("E", "41") == 8


@pytest.mark.parametrize(
    ("number", "cells"),
    [
        (2, ["5", "*5 (1)", "†5", "*5 (1)", "5b", "*15"]),
        (3, ["5", "5 (1)", "5", "5 (1)", "5b", "*15"]),
        (4, ["15", "*15 (1)", "15", "*15 (1)", "*15", "15b"]),
        (5, ["15", "15"]),
    ],
)
def test_13_3_the_printed_rows_of_the_penalty_table(number, cells):
    assert list(load_chart_files().charts["penalty"].texts[number - 2][: len(cells)]) == cells
