"""Random numbers that anybody can compute: a number of 32 bits for each seed, game and draw. A kernel module.

A draw is a function of where it stands, not of a hidden state, so that games come out the same however they are spread
over threads. Every product stays below 2 ** 63: the same source gives the same numbers in CPython and compiled.
"""

from typing import Any, Final

MASK: Final = (1 << 32) - 1
STRIDE: Final = 0x61C88647
"""From draw to draw; odd, so that all 2 ** 32 draws of a game differ before they are mixed."""
FIRST_FACTOR: Final = 0x21F0AAAD
SECOND_FACTOR: Final = 0x735A2D97

few_actions = False
"""Bound to whether the game has no more than four actions."""
half_width = 32
"""Bound to half of the least power of two that all actions of the game fit into."""
halvings = 6
"""Bound to how often the actions can be halved."""

_FOUR: Final = 4


def _pick_table(first: int) -> int:
    """For two values of `nth` and every set of four actions, the number of the nth action in 2 bits."""
    table = 0
    for nth in (first, first + 1):
        for actions in range(1 << _FOUR):
            numbers = [number for number in range(_FOUR) if actions >> number & 1]
            table |= (numbers[nth] if nth < len(numbers) else 0) << 32 * (nth - first) + 2 * actions
    return table - (table >> 63 << 64)


LOW_PICKS: Final = _pick_table(0)
HIGH_PICKS: Final = _pick_table(2)


def mixed(number: Any) -> Any:
    """A permutation of the numbers of 32 bits in which each bit of the result depends on all bits of the number."""
    number = (number ^ number >> 16) * FIRST_FACTOR & MASK
    number = (number ^ number >> 15) * SECOND_FACTOR & MASK
    return number ^ number >> 15


def stream_of(seed: Any, game: Any) -> Any:
    """The two numbers that a game's draws begin with: where its sequence starts, and what is added on the way."""
    low, high = mixed(seed & MASK), mixed(seed >> 32 & MASK)
    offset = mixed(game & MASK ^ low)
    added = mixed((game + high & MASK) ^ mixed(low ^ STRIDE))
    return offset, added


def place_of_draw(offset: Any, draw: Any) -> Any:
    """Where a draw stands in the sequence of a game; the next one is a STRIDE further."""
    return offset + (draw & MASK) * STRIDE & MASK


def drawn(place: Any, added: Any) -> Any:
    """The number at a place of a sequence: `mixed`, with the second number of the stream added half-way."""
    number = (place ^ place >> 16) * FIRST_FACTOR + added & MASK
    number = (number ^ number >> 15) * SECOND_FACTOR & MASK
    return number ^ number >> 15


def nth_action(actions: Any, nth: Any) -> Any:
    """The number of the nth of a set of actions, counted from 0."""
    if few_actions:
        nth &= 3
        picks = LOW_PICKS if nth < 2 else HIGH_PICKS
        return picks >> (nth & 1) * 32 + 2 * actions & 3
    number = 0
    for halving in range(halvings):
        width = half_width >> halving
        here = (actions >> number & (1 << width) - 1).bit_count()
        if nth >= here:
            nth -= here
            number += width
    return number & 2 * half_width - 1


def any_action(actions: Any, number: Any) -> Any:
    """One of a set of actions by a number of 32 bits, each as likely as the others to within 2 ** -26."""
    if few_actions:
        actions &= 15
    return nth_action(actions, number * actions.bit_count() >> 32)
