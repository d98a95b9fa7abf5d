"""A second statement of Football Strategy, from RULES.md and the printed charts, in plain Python.

It counts yards from the offence's own goal line, reads charts and solved tables as text, and knows nothing
of the engine but the shares of the assumed coaches. One event a play: what was called, where, and what
stood on the board after.
"""

import csv
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from oracle.spi_throws import G, added, four_choices, game_key, mix, one_die, raw_word, six_throws

WRAP = 2**64
CARDS = "ABCDEFGHIJ"
SECONDS = 900
GOALS = {
    "one-die": {10: "0-10", 18: "11-18", 25: "19-25", 32: "26-32", 38: "33-38", 45: "39-45"},
    "two-dice": {12: "1-12", 22: "13-22", 32: "23-32", 38: "33-38", 45: "39-45"},
}


class Event(NamedTuple):
    """A play: quarter, seconds left, who, down, yards to go, own yard line, call, card; then the board."""

    quarter: int
    left: int
    side: int
    down: int
    to_go: int
    yard: int
    call: str
    card: str
    next_side: int
    next_yard: int
    points: tuple[int, int]


def read(folder: Path, name: str) -> dict[str, dict[str, str]]:
    with open(folder / f"{name}.csv", encoding="utf-8", newline="") as file:
        return {next(iter(row.values())).split(" ")[0]: row for row in csv.DictReader(file)}


class Rulebook:
    """The charts of an edition as text, and the coach: functions of a situation."""

    def __init__(self, folder, edition, coach, charts):
        self.edition = edition
        self.plays = [read(folder, name) for name in ("pro_style", "ball_control", "aerial")]
        self.punts = read(folder, "punts")
        self.time = {key: int(row["seconds"]) for key, row in read(folder, "time").items()}
        ending = edition.replace("-", "_")
        self.kicks = {
            name: read(folder, f"{name}_{ending}")
            for name in ("kickoff", "onside", "long_gain", "field_goal")
        }
        self.coach, self.charts = coach, charts


def card_of(word, count):
    """A card of `count`, exactly uniform, from the low 32 bits of a word."""
    while word % 2**32 * count % 2**32 < 2**32 % count:
        word = mix((word + G) % WRAP)
    return word % 2**32 * count // 2**32


class Game:
    """One game played to its end."""

    def __init__(self, book, seed, season, game, teams):
        self.book, self.teams = book, teams
        self.key = game_key(seed, season, game)
        self.points = [0, 0]
        self.quarter, self.left = 1, SECONDS
        self.events = []
        self.number = 1
        self.deck = list(book.coach.deck)
        winner = int(four_choices(raw_word(self.key, 0, 1))[0] < 32768)
        self.later = 1 - winner
        self.half(1 - winner)

    def half(self, kicking):
        self.timeouts = [3, 3]
        self.kick("kickoff", kicking)

    def kick(self, what, side):
        self.what, self.side, self.down, self.to_go = what, side, 0, 0
        self.yard = {"kickoff": 40, "free": 20, "try": 98}[what]

    def ball(self, side, yard):
        self.what, self.side, self.yard = "scrimmage", side, yard
        self.down, self.to_go = 1, min(10, 100 - yard)

    def dice(self, role, again=0):
        return six_throws(self.key, self.number, 3 * again)[role]

    def play_out(self):
        while self.quarter < 5:
            before = self.quarter, self.left, self.side, self.down, self.to_go, self.yard
            self.call, self.card, self.penalty, self.cost = "", "", False, 0
            getattr(self, {"scrimmage": "scrimmage", "try": "try_for_point"}.get(self.what, "kick_away"))()
            self.take_time(before)
            self.events.append(
                Event(*before, self.call, self.card, self.side, self.yard, (self.points[0], self.points[1]))
            )
            self.number += 1
            if self.left == 0 and self.what != "try" and not (self.penalty and self.quarter in (2, 4)):
                self.quarter, self.left = self.quarter + 1, SECONDS
                if self.quarter == 3:
                    self.half(1 - self.later)
        return self.events

    def take_time(self, before):
        quarter, left = before[:2]
        if self.cost >= 30 and quarter in (2, 4) and left <= 120 and self.what == "scrimmage":
            ahead = self.points[self.side] > self.points[1 - self.side]
            caller = 1 - self.side if ahead else self.side
            if self.timeouts[caller]:
                self.timeouts[caller] -= 1
                self.cost = 15 if self.cost == 45 else 0
        after = max(left - self.cost, 0)
        self.left = 120 if quarter in (2, 4) and left > 120 > after else after

    # Kicks

    def long_gain(self):
        table, total, again = self.book.kicks["long_gain"], 0, 0
        while True:
            throw = self.dice(1, again)
            cell = table[str(one_die(throw))]["gain"]
            if cell.endswith("+10d"):
                return 50 + 10 * (throw % 10)
            total += int(cell.rstrip("+"))
            if not cell.endswith("+") or total > 100 + 50:
                return total
            again += 1

    def rolled(self, again=0):
        throw = self.dice(0, again)
        return str(one_die(throw) if self.book.edition == "one-die" else added(throw))

    def kick_away(self):
        self.cost = self.book.time["kick"]
        kicking, receiving = self.side, 1 - self.side
        if self.what == "free":
            self.call = "free punt"
            self.card = CARDS[card_of(raw_word(self.key, self.number, 2), 10)]
            self.punt(self.book.punts["21"][self.card])
            return
        trails = self.points[kicking] < self.points[receiving]
        if self.quarter == 4 and self.left <= 120 and trails:
            self.call = "onside"
            cell = self.book.kicks["onside"][str(one_die(self.dice(0)))]["yard_line"]
            spot = int(cell.rstrip("kr"))
            if "k" in cell:
                self.ball(kicking, spot)
            else:
                self.ball(receiving, 100 - spot)
            return
        self.call = "kickoff"
        again, table = 0, self.book.kicks["kickoff"]
        first = cell = table[self.rolled()]["yard_line"]
        while cell in ("F", "P-10"):
            again += 1
            cell = table[self.rolled(again)]["yard_line"]
        yard = self.long_gain() + int(cell[2:] or 0) if cell.startswith("LG") else int(cell)
        if first == "P-10":
            self.penalty = True
            yard = min(yard, 100)
            self.ball(receiving, yard - min(10, yard // 2))
        elif yard >= 100:
            self.touchdown(receiving)
        elif first == "F":
            self.ball(kicking, 100 - yard)
        else:
            self.ball(receiving, yard)

    def try_for_point(self):
        self.call, again = "try", 0
        column = "0-10" if self.book.edition == "one-die" else "PAT"
        while (result := self.book.kicks["field_goal"][self.rolled(again)][column]) == "P":
            again += 1
        self.points[self.side] += result == "G"
        self.kick("kickoff", self.side)

    def field_goal(self):
        distance = 100 - self.yard
        reaches = GOALS[self.book.edition]
        column = reaches[min(reach for reach in reaches if reach >= distance)]
        result = self.book.kicks["field_goal"][self.rolled()][column]
        self.cost = self.book.time["kick"]
        if result == "P":
            self.cost = self.book.time["penalty"]
            self.walk(min(5, distance // 2))
        elif result == "G":
            self.points[self.side] += 3
            self.kick("kickoff", self.side)
        else:
            self.ball(1 - self.side, 100 - self.yard if result == "B" else 20)

    def punt(self, cell):
        kicking, receiving = self.side, 1 - self.side
        self.cost = self.book.time["kick"]
        if cell == "B":
            self.ball(receiving, 100 - self.yard)
            return
        yards, _, back = cell.partition("/")
        if yards.endswith("ob"):
            self.cost += self.book.time["out_of_bounds"]
        own = 100 - self.yard - int(yards.removesuffix("ob"))  # from the receivers' goal line
        fumbled = back.endswith("F")
        certain = int(back.rstrip("F")) if back not in ("", "LG") else 0
        comes_out = back == "LG" or (back and not fumbled and own + certain > 20)
        if own <= -10 or (own <= 0 and not comes_out):
            self.ball(receiving, 20)
            return
        own += self.long_gain() if back == "LG" else certain
        if own >= 100:
            self.touchdown(receiving)
        elif fumbled:
            self.ball(kicking, 100 - own)
        else:
            self.ball(receiving, own)

    # Scrimmage

    def scrimmage(self):
        side, other = self.side, 1 - self.side
        share, card = four_choices(raw_word(self.key, self.number, 1))[:2]
        lead = self.points[side] - self.points[other]
        outs = self.timeouts[other if lead > 0 else side]
        situation = (self.down, self.to_go, 100 - self.yard, self.quarter, self.left, lead, outs)
        offense, defense, masks = self.book.coach.tables(self.teams[side], self.teams[other], situation)
        call = next(number for number, to in enumerate([*offense, 65536]) if share < to)
        if self.deck:
            place = card_of(raw_word(self.key, self.number, 2), len(self.deck))
            self.deck[place], self.deck[-1] = self.deck[-1], self.deck[place]
            shown = CARDS[self.deck[-1]]
        else:
            shown = CARDS[next(number for number, to in enumerate([*defense, 65536]) if card < to)]
        self.call = str(call + 1)
        if call == 22:
            self.field_goal()
            return
        self.card = shown
        if call >= 20:
            self.punt(self.book.punts[self.call][shown])
            return
        cell, _, instead = self.book.plays[self.book.charts[self.teams[side]]][self.call][shown].partition(
            "|"
        )
        if instead and not masks[0 if cell.startswith("P+") else 2 if instead == "I" else 1]:
            cell = instead
        self.from_chart(cell)

    def from_chart(self, cell):
        time, other = self.book.time, 1 - self.side
        if cell == "I":
            self.cost = time["incomplete"]
            self.gain(0)
        elif cell == "F":
            self.cost = time["fumble"]
            self.ball(other, 100 - self.yard)
        elif cell[0] == "X":
            spot = self.yard + int(cell[1:])
            self.cost = time["incomplete" if spot >= 110 else "interception"]
            if spot >= 110:
                self.gain(0)
            elif spot <= 0:
                self.touchdown(other)
            else:
                self.ball(other, 20 if spot >= 100 else 100 - spot)
        elif cell[0] == "P":
            self.cost = time["penalty"]
            self.from_penalty(cell[1:])
        else:
            yards = self.long_gain() if cell in ("LG", "CLG") else int(cell[1:].removesuffix("ob"))
            credited = min(yards, 100 - self.yard)
            kind = "loss" if yards < 0 else "gain_20_or_more" if credited >= 20 else "gain_under_20"
            self.cost = time[kind] + (time["out_of_bounds"] if cell.endswith("ob") else 0)
            self.gain(yards)

    def from_penalty(self, text):
        first, lost = text.endswith("+1st"), text.endswith("+LOD")
        yards = int(text[:-4] if first or lost else text)
        if yards > 0:
            self.walk(min(yards, (100 - self.yard) // 2), first)
            return
        self.walk(-min(-yards, self.yard // 2))
        if lost and self.down == 4:
            self.ball(1 - self.side, 100 - self.yard)
        elif lost:
            self.down += 1

    def walk(self, yards, first=False):
        """A penalty walked off: the same down, or a first one."""
        self.penalty = True
        if first or yards >= self.to_go:
            self.ball(self.side, self.yard + yards)
        else:
            self.yard, self.to_go = self.yard + yards, self.to_go - yards

    def gain(self, yards):
        if self.yard + yards >= 100:
            self.touchdown(self.side)
        elif self.yard + yards <= 0:
            self.points[1 - self.side] += 2
            self.kick("free", self.side)
        elif yards >= self.to_go:
            self.ball(self.side, self.yard + yards)
        elif self.down == 4:
            self.ball(1 - self.side, 100 - self.yard - yards)
        else:
            self.yard, self.to_go, self.down = self.yard + yards, self.to_go - yards, self.down + 1

    def touchdown(self, side):
        self.points[side] += 6
        self.kick("try", side)


class Coach:
    """A coach's tables of shares, looked up by the classes that RULES.md names."""

    def __init__(self, offense, defense, deck):
        self.offense, self.defense, self.deck = offense, defense, deck

    def tables(self, team, _, situation):
        down, to_go, to_goal, quarter, left, lead, _ = situation
        distance = next(k for k, most in enumerate((1, 3, 6, 10, 99)) if to_go <= most)
        zone = next(k for k, most in enumerate((10, 20, 32, 45, 60, 80, 99)) if to_goal <= most)
        late = quarter == 4
        state = 1 if late and left <= 300 and lead < -3 else 2 if late and left <= 240 and lead > 0 else 0
        row = ((down - 1) * 5 + distance) * 21 + zone * 3 + state
        offense, defense = self.offense[team][row], self.defense[row]
        masks = [offense[22] & 1, defense[9] & 4, defense[9] & 2]
        return offense[:22], defense[:9], masks


CHARTS = ("pro_style", "ball_control", "aerial")
ZONES = (4, 10, 20, 25, 32, 45, 55, 65, 75, 85, 95, 99)


@cache
def solved_table(path, keys):
    """Of a file the rows of each key, its first columns: what a row reaches to, and its numbers."""
    found = {}
    with open(path, encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        limits = 1 if next(lines)[keys] == "yards_to_go" else 2
        for line in lines:
            numbers = [int(cell or 0) for cell in line]
            reach = tuple(numbers[keys : keys + limits])
            found.setdefault(tuple(numbers[:keys]), []).append((reach, numbers[keys + limits :]))
    return found


class SolvedCoach:
    """The tables of `equilibrium`, and of `equilibrium-clock` where `late`, read as RULES.md says."""

    def __init__(self, folder, charts, late):
        self.folder, self.charts, self.late, self.deck = folder, charts, late, []

    def table(self, name, keys):
        return solved_table(self.folder / f"{name}.csv", keys)

    def row(self, pair, side, situation):
        down, to_go, to_goal, quarter, left, lead, outs = situation
        if not (self.late and quarter in (2, 4) and left <= 120):
            rows = self.table(f"equilibrium-{pair}-{side}", 2)[down, to_goal]
            return next(numbers for reach, numbers in rows if reach >= (to_go,))
        table = self.table(f"equilibrium-clock-pro_style-pro_style-{side}", 6)
        lead = max(-15, min(15, lead))
        zone = next(end for end in ZONES if to_goal <= end)
        low, high = next(k[1:3] for k in table if k[0] == quarter and k[1] <= lead <= k[2])
        place = (quarter, low, high, down, zone)
        reaches = [most for most in (3, 6, 99) if (*place, most) in table]
        most = next((most for most in reaches if to_go <= most), reaches[-1])
        return next(numbers for reach, numbers in table[*place, most] if reach >= (outs, left))

    def tables(self, team, rival, situation):
        own, other = (CHARTS[self.charts[number]] for number in (team, rival))
        calls = self.row(f"{own}-{other}", "offense", situation)
        cards = self.row(f"{other}-{own}", "defense", situation)
        return list(accumulate(calls[:22])), list(accumulate(cards[:9])), [calls[23], *cards[10:12]]
