"""Prompts: a duel said to a language model, in one of several forms."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gridduels.board import each
from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.language.disguise import Disguise, Variant
from gridduels.statement import Cells, Field, Mark, Token

__all__ = ["ANSWER", "ASK_FOR_MOVE", "Form", "Manner", "describe_position", "introduce", "picture", "prompt_for_move"]

ANSWER: Final = "ANSWER:"
"""What the last line of a reply begins with."""
ASK_FOR_MOVE: Final = f"Choose your move. Think as long as you like; the last line of your reply must be\n{ANSWER} MOVE"
_MARKS: Final = {
    Mark.TRAIL: "blocked cells",
    Mark.VISITED: "visited cells",
    Mark.OBSTACLE: "obstacles",
    Mark.BLOCKED: "blocked cells",
    Mark.PIECE: "pieces",
}
_TOWARDS: Final = ("the first row", "the last row", "the first column", "the last column")
_PIXELS: Final = 420


class Form(StrEnum):
    """How a position is shown."""

    BOARD = "board"
    """A drawing of characters, the same for every game."""
    BOOK = "book"
    """The drawing, the question and the notation of the game's rule book."""
    LINE = "line"
    """The position in one line."""
    COORDINATES = "coordinates"
    """A list of what stands where."""
    PICTURE = "picture"
    """A PNG, for models that see."""


@dataclass(frozen=True)
class Manner:
    """How a model is spoken to: the form, the variant, and whether it is told the legal moves.

    >>> Manner("board", "plain", moves_given=True)
    Manner(form='board', variant='plain', moves_given=True)
    """

    form: str = Form.BOARD
    variant: str = Variant.PLAIN
    moves_given: bool = False

    def __post_init__(self) -> None:
        if self.form not in tuple(Form):
            raise SetupError(f"the prompt cannot be {self.form!r}: it is {', '.join(Form)}")
        if self.variant not in tuple(Variant):
            raise SetupError(f"the variant cannot be {self.variant!r}: it is {', '.join(Variant)}")
        if self.form == Form.BOOK and self.variant != Variant.PLAIN:
            raise SetupError(
                f"a rule book's own words cannot be {self.variant}: choose another prompt, or variant plain"
            )
        if self.form == Form.PICTURE and self.variant in (Variant.TURNED, Variant.DISGUISED):
            raise SetupError("a picture is not turned: choose another prompt, or variant plain or renamed")


def introduce(disguise: Disguise, form: str = Form.BOARD) -> str:
    """What the game is, before any position is shown."""
    game = disguise.game
    lines = [f"{disguise.title} is a game for two on a board of {game.board} cells.", ""]
    lines.append(game.words.about if form == Form.BOOK else disguise.text(game.words.about))
    for ruling in game.definition.rulings:
        value = game.rulings[ruling.name]
        lines.append(disguise.text(f"- {ruling.about} {ruling.meanings.get(value, value)}"))
    cells = f"Cells: {game.words.where(game, 1)} is the one at the top left"
    if form != Form.BOOK:
        directions = [f"{disguise.direction(number)} is towards {_TOWARDS[number]}" for number in range(4)]
        cells += f"; {', '.join(directions)}"
    return "\n".join([*lines, "", _notation(disguise, form), f"{cells}."])


def _notation(disguise: Disguise, form: str) -> str:
    game = disguise.game
    if form != Form.BOOK:
        return f"How moves are written: {disguise.text(game.words.notation)}."
    first = game.words_of(game.legal(game.start()))
    examples = ", ".join(f"`{' '.join(game.words.typed(word))}`" for word in (first[0], first[-1]))
    return f"How moves are written: as a player types them, such as {examples}."


def describe_position(duel: Duel, disguise: Disguise, form: str) -> str:
    """The position as a text; a picture is shown beside it."""
    shown = {
        Form.BOARD: _board,
        Form.BOOK: _book,
        Form.LINE: _line,
        Form.COORDINATES: _coordinates,
        Form.PICTURE: _beside_picture,
    }[Form(form)](duel, disguise)
    status = duel.game.words.status(duel)
    return f"{shown}\n{disguise.text(status)}" if status and form != Form.LINE else shown


def prompt_for_move(duel: Duel, disguise: Disguise, manner: Manner) -> str:
    """The position, whose turn it is, and the question for a move."""
    told = disguise.player(duel.turn)
    lines = [describe_position(duel, disguise, manner.form), "", f"You are {told}, and it is your turn."]
    lines += _goals(duel, disguise)
    if duel.barred_moves:
        barred = ", ".join(disguise.word(word) for word in duel.barred_moves)
        lines.append(f"Barred, as they would bring a position about for the third time: {barred}.")
    if manner.moves_given:
        lines.append(f"Your legal moves: {', '.join(_said(duel, disguise, manner.form))}.")
    return "\n".join([*lines, ASK_FOR_MOVE])


def picture(duel: Duel) -> bytes:
    """The board as a PNG, without any words on it."""
    from io import BytesIO

    from gridduels.pictures.raster import raster

    file = BytesIO()
    raster(Duel(duel.game, start=duel.position), _PIXELS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _said(duel: Duel, disguise: Disguise, form: str) -> list[str]:
    if form == Form.BOOK:
        return [" ".join(duel.game.words.typed(word)) for word in duel.legal_moves]
    return [disguise.word(word) for word in duel.legal_moves]


def _goals(duel: Duel, disguise: Disguise) -> list[str]:
    goals = [(player, duel.game.goal(player)) for player in (1, 2)]
    told = [f"{disguise.player(player)} wants to get to {disguise.where(cells)}" for player, cells in goals if cells]
    return [f"{' and '.join(told)}."] if told else []


def _board(duel: Duel, disguise: Disguise) -> str:
    rows = "\n".join(" ".join(row) for row in disguise.rows(duel.position))
    return f"The board, rows from the top:\n\n{rows}\n\n{_legend(duel, disguise)}"


def _book(duel: Duel, disguise: Disguise) -> str:
    words = duel.game.words
    return f"The board:\n\n{words.board(duel.game, duel.position)}\n\n{words.prompt(duel, ()).strip()}"


def _line(duel: Duel, disguise: Disguise) -> str:
    counted = duel.game.statement.counted
    counts = "".join(f" {duel.position[field.number]}" for field in counted)
    line = "/".join(disguise.rows(duel.position)) + f" {duel.turn}{counts}"
    after = "; then how many obstacles each player has left" if counted else ""
    about = disguise.text(f"rows from the top, joined by /; then the number of the player to move{after}")
    players = f"{disguise.player(1)} is number 1, {disguise.player(2)} number 2"
    return f"The position: `{line}`\n({about}; {players}). {_legend(duel, disguise)}"


def _coordinates(duel: Duel, disguise: Disguise) -> str:
    lines = ["Where everything is:"]
    for field in reversed(duel.game.statement.drawn):
        cells = [disguise.where(cell) for cell in each(duel.position[field.number])]
        lines.append(f"- {_thing(field, disguise)}: {', '.join(cells) or 'none'}")
    return "\n".join(lines)


def _beside_picture(duel: Duel, disguise: Disguise) -> str:
    tokens = [field for field in duel.game.statement.drawn if isinstance(field.kind, Token)]
    shapes = {1: "the blue disc with a 1", 2: "the orange diamond with a 2", None: "the ring"}
    told = [f"{shapes[_owner(field)]} is {_thing(field, disguise)}" for field in tokens]
    goals = " Dashed outlines are where they want to get to." if duel.game.goal(1) else ""
    marked = disguise.text("Cells with a cross or a small dot are blocked or visited.")
    return f"The picture shows the board: {', '.join(told)}. {marked}{goals}"


def _legend(duel: Duel, disguise: Disguise) -> str:
    fields = reversed(duel.game.statement.drawn)
    told = [f"{disguise.symbol(field.symbol)} is {_thing(field, disguise)}" for field in fields]
    return ", ".join([*told, f"{disguise.symbol('.')} is an empty cell"]) + "."


def _thing(field: Field, disguise: Disguise) -> str:
    owner = _owner(field)
    if isinstance(field.kind, Cells):
        marks = disguise.text(_MARKS[field.kind.mark])
        return f"{marks} of {disguise.player(owner)}" if owner else marks
    return disguise.player(owner) if owner else disguise.text("the token")


def _owner(field: Field) -> Any:
    return field.kind.player
