"""The value graph in text."""

from gridduels import Duel, load_game
from gridduels.analysis.annotations import annotate, value_graph
from gridduels.engine import solve


def graph(id: str, size: int, moves: str, start: str | None = None) -> list[str]:
    game = load_game(id, size)
    return value_graph(annotate(Duel(game, moves, start=start), solve(game))).splitlines()


def test_columns_are_on_the_winners_side_and_grow_towards_the_end() -> None:
    assert graph("light-cycle", 5, "right left up down up") == [
        "P1 |",
        "   |",
        "   |###",
        "   |### #",
        "   +------",
        "   |   # #",
        "   |     #",
        "   |",
        "P2 |",
        "       ^^^",
    ]


def test_a_finished_game_ends_with_a_full_column() -> None:
    game = load_game("light-cycle", 3)
    line = " ".join(solve(game).principal_variation(game.start()))
    assert graph("light-cycle", 3, line)[:5] == ["P1 |####", "   |####", "   |####", "   |####", "   +----"]


def test_perpetual_is_on_the_line() -> None:
    rows = graph("grid-runner", 3, "down", "1../.2./... 1")
    assert "   +==" in rows
    assert not any("#" in row for row in rows)
