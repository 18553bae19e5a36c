"""Isolation, Domineering and Konane, which OpenSpiel does not include, compared with naive models."""

import random
from collections.abc import Callable
from functools import cache

import pytest
from classic_duels.domineering import GAME as DOMINEERING
from classic_duels.isolation import GAME as ISOLATION
from classic_duels.konane import GAME as KONANE

from gridduels import Game
from gridduels.engine import solve
from gridduels.game import perft
from tests.classics.models import Model, domineering, isolation, konane

Following = Callable[[Model], dict[str, Model]]
CASES = [
    *((Game(ISOLATION, size), isolation) for size in ISOLATION.sizes),
    *((Game(DOMINEERING, size), domineering) for size in DOMINEERING.sizes),
    *((Game(KONANE, size), konane) for size in KONANE.sizes),
]
IDS = [f"{game.id} {game.board}" for game, _ in CASES]


def begin(game: Game) -> Model:
    return Model(tuple(game.text(game.start()).split()[0].split("/")), 1)


def play_alike(game: Game, following: Following, rng: random.Random) -> None:
    position, model = game.start(), begin(game)
    while moves := following(model):
        assert sorted(moves) == sorted(game.words_of(game.legal(position)))
        assert position.turn == model.turn
        word = rng.choice(sorted(moves))
        position, model = game.play(position, game.action(word)), moves[word]
        if game.id != "konane" or not model.doing:
            assert tuple(game.text(position).split()[0].split("/")) == model.board
    assert game.legal(position) == 0
    assert game.winner(position) == 3 - model.turn


@pytest.mark.parametrize(("game", "following"), CASES, ids=IDS)
def test_random_games_agree(game: Game, following: Following) -> None:
    rng = random.Random(game.board)
    for _ in range(40):
        play_alike(game, following, rng)


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "following"), CASES, ids=IDS)
def test_thousands_of_random_games_agree(game: Game, following: Following) -> None:
    rng = random.Random(f"heavy {game.board}")
    for _ in range(3000):
        play_alike(game, following, rng)


@pytest.mark.parametrize(("game", "following"), CASES, ids=IDS)
def test_the_numbers_of_move_sequences_agree(game: Game, following: Following) -> None:
    def count(model: Model, depth: int) -> int:
        return sum(count(after, depth - 1) for after in following(model).values()) if depth else 1

    assert perft(game, 3) == [count(begin(game), depth) for depth in (1, 2, 3)]


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("game", "following"),
    [(Game(ISOLATION, 3), isolation), (Game(DOMINEERING, 4), domineering), (Game(KONANE, 4), konane)],
    ids=["isolation", "domineering", "konane"],
)
def test_the_models_have_the_winners_of_the_table(game: Game, following: Following) -> None:
    @cache
    def winner(model: Model) -> int:
        moves = following(model)
        if not moves:
            return 3 - model.turn
        return model.turn if any(winner(after) == model.turn for after in moves.values()) else 3 - model.turn

    assert winner(begin(game)) == (1 if solve(game).value(game.start()).outcome == "win" else 2)
