"""Starts from which both sides have the same chances."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, Match, SetupError, load_game
from gridduels.match import about_start, draw_start, fair_starts, opening_of
from gridduels.record import dumps, loads
from tools.fair_starts import first_share

GAMES = ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade")


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Compiled code and tables are those of all tests."""


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_book_board_has_fair_starts_a_few_moves_into_the_game(id: str, level: str) -> None:
    game = load_game(id)
    starts = fair_starts(game, level)
    assert starts
    for moves in starts:
        duel = Duel(game, moves)
        assert 2 <= duel.ply <= 8
        assert duel.outcome is None
        assert opening_of(game, duel.position)


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "games"), [("light-cycle", 40), ("gridlock", 40), ("blockade", 20)])
def test_a_level_wins_about_half_of_its_games_against_itself_from_each_fair_start(id: str, games: int) -> None:
    game = load_game(id)
    shares = [first_share(game, "medium", games, moves) for moves in fair_starts(game)]
    assert 0.4 < sum(shares) / len(shares) < 0.6
    assert all(0.2 < share < 0.8 for share in shares), shares


def test_other_boards_and_rulings_have_none_and_say_so() -> None:
    for game in (load_game("pathway", 6), load_game("pathway", goal="sealed")):
        assert fair_starts(game) == ()
        assert about_start(game, "book") == ""
        with pytest.raises(SetupError, match="Pathway Duel has fair starts on the usual board"):
            draw_start(game, ("human", "human"), random.Random())


def test_a_match_from_fair_starts_draws_another_one_for_each_round_and_is_resumed() -> None:
    game = load_game("gridlock")
    match = Match.begin(game, ("human", "hard"), start="fair", seed=1)
    assert match.duel.start != game.start()
    assert game.text(match.duel.start) in {game.text(Duel(game, each).position) for each in fair_starts(game, "hard")}
    assert match == Match.begin(game, ("human", "hard"), start="fair", seed=1)
    (record,) = loads(dumps(match.record()))
    assert Duel(game, record.tags["Opening"]).position == match.duel.start
    resumed = Match.resume([record])
    assert resumed.start == "fair"
    assert resumed.resign().next_round(seed=2).duel.start != game.start()
