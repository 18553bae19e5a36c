"""What the page is told of a duel is what the duel is."""

import json
from itertools import pairwise

import pytest
from hypothesis import given

from gridduels import Duel, load_game
from gridduels.board import where
from gridduels.engine.value import Value
from gridduels.web.messages.board_data import board_of, game_data, legal_of, outcome_of, value_data
from tests.helpers import GAMES, duels


@given(duels())
def test_the_board_holds_what_the_text_of_the_position_holds(duel: Duel) -> None:
    board, size = board_of(duel), duel.game.size
    cells = ["."] * (size * size)
    for token in board["tokens"]:
        cells[token["cell"]] = token["kind"]
    for mark in board["marks"]:
        assert cells[mark["cell"]] == "."
        cells[mark["cell"]] = "#"
    rows = ["".join(cells[row * size : (row + 1) * size]) for row in range(size)]
    assert "/".join(rows) == duel.game.text(duel.position).split()[0]


@given(duels())
def test_the_last_move_of_the_board_was_among_the_legal_ones_before(duel: Duel) -> None:
    last = board_of(duel)["last"]
    if not duel.ply:
        assert last is None
        return
    move = next(each for each in legal_of(duel.undo()) if each["move"] == duel.moves[-1])
    assert (last["kind"], last["cell"]) == (move["kind"], move["cell"])
    assert (last["from"] is not None) == (last["kind"] == "move")


@given(duels())
def test_the_path_of_a_move_goes_step_by_step_from_the_token_to_the_cell(duel: Duel) -> None:
    moves, size = legal_of(duel), duel.game.size
    assert [move["move"] for move in moves] == list(duel.legal_moves)
    for move in moves:
        if move["kind"] != "move":
            assert move["path"] == []
            continue
        origin = board_of(duel.play(move["move"]))["last"]["from"]
        assert move["path"][-1] == move["cell"]
        steps = [where(size, 1 << cell) for cell in (origin, *move["path"])]
        assert all(abs(row - down) + abs(column - right) == 1 for (row, column), (down, right) in pairwise(steps))


def test_a_slide_names_every_cell_it_passes() -> None:
    moves = {move["move"]: move for move in legal_of(Duel(load_game("gridlock")))}
    assert moves["up3"] == {"move": "up3", "kind": "move", "cell": 3, "path": [17, 10, 3]}
    assert moves["left2"]["path"] == [23, 22]


@given(duels(stopped=True))
def test_the_outcome_is_the_duels_with_sentences(duel: Duel) -> None:
    found = outcome_of(duel)
    if duel.outcome is None:
        assert found is None
        return
    assert found is not None
    assert (found["winner"], found["reason"]) == duel.outcome
    assert found["why"] == duel.game.words.why(duel)
    assert found["victory"] == duel.game.words.victory(duel)


@pytest.mark.parametrize("id", GAMES)
def test_the_data_of_a_game_can_be_sent_and_names_every_cell_and_move(id: str) -> None:
    for size in load_game(id).definition.sizes:
        game = load_game(id, size)
        data = json.loads(json.dumps(game_data(game)))
        assert (data["id"], data["size"], data["moves"]) == (id, size, list(game.moves))
        assert len(set(data["cells"])) == size * size
        assert data["board"] == board_of(Duel(game))
        assert {ruling["name"]: ruling["default"] for ruling in data["rulings"]} == data["rules"]
        assert data["slides"] == (id == "gridlock")
        assert data["places"] == (id == "blockade")


def test_goals_are_the_games_own() -> None:
    assert game_data(load_game("grid-runner"))["board"]["goals"] == [
        {"player": 1, "cells": [24]},
        {"player": 2, "cells": [0]},
    ]
    assert game_data(load_game("light-cycle"))["board"]["goals"] == []


def test_a_value_has_a_label_and_words() -> None:
    assert value_data(Value("loss", 4)) == {"outcome": "loss", "plies": 4, "label": "-4", "words": "loss in 4 plies"}
    assert value_data(Value("perpetual", None))["label"] == "="
