"""Teams and men found by id, name or part of it; a suggestion when none fits."""

import pytest

from simlib.errors import InputError
from simlib.files.names import Choice, find, find_one, man_choices, team_choices
from simlib.files.seasons import load_season

SEASON = load_season("1958")
TEAMS = team_choices(SEASON)
MEN = man_choices(SEASON, [(man.team, man.id) for man in SEASON.players])


def team(text):
    return SEASON.teams[find_one(text, TEAMS, "TEAM", "a team")].code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BAL", "BAL"), ("bal", "BAL"), ("colts", "BAL"), (" Baltimore  Colts ", "BAL"), ("Giants", "NYG"),
        ("sf", "SF"), ("rams", "RAM"),
    ],
)  # fmt: skip
def test_a_team_by_code_name_or_part(text, code):
    assert team(text) == code


@pytest.mark.parametrize(("text", "suggests"), [("clots", "BAL (Baltimore Colts)"), ("Gints", "NYG")])
def test_a_misspelt_team_is_suggested(text, suggests):
    with pytest.raises(InputError, match="did you mean") as refused:
        team(text)
    assert suggests in str(refused.value)


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("brown-jim", "brown-jim"), ("Jim Brown", "brown-jim"), ("unitas", "unitas-johnny"),
        ("JOHNNY UNITAS", "unitas-johnny"),
    ],
)  # fmt: skip
def test_a_man_by_id_name_or_part(text, id_):
    assert SEASON.players[find_one(text, MEN, "MAN", "a man")].id == id_


def test_more_than_one_man_are_listed():
    with pytest.raises(InputError, match=r"one of them: .*brown") as refused:
        find_one("brown", MEN, "MAN", "a man")
    assert " or " in str(refused.value)
    assert len(find("brown", MEN, "MAN", "a man")) > 1


def test_a_whole_name_comes_before_a_part_of_a_longer_one():
    choices = [Choice(("x",), "Bob Smithson", "x"), Choice(("y",), "Bob Smith", "y")]
    assert find("bob smith", choices, "MAN", "a man") == [1]
    assert find("bob smi", choices, "MAN", "a man") == [0, 1]


@pytest.mark.parametrize("text", ["", "   ", "zzzzzz"])
def test_nobody_is_meant(text):
    with pytest.raises(InputError, match="MAN: found"):
        find_one(text, MEN, "MAN", "a man")
