"""Limits (14.0) held against logs: nobody past an asterisk, two letters' mark exactly past a limit.

The points of 14.1 are counted here from the plays as logged; which man passes comes from the written rule.
"""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from spi_log import COLUMNS, FLAGS, MOST_PLAYS, loaded, tally_of

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.season_loop import play_match, play_one_game
from simlib.kernels.state import NO_MORE
from simlib.rulesets.spi.coach.tables import load_coach
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import record
from simlib.rulesets.spi.play.layout import SHEET, SpiArrays, man_of
from simlib.rulesets.spi.rules import RULESET
from simlib.rulesets.spi.sheets.read import load_sheets

SEASONS, SEED = 20, 14
COACHES = ("as-played", "solitaire-blind")
SEASON = load_season("1958")
SHEETS = load_sheets(SEASON)
READ = ("kind", "offense", "man", "receiver", "meant", "flags", "tried")


def plays_of(playable, seed, season, game):
    """Runs and passes of a game: (side, kind, man, receiver, man meant first, flags as tried, counts)."""
    events = np.zeros((MOST_PLAYS, record.WIDTH), np.int32)
    arrays, tally = season_arrays(SEASON), tally_of(SEASON, playable)
    plays = play_one_game(
        np.uint64(seed), np.int64(season), np.int64(game), arrays, playable.arrays, tally, events
    )
    assert plays <= MOST_PLAYS
    for kind, side, man, receiver, meant, flags, tried in events[:plays, [COLUMNS[x] for x in READ]].tolist():
        if kind <= spi.LONG:
            called_back = flags & FLAGS["accepted"] and not flags & FLAGS["counts"]
            yield side, kind, man, receiver, meant, flags if tried < 0 else tried, not called_back


def passers(coach):
    """Team, season, game of the team -> slot of its passer, by the written spread."""
    table = load_coach(coach, SEASON, SHEETS).coach

    def passer(team, season, game):
        place = ((16 * season + game + 977 * team) * 40503) % 65536
        shares = table.lineup[team].tolist()
        return int(table.lineup_passer[team, next(k for k, share in enumerate(shares) if share > place)])

    return passer


class Accounts:
    """A season's points, held against its logs: what is wrong, and how often each part of the rule told."""

    def __init__(self, coach, limits):
        self.limit, self.passer = limits.tolist(), passers(coach)
        self.star = SHEETS.league.man[:, :, spi.M_ASTERISK].tolist()
        self.played = [0] * len(SEASON.teams)
        self.had_part = [set() for _ in SEASON.teams]  # who had a point in the last game, or passed in it
        self.points = [Counter() for _ in SEASON.teams]
        self.wrong, self.told = [], Counter()

    def is_past(self, team, man):
        """Whether a man is at his limit before a play."""
        most, had = self.limit[team][man], self.points[team][man]
        missed = self.played[team] > 0 and man not in self.had_part[team]
        if most > 0 and missed and not self.star[team][man]:
            self.told["doubled"] += had == most
            most *= 2
        return 0 < most <= had

    def play(self, team, lineup, kind, man, receiver, meant, flags, counts):
        a_run, by_other = kind <= spi.OUTSIDE, man != lineup
        over = self.is_past(team, man if a_run else receiver)
        passer_over = not a_run and by_other and self.is_past(team, man)
        if (bool(flags & FLAGS["over_limit"]), bool(flags & FLAGS["passer_over_limit"])) != (
            over,
            passer_over,
        ):
            self.wrong.append(("mark", team, self.played[team], man, receiver))
        self.told["past"] += over + passer_over
        self.told["called back"] += not counts
        if not counts:
            return
        self.points[team][man] += a_run or by_other
        if not a_run:
            self.points[team][meant] += 1
            self.points[team][receiver] += bool(flags & FLAGS["dumped"])

    def end_game(self, team, lineup):
        for man, count in self.points[team].items():
            if self.star[team][man]:
                self.told["at a star"] += count == self.limit[team][man]
                if count > self.limit[team][man]:
                    self.wrong.append(("star", team, self.played[team], man, count))
        self.had_part[team] = {lineup, *(man for man, count in self.points[team].items() if count)}
        self.points[team].clear()
        self.played[team] += 1


def accounts_of(playable, coach, season, limits=SHEETS.league.man[:, :, spi.M_LIMIT]):
    """The accounts of a season's regular games."""
    accounts, arrays = Accounts(coach, limits), season_arrays(SEASON)
    for game, teams in enumerate(zip(arrays.home.tolist(), arrays.away.tolist(), strict=True)):
        lineup = [accounts.passer(team, season, accounts.played[team]) for team in teams]
        for side, *play in plays_of(playable, SEED, season, game):
            accounts.play(teams[side], lineup[side], *play)
        for team, passer in zip(teams, lineup, strict=True):
            accounts.end_game(team, passer)
    return accounts


@pytest.mark.parametrize("coach", COACHES)
def test_nobody_passes_an_asterisk_and_everybody_tires_at_his_limit(few, coach):
    playable = loaded(SEASON, coach, RULESET.options)
    found = [accounts_of(playable, coach, season) for season in few(range(SEASONS), 8)]
    assert [fault for accounts in found for fault in accounts.wrong] == []
    told = sum((accounts.told for accounts in found), Counter())
    for part in ("past", "doubled", "at a star", "called back"):
        assert told[part] > len(found), part


def test_the_check_notices_what_it_looks_for():
    coach, limits = COACHES[0], SHEETS.league.man[:, :, spi.M_LIMIT]
    without = tuple(option for option in RULESET.options if option != "limits")
    for options, asked, kinds in (
        (without, limits, {"star", "mark"}),
        (RULESET.options, limits + (limits > 0), {"mark"}),  # tired a play later
        (RULESET.options, np.maximum(limits - 1, 0), {"star", "mark"}),  # a play sooner
    ):
        wrong = accounts_of(loaded(SEASON, coach, options), coach, 0, asked).wrong
        assert {kind for kind, *_ in wrong} == kinds


def test_somebody_without_an_asterisk_can_always_be_called():
    league = SHEETS.league.man
    for coach, (team, _) in product(COACHES, enumerate(SEASON.teams)):
        table = load_coach(coach, SEASON, SHEETS).coach
        starred = league[team, :, spi.M_ASTERISK] == 1
        for shares in (*table.carrier[team], *table.receiver[team]):
            drawn = np.diff(shares, prepend=0) > 0
            assert (drawn & ~starred).any()


def test_a_game_outside_any_season_begins_without_points_whatever_its_number():
    """The passer stands in the book before the kick-off, under a number that must not read as points."""
    playable = loaded(SEASON, COACHES[0], RULESET.options)
    sheets = playable.arrays.sheets.copy()
    men = np.arange(SHEETS.league.man.shape[1])
    for team in range(len(SEASON.teams)):
        sheets[team * SHEET + man_of(men) + spi.M_LIMIT] = 1
        sheets[team * SHEET + man_of(men) + spi.M_ASTERISK] = 0
    packed, passer = SpiArrays(playable.arrays.tables, sheets), passers(COACHES[0])
    runs = 0
    for number in (1, 65535, 3 << 16):
        for teams in ((0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11)):
            events = np.zeros((MOST_PLAYS, record.WIDTH), np.int32)
            count = play_match(
                np.uint64(SEED), number, *teams, packed, tally_of(SEASON, playable), events, NO_MORE
            )
            lineup = [passer(team, 0, number) for team in teams]
            used = set()
            for kind, side, man, *_, flags, tried in events[:count, [COLUMNS[x] for x in READ]].tolist():
                if kind > spi.OUTSIDE or tried >= 0 or (side, man) in used:
                    continue
                used.add((side, man))
                if man == lineup[side]:  # nobody throws to him: his first run is his first point
                    runs += 1
                    assert not flags & FLAGS["over_limit"], (number, teams)
    assert runs > 10
