"""The split of positions into train and test."""

import json
from itertools import islice

import pytest
from hypothesis import given

from gridduels import Duel, SetupError, load_game
from gridduels.agents.verifiers import rows
from gridduels.analysis.dataset import draw_dataset
from gridduels.analysis.puzzles import puzzles
from gridduels.analysis.split import HELD_OUT, TEST, TRAIN, canonical_key, is_held_out, is_on, is_test
from gridduels.engine import solve
from gridduels.language.benchmark import TIERS, chosen_games, openings_on, tier_of
from gridduels.language.positions import draw_positions
from gridduels.language.prompts import Style
from gridduels.language.questions import draw_questions, kinds_of
from gridduels.symmetry import position_image
from tests.helpers import GAMES, duels, heavy_but


@given(duels())
def test_the_images_of_a_position_are_on_the_same_side(duel: Duel) -> None:
    for symmetry in duel.game.board_symmetries:
        image = position_image(duel.game, symmetry, duel.position)
        assert is_test(duel.game, image) == is_test(duel.game, duel.position)


@pytest.mark.parametrize("id", heavy_but(["light-cycle"], GAMES))
def test_a_dataset_marks_the_same_positions_as_test_as_evaluation_does(id: str) -> None:
    game = load_game(id)
    columns = draw_dataset(game, 60).columns
    marked = [is_test(game, game.position(text)) for text in columns["position"].tolist()]
    assert marked == columns["test"].tolist()


@pytest.mark.parametrize("id", GAMES)
def test_no_evaluated_position_is_training_data(id: str) -> None:
    game = load_game(id)
    train = {canonical_key(game, drawn.duel.position) for drawn in draw_positions(game, 8, 0, TRAIN)}
    for row in rows(game, Style(), "moves", TRAIN, 0, 8):
        train.add(canonical_key(game, game.position(json.loads(row["info"])["presentation"]["start"])))
    test = {canonical_key(game, drawn.duel.position) for drawn in draw_positions(game, 8, 0)}
    found = (puzzle for puzzle in puzzles(solve(game), 0) if is_on(TEST, game, puzzle.position))
    test |= {canonical_key(game, puzzle.position) for puzzle in islice(found, 4)}
    assert train
    assert test
    assert not train & test
    openings = [{game.position(text) for text in openings_on(side, game, 0, 2)} for side in (TRAIN, TEST)]
    assert not openings[0] & openings[1]
    assert all(is_test(game, opening) for opening in openings[1])


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("variant", ["plain", "disguised"])
def test_questions_about_the_rules_are_about_test_positions(id: str, variant: str) -> None:
    game = load_game(id)
    asked = draw_questions(game, 10, seed=0, variant=variant)
    assert {question.kind for question in asked} == set(kinds_of(game))
    assert all(is_test(game, question.duel.position) for question in asked)


def test_nothing_of_a_held_out_board_is_training_data() -> None:
    for board in HELD_OUT:
        game = board.load()
        assert is_held_out(game)
        assert is_test(game, game.start())
        with pytest.raises(SetupError, match="held out for evaluation"):
            draw_positions(game, 1, 0, TRAIN)
    assert draw_dataset(load_game("grid-runner", 7), 20).columns["test"].all()


def test_every_board_has_one_tier() -> None:
    assert {tier: [tier_of(board.load()) for board in boards] for tier, boards in TIERS.items()} == {
        "A": ["A"] * 5,
        "B": ["B"] * 5,
    }
    assert tier_of(load_game("gridlock", 3)) == "custom"
    assert [game.id for game in chosen_games("all", None, "")] == list(GAMES)
    with pytest.raises(SetupError, match="unknown tier 'D'"):
        chosen_games("all", None, "", "D")
