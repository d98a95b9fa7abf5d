"""What `simlib game` does: tell a game, count many, or list the matches that stand ready."""

from pathlib import Path

from simlib.errors import Fault, InputError
from simlib.plays.many_games import play_many
from simlib.plays.one_game import game, run_game
from simlib.show import terminal
from simlib.show.listings import match_list
from simlib.show.newspaper import game_tables
from simlib.show.played import many_tables


def run(
    away: str | None, home: str | None, season: str, ruleset: str, seed: int, number: int, of: str,
    rules: str | None, match: str | None, play_off: bool, times: int, coach: str, options: str,
    charts: Path | None, log: bool, json: Path | None, lineup: Path | None,
) -> None:  # fmt: skip
    """Run the command with its options, as `simlib game --help` has them; `times` 0 tells one game."""
    terminal.check_outputs(None, json)
    if match == "list":
        terminal.deliver([match_list()], json, None)
        return
    if not times:
        told = game(
            away, home, season, ruleset, seed, number, run_game(of), coach, options, charts, rules, match,
            play_off, lineup,
        )  # fmt: skip
        if json:
            terminal.save_json(json, told.to_json())
        terminal.show(*game_tables(told, log))
        return
    if of or log:
        found = f"{times} beside {'--of' if of else '--log'}"
        raise InputError(Fault("--times", "", found, "one game to tell, or many to count"))
    with terminal.progress_bar("playing") as update:
        many = play_many(
            away, home, times, season, ruleset, seed, number, coach, options, charts, rules, match, play_off,
            update, lineup,
        )  # fmt: skip
    if json:
        terminal.save_json(json, many.to_json())
    terminal.show(*many_tables(many))
