"""A game as data: all there is to know of it before it begins, how it is learned, and who can play it."""

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from gridduels import game as core
from gridduels import lesson as tutorial
from gridduels.analysis.plain import Unit, unit_of
from gridduels.board import each
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.look.rules import rules_as_drawn
from gridduels.players import ladder
from gridduels.starts import BOOK, about_start
from gridduels.targets import moves_or_places, placements
from gridduels.tutorial import lessons
from gridduels.web.messages.base import BoardSize, Message, Rulings, Side, Word
from gridduels.web.messages.board import Board, Legal, board_of, legal_of

__all__ = ["Game", "Lesson", "Opponent", "Player", "Ruling", "game_of", "lessons_of", "opponent_of"]


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
    by_turns: Annotated[
        bool, Meta(description="whether players move by turns; if not, one may act several times in a row")
    ]
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
    level: Annotated[int | None, Meta(description="its place on the scale from 1 to 10; null where it has none")]


class Opponent(Message):
    """Somebody on the ladder."""

    rung: Annotated[int, Meta(description="from 1, the lowest")]
    name: str
    player: Annotated[str, Meta(description="who plays, as a duel takes it")]
    about: str
    first: Annotated[list[Side], Meta(description="who moves first where you are Player 1, and where you are Player 2")]


def opponent_of(opponent: ladder.Opponent) -> Opponent:
    """Somebody on the ladder as data."""
    return Opponent(**opponent._asdict(), first=[opponent.first(side) for side in ladder.SIDES])


@lru_cache(256)
def game_of(game: core.Game) -> Game:
    """A game as data; made once for each game, so it must not be changed."""
    definition, words = game.definition, game.words
    return Game(
        id=game.id,
        title=game.title,
        summary=definition.summary,
        about=rules_as_drawn(game, {}),
        gist=list(words.gist or words.about.splitlines()[:3]),
        notation=words.notation,
        sizes=list(definition.sizes),
        size=game.size,
        rules=dict(game.rulings),
        rulings=[_ruling(ruling) for ruling in definition.rulings],
        players_choose_first=definition.players_choose_first,
        about_start=about_start(game, BOOK),
        by_turns=unit_of(game) is Unit.MOVES,
        slides=game.statement.slides,
        places=moves_or_places(game),
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


class Lesson(Message):
    """A step of a tutorial: something to read, and where `boards` or `refused` say so, something to do."""

    text: str
    size: BoardSize
    moves: Annotated[list[Word], Meta(description="the game so far; the player to move is the one who learns")]
    turn: Side
    board: Board
    legal: list[Legal]
    boards: Annotated[dict[str, Board], Meta(description="the board after each move that does what is asked for")]
    praise: str
    refused: Annotated[Word | None, Meta(description="a move to try that the rules refuse")]
    why: Annotated[str | None, Meta(description="what they say to it")]
    wrong: Annotated[dict[str, str], Meta(description="what is said to every other move")]


@lru_cache(64)
def lessons_of(definition: core.Definition) -> list[Lesson]:
    """The lessons of a game; made once, so they must not be changed.

    >>> from gridduels.registry import definition
    >>> lessons_of(definition("light-cycle"))[0].praise
    'Your cycle left a wall where it stood.'
    """
    return [_lesson(each, each.duel(definition)) for each in lessons(definition)]


def _lesson(lesson: tutorial.Lesson, duel: Duel) -> Lesson:
    words = duel.legal_moves
    return Lesson(
        text=lesson.text,
        size=duel.game.size,
        moves=list(duel.moves),
        turn=duel.turn,
        board=board_of(duel),
        legal=legal_of(duel),
        boards={word: board_of(duel.play(word)) for word in words if word in lesson.answers},
        praise=lesson.praise,
        refused=lesson.refused or None,
        why=_why(duel, lesson.refused) if lesson.refused else None,
        wrong={word: tutorial.respond(lesson, word).sentence for word in words if word not in lesson.answers},
    )


def _why(duel: Duel, word: str) -> str:
    try:
        duel.play(word)
    except GridDuelsError as error:
        return str(error)
    raise AssertionError(f"{word} is allowed")
