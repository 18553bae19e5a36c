"""The board as text says what the board as data says."""

import json
import random

import pytest

from gridduels import Duel, load_game
from gridduels.web.messages.board_data import board_of, legal_of
from gridduels.web.messages.board_text import BoardText


@pytest.mark.parametrize("game", ["light-cycle", "grid-runner", "gridlock", "blockade", "pathway"])
def test_it_is_the_same_move_by_move_after_takebacks_and_in_between(game: str) -> None:
    rules, rng = load_game(game), random.Random(1)
    text = BoardText(rules)
    for _ in range(10):
        duel = Duel(rules)
        while duel.legal_moves and duel.ply < 40:
            back = duel.ply and rng.random() < 0.15
            duel = duel.undo(rng.randint(1, duel.ply)) if back else duel.play(rng.choice(duel.legal_moves))
            if rng.random() < 0.8:  # nobody may have listened
                assert json.loads(text.board(duel)) == board_of(duel)
                assert json.loads(text.legal(duel)) == legal_of(duel)
        assert json.loads(text.board(duel)) == board_of(duel)


def test_a_board_with_marks_at_the_start_is_the_same() -> None:
    game = load_game("light-cycle")
    duel = Duel(game, start=Duel(game, "up up right up").position)
    text = BoardText(game)
    for each in (duel, duel.play("right"), duel.play("up"), duel):
        assert board_of(each)["marks"][0]["kind"] == "blocked"
        assert json.loads(text.board(each)) == board_of(each)
