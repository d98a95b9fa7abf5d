"""Every command answers for every game, or says in one line what the game lacks."""

import shlex
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import NamedTuple

import pytest
import typer

import simlib
from simlib import cli
from simlib.bench import instruments
from simlib.rulesets import get_ruleset, registered, ruleset_ids
from simlib.show import report


class Line(NamedTuple):
    """A command line; what a game that refuses it must say it lacks, "" where none may refuse."""

    words: str
    lacks: str = ""


# Why a game may refuse: a lineup is of its men, sheets are of its teams; only letters are rated; other
# charts can be drawn only where cells of the shipped ones were lost and solved for.
NO_MEN = "expected none: {game} has no men"
NO_SHEETS = "expected none: {game} has no sheets"
NO_PAPER = "expected a game with team sheets: it has none"
NO_RATER = "expected a game whose sheets are rated"
NO_LOST_CELLS = "expected a game with cells that were solved for"

# {game} is the game, {run} a run of it, {chart} one of its charts, {shipped} the season's folder; every
# command that has --ruleset is given it.
LINES = (
    Line("replay 1958 --seasons 2 --options all --json a.json --csv a.csv"),
    Line("replay 1968 --seasons 1 --league AFL --out kept"),
    Line("replay 1958 --seasons 1 --lineup lineup.csv", NO_MEN),
    Line("replay {run}"),
    Line("accuracy {run} --json a.json --csv a.csv"),
    Line("accuracy {run} --against own"),
    Line("accuracy {run} --ensemble 1", NO_LOST_CELLS),
    Line("report {run} --leverage 0 --out a.html"),
    *(Line(f"plot {name} {{run}} --out a.svg") for name in "deviation rolls pit wins points backs".split()),
    *(
        Line(f"leaders {{run}} {category} --json a.json --csv a.csv")
        for category in "passing rushing receiving kick-returns punt-returns punting kicking fumbles".split()
    ),
    Line("assumptions 1958 --seasons 1"),
    Line("compare shipped options=all --seasons 10 --json a.json --csv a.csv"),
    Line("compare shipped lineup=lineup.csv --seasons 10", NO_MEN),
    Line("compare shipped sheets={shipped}/{game} --seasons 10", NO_SHEETS),
    Line("game CLE NYG --log --json a.json"),
    Line("game CLE NYG --times 2 --options all"),
    Line("game CLE NYG --lineup lineup.csv", NO_MEN),
    Line("game --of 1:3 --seed 2"),
    Line("game BAL@1958 BAL@1968 --rules 1958 --play-off"),
    Line("game --match super-bowl-iii"),
    Line("game --match list"),
    Line("odds {game} kickoff --json a.json"),
    Line("print 1958 --out a.html", NO_PAPER),
    Line("rate 1958 --out rated", NO_RATER),
    Line("rate 1958 --team BAL --json a.json --csv a.csv", NO_RATER),
    Line("sql {run} 'select team, sum(wins) from teams group by team' --json a.json"),
    Line("bench --seasons 1 --repeats 1 --options all --json a.json"),
    Line("rulesets --json a.json --csv a.csv"),
    Line("seasons list"),
    Line("seasons show 1958 --team BAL"),
    Line("seasons check {shipped}"),
    Line("charts list --json a.json --csv a.csv"),
    Line("charts show {chart} --sources"),
    Line("charts check"),
)
GAMES = ruleset_ids()
SHIPPED = simlib.load_season("1958").folder  # with the sheets of every game that has some


def commands(command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], set[str]]]:
    """Commands of the command line with their options."""
    below = getattr(command, "commands", None)
    if below is None:
        yield path, {option for parameter in command.params for option in parameter.opts}
    for name in below or ():
        yield from commands(below[name], (*path, name))


COMMANDS = dict(commands(typer.main.get_command(cli.app)))


def command_of(words: list[str]) -> tuple[str, ...]:
    return tuple(words[:2]) if tuple(words[:2]) in COMMANDS else tuple(words[:1])


def test_every_command_has_a_line():
    assert {command_of(line.words.split()) for line in LINES} == set(COMMANDS)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Folder of a run of each game."""
    folders = {game: str(tmp_path_factory.mktemp("kept") / game) for game in GAMES}
    for game, folder in folders.items():
        simlib.replay(1958, game, seasons=3, out=folder)
    return folders


@pytest.fixture(autouse=True, scope="module")
def _quick():
    """Spare what only takes time: a season made ready or a run measured again, more than one assumption,
    kernels compiled anew."""
    ready, measured, gather = {}, {}, report.gather

    def once(kept, key, make):
        if key not in kept:
            kept[key] = make()
        return kept[key]

    def gather_once(results, charts=None, leverage=0, ensemble=0, *rest, **named):
        key = results.meta.ruleset, results.digest(), leverage, ensemble
        return once(measured, key, lambda: gather(results, charts, leverage, ensemble, *rest, **named))

    def made_quick(game):
        def load(setup):
            season, *how = (getattr(setup, field.name) for field in fields(setup))
            key = game.id, str(season.folder), season.league, *how
            return once(ready, key, lambda: game.load(setup))

        return replace(game, load=load, steps=lambda options: game.steps(options)[:1])

    with pytest.MonkeyPatch.context() as patch:
        for name in GAMES:
            patch.setitem(registered, name, made_quick(get_ruleset(name)))
        patch.setattr(report, "gather", gather_once)
        patch.setattr(instruments, "measure_starts", lambda _: {})
        patch.setenv("NO_COLOR", "1")
        yield


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """Give a game a folder of its own, as the current one, with a lineup and totals in it."""

    def make(game):
        folder = tmp_path / game
        (folder / "own").mkdir(parents=True)
        (folder / "own" / "teams.csv").write_text("code,pass_cmp\nBAL,180\n", encoding="utf-8")
        lineup = "team,player,role,share\nBAL,Lenny Moore,out,\n"
        (folder / "lineup.csv").write_text(lineup, encoding="utf-8")
        monkeypatch.chdir(folder)
        return folder

    return make


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.words)
def test_every_game_answers_or_says_what_it_lacks(line, kept, workplace, capsys):
    answered = set()
    for game in GAMES:
        folder = workplace(game)
        before = sorted(folder.iterdir())
        words = shlex.split(
            line.words.format(game=game, run=kept[game], chart=get_ruleset(game).charts[0], shipped=SHIPPED)
        )
        own = ["--ruleset", game] if "--ruleset" in COMMANDS[command_of(words)] else []
        with pytest.raises(SystemExit) as ended:
            cli.main([*words, *own])
        out, err = capsys.readouterr()
        if not ended.value.code:
            assert out
            assert err == ""
            answered.add(game)
            continue
        assert (ended.value.code, out, err.count("\n")) == (2, "", 1), (game, err)
        assert line.lacks, (game, err)
        assert line.lacks.format(game=game) in err
        assert sorted(folder.iterdir()) == before
    assert answered if line.lacks else answered == set(GAMES)
