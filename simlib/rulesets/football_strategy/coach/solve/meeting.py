"""Football Strategy: two coaches in one game, and what one gains on the other.

A season has one coach; here each side has its own. Their tables are brought to one grain, every yard and
every pair of their states of clock and score, so that the kernel plays them as the tables of two teams.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import Season, season_arrays
from simlib.kernels.book import set_ball
from simlib.kernels.jit import bare, borrowed, kernel
from simlib.kernels.rng import game_key, raw_word
from simlib.kernels.season import MATCH_GAME
from simlib.kernels.season_loop import OUTSIDE, begin_game, play_to_end
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import exact_situations, kernel_rows
from simlib.rulesets.football_strategy.coach.solve.next_score import ACCEPT_5, Tables
from simlib.rulesets.football_strategy.coach.tables import load_coach
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import record, state, throws
from simlib.rulesets.football_strategy.play.game import kick_or_try
from simlib.rulesets.football_strategy.play.layout import StrategyArrays, pack
from simlib.rulesets.football_strategy.play.scrimmage import scrimmage_play


class Gain(NamedTuple):
    """Points one side gains a game (or a next score), and one standard error."""

    mean: float
    error: float
    games: int


def _deck_rows(coach: fs.Coach, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """A defence's rows with its deck's cards as shares: shuffled before every play, they are the same."""
    if not coach.policy[fs.P_DECK]:
        return rows
    copies = np.bincount(coach.deck, minlength=10).cumsum()[:9]
    dealt = rows.copy()
    dealt[:, :9] = (2 * fs.ALL_SHARES * copies + len(coach.deck)) // (2 * len(coach.deck))
    return dealt


def _late_rows(coach: fs.Coach, rows: NDArray[np.int32], late: fs.Situations | None) -> NDArray[np.int32]:
    """A table's rows of the last two minutes, of noughts where a coach has none and the other does."""
    if coach.late or not late:
        return rows[coach.situations.rows() :]
    return np.zeros((late.rows(), rows.shape[1]), np.int32)


def two_coaches(first: fs.Coach, first_team: int, second: fs.Coach, second_team: int) -> fs.Coach:
    """A Coach of two teams: team 0 as the first coaches one of his, team 1 as the second coaches his.

    Kick-offs, time-outs and kicks after a safety go by the first's policy.

    Raises
    ------
    ValueError
        Their classes of clock or lead are too many together.
    """
    one, two = first.situations, second.situations
    clocks, leads, states = int(two.clock.max()) + 1, int(two.lead.max()) + 1, two.sizes[2]
    clock, lead = one.clock * clocks + two.clock, one.lead * leads + two.lead
    if clock.max() >= fs.MOST_CLOCK_CLASSES or lead.max() >= fs.LEAD_CLASSES:
        raise ValueError("the coaches tell too many clocks and leads apart to meet")
    standing = np.zeros((fs.MOST_CLOCK_CLASSES, fs.LEAD_CLASSES), np.int16)
    for c, k in np.ndindex(int(clock.max()) + 1, int(lead.max()) + 1):
        standing[c, k] = one.state[c // clocks, k // leads] * states + two.state[c % clocks, k % leads]
    down, distance, zone, joint = np.ogrid[:4, :100, :100, : one.sizes[2] * states]
    sides = ((first, first_team, joint // states), (second, second_team, joint % states))
    offense, defense = [], []
    late = first.late or second.late
    for number, (coach, team, own_state) in enumerate(sides):
        classes, (distances, zones, count) = coach.situations, coach.situations.sizes
        row = (down * distances + classes.distance[distance]) * zones + classes.zone[zone]
        rows = (row * count + own_state).ravel()
        rival, rival_team, _ = sides[1 - number]
        tables = coach.table_of[team, :, rival.chart[rival_team]]
        calls, cards = coach.offense[tables[0]], _deck_rows(coach, coach.defense[tables[1]])
        offense.append(np.concatenate((calls[rows], _late_rows(coach, calls, late))))
        defense.append(np.concatenate((cards[rows], _late_rows(coach, cards, late))))
    policy = first.policy.copy()
    policy[fs.P_DECK] = 0
    return fs.Coach(
        situations=fs.Situations(
            exact_situations().distance,
            exact_situations().zone,
            clock.astype(np.int16),
            lead.astype(np.int16),
            standing,
            (100, 100, one.sizes[2] * states),
        ),
        offense=np.stack(offense),
        defense=np.stack(defense),
        chart=np.array([first.chart[first_team], second.chart[second_team]], np.int16),
        table_of=np.array([[[0] * 3] * 2, [[1] * 3] * 2], np.int32),
        policy=policy,
        deck=np.zeros(1, np.int16),
        late=late,
        plays_late=np.array([first.late is not None, second.late is not None]),
    )


def pair_coach(tables: Tables, own: int, rival: int, policy: NDArray[np.int64]) -> fs.Coach:
    """A Coach of two teams that play each its side of solved tables.

    Parameters
    ----------
    own, rival : int
        Offence charts of teams 0 and 1.
    policy : int64[P_COLUMNS]
    """
    calls, cards = (np.rint(part * fs.ALL_SHARES).astype(np.int64) for part in (tables.calls, tables.cards))
    takes = tables.takes.astype(np.int64)
    return fs.Coach(
        situations=exact_situations(),
        offense=np.stack([kernel_rows(calls[k], takes[k][:, :ACCEPT_5], "offense") for k in (0, 1)]),
        defense=np.stack([kernel_rows(cards[k], takes[k][:, ACCEPT_5:], "defense") for k in (1, 0)]),
        chart=np.array([own, rival], np.int16),
        table_of=np.array([[[0] * 3] * 2, [[1] * 3] * 2], np.int32),
        policy=policy,
        deck=np.zeros(1, np.int16),
    )


def state_tables(coach: fs.Coach) -> Tables:
    """What the two teams of a meeting play by state, outside special states and the last two minutes.

    Parameters
    ----------
    coach : Coach
        As `two_coaches` or `pair_coach` makes it.
    """
    normal = slice(0, coach.situations.rows(), coach.situations.sizes[2])
    offense, defense = (table[:, normal].astype(np.int64) for table in (coach.offense, coach.defense))
    ends = {"prepend": 0, "append": fs.ALL_SHARES}
    takes = np.stack(
        [
            offense[:, :, fs.OFFENSE_MASK] & fs.TAKES_FROM_DEFENSE != 0,
            defense[::-1, :, fs.DEFENSE_MASK] & fs.TAKES_FOR_LOSS != 0,
            defense[::-1, :, fs.DEFENSE_MASK] & fs.TAKES_FOR_DOWN != 0,
        ],
        axis=2,
    )
    return Tables(
        calls=np.diff(offense[:, :, : fs.CALLS - 1], axis=2, **ends) / fs.ALL_SHARES,
        cards=np.diff(defense[::-1, :, :9], axis=2, **ends) / fs.ALL_SHARES,
        takes=takes.astype(np.int8),
    )


@kernel
def play_margins(seed: np.uint64, packed: StrategyArrays, margins: NDArray[np.int64]) -> None:
    """Play `len(margins)` games of teams 0 and 1, each at home in turn; team 0's points less team 1's."""
    game = bare(packed)
    turn = np.zeros(2, np.int64)
    whole_book, nobody = np.zeros(state.BOOK, np.int64), np.zeros(1, np.int32)
    book, men = borrowed(whole_book), borrowed(nobody)
    for number in range(margins.shape[0]):
        home = number % 2
        key = game_key(seed, 0, MATCH_GAME + number)
        begin_game(game, book, key, home, 1 - home, OUTSIDE, 0, turn, state.NO_MORE)
        play_to_end(game, book, men, men, key, men, 0)
        margins[number] = book[state.POINTS + home] - book[state.POINTS + 1 - home]
    whole_book[state.OVER] = nobody[0] = 1  # used to the end: numba frees an array after its last use


@kernel
def play_next_scores(
    seed: np.uint64, packed: StrategyArrays, to_goal: int, margins: NDArray[np.int64]
) -> None:
    """From a first down of team 0 to the next score, `len(margins)` times, the clock standing still."""
    tables, calls = borrowed(packed.tables), borrowed(packed.calls)
    whole_book = np.zeros(state.BOOK, np.int64)
    book = borrowed(whole_book)
    for number in range(margins.shape[0]):
        key = game_key(seed, 0, MATCH_GAME + number)
        whole_book[:] = 0
        whole_book[state.TEAM + 1] = 1
        whole_book[state.QUARTER] = 1
        set_ball(book, 0, to_goal)
        while book[state.NEXT] == state.SCRIMMAGE or book[state.NEXT] == state.TRY:
            book[state.PLAY] += 1
            book[record.FLAGS] = 0
            if book[state.NEXT] == state.SCRIMMAGE:
                scrimmage_play(tables, calls, book, key, raw_word(key, book[state.PLAY], throws.WORD_CHOICES))
            else:
                kick_or_try(tables, book, key)
            book[state.CLOCK] = 0
        margins[number] = book[state.POINTS] - book[state.POINTS + 1]
    whole_book[state.OVER] = 1  # used to the end: numba frees an array after its last use


@kernel
def play_from(
    seed: np.uint64, packed: StrategyArrays, position: NDArray[np.int64], margins: NDArray[np.int64]
) -> None:
    """From a game's book to its end, `len(margins)` times; the home side's points less the visitors'."""
    game = bare(packed)
    whole_book, nobody = np.zeros(state.BOOK, np.int64), np.zeros(1, np.int32)
    book, men = borrowed(whole_book), borrowed(nobody)
    for number in range(margins.shape[0]):
        whole_book[:] = position
        play_to_end(game, book, men, men, game_key(seed, 0, MATCH_GAME + number), men, 0)
        margins[number] = book[state.POINTS] - book[state.POINTS + 1]
    whole_book[state.OVER] = nobody[0] = 1  # used to the end: numba frees an array after its last use


def _gain(gains: NDArray) -> Gain:
    return Gain(float(gains.mean()), float(gains.std(ddof=1) / len(gains) ** 0.5), len(gains))


def margin_in_games(packed: StrategyArrays, games: int, seed: int = 1) -> Gain:
    """Team 0's margin over team 1 in whole games, each side at home in half of them."""
    margins = np.zeros(games, np.int64)
    with np.errstate(over="ignore"):
        play_margins(np.uint64(seed), packed, margins)
    return _gain(margins)


def next_scores(packed: StrategyArrays, to_goal: int, scores: int, seed: int = 1) -> Gain:
    """Points of the next score to team 0, from its first down at `to_goal`, as the game plays them."""
    margins = np.zeros(scores, np.int64)
    with np.errstate(over="ignore"):
        play_next_scores(np.uint64(seed), packed, to_goal, margins)
    return _gain(margins)


def margins_of_coaches(
    season: Season, charts: fs.Charts, first: str, second: str, games: int, seed: int = 1
) -> NDArray[np.int64]:
    """One coach's margins over another: every team of a season, coached by the first, against itself.

    Parameters
    ----------
    first, second : str
        Coaches of the ruleset.
    games : int
        For each team; each coach is at home in half of them.
    """
    coaches = [load_coach(name, season, charts.plays).coach for name in (first, second)]
    rules = season_arrays(season).rules
    margins = np.zeros((len(season.teams), games), np.int64)
    for team, row in enumerate(margins):
        packed = pack(charts, two_coaches(coaches[0], team, coaches[1], team), rules)
        with np.errstate(over="ignore"):
            play_margins(np.uint64(seed + team), packed, row)
    return margins.ravel()


def margin_of_coaches(
    season: Season, charts: fs.Charts, first: str, second: str, games: int, seed: int = 1
) -> Gain:
    """What one coach gains on another, in points a game: see `margins_of_coaches`."""
    return _gain(margins_of_coaches(season, charts, first, second, games, seed))


def win_share(margins: NDArray[np.int64]) -> Gain:
    """Share of games won, a tie half of one."""
    return _gain((1 + np.sign(margins)) / 2)


def shares_from(packed: StrategyArrays, book: NDArray[np.int64], games: int, seed: int = 1) -> Gain:
    """Share of games that team 0 wins from a position of the board, played to the end."""
    margins = np.zeros(games, np.int64)
    with np.errstate(over="ignore"):
        play_from(np.uint64(seed), packed, book, margins)
    return win_share(margins)
