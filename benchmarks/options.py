"""What optional rules cost: plays a second with all of them, over plays a second with none.

    python benchmarks/options.py [ROUNDS [SEASONS]]

Both play the same seasons in turn, in every round, with one thread; the ratio is the median over rounds,
with its quartiles, by the thread's own CPU time and by the clock. Plays are counted twice: as booked
(runs, passes, punts, field goals and tries, without those that a penalty calls back), and as the
kernel's loop plays them, from the logs of some games: kick-offs and plays called back as well.
"""

import sys

import numpy as np

from simlib.bench.instruments import counted, simlib_engine, spread_of, take_turn
from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.season_loop import play_one_game
from simlib.kernels.tally import empty_tally
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Playable, Setup
from simlib.rulesets.spi.play import record

LOGGED = 3  # seasons whose games are played one by one to count the loop's plays
SEASON = load_season("1958")
ARRAYS = season_arrays(SEASON)
GAME = get_ruleset("spi")


def loop_plays(playable: Playable) -> int:
    """Plays of the kernel's loop in the regular games of a few seasons."""
    slots, games = max(map(len, playable.men)), len(SEASON.games)
    events = np.zeros((0, record.WIDTH), np.int32)

    def plays(season: int, game: int) -> int:
        tally = empty_tally(1, len(SEASON.teams), slots, games)
        return int(play_one_game(np.uint64(1), season, game, ARRAYS, playable.arrays, tally, events))

    return sum(plays(season, game) for season in range(LOGGED) for game in range(games))


def main(rounds: int = 15, seasons: int = 100) -> None:
    """Print the ratios."""
    playables = [GAME.load(Setup(SEASON, GAME.coaches[0], options)) for options in (GAME.options, ())]
    engines = [counted(simlib_engine(playable, ARRAYS), playable, ARRAYS) for playable in playables]
    booked = [engine(0, LOGGED) for engine in engines]
    loops = [loop_plays(playable) for playable in playables]
    more = (loops[0] / booked[0]) / (loops[1] / booked[1])
    cpu, clock = [], []
    for _ in range(rounds):
        every, none = (take_turn(engine, 1, seasons) for engine in engines)
        cpu.append((every.plays / every.cpu_seconds) / (none.plays / none.cpu_seconds))
        clock.append((every.plays / every.seconds) / (none.plays / none.seconds))
    told = sys.stdout.write
    told(f"plays of the loop for each one booked: {loops[0] / booked[0]:.3f} with all options,")
    told(f" {loops[1] / booked[1]:.3f} without\n")
    for name, ratios in (("CPU time", cpu), ("the clock", clock)):
        median, low, high = spread_of(ratios)
        told(f"plays/s with all options over plays/s without, by {name}: {median:.2f} ({low:.2f}-{high:.2f})")
        told(f" as booked, {more * median:.2f} ({more * low:.2f}-{more * high:.2f}) as the loop plays them\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
