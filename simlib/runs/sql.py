"""SQL over the folder of a run, by DuckDB.

Views `teams`, `players` and `games` hold the seasons played; `real_teams`, `real_players` and
`real_games` what is known of the real season, the replay's sums beside it.
"""

from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError

if TYPE_CHECKING:
    import pandas as pd

REAL = {"teams": "real_teams", "men": "real_players", "games": "real_games"}


def run_query(folder: str | Path, query: str) -> "pd.DataFrame":
    """Ask a run in a folder.

    Parameters
    ----------
    folder : path
        Of a run that is whole.
    query : str
        One SQL statement of DuckDB's.

    Raises
    ------
    InputError
        No run there, or DuckDB can't answer.
    """
    import duckdb

    from simlib.runs.manifest import SUMMARY, read_manifest
    from simlib.runs.parts import TABLES_OF

    path = Path(folder)
    tables = TABLES_OF[read_manifest(path)["meta"]["detail"]]
    here = escape(str(path))
    views = {table: f"{here}/{table}/part-*.parquet" for table in tables}
    views |= {view: f"{here}/{SUMMARY}/{table}.parquet" for table, view in REAL.items()}
    with duckdb.connect() as connection:
        for view, files in views.items():
            pattern = files.replace("'", "''")
            connection.execute(f"create view {view} as from read_parquet('{pattern}')")
        try:
            answer = connection.sql(query)
            if answer is None:
                raise InputError(Fault("QUERY", "", query, "a question: select ..."))
            return answer.df()
        except duckdb.Error as error:
            why = " ".join(str(error).split())
            raise InputError(Fault("QUERY", "", query, f"SQL that DuckDB can answer: {why}")) from error
