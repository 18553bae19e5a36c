"""Retrograde analysis of an explicit graph, plies by plies. A kernel module that knows no game.

Nodes may have moves that leave the graph; what these are worth is summed up beforehand in `quickest` and `slowest`.
"""

from typing import Any

NO_WIN = 1000


def reverse(nodes: int, first: Any, successors: Any, first_back: Any, predecessors: Any) -> None:
    """Fills the lists of predecessors from those of successors."""
    for node in range(nodes + 1):
        first_back[node] = 0
    for edge in range(first[nodes]):
        first_back[successors[edge]] += 1
    total = 0
    for node in range(nodes):
        total += first_back[node]
        first_back[node] = total
    first_back[nodes] = total
    for node in range(nodes):
        for edge in range(first[node], first[node + 1]):
            back = first_back[successors[edge]] - 1
            first_back[successors[edge]] = back
            predecessors[back] = node


def strike_out(
    nodes: int,
    first: Any,
    successors: Any,
    struck: Any,
    quickest: Any,
    slowest: Any,
    perpetual: Any,
    kept_first: Any,
    kept: Any,
    lost: Any,
    pending: Any,
) -> None:
    """Leaves out the moves to nodes that are struck: fills the last four arrays, for `reverse` and `settle`.

    `perpetual` counts the moves that leave the graph and decide nothing. A node without a move that is left has lost at
    once: so says `lost`, which is `slowest` but for that.
    """
    edges = 0
    for node in range(nodes):
        kept_first[node] = edges
        for edge in range(first[node], first[node + 1]):
            if not struck[successors[edge]]:
                kept[edges] = successors[edge]
                edges += 1
        pending[node] = perpetual[node] + edges - kept_first[node]
        lost[node] = slowest[node]
        if pending[node] == 0 and quickest[node] == NO_WIN and slowest[node] < 0:
            lost[node] = 0
    kept_first[nodes] = edges


def settle(
    nodes: int,
    first_back: Any,
    predecessors: Any,
    quickest: Any,
    slowest: Any,
    pending: Any,
    codes: Any,
    queue: Any,
    waiting: Any,
    next_waiting: Any,
) -> int:
    """Fills `codes`, plies by plies; the last three arrays are room to work in.

    `quickest` and `slowest` are the plies of the quickest win and the slowest loss by moves that leave the graph
    (NO_WIN and -1 where there is none; a finished position is a win in 0 or a loss in 0), `pending` how many moves are
    not known to lose. `waiting` is two longer than the most plies there may be; the codes are worthless when it returns
    more plies than that.
    """
    for plies in range(len(waiting)):
        waiting[plies] = -1
    for node in range(nodes):
        codes[node] = 0
        if quickest[node] < NO_WIN:
            wait(node, quickest[node], waiting, next_waiting)
        elif pending[node] == 0:
            wait(node, slowest[node], waiting, next_waiting)
    done, count, most = 0, 0, 0
    for plies in range(len(waiting) - 1):
        node = waiting[plies]
        while node >= 0:
            if codes[node] == 0:
                codes[node] = plies + 1 if quickest[node] < NO_WIN else -plies - 1
                queue[count] = node
                count += 1
            node = next_waiting[node]
        if count > done:
            most = plies
        for index in range(done, count):
            node = queue[index]
            for back in range(first_back[node], first_back[node + 1]):
                before = predecessors[back]
                if codes[before] == 0 and learns(
                    before, codes[node], plies + 1, quickest, slowest, pending, codes, waiting, next_waiting
                ):
                    queue[count] = before
                    count += 1
            done += 1
    return most if done == count else len(waiting) - 1


def wait(node: int, plies: int, waiting: Any, next_waiting: Any) -> None:
    """Puts a node on the list of those to be settled at so many plies."""
    next_waiting[node] = waiting[plies]
    waiting[plies] = node


def learns(
    node: int,
    code: int,
    plies: int,
    quickest: Any,
    slowest: Any,
    pending: Any,
    codes: Any,
    waiting: Any,
    next_waiting: Any,
) -> bool:
    """Tells a node that one of its moves is worth `code` to the opponent; whether that settles it at `plies`."""
    if code < 0:
        codes[node] = plies + 1
        return True
    pending[node] -= 1
    if pending[node] > 0 or quickest[node] < NO_WIN:
        return False
    if slowest[node] > plies:
        wait(node, slowest[node], waiting, next_waiting)
        return False
    codes[node] = -plies - 1
    return True
