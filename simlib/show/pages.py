"""The page of an answer: the tables it is shown as, in a notebook and as text."""

from functools import singledispatch

from rich.console import RenderableType

from simlib.files.charts import Chart, ChartSet
from simlib.judge.comparison import Comparison
from simlib.judge.deviation import Accuracy
from simlib.plays.many_games import ManyGames
from simlib.plays.records import GameResult
from simlib.rulesets.answers import Odds
from simlib.runs.results import Results
from simlib.show.answers import accuracy_tables, replay_tables
from simlib.show.comparison import compare_tables
from simlib.show.listings import chart_list, chart_parts
from simlib.show.newspaper import game_tables
from simlib.show.notebook import page
from simlib.show.played import many_tables, odds_tables
from simlib.show.terminal import Listing, plain_text


@singledispatch
def parts_of(answer: object) -> list[RenderableType]:
    """Tables and lines of text that an answer is shown as."""
    raise TypeError(f"no page is known for {type(answer).__name__}")


parts_of.register(Listing)(lambda listing: [listing])
parts_of.register(Chart)(chart_parts)
parts_of.register(ChartSet)(chart_list)
parts_of.register(Results)(replay_tables)
parts_of.register(Accuracy)(accuracy_tables)
parts_of.register(Comparison)(compare_tables)
parts_of.register(GameResult)(game_tables)
parts_of.register(ManyGames)(many_tables)
parts_of.register(Odds)(odds_tables)


def html_page(answer: object) -> str:
    """An answer's page as HTML."""
    return page(parts_of(answer))


def text_page(answer: object) -> str:
    """An answer's page as plain text."""
    return plain_text(parts_of(answer))
