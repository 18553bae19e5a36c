"""`python -m tools.calibration` compares the levels."""

from __future__ import annotations

import json
import os
import random

import pytest

from gridduels import Game, load_game
from gridduels.arena.openings import is_balanced
from gridduels.engine import Value, solve
from gridduels.players.levels import LEVELS
from tests.helpers import heavy_but, name_of
from tests.players.table import SOLVED, random_duels
from tests.terminal.processes import Result, run_tool
from tools.calibration import BEGINNER, LADDER, BeginnerPlayer, ContestedOpenings, meet, thrown_away


def calibrate(*arguments: str) -> Result:
    return run_tool(
        "tools.calibration", "--game", "grid-runner", *arguments, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"]
    )


@pytest.mark.heavy
def test_it_prints_a_line_for_each_player_and_each_pairing() -> None:
    first = calibrate("--pairs", "2")
    assert first.code == 0
    heading, empty, title, *lines = first.output.splitlines()
    assert (heading, empty) == ("4 games each from contested openings, half from each side, seed 1:", "")
    assert title.startswith("Grid Runner Duel 5x5 ")
    players = [line.split()[0] for line in lines[: len(LADDER) + 1]]
    assert players == [BEGINNER, *LADDER]
    pairings = [line.split("  ")[1] for line in lines[len(LADDER) + 2 :]]
    assert pairings[:2] == ["beginner against easy", "level:2 against level:1"]
    assert pairings[-3:] == ["medium against easy", "hard against medium", "perfect against hard"]


@pytest.mark.heavy
def test_several_workers_measure_the_same() -> None:
    alone, together = (calibrate("--pairs", "4", "--json", *more) for more in ((), ("--workers", "2")))
    assert alone == together
    (data,) = json.loads(alone.output)
    assert (data["game"], data["size"], data["rules"]["repetition"]) == ("grid-runner", 5, "barred")
    assert [each["player"] for each in data["standings"]] == [BEGINNER, *LADDER]
    for meeting in data["meetings"]:
        assert meeting["pairs"] == 4
        assert meeting["score"] == pytest.approx((meeting["as_first"] + meeting["as_second"]) / 2)


@pytest.mark.heavy
def test_book_openings_start_every_game_at_the_start_of_the_book() -> None:
    result = calibrate("--pairs", "2", "--openings", "book")
    assert result.output.startswith("4 games each from book openings")


def test_a_game_that_does_not_exist_is_refused() -> None:
    assert run_tool("tools.calibration", "--game", "chess").code == 2


# --- Contested openings.


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with the other tests."""


@pytest.mark.parametrize("id", heavy_but(["light-cycle"], ["light-cycle", "grid-runner"]))
def test_contested_openings_are_thrown_away_by_a_beginner_or_undecided(id: str) -> None:
    values = solve(load_game(id))
    openings = ContestedOpenings(values.game, 5, values)
    found = [openings[number] for number in range(12)]
    assert len(set(found)) == 12
    for text in found:
        position = values.game.position(text)
        if values.value(position).plies is not None:
            assert is_balanced(values, position)
            assert thrown_away(values, position, 6) >= 3
    again = ContestedOpenings(values.game, 5, values)
    assert [again[number] for number in range(12)] == found


def test_an_opening_decided_one_move_ahead_is_not_contested() -> None:
    values = solve(load_game("grid-runner"))
    assert thrown_away(values, values.game.start(), 6) == 0


# --- Measuring play.


FULL = [*SOLVED[:3], load_game("gridlock")]
STEPS = [("medium", "easy"), ("hard", "medium"), ("perfect", "hard")]


@pytest.mark.heavy
@pytest.mark.parametrize("game", FULL, ids=name_of)
def test_each_level_beats_the_one_below_and_no_move_from_medium_up_is_absurd(game: Game) -> None:
    openings = ContestedOpenings(game, 3, solve(game))
    starts = [(openings[number], str(number)) for number in range(60)]
    shares = []
    for better, worse in STEPS:
        meeting = meet(game, better, worse, starts)
        shares.append(meeting.shares[0])
        assert meeting.qualities[0].absurd == 0
        assert meeting.qualities[1].absurd == 0 or worse == "easy"
    assert min(shares) > 0.5
    assert all(0.58 < share < 0.87 for share in shares[:2]), shares


def test_both_games_of_a_pair_count_for_both_players() -> None:
    game = load_game("light-cycle")
    meeting = meet(game, "perfect", "easy", [(game.text(game.start()), str(number)) for number in range(5)])
    assert meeting.as_first == 5
    assert sum(meeting.pairs) == 5
    assert meeting.pairs.won == meeting.as_second
    assert meeting.shares[0] == (5 + meeting.as_second) / 10
    assert meeting.qualities[0].measure.share_kept == 1
    assert 0 < (meeting.qualities[1].measure.share_kept or 0) < 1


def test_the_beginner_takes_a_win_in_one_and_allows_none() -> None:
    game = load_game("pathway")
    values, player, seen = solve(game), BeginnerPlayer(random.Random(1)), 0
    for duel in random_duels(game, 300):
        worth = values.move_values(duel.position)
        chosen = worth[player.choose(duel)]
        seen += Value("win", 1) in worth.values()
        assert chosen == Value("win", 1) or Value("win", 1) not in worth.values()
        assert chosen != Value("loss", 2) or set(worth.values()) == {chosen}
    assert seen > 5


def test_the_named_levels_are_in_order() -> None:
    assert list(LEVELS.values()) == sorted(LEVELS.values())
