"""The player that picks any legal move."""

import random
from collections import Counter

from hypothesis import given

from gridduels import Duel, load_game
from gridduels.players import RandomPlayer
from tests.helpers import duels


def test_its_name_is_random() -> None:
    assert RandomPlayer(random.Random()).name == "random"


@given(duels())
def test_it_chooses_a_legal_move(duel: Duel) -> None:
    if duel.outcome is None:
        assert RandomPlayer(random.Random(1)).choose(duel) in duel.legal_moves


def test_it_never_chooses_a_move_that_repetition_bars() -> None:
    duel = Duel(load_game("grid-runner"), "down up up down down up up")
    player = RandomPlayer(random.Random(7))
    assert {player.choose(duel) for _ in range(100)} == {"up", "left"}


def test_every_legal_move_is_as_likely_as_the_others() -> None:
    duel = Duel(load_game("gridlock"))
    player = RandomPlayer(random.Random(42))
    counts = Counter(player.choose(duel) for _ in range(12_000))
    assert set(counts) == set(duel.legal_moves)
    assert all(850 < count < 1150 for count in counts.values())


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        player, duel = RandomPlayer(random.Random("seed")), Duel(load_game("blockade"))
        while duel.outcome is None:
            duel = duel.play(player.choose(duel))
        games.append(duel)
    assert games[0] == games[1]
