"""Grundy values of the positions in an enumerated table. A kernel module that also runs uncompiled.

The nimber of a position is the mex of its successors' nimbers: the least non-negative integer not among them.
"""

from gridduels.engine.kernels.layout import pack, unpack
from gridduels.engine.kernels.placeholders import Position, ReadOnlyVector, Rules, Vector, canonicalize, legal, play
from gridduels.engine.kernels.probe import rank_of

PENDING = -1


def find_nimbers(
    rules: Rules, template: Position, keys: ReadOnlyVector, nimbers: Vector, line: Vector, left: Vector, seen: Vector
) -> None:
    """Replace every PENDING nimber. `keys` are sorted and closed under moves, and no position can recur.

    `template` is any position of the game. The last three arrays need an entry for each ply of the longest game: an
    explicit stack with the row, the untried actions, and the successors' nimbers as a bit mask.
    """
    for root in range(len(keys)):
        depth = 0
        line[0] = root
        left[0] = legal(rules, unpack(rules, keys[root], template, False))
        seen[0] = 0
        while depth >= 0 and nimbers[root] == PENDING:
            if left[depth] == 0:
                nimber = (~seen[depth] & seen[depth] + 1).bit_length() - 1  # the lowest bit that is not set
                nimbers[line[depth]] = nimber
                depth -= 1
                if depth >= 0:
                    seen[depth] |= 1 << nimber
                continue
            action = (left[depth] & -left[depth]).bit_length() - 1
            left[depth] &= left[depth] - 1
            child = canonicalize(rules, play(rules, unpack(rules, keys[line[depth]], template, False), action))
            row = rank_of(keys, pack(rules, child, False))
            if nimbers[row] != PENDING:
                seen[depth] |= 1 << nimbers[row]
            else:
                depth += 1
                line[depth], left[depth], seen[depth] = row, legal(rules, child), 0
