"""A game as data: all there is to know of it before it begins; and who can play it."""

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from gridduels import game as core
from gridduels.board import each
from gridduels.duel import Duel
from gridduels.starts import BOOK, about_start
from gridduels.targets import placements
from gridduels.web.messages.base import BoardSize, Message, Rulings, Word
from gridduels.web.messages.board import Board, board_of

__all__ = ["Game", "Player", "Ruling", "game_of"]


class Ruling(Message):
    """A named choice where a rule book is silent or contradicts itself."""

    name: str
    about: str
    values: list[str | int]
    meanings: dict[str, str]
    default: str | int


class Game(Message):
    """A game in a size and with rulings."""

    id: str
    title: str
    summary: str
    about: Annotated[str, Meta(description="the rules")]
    gist: Annotated[list[str], Meta(description="the rules in three short lines")]
    notation: Annotated[str, Meta(description="what a move looks like")]
    sizes: list[BoardSize]
    size: BoardSize
    rules: Rulings
    rulings: list[Ruling]
    players_choose_first: bool
    about_start: Annotated[str, Meta(description="who the start of the book is won for, where there are fair starts")]
    slides: Annotated[bool, Meta(description="whether a token may go several distances in one direction")]
    places: Annotated[bool, Meta(description="whether a move may mark a cell instead of moving")]
    cells: Annotated[list[str], Meta(description="each cell in the rule book's coordinates, by its number")]
    moves: Annotated[list[Word], Meta(description="every move there is")]
    character: Annotated[str, Meta(description="what its boards are made of, such as light or brick")]
    players: Annotated[list[str], Meta(description="what the rule book calls Player 1 and Player 2")]
    placements: Annotated[dict[str, Word], Meta(description="the move that marks each cell, by the cell's number")]
    board: Board


class Player(Message):
    """Somebody who can play."""

    name: str
    about: str


@lru_cache(256)
def game_of(game: core.Game) -> Game:
    """A game as data; made once for each game, so it must not be changed."""
    definition, words = game.definition, game.words
    return Game(
        id=game.id,
        title=game.title,
        summary=definition.summary,
        about=words.about,
        gist=list(words.gist or words.about.splitlines()[:3]),
        notation=words.notation,
        sizes=list(definition.sizes),
        size=game.size,
        rules=dict(game.rulings),
        rulings=[_ruling(ruling) for ruling in definition.rulings],
        players_choose_first=definition.players_choose_first,
        about_start=about_start(game, BOOK),
        slides=game.statement.slides,
        places=bool(placements(game)),
        cells=[words.where(game, cell) for cell in each(game.rules.cells)],
        moves=list(game.moves),
        character=words.character,
        players=[words.player(player) for player in (1, 2)],
        placements={str(cell.bit_length() - 1): word for cell, word in placements(game).items()},
        board=board_of(Duel(game)),
    )


def _ruling(ruling: core.Ruling) -> Ruling:
    return Ruling(
        name=ruling.name,
        about=ruling.about,
        values=list(ruling.values),
        meanings={str(value): meaning for value, meaning in ruling.meanings.items()},
        default=ruling.values[0],
    )
