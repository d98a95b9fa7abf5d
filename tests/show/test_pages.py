"""The page of an answer: every class that shows itself has one, the same for a notebook and as text."""

import sys
from fractions import Fraction

import pytest

from simlib.files.shown import Shown, Told
from simlib.rulesets.answers import Odds
from simlib.show.pages import parts_of


def below(known: type) -> set[type]:
    """The classes of simlib that inherit from one, by the names of their modules."""
    found = {own for own in known.__subclasses__() if own.__module__.startswith("simlib.")}
    named = {own for own in found if getattr(sys.modules[own.__module__], own.__name__) is own}
    return named.union(*map(below, found))  # slots make a class anew: the first one has no name


def test_every_answer_that_shows_itself_has_a_page():
    answers = below(Shown) - {Told}
    assert {"Results", "Accuracy", "GameResult", "Odds", "Chart"} <= {found.__name__ for found in answers}
    unknown = parts_of.dispatch(object)
    assert [found for found in answers if parts_of.dispatch(found) is unknown] == []


@pytest.mark.parametrize(("kind", "shown"), [(Shown, Shown._repr_html_), (Told, str)])
def test_an_answer_without_a_page_is_named(kind, shown):
    class Riddle(kind):
        pass

    with pytest.raises(TypeError, match="no page is known for Riddle"):
        shown(Riddle())


def test_a_page_is_the_same_as_html_and_as_text():
    class Answer(Told):
        pass

    odds = Odds("a coin", {1: Fraction(1, 2), 2: Fraction(1, 2)})
    parts_of.register(Answer)(lambda answer: parts_of(odds))
    for page in (str(Answer()), odds._repr_html_()):
        assert "a coin" in page
        assert "50.00" in page
    assert "<table>" in odds._repr_html_()
    assert "<" not in str(Answer())
