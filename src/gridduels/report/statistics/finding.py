"""Finds a game that leads to a position of a table, where a table keeps but the canonical form. A kernel module."""

from gridduels.engine.kernels.hash_set import HashSet, enter
from gridduels.engine.kernels.layout import pack, unpack
from gridduels.engine.kernels.placeholders import canonicalize, legal, play
from gridduels.engine.kernels.protocols import Position, Rules, Vector


def find_game(
    rules: Rules, begin: Position, target: int, known: HashSet, keys: Vector, left: Vector, path: Vector
) -> int:
    """Searches depth first, each form once, for a position whose form has the key `target`: how many plies lead there
    from `begin`, with their actions in `path`; -1 where none do. `keys` and `left` have room for the positions on the
    way and the actions that are left to try in each."""
    depth, count = 0, 0
    keys[0], left[0] = pack(rules, begin, False), legal(rules, begin)
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        action = (left[depth] & -left[depth]).bit_length() - 1
        left[depth] &= left[depth] - 1
        child = play(rules, unpack(rules, keys[depth], begin, False), action)
        form = pack(rules, canonicalize(rules, child), False)
        if enter(known, form, count) < count:
            continue
        count += 1
        path[depth] = action
        depth += 1
        if form == target:
            return depth
        keys[depth], left[depth] = pack(rules, child, False), legal(rules, child)
    return -1
