"""The rules of the family: the five book games are members of it, and a second implementation agrees."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

from gridduels import Duel, Game, IllegalMove, SetupError, load_game
from gridduels.engine import SolvedGraph, solve
from gridduels.engine.solvers.limits import TooBig
from gridduels.game import perft
from gridduels.invent import Code, parse
from gridduels.testing import check_game
from tests.helpers import heavy_but
from tests.models import family

BOOKS = [
    ("light-cycle", 3, {}, "duel1-3x3-o1-t1-gn-l-s1"),
    ("light-cycle", 5, {}, "duel1-5x5-o1-t1-gn-l-s2"),
    ("pathway", 3, {}, "duel1-3x3-o1-t1-gso-l-sc"),
    ("pathway", 4, {"goal": "sealed"}, "duel1-4x4-o1-t1-gs-l-sc"),
    ("pathway", 5, {}, "duel1-5x5-o1-t1-gso-l-sc"),
    ("pathway", 5, {"goal": "sealed"}, "duel1-5x5-o1-t1-gs-l-sc"),
    ("grid-runner", 3, {}, "duel1-3x3-o1-t0-gs-l-sc"),
    ("grid-runner", 7, {}, "duel1-7x7-o1-t0-gs-l-sc"),
    ("gridlock", 3, {}, "duel1-3x3-o2-t2-gn-l-ux"),
    ("gridlock", 5, {}, "duel1-5x5-o4-t2-gn-l-ux"),
    ("blockade", 3, {}, "duel1-3x3-o1-t0-r3pb-gs-l-sc"),
    ("blockade", 3, {"paths": "opponent"}, "duel1-3x3-o1-t0-r3po-gs-l-sc"),
    ("blockade", 4, {"obstacles": 1, "paths": "opponent"}, "duel1-4x4-o1-t0-r1po-gs-l-sc"),
    ("blockade", 5, {"obstacles": 1}, "duel1-5x5-o1-t0-r1pb-gs-l-sc"),
]
LARGE_BOOKS = [
    ("pathway", 6, {}, "duel1-6x6-o1-t1-gso-l-sc"),
    ("blockade", 4, {"obstacles": 3}, "duel1-4x4-o1-t0-r3pb-gs-l-sc"),
    ("blockade", 4, {"obstacles": 2, "paths": "opponent"}, "duel1-4x4-o1-t0-r2po-gs-l-sc"),
    ("blockade", 5, {"obstacles": 2}, "duel1-5x5-o1-t0-r2pb-gs-l-sc"),
]
Book = tuple[str, int, dict[str, str | int], str]


def check_book(book: Book, limit: int) -> None:
    """Compare a hand-written game with its member of the family: moves, endings, values and distances everywhere.

    Both number positions in the order in which the same moves reach them, so the arrays are equal. Light cycles
    start in the middle of a column, and the canonical code has the transposed board: the order of the moves differs.
    """
    id, size, rulings, text = book
    assert str(parse(text)) == text
    ours, game = load_game(text), load_game(id, size, **rulings)
    theirs, found = SolvedGraph(game, limit=limit), SolvedGraph(ours, limit=limit)
    assert found.entries == theirs.entries
    if id == "light-cycle":
        return check_transposed(theirs, found)
    for name in ("first", "successors", "finished", "codes"):
        assert (getattr(found, name) == getattr(theirs, name)).all(), name
    for number in range(0, found.entries, 1 + found.entries // 1000):
        one, two = found.position(number), theirs.position(number)
        assert game.text(two) == ours.text(one)
        assert [word.split("@")[0] or "cell" for word in theirs.moves(number)] == [
            "cell" if "," in word else word for word in found.moves(number)
        ]


def check_transposed(theirs: SolvedGraph, found: SolvedGraph) -> None:
    """Compare two games position by position, with rows and columns exchanged."""
    image = {"up": "left", "left": "up", "down": "right", "right": "down"}
    pairs, waiting = {0: 0}, [0]
    while waiting:
        number = waiting.pop()
        assert theirs.codes[number] == found.codes[pairs[number]]
        assert theirs.finished[number] == found.finished[pairs[number]]
        ours = found.moves(pairs[number])
        for word, child in theirs.moves(number).items():
            other = ours.pop(image[word])
            if child not in pairs:
                pairs[child] = other
                waiting.append(child)
            assert pairs[child] == other
        assert not ours
    assert len(set(pairs.values())) == theirs.entries


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: f"{book[0]}-{book[3]}")
def test_a_book_game_is_a_point_of_the_family(book: Book) -> None:
    check_book(book, limit=200_000)


@pytest.mark.heavy
@pytest.mark.parametrize("book", LARGE_BOOKS, ids=lambda book: f"{book[0]}-{book[3]}")
def test_a_large_book_game_is_a_point_of_the_family(book: Book) -> None:
    check_book(book, limit=20_000_000)


# --- The second implementation


def random_codes(seed: int, count: int, sides: int = 4) -> Iterator[Code]:
    """Yield distinct random duels, drawn element by element."""
    rng, seen = random.Random(seed), set[Code]()
    while len(seen) < count:
        rows, columns = rng.randint(2, sides), rng.randint(2, sides)
        cells = rows * columns
        half = rng.getrandbits((cells + 1) // 2) & rng.getrandbits((cells + 1) // 2) if rng.random() < 0.3 else 0
        goal, obstacles = rng.choice("nscer"), rng.choice((0, 0, 1, 2))
        try:
            code = Code(
                rows,
                columns,
                steps=(steps := rng.choice("odkkn")),
                reach=1 if steps == "n" else rng.choice((1, 1, 2, 3)),
                jumps=steps != "n" and rng.random() < 0.3,
                trail=rng.choice((0, 1, 1, 2)),
                obstacles=obstacles,
                then=obstacles > 0 and rng.random() < 0.4,
                paths=rng.choice((0, 1, 2)) if obstacles and goal != "n" else 0,
                goal=goal,
                open=goal != "n" and rng.random() < 0.5,
                wins=rng.random() < 0.3,
                shared=rng.random() < 0.3,
                start=rng.randrange(cells),
                blocked=half | sum(1 << cells - 1 - bit for bit in range(cells) if half >> bit & 1),
            )
        except SetupError:
            continue
        if code not in seen:
            seen.add(code)
            yield code


def check_plain(code: Code, depth: int, most: int) -> bool:
    """Compare the two implementations of a duel by perft, and by values if it is small; return whether it is."""
    game, start = load_game(str(code)), family.read(str(code))
    assert perft(game, depth) == family.perft(start, depth), code
    values = family.values(start, most)
    if values is None:
        return False
    graph = SolvedGraph(game)
    assert graph.entries == len(values), code
    pairs, waiting = {0: start}, [0]
    while waiting:
        number = waiting.pop()
        state = pairs[number]
        end, value = values[state], graph.value(graph.position(number))
        expected = ("perpetual", None) if end is None else ("win" if end[0] == state.turn else "loss", end[1])
        assert value == expected, (code, state)
        moves = graph.moves(number)
        assert sorted(moves) == sorted(state.children), (code, state)
        for word, child in moves.items():
            if child not in pairs:
                pairs[child] = state.children[word]
                waiting.append(child)
            assert pairs[child] == state.children[word], (code, state, word)
    return True


def test_a_second_implementation_agrees_on_random_duels() -> None:
    small = sum(check_plain(code, depth=2, most=400) for code in random_codes(seed=1, count=150))
    assert small > 50


@pytest.mark.heavy
def test_a_second_implementation_agrees_on_hundreds_of_random_duels() -> None:
    small = sum(check_plain(code, depth=3, most=3000) for code in random_codes(seed=2, count=400, sides=5))
    assert small > 150


# --- The framework's promises


ODD = [
    "duel1-3x4-k1-t1-r1tpb-gs-l-sc",
    "duel1-3x3-o1-t0-r1t-gs-w-sc",
    "duel1-3x4-o2-t0-gr-l-u5",
    "duel1-4x4-n1-t1-gn-w-s1-b20",
    "duel1-3x3-d2-t2-r2po-geo-l-s1",
    "duel1-3x4-o1j-t1-r1pb-gro-l-sc",
    "duel1-3x4-k3j-t2-gn-l-sc",
]
"""Duels that together have every element."""


@pytest.mark.parametrize("text", heavy_but(ODD[1:3], ODD))
def test_a_duel_keeps_the_promises_of_every_game(text: str) -> None:
    check_game(load_game(text), games=4)


@pytest.mark.parametrize("text", ODD)
def test_a_duel_pickles(text: str) -> None:
    duel = Duel(load_game(text))
    duel = duel.play(duel.legal_moves[0])
    assert pickle.loads(pickle.dumps(duel)) == duel


@pytest.mark.parametrize("text", ODD)
def test_a_table_and_a_graph_have_the_same_values(text: str) -> None:
    game = load_game(text)
    table, graph = solve(game), SolvedGraph(game)
    counts = table.counts
    assert counts is not None
    assert sum(counts.values()) == graph.entries
    for number in range(0, graph.entries, 1 + graph.entries // 300):
        position = graph.position(number)
        assert table.value(position) == graph.value(position)


def test_a_graph_beyond_its_limit_is_refused() -> None:
    with pytest.raises(TooBig, match="more than 100 positions"):
        SolvedGraph(load_game("duel1-4x4-o1-t1-gn-l-sc"), limit=100)


def test_kernels_are_compiled_once_for_the_whole_family() -> None:
    from gridduels.engine.kernels import enumeration, hash_tables
    from gridduels.engine.kernels.compiler import compiled

    kernels = [compiled(load_game(text).definition, hash_tables, enumeration) for text in ODD]
    assert all(each is kernels[0] for each in kernels)


def test_a_move_and_a_placement_are_two_acts_of_a_player() -> None:
    duel = Duel(load_game("duel1-3x3-o1-t0-r1t-gs-l-sc")).play("right")
    assert duel.turn == 1
    assert set(duel.legal_moves) == {"1,1", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2"}
    with pytest.raises(IllegalMove, match="You have moved: place an obstacle now"):
        duel.play("right")
    duel = duel.play("2,2")
    assert duel.turn == 2
    with pytest.raises(IllegalMove, match="Move first, then place an obstacle"):
        duel.play("1,1")


def test_a_token_jumps_over_one_wall_or_token_and_leaves_it_as_it_is() -> None:
    walled = Duel(load_game("duel1-3x3-o1j-t1-gn-l-sc-b8"))
    assert walled.legal_moves == ("down2", "right1")
    with pytest.raises(IllegalMove, match="right2: there is nothing to jump over"):
        walled.play("right2")
    assert str(walled.play("down2")).splitlines()[:3] == ["# . .", "# . #", "1 . 2"]
    duel = Duel(load_game("duel1-3x3-o1j-t1-gn-l-sc"), "down1 left1 right1 up2")
    assert str(duel).splitlines()[:3] == ["# 2 .", "# 1 .", ". # #"]


def test_a_jump_needs_a_free_cell_behind() -> None:
    duel = Duel(load_game("duel1-3x4-k1j-t1-gn-l-sc-b6"))
    assert "right2" not in duel.legal_moves
    with pytest.raises(IllegalMove, match=r"right2: .* is blocked"):
        duel.play("right2")
    with pytest.raises(IllegalMove, match="up2: that is off the grid"):
        duel.play("up2")


def test_a_way_may_jump_over_one_wall_but_not_over_two() -> None:
    with pytest.raises(SetupError, match="no path"):
        load_game("duel1-2x5-o1-t1-r1pb-gr-l-sc-b4")
    duel = Duel(load_game("duel1-2x5-o1j-t1-r1pb-gr-l-sc-b4"), "1,2")
    with pytest.raises(IllegalMove, match="cut off a way"):
        duel.play("2,2")


def test_repetition_is_barred_where_a_player_acts_twice_too() -> None:
    """Once the obstacles are placed, tokens move back and forth; the third occurrence is illegal, and values reflect
    that."""
    game = load_game("duel1-3x3-o1-t0-r1t-gs-l-sc")
    duel = Duel(game, "right 2,2 left 3,1")
    for word in ("left", "right", "right", "left"):
        duel = duel.play(word)
    assert not duel.barred_moves
    duel = duel.play("left").play("right").play("right")
    assert duel.barred_moves == ("left",)
    evaluation = solve(game).evaluate(duel)
    assert evaluation.barred == ("left",)
    assert evaluation.value == SolvedGraph(game).evaluate(duel).value
    endless = Game(game.definition, None, {"repetition": "endless"})
    assert "left" in Duel(endless, duel.moves).legal_moves


def test_only_reversible_duels_have_a_rule_about_repetition() -> None:
    for code in random_codes(seed=3, count=40):
        game = load_game(str(code))
        assert game.bars_repetition == (code.trail == 0)
        assert game.max_plies is not None


def test_no_game_is_longer_than_stated() -> None:
    rng = random.Random(4)
    for code in random_codes(seed=5, count=60, sides=3):
        duel = Duel(load_game(str(code)))
        while duel.legal_actions:
            duel = duel.play(rng.choice(duel.legal_moves))
        assert duel.game.max_plies is not None
        assert duel.ply <= duel.game.max_plies, code


def test_a_solved_graph_numbers_positions_from_the_start() -> None:
    graph = SolvedGraph(load_game(ODD[0]))
    assert graph.position(0) == graph.game.start()
    assert graph.number(graph.game.start()) == 0
    assert np.all(np.diff(graph.first) >= 0)
    with pytest.raises(SetupError, match="is not reachable from the start"):
        graph.number(graph.game.start()._replace(turn=2))
