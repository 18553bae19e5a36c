"""Where the symmetries of a game take the states of a layer."""

from functools import lru_cache

from gridduels.engine.kernels.binding import plain
from gridduels.engine.solving.rules_check import broken_rules
from gridduels.game import Game

__all__ = ["state_maps"]


@lru_cache(8)
def state_maps(game: Game) -> list[list[int]]:
    """maps[symmetry][state]: where a symmetry takes a state index. Nothing is mapped where a game has no layers.

    >>> from gridduels import load_game
    >>> identity, *others = state_maps(load_game("blockade", size=3))
    >>> identity == list(range(len(identity))), len(others)
    (True, 3)
    """
    definition, kernels, rules = game.definition, plain(game.definition), game.rules
    if not definition.is_layered:
        return [[0]]
    positions = [kernels.with_state(rules, state, game.start()) for state in range(kernels.state_count(rules))]
    maps = []
    for symmetry in range(definition.symmetries):
        images = [definition.apply_symmetry(rules, position, symmetry) for position in positions]
        for position, image in zip(positions, images, strict=True):
            if kernels.out_of_range(rules, image):
                raise broken_rules(game, position)
        maps.append([kernels.state_index(rules, image) for image in images])
    return maps
