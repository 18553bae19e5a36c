"""Openings are reachable, unfinished, balanced, distinct while possible, and reproducible."""

from __future__ import annotations

import pytest

from gridduels import Game, load_game
from gridduels.arena.openings import MOST_PLIES, DrawnOpenings, ListedOpenings, is_balanced
from gridduels.arena.play import known_values
from gridduels.engine.values import Values
from tests.helpers import reachable

SOLVED = ["light-cycle", "pathway", "grid-runner"]


def values_of(game: Game) -> Values:
    values = known_values(game)
    assert values
    return values


@pytest.mark.heavy
@pytest.mark.parametrize("id", SOLVED)
def test_every_opening_is_reachable_and_balanced(id: str) -> None:
    game = load_game(id)
    openings = DrawnOpenings(game, 0, values_of(game))
    known = reachable(game)
    for number in range(40):
        position = game.position(openings[number])
        assert position in known
        assert game.legal(position)
        assert is_balanced(values_of(game), position)
    assert openings.count(40) == 40


def test_the_same_seed_gives_the_same_openings_in_any_order() -> None:
    game = load_game("gridlock")
    one, two, other = DrawnOpenings(game, 1, None), DrawnOpenings(game, 1, None), DrawnOpenings(game, 2, None)
    backwards = [two[number] for number in reversed(range(20))]
    assert [one[number] for number in range(20)] == backwards[::-1]
    assert [other[number] for number in range(20)] != backwards[::-1]


def test_perpetual_positions_come_first_where_there_are_any() -> None:
    game = load_game("grid-runner")
    openings = DrawnOpenings(game, 0, values_of(game))
    assert values_of(game).value(game.position(openings[0])).plies is None


def test_openings_repeat_when_they_run_out() -> None:
    game = load_game("grid-runner", 3)
    openings = DrawnOpenings(game, 0, values_of(game))
    distinct = openings.count(500)
    assert 5 < distinct < 100
    assert len({openings[number] for number in range(distinct)}) == distinct
    assert [openings[distinct + number] for number in range(5)] == [openings[number] for number in range(5)]
    assert openings.count_ahead(500) == distinct


def test_without_balanced_positions_the_start_is_the_opening() -> None:
    game = load_game("light-cycle", 3)
    values = values_of(game)
    if not any(game.legal(position) and is_balanced(values, position) for position in reachable(game)):
        assert DrawnOpenings(game, 0, values)[3] == game.text(game.start())


def test_a_position_that_every_move_wins_is_not_balanced() -> None:
    game = load_game("light-cycle")
    values = values_of(game)
    half = values.value(game.start()).plies
    assert half
    seen = {True: 0, False: 0}
    for position in sorted(reachable(game))[::40]:
        value, moves = values.value(position), values.move_values(position)
        if value.outcome == "win" and moves:
            far = 2 * (value.plies or 0) >= half
            expected = far and any(each.outcome == "loss" for each in moves.values())
            assert is_balanced(values, position) == expected
            seen[expected] += 1
    assert all(seen.values())


def test_a_lost_position_is_balanced_if_some_move_leaves_the_opponent_a_choice() -> None:
    game = load_game("light-cycle")
    values = values_of(game)
    some = sorted(reachable(game))[::20]
    lost = [position for position in some if values.value(position).outcome == "loss"]
    far = [position for position in lost if 2 * (values.value(position).plies or 0) >= 15]
    assert len(far) > 20
    for position in far:
        after = [game.play(position, game.action(word)) for word in values.move_values(position)]
        expected = any(each.outcome == "loss" for reply in after for each in values.move_values(reply).values())
        assert is_balanced(values, position) == expected


def test_without_a_table_any_unfinished_position_is_an_opening() -> None:
    game = load_game("light-cycle", 7)
    assert known_values(game) is None
    openings = DrawnOpenings(game, 0, None)
    for number in range(100):
        assert game.legal(game.position(openings[number]))
    assert openings.count(100) == 100
    assert MOST_PLIES > 4


def test_listed_openings_keep_their_order_and_repeat_only_after_all() -> None:
    game = load_game("gridlock", 3)
    positions = [game.text(game.play(game.start(), action)) for action in (0, 1)]
    openings = ListedOpenings(game, [*positions, positions[0]])
    assert [openings[number] for number in range(5)] == [*positions, *positions, positions[0]]
    assert (openings.count(1), openings.count(9), openings.count_ahead(9)) == (1, 2, 2)


def test_very_many_openings_are_not_drawn_ahead() -> None:
    game = load_game("light-cycle", 7)
    assert DrawnOpenings(game, 0, None).count_ahead(5000) is None
    assert DrawnOpenings(game, 0, None).count_ahead(30) == 30
