"""Nimbers against brute force: the mex over naive models of the game, and what a nimber means in a sum with a heap."""

from functools import cache
from typing import Any

import pytest

from gridduels import Game, load_game
from gridduels.engine import Table, solve
from gridduels.engine.nimbers import Nimbers, nimbers_of
from gridduels.errors import SetupError
from tests.helpers import changed, heavy_but, model_of, name_of

BOARDS = [load_game("gridlock", 3), load_game("gridlock", 5)]


def nimbers_for(game: Game) -> Nimbers:
    table = solve(game)
    assert isinstance(table, Table)
    return nimbers_of(table)


def all_models(game: Game) -> dict[str, Any]:
    """Return every position that a naive model reaches, by its text."""
    found: dict[str, Any] = {}
    waiting = [model_of(game, 1)]
    while waiting:
        model = waiting.pop()
        if model.text() not in found:
            found[model.text()] = model
            waiting += [model.play(word) for word in model.moves()]
    return found


@pytest.mark.parametrize("game", heavy_but(BOARDS[:1], BOARDS), ids=name_of)
def test_a_nimber_is_the_least_number_that_no_successor_has(game: Game) -> None:
    nimbers, models = nimbers_for(game), all_models(game)

    @cache
    def mex(text: str) -> int:
        after = {mex(models[text].play(word).text()) for word in models[text].moves()}
        return next(number for number in range(len(after) + 1) if number not in after)

    assert {text: nimbers.of(game.position(text)) for text in models} == {text: mex(text) for text in models}


def test_a_position_and_a_heap_of_its_nimber_are_lost_together_and_with_no_other_heap() -> None:
    game = load_game("gridlock", 3)
    nimbers, models = nimbers_for(game), all_models(game)

    @cache
    def wins(text: str, heap: int) -> bool:
        slides = any(not wins(models[text].play(word).text(), heap) for word in models[text].moves())
        return slides or any(not wins(text, less) for less in range(heap))

    for text in models:
        assert [heap for heap in range(4) if not wins(text, heap)] == [nimbers.of(game.position(text))]


@pytest.mark.parametrize(
    ("size", "start", "positions"),
    [(3, 1, 9), (5, 2, 981), pytest.param(7, 2, 1_680_917, marks=pytest.mark.heavy)],
)
def test_the_nimbers_of_the_starts(size: int, start: int, positions: int) -> None:
    game = load_game("gridlock", size)
    nimbers = nimbers_for(game)
    assert nimbers.of(game.start()) == start
    assert sum(nimbers.counts.values()) == positions


def test_a_game_in_which_the_players_have_different_moves_has_no_nimbers() -> None:
    with pytest.raises(SetupError, match="both players have the same moves"):
        nimbers_for(load_game("light-cycle", 3))
    with pytest.raises(SetupError, match="is not in the table"):
        nimbers_for(BOARDS[0]).of(changed(BOARDS[0].start(), token=1))
