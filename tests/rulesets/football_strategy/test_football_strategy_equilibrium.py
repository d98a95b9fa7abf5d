"""Football Strategy solved: its games against HiGHS, its states against the rules, best replies, play."""

import shutil
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from fs_table import AWAY, HOME, LONG, Table, packed, play_with, season
from scipy.optimize import linprog

from simlib.errors import InputError
from simlib.files.seasons import season_arrays
from simlib.kernels.rng import raw_word
from simlib.kernels.season_loop import play_match
from simlib.kernels.tally import empty_tally
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.solve import equilibrium
from simlib.rulesets.football_strategy.coach.solve import outcomes as out
from simlib.rulesets.football_strategy.coach.solve.at_hand import names_of, pair_at_hand
from simlib.rulesets.football_strategy.coach.solve.equilibrium import (
    PAIRS,
    best_reply,
    best_reply_gains,
    merged,
    reached_states,
    read_pair,
    solve,
    solve_pairs,
    value_of,
    write_pair,
)
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    INDEX,
    digest_of,
    file_name,
    legal_mask,
    read_digests,
    read_index,
    read_shares,
    tables_folder,
)
from simlib.rulesets.football_strategy.coach.solve.matrix_games import solve_matrix_game, workspace
from simlib.rulesets.football_strategy.coach.solve.meeting import (
    margin_in_games,
    margin_of_coaches,
    next_scores,
    pair_coach,
    play_margins,
    state_tables,
    two_coaches,
)
from simlib.rulesets.football_strategy.coach.solve.next_score import (
    BEST,
    TAKES,
    Tables,
    fill_payoffs,
    scratch,
)
from simlib.rulesets.football_strategy.coach.tables import load_coach
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import record, state
from simlib.rulesets.football_strategy.play.layout import pack

CHARTS = load_charts().charts
LARGEST_GAIN = 0.001  # points
PRO = (0, 0)
OWN_20 = 80


def numbers(below, seed=7):
    """Whole numbers below `below`, one after another, from the project's own hash."""
    with np.errstate(over="ignore"):
        count = 0
        while True:
            yield int(raw_word(np.uint64(seed), 0, count) % np.uint64(below))
            count += 1


@cache
def model(pair=PRO):
    return out.make_model(CHARTS, *pair)


@cache
def reached(pair=PRO):
    return reached_states(model(pair))


@cache
def shipped(pair=PRO):
    return pair_at_hand(*pair)


@cache
def values(pair=PRO):
    return value_of(model(pair), shipped(pair), reached(pair), 1e-6)


@cache
def reply(side=0):
    return best_reply(model(), shipped(), reached(), side, values(), 1e-4)


def payoffs_of(state, side=0):
    room = scratch()
    count = fill_payoffs(model(), values(), side, state, np.full(TAKES, BEST, np.int8), room)
    return room.payoffs[:count]


def test_states_games_are_solved_as_by_highs(few):
    room, calls, cards = workspace(fs.CALLS, 10), np.zeros(fs.CALLS), np.zeros(10)
    states = np.flatnonzero(reached())
    for k in few(islice(numbers(len(states)), 1000), 150):
        payoffs = payoffs_of(int(states[k]))
        rows = len(payoffs)
        value = solve_matrix_game(payoffs, rows, 10, room, calls, cards)
        least = linprog(
            [0] * 10 + [1],
            A_ub=np.column_stack((payoffs, -np.ones(rows))),
            b_ub=np.zeros(rows),
            A_eq=[[1] * 10 + [0]],
            b_eq=[1],
            bounds=[(0, None)] * 10 + [(None, None)],
            method="highs",
        )
        assert value == pytest.approx(least.fun, abs=1e-7)
        assert (calls[:rows] @ payoffs).min() == pytest.approx(value, abs=1e-9)
        assert (payoffs @ cards).max() == pytest.approx(value, abs=1e-9)
        assert calls[:rows].sum() == pytest.approx(1)
        assert cards.sum() == pytest.approx(1)


@pytest.mark.parametrize("size", [(1, 1), (1, 10), (23, 1), (7, 10)])
def test_games_full_of_ties_end(size):
    rows, columns = size
    room, calls, cards = workspace(fs.CALLS, 10), np.zeros(fs.CALLS), np.zeros(10)
    drawn = numbers(3)
    for _ in range(200):
        payoffs = np.array(list(islice(drawn, rows * columns)), float).reshape(size)
        value = solve_matrix_game(payoffs, rows, columns, room, calls, cards)
        assert (calls[:rows] @ payoffs).min() == pytest.approx(value)
        assert (payoffs @ cards[:columns]).max() == pytest.approx(value)


def place_of(table):
    """Where a play of the game itself led, as `outcomes` has it."""
    if table.next in ("kickoff", "free kick"):
        return out.FIELD_GOAL if table.points[HOME] == 3 else out.SAFETY
    side, down, to_go, to_goal = table.spot
    if table.next == "try":
        return out.TOUCHDOWN if side == HOME else out.THEIR_TOUCHDOWN
    if side == AWAY:
        assert (down, to_go) == (1, min(10, to_goal))
        return out.TURNED + to_goal
    return out.state_of(down, to_go, to_goal)


def test_plays_lead_where_the_rules_say():
    table, fifty = Table(), play_with(LONG, 21)
    chart = model().plays[0]
    for to_goal, down, call, card, far in zip(
        *(islice(numbers(count, seed), 3000) for seed, count in enumerate((99, 4, fs.CALLS, 10, 30))),
        strict=True,
    ):
        to_goal, down = to_goal + 1, down + 1
        if not legal_mask()[down - 1, to_goal, call] or call == fs.CALL_FIELD_GOAL:
            continue
        to_go = min(far + 1, to_goal)
        where = down, to_go, to_goal
        table.at(to_goal, down, to_go)
        if call >= fs.PLAYS:
            yards, end, returned = CHARTS.punts[call - fs.PLAYS, card].tolist()
            table.kicks("fourth" if call == fs.CALL_PUNT_FOURTH else "any", fs.CARDS[card])
            returned = 50 if end == fs.RETURNED_LONG else returned
            assert place_of(table.play(fifty)) == out.after_punt(yards, end, returned, to_goal)
            continue
        kind, yards, marks, other, other_yards = chart[call, card].tolist()
        if kind in (fs.RUN_LONG_GAIN, fs.PASS_LONG_GAIN):
            place = out.after_gain(50, *where)
        elif kind == fs.PENALTY:
            place = out.after_penalty(yards, marks, *where)
        else:
            place = out.after_cell(kind, yards, *where)
        table.call(call + 1, fs.CARDS[card], takes=7)
        assert place_of(table.play(fifty)) == place, (where, call + 1, fs.CARDS[card])
        if other != fs.NO_CHOICE:
            table.at(to_goal, down, to_go).call(call + 1, fs.CARDS[card], takes=0)
            assert place_of(table.play(fifty)) == out.after_cell(other, other_yards, *where)


def test_field_goals_lead_where_the_rules_say():
    table = Table()
    for to_goal in range(1, 46):
        for down in range(1, 5):
            for die in range(1, 7):
                to_go = min(3 + die, to_goal)
                result = int(CHARTS.field_goal[to_goal, 6 * (die - 1)])
                table.at(to_goal, down, to_go).kicks("goal").play(play_with(0, 10 * die + 1))
                assert place_of(table) == out.after_field_goal(result, down, to_go, to_goal)


def test_calls_are_the_rules():
    legal = np.zeros(fs.CALLS, np.int64)
    for down in range(1, 5):
        for to_goal in range(1, 100):
            listed = legal[: out.legal_calls(down, to_goal, legal)]
            assert listed.tolist() == np.flatnonzero(legal_mask()[down - 1, to_goal]).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_no_best_reply_gains_a_thousandth_of_a_point(pair):
    gains = best_reply_gains(model(pair), shipped(pair), reached(pair), 1e-6)
    assert gains.max() < LARGEST_GAIN
    assert gains.min() > -1e-5


@pytest.mark.slow
def test_the_two_dice_edition_has_another_equilibrium():
    later = out.make_model(load_charts(None, "two-dice").charts, *PRO)
    gains = best_reply_gains(later, shipped(), reached_states(later), 1e-4)
    assert 0.5 < gains.max() < 0.8


@pytest.mark.slow
@pytest.mark.parametrize(("down", "to_go", "to_goal"), [(1, 10, 80), (2, 7, 45), (3, 4, 12), (4, 2, 33)])
def test_a_call_moved_by_five_per_cent_is_found(down, to_go, to_goal):
    state = out.state_of(down, to_go, to_goal)
    tables = Tables(*(array.copy() for array in shipped()))
    for mix in (tables.calls[:, state], tables.cards[:, state]):
        most = mix[0].argmax()
        unused = np.flatnonzero((mix[0] == 0) & legal_mask()[down - 1, to_goal][: mix.shape[1]])[0]
        mix[:, most] -= 0.05
        mix[:, unused] += 0.05
        assert best_reply_gains(model(), tables, reached(), 1e-4).max() > LARGEST_GAIN
        mix[:, most] += 0.05
        mix[:, unused] -= 0.05


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(fs.OFFENSE_CHARTS[k] for k in pair))
def test_solving_again_gives_the_shipped_tables(proved, tmp_path, pair):
    def prove():
        return {name: digest_of(tmp_path / name) for name in solve_pairs(tmp_path, [pair])}

    found = proved(prove, equilibrium.__name__, tables_folder().parent.glob("*.csv"))
    assert sorted(found) == names_of(*pair)
    listed = read_digests(tables_folder())
    for name, digest in found.items():
        assert digest == listed[name] == digest_of(tables_folder() / name), name


def test_solving_writes_what_is_read(tmp_path):
    solution = solve(CHARTS, *PRO, 0.1)
    tables, rows = merged(solution)
    written = write_pair(tmp_path, *PRO, tables, rows)
    again = read_pair({path.name: path for path in tmp_path.iterdir()}, *PRO)
    assert set(written) == {file_name(0, 0, side) for side in ("offense", "defense")}
    known = rows.offense[1] >= 0
    for array, read in zip(tables, again, strict=True):
        np.testing.assert_array_equal(array[1][known], read[1][known])


def test_the_list_counts_the_rows():
    assert set(read_index(tables_folder())) == {"fitted"}
    text = (tables_folder() / INDEX).read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        name, count, *_ = line.split(",")
        assert len((tables_folder() / name).read_text(encoding="utf-8").splitlines()) == int(count) + 1


def test_next_scores_in_play_are_the_computed_ones():
    charts, policy = CHARTS, load_coach("as-played", season(), CHARTS.plays).coach.policy
    rules = season_arrays(season()).rules
    for tables, expected in ((shipped(), values()), (reply()[1], reply()[0])):
        arrays = pack(charts, pair_coach(tables, *PRO, policy), rules)
        for to_goal in (OWN_20, 40):
            played = next_scores(arrays, to_goal, 20_000)
            assert played.mean == pytest.approx(expected[0, out.first_and_ten(to_goal)], abs=4 * played.error)


def test_a_best_reply_gains_nothing_in_games():
    policy = load_coach("as-played", season(), CHARTS.plays).coach.policy
    arrays = pack(CHARTS, pair_coach(reply()[1], *PRO, policy), season_arrays(season()).rules)
    gain = margin_in_games(arrays, 20_000)
    assert gain.mean < 3 * gain.error


@pytest.mark.parametrize("other", ["as-played", "solitaire"])
def test_it_beats_the_other_coaches(other):
    gain = margin_of_coaches(season(), CHARTS, "equilibrium", other, games=200)
    assert gain.mean > 5 * gain.error
    back = margin_of_coaches(season(), CHARTS, other, "equilibrium", games=200)
    assert back.mean < -5 * back.error


def test_two_coaches_play_as_each_alone():
    coach = load_coach("as-played", season(), CHARTS.plays).coach
    rules = season_arrays(season()).rules
    joint = pack(CHARTS, two_coaches(coach, 3, coach, 8), rules)
    margins = np.zeros(20, np.int64)
    with np.errstate(over="ignore"):
        play_margins(np.uint64(5), joint, margins)
        for number, margin in enumerate(margins):
            tally, events = empty_tally(1, 12, 0, 1), np.zeros((0, record.WIDTH), np.int32)
            teams = (3, 8) if number % 2 == 0 else (8, 3)
            play_match(np.uint64(5), number, *teams, packed(), tally, events, state.NO_MORE)
            home, away = tally.scores[0, 0].tolist()
            assert margin == (home - away if number % 2 == 0 else away - home)


def test_tables_of_a_meeting_are_those_that_made_it():
    policy = load_coach("as-played", season(), CHARTS.plays).coach.policy
    again = state_tables(pair_coach(shipped((0, 1)), 0, 1, policy))
    for array, read in zip(shipped((0, 1)), again, strict=True):
        np.testing.assert_array_equal(array[:, reached((0, 1))], read[:, reached((0, 1))])


@pytest.mark.parametrize(
    ("side", "old", "new", "expected"),
    [
        ("offense", "down,to_goal", "down,goal", "columns"),
        ("offense", "\n1,1,1,", "\n5,1,1,", "1 to 4"),
        ("offense", "\n1,1,1,", "\n1,1,1,1", "add to"),
        ("offense", "\n1,2,", "\n1,100,", "1 to 99"),
        ("defense", "\n1,1,1,", "\n1,1,1,x", "whole numbers"),
        ("defense", "\n2,50,50,", "\n2,50,49,", "reaches to the goal line"),
        ("defense", "\n3,20,20,", "\n3,20,1,", "order"),
    ],
)
def test_a_wrong_table_is_named(tmp_path, side, old, new, expected):
    name = file_name(0, 0, side)
    text = (tables_folder() / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    with pytest.raises(InputError, match=name) as caught:
        read_shares(tmp_path / name, side)
    assert any(expected in fault.expected for fault in caught.value.faults)


def test_a_missing_table_is_named(tmp_path):
    shutil.copytree(tables_folder(), tmp_path, dirs_exist_ok=True)
    (tmp_path / file_name(0, 2, "offense")).unlink()
    with pytest.raises(InputError, match="pro_style-aerial-offense"):
        load_coach("equilibrium", season(), CHARTS.plays, tmp_path)
    text = (tmp_path / INDEX).read_text(encoding="utf-8")
    (tmp_path / INDEX).write_text("\n".join(text.splitlines()[:-1]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="no such row"):
        load_coach("equilibrium", season(), CHARTS.plays, tmp_path)


def test_a_step_of_the_assumed_coach_is_none_of_his():
    with pytest.raises(InputError, match="--step"):
        load_coach("equilibrium", season(), CHARTS.plays, step="even-defense")


@pytest.mark.parametrize("name", ["game", "scrimmage", "kicks", "state", "book", "layout", "arrays"])
def test_no_game_calls_what_works_with_real_numbers(name):
    source = Path(fs.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
    for module in ("solver", "matrix_games", "next_score", "equilibrium_rows"):
        assert module not in source
