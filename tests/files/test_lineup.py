"""Who starts, who plays more, who is out: shares that add up, men who do nothing, and plain errors."""

import json
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.files import lineups
from simlib.files.lineups import COLUMNS, ROLES, Change, read_lineup, told
from simlib.files.seasons import load_season
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.rulesets.spi.coach import men
from simlib.rulesets.spi.coach.tables import COACHES, load_coach
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.sheets import lineups as spi
from simlib.rulesets.spi.sheets.read import load_sheets

HEAD = ",".join(COLUMNS)
SHARES = [name for name in arrays.Coach._fields if name not in ("defense", "policy")]
YEARS = (1958, 1968, 1975)


@cache
def season(year=1958):
    return load_season(str(year))


@cache
def parts(year=1958, coach="as-played"):
    sheets = load_sheets(season(year))
    return sheets, load_coach(coach, season(year), sheets).coach


@pytest.fixture
def lineup(tmp_path):
    """Write a lineup: its path."""

    def write(*lines, head=HEAD):
        path = tmp_path / "lineup.csv"
        path.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
        return path

    return write


def changed(path, year=1958, coach="as-played"):
    sheets, shares = parts(year, coach)
    changes = read_lineup(path, season(year), sheets.men)
    return spi.with_changes(changes, sheets.men, sheets.league, shares)


def place(man, code="BAL", year=1958):
    index = [team.code for team in season(year).teams].index(code)
    return index, parts(year)[0].men[index].index(man)


def widths(cumulative):
    return np.diff(cumulative, prepend=0)


def counts(results, code, man):
    index, slot = place(man, code)
    return dict(zip(PLAYER_COLUMNS, results.sums.player_columns[index, slot], strict=True))


# Shares


def check_shares(league, coach, teams):
    """Every choice of the teams adds up, its guide leads into it, and who catches can."""
    league = league._replace(man=league.man[teams])
    coach = coach._replace(**{name: getattr(coach, name)[teams] for name in SHARES})
    for shares, guides in ((coach.carrier, coach.carrier_guide), (coach.receiver, coach.receiver_guide)):
        for row, guide in zip(shares.reshape(-1, shares.shape[-1]), guides.reshape(-1, 256), strict=True):
            assert (widths(row) >= 0).all()
            assert row[-1] == arrays.ALL_SHARES
            assert guide.tolist() == men.guide_of(row.tolist())
    for shares in (coach.lineup, coach.punter, coach.kicker):
        assert (np.diff(shares, prepend=0, axis=1) >= 0).all()
        assert (shares[:, -1] == arrays.ALL_SHARES).all()
    assert (np.diff(coach.back_passer, prepend=0, axis=1) >= 0).all()
    assert (coach.back_passer[:, -1] < arrays.ALL_SHARES).all()
    calls = np.diff(coach.calls, prepend=0, axis=2)
    assert (calls >= 0).all()
    assert (coach.calls <= arrays.ALL_SHARES).all()
    for team, man in enumerate(league.man):
        for length, gains in enumerate(spi.GAINS):
            caught = widths(coach.receiver[team, length]) > 0
            called = calls[team, :, arrays.CALL_SHORT + length].any()
            assert not called or (man[caught, gains] != arrays.NO_LETTER).all()


def uses_of(league, coach, index, slot):
    """Shares of everything a man does, by what it is."""
    own = [league.punter[index, :, 0], league.kicker[index, :, arrays.K_SLOT]]
    kicks = [widths(row[index])[lines == slot].sum() for row, lines in
             zip((coach.punter, coach.kicker), own, strict=True)]  # fmt: skip
    return {
        "passer": widths(coach.lineup[index])[coach.lineup_passer[index] == slot].sum(),
        "back": widths(coach.back_passer[index])[slot],
        "carrier": np.diff(coach.carrier[index], prepend=0)[:, slot].sum(),
        "receiver": np.diff(coach.receiver[index], prepend=0)[:, slot].sum(),
        "punter": kicks[0],
        "kicker": kicks[1],
        "kick_return": (league.kick_return[index, :, arrays.R_SLOT] == slot).sum(),
        "punt_return": (league.punt_return[index, :, arrays.R_SLOT] == slot).sum(),
    }


def random_changes(year, lots):
    """Lines for some men of some teams that a person might write."""
    sheets, _ = parts(year)
    lines = []
    for team, own in zip(season(year).teams, sheets.men, strict=True):
        if lots.random() < 0.5:
            continue
        for man in lots.sample(own, 5):
            role = lots.choice(ROLES)
            lines.append(f"{team.code},{man},{role},{'' if role == 'out' else lots.randint(0, 24)}")
    return lines


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("coach", [name for name in COACHES if name != "matched"])
def test_any_lineup_adds_up_and_leaves_other_teams_alone(lineup, year, coach):
    lots, played = Random(year), 0
    sheets, shares = parts(year, coach)
    codes = [team.code for team in season(year).teams]
    for _ in range(3):
        lines = random_changes(year, lots)
        while True:  # without what can't be: a man not rated, or the only one
            try:
                league, new = changed(lineup(*lines), year, coach)
                break
            except InputError as error:
                wrong = {int(fault.where.rpartition(":")[2]) - 2 for fault in error.faults}
                lines = [line for k, line in enumerate(lines) if k not in wrong]
        played += len(lines)
        check_shares(league, new, sorted({codes.index(line[: line.index(",")]) for line in lines}))
        for line in lines:
            code, man, role, share = line.split(",")
            uses = uses_of(league, new, *place(man, code, year))
            if role == "out":
                assert not any(uses.values()), line
            elif role in ("passer", "punter", "kicker"):
                assert abs(uses[role] - int(share) / 100 * arrays.ALL_SHARES) <= 1
        untouched = [k for k, code in enumerate(codes) if not any(x.startswith(f"{code},") for x in lines)]
        most = min(shares.lineup.shape[1], new.lineup.shape[1])
        for name in arrays.Coach._fields:
            before, after = getattr(shares, name), getattr(new, name)
            if name in ("lineup", "lineup_passer", "carrier", "carrier_guide"):
                before, after = before[:, :most], after[:, :most]
            same = slice(None) if name in ("policy", "defense") else untouched
            assert np.array_equal(before[same], after[same]), name
        for before, after in zip(sheets.league, league, strict=True):
            assert np.array_equal(before[untouched], after[untouched])
    assert played > 20


def test_the_men_not_named_keep_their_proportions(lineup):
    _, before = parts()
    index, brown = place("brown-jim", "CLE")
    _, after = changed(lineup("CLE,brown-jim,carrier,70"))
    old, new = widths(before.carrier[index, 0]), widths(after.carrier[index, 0])
    assert abs(new[brown] - 0.7 * arrays.ALL_SHARES) <= 1
    others = [slot for slot in np.flatnonzero(old) if slot != brown]
    scale = 0.3 * arrays.ALL_SHARES / old[others].sum()
    assert np.abs(new[others] - scale * old[others]).max() <= 1
    for name in set(arrays.Coach._fields) - {"carrier", "carrier_guide"}:
        assert np.array_equal(getattr(before, name), getattr(after, name)), name


def test_a_passer_who_never_passed_has_his_own_row_of_carries(lineup):
    """Ray Brown threw no pass; given letters he starts when the others are out, and the rest carry as ever.

    The book-keeping row, which has letters, never does.
    """
    sheets, shares = parts()
    index, third = place("brown-ray")
    man = sheets.league.man.copy()
    man[index, third, spi.PASSES] = 5
    league = sheets.league._replace(man=man)
    path = lineup("BAL,unitas,out,", "BAL,shaw,out,")
    changes = read_lineup(path, season(), sheets.men)
    with pytest.raises(InputError, match=r"shaw-george out', expected somebody left who can pass for BAL"):
        spi.with_changes(changes, sheets.men, sheets.league, shares)
    new_league, new = spi.with_changes(changes, sheets.men, league, shares)
    check_shares(new_league, new, [index])
    assert uses_of(new_league, new, index, third)["passer"] == arrays.ALL_SHARES
    assert uses_of(new_league, new, index, place("ameche-alan")[1])["carrier"] > 0


def test_a_length_nobody_left_can_catch_is_thrown_shorter(lineup):
    sheets, shares = parts()
    index, _ = place("moore-lenny")
    able = [
        name for slot, name in enumerate(sheets.men[index])
        if sheets.league.man[index, slot, arrays.M_GAIN_L] != arrays.NO_LETTER
    ]  # fmt: skip
    league, new = changed(lineup(*(f"BAL,{name},out," for name in able)))
    check_shares(league, new, [index])
    calls = np.diff(new.calls[index], prepend=0, axis=1)
    before = np.diff(shares.calls[index], prepend=0, axis=1)
    assert not calls[:, arrays.CALL_LONG].any()
    assert before[:, arrays.CALL_LONG].any()
    thrown = slice(arrays.CALL_SHORT, arrays.CALL_LONG + 1)
    assert np.array_equal(calls[:, thrown].sum(axis=1), before[:, thrown].sum(axis=1))


def test_the_returns_of_a_man_who_is_out_go_to_the_next_of_the_card(lineup):
    sheets, _ = parts()
    league, _ = changed(lineup("BAL,moore-lenny,out,", "BAL,rechichar-bert,out,"))
    index, simpson = place("simpson-jackie")
    old, new = (x.kick_return[index] for x in (sheets.league, league))
    lyles, moore, rechichar = (place(man)[1] for man in ("lyles-lenny", "moore-lenny", "rechichar-bert"))
    slots = old[:, arrays.R_SLOT]
    assert (new[slots == moore] == old[slots == simpson][0]).all()
    assert (new[slots == rechichar] == old[slots == lyles][0]).all()  # after the last, the first
    punts = league.punt_return[index, :, arrays.R_SLOT]
    taseff = place("taseff-carl")[1]
    assert set(punts.tolist()) == {taseff, -1}
    assert (punts == -1).sum() == (sheets.league.punt_return[index, :, arrays.R_SLOT] == -1).sum()


# In play


@pytest.mark.parametrize("options", ["", "all"])
def test_a_man_who_is_out_has_no_statistic_and_the_team_plays_on(lineup, options):
    out = [("BAL", "moore-lenny"), ("BAL", "unitas-johnny"), ("BAL", "taseff-carl"), ("NYG", "huff-sam")]
    path = lineup(*(f"{code},{man},out," for code, man in out))
    run = simlib.replay(1958, seasons=50, options=options, lineup=path)
    plain = simlib.replay(1958, seasons=5, options="all")
    for code, man in out:
        assert not any(counts(run, code, man).values())
        assert any(counts(plain, code, man).values())
    team = run.sums.team_columns[place("moore-lenny")[0]]
    men = run.sums.player_columns[place("moore-lenny")[0]]
    for column in ("rush_att", "pass_att", "kick_ret", "punt_ret", "punts", "fg_att"):
        at = TEAM_COLUMNS.index(column), PLAYER_COLUMNS.index(column)
        assert team[at[0]] == men[:, at[1]].sum() > 0


def share_in_play(run, code, man, column):
    index = place(man, code)[0]
    whole = run.sums.player_columns[index][:, PLAYER_COLUMNS.index(column)].sum()
    return counts(run, code, man)[column] / whole, whole


@pytest.mark.parametrize(
    ("code", "man", "role", "share", "column"),
    [
        ("CLE", "brown-jim", "carrier", 30, "rush_att"),
        ("BAL", "ameche-alan", "carrier", 50, "rush_att"),
        ("BAL", "berry-raymond", "receiver", 50, "targets"),
        ("BAL", "horn-dick", "punter", 75, "punts"),
    ],
)
def test_a_share_is_had_in_play(lineup, code, man, role, share, column):
    run = simlib.replay(1958, seasons=50, lineup=lineup(f"{code},{man},{role},{share}"))
    found, tries = share_in_play(run, code, man, column)
    expected = share / 100
    assert abs(found - expected) < 4 * (expected * (1 - expected) / tries) ** 0.5


@pytest.mark.parametrize(("share", "games"), [("100", 1.0), ("25", 0.25), ("0", 0.0)])
def test_a_passer_starts_his_share_of_games(lineup, share, games):
    run = simlib.replay(1958, seasons=100, lineup=lineup(f"BAL,unitas,passer,{share}"))
    found, _ = share_in_play(run, "BAL", "unitas-johnny", "pass_att")
    assert abs(found - games) < 0.02  # Moore and the others throw now and then


def test_a_lineup_of_nobody_changes_no_integer(lineup):
    plain, empty = (simlib.replay(1958, seasons=3, lineup=path) for path in (None, lineup()))
    assert plain.digest() == empty.digest()
    assert plain.inputs == empty.inputs
    assert plain.meta == empty.meta
    assert empty.meta.lineup == ""


def test_a_share_that_is_the_real_one_changes_nothing(lineup):
    """Named shares that were there before: the same cumulative integers."""
    sheets, shares = parts()
    index, unitas = place("unitas-johnny")
    part = widths(shares.lineup[index])[shares.lineup_passer[index].tolist().index(unitas)]
    change = Change("x:2", index, unitas, "BAL unitas-johnny", "BAL Johnny Unitas", "passer",
                    Fraction(int(part), arrays.ALL_SHARES))  # fmt: skip
    league, coach = spi.with_changes([change], sheets.men, sheets.league, shares)
    for before, after in zip((*sheets.league, *shares), (*league, *coach), strict=True):
        assert np.array_equal(before, after)


@pytest.mark.parametrize("coach", COACHES)
def test_every_coach_takes_a_lineup(lineup, coach):
    run = simlib.replay(
        1958, seasons=2, coach=coach, lineup=lineup("BAL,Ameche,out,", "NYG,gifford,carrier,50")
    )
    assert not any(counts(run, "BAL", "ameche-alan").values())


def test_the_season_of_two_leagues_and_the_later_ones(lineup):
    run = simlib.replay(1968, seasons=1, league="NFL", lineup=lineup("BAL,unitas,passer,100"))
    assert "Unitas has 100% of the games" in run.meta.lineup
    with pytest.raises(InputError, match="expected a team of 1968"):
        simlib.replay(1968, seasons=1, league="NFL", lineup=lineup("NYJ,namath,out,"))


# What is said of it


def test_results_say_what_was_changed_and_where_it_was_not_read(lineup, tmp_path):
    path = lineup("CLE,brown-jim,carrier,33.5", "BAL,moore,out,")
    words = simlib.replay(1958, seasons=1, lineup=path).meta.lineup
    assert words.endswith(": BAL Lenny Moore is out; CLE Jim Brown has 33.5% of the carries")
    assert str(tmp_path) not in words
    path = lineup("BAL,moore-lenny,out,", "CLE,Jim Brown,carrier,33.50")
    assert simlib.replay(1958, seasons=1, lineup=path).meta.lineup == words
    other = simlib.replay(1958, seasons=1, lineup=lineup("CLE,brown-jim,carrier,33.6", "BAL,moore,out,"))
    assert other.meta.lineup[:16] != words[:16]
    assert told(()) == ""


def test_runs_with_another_lineup_are_never_merged_or_gone_on_with(lineup, tmp_path):
    path = lineup("BAL,moore,out,")
    plain = simlib.replay(1958, seasons=2)
    late = simlib.replay(1958, seasons=2, first=2, lineup=path)
    for pair in ((plain, late), (simlib.replay(1958, seasons=2, lineup=lineup("BAL,ameche,out,")), late)):
        with pytest.raises(InputError, match="merge"):
            simlib.merge(*pair)
    folder = tmp_path / "run"
    kept = simlib.replay(1958, seasons=2, out=folder, lineup=lineup("BAL,moore,out,"))
    assert simlib.open(folder).meta == kept.meta
    assert "Lenny Moore is out" in (folder / "manifest.json").read_text(encoding="utf-8")
    with pytest.raises(InputError):
        simlib.replay(1958, seasons=2, out=folder, resume=True)


def test_a_game_is_told_without_him(lineup):
    path = lineup("BAL,unitas,out,", "BAL,moore,out,")
    told_game = simlib.game("BAL", "NYG", seed=7, lineup=path)
    assert {"unitas-johnny", "moore-lenny"}.isdisjoint(man.id for man in told_game.men)
    assert "Johnny Unitas is out" in told_game.lineup
    assert "Lineup " in str(told_game)
    many = simlib.play_many("BAL", "NYG", 5, lineup=path)
    assert many.lineup == told_game.lineup
    with pytest.raises(InputError, match=r"--lineup: .* expected none where teams of two seasons meet"):
        simlib.game("BAL@1958", "BAL@1968", lineup=path)


# Files that can't be


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["XYZ,moore,out,"], ":2: column team: found 'XYZ', expected a team of 1958"),
        (["CLE,moore-lenny,out,"], ":2: column player: found 'moore-lenny', expected a man of CLE"),
        (["BAL,mooor,out,"], "did you mean moore-lenny (BAL)?"),
        (["BAL,moore,coach,"], "column role: found 'coach', expected one of out, passer, carrier"),
        (["BAL,moore,out,10"], "column share: found '10', expected nothing for a man who is out"),
        (["BAL,moore,carrier,"], "column share: found '', expected per cent of the team's carries"),
        (["BAL,moore,carrier,101"], "column share: found '101'"),
        (["BAL,moore,carrier,-1"], "column share: found '-1'"),
        (["BAL,moore,carrier,1e1"], "column share: found '1e1'"),
        (["BAL,moore,carrier,\u0661"], "column share"),
        (["BAL,moore,carrier,20", "BAL,Lenny Moore,carrier,30"], ":3: column player: found 'BAL moore-len"),
        (["BAL,moore,carrier,60", "BAL,ameche,carrier,60"], ":3: column share: found '120 in all', exp"),
        (["BAL,moore,carrier,60", "BAL,moore,out,"], ":3: column role: found 'out', expected out alone"),
        (["BAL,moore,out,", "BAL,moore,carrier,60"], ":3: column role: found 'carrier', expected out alone"),
        (["BAL,moore,passer,60"], "column role: found 'passer', expected a role that BAL Lenny Moore is"),
        (["BAL,berry,carrier,6"], "rated for (a letter for runs)"),
        (["BAL,unitas,receiver,6"], "rated for (a letter for catches)"),
        (["BAL,moore,kicker,6"], "rated for (a line of the kickers)"),
        (["BAL,moore,punter,6"], "rated for (a line of the punters)"),
        (["BAL,myhra,out,"], "found 'myhra-steve out', expected somebody left who can kick for BAL"),
        (["BAL,brown-ray,out,", "BAL,horn-dick,out,"], ":3: column player: found 'horn-dick out', exp"),
        (["CLE,deschaine,punter,60"], "expected somebody left who can punt the other 40% of the punts for"),
        (["BAL,moore,out"], ":2: found '3 cells', expected 4 cells"),
    ],
)  # fmt: skip
def test_what_can_not_be_is_one_plain_line(lineup, lines, says):
    path = lineup(*lines)
    with pytest.raises(InputError) as caught:
        simlib.replay(1958, seasons=1, lineup=path)
    assert str(path) in str(caught.value)
    assert says in str(caught.value)


def test_nobody_is_left_to_run_catch_or_return(lineup):
    sheets, _ = parts()
    index, _ = place("moore-lenny")
    for columns, words in ((spi.RUNS, "carry"), (spi.GAINS[:1], "catch a short pass")):
        rated = (sheets.league.man[index][:, columns] != arrays.NO_LETTER).any(axis=1)
        men = [name for slot, name in enumerate(sheets.men[index]) if rated[slot]]
        passers = {"unitas-johnny", "shaw-george"} & set(men)
        lines = [f"BAL,{name},{'carrier,0' if name in passers else 'out,'}" for name in men]
        with pytest.raises(InputError) as caught:
            changed(lineup(*lines))
        assert any(f"somebody left who can {words}" in str(f) for f in caught.value.faults)
    lines = [f"BAL,{name},out," for name in ("taseff-carl", "rechichar-bert")]
    with pytest.raises(InputError, match="somebody left who can return punts for BAL"):
        changed(lineup(*lines))


def test_five_passers_are_too_many(lineup):
    sheets, shares = parts()
    index, _ = place("moore-lenny")
    man = sheets.league.man.copy()
    man[index, :3, spi.PASSES] = 5
    changes = [Change(f"x:{slot + 2}", index, slot, f"BAL {slot}", f"BAL {slot}", "passer", Fraction(1, 10))
               for slot in range(3)]  # fmt: skip
    with pytest.raises(InputError, match="found '5 passers', expected 4 passers or fewer"):
        spi.with_changes(changes, sheets.men, sheets.league._replace(man=man), shares)


def test_all_the_faults_are_found(lineup):
    with pytest.raises(InputError) as caught:
        changed(lineup("XYZ,moore,out,", "BAL,nobody at all,out,", "BAL,moore,carrier,x"))
    assert [fault.where.rpartition(":")[2] for fault in caught.value.faults] == ["2", "3", "4"]


@pytest.mark.parametrize(
    "head", ["team,player,role", "team,player,role,share,until", "Team,player,role,share"]
)
def test_a_wrong_header_is_a_fault(lineup, head):
    with pytest.raises(InputError, match="expected columns team,player,role,share"):
        changed(lineup(head=head))


def test_columns_may_stand_in_any_order(lineup):
    changes = read_lineup(lineup("out,,moore,BAL", head="role,share,player,team"), season(), parts()[0].men)
    assert [str(change) for change in changes] == ["BAL Lenny Moore is out"]


# The command line


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command line: exit code, standard output, standard error."""
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            cli.main([str(argument) for argument in arguments])
        return stopped.value.code or 0, *capsys.readouterr()

    return run


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "1958", "--seasons", "2"),
        ("accuracy", "1958", "--seasons", "2"),
        ("game", "BAL", "NYG"),
        ("game", "BAL", "NYG", "--times", "3"),
        ("game", "--of", "0:1"),
    ],
)
def test_commands_say_the_lineup(run, lineup, command):
    code, out, err = run(*command, "--lineup", lineup("BAL,moore,out,"))
    assert (code, err) == (0, "")
    assert "BAL Lenny Moore is out" in " ".join(out.split())


def test_the_report_says_the_lineup_and_moves_assumptions_with_it(run, lineup, tmp_path):
    page = tmp_path / "report.html"
    few = ("--seasons", "4", "--leverage", "0")
    code, _, err = run("report", "1958", *few, "--out", page, "--lineup", lineup("BAL,moore,out,"))
    assert (code, err) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert "BAL Lenny Moore is out" in text
    assert "--lineup lineup.csv" in text
    assert str(tmp_path) not in text


def test_leaders_are_without_him(run, lineup):
    few = ("--seasons", "2", "--top", "40")
    assert "Jim Brown" in run("leaders", "1958", "rushing", *few)[1]
    assert (
        "Jim Brown"
        not in run("leaders", "1958", "rushing", *few, "--lineup", lineup("CLE,brown-jim,out,"))[1]
    )


def test_compare_takes_a_lineup_on_either_side(run, lineup, tmp_path):
    json_file = tmp_path / "compare.json"
    path = lineup("CLE,brown-jim,carrier,90")
    code, out, _ = run("compare", "shipped", f"lineup={path}", "--seasons", "20", "--json", json_file)
    assert code == 0
    assert "CLE Jim Brown has 90% of the carries" in " ".join(out.split())
    found = json.loads(json_file.read_text(encoding="utf-8"))
    assert not found["meta"]["alike"]
    assert (found["meta"]["a"]["lineup"], found["meta"]["b"]["lineup"][16:18]) == ("", ": ")
    carries = [row for row in found["rows"] if row["team"] == "CLE" and row["stat"] == "yards_per_carry"
               and row["player"] is None]  # fmt: skip
    assert carries[0]["held"]
    assert simlib.compare("shipped", f"lineup={lineup()}", seasons=10).meta["alike"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("replay", "1958", "--lineup", "no.csv"), "no.csv: found 'no such file', expected a CSV file"),
        (("compare", "shipped", "lineup=no.csv"), "no.csv: found 'no such file', expected a CSV file"),
        (("replay", "1958", "--ruleset", "football-strategy", "--lineup", "no.csv"),
         "--lineup: found 'no.csv', expected none: football-strategy has no men"),
        (("compare", "shipped", "lineup=no.csv", "--ruleset", "football-strategy"),
         "B lineup: found 'no.csv', expected none: football-strategy has no men"),
        (("game", "BAL", "NYG", "--ruleset", "football-strategy", "--lineup", "no.csv"), "--lineup: found"),
        (("game", "BAL@1958", "BAL@1968", "--lineup", "no.csv"), "none where teams of two seasons meet"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(run, monkeypatch, tmp_path, arguments, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_kept_run_has_its_own_lineup(run, lineup, tmp_path):
    path, folder = lineup("BAL,moore,out,"), tmp_path / "run"
    assert run("replay", "1958", "--seasons", "2", "--lineup", path, "--out", folder)[0] == 0
    assert "BAL Lenny Moore is out" in " ".join(run("accuracy", folder)[1].split())
    code, _, err = run("replay", folder, "--lineup", path)
    assert code == 2
    assert "expected none beside a kept run, which has its own" in err


def test_a_long_file_of_faults_is_left_at_the_last_fault_told(lineup, monkeypatch):
    tried = []
    change = lineups._change
    monkeypatch.setattr("simlib.files.lineups._change", lambda *args: tried.append(args[0]) or change(*args))
    with pytest.raises(InputError) as error:
        changed(lineup(*(f"BAL,nobody-{number},out," for number in range(10_000))))
    assert len(error.value.faults) == len(tried) == lineups.MOST_FAULTS
