"""The last two minutes solved: clocks and kicks against the game's own, best replies, files, play."""

import shutil
from functools import cache
from itertools import islice, product

import numpy as np
import pytest
from fs_table import AWAY, HOME, LONG, Table, play_with, season
from scipy.optimize import linprog

from simlib.errors import InputError
from simlib.files.seasons import season_arrays
from simlib.kernels.rng import raw_word
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.solve import late_equilibrium as late
from simlib.rulesets.football_strategy.coach.solve import late_game
from simlib.rulesets.football_strategy.coach.solve import late_states as states
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    digest_of,
    legal_mask,
    tables_folder,
)
from simlib.rulesets.football_strategy.coach.solve.equilibrium_rows import worst_card
from simlib.rulesets.football_strategy.coach.solve.late_files import (
    LATE_INDEX,
    late_file_name,
    late_file_names,
    late_legal,
    read_late_index,
    read_late_shares,
)
from simlib.rulesets.football_strategy.coach.solve.matrix_games import workspace
from simlib.rulesets.football_strategy.coach.solve.meeting import (
    margins_of_coaches,
    shares_from,
    two_coaches,
    win_share,
)
from simlib.rulesets.football_strategy.coach.solve.next_score import BEST, TAKES, scratch
from simlib.rulesets.football_strategy.coach.tables import SOLVED, load_coach
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import state
from simlib.rulesets.football_strategy.play.layout import pack

CHARTS = load_charts().charts
PRO = (0, 0)
# Shares of games: at the leads that the classes of scores were solved for, and at the others.
LARGEST_GAIN, LARGEST_BESIDE = 0.004, 0.2
A_MINUTE = 4  # steps


def numbers(below, seed=7):
    """Whole numbers below `below`, one after another, from the project's own hash."""
    with np.errstate(over="ignore"):
        count = 0
        while True:
            yield int(raw_word(np.uint64(seed), 0, count) % np.uint64(below))
            count += 1


@cache
def model(quarter=4):
    return late_game.make_late_model(CHARTS, *PRO, quarter, late.ending_values(quarter))


@cache
def shipped():
    return late.read_late_pair(tables_folder(), *PRO)


@cache
def values():
    return late.induced(model(), late.played_tables(shipped(), 4), (False, False), 1e-4, mirrored=True)


# Clocks


def coded_values():
    """Values that tell steps left, time-outs and whose ball; a half that is over is worth nothing."""
    values = late_game.empty_values()
    for steps, outs in np.ndindex(states.STEPS, states.COUNTS):
        values.cells[steps, outs] = 0.6 + steps / 100 + outs / 1000
        values.kickoffs[steps, outs] = values.free_kicks[steps, outs] = 0.6 + steps / 100
    return values


def told(value, turned):
    """Steps left and time-outs of a coded value, whichever side it is worth it to."""
    code = round(1000 * ((1 - value) if turned else value)) - 600
    return divmod(code, 10)


def coded_model():
    return model()._replace(ending=np.zeros(states.LEADS))


def test_a_play_takes_the_time_and_time_outs_that_the_rules_say(few):
    table, fifty, room, values = Table(), play_with(LONG, 21), scratch(), coded_values()
    drawn = (
        islice(numbers(count, seed), 1500) for seed, count in enumerate((99, 4, 22, 10, 30, 9, 4, 21, 2))
    )
    cases, checked = few(zip(*drawn, strict=True), 400), 0
    for to_goal, down, call, card, far, steps, outs, lead, takes in cases:
        to_goal, down, lead = to_goal + 1, down + 1, lead - 10
        to_go = min(far + 1, to_goal)
        if not legal_mask()[down - 1, to_goal, call]:
            continue
        count = late_game.late_payoffs(
            coded_model(), values, steps, outs, lead, 0, np.array([0, down, to_go, to_goal]),
            np.full(TAKES, takes, np.int8), room,
        )  # fmt: skip
        if call < fs.PLAYS:
            if CHARTS.plays[0, call, card, fs.C_KIND] in (fs.RUN_LONG_GAIN, fs.PASS_LONG_GAIN):
                continue
            table.call(call + 1, fs.CARDS[card], takes=7 * takes)
        else:
            if CHARTS.punts[call - fs.PLAYS, card, fs.PUNT_END] == fs.RETURNED_LONG:
                continue
            table.kicks("fourth" if call == fs.CALL_PUNT_FOURTH else "any", fs.CARDS[card])
        table.at(to_goal, down, to_go, quarter=4, clock=60 - steps, points=(20 + lead, 20))
        caller = HOME if lead <= 0 else AWAY
        table.outs(caller, outs).outs(1 - caller, 3).play(fifty)
        row = np.flatnonzero(room.legal[:count] == call)[0]
        value = room.payoffs[row, card]
        where = (down, to_go, to_goal, call, card, steps, outs, lead, takes)
        side, *_ = table.spot
        turned = side == AWAY
        over = table.clock[0] == 5 or (table.next == "try" and table.clock == (4, 60))
        checked += 1
        if over:
            assert value == (turned or table.points[AWAY] > 20), where
        elif table.next == "scrimmage":
            ahead = (table.points[HOME] - table.points[AWAY]) * (-1 if turned else 1)
            then = table.book[state.TIMEOUTS + (side if ahead <= 0 else 1 - side)]
            assert told(value, turned) == (60 - table.clock[1], then), where
        else:  # a touchdown's try or a safety's free kick: kick-offs tell no time-outs
            receives = (1 - side) == HOME
            assert told(value, not receives) == (60 - table.clock[1], 0), where
    assert checked > len(cases) / 2


def test_a_kick_off_is_worth_its_spots():
    values = late_game.empty_values()
    spots = np.array(states.SPOTS)
    values.cells[:] = np.tile(spots / 100, 4 * states.FARS)
    late_game.value_kicks(model(), values, 3)
    ahead, behind = states.FAR_LEAD + 3, states.FAR_LEAD - 3
    # By one die on the own 25 or 20 or 15, or a long gain: 50 to 30, or 50 and as much again. A touchdown
    # kicks off, and receiving is worth nothing yet.
    lines = [(25, 2 / 6), (20, 2 / 6), (15, 1 / 6), *((y, 1 / 36) for y in (50, 45, 40, 35, 30))]
    lines += [(y, 1 / 216) for y in (95, 90, 85, 80)]
    expected = sum(share * (100 - line) / 100 for line, share in lines) + 2 / 216
    assert values.kickoffs[3, 0, behind, 0] == pytest.approx(expected)
    # On-side by a side that trails in the fourth quarter: the kickers keep their 50 twice of six throws.
    onside = (0.5 + 0.5 + 0.5 + 0.45 + 0.45 + 0.4) / 6
    assert values.kickoffs[3, 0, ahead, 0] == pytest.approx(onside)
    late_game.value_kicks(model(2), values, 3)
    assert values.kickoffs[3, 0, ahead, 0] == pytest.approx(expected)


# The tables


def test_states_games_are_solved_as_by_highs(few):
    room, calls, cards = scratch(), np.zeros(fs.CALLS), np.zeros(10)
    games, known = workspace(fs.CALLS, 10), values()
    cells, best = model().cells, np.full(TAKES, BEST, np.int8)
    places = (islice(numbers(below, seed), 80) for seed, below in enumerate((len(cells), 9, 4, 31)))
    for cell, steps, outs, lead in few(zip(*places, strict=True), 20):
        where = (steps, outs, lead - states.FAR_LEAD, 0, cells[cell])
        rows = late_game.late_payoffs(model(), known, *where, best, room)
        payoffs = room.payoffs[:rows].copy()
        coarse = np.rint(1e6 * payoffs) / 1e6  # HiGHS tells no finer ones apart either
        value = late_game.late_solved(room, rows, calls, cards, games)
        least = linprog(
            [0] * 10 + [1], A_ub=np.column_stack((coarse, -np.ones(rows))), b_ub=np.zeros(rows),
            A_eq=[[1] * 10 + [0]], b_eq=[1], bounds=[(0, None)] * 10 + [(None, None)], method="highs",
        )  # fmt: skip
        assert least.status == 0
        assert value == pytest.approx(least.fun, abs=1e-5)
        assert (calls[room.legal[:rows]] @ payoffs).min() == pytest.approx(value, abs=1e-4)
        assert calls.sum() == pytest.approx(1)


@pytest.mark.slow
def test_what_a_best_reply_gains_in_the_last_minute():
    found = late.late_gains(model(), late.played_tables(shipped(), 4), 1e-4, A_MINUTE).gains
    solved = [score.lead + states.FAR_LEAD for score in states.SCORES if score.quarter == 4]
    assert found.min() > -1e-4
    assert found[:, :, :, solved].max() < LARGEST_GAIN
    assert 0.1 < found.max() < LARGEST_BESIDE  # a lead of two played as a lead of one


def test_values_are_shares_of_games():
    cells = values().cells
    assert cells.min() >= -1e-3
    assert cells.max() <= 1 + 1e-3
    first = cells[8, 3, :, 0, (states.FARS - 1) * states.ZONES + 8]  # first and ten on the own 30
    assert (np.diff(first) > -0.02).all()  # a greater lead is no worse
    assert first[states.FAR_LEAD] == pytest.approx(0.5, abs=0.2)


def test_every_call_is_legal_all_over_its_zone():
    legal = late_legal()
    shares = shipped().calls[0].reshape(4, states.FARS, states.ZONES, states.STATES, fs.CALLS)
    for down, zone in product(range(4), range(states.ZONES)):
        assert not shares[down, :, zone][..., ~legal[down, zone]].any()
    assert (shares.sum(axis=-1) == fs.ALL_SHARES).all()
    assert (shipped().cards.sum(axis=-1) == fs.ALL_SHARES).all()


def test_a_call_moved_is_found():
    tables, room = late.played_tables(shipped(), 4), scratch()
    k = next(k for k, cell in enumerate(model().cells) if tuple(cell[1:]) == (4, 10, 29))
    place = (4, 0, -3)
    calls = tables.calls[4, 0, states.FAR_LEAD - 3, 0, model().cells[k, 0]].copy()
    takes = tables.takes[4, 0, states.FAR_LEAD - 3, 0, model().cells[k, 0]]
    rows = late_game.late_payoffs(model(), values(), *place, 0, model().cells[k], takes, room)
    kept = worst_card(room, rows, calls)
    most = calls.argmax()
    calls[most], calls[fs.CALL_PUNT] = 0, calls[most]  # a punt with a minute left, three behind
    assert worst_card(room, rows, calls) < kept - LARGEST_GAIN


def test_the_coach_is_equilibrium_but_for_the_last_two_minutes():
    plain, clock = (load_coach(name, season(), CHARTS.plays).coach for name in SOLVED)
    main = plain.situations.rows()
    assert clock.offense.shape[1] == main + clock.late.rows()
    np.testing.assert_array_equal(clock.offense[:, :main], plain.offense)
    np.testing.assert_array_equal(clock.defense[:, :main], plain.defense)
    assert clock.plays_late.all()
    for table in (clock.offense[0], clock.defense[0]):
        assert (np.diff(table[main:, : table.shape[1] - 2], axis=1) >= 0).all()


def test_solving_again_gives_the_shipped_tables(proved, tmp_path):
    def prove():
        late.make_late_tables(tmp_path, str)
        return {name: digest_of(tmp_path / name) for name in late_file_names()}

    found = proved(prove, late.__name__, tables_folder().parent.glob("*.csv"))
    assert set(found) == late_file_names()
    for name, digest in found.items():
        assert digest == digest_of(tables_folder() / name), name
        assert digest in (tables_folder() / LATE_INDEX).read_text(encoding="utf-8")


def test_the_list_counts_the_rows():
    assert set(read_late_index(tables_folder())) == {"fitted"}
    for line in (tables_folder() / LATE_INDEX).read_text(encoding="utf-8").splitlines()[1:]:
        name, count, *_ = line.split(",")
        assert len((tables_folder() / name).read_text(encoding="utf-8").splitlines()) == int(count) + 1


@pytest.mark.parametrize(
    ("side", "old", "new", "expected"),
    [
        ("offense", "quarter,lead_from", "quarter,lead", "columns"),
        ("offense", "\n4,-3,-3,", "\n4,-3,-2,", "a class of scores"),
        ("offense", "\n4,0,0,1,", "\n4,0,0,5,", "1 to 4"),
        ("offense", "\n4,0,0,1,45,", "\n4,0,0,1,44,", "one of 4, 10"),
        ("offense", "\n4,0,0,1,45,99,0,", "\n4,0,0,1,45,98,0,", "one of 3, 6"),
        ("defense", "\n4,7,7,2,55,99,3,120,", "\n4,7,7,2,55,99,3,105,", "a last row"),
        ("defense", "\n2,0,0,1,4,3,3,120,", "\n2,0,0,1,4,3,3,121,", "0, 15"),
    ],
)
def test_a_wrong_table_is_named(tmp_path, side, old, new, expected):
    name = late_file_name(*PRO, side)
    text = (tables_folder() / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    with pytest.raises(InputError, match=name) as caught:
        read_late_shares(tmp_path / name, side)
    assert any(expected in fault.expected for fault in caught.value.faults)


def test_an_illegal_call_and_a_missing_table_are_named(tmp_path):
    shutil.copytree(tables_folder(), tmp_path, dirs_exist_ok=True)
    name = late_file_name(*PRO, "offense")
    lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
    columns, row = (
        lines[0].split(","),
        next(k for k, line in enumerate(lines) if line.startswith("4,0,0,1,4,")),
    )
    cells = lines[row].split(",")
    first = columns.index("1")
    cells[first : first + 23] = [""] * 23
    cells[columns.index("20")] = "65536"
    lines[row] = ",".join(cells)
    (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    with pytest.raises(InputError, match="forbid"):
        load_coach("equilibrium-clock", season(), CHARTS.plays, tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(InputError, match=name):
        load_coach("equilibrium-clock", season(), CHARTS.plays, tmp_path)


# In play


def position(points, steps, to_goal, side=HOME, quarter=4):
    """The book of a first down in the fourth quarter, three time-outs a side."""
    return Table().at(to_goal, quarter=quarter, clock=60 - steps, points=points, side=side).book


@pytest.mark.parametrize(
    ("lead", "steps", "to_goal"), [(-3, 8, 70), (-7, 8, 60), (0, 4, 50), (-4, 4, 39), (3, 8, 80)]
)
def test_games_played_to_the_end_are_won_as_often_as_computed(lead, steps, to_goal):
    coach = load_coach("equilibrium-clock", season(), CHARTS.plays).coach
    team = int(np.flatnonzero(coach.chart == 0)[0])
    arrays = pack(CHARTS, two_coaches(coach, team, coach, team), season_arrays(season()).rules)
    played = shares_from(arrays, position((20 + lead, 20), steps, to_goal), 4000)
    cell = (states.FARS - 1) * states.ZONES + states.SPOTS.index(to_goal)
    computed = values().cells[steps, 3, lead + states.FAR_LEAD, 0, cell]
    assert played.mean == pytest.approx(computed, abs=0.04 + 3 * played.error)


def test_it_wins_more_than_equilibrium():
    share = win_share(margins_of_coaches(season(), CHARTS, "equilibrium-clock", "equilibrium", 2000))
    assert share.mean > 0.5 + 2 * share.error
