"""Football Strategy's exact odds and arrays: against the kernel throw by throw, by draws, and in games."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from fs_table import Table
from log_columns import columns_of
from scipy.stats import chisquare

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.files.seasons import season_arrays
from simlib.kernels.rng import dice_word, game_key, throw
from simlib.kernels.season_loop import play_one_game
from simlib.kernels.tally import empty_tally
from simlib.plays.counted import odds
from simlib.plays.rolled import EVENTS, PlayArrays, resolve
from simlib.rulesets import get_ruleset
from simlib.rulesets.answers import Odds
from simlib.rulesets.call import PlayCall, make_call
from simlib.rulesets.contract import Setup
from simlib.rulesets.football_strategy.asked import setups, solved_odds
from simlib.rulesets.football_strategy.asked.counted import setup_odds
from simlib.rulesets.football_strategy.asked.odds import DICE_CHARTS
from simlib.rulesets.football_strategy.asked.rolled import MASKS, ready, roll_setup
from simlib.rulesets.football_strategy.charts.read import EDITIONS, SPECS
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, layout, record, throws

GAME = "football-strategy"
SEASON = simlib.load_season(1958)
SEED = 11
SPOTS = (99, 60, 4)


@cache
def shipped(edition: str = EDITIONS[0]):
    _, packed, charts = ready(PlayCall("kickoff", edition=edition), SEASON, None)
    return packed, charts


def asked(what: str, who: str = "", **options) -> Odds:
    return odds(what, who, ruleset=GAME, **options)


# Charts


@pytest.mark.parametrize("name", DICE_CHARTS)
def test_every_column_of_every_chart_with_dice_sums_to_one(name):
    spec = next(spec for spec in SPECS if spec.name == name)
    for column in spec.columns:
        assert sum(asked(name, column.name).outcomes.values()) == 1


def test_printed_columns_and_plays_by_hand():
    kickoff = asked("kickoff_one_die")
    assert kickoff.outcomes == {
        15: Fraction(1, 6),
        20: Fraction(1, 3),
        25: Fraction(1, 3),
        "LG": Fraction(1, 6),
    }
    assert asked("field_goal_one_die", "19-25").outcomes["G"] == Fraction(1, 2)
    assert asked("long_gain_two_dice").outcomes["50+10d"] == Fraction(1, 6)
    assert asked("try").chances == {"good": Fraction(4, 5), "no good": Fraction(1, 5)}  # the 5 throws again
    # From the 40: five of six long gains are 30 to 50, a 1 is 50 and as much again, so a touchdown.
    long = asked("pro_style", "16", defense="A", to_goal=60)
    assert long.outcomes == {**dict.fromkeys((30, 35, 40, 45, 50), Fraction(1, 6)), 60: Fraction(1, 6)}
    assert long.chances == {"touchdown": Fraction(1, 6)}
    example = asked("pro_style", "19", defense="J", to_goal=90)
    assert example.chances == {"intercepted": Fraction(1)}
    deck = asked("pro_style", "Look In", to_goal=60)
    assert sum(deck.outcomes.values()) == 1
    assert all(p.denominator in (1, 2, 7, 14) for p in deck.outcomes.values())
    # By two dice 2 is a fumble and 3 a penalty of ten; 11 is a long gain and 12 five yards more, and two
    # throws of 36 make either 100 or more.
    later = asked("kickoff", edition="two-dice")
    assert later.chances["penalty"] == Fraction(2, 36)
    assert later.chances["touchdown"] == Fraction(34, 36) * Fraction(3, 33) * Fraction(2, 36)


# Throw by throw


def found(setup: setups.Setup, packed: layout.StrategyArrays, count: int, seed: int = SEED):
    yards, masks = roll_setup(setup, packed, (seed, 0, 0, 1), count)
    return list(zip(yards.tolist(), np.column_stack(masks).tolist(), strict=True))


@cache
def throws_of(count: int, role: int) -> tuple[tuple[int, int], ...]:
    """First and second throw of a role in plays 1 to `count` of the game that `found` rolls."""
    with np.errstate(over="ignore"):
        key = np.uint64(game_key(np.uint64(SEED), 0, 0))
        words = (throws.WORD_DICE, throws.WORD_DICE + throws.WORD_AGAIN)
        return tuple(
            tuple(int(throw(np.uint64(dice_word(key, play, word)), role)) for word in words)
            for play in range(1, count + 1)
        )


def counted(
    setup: setups.Setup, packed: layout.StrategyArrays, role: int, first_cell: int
) -> tuple[dict, dict]:
    """Yards and events of a play counted over every throw of one role, and the second where it is read.

    A long gain thrown a third time is longer than the field: a second one more.
    """
    size = 12_000
    ways: dict[tuple[int, ...], tuple] = {}
    for (first, second), (yards, flags) in zip(
        throws_of(size, role), found(setup, packed, size), strict=True
    ):
        again = role == throws.ROLE_LONG_GAIN and packed.tables[first_cell + first] >= fs.AND_AGAIN
        key = (first, second) if again else (first,)
        assert ways.setdefault(key, (yards, flags)) == (yards, flags), (setup, key)
    assert sum(Fraction(1, 36 ** len(key)) for key in ways) == 1  # every throw was seen
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    events: defaultdict[str, Fraction] = defaultdict(Fraction)
    for key, (yards, flags) in ways.items():
        total[yards] += Fraction(1, 36 ** len(key))
        for event, happened in zip(EVENTS, flags, strict=True):
            if happened:
                events[event] += Fraction(1, 36 ** len(key))
    return dict(total), dict(events)


def same(exact: Odds, yards: dict, events: dict) -> bool:
    told = {event: p for event, p in exact.chances.items() if p and event != "no good"}
    return told == events and exact.outcomes in ({}, yards)


def chart_differences(
    packed: layout.StrategyArrays, charts: fs.Charts, few=lambda plays, _: plays
) -> Iterator[str]:
    """Cells of the offence charts and the punts whose odds aren't what the kernel makes of them."""
    plain = [
        setups.Setup(play, chart, (card,), to_goal, declined)
        for chart in range(3) for play in range(fs.PLAYS) for card in range(10)
        for to_goal in SPOTS for declined in (0, 1)
    ]  # fmt: skip
    plain += [
        setups.Setup(kind, 0, (card,), to_goal)
        for kind in (fs.CALL_PUNT_FOURTH, fs.CALL_PUNT, fs.FREE_PUNT) for card in range(10)
        for to_goal in (*SPOTS, 50)
    ]  # fmt: skip
    for setup in few(plain, len(plain) // 4):
        exact = setup_odds(setup, charts, "")
        (card,) = setup.cards
        row = int(setup.kind == fs.CALL_PUNT)
        if setup.kind < fs.PLAYS:
            long = charts.plays[setup.chart, setup.kind, card, fs.C_KIND] in (
                fs.RUN_LONG_GAIN,
                fs.PASS_LONG_GAIN,
            )
        else:
            long = charts.punts[row, card, fs.PUNT_END] == fs.RETURNED_LONG
        if long:
            told = counted(setup, packed, throws.ROLE_LONG_GAIN, layout.A_LONG_GAIN)
        else:
            (yards, flags), *others = found(setup, packed, 3)
            assert all(other == (yards, flags) for other in others)
            events = {event: Fraction(1) for event, happened in zip(EVENTS, flags, strict=True) if happened}
            told = {yards: Fraction(1)}, events
        if not same(exact, *told):
            yield f"{setup} {exact} {told}"


def kick_differences(packed: layout.StrategyArrays, charts: fs.Charts, few=None) -> Iterator[str]:
    """On-side kicks and field goals from everywhere whose odds aren't the kernel's over 36 throws."""
    kicks = [setups.Setup(fs.ONSIDE_KICK, 0, (0,), 60, behind=behind) for behind in (0, 1)]
    kicks += [setups.Setup(fs.CALL_FIELD_GOAL, 0, (0,), yards) for yards in range(1, 46, 3)]
    for setup in kicks:
        if not same(setup_odds(setup, charts, ""), *counted(setup, packed, throws.ROLE_KICK, 0)):
            yield str(setup)


DIFFERENCES = {"chart": chart_differences, "kick": kick_differences}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", DIFFERENCES)
def test_odds_are_the_kernel_throw_by_throw(few, kind, edition):
    assert list(DIFFERENCES[kind](*shipped(edition), few)) == []


@pytest.mark.parametrize(
    ("kind", "offset"),
    [
        ("chart", layout.A_PLAYS + fs.C_YARDS), ("chart", layout.A_LONG_GAIN + 14),
        ("chart", int(layout.cell_of(2, 11, 3)) + fs.C_KIND),
        ("chart", layout.A_PUNTS + fs.PUNT_COLUMNS + fs.PUNT_YARDS),
        ("kick", layout.A_ONSIDE + 40), ("kick", layout.A_FIELD_GOAL + 36 * 22 + 12),
    ],
)  # fmt: skip
def test_one_wrong_cell_is_found(kind, offset):
    packed, charts = shipped()
    tables = packed.tables.copy()
    tables[offset] += 1
    assert next(DIFFERENCES[kind](packed._replace(tables=tables), charts), None)


# By the engine's draws

CALLS = [
    ("kickoff", "", {}), ("kickoff", "", {"edition": "two-dice"}), ("free_kick", "", {"edition": "two-dice"}),
    ("try", "", {}), ("free_punt", "", {"to_goal": 80}), ("punt", "22", {"to_goal": 55}),
    ("punt_return", "21", {"to_goal": 75}), ("pro_style", "16", {"to_goal": 60}),
    ("aerial", "Long Bomb", {"to_goal": 96}), ("ball_control", "7 Draw", {"to_goal": 9, "decline": True}),
]  # fmt: skip
DRAWS = 1_000_000


def agrees(exact: Odds, yards: np.ndarray, masks: list[np.ndarray], returns: bool) -> bool:
    """Whether drawn counts are the exact odds': chi-square on the yards, each event within 5 sd."""
    for event, mask in zip(EVENTS, masks, strict=True):
        p = float(exact.chances.get(event, 0))
        if abs(int(mask.sum()) - DRAWS * p) > 5 * (DRAWS * p * (1 - p)) ** 0.5 + 1e-9:
            return False
    if returns:
        yards = yards[~masks[EVENTS.index("no runback")]]
    drawn = Counter(yards.tolist())
    if not exact.outcomes:
        return set(drawn) == {0}
    if set(drawn) != set(exact.outcomes):
        return False
    expected = [float(p) * len(yards) for p in exact.outcomes.values()]
    return len(drawn) == 1 or chisquare([drawn[k] for k in exact.outcomes], expected).pvalue > 1e-6


@pytest.mark.parametrize(("play", "who", "options"), CALLS, ids=lambda v: v if isinstance(v, str) else "")
def test_a_million_draws_of_the_engine_agree(play, who, options):
    setup, packed, charts = ready(make_call(play, who, options), SEASON, None)
    drawn = roll_setup(setup, packed, (5, 0, 77, 0), DRAWS)
    assert agrees(setup_odds(setup, charts, ""), *drawn, play == "punt_return")


@pytest.mark.parametrize(
    ("number", "offset", "value"),
    [
        (0, layout.A_KICKOFF + 7, 26), (1, layout.A_KICKOFF, 12), (2, layout.A_KICKOFF + 1, 33),
        (3, layout.A_FIELD_GOAL + 5, fs.NO_GOOD), (4, layout.A_PUNTS + fs.PUNT_YARDS, 61),
        (6, layout.A_LONG_GAIN + 20, 44), (7, layout.A_LONG_GAIN + 20, 44),
        (8, int(layout.cell_of(2, 18, 2)) + fs.C_YARDS, 6),
    ],
)  # fmt: skip
def test_draws_from_a_wrong_chart_disagree(number, offset, value):
    play, who, options = CALLS[number]
    setup, packed, charts = ready(make_call(play, who, options), SEASON, None)
    tables = packed.tables.copy()
    assert tables[offset] != value
    tables[offset] = value
    drawn = roll_setup(setup, packed._replace(tables=tables), (5, 0, 77, 0), DRAWS)
    assert not agrees(setup_odds(setup, charts, ""), *drawn, play == "punt_return")


# In games

FLAGS = dict(zip(PlayArrays._fields[1:], MASKS, strict=True))


def as_call(event: dict[str, int], edition: str) -> PlayCall:
    kind, card = event["KIND"], fs.CARDS[event["CARD"]]
    if kind < fs.PLAYS:
        chart, declined = fs.OFFENSE_CHARTS[event["CHART"]], bool(event["FLAGS"] & flag.DECLINED)
        return PlayCall(chart, str(kind + 1), defense=card, to_goal=event["TO_GOAL"], decline=declined,
                        edition=edition)  # fmt: skip
    if kind <= fs.CALL_PUNT:
        return PlayCall("punt", str(kind + 1), defense=card, to_goal=event["TO_GOAL"], edition=edition)
    name = next(name for name, number in setups.KICKS.items() if number == kind)
    if kind in (fs.CALL_FIELD_GOAL, fs.FREE_PUNT):  # the free punt's card is drawn again, blind
        return PlayCall(name, to_goal=event["TO_GOAL"], edition=edition)
    return PlayCall(name, "behind" if kind == fs.ONSIDE_KICK else "", edition=edition)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("coach", ["as-played", "solitaire"])
def test_every_play_of_games_comes_out_the_same_rolled_by_itself(coach, edition):
    options = ("two-dice",) if edition == "two-dice" else ()
    playable = get_ruleset(GAME).load(Setup(SEASON, coach, options))
    columns = columns_of(record)
    seen: Counter[int] = Counter()
    for game in range(16):
        events = np.zeros((400, record.WIDTH), np.int32)
        tally = empty_tally(1, len(SEASON.teams), 0, len(SEASON.games))
        with np.errstate(over="ignore"):
            plays = play_one_game(
                np.uint64(SEED), 2, game, season_arrays(SEASON), playable.arrays, tally, events
            )
        for row in events[:plays].tolist():
            event = {name: row[place] for name, place in columns.items()}
            kind = event["KIND"]
            setup, packed = setups.set_up(as_call(event, edition), ()), shipped(edition)[0]
            yards, masks = roll_setup(setup, packed, (SEED, 2, game, event["PLAY"]), 1)
            rolled = PlayArrays(yards, *masks)
            for name, mask in FLAGS.items():
                if name != "no_runbacks":
                    assert getattr(rolled, name)[0] == bool(event["FLAGS"] & mask), (name, event)
            if kind in (fs.KICKOFF, fs.FREE_KICK, fs.ONSIDE_KICK):
                kicked = not event["FLAGS"] & flag.TOUCHDOWN
                own = event["NEXT_OFFENSE"] == event["OFFENSE"]
                line = event["NEXT_TO_GOAL"] if own else 100 - event["NEXT_TO_GOAL"]
                assert rolled.yards[0] == (line if kicked else 100)
            else:
                assert rolled.yards[0] == event["YARDS"]
            if kind <= fs.CALL_PUNT and kind >= fs.CALL_PUNT_FOURTH:
                back = roll_setup(setup._replace(of_return=1), packed, (SEED, 2, game, event["PLAY"]), 1)
                assert back[0][0] == event["RETURN_YARDS"]
            seen[kind] += 1
    assert {fs.KICKOFF, fs.TRY, fs.CALL_FIELD_GOAL} <= set(seen)
    assert len(set(range(fs.PLAYS)) & set(seen)) == fs.PLAYS
    assert seen[fs.CALL_PUNT_FOURTH] + seen[fs.CALL_PUNT] > 50


def test_arrays_of_a_play():
    sacks = resolve("pro_style", "Screen", ruleset=GAME, defense="F", count=100)
    assert (sacks.yards == -10).all()
    assert sacks.sacks.all()
    bombs = resolve("pro_style", "Bomb", ruleset=GAME, count=5000)
    part = resolve("pro_style", "Bomb", ruleset=GAME, count=100, first=200)
    assert np.array_equal(bombs.yards[200:300], part.yards)
    assert (bombs.yards[bombs.interceptions] == 0).all()


# First downs


@pytest.mark.parametrize(("down", "to_go", "to_goal"), [(1, 10, 60), (3, 4, 30), (4, 2, 8), (2, 5, 5)])
def test_first_downs_are_the_games(down, to_go, to_goal):
    table, charts = Table().chart("aerial"), shipped()[1]
    for play, card, takes in product(range(fs.PLAYS), range(10), (0, 1)):
        told = setup_odds(setups.Setup(play, 2, (card,), to_goal, 1 - takes, to_go=to_go), charts, "")
        if len(told.outcomes) > 1:
            continue  # a long gain
        table.call(play + 1, fs.CARDS[card], takes=7 * takes).at(to_goal, down, to_go).play()
        made = bool({"first_down", "touchdown"} & table.flags) and not {"intercepted"} & table.flags
        assert told.chances.get("first down", 0) == made, (play + 1, card)


@pytest.fixture
def roughly(monkeypatch):
    """A state's value to a hundredth of a point: the first digits and the order are asked for."""
    monkeypatch.setattr(solved_odds, "TOLERANCE", 1e-2)


def test_what_equilibrium_calls_and_makes(roughly):
    told = asked("equilibrium", "pro_style", against="aerial", down=3, to_go=4, to_goal=60)
    assert sum(told.outcomes.values()) == 1
    whole = sum(
        share * told.chances.get(f"first down, if {name}", 0) for name, share in told.outcomes.items()
    )
    assert told.chances["first down"] == whole
    assert 0.4 < whole < 0.6
    (value,) = told.values.values()
    first = asked("equilibrium", "pro_style", against="aerial", to_goal=60)
    assert value < next(iter(first.values.values()))
    assert f"points of the next score, to the offence {value:+.3f}" in told._repr_html_()
    assert told.to_json()["values"] == told.values


def test_a_game_without_first_downs_says_so():
    with pytest.raises(InputError, match="spi counts no first downs"):
        odds("run", "brown-jim", to_go=3)


# The command, and faults


def test_the_command(roughly, capsys):
    for arguments in (
        ["kickoff_one_die"], ["field_goal_two_dice", "23-32"], ["pro_style", "16", "--defense", "A"],
        ["punt", "21", "--to-goal", "60"], ["try"], ["equilibrium", "--down", "2", "--to-go", "1"],
    ):  # fmt: skip
        with pytest.raises(SystemExit) as stop:
            cli.main(["odds", GAME, *arguments])
        assert not stop.value.code
        assert "%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "who", "options", "expected"),
    [
        ("nothing", "", {}, "a play (pro_style"),
        ("time", "", {}, "read with dice"),
        ("punts", "", {}, "read with dice"),
        ("field_goal_one_die", "", {}, "one of 0-10"),
        ("kickoff_one_die", "", {"to_goal": 5}, "takes no options"),
        ("pro_style", "21", {}, "a play by its number or name"),
        ("pro_style", "pass", {}, "one of them"),
        ("pro_style", "7", {"defense": "K"}, "a card A to J"),
        ("pro_style", "7", {"to_goal": 100}, "1 to 99"),
        ("pro_style", "7", {"against": "BAL"}, "pro_style reads defense, to-goal"),
        ("field_goal", "", {}, "1 to 45"),
        ("field_goal", "", {"to_goal": 46}, "1 to 45"),
        ("kickoff", "", {"edition": "third"}, "one of one-die, two-dice"),
        ("onside_kick", "ahead", {}, "one of level, behind"),
        ("try", "Groza", {}, "one kind of try"),
        ("pro_style", "7", {"to_go": 9, "to_goal": 8}, "1 to 8"),
        ("pro_style", "7", {"down": 3}, "pro_style reads defense, to-goal, to-go"),
        ("equilibrium", "split_t", {}, "one of pro_style"),
        ("equilibrium", "", {"against": "BAL"}, "one of pro_style"),
        ("equilibrium", "", {"down": 5}, "from 0 to 4"),
        ("equilibrium", "", {"to_go": 9, "to_goal": 8}, "1 to 8"),
        ("equilibrium", "", {"defense": "A"}, "equilibrium reads against"),
    ],
)
def test_a_wrong_question_is_one_clear_line(what, who, options, expected):
    with pytest.raises(InputError) as error:
        asked(what, who, **options)
    assert expected in str(error.value)
