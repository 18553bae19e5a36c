"""The arrays that the kernels of a batch work on, and the constants bound to each game before compilation."""

from typing import Any, NamedTuple

from gridduels.engine.kernels.placeholders import Matrix, Vector

# --- Constants, bound to each game before compilation


rules: Any = ()
"""The game's Rules."""
begin: Any = ()
"""The position that games start with, with its key and its legal actions."""
begin_key = 0
begin_legal = 0
barred = False
"""Whether a position must not come about for the third time."""
token_one = 0
token_two = 0
"""The fields of the tokens that Player 1 and Player 2 move."""
words_a_set = 1
"""1 where a word holds both the positions that came about once and those that did so twice, or else 2."""
twice_shift = 0
"""Where in its word the second set begins."""
few_actions = False
"""Whether the game has no more than four actions."""
half_width = 32
"""Half of the least power of two that all actions of the game fit into."""
halvings = 6
"""How often the actions can be halved."""
cell_count = 0
action_count = 0
tokens_one = 0
tokens_two = 0
blocked_fields = 0
reserves_one = 0
reserves_two = 0
"""The fields that go onto planes: bit i set for field i."""
goal_one = 0
goal_two = 0
"""The cells that the players want to get to."""
plane_count = 9
"""How many planes an observation has."""
shown_one = (0,)
shown_two = (0,)
"""The fields that have planes of their own, by number, as Player 1 and as Player 2 sees them."""
group_games = 64
"""How many games the threads of a GPU write together; a multiple of 32, so that their bits fill whole words."""
value_bits = 1
"""How many bits the largest number in a plane has."""
bit_words = 0
"""How many words of 32 bits a group of games takes for its planes; the last tells which binary digits occur."""


# --- Arrays


class State(NamedTuple):
    """The games, a number each: the key of the position, the plies so far, the legal actions, the player to move, the
    random numbers drawn so far; where repetition is barred, a head, and in `seen` a row each, which tell how often
    positions came about (see `repetition`)."""

    keys: Vector
    plies: Vector
    legal: Vector
    turns: Vector
    draws: Vector
    heads: Vector
    seen: Matrix


class Share(NamedTuple):
    """A thread's share of the games: those from `first` to `last`, `stride` apart. Sums go to the row of the thread."""

    thread: int
    first: int
    last: int
    stride: int


class Step(NamedTuple):
    """What a step led to, an array each with a number for every game.

    `rewards` are those of the player who moved: 1 for a win, -1 for a loss, 0 otherwise; the other player's are the
    opposite. `terminated` games were won by the player in `winners`, or drawn, which is 0 there; `truncated` games were
    broken off undecided.
    """

    rewards: Any
    terminated: Any
    truncated: Any
    winners: Any


class Stepping(NamedTuple):
    """How a step is taken: when games are broken off, whether those that are over restart, and who must be to move in
    each game for it to be taken there (0: anybody)."""

    truncate_at: int
    restarts: bool
    players: Vector


class Rolling(NamedTuple):
    """How games are played at random: when they are broken off, the seed, and how many moves are drawn."""

    truncate_at: int
    seed: int
    draws: int
