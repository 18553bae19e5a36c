"""Random numbers for compiled play: a xorshift generator whose state is one int64. A kernel module of no game."""

LOW_32_BITS = (1 << 32) - 1


def next_state(state: int) -> int:
    """The next of 2 ** 64 - 1 states; 0 is not among them."""
    state ^= state << 13
    state ^= state >> 7 & (1 << 57) - 1
    state ^= state << 17
    return state


def below(state: int, number: int) -> int:
    """A whole number from 0 to one below `number`, each as likely as the others."""
    return (state >> 20 & LOW_32_BITS) * number >> 32


def any_action(actions: int, state: int) -> int:
    """One of a set of actions, each as likely as the others."""
    skip = below(state, actions.bit_count())
    while skip:
        actions &= actions - 1
        skip -= 1
    return (actions & -actions).bit_length() - 1
