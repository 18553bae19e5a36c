"""Retrograde analysis of an explicit graph, ply by ply. A kernel module that does not depend on the game.

Nodes may have moves that leave the graph; the values of these are summarised in `Exits`. An edge to a node where the
same player is to move again is written as ~node: a win there is a win here.
"""

from typing import NamedTuple

from gridduels.engine.kernels.placeholders import Vector

NO_WIN = 1000
"""Greater than the number of plies in any win."""


class Graph(NamedTuple):
    """A graph's nodes, by number.

    The moves of node n lead to successors[first[n]:first[n + 1]], and come from predecessors[first_back[n]:first_back[n
    + 1]].
    """

    first: Vector
    successors: Vector
    first_back: Vector
    predecessors: Vector


class Exits(NamedTuple):
    """The values of each node's moves that leave the graph.

    `quickest` and `slowest` are the plies of the quickest win and the slowest loss, or NO_WIN and -1 if there is none;
    a finished position is a win or loss in 0. `pending` counts all of the node's moves, within the graph or not, that
    are not known to lose; it is 1 for a drawn position, which is never lost.
    """

    quickest: Vector
    slowest: Vector
    pending: Vector


class BucketQueue(NamedTuple):
    """Scratch space.

    `order` lists the nodes in the order in which they are decided. `buckets[plies]` is the first node of a linked list
    of nodes to decide at that distance, continued by `next_in_bucket`. The length of `buckets` is the greatest distance
    that a code can express, plus two.
    """

    order: Vector
    buckets: Vector
    next_in_bucket: Vector


def node_of(end: int) -> int:
    """Return the node at the end of an edge, whichever player is to move there."""
    return end if end >= 0 else ~end


def begin(nodes: int, first: Vector, finished: Vector, exits: Exits) -> None:
    """Fill in the exits of a graph that has no moves out of it.

    finished[n] is 1 if the player to move has won, -1 if they have lost, 0 while the game is in progress, and any other
    number for a draw.
    """
    for node in range(nodes):
        end = finished[node]
        exits.quickest[node] = 0 if end == 1 else NO_WIN
        exits.slowest[node] = 0 if end == -1 else -1
        exits.pending[node] = first[node + 1] - first[node] + (end != 0 and abs(end) != 1)


def reverse(nodes: int, graph: Graph) -> None:
    """Fill in the predecessor lists from the successor lists."""
    # A counting sort by target. first_back[n] first counts the moves into n, then holds the end of n's part, and moves
    # down to its beginning as the part is filled from the back.
    first, successors, first_back, predecessors = graph
    for node in range(nodes + 1):
        first_back[node] = 0
    for edge in range(first[nodes]):
        first_back[node_of(successors[edge])] += 1
    total = 0
    for node in range(nodes):
        total += first_back[node]
        first_back[node] = total
    first_back[nodes] = total
    for node in range(nodes):
        for edge in range(first[node], first[node + 1]):
            target = node_of(successors[edge])
            back = first_back[target] - 1
            first_back[target] = back
            predecessors[back] = node if successors[edge] >= 0 else ~node


def strike_out(
    nodes: int, first: Vector, successors: Vector, exits: Exits, struck: Vector, kept: Graph, kept_exits: Exits
) -> None:
    """Remove all moves to the nodes in `struck`, writing the result to `kept` and `kept_exits`.

    `kept_exits.quickest` is not written: it is shared with `exits`. A node left without moves is lost at once.
    """
    edges = 0
    for node in range(nodes):
        kept.first[node] = edges
        pending = exits.pending[node]
        for edge in range(first[node], first[node + 1]):
            if struck[node_of(successors[edge])]:
                pending -= 1
            else:
                kept.successors[edges] = successors[edge]
                edges += 1
        slowest = exits.slowest[node]
        if pending == 0 and exits.quickest[node] == NO_WIN and slowest < 0:
            slowest = 0
        kept_exits.slowest[node], kept_exits.pending[node] = slowest, pending
    kept.first[nodes] = edges


def propagate(nodes: int, graph: Graph, exits: Exits, codes: Vector, queue: BucketQueue) -> int:
    """Fill in `codes` from the exits and the finished positions, ply by ply. Consumes `pending`.

    Return the greatest distance. If it is more than a code can express, `codes` are meaningless.
    """
    # Invariants at the top of the loop below, for each value of `plies`:
    # - order[:done] are the nodes decided in fewer than `plies` plies, and their predecessors have been updated.
    # - order[done:count] are the nodes decided so far in exactly `plies` plies; their predecessors have not been
    #   updated.
    # - exits.pending of an undecided node without a winning exit is the number of its moves that are not known to lose.
    #
    # So nodes are decided in order of distance: the first move found to win is a quickest win, and the last move found
    # to lose is a slowest defence, unless an exit loses more slowly. A node that is never decided keeps code 0: neither
    # player can force the end from there.
    #
    # A node is in at most one bucket. A node with a winning exit is put there at the beginning, and may be won earlier
    # by a move within the graph. Any other node is put there once its last pending move is known to lose, if an exit
    # loses more slowly.
    order, buckets, next_in_bucket = queue
    for plies in range(len(buckets)):
        buckets[plies] = -1
    for node in range(nodes):
        codes[node] = 0
        if exits.quickest[node] < NO_WIN:
            put_in_bucket(node, exits.quickest[node], queue)
        elif exits.pending[node] == 0:
            put_in_bucket(node, exits.slowest[node], queue)
    done, count, most = 0, 0, 0
    for plies in range(len(buckets) - 1):
        node = buckets[plies]
        while node >= 0:
            if codes[node] == 0:
                codes[node] = plies + 1 if exits.quickest[node] < NO_WIN else -plies - 1
                order[count] = node
                count += 1
            node = next_in_bucket[node]
        if count > done:
            most = plies
        for index in range(done, count):
            node = order[index]
            for back in range(graph.first_back[node], graph.first_back[node + 1]):
                before = node_of(graph.predecessors[back])
                code = codes[node] if graph.predecessors[back] >= 0 else -codes[node]
                if codes[before] == 0 and decides(before, code, plies + 1, exits, codes, queue):
                    order[count] = before
                    count += 1
            done += 1
    # The last bucket is one ply beyond the greatest distance. A node with that distance is either in this bucket
    # because of an exit, or still in `order` because of a move within the graph.
    too_many = len(buckets) - 1
    node = buckets[too_many]
    while node >= 0:
        if codes[node] == 0:
            return too_many
        node = next_in_bucket[node]
    return most if done == count else too_many


def put_in_bucket(node: int, plies: int, queue: BucketQueue) -> None:
    """Add a node to the list of nodes to decide at a distance."""
    queue.next_in_bucket[node] = queue.buckets[plies]
    queue.buckets[plies] = node


def decides(node: int, code: int, plies: int, exits: Exits, codes: Vector, queue: BucketQueue) -> bool:
    """Update a node whose move has the value `code` for the opponent; return whether that decides it at `plies`."""
    if code < 0:
        codes[node] = plies + 1
        return True
    exits.pending[node] -= 1
    if exits.pending[node] > 0 or exits.quickest[node] < NO_WIN:
        return False
    if exits.slowest[node] > plies:
        put_in_bucket(node, exits.slowest[node], queue)
        return False
    codes[node] = -plies - 1
    return True
