"""The referee: SPI Football written a second time, from the rulebook, to hold the engine against.

Slow and obvious, and no line shared with simlib. It reads the text of the charts, the sheets and the
coach's files, and follows RULES.md's readings (R numbers) and its table of throw roles, so that the
same seed, season and game give the same game, event by event.

One thing is handed over, because RULES.md says only in outline how it comes about: the coach's
shares, as plain lists a team: `calls`, `lineup`, `lineup_passer`, `carrier`, `inside`, `receiver`,
`back_passer`. What is done with them, and the policy, the draw of defences and the shares of punters
and kickers, the referee does itself.

    plays    spi_plays.py (4.0 to 9.0), spi_kicks.py (3.0, 10.0, 11.0)
    options  spi_penalties.py (13.0), spi_options.py (7.5, 14.0 to 16.0), spi_kicks.py (10.3)
    files    spi_files.py; throws spi_throws.py; the season and its end spi_season.py
"""

from collections import Counter

from oracle import spi_kicks, spi_options, spi_penalties, spi_plays
from oracle.spi_throws import Throws, game_key

HOME, AWAY = 0, 1
QUARTER = 60  # 12.0: points of 15 seconds
WARNING = 52
CALLS = ("run", "short", "medium", "long", "punt", "field_goal")
LAST_OF_DISTANCE = (1, 3, 6, 10, 99)
LAST_OF_ZONE = (10, 20, 35, 50, 90, 99)
HALF = 32768
OPTIONS = ("penalties", "limits", "clutch", "dump", "interceptors", "punt-out")
# What the options add to a play's record: None where nothing happened.
OPTION_KEYS = (
    "penalty_on", "penalty_yards", "penalty_accepted",  # a side; yards moved; taken or declined
    "clutch_offense", "clutch_defense",  # letters spent
    "interceptor",  # a slot
    "dumped",  # True came off, False did not
)  # fmt: skip
# What a play may change, and gives back when its penalty is accepted (R71).
CHANGED_BY_PLAYS = ("next", "offense", "down", "yards_to_go", "to_goal")


class Rulebook:
    """What stays the same over games: charts, sheets, the year's rules, the coach and his shares.

    `options` are the names of the optional rules in force.
    """

    def __init__(self, charts, sheets, season_files, coach, shares, options=()):
        self.options = frozenset(options)
        if not self.options <= set(OPTIONS):
            raise ValueError(f"unknown options: {sorted(self.options - set(OPTIONS))}")
        self.charts = charts
        self.sheets = sheets
        self.rules = season_files.rules
        self.schedule = season_files.games
        self.conferences = season_files.conferences
        self.coach = coach
        self.shares = shares
        self.teams = [sheet.code for sheet in sheets]
        if coach.policy["run_out_of_end_zone"]:
            raise ValueError("the referee knows only coaches who take the 20")


class Game:
    """A game and its log. Sides are HOME and AWAY.

    `uses` (once a season) and `last_games` (a man's last game with a point, by his team's count)
    outlive the game; without `last_games` nobody has missed a game.
    """

    def __init__(self, book, seed, season, number, home, away, played_before, uses, has_overtime=False,
                 last_games=None):  # fmt: skip
        self.charts, self.rules, self.coach = book.charts, book.rules, book.coach
        self.options = book.options
        self.number = number
        self.uses = uses
        self.played_before, self.last_games = played_before, last_games
        self.used = Counter()  # 14.1: points by side and slot
        self.has_overtime = has_overtime
        self.teams = [book.teams.index(home), book.teams.index(away)]
        self.sheets = [book.sheets[team] for team in self.teams]
        self.shares = [book.shares[team] for team in self.teams]
        self.key = game_key(seed, season, number)
        self.lineup = [self.lineup_of_game(side, season, before) for side, before in enumerate(played_before)]
        self.points = [0, 0]
        self.lines = [Counter(), Counter()]
        self.men = [Counter(), Counter()]
        self.events = []
        self.play_number = 0
        self.sudden_death = False

    def lineup_of_game(self, side, season, games_before):
        """2.5, R5: the passer of the game."""
        spread = ((16 * season + games_before + 977 * self.teams[side]) * 40503) % 65536
        return spi_plays.first_above(self.shares[side]["lineup"], spread)

    def lineup_passer(self, side):
        return self.shares[side]["lineup_passer"][self.lineup[side]]

    def throws(self, number):
        return Throws(self.key, number)

    # ----------------------------------------------------------------------------------------
    # 3.1, R1, R2: the toss, the start of each half

    def play(self):
        # The winner receives.
        receives = AWAY if self.throws(0).C[0] < HALF else HOME
        self.first_receiver = receives
        self.quarter, self.clock = 1, 0
        self.begin_half(1 - receives)
        self.over = False
        while not self.over:
            self.next_play()
        self.remember_who_played()
        return self.events

    def remember_who_played(self):
        """14.3, R76"""
        if self.last_games is not None:
            passers = {(side, self.lineup_passer(side)): 1 for side in (HOME, AWAY)}
            for (side, slot), points in (self.used | passers).items():
                if points:
                    self.last_games[(self.teams[side], slot)] = self.played_before[side]

    def begin_half(self, kickers):
        """R49, R77: both have the year's time-outs again, and their clutch points."""
        self.clutch = spi_options.new_clutch_points(self)
        self.timeouts = [int(self.rules["timeouts_per_half"])] * 2
        self.timeouts_running = 0
        self.place_kickoff(kickers, int(self.rules["kickoff_yard_line"]))

    def place_kickoff(self, kickers, yard_line):
        self.next, self.offense, self.to_goal = "kickoff", kickers, 100 - yard_line
        self.down = self.yards_to_go = 0

    # ----------------------------------------------------------------------------------------
    # 2.3 The Sequence of Play

    def next_play(self):
        self.play_number += 1
        t = self.throws(self.play_number)
        self.scorer = None
        before = self.as_it_is()
        e = {
            "number": self.play_number,
            "quarter": self.quarter,
            "clock": self.clock,
            "offense": self.offense,
            "down": self.down,
            "yards_to_go": self.yards_to_go,
            "to_goal": self.to_goal,
            "kind": None,
            "man": None,
            "receiver": None,
            "defense": None,
            "letter": None,
            "gain_letter": None,
            "yards": 0,
            "flags": set(),
            "returner": None,
            "return_yards": 0,
            "return_letter": None,
            "cost": 0,
            "timeout": None,
            "spot": None,
            "dice": t.D,
            "more_dice": t.W,
        } | dict.fromkeys(OPTION_KEYS)
        if self.next == "kickoff":
            spi_kicks.kickoff(self, t, e)
        elif self.next == "try":
            spi_kicks.extra_point(self, t, e)
        else:
            self.play_from_scrimmage(t, e)
        spi_penalties.penalty(self, t, e, before)
        self.time_play(e)
        e["next_offense"], e["next_to_goal"] = self.offense, self.to_goal
        e["points"] = tuple(self.points)
        self.events.append(e)
        self.end_of_quarter()

    def as_it_is(self):
        """What `put_back` needs to undo a play (R71)."""
        return {name: getattr(self, name) for name in CHANGED_BY_PLAYS} | {
            "points": list(self.points),
            "lines": [line.copy() for line in self.lines],
            "men": [men.copy() for men in self.men],
            "uses": self.uses.copy(),
            "used": self.used.copy(),
            "clutch": [list(points) for points in self.clutch],
        }

    def put_back(self, before):
        for name in (*CHANGED_BY_PLAYS, "points", "lines", "men", "used", "clutch"):
            setattr(self, name, before[name])
        # Shared with the season's other games.
        self.uses.clear()
        self.uses.update(before["uses"])

    def play_from_scrimmage(self, t, e):
        row = self.shares[self.offense]["calls"][self.situation()]
        call = next((CALLS[place] for place, share in enumerate(row) if share > t.C[0]), "field_goal")
        if self.down == 4 and call in ("run", "short", "medium", "long"):
            self.count(self.offense, "fourth_down_tries")
        if call == "run":
            spi_plays.run(self, t, e)
        elif call == "punt":
            spi_kicks.punt(self, t, e)
        elif call == "field_goal":
            spi_kicks.field_goal(self, t, e)
        else:
            spi_plays.pass_play(self, t, e, call)

    def situation(self):
        """RULES.md, Coaches: the row of the call table."""
        distance = next(i for i, last in enumerate(LAST_OF_DISTANCE) if self.yards_to_go <= last)
        zone = next(i for i, last in enumerate(LAST_OF_ZONE) if self.to_goal <= last)
        ahead = self.points[self.offense] - self.points[1 - self.offense]
        policy, state = self.coach.policy, 0
        if self.quarter == 4:
            if ahead > 0 and self.clock >= policy["protect_from"]:
                state = 2
            elif -ahead >= policy["hurry_deficit"] and self.clock >= policy["hurry_from"]:
                state = 1
        return (((self.down - 1) * 5 + distance) * 6 + zone) * 3 + state

    def kicks_onside(self):
        behind = self.points[1 - self.offense] - self.points[self.offense]
        policy = self.coach.policy
        return (
            self.quarter == 4 and self.clock >= policy["onside_from"] and behind >= policy["onside_deficit"]
        )

    # ----------------------------------------------------------------------------------------
    # How plays end: downs, a change of sides, scores, kick-offs

    def down_played(self, e, spot):
        """The offence has the ball still, at `spot`. True if that is a first down."""
        gained = self.to_goal - spot
        if gained >= self.yards_to_go:
            e["flags"].add("first_down")
            self.new_series(e, self.offense, spot)
            return True
        if self.down == 4:
            e["flags"].add("on_downs")
            self.new_series(e, 1 - self.offense, 100 - spot)
            return False
        self.down, self.yards_to_go, self.to_goal = self.down + 1, self.yards_to_go - gained, spot
        return False

    def new_series(self, e, side, to_goal):
        self.next, self.offense, self.down, self.to_goal = "scrimmage", side, 1, to_goal
        self.yards_to_go = min(10, to_goal)

    def touchback(self, e, side):
        e["flags"].add("touchback")
        self.new_series(e, side, 100 - int(self.rules["touchback_yard_line"]))

    def touchdown(self, e, side):
        """R50, R51: a try follows, but in sudden death the game is over."""
        if side != self.offense:
            self.count(side, "return_td")
        e["flags"].add("touchdown")
        self.points[side] += 6
        self.scorer = side
        self.next, self.offense, self.to_goal = "try", side, 2
        self.down = self.yards_to_go = 0

    def safety(self, e, side):
        """R26, R27: `side` gives up two points and kicks off from its 20."""
        e["flags"].add("safety")
        self.points[1 - side] += 2
        self.scorer = 1 - side
        self.count(1 - side, "safeties")
        self.set_kickoff(e, side, int(self.rules["safety_kick_yard_line"]))

    def set_kickoff(self, e, kickers, yard_line):
        self.place_kickoff(kickers, yard_line)

    # ----------------------------------------------------------------------------------------
    # 12.0 Timing the Game

    def has_warning(self):
        return self.quarter in (2, 4) and not self.sudden_death

    def inside_two_minutes(self):
        """5.3, 6.4, R44: by the clock before the play."""
        return self.has_warning() and self.clock >= WARNING

    def time_play(self, e):
        """R43, R44: a play takes what is left; the two-minute warning stops the clock."""
        if self.inside_two_minutes() and e["cost"] == 2 and self.next == "scrimmage":
            self.call_timeout(e)
        if e["timeout"] is not None:
            self.timeouts_running += 1
        elif e["cost"] > 0:
            self.timeouts_running = 0
        stop = WARNING if self.has_warning() and self.clock < WARNING else QUARTER
        self.clock = min(self.clock + e["cost"], stop)

    def call_timeout(self, e):
        """R47, R48: never after a third play running; the offence unless it leads, else who trails."""
        if self.timeouts_running == 2:
            return
        offense, defense = self.offense, 1 - self.offense
        policy = self.coach.policy
        ahead = self.points[offense] - self.points[defense]
        if policy["timeout_offense"] and ahead <= 0 and self.timeouts[offense]:
            caller = offense
        elif policy["timeout_defense"] and ahead > 0 and self.timeouts[defense]:
            caller = defense
        else:
            return
        self.timeouts[caller] -= 1
        e["timeout"] = caller
        e["cost"] = 0

    def end_of_quarter(self):
        """12.0, R46, R51"""
        if self.sudden_death and self.points[HOME] != self.points[AWAY]:
            self.over = True
            return
        if self.clock < QUARTER or self.next == "try":
            return
        if self.quarter == 2:
            self.quarter, self.clock = 3, 0
            self.begin_half(self.first_receiver)
        elif self.quarter == 4:
            self.end_of_regulation()
        else:
            self.quarter, self.clock = self.quarter + 1, 0

    def end_of_regulation(self):
        if self.points[HOME] != self.points[AWAY] or not self.has_overtime:
            self.over = True
            return
        # R51: tossed for again; the toss takes a number of its own.
        self.play_number += 1
        kickers = AWAY if self.throws(self.play_number).C[0] < HALF else HOME
        self.sudden_death = True
        self.quarter, self.clock = 5, 0
        self.begin_half(kickers)

    # ----------------------------------------------------------------------------------------
    # Limited men (R54), statistics

    def is_barred(self, side, slot, use):
        if spi_options.may_not_go_on(self, side, slot):
            return True
        man = self.sheets[side].men[slot]
        last_game = self.uses.get((self.teams[side], slot, use))
        if use in man.once_a_season and last_game is not None:
            return True
        return use in man.once_a_game and last_game == self.number

    def use(self, side, slot, use):
        """R54, R61; 14.1, R74: every use is a point, but for passes of the lineup's passer."""
        self.uses[(self.teams[side], slot, use)] = self.number
        if use != "pass" or slot != self.lineup_passer(side):
            self.used[(side, slot)] += 1

    def count(self, side, column, number=1):
        self.lines[side][column] += number

    def count_man(self, side, slot, column, number=1):
        self.men[side][(slot, column)] += number

    def count_both(self, side, slot, column, number=1):
        self.count(side, column, number)
        if slot is not None:
            self.count_man(side, slot, column, number)
