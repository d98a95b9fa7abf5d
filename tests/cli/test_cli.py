"""The command line: what it prints, and that a wrong input is one clear line and nothing else."""

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from simlib import cli
from simlib.files.folders import data_folder

Table = list[list[str]]
FEW = ("--seasons", "3")
PLAYING = (
    ("replay", "1958"), ("game", "CLE", "NYG"), ("game", "CLE", "NYG", "--times", "2"),
    ("leaders", "1958", "rushing"), ("report", "1958"),
)  # fmt: skip


def edit(path: Path, change: Callable[[Table], Table]) -> None:
    """Rewrite a CSV; header included."""
    with open(path, encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(change(table))


def set_cell(line: int, column: str, value: str) -> Callable[[Table], Table]:
    """Change one cell; line 1 is the header."""

    def change(table: Table) -> Table:
        table[line - 1][table[0].index(column)] = value
        return table

    return change


def without(column: str) -> Callable[[Table], Table]:
    def change(table: Table) -> Table:
        lost = table[0].index(column)
        return [row[:lost] + row[lost + 1 :] for row in table]

    return change


def line_twice(line: int) -> Callable[[Table], Table]:
    return lambda table: [*table[:line], table[line - 1], *table[line:]]


def contents(folder: Path) -> dict[str, bytes | None]:
    return {str(p): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """An empty folder of one's own, as the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def own_season(workplace):
    return shutil.copytree(data_folder("teams") / "1958", workplace / "own")


@pytest.fixture
def own_charts(workplace):
    folder = workplace / "charts"
    folder.mkdir()
    for name in ("rushing_gain", "pass_completion"):
        shutil.copy(data_folder("charts") / "spi" / f"{name}.csv", folder)
    return folder


@pytest.fixture
def run(workplace, capsys):
    """Run a command line: (exit code, standard output, standard error)."""

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            cli.main([str(a) for a in arguments])
        return stop.value.code or 0, *capsys.readouterr()

    return run


@pytest.fixture
def refused(run, workplace):
    """Run a command line that must be refused in one line, with nothing written; gives the line."""

    def refused(*arguments, lines=1):
        before = contents(workplace)
        code, out, err = run(*arguments)
        assert code == 2
        assert out == ""
        assert err.count("\n") == lines
        assert all(line.startswith("simlib: ") for line in err.splitlines())
        assert "Traceback" not in err
        assert contents(workplace) == before
        return err.removeprefix("simlib: ").rstrip("\n")

    return refused


# Names and numbers


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("replay", "1901"), "1901"),
        (("replay", "no/such/folder"), "no/such/folder"),
        (("replay", ""), "expected"),
        (("replay", "1958", "--ruleset", "chess"), "--ruleset: found 'chess', expected one of"),
        (("replay", "1958", "--ruleset", "../spi"), "--ruleset"),
        (("replay", "1958", "--coach", "nobody"), "--coach: found 'nobody', expected one of as-played"),
        *(
            (command, "--options: found 'penalty', expected all, or some of penalties, limits, clutch")
            for command in (
                *((*what, "--options", "penalty") for what in PLAYING),
                ("accuracy", "1958", "--options", "penalty"),
                ("assumptions", "1958", "--options", "penalty"),
                ("bench", "--options", "penalty"),
                ("plot", "rolls", "1958", "--options", "penalty"),
            )
        ),
        *(
            (("replay", "1958", "--options", text), f"--options: found '{found}', expected all, or some of")
            for text, found in (
                ("all,limits", "all"),
                (",", ""),
                ("limits,", ""),
                ("Limits", "Limits"),
                ("limits clutch", "limits clutch"),
                ("two-dice", "two-dice"),
            )
        ),
        *(
            (
                ("compare", "shipped", f"options={text}", "--seasons", "10"),
                f"B options: found '{found}', expected",
            )
            for text, found in (("penalty", "penalty"), ("all+limits", "all"), ("limits+", ""), ("+", ""))
        ),
        (("replay", "1958", "--seasons", "0"), "--seasons: found '0', expected"),
        (("replay", "1958", "--seasons", "-5"), "--seasons: found '-5', expected"),
        (("replay", "1958", "--seasons", "1000000000"), "--seasons: found '1000000000', expected"),
        (("replay", "1958", "--seasons", "9" * 30), "--seasons: found '999"),
        (("replay", "1958", "--first", "-1"), "--first: found '-1', expected"),
        (("replay", "1958", "--first", 2**64), "--first: found '18446744073709551616', expected"),
        (("replay", "1958", "--seed", "-1"), "--seed: found '-1', expected"),
        (("replay", "1958", "--seed", 2**64), "--seed: found '18446744073709551616', expected"),
        (("replay", "1958", "--jobs", "0"), "--jobs: found '0', expected"),
        (("replay", "1958", "--charts", "no/such/folder"), "--charts: found 'no/such/folder', expected"),
        (("accuracy", "1958", "--coach", "nobody"), "--coach"),
        (("seasons", "show", "1958", "--team", "XXX"), "--team: found 'XXX', expected one of BAL, CHI"),
        (("seasons", "show", "1901"), "1901"),
        (("charts", "list", "--ruleset", "chess"), "--ruleset"),
        (("charts", "show", "nothing"), "CHART: found 'nothing', expected one of"),
        (("replay", "1958", "--seasons", "many"), "--seasons"),
        (("replay",), "SEASON"),
        (("replay", "1958", "--sesons", "3"), "--sesons"),
        (("replya", "1958"), "replya"),
    ],
    ids=lambda part: " ".join(map(str, part))[:40] if isinstance(part, tuple) else "",
)
def test_a_wrong_name_or_number(refused, arguments, says):
    assert says.lower() in refused(*arguments).lower()


def test_options_may_be_named_by_a_side_as_by_a_command(run):
    code, _, err = run("compare", "options=all", "options=penalties+limits+clutch+dump+interceptors+punt-out",
                       "--seasons", "10")  # fmt: skip
    assert (code, err) == (0, "")


# Charts


def test_a_wrong_cell(refused, own_charts):
    edit(own_charts / "rushing_gain.csv", set_cell(25, "L", "1+"))
    line = refused("replay", "1958", *FEW, "--charts", own_charts)
    assert "rushing_gain.csv:25: column L: found '1+', expected" in line
    assert "rushing_gain.csv:25: column L: found '1+', expected" in refused("charts", "check", own_charts)


def test_a_missing_column(refused, own_charts):
    edit(own_charts / "rushing_gain.csv", without("L"))
    assert "rushing_gain.csv:1: column L:" in refused("replay", "1958", *FEW, "--charts", own_charts)


def test_a_row_twice(refused, own_charts):
    edit(own_charts / "rushing_gain.csv", line_twice(7))
    assert "rushing_gain.csv:8: column dice:" in refused("accuracy", "1958", *FEW, "--charts", own_charts)


def test_a_letter_out_of_range(refused, own_charts):
    edit(own_charts / "pass_completion.csv", set_cell(27, "letter", "AA"))
    assert "pass_completion.csv:27: column letter: found 'AA'" in refused(
        "replay", "1958", *FEW, "--charts", own_charts
    )


def test_a_byte_that_is_not_utf8(refused, own_charts):
    path = own_charts / "pass_completion.csv"
    path.write_bytes(path.read_bytes().replace(b"\nC,", b"\nC\xff,"))
    line = refused("replay", "1958", *FEW, "--charts", own_charts)
    assert "pass_completion.csv:4:" in line
    assert "UTF-8" in line


def test_control_characters_do_not_reach_the_terminal(refused, own_charts):
    edit(own_charts / "rushing_gain.csv", set_cell(25, "L", "\x1b[31m"))
    assert "\x1b" not in refused("charts", "check", own_charts)


@pytest.mark.parametrize("name", ["\x1b[31m.csv", "a\rb.csv", "\x9b31m.csv", "\u202ex.csv"])
def test_no_name_of_a_file_reaches_the_terminal_as_a_command(refused, own_charts, name):
    (own_charts / name).write_text("x", encoding="utf-8")
    for command in (("charts", "check", own_charts), ("replay", "1958", "--charts", own_charts),
                    ("replay", "1958", "--lineup", name), ("replay", "1958", "--json", f"no/{name}"),
                    ("seasons", "check", name), ("replay", "1958", f"--{name}")):  # fmt: skip
        assert refused(*command).isprintable()


def test_a_folder_in_place_of_a_file_is_called_one(refused, own_charts, own_season, workplace):
    for file in (
        own_charts / "pass_completion.csv",
        own_season / "games.csv",
        own_season / "spi" / "dumps.csv",
    ):
        file.unlink()
        file.mkdir()
    for command in (("charts", "check", own_charts), ("seasons", "check", own_season),
                    ("replay", "1958", "--lineup", workplace)):  # fmt: skip
        assert "found 'a folder', expected a CSV file" in refused(*command)


def test_charts_check_tells_every_fault(refused, own_charts):
    edit(own_charts / "rushing_gain.csv", set_cell(25, "L", "1+"))
    edit(own_charts / "pass_completion.csv", set_cell(3, "complete", "11-99"))
    refused("charts", "check", own_charts, lines=2)


# Seasons


@pytest.mark.parametrize(
    ("file", "change", "says"),
    [
        ("games.csv", set_cell(5, "away", ""), "games.csv:5: column away:"),
        ("games.csv", set_cell(5, "away", "XXX"), "games.csv:5: column away: found 'XXX'"),
        ("players.csv", set_cell(2, "rush_att", "-3"), "players.csv:2: column rush_att: found '-3'"),
        ("players.csv", line_twice(2), "players.csv:3:"),
        ("players.csv", without("rush_yds"), "players.csv:1: column rush_yds:"),
        ("teams.csv", set_cell(2, "pass_cmp", "9999"), "teams.csv:2: column pass_cmp: found '9999'"),
    ],
    ids=["no opponent", "unknown opponent", "negative count", "man twice", "no column", "completions"],
)
def test_a_faulty_season(run, refused, own_season, file, change, says):
    edit(own_season / file, change)
    assert says in refused("replay", own_season, *FEW)
    code, out, err = run("seasons", "check", own_season)
    assert (code, out) == (2, "")
    assert says in err


def test_negative_yards_are_football(run, own_season):
    assert run("seasons", "check", own_season) == (0, f"{own_season}: no faults\n", "")


def test_a_letter_out_of_range_on_a_sheet(refused, own_season):
    edit(own_season / "spi" / "players.csv", set_cell(2, "RIS", "V"))
    assert "players.csv:2: column RIS: found 'V'" in refused("replay", own_season, *FEW)


# Output


@pytest.mark.parametrize("option", ["--out", "--json"])
def test_output_that_cannot_be_written(refused, workplace, option):
    (workplace / "file").write_text("kept", encoding="utf-8")
    line = refused("accuracy", "1958", *FEW, option, workplace / "file" / "below")
    assert line.startswith(f"{option}: found '")


def test_json_onto_a_folder(refused, workplace):
    assert refused("replay", "1958", *FEW, "--json", workplace).startswith("--json: found '")


def test_a_full_device_is_one_line(workplace):
    full = Path("/dev/full")
    if not full.exists():
        return
    with open(full, "w", encoding="utf-8") as device:
        done = subprocess.run(
            [sys.executable, "-c", "from simlib.cli import main; main(['charts', 'list'])"],
            stdout=device, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("simlib: ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_leaves_early_is_no_error(workplace):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", "from simlib.cli import main; main(['charts', 'list'])"],
        stdout=write, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(write)
    assert done.stderr == ""


def test_an_interruption_is_one_line(run, monkeypatch):
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("simlib.ruleset_ids", interrupted)
    assert run("rulesets") == (130, "", "simlib: interrupted\n")


# What works


@pytest.mark.parametrize(
    "command",
    [
        "",
        "replay",
        "accuracy",
        "leaders",
        "sql",
        "seasons",
        "seasons show",
        "charts",
        "charts show",
        "rulesets",
    ],
)
def test_help_has_an_example(run, command):
    code, out, err = run(*command.split(), "--help")
    assert (code, err) == (0, "")
    assert "Usage: simlib" in out
    if command not in ("seasons", "charts"):
        assert "Example: simlib" in out


def test_version(run):
    from importlib.metadata import version

    assert run("--version") == (0, f"simlib {version('simlib-football')}\n", "")


@pytest.mark.parametrize(
    ("command", "shows"),
    [
        ("rulesets", "spi"),
        ("seasons list", "1958"),
        ("seasons show 1958", "Baltimore Colts"),
        ("seasons show 1958 --team BAL", "Johnny Unitas"),
        ("seasons check 1958", "no faults"),
        ("charts list", "rushing_gain"),
        ("charts show rushing_gain", "+9"),
        ("charts show rushing_gain --sources", "printed"),
        ("charts check", "no faults"),
    ],
)
def test_listings(run, command, shows):
    code, out, err = run(*command.split())
    assert (code, err) == (0, "")
    assert shows in out
    assert "\x1b" not in out


def test_replay_prints_standings_and_writes_json(run, workplace):
    code, out, err = run("replay", "1958", *FEW, "--json", "replay.json")
    assert (code, err) == (0, "")
    assert "BAL" in out
    assert "simlib accuracy 1958" in out
    assert json.loads((workplace / "replay.json").read_text(encoding="utf-8"))["meta"]["seasons"] == 3


def test_tables_are_kept_in_files(run, workplace):
    for command in (
        "rulesets", "seasons list", "seasons show 1958", "seasons show 1958 --team colts", "charts list",
        "charts show rushing_gain", "leaders 1958 rushing --seasons 3", "replay 1958 --seasons 3",
        "accuracy 1958 --seasons 3",
    ):  # fmt: skip
        code, _, err = run(*command.split(), "--json", "t.json", "--csv", "t.csv")
        assert (code, err) == (0, "")
        assert json.loads((workplace / "t.json").read_text(encoding="utf-8"))
        with open(workplace / "t.csv", encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        assert len(set(header)) == len(header)
        assert rows
        assert all(len(row) == len(header) for row in rows)


def test_a_kept_run_answers(run, workplace):
    code, out, err = run("replay", "1958", *FEW, "--out", "run", "--seed", "5")
    assert (code, err) == (0, "")
    assert "Results lie in run." in out
    assert run("accuracy", "run") == run("accuracy", "1958", *FEW, "--seed", "5")
    assert run("leaders", "run", "passing") == run("leaders", "1958", "passing", *FEW, "--seed", "5")
    question = "select team, sum(wins) as wins from teams group by team order by wins desc, team"
    code, out, err = run("sql", "run", question, "--json", "wins.json")
    assert (code, err) == (0, "")
    answer = json.loads((workplace / "wins.json").read_text(encoding="utf-8"))
    assert len(answer) == 12
    assert [row["team"] for row in answer] == [line.split()[0] for line in out.splitlines()[2:]]
    assert run("sql", "run", "select * from games", "--top", "2")[1].endswith("keeps all\n")
    assert run("replay", "1958", *FEW, "--out", "run", "--seed", "5", "--resume")[0] == 0


KEPT_WITH = (
    "--seed", "5", "--first", "2", "--seasons", "3", "--coach", "matched", "--options", "clutch,limits",
    "--ruleset", "spi",
)  # fmt: skip


@pytest.fixture
def kept_run(run):
    assert run("replay", "1958", *KEPT_WITH, "--out", "run")[0] == 0
    return "run"


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seed", "7"), ("--first", "1"), ("--seasons", "4"), ("--coach", "solitaire-blind"),
     ("--options", "clutch"), ("--options", "all"), ("--options", "penalty"), ("--league", "AFL"),
     ("--ruleset", "football-strategy")],
)  # fmt: skip
def test_a_kept_run_is_never_shown_as_another(refused, kept_run, option, value):
    for named in (("replay", "run"), ("accuracy", "run"), ("leaders", "run", "rushing"), ("report", "run"),
                  ("plot", "rolls", "run")):  # fmt: skip
        line = refused(*named, option, value)
        assert line.startswith(f"{option}: found '{value}', expected ")
        assert "as the kept run was played" in line


def test_what_a_kept_run_was_played_with_may_be_said_again(run, kept_run):
    assert run("leaders", kept_run, "rushing", *KEPT_WITH) == run("leaders", kept_run, "rushing")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sql", "nowhere", "select 1"), "expected the folder of a saved run"),
        (("leaders", "1958", "xyz"), "CATEGORY: found 'xyz', expected one of passing"),
        (("leaders", "1958", "rushng"), "did you mean rushing?"),
        (
            ("leaders", "1958", "rushing", *FEW, "--by", "height"),
            "--by: found 'height', expected one of rush_att",
        ),
        (("leaders", "1958", "rushing", *FEW, "--top", "0"), "--top"),
        (("leaders", "1958", "rushing", *FEW, "--team", "clots"), "did you mean BAL (Baltimore Colts)?"),
        (("replay", "1958", "--resume"), "--resume: found 'no --out'"),
        (("seasons", "show", "1958", "--team", "clots"), "did you mean BAL (Baltimore Colts)?"),
    ],
    ids=lambda part: " ".join(map(str, part))[:40] if isinstance(part, tuple) else "",
)
def test_a_wrong_question(refused, arguments, says):
    assert says in refused(*arguments)


def test_leaders_are_qualified_by_real_tries(run):
    few = run("leaders", "1958", "rushing", *FEW, "--by", "yards_per_carry")[1]
    assert "40 real tries or more" in few
    every = run("leaders", "1958", "rushing", *FEW, "--by", "yards_per_carry", "--least", "1")[1]
    assert few.splitlines()[:3] == every.splitlines()[:3]
    assert few != every


@pytest.mark.parametrize(
    ("typed", "word", "offered"),
    [
        ("simlib rep", 1, "replay"), ("simlib replay 19", 2, "1958"),
        ("simlib replay 1958 --ruleset s", 4, "spi"), ("simlib leaders 1958 pas", 3, "passing"),
        ("simlib replay 1958 --res", 3, "--resume"),
    ],
)  # fmt: skip
def test_the_shell_completes(workplace, typed, word, offered):
    environment = {
        **os.environ,
        "_SIMLIB_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(word),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from simlib.cli import main; main()"],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert offered in done.stdout.split()


def test_accuracy_writes_what_python_gives(run, workplace):
    import simlib

    code, out, err = run("accuracy", "1958", *FEW, "--seed", "5", "--json", "answer.json")
    assert (code, err) == (0, "")
    written = json.loads((workplace / "answer.json").read_text(encoding="utf-8"))
    answer = simlib.accuracy(simlib.replay(1958, ruleset="spi", seasons=3, seed=5))
    assert set(written.pop("checks")) >= {"adequate", "coverage", "flags", "standings"}
    assert written == json.loads(json.dumps(answer.to_json()))
    for group in ("Fitted", "Produced by the game", "The coach's choice"):
        assert group in out
    assert [p.name for p in workplace.iterdir()] == ["answer.json"]


def test_equal_commands_write_equal_bytes(run, workplace):
    for name, jobs in (("a", 1), ("b", 2)):
        run("accuracy", "1958", *FEW, "--jobs", jobs, "--json", f"{name}.json")
    assert (workplace / "a.json").read_bytes() == (workplace / "b.json").read_bytes()


def test_a_failed_write_leaves_what_was_there(workplace, monkeypatch):
    from simlib.show import terminal

    path = workplace / "kept.json"
    terminal.save_json(path, {"a": 1})
    with pytest.raises(ValueError, match=r"NaN|nan"):
        terminal.save_json(path, {"a": float("nan")})
    monkeypatch.setattr(
        "os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(OSError, match="No space"):
        terminal.save_json(path, {"a": 2})
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": 1}
    assert [p.name for p in workplace.iterdir()] == ["kept.json"]
