"""Which games a bot plays: what it declares in its line `games`."""

from typing import Final, NamedTuple

from gridduels.board import Size, read_size
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["ALL", "Scope", "covers", "describe", "read_scopes"]

ALL: Final = "all"
"""The word that stands for every game."""


class Scope(NamedTuple):
    """A game, on some sizes and under some rulings; none named means all of them.

    >>> Scope.read("pathway:5,7,goal=open")
    Scope(game='pathway', sizes=(5, 7), rulings=(('goal', 'open'),))
    """

    game: str
    sizes: tuple[Size, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, text: str) -> "Scope":
        """What one word of the line stands for; a ValueError where it stands for nothing."""
        game, _, details = text.partition(":")
        sizes: list[Size] = []
        rulings: list[tuple[str, str]] = []
        for detail in details.split(",") if details else ():
            name, equals, value = detail.partition("=")
            if name and equals and value:
                rulings.append((name, value))
            else:
                sizes.append(_size(detail))
        return cls(game, tuple(sizes), tuple(rulings))

    def covers(self, game: Game) -> bool:
        """Whether a game is meant, with its size and all of its rulings."""
        if self.game not in (game.id, ALL) or (self.sizes and game.size not in self.sizes):
            return False
        named = {name for name, _ in self.rulings}
        return all((name, str(value)) in self.rulings for name, value in game.rulings.items() if name in named)


def _size(detail: str) -> Size:
    try:
        return read_size(detail)
    except SetupError:
        raise ValueError(f"{detail!r} is neither a size nor a ruling such as goal=open") from None


def read_scopes(text: str) -> tuple[Scope, ...]:
    """Everything a line `games` declares."""
    return tuple(map(Scope.read, text.split()))


def covers(scopes: tuple[Scope, ...], game: Game) -> bool:
    """Whether a bot that declares this plays a game; whoever declares nothing plays everything."""
    return not scopes or any(scope.covers(game) for scope in scopes)


def describe(game: Game) -> str:
    """A game as a bot may declare it.

    >>> from gridduels import load_game
    >>> describe(load_game("pathway"))
    'pathway:5,goal=open'
    """
    return ",".join([f"{game.id}:{game.size}", *(f"{name}={value}" for name, value in game.rulings.items())])
