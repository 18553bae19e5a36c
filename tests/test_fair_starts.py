"""Balanced starts, from which both sides have about the same chances."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, Game, Match, SetupError, load_game
from gridduels.engine import solve
from gridduels.game import Position
from gridduels.match import (
    about_start,
    draw_start,
    fair_starts,
    no_fair_starts,
    opening_of,
    with_opening,
)
from gridduels.players.ladder import LADDER, SIDES, Opponent, ladder_of
from gridduels.protocol.state import board_of
from gridduels.record import dumps, loads
from tests.helpers import GAMES
from tools.fair_starts import named, play_out

OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


@pytest.mark.parametrize("opponent", LADDER, ids=lambda opponent: opponent.name)
@pytest.mark.parametrize("id", GAMES)
def test_every_opponent_has_balanced_starts_a_few_moves_into_the_game(id: str, opponent: Opponent) -> None:
    game = load_game(id)
    starts = fair_starts(game, opponent.player)
    assert len(set(starts)) == len(starts) >= 4
    for moves in starts:
        duel = Duel(game, moves)
        assert 2 <= duel.ply <= 8
        assert duel.outcome is None
        assert Duel(game, opening_of(game, duel.position)).position == duel.position


@pytest.mark.parametrize("id", GAMES)
def test_every_star_on_the_ladder_can_be_won(id: str) -> None:
    """According to exact values, each side either has a start with a forced win or wins a game by playing perfectly."""
    game = load_game(id)
    values = solve(game)
    for opponent in ladder_of(id):
        for side in SIDES:
            players = ("human", opponent.player) if side == 1 else (opponent.player, "human")
            starts = {draw_start(game, players, random.Random(seed)) for seed in range(30)}
            outcomes = {(start.turn == side, values.value(start).outcome) for start in starts}
            if outcomes & {(True, "win"), (False, "loss")}:
                continue
            assert opponent.player != "perfect"
            assert any(_beats(game, opponent.player, side, start) for start in starts), (opponent.name, side)


def _beats(game: Game, opponent: str, side: int, start: Position) -> bool:
    """Return whether `perfect` wins one of ten games from a side."""
    for seed in range(10):
        rng = random.Random(seed)
        seats = {side: named("perfect")(rng), 3 - side: named(opponent)(rng)}
        if play_out(Duel(game, start=start), seats).ended.winner == side:
            return True
    return False


@pytest.mark.parametrize("id", GAMES)
def test_against_perfect_the_person_gets_a_won_start(id: str) -> None:
    game = load_game(id)
    values = solve(game)
    for players, side in ((("human", "perfect"), 1), (("perfect", "human"), 2)):
        for seed in range(8):
            start = draw_start(game, players, random.Random(seed))
            assert values.value(start).outcome == ("win" if start.turn == side else "loss")


def test_names_numbers_and_levels_in_between_find_starts() -> None:
    game = load_game("gridlock")
    assert fair_starts(game, "easy") == fair_starts(game, "level:3")
    assert fair_starts(game, "level:7.6") == fair_starts(game, "hard") == fair_starts(game, "level:8")
    assert fair_starts(game, "mcts") == fair_starts(game, "human") == fair_starts(game, "medium")


def test_other_boards_and_rulings_have_none_and_offer_the_swap() -> None:
    for game in (load_game("pathway", 6), load_game("pathway", goal="sealed")):
        assert fair_starts(game) == ()
        assert about_start(game, "book") == ""
        assert no_fair_starts(game)
        with pytest.raises(SetupError, match="let the second player swap sides"):
            draw_start(game, ("human", "human"), random.Random())
    assert no_fair_starts(load_game("pathway")) == ""


def test_a_match_from_balanced_starts_draws_another_one_for_each_round_and_is_resumed() -> None:
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


@pytest.mark.parametrize("id", [id for id in GAMES if load_game(id).bars_repetition])
def test_positions_of_the_opening_do_not_count_as_repeated(id: str) -> None:
    game = load_game(id)
    starts = {Duel(game, moves).position for opponent in LADDER for moves in fair_starts(game, opponent.player)}
    openings = [opening_of(game, start).split() for start in starts - {game.start()}]
    lines = [moves for moves in openings if OPPOSITE.keys() >= set(moves[-2:])]
    assert lines
    for moves in lines:
        there, back = moves[-2:], [OPPOSITE[word] for word in moves[-2:]]
        opening = Duel(game, moves)
        duel = Duel(game, (*back, *there, *back), start=opening.position)
        whole = with_opening(duel)
        assert whole.history() == opening.history() + duel.history()[1:]
        assert whole.history().count(duel.position) == 3
        assert whole.legal_moves == duel.legal_moves
        assert board_of(duel).tokens == board_of(whole).tokens
