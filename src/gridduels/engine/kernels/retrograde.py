"""Retrograde analysis of an explicit graph, plies by plies. A kernel module of no game.

Nodes may have moves that leave the graph; what these are worth is summed up beforehand. Where a move leaves the turn
with the same player, the node it leads to is written as ~node: what is worth something there is worth it here too.
"""

from typing import NamedTuple

from gridduels.engine.kernels.placeholders import Vector

NO_WIN = 1000


class Graph(NamedTuple):
    """Nodes by number: the moves of node n lead to successors[first[n]:first[n + 1]], and come from
    predecessors[first_back[n]:first_back[n + 1]]."""

    first: Vector
    successors: Vector
    first_back: Vector
    predecessors: Vector


class Exits(NamedTuple):
    """What the moves of each node that leave the graph are worth: the plies of the quickest win and of the slowest loss
    (NO_WIN and -1 where there is none; a finished position is a win in 0 or a loss in 0); and how many of all its moves
    are not known to lose (1 for a draw, which is never lost)."""

    quickest: Vector
    slowest: Vector
    pending: Vector


class BucketQueue(NamedTuple):
    """Scratch: the nodes in the order in which they are decided, and lists of those to be decided at so many plies, by
    their first nodes and each node's next one. `buckets` is two longer than the most plies there may be."""

    order: Vector
    buckets: Vector
    next_in_bucket: Vector


def node_of(end: int) -> int:
    """The node at an end of a move, whoever is to move there."""
    return end if end >= 0 else ~end


def begin(nodes: int, first: Vector, finished: Vector, exits: Exits) -> None:
    """The exits of a graph that no move leaves: a finished position is won (1), lost (-1) or drawn (any other number
    but 0), and one that is not finished (0) has all its moves to look at."""
    for node in range(nodes):
        end = finished[node]
        exits.quickest[node] = 0 if end == 1 else NO_WIN
        exits.slowest[node] = 0 if end == -1 else -1
        exits.pending[node] = first[node + 1] - first[node] + (end != 0 and abs(end) != 1)


def reverse(nodes: int, graph: Graph) -> None:
    """Fills the lists of predecessors from those of successors."""
    # A counting sort by target. first_back[n] first counts the moves into n, then is the end of n's part, and comes
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
    """Leaves out the moves to nodes that are struck: fills the successors of `kept`, and all of `kept_exits` but for
    the quickest wins, which stay. A node without a move that is left has lost at once."""
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
    """Fills `codes` from what is known of the exits and the finished positions, plies by plies. `pending` is used up.

    Returns the most plies of a value; where that is more than there may be, the codes are worthless.
    """
    # Invariants, when the loop below begins with `plies`:
    # - order[:done] are the nodes decided in fewer than `plies` plies, and their predecessors have been told.
    # - order[done:count] are nodes decided in exactly `plies` plies whose predecessors have not been told.
    # - exits.pending of an undecided node without a winning exit counts its moves that are not known to lose.
    # So values are decided in the order of their distance: the first move found to win is a quickest win, and the last
    # move found to lose is a slowest defence, unless a slower exit is known. A node never decided keeps 0: neither
    # player can force the end from there.
    #
    # A node is in at most one bucket. One with a winning exit gets there at the beginning, and may be won earlier by a
    # move within the graph. One without gets there when its last pending move is lost, if an exit loses more slowly.
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
    # The last bucket is one ply too far. A node with that value waits there because of an exit, or is left in `order`
    # because of a move within the graph.
    too_many = len(buckets) - 1
    node = buckets[too_many]
    while node >= 0:
        if codes[node] == 0:
            return too_many
        node = next_in_bucket[node]
    return most if done == count else too_many


def put_in_bucket(node: int, plies: int, queue: BucketQueue) -> None:
    """Puts a node on the list of those to be decided at so many plies."""
    queue.next_in_bucket[node] = queue.buckets[plies]
    queue.buckets[plies] = node


def decides(node: int, code: int, plies: int, exits: Exits, codes: Vector, queue: BucketQueue) -> bool:
    """Tells a node that one of its moves is worth `code` to the opponent; whether that decides it at `plies`."""
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
