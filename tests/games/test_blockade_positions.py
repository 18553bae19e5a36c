"""Texts that are positions of Blockade Runner, and the reasons why others are not."""

import pytest

from gridduels import load_game
from tests.helpers import faults, field_of, reachable

SMALL = load_game("blockade", 3)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("2../.../..1 1 3 3", ("both players are on their goals",)),
        (".../.2./..1 1 3 3", ("Player 1 has won, so it is not its turn",)),
        ("2../.1./... 2 3 3", ("Player 2 has won, so it is not its turn",)),
        ("1../.../..2 1 4 3", ("Player 1 has 4 obstacles left of 3",)),
        ("1../.../..2 1 3 9", ("Player 2 has 9 obstacles left of 3",)),
        ("1../.../..2 1 4 5", ("Player 1 has 4 obstacles left of 3", "Player 2 has 5 obstacles left of 3")),
        ("1../.#./..2 1 3 3", ("1 obstacles are on the board, but the reserves say 0",)),
        ("1../.../..2 1 2 2", ("0 obstacles are on the board, but the reserves say 2",)),
        ("1#./#../..2 1 2 2", ("Player 1 has no path to its goal", "Player 2 has no path to its goal")),
        (".../.12/..# 1 2 3", ("Player 1 has no path to its goal",)),
        ("#../.12/... 1 2 3", ("Player 2 has no path to its goal",)),
        (
            "1#./#../..2 1 3 3",
            (
                "2 obstacles are on the board, but the reserves say 0",
                "Player 1 has no path to its goal",
                "Player 2 has no path to its goal",
            ),
        ),
    ],
)
def test_an_unreachable_position_is_refused_with_every_reason(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(SMALL, text) == reasons


def test_where_only_the_opponents_path_is_protected_one_player_may_be_without() -> None:
    game = load_game("blockade", 3, paths="opponent")
    assert game.text(game.position(".../.12/..# 1 2 3")) == ".../.12/..# 1 2 3"
    assert faults(game, "1#./#../..2 1 2 2") == (
        "Player 1 has no path to its goal",
        "Player 2 has no path to its goal",
    )


def test_the_reserves_are_those_of_the_ruling() -> None:
    game = load_game("blockade", 3, obstacles=1)
    assert field_of(game.position("1../.#./..2 2 0 1"), "reserve_two") == 1
    assert faults(game, "1../.../..2 1 3 3") == (
        "Player 1 has 3 obstacles left of 1",
        "Player 2 has 3 obstacles left of 1",
    )


@pytest.mark.heavy
@pytest.mark.parametrize("paths", ["both", "opponent"])
@pytest.mark.parametrize("obstacles", [1, 2])
def test_every_reachable_position_reads_back(paths: str, obstacles: int) -> None:
    game = load_game("blockade", 3, paths=paths, obstacles=obstacles, stuck="passes")
    for position in reachable(game):
        assert game.position(game.text(position)) == position
