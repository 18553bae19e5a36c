"""Monte Carlo tree search with proofs. A kernel module.

A tree is one array with a row for each node; the children of a node stand side by side, and node 0 is the root. Points
are counted in halves for the player who moved to the node. PROOF is a code as tables have it (see `value`): n + 1 for
a win of the player to move in at most n plies, -n - 1 for a loss, 0 for what is not proven.
"""

import math
from typing import Any

import numpy as np

from gridduels.engine.kernels.probe import count_bits

VISITS, POINTS, FIRST, CHILDREN, ACTION, PROOF = 0, 1, 2, 3, 4, 5
"""Places in the row of a node."""
NODE = 6
"""How long such a row is."""
CHANCE, USED, DONE, FULL = 0, 1, 2, 3
"""Places in the `control` array: the state of the random numbers, nodes used, simulations done, and whether a tree that
has run full must do with the nodes it has."""
DEEPEST = 1024
WIDEST = 64
"""No position has more moves."""
EXPLORATION = 1.0
"""How much a move that was seldom tried is preferred: the square of the constant in UCB1."""


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def next_chance(state: Any) -> Any:
    """The next of 2 ** 64 - 1 states of a random generator (xorshift); 0 is not among them."""
    state ^= state << 13
    state ^= state >> 7 & (1 << 57) - 1
    state ^= state << 17
    return state


def any_action(actions: Any, state: Any) -> Any:
    """One of a set of actions, each as likely as the others."""
    skip = (state >> 20 & (1 << 32) - 1) * count_bits(actions) >> 32
    while skip:
        actions &= actions - 1
        skip -= 1
    return (actions & -actions).bit_length() - 1


def playout(rules: Any, position: Any, actions: Any, most_plies: Any, state: Any) -> Any:
    """Plays random moves to the end: who has won, 0 when that takes too long; and the state of chance."""
    for _ in range(most_plies):
        state = next_chance(state)
        position = play(rules, position, any_action(actions, state))
        actions = legal(rules, position)
        if actions == 0:
            return winner(rules, position), state
    return 0, state


def expand(tree: Any, node: Any, actions: Any, control: Any) -> None:
    """Gives a node a child for each action."""
    used = control[USED]
    tree[node, FIRST] = used
    while actions:
        tree[used, VISITS], tree[used, POINTS], tree[used, CHILDREN], tree[used, PROOF] = 0, 0, 0, 0
        tree[used, ACTION] = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        used += 1
    tree[node, CHILDREN] = used - control[USED]
    control[USED] = used


def select(tree: Any, node: Any) -> Any:
    """The child to try next: the first that never was, else by UCB1; those that lose for certain are left out."""
    first = tree[node, FIRST]
    weight = EXPLORATION * math.log(tree[node, VISITS])
    best, chosen = -1.0, first
    for child in range(first, first + tree[node, CHILDREN]):
        if tree[child, PROOF] > 0:
            continue
        if tree[child, VISITS] == 0:
            return child
        share = 1.0 / tree[child, VISITS]
        score = 0.5 * tree[child, POINTS] * share + math.sqrt(weight * share)
        if score > best:
            best, chosen = score, child
    return chosen


def prove(tree: Any, node: Any) -> Any:
    """Sets the proof of a node from those of its children; whether it has one now."""
    first, worst = tree[node, FIRST], 0
    shortest = 0
    for child in range(first, first + tree[node, CHILDREN]):
        code = tree[child, PROOF]
        if code < 0:
            shortest = min(shortest, -code) if shortest else -code
        elif code == 0:
            worst = 1
        elif worst <= 0:
            worst = min(worst, -code)
    if shortest:
        tree[node, PROOF] = shortest + 1
    elif worst < 0:
        tree[node, PROOF] = worst - 1
    else:
        tree[node, PROOF] = 0
    return tree[node, PROOF] != 0


def give_back(tree: Any, path: Any, depth: Any, points: Any, proven: Any) -> None:
    """Carries what a simulation found from its last node to the root: points, and proofs as far as they reach."""
    while True:
        node = path[depth]
        tree[node, VISITS] += 1
        tree[node, POINTS] += points
        if depth == 0:
            return
        depth -= 1
        points = 2 - points
        if proven:
            proven = prove(tree, path[depth])


def simulate(rules: Any, beginning: Any, tree: Any, control: Any, simulations: Any, most_plies: Any) -> None:
    """Grows a tree whose root has children: stops after so many simulations, with a proof, or when it needs room."""
    path = np.empty(DEEPEST, np.int64)
    room = len(tree) - WIDEST
    while control[DONE] < simulations and tree[0, PROOF] == 0 and (control[FULL] or control[USED] < room):
        position, node, depth = beginning, 0, 0
        path[0] = 0
        while tree[node, CHILDREN] and depth < DEEPEST - 1:
            node = select(tree, node)
            position = play(rules, position, tree[node, ACTION])
            depth += 1
            path[depth] = node
            if tree[node, VISITS] and tree[node, CHILDREN] == 0 and control[USED] < room:
                expand(tree, node, legal(rules, position), control)
        actions = legal(rules, position)
        if actions:
            won, control[CHANCE] = playout(rules, position, actions, most_plies, control[CHANCE])
        else:
            won = winner(rules, position)
            tree[node, PROOF] = 1 if won == position.turn else -1
        points = 1 if won == 0 else 0 if won == position.turn else 2
        give_back(tree, path, depth, points, actions == 0)
        control[DONE] += 1


def plant(tree: Any, control: Any, actions: Any) -> None:
    """Begins a new tree: a root with a child for each action."""
    tree[0, VISITS], tree[0, POINTS], tree[0, PROOF], tree[0, ACTION] = 1, 0, 0, 0
    control[USED] = 1
    expand(tree, 0, actions, control)


def replant(tree: Any, node: Any, target: Any, control: Any, actions: Any) -> None:
    """Begins a tree with what grew from a node of another one; of its children only some actions are allowed."""
    target[0] = tree[node]
    used, kept = 1, 0
    current = 0
    while current < used:
        first, target[current, FIRST] = target[current, FIRST], used
        for child in range(first, first + target[current, CHILDREN]):
            if current > 0 or actions >> tree[child, ACTION] & 1:
                target[used] = tree[child]
                used += 1
        if current == 0:
            kept = used - 1
            target[0, CHILDREN] = kept
        current += 1
    control[USED] = used
    prove(target, 0)
