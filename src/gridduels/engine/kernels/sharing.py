"""Whether positions that share an entry of a table may do so. A kernel module that also serves uncompiled.

A table keeps one position in place of many: the canonical form, or an image in a layer with a lower key. That is right
if both ended alike and their moves lead to positions that share entries again (they are bisimilar).
"""

from gridduels.engine.kernels.contract import out_of_range
from gridduels.engine.kernels.layout import pack, state_index, unpack, with_state
from gridduels.engine.kernels.placeholders import apply_symmetry, canonicalize, layered, legal, play, symmetries, winner
from gridduels.engine.kernels.probe import TableArrays, look_up
from gridduels.engine.kernels.protocols import Matrix, Position, ReadOnlyVector, Rules, Vector

NONE = -1


def shared_key(rules: Rules, position: Position) -> int:
    """The same key for all positions that share an entry; NONE where an image has a field out of range."""
    if not layered:
        canonical = canonicalize(rules, position)
        return NONE if out_of_range(rules, canonical) else pack(rules, canonical, False)
    least = pack(rules, position, False)
    for symmetry in range(1, symmetries):
        image = apply_symmetry(rules, position, symmetry)
        if out_of_range(rules, image):
            return NONE
        least = min(least, pack(rules, image, False))
    return least


def end_of(rules: Rules, position: Position) -> int:
    """How a game has ended for the player to move: 1 won, 2 lost, 3 drawn, 0 not yet."""
    won = winner(rules, position)
    return 1 if won == position.turn else 2 if won == 3 - position.turn else won


def successors(rules: Rules, position: Position, found: Vector) -> int:
    """Fill in what the moves of a position lead to, sorted and each once: shared keys, written as ~key where the same
    player acts again. Return how many they are; NONE where one of them is out of range."""
    count = 0
    actions = legal(rules, position)
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        key = NONE if out_of_range(rules, child) else shared_key(rules, child)
        if key == NONE:
            return NONE
        if child.turn == position.turn:
            key = ~key
        index = count
        while index > 0 and found[index - 1] > key:
            index -= 1
        if index > 0 and found[index - 1] == key:
            continue
        for later in range(count, index, -1):
            found[later] = found[later - 1]
        found[index] = key
        count += 1
    return count


def is_alike(rules: Rules, position: Position, image: Position, own: Vector, others: Vector) -> bool:
    """Whether an image of a position may take its place; the vectors are scratch for 64 keys each."""
    if out_of_range(rules, image) or shared_key(rules, position) != shared_key(rules, image):
        return False
    if end_of(rules, position) != end_of(rules, image):
        return False
    count = successors(rules, position, own)
    if count == NONE or successors(rules, image, others) != count:
        return False
    matching = 0
    while matching < count and own[matching] == others[matching]:
        matching += 1
    return matching == count


def images_alike(rules: Rules, position: Position, own: Vector, others: Vector) -> bool:
    """Whether all that may be kept in place of a position may."""
    if not layered:
        return is_alike(rules, position, canonicalize(rules, position), own, others)
    for symmetry in range(1, symmetries):
        if not is_alike(rules, position, apply_symmetry(rules, position, symmetry), own, others):
            return False
    return True


def first_unlike(
    rules: Rules, template: Position, keys: ReadOnlyVector, children: bool, own: Vector, others: Vector
) -> int:
    """The first of some positions that must not share its entry, or with `children` one of those that follow from it;
    NONE where all are right."""
    for index in range(len(keys)):
        position = unpack(rules, keys[index], template, False)
        actions = legal(rules, position) if children else 0
        if not children and not images_alike(rules, position, own, others):
            return index
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            if not images_alike(rules, play(rules, position, action), own, others):
                return index
    return NONE


def keys_of_states(
    rules: Rules, template: Position, layers: ReadOnlyVector, states: ReadOnlyVector, maps: Matrix, keys: Vector
) -> int:
    """Fill in the keys of positions, given by the keys of their layers and their states. Return the first that a
    symmetry takes to another state than maps[symmetry], which holds for all layers; NONE where there is none."""
    for index in range(len(keys)):
        position = with_state(rules, states[index], unpack(rules, layers[index], template, True))
        keys[index] = pack(rules, position, False)
        for symmetry in range(1, symmetries):
            if state_index(rules, apply_symmetry(rules, position, symmetry)) != maps[symmetry, states[index]]:
                return index
    return NONE


def first_other_code(
    rules: Rules, template: Position, keys: ReadOnlyVector, codes: ReadOnlyVector, table: TableArrays
) -> int:
    """The first of some positions, solved as they are, that has another code in the table; NONE where none has."""
    for index in range(len(keys)):
        if look_up(rules, unpack(rules, keys[index], template, False), table) != codes[index]:
            return index
    return NONE
