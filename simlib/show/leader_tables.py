"""simlib leaders: the leading men of a run in passing, rushing, receiving, returns and kicking."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from simlib.errors import Fault, InputError
from simlib.files.names import Choice, find_one, team_choices
from simlib.kernels.stats import PLAYER_COLUMNS, STAT
from simlib.show.terminal import number, table

if TYPE_CHECKING:
    import pandas as pd

    from simlib.runs.results import Results

CATEGORIES = {  # the column that ranks, then what is shown
    "passing": ("pass_yds", ("pass_att", "pass_cmp", "completion_percent", "pass_yds", "yards_per_attempt",
                             "pass_td", "pass_int", "interception_percent")),
    "rushing": ("rush_yds", ("rush_att", "rush_yds", "yards_per_carry", "rush_td")),
    "receiving": ("rec_yds", ("rec", "rec_yds", "yards_per_catch", "rec_td")),
    "kick-returns": ("kick_ret_yds", ("kick_ret", "kick_ret_yds", "kick_return_average", "kick_ret_td")),
    "punt-returns": ("punt_ret_yds", ("punt_ret", "punt_ret_yds", "punt_return_average", "punt_ret_td")),
    "punting": ("punt_average", ("punts", "punt_yds", "punt_average")),
    "kicking": ("fg_made", ("fg_made", "fg_att", "field_goal_percent", "xp_made", "xp_att",
                            "extra_point_percent")),
    "fumbles": ("fumbles", ("fumbles", "fumbles_lost")),
    "interceptions": ("int_made", ("int_made", "int_made_yds", "int_made_td")),
}  # fmt: skip
LEAST_FIRST = ("interception_percent",)
HEADINGS = {
    "att": "att", "cmp": "cmp", "yds": "yards", "td": "TD", "int": "int", "rec": "catches", "ret": "returns",
    "made": "made", "punts": "punts", "fumbles": "fumbles", "lost": "lost",
}  # fmt: skip


def leaders(
    results: "Results", category: str, by: str = "", count: int = 10, team: str = "", least: int | None = None
) -> "pd.DataFrame":
    """The leading men of a category.

    Parameters
    ----------
    results : Results
    category : str
        One of `CATEGORIES`, or the beginning of one.
    by : str
        The count or rate that ranks; the category's own when not given.
    count : int
        How many.
    team : str
        Of this team only: code, name or part of it.
    least : int, optional
        Real tries a man must have to be ranked by a rate; the statistic's qualifier when not given.

    Returns
    -------
    DataFrame
        rank, player, name, team; the category's columns (means a season; rates pooled); `real_` of
        each. `others` men are left out; level men by id and team.

    Raises
    ------
    InputError
        No such category, column or team.
    """
    category = category_of(category)
    ranked, columns = CATEGORIES[category]
    by = by or ranked
    if by not in columns:
        raise InputError(Fault("--by", "", by, f"one of {', '.join(columns)}"))
    if count < 1:
        raise InputError(Fault("--top", "", str(count), "1 or more"))
    men: Any = results.players()
    chosen = ~men["others"] & men[by].notna()
    if by in STAT:
        stat = STAT[by]
        tries = sum(men[f"real_{name}"].fillna(0) for name in stat.denominator)
        chosen &= tries >= (stat.qualifier if least is None else least)
    else:
        chosen &= men[by] > 0
    if team:
        choices = team_choices(results.season)
        code = results.season.teams[find_one(team, choices, "--team", "a team")].code
        chosen &= men["team"] == code
    lowest = by in LEAST_FIRST
    men = men[chosen].sort_values([by, "player", "team"], ascending=[lowest, True, True]).head(count)
    shown = ["player", "name", "team", *columns, *(f"real_{name}" for name in columns)]
    frame: pd.DataFrame = men[shown].reset_index(drop=True)
    frame.insert(0, "rank", men[by].rank(method="min", ascending=lowest).astype(int).to_numpy())
    return frame


def category_of(text: str) -> str:
    """The category meant.

    Raises
    ------
    InputError
        None, or more than one.
    """
    names = list(CATEGORIES)
    choices = [Choice((name,), name, name) for name in names]
    return names[find_one(text, choices, "CATEGORY", "a category", f"one of {', '.join(names)}")]


def leaders_tables(
    results: "Results", category: str, by: str = "", count: int = 10, team: str = "", least: int | None = None
) -> list[RenderableType]:
    """The leaders as a table, real figures below the means."""
    from simlib.show.answers import run_title

    category = category_of(category)
    ranked, columns = CATEGORIES[category]
    frame: Any = leaders(results, category, by, count, team, least)
    by = by or ranked
    rows: list[tuple[object, ...]] = []
    for man in frame.to_dict("records"):
        rows.append((man["rank"], man["name"], man["team"], *_figures(man, columns, "", by)))
        rows.append(("", "", Text("real", "cyan"), *_figures(man, columns, "real_", "")))
    title = f"Leaders in {category} by {_title(by)}: means a season, the real figure below"
    headings = (">", "leader", "team", *(f">{_heading(name)}" for name in columns))
    return [Text(run_title(results), "bold"), "", table(title, headings, rows), *_qualifier(by, least)]


def _figures(man: dict[str, Any], columns: Iterable[str], prefix: str, by: str) -> list[Text]:
    texts = []
    for name in columns:
        value = man[prefix + name]
        digits = (2 if STAT[name].scale == 1 else 1) if name in STAT else 0 if prefix else 1
        style = "bold" if name == by else "cyan" if prefix else ""
        texts.append(Text(number(value, digits), style))
    return texts


def _title(name: str) -> str:
    return STAT[name].title if name in STAT else _heading(name)


def _heading(name: str) -> str:
    if name in STAT:
        return {"completion_percent": "%", "interception_percent": "int %"}.get(
            name, "%" if STAT[name].scale == 100 else "average"
        )
    kind = name.split("_")[-1]
    return f"{'XP ' if name.startswith('xp') else 'FG ' if name.startswith('fg') else ''}{HEADINGS[kind]}"


def _qualifier(by: str, least: int | None) -> list[str]:
    if by not in STAT:
        return []
    tries = STAT[by].qualifier if least is None else least
    return [f"Ranked are men with {tries} real tries or more."]


assert {name for _, columns in CATEGORIES.values() for name in columns} <= {*PLAYER_COLUMNS, *STAT}
