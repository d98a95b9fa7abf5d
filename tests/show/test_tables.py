"""What the command line shows of a run: the groups kept apart, the figures those of the library."""

import re

import pytest
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.show import answers, terminal

RULESET = synthetic_ruleset()


@pytest.fixture(scope="module")
def results():
    return simlib.replay(synthetic_season(), RULESET, seasons=20, seed=3)


@pytest.fixture
def shown(capsys, monkeypatch):
    """What `terminal.show` prints in a pipe."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def shown(*parts):
        terminal.show(*parts)
        return capsys.readouterr().out

    return shown


def section(text, title):
    """Lines from a title to the next blank one."""
    return text[text.index(title) :].split("\n\n")[0]


def test_groups_are_kept_apart(results, shown):
    text = shown(*answers.accuracy_tables(simlib.accuracy(results, RULESET), results))
    expected = {
        "Fitted": {"yards per carry"},
        "Printed": {"completion %"},
        "Produced by the game": {
            "yards per attempt", "interception %", "rushing yards a game", "points a game", "yards per punt",
        },
        "The coach's choice": {"carries a game"},
    }  # fmt: skip
    for title, names in expected.items():
        assert set(re.findall(r"^(\w.*?)  +\d", section(text, title), re.MULTILINE)) == names
    shown_before, named = text.split("Not modelled by the game")
    assert "fumbles" not in shown_before
    assert "fumbles lost a game" in named.split("\n\n")[0].replace("\n", " ")


def test_a_statistic_of_the_coachs_choice_gets_its_reason_and_no_verdict(results, shown):
    text = shown(*answers.accuracy_tables(simlib.accuracy(results, RULESET), results))
    part = section(text, answers.UNJUDGED)
    assert "carries a game: the coach's choice" in text
    assert not re.search("within|outside|cannot", part)


def test_figures_are_those_of_the_library(results, shown):
    answer = simlib.accuracy(results, RULESET)
    row = next(row for row in answer.at("league") if row.stat == "yards_per_attempt")
    line = re.search(r"^yards per attempt .*$", shown(*answers.accuracy_tables(answer, results)), re.M)[0]
    assert f"{row.actual:.2f}  {row.mean:.2f}  {row.mcse:.2g}  {row.deviation:+.1f}" in re.sub(
        " +", "  ", line
    )


def test_standings_have_the_real_record_beside_the_mean(results, shown):
    text = shown(*answers.replay_tables(results))
    for row in results.standings().itertuples():
        line = re.search(rf"^{row.team} .*$", text, re.MULTILINE)[0]
        assert f" {row.real_wins}-{row.real_losses}-{row.real_ties} " in line
        assert line.split()[1] == f"{row.wins:.1f}"


def test_one_season_has_no_error_and_no_verdict_but_can_be_shown(shown):
    one = simlib.replay(synthetic_season(), RULESET, seasons=1)
    text = shown(*answers.replay_tables(one), *answers.accuracy_tables(simlib.accuracy(one, RULESET), one))
    assert "nan" not in text
    assert "None" not in text
    assert "cannot tell" in text


def test_text_from_files_is_neither_markup_nor_control(shown):
    text = shown(terminal.table("[red]title", ["[b]"], [["[link=x]a\x1b[31m\n\u202eb"]]), "\x1b]0;x\x07")
    assert "[red]title" in text
    assert "[link=x]a?[31m??b" in text
    assert "\x1b" not in text


def test_a_pipe_gets_wide_tables_without_padding(shown):
    text = shown(terminal.table("", [">first", "second"], [["x" * 100, "y"], [1, None]]))
    assert "x" * 100 in text
    assert text == "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def test_the_bar_is_for_terminals_only(capsys):
    with terminal.progress_bar("replaying") as update:
        update(1, 2)
    assert capsys.readouterr() == ("", "")
