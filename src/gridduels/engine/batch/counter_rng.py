"""A counter-based random generator: a number of 32 bits for each seed, game and draw. A kernel module.

A draw is a function of its counter, not of a hidden state, so that games come out the same however they are spread over
threads, and anybody can compute them again. Every product stays below 2 ** 63: the same source gives the same numbers
in CPython and compiled.
"""

from typing import Final

from gridduels.engine.batch.state import few_actions, half_width, halvings

MASK: Final = (1 << 32) - 1
STRIDE: Final = 0x61C88647
"""From draw to draw; odd, so that all 2 ** 32 draws of a game differ before they are mixed."""
FIRST_FACTOR: Final = 0x21F0AAAD
SECOND_FACTOR: Final = 0x735A2D97

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


def mix(number: int) -> int:
    """A permutation of the numbers of 32 bits in which each bit of the result depends on all bits of the number."""
    number = (number ^ number >> 16) * FIRST_FACTOR & MASK
    number = (number ^ number >> 15) * SECOND_FACTOR & MASK
    return number ^ number >> 15


def stream_of(seed: int, game: int) -> tuple[int, int]:
    """The two numbers that a game's draws depend on: where its counter starts, and what is added in mixing."""
    low, high = mix(seed & MASK), mix(seed >> 32 & MASK)
    offset = mix(game & MASK ^ low)
    added = mix((game + high & MASK) ^ mix(low ^ STRIDE))
    return offset, added


def counter_at(offset: int, draw: int) -> int:
    """The counter of a draw; that of the next one is a STRIDE further."""
    return offset + (draw & MASK) * STRIDE & MASK


def random_bits(counter: int, added: int) -> int:
    """The 32 bits of a draw: `mix`, with the second number of the stream added half-way."""
    number = (counter ^ counter >> 16) * FIRST_FACTOR + added & MASK
    number = (number ^ number >> 15) * SECOND_FACTOR & MASK
    return number ^ number >> 15


def nth_action(actions: int, nth: int) -> int:
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


def any_action(actions: int, bits: int) -> int:
    """One of a set of actions by 32 random bits, each as likely as the others to within 2 ** -26."""
    if few_actions:
        actions &= 15
    return nth_action(actions, bits * actions.bit_count() >> 32)
