"""Monte Carlo tree search with proven values. A kernel module that needs no numpy."""

import math
from typing import NamedTuple

from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.placeholders import Matrix, Position, Rules, Vector, legal, play, winner

# --- A xorshift random number generator; its state is one int64


LOW_32_BITS = (1 << 32) - 1


def next_state(state: int) -> int:
    """Return the next of 2 ** 64 - 1 states; 0 is not one of them."""
    state ^= state << 13
    state ^= state >> 7 & (1 << 57) - 1
    state ^= state << 17
    return state


def below(state: int, number: int) -> int:
    """Return a uniformly random integer from 0 to `number` - 1."""
    return (state >> 20 & LOW_32_BITS) * number >> 32


def any_action(actions: int, state: int) -> int:
    """Return a uniformly random action from a set."""
    skip = below(state, actions.bit_count())
    while skip:
        actions &= actions - 1
        skip -= 1
    return (actions & -actions).bit_length() - 1


# --- Tree search
#
# A tree's nodes are the rows of one array. A node's children are adjacent, and node 0 is the root. A node's numbers are
# from the point of view of the player who moved there; the root's are from that of the player to move. Points are
# counted in halves. PROOF is a code as in tables (see `value`): n + 1 for a win in at most n plies, -n - 1 for a loss,
# 0 for an unproven node.


VISITS, POINTS, FIRST_CHILD, CHILDREN, ACTION, PROOF = range(6)
"""Columns of `Tree.nodes`."""
NODE_FIELDS = 6
RNG_STATE, USED, DONE, FULL, DEPTH = range(5)
"""Indices into `Tree.control`: the state of the random generator, nodes used, simulations done, whether a full tree
must make do with the nodes it has, and its maximum depth in plies, less than MAX_DEPTH."""
CONTROL_FIELDS = 5
MAX_DEPTH = 1024
EXPLORATION = 1.0
"""How strongly to favour rarely tried moves: the square of the constant in UCB1."""


class Tree(NamedTuple):
    """The arrays of a search: nodes, control numbers, and scratch space for a simulation's path.

    A path entry is node << 1, plus 1 if the player who moved there is to move again.
    """

    nodes: Matrix
    control: Vector
    path: Vector


def playout(rules: Rules, position: Position, actions: int, max_plies: int, state: int) -> tuple[int, int]:
    """Play random moves to the end; return the winner (0 after `max_plies`) and the generator's new state."""
    for _ in range(max_plies):
        state = next_state(state)
        position = play(rules, position, any_action(actions, state))
        actions = legal(rules, position)
        if actions == 0:
            return winner(rules, position), state
    return 0, state


def expand(tree: Tree, node: int, actions: int) -> None:
    """Add a child to a node for each action."""
    nodes, used = tree.nodes, tree.control[USED]
    nodes[node, FIRST_CHILD] = used
    while actions:
        nodes[used, VISITS], nodes[used, POINTS], nodes[used, CHILDREN], nodes[used, PROOF] = 0, 0, 0, 0
        nodes[used, ACTION] = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        used += 1
    nodes[node, CHILDREN] = used - tree.control[USED]
    tree.control[USED] = used


def select(nodes: Matrix, node: int) -> int:
    """Return the child to try next: the first untried one, else by UCB1. Proven losses are skipped."""
    first = nodes[node, FIRST_CHILD]
    weight = EXPLORATION * math.log(nodes[node, VISITS])
    best, chosen = -1.0, first
    for child in range(first, first + nodes[node, CHILDREN]):
        if nodes[child, PROOF] < 0:
            continue
        if nodes[child, VISITS] == 0:
            return child
        inverse = 1.0 / nodes[child, VISITS]
        score = 0.5 * nodes[child, POINTS] * inverse + math.sqrt(weight * inverse)
        if score > best:
            best, chosen = score, child
    return chosen


def prove(nodes: Matrix, node: int, same_player: bool) -> bool:
    """Derive a node's proof from its children's; return whether it has one now.

    `same_player` says whether the player who moved there is to move again.
    """
    first, worst = nodes[node, FIRST_CHILD], 0
    shortest, proof = 0, 0
    for child in range(first, first + nodes[node, CHILDREN]):
        code = nodes[child, PROOF]
        if code > 0:
            shortest = min(shortest, code) if shortest else code
        elif code == 0:
            worst = 1
        elif worst <= 0:
            worst = min(worst, code)
    if shortest:
        proof = shortest + 1
    elif worst < 0:
        proof = worst - 1
    nodes[node, PROOF] = proof if same_player else -proof
    return proof != 0


def backpropagate(tree: Tree, depth: int, points: int, proven: bool) -> None:
    """Propagate a simulation's result from its last node to the root.

    `points` are for the player to move at the end of the path; proofs are propagated as far as they reach.
    """
    nodes, path = tree.nodes, tree.path
    while True:
        node, same_player = path[depth] >> 1, path[depth] & 1
        if not same_player:
            points = 2 - points
        nodes[node, VISITS] += 1
        nodes[node, POINTS] += points
        if depth == 0:
            return
        depth -= 1
        if proven:
            proven = prove(nodes, path[depth] >> 1, path[depth] & 1 != 0)


def proof_of_end(won: int, turn: int, same_player: bool) -> int:
    """Return the proof of a node where the game is over, or 0 for a draw."""
    if won not in (1, 2):
        return 0
    return 1 if (won == turn) == same_player else -1


def simulate(rules: Rules, root: Position, tree: Tree, simulations: int, max_plies: int) -> None:
    """Grow a tree whose root has children until it has enough simulations or a proof, or is full."""
    nodes, control, path = tree.nodes, tree.control, tree.path
    capacity = len(nodes) - MAX_ACTIONS
    while control[DONE] < simulations and nodes[0, PROOF] == 0 and (control[FULL] or control[USED] < capacity):
        position, node, depth = root, 0, 0
        path[0] = 1
        while nodes[node, CHILDREN] and depth < control[DEPTH]:
            node, turn = select(nodes, node), position.turn
            position = play(rules, position, int(nodes[node, ACTION]))
            depth += 1
            path[depth] = node << 1 | (position.turn == turn)
            if nodes[node, VISITS] and nodes[node, CHILDREN] == 0 and control[USED] < capacity:
                expand(tree, node, legal(rules, position))
        actions = legal(rules, position)
        if actions:
            won, control[RNG_STATE] = playout(rules, position, actions, max_plies, control[RNG_STATE])
        else:
            won = winner(rules, position)
            nodes[node, PROOF] = proof_of_end(won, position.turn, path[depth] & 1 != 0)
        points = 2 if won == position.turn else 0 if won == 3 - position.turn else 1
        backpropagate(tree, depth, points, nodes[node, PROOF] != 0)
        control[DONE] += 1


def new_tree(tree: Tree, actions: int) -> None:
    """Start over with a root that has a child for each action."""
    nodes = tree.nodes
    nodes[0, VISITS], nodes[0, POINTS], nodes[0, PROOF], nodes[0, ACTION] = 1, 0, 0, 0
    tree.control[USED] = 1
    expand(tree, 0, actions)


def copy_node(nodes: Matrix, node: int, copies: Matrix, copy: int) -> None:
    for field in range(NODE_FIELDS):  # a slice assignment takes numba two seconds to compile
        copies[copy, field] = nodes[node, field]


def reroot(tree: Tree, node: int, target: Tree, actions: int) -> None:
    """Copy a node's subtree to `target`, where it becomes the root with only some of its actions."""
    nodes, copies = tree.nodes, target.nodes
    copy_node(nodes, node, copies, 0)
    used, current = 1, 0
    while current < used:
        first, copies[current, FIRST_CHILD] = copies[current, FIRST_CHILD], used
        for child in range(first, first + copies[current, CHILDREN]):
            if current > 0 or actions >> int(nodes[child, ACTION]) & 1:
                copy_node(nodes, child, copies, used)
                used += 1
        if current == 0:
            copies[0, CHILDREN] = used - 1
        current += 1
    target.control[USED] = used
    prove(copies, 0, True)
