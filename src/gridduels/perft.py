"""Perft: how many move sequences of each length there are. The classic check of a move generator."""

from gridduels.game import Game

__all__ = ["perft"]


def perft(game: Game, depth: int) -> list[int]:
    """The number of move sequences of length 1 to `depth` from the start, by the positions' own rules.

    >>> from gridduels import load_game
    >>> perft(load_game("light-cycle"), 4)
    [3, 9, 21, 48]
    """
    counts: list[int] = []
    level = {game.start(): 1}
    while level and len(counts) < depth:
        following: dict[object, int] = {}
        for position, ways in level.items():
            actions = game.legal(position)
            for action in range(actions.bit_length()):
                if actions >> action & 1:
                    after = game.play(position, action)
                    following[after] = following.get(after, 0) + ways
        level = following
        counts.append(sum(level.values()))
    return counts + [0] * (depth - len(counts))
