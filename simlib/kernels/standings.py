"""Who wins a conference, and who meets whom after the season: what every ruleset's kernel asks.

A season of two conferences ends like this (NFL, 1933-1966): the best percentage W / (W + L) wins a
conference, ties left out of it. Teams level at the top play off at a site drawn by coin: two teams
one game; three or more are put in order by lot, the first two meet, and each winner meets the next.
The title game is at the Eastern champion in even years, else at the Western.

A kernel plays it so, with two words of choices (`simlib.kernels.rng.raw_word`) of its own for a conference:

    count = conference_leaders(wins, losses, conference, which, leaders)
    draw_order(leaders, count, lots)
    champion = leaders[0]
    for k in range(1, count):
        home, away = draw_site(champion, leaders[k], coins, k - 1)
        champion = home if <home won> else away
    post[POST_PLAYOFFS] += count - 1
"""

import numpy as np

from simlib.kernels.jit import kernel
from simlib.kernels.rng import GOLDEN, choice, mix

S63 = np.uint64(63)


@kernel
def percentage_above(wins, losses, other_wins, other_losses):
    """Whether W / (W + L) is strictly above the other's; a team with ties only stands at 0."""
    played = max(wins + losses, 1)
    other_played = max(other_wins + other_losses, 1)
    return wins * other_played > other_wins * played


@kernel
def conference_leaders(wins, losses, conference, which, leaders_out):
    """Teams level at the top of conference `which`; returns how many there are.

    Parameters
    ----------
    wins, losses : integer array, [teams]
    conference : integer array, [teams]
    which : int
        The conference asked for.
    leaders_out : integer array, [teams or more]
        The first `count` entries become the leaders' indices, ascending; the rest stay as they were.

    Returns
    -------
    int
        0 only when the conference has no team.
    """
    count = 0
    for team in range(len(conference)):
        if conference[team] != which:
            continue
        if count > 0:
            best = leaders_out[0]
            if percentage_above(wins[best], losses[best], wins[team], losses[team]):
                continue
            if percentage_above(wins[team], losses[team], wins[best], losses[best]):
                count = 0
        leaders_out[count] = team
        count += 1
    return count


@kernel
def draw_order(teams, count, word):
    """Shuffle the first `count` teams in place by lot (Fisher and Yates).

    Four lots are read from a word of choices; past four the word is mixed again. A lot for a place
    among n is choice x n // 65536: exact for 2 and 4, within n / 65536 of uniform otherwise.
    """
    drawn = 0
    for last in range(count - 1, 0, -1):
        if drawn == 4:
            word = mix(word + GOLDEN)
            drawn = 0
        place = (choice(word, drawn) * (last + 1)) >> 16
        drawn += 1
        kept = teams[last]
        teams[last] = teams[place]
        teams[place] = kept


@kernel
def draw_site(first, second, word, toss):
    """(home, away) of a play-off: coin `toss` (0..63) of the word decides."""
    if (word >> (S63 - np.uint64(toss))) & np.uint64(1):
        return second, first
    return first, second


@kernel
def title_site(year, east, west):
    """(home, away) of the title game: the Eastern champion is at home in even years."""
    if year % 2 == 0:
        return east, west
    return west, east
