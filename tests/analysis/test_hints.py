"""Hints in steps."""

from __future__ import annotations

import pytest

from gridduels import Duel, Game, load_game
from gridduels.analysis.hints import hint_for
from gridduels.analysis.sentences import describe, move_words
from gridduels.engine import solve
from tests.helpers import name_of
from tests.players.table import SOLVED, random_duels


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
def test_a_hint_leads_to_a_best_move_and_its_line_refutes_a_worse_one(game: Game) -> None:
    values, refuted = solve(game), 0
    for duel in random_duels(game, 25, seed=2):
        hint, worth = hint_for(values, duel), values.evaluate(duel)
        assert hint.move in worth.best_moves
        assert hint.best == f"Best is {move_words(game, hint.move)}: {describe(worth.value)}."
        assert not any(f"{word} " in f"{hint.best} {hint.why}" for word in game.moves if not word.isalpha())
        assert hint.move not in hint.where.split()
        after = Duel(game, (*duel.moves, *hint.line), start=duel.start)
        assert after.outcome or len(hint.line) == 7
        if all(worth.verdict(word).keeps for word in worth.moves):
            assert hint.line[0] == hint.move
            assert "Not " not in hint.why
        else:
            refuted += 1
            assert not worth.verdict(hint.line[0]).keeps
            assert f"Not {move_words(game, hint.line[0])}: " in hint.why
    assert refuted > 0


def test_the_reason_counts_the_race() -> None:
    game = load_game("grid-runner")
    hint = hint_for(solve(game), Duel(game))
    assert hint.why == f"After {hint.move} you are 7 steps from your goal, Player 2 has 8."


def test_the_reason_names_the_cell_that_is_blocked() -> None:
    game = load_game("blockade", 3)
    hint = hint_for(solve(game), Duel(game, "right up"))
    assert "Not right: Player 2 then blocks (1, 0) and wins in 2 more moves." in hint.why
    assert hint.line[:2] == ("right", "@1,0")


def test_if_all_moves_are_equally_good_there_is_nothing_to_refute() -> None:
    game = load_game("gridlock", 5)
    values = solve(game)
    hints = [hint_for(values, duel) for duel in random_duels(game, 60) if len(duel.legal_moves) == 1]
    assert hints
    assert {hint.why for hint in hints} == {"All other moves are just as good."}
