"""Whether positions that share an entry may do so: their games end alike, and their moves lead to what is shared."""

from random import Random
from typing import Any

from gridduels.engine.progress import Progress
from gridduels.game import Game

__all__ = ["differing_images"]


def differing_images(game: Game, positions: int, seed: int, progress: Progress) -> int:
    """How many of so many positions of random games have other moves, or another end, than what is kept in place of
    them."""
    rng, position, differing = Random(seed), game.start(), 0
    for number in range(positions):
        following = _following(game, position)
        differing += any(_shared(game, image) != _shared(game, position) for image in _images(game, position))
        position = rng.choice(following) if following else game.start(1 + number % 2)
        progress("comparing images", number, positions)
    return differing


def _following(game: Game, position: Any) -> list[Any]:
    actions = game.legal(position)
    return [game.play(position, action) for action in range(game.actions) if actions >> action & 1]


def _images(game: Game, position: Any) -> list[Any]:
    """What is kept in place of a position: one of these."""
    rules, definition = game.rules, game.definition
    if definition.is_layered:
        return [definition.apply_symmetry(rules, position, number) for number in range(definition.symmetries)]
    return [definition.canonicalize(rules, position)]


def _shared(game: Game, position: Any) -> tuple[tuple[bool, bool], set[Any]]:
    """Whether the player to move has won and whether the other has, and what is kept in place of the positions after
    each move, with whose turn it is."""
    won = game.winner(position)
    return (won == position.turn, won == 3 - position.turn), {
        (child.turn == position.turn, min(_images(game, child))) for child in _following(game, position)
    }
