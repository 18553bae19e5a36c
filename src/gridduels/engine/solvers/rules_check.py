"""Check, while a game is being solved, that its rules keep the promises the solver relies on.

The kernels check the range of every field and the contract of `legal` and `winner` at every position; this module turns
violations into error messages, in plain Python. Compiled rules are compared with plain Python ones at a sample of
positions, and positions that share a table entry are compared where that is cheap.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from gridduels.contract import breaches, describe_position, field_faults, successors
from gridduels.engine.kernels.compiler import compiled, is_wide, kernels_of, plain, position_of
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress, chunks_on_all_cores, silent
from gridduels.engine.value import UNKNOWN
from gridduels.errors import SetupError
from gridduels.extras import has_engine
from gridduels.game import Game, Position
from gridduels.statement import identity, identity_symmetry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SAMPLE: Final = 96
"""The number of positions at which compiled rules are compared with plain Python ones, before and after solving."""
PLAYED: Final = 2_000
"""The number of positions at which a board that will be searched is checked (SAMPLE in plain Python)."""
IMAGES: Final = 6_000
"""The number of entries to compare with their images if there are too many positions to compare them all."""
MAX_IMAGES: Final = 2_000_000
"""Boards with at most this many positions are compared completely."""
_CHUNK: Final = 1 << 14
_HINT: Final = (
    "compiled code behaves differently for numbers of more than 63 bits, for `~` or arithmetic on the result of a "
    "comparison, and for module variables that change after the import"
)


class BrokenRules(SetupError):
    """A game's rules break a promise the solver relies on."""


def forbidden_actions(game: Game) -> int:
    """Return the bits of the actions a game does not have."""
    return -1 << game.actions


def broken_rules(game: Game, position: Position, too_long: bool = False) -> BrokenRules:
    """Return the error for rules that break their contract at a position, or if `too_long`, for a game that lasts
    longer than stated."""
    try:
        found = next(breaches(game, position), None)
    except Exception as error:
        found = f"{describe_position(game, position)}: {type(error).__name__}: {error}"
    if found is None and has_engine() and not is_wide(game):
        found = next(compiled_differences(game, [position, *(child for _, child in successors(game, position))]), None)
    if found is None and too_long:
        found = f"{describe_position(game, position)}: the game continues after {game.max_plies} plies, its max_plies"
    if found is None:
        found = f"{describe_position(game, position)}: compiled rules break their contract there, but plain ones do not"
    return _refusal(game, found)


def _refusal(game: Game, fault: str) -> BrokenRules:
    hint = "`gridduels check-game` checks all of its promises"
    return BrokenRules(f"{game.id} {game.board} cannot be solved because its rules are broken: {fault} ({hint})")


def check_ranges(game: Game, positions: Iterable[Position]) -> None:
    """Raise BrokenRules for a position with an out-of-range field."""
    for position in positions:
        if plain(game.definition).out_of_range(game.rules, position):
            raise _refusal(game, next(field_faults(game, position)))


def positions_of_play(game: Game, count: int, seed: int = 0) -> Iterator[Position]:
    """Yield this many positions from random games, played by the plain Python rules with either player first."""
    rng, number = random.Random(seed), 0
    while count > 0:
        position, number = game.start(1 + number % 2), number + 1
        while count > 0:
            yield position
            count -= 1
            if not (later := successors(game, position)):
                break
            position = rng.choice(later)[1]


def spread(length: int, count: int) -> Sequence[int]:
    """Return up to `count` evenly spaced numbers below `length`."""
    return range(length) if length <= count else [index * length // count for index in range(count)]


def check_compiled(game: Game, positions: Iterable[Position]) -> None:
    """Raise BrokenRules if compiled rules differ from plain Python at any of the positions."""
    if has_engine() and not is_wide(game):
        for fault in compiled_differences(game, positions):
            raise _refusal(game, fault)


def compiled_differences(game: Game, positions: Iterable[Position]) -> Iterator[str]:
    """Yield a sentence for each of a game's functions whose result differs when compiled."""
    import numpy as np

    from gridduels.engine.kernels import checks

    fast, slow = compiled(game.definition, checks), plain(game.definition, checks)
    fields, symmetries = len(game.start()), game.definition.symmetries
    length = 3 + fields * (1 + symmetries + MAX_ACTIONS)
    results = np.zeros(length, np.int64)
    for position in positions:
        count = fast.try_position(game.rules, position, results)
        expected = [0] * length
        try:
            slow_count = slow.try_position(game.rules, position, expected)
        except Exception as error:
            place = describe_position(game, position)
            yield f"{place}: as plain Python, the rules raise {type(error).__name__}: {error}"
            continue
        found = results[:count].tolist()
        if found != expected[:slow_count]:
            yield f"{describe_position(game, position)}: {_difference(game, found, expected[:slow_count])}"


def _difference(game: Game, found: list[int], expected: list[int]) -> str:
    """Name the first function called by `try_position` whose results differ."""
    fields, actions = len(game.start()), expected[0]
    names = ["`legal`", "`winner`", "`winner`"]
    names += ["`canonicalize`"] * fields + ["`apply_symmetry`"] * (fields * game.definition.symmetries)
    for action in range(actions.bit_length()):
        if actions >> action & 1:
            word = game.moves[action] if action < game.actions else action
            names += [f"`play` of {word!r}"] * fields
    first = next(number for number in range(len(names)) if found[number : number + 1] != expected[number : number + 1])
    if first < 3:
        start, end = first, first + 1
    else:
        start = first - (first - 3) % fields
        end = start + fields
    make = (lambda numbers: numbers[0]) if first < 3 else game.definition.rules.Position._make
    plainly, compiled_ = make(expected[start:end]), make(found[start:end])
    return f"{names[first]} gives {plainly!r} as plain Python and {compiled_!r} compiled: {_HINT}"


def check_searched(game: Game) -> None:
    """Raise BrokenRules if, at a position from random play, the rules break their contract, or the moves differ
    from those of the canonical form or of the compiled rules.

    Only functions that a search compiles anyway are called, so that its first answer is not delayed.
    """
    import numpy as np

    from gridduels.engine.kernels import search
    from gridduels.engine.kernels.contract import contradicts

    fast, slow = kernels_of(game, search), plain(game.definition, search)
    scratch = np.zeros((2, MAX_ACTIONS), object if is_wide(game) else np.int64)
    rules, forbidden, canonicalize = game.rules, forbidden_actions(game), game.definition.canonicalize

    def look(kernels: Any, position: Position) -> tuple[int, int, list[int]]:
        actions, won = kernels.moves_or_winner(rules, position)
        count = kernels.order_children(rules, position, actions, *scratch, 0)
        if count < 0 or contradicts(actions, won, forbidden):
            raise broken_rules(game, position)
        return actions, won, scratch[0, :count].tolist()

    def shared(position: Position, won: int, children: list[int]) -> tuple[bool, bool, set[int]]:
        return won == position.turn, won == 3 - position.turn, set(children)

    check_ranges(game, [game.start(1), game.start(2)])
    for number, position in enumerate(positions_of_play(game, SAMPLE if is_wide(game) else PLAYED)):
        actions, won, children = look(fast, position)
        if number < SAMPLE and look(slow, position) != (actions, won, children):
            raise broken_rules(game, position)
        if (canonical := canonicalize(rules, position)) == position:
            continue
        if slow.out_of_range(rules, canonical) or canonicalize(rules, canonical) != canonical:
            raise broken_rules(game, position)
        _, won_there, children_there = look(fast, canonical)
        if shared(position, won, children) != shared(canonical, won_there, children_there):
            raise broken_rules(game, position)


def _shares_entries(game: Game) -> bool:
    definition = game.definition
    hook, nothing = (
        (definition.apply_symmetry, identity_symmetry) if definition.is_layered else (definition.canonicalize, identity)
    )
    return hook is not nothing


def check_images(game: Game, keys: "npt.NDArray[np.int64]", children: bool, progress: Progress = silent) -> None:
    """Raise BrokenRules if a position's moves differ from those of the image stored in its place.

    With `children`, check the positions' successors instead.
    """
    if not _shares_entries(game):
        return
    import numpy as np

    from gridduels.engine.kernels import checks

    kernels, template = compiled(game.definition, checks), game.start()

    def find(first: int, last: int) -> int:
        own, others = np.empty(MAX_ACTIONS, np.int64), np.empty(MAX_ACTIONS, np.int64)
        found = int(kernels.first_unlike(game.rules, template, keys[first:last], children, own, others))
        return found if found < 0 else first + found

    with chunks_on_all_cores(progress, chunk=_CHUNK) as run:
        for found in run(find, 0, len(keys), "comparing images"):
            if found >= 0:
                raise broken_rules(game, position_of(game, keys[found]))


def check_layers(game: Game, layers: "npt.NDArray[np.int64]", codes: "npt.NDArray[np.int8]") -> None:
    """Check a sample of a layered game's positions against the plain Python rules and against their images.

    `codes` has one row for each key in `layers`.
    """
    if is_wide(game):
        return
    import numpy as np

    from gridduels.engine.kernels import checks
    from gridduels.engine.solvers.present_layer import state_maps

    rng = np.random.default_rng(0)
    rows = np.sort(rng.integers(len(layers), size=IMAGES))
    states = rng.integers(codes.shape[1], size=IMAGES)
    known = codes[rows, states] != UNKNOWN
    rows, states, template = rows[known], states[known], game.start()
    keys, maps = np.empty(len(rows), np.int64), np.array(state_maps(game), np.int32)
    kernels = compiled(game.definition, checks)
    odd = kernels.keys_of_states(game.rules, template, np.asarray(layers)[rows], states, maps, keys)
    positions = [position_of(game, keys[index]) for index in ([odd] if odd >= 0 else spread(len(keys), SAMPLE))]
    check_compiled(game, positions)
    if odd >= 0:
        why = "`apply_symmetry` does not treat its reversible fields as in other layers"
        raise _refusal(game, f"{describe_position(game, positions[0])}: {why}")
    check_images(game, keys, children=False)


def check_codes(game: Game, keys: Any, codes: Any, table: TableArrays) -> None:
    """Raise BrokenRules if a position, solved as is, has a different value from its canonical form."""
    if not _shares_entries(game):
        return
    from gridduels.engine.kernels import checks

    kernels = (compiled if has_engine() else plain)(game.definition, checks)

    def find(first: int, last: int) -> int:
        found = int(kernels.first_other_code(game.rules, game.start(), keys[first:last], codes[first:last], table))
        return found if found < 0 else first + found

    with chunks_on_all_cores(silent, chunk=_CHUNK) as run:
        for found in run(find, 0, len(keys), ""):
            if found >= 0:
                raise _unlike(game, keys, found)


def _unlike(game: Game, keys: Any, found: int) -> BrokenRules:
    """Return the error for a position whose value differs from that of its canonical form."""
    position = position_of(game, keys[found])
    if next(breaches(game, position), None):
        return broken_rules(game, position)
    try:  # the fault may lie in a successor of this position
        if has_engine():
            check_images(game, keys, children=False)
    except BrokenRules as error:
        return error
    canonical = game.definition.canonicalize(game.rules, position)
    return _refusal(
        game, f"{describe_position(game, position)} has a different value from its canonical form {canonical!r}"
    )
