"""Retrograde analysis of small graphs, uncompiled, compared with a direct definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels.engine.kernels.retrograde import NO_WIN, BucketQueue, Exits, Graph, propagate, reverse
from gridduels.engine.value import MAX_PLIES

Moves = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Moves:
    """Return each node's successors; cycles are allowed."""
    nodes = draw(st.integers(1, 9))
    return [draw(st.lists(st.integers(0, nodes - 1), max_size=3)) for _ in range(nodes)]


def solved(moves: Moves, outside: dict[int, list[int]], won: set[int] = frozenset()) -> tuple[list[int], int]:  # type: ignore[assignment]
    """Return the codes of a graph; some nodes have moves to positions of known codes outside."""
    nodes = len(moves)
    first, successors = [0], [child for children in moves for child in children]
    for children in moves:
        first.append(first[-1] + len(children))
    quickest, slowest, pending = [NO_WIN] * nodes, [-1] * nodes, [len(children) for children in moves]
    for node in range(nodes):
        for code in outside.get(node, []):
            quickest[node] = min(quickest[node], -code if code < 0 else NO_WIN)
            slowest[node] = max(slowest[node], code)
            pending[node] += code == 0
        if not moves[node] and not outside.get(node):
            quickest[node], slowest[node] = (0, -1) if node in won else (NO_WIN, 0)
    graph = Graph(first, successors, [0] * (nodes + 1), [0] * len(successors))
    reverse(nodes, graph)
    codes: list[int] = [99] * nodes
    queue = BucketQueue([0] * nodes, [0] * (MAX_PLIES + 2), [0] * nodes)
    most = propagate(nodes, graph, Exits(quickest, slowest, pending), codes, queue)
    return codes, most


def by_definition(moves: Moves, outside: dict[int, list[int]], won: set[int]) -> list[int]:
    """Compute codes by iterating to a fixed point: everything decided within 0, 1, 2, ... plies."""
    codes = [0] * len(moves)
    for plies in range(MAX_PLIES):
        found = list(codes)
        for node, children in enumerate(moves):
            after = [codes[child] for child in children]
            after += [code if abs(code) <= plies else 0 for code in outside.get(node, [])]
            if codes[node]:
                continue
            if not after:
                found[node] = 1 if node in won else -1
            elif any(code < 0 for code in after):
                found[node] = plies + 1
            elif all(code > 0 for code in after):
                found[node] = -plies - 1
        codes = found
    return codes


@given(graphs(), st.data())
def test_codes_match_the_definition(moves: Moves, data: st.DataObject) -> None:
    nodes = st.integers(0, len(moves) - 1)
    outside = data.draw(st.dictionaries(nodes, st.lists(st.integers(-20, 20), min_size=1, max_size=2), max_size=3))
    won = data.draw(st.sets(nodes))
    codes, most = solved(moves, outside, won)
    assert codes == by_definition(moves, outside, won)
    assert most == max([abs(code) - 1 for code in codes if code], default=0)


def test_the_longest_chain_that_a_code_can_express_is_solved_and_a_longer_one_is_reported() -> None:
    def chain(length: int) -> Moves:
        return [[], *([node] for node in range(length))]

    codes, most = solved(chain(MAX_PLIES), {})
    assert most == MAX_PLIES
    assert codes[-3:] == [125 * (-1) ** 125, 126, -127]
    assert solved(chain(MAX_PLIES + 1), {})[1] == MAX_PLIES + 1


def test_a_cycle_that_neither_player_must_leave_is_perpetual() -> None:
    codes, _ = solved([[1], [0, 2], [3], []], {})
    assert codes == [0, 0, 2, -1]


@pytest.mark.parametrize("code", [MAX_PLIES + 1, -MAX_PLIES - 1])
def test_an_exit_of_one_ply_too_many_is_reported(code: int) -> None:
    _, most = solved([[]], {0: [code]})
    assert most > MAX_PLIES


def test_an_exit_that_takes_too_long_does_not_matter_where_a_quicker_move_wins() -> None:
    codes, most = solved([[1], []], {0: [-MAX_PLIES - 1]})
    assert (codes[0], most) == (2, 1)
