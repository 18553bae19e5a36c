"""Links: a game as an address that a browser opens on any Grid Duels server, with nothing kept there."""

from urllib.parse import urlencode

from gridduels.duel import Duel

__all__ = ["explore_link"]


def explore_link(duel: Duel, server: str) -> str:
    """The address at which a server shows a game move by move.

    >>> from gridduels import load_game
    >>> explore_link(Duel(load_game("light-cycle", size=3), "up down"), "http://localhost:8000")
    'http://localhost:8000/explore?game=light-cycle&size=3&moves=up%2Cdown'
    """
    game = duel.game
    query = {"game": game.id, "size": str(game.size)}
    query |= {f"rule.{name}": str(value) for name, value in game.rulings.items()}
    if duel.start != game.start():
        query["start"] = game.text(duel.start)
    return f"{server}/explore?{urlencode(query | {'moves': ','.join(duel.moves)})}"
