"""The solver agrees with facts about the games that can be proved with pencil and paper."""

import pytest

from gridduels import load_game
from gridduels.engine import solve


@pytest.mark.parametrize("size", [4, pytest.param(6, marks=pytest.mark.heavy)])
def test_point_reflection_wins_sealed_pathway_for_the_second_player_on_even_boards(size: int) -> None:
    game = load_game("pathway", size, goal="sealed")
    assert solve(game).value(game.start()).outcome == "loss"


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_the_first_player_wins_grid_runner_by_one_move(size: int) -> None:
    game = load_game("grid-runner", size)
    assert solve(game).value(game.start()) == ("win", 4 * (size - 1) - 1)


@pytest.mark.parametrize("id", ["light-cycle", "pathway", "grid-runner", "gridlock", "blockade"])
def test_it_does_not_matter_which_player_opens(id: str) -> None:
    game = load_game(id)
    values = solve(game)
    assert values.value(game.start(1)) == values.value(game.start(2))


def test_blockade_without_obstacles_is_grid_runner() -> None:
    blockade, runner = load_game("blockade", 5, obstacles=0), load_game("grid-runner")
    assert solve(blockade).counts == solve(runner).counts


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "size", "value"), [("light-cycle", 7, ("win", 31)), ("pathway", 7, ("win", 39))])
def test_a_board_too_big_for_a_table_is_searched(id: str, size: int, value: tuple[str, int]) -> None:
    game = load_game(id, size)
    values = solve(game)
    assert (values.entries, values.counts) == (0, None)
    assert values.value(game.start()) == value
    assert values.value(game.start(2)) == value


def test_repetition_does_not_affect_the_value_of_a_position() -> None:
    barred, endless = load_game("grid-runner"), load_game("grid-runner", repetition="endless")
    assert solve(barred).counts == solve(endless).counts
