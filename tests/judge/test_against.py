"""A hand-rolled season among the replays: faults named, fair seasons not flagged, unfair ones flagged."""

import json

import numpy as np
import pytest
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.judge.own_season import LINE_COLUMNS, place_season
from simlib.kernels.stats import PLAYER_COLUMNS

SEASON = synthetic_season()
GAME = synthetic_ruleset()


@pytest.fixture(scope="module")
def run():
    return simlib.replay(SEASON, GAME, seasons=300, detail="seasons")


def write(folder, players="", teams=""):
    for name, text in (("players.csv", players), ("teams.csv", teams)):
        if text:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def by_hand(rows, k, men):
    """players.csv and teams.csv of replayed season `k`."""
    lines = ["id,team," + ",".join(PLAYER_COLUMNS)]
    for team, ids in enumerate(men):
        for slot, id_ in enumerate(ids):
            counts = rows.player_stats[k, team, slot].tolist()
            lines.append(f"{id_},{SEASON.teams[team].code}," + ",".join(map(str, counts)))
    teams = ["code," + ",".join(LINE_COLUMNS)]
    for place, team in enumerate(SEASON.teams):
        teams.append(f"{team.code}," + ",".join(map(str, rows.team_stats[k, place].tolist())))
    return "\n".join(lines) + "\n", "\n".join(teams) + "\n"


def test_a_season_of_the_same_dice_fits(run, tmp_path):
    other = simlib.replay(SEASON, GAME, seasons=3, first=5000, detail="seasons")
    flagged = []
    for k in range(3):
        folder = tmp_path / str(k)
        folder.mkdir()
        found = place_season(run, write(folder, *by_hand(other.rows, k, other.men)))
        flagged.append(len(found.flagged))
        assert len(found.lines) > 100
        assert all(0 <= line.pit <= 1 and 0 <= line.percentile <= 100 for line in found.lines)
    # Flags of one season hang together: its points, their squares and its margins are of the same games.
    assert sum(map(bool, flagged)) <= 1
    assert max(flagged) <= 2


def test_loaded_dice_are_flagged_and_where(run, tmp_path):
    found = place_season(run, write(tmp_path, "id,team,rush_att,rush_yds\nback-one-aaa,AAA,90,600\n"))
    lines = {line.stat: line for line in found.lines}
    assert set(lines) == {"rush_att", "rush_yds", "yards_per_carry"}
    assert lines["yards_per_carry"].mine == pytest.approx(6.667, abs=0.001)
    assert lines["yards_per_carry"].mean == pytest.approx(4.5, abs=0.1)
    assert {line.stat for line in found.flagged} == {"rush_yds", "yards_per_carry"}
    assert lines["rush_att"].low < 90 < lines["rush_att"].high


def test_the_percentile_is_the_place_among_the_seasons(run, tmp_path):
    (line,) = place_season(run, write(tmp_path, teams="code,points\nBBB,35\n")).lines
    points = run.season_rows("team").query("team == 'BBB'")["points"]
    assert line.percentile == pytest.approx(100 * np.mean((points < 35) + (points == 35) / 2))
    assert (line.level, line.team, line.player, line.name) == ("team", "BBB", None, "Team BBB")


def test_an_empty_cell_is_not_known(run, tmp_path):
    found = place_season(run, write(tmp_path, "id,team,rush_att,rush_yds\nback-one-aaa,AAA,,400\n"))
    assert [line.stat for line in found.lines] == ["rush_yds"]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("id,team,rush_att\nnobody,AAA,3\n", "players.csv:2"),
        ("id,team,rush_att\nback-one-aaa,AAA,x\n", "a whole number"),
        ("id,team,rush_att\nback-one-aaa,AAA,-4\n", "a whole number from 0"),
        ("id,team,rush_att\nback-one-aaa,AAA,4\nback-one-aaa,AAA,4\n", "once"),
        ("id,team,touchdowns\nback-one-aaa,AAA,4\n", "touchdowns"),
        ("id,rush_att\nback-one-aaa,4\n", "team"),
        ("id,team,rush_att,rush_att\nback-one-aaa,AAA,4,4\n", "once"),
        ("id,team,rush_att\nback-one-aaa,AAA\n", "cells"),
    ],
)
def test_faults_are_named(run, tmp_path, players, expected):
    with pytest.raises(InputError, match=expected):
        place_season(run, write(tmp_path, players))


def test_no_file_and_no_rows(run, tmp_path):
    with pytest.raises(InputError, match=r"players\.csv or teams\.csv"):
        place_season(run, tmp_path)
    with pytest.raises(InputError, match="seasons"):
        place_season(simlib.replay(SEASON, GAME, seasons=2), tmp_path)


def test_accuracy_against_a_folder_says_what_is_flagged(tmp_path, capsys):
    from simlib.show.checks import against_tables, checks_content
    from simlib.show.terminal import show

    run = simlib.replay(SEASON, GAME, seasons=100, detail="seasons")
    found = place_season(run, write(tmp_path, "id,team,rush_att,rush_yds\nback-one-aaa,AAA,90,700\n"))
    show(*against_tables(found))
    told = capsys.readouterr().out
    assert "Your season: flagged" in told
    assert "yards per carry" in told
    content = checks_content(run, simlib.accuracy(run, GAME), None, found)
    assert len(content["against"]["lines"]) == 3
    json.dumps(content, allow_nan=False)


def test_the_checks_of_spi_are_plain_values_and_tables(capsys):
    from simlib.judge.ensemble import replay_ensemble
    from simlib.show.checks import checks_content, ensemble_tables, tables_of_checks
    from simlib.show.terminal import show

    run = simlib.replay(1958, seasons=20)
    answer = simlib.accuracy(run)
    drawn = replay_ensemble(charts=1, seasons=20)
    content = checks_content(run, answer, drawn)
    assert content["ensemble"]["charts"] == 1
    assert content["against"] is None
    json.dumps(content, allow_nan=False)
    show(*tables_of_checks(run, answer), *ensemble_tables(drawn))
    told = capsys.readouterr().out
    for words in ("Adequate rolls", "central intervals", "a perfect game would raise", "Charts drawn: 1"):
        assert words in told
