"""Prompts: a duel described to a language model in one of several forms, and its answers read by a strict rule."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from gridduels.board import each
from gridduels.duel import Duel
from gridduels.errors import IllegalMove, NotationError, SetupError
from gridduels.game import Game
from gridduels.language.disguise import Disguise, Variant
from gridduels.registry import load_game
from gridduels.statement import Cells, Field, Mark, Token
from gridduels.text import shorten

# --- Prompts


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
        lines.append(f"Barred, as they would repeat a position for the third time: {barred}.")
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


# --- Answers
#
# 1. The last line that is not empty is looked at. `*`, backticks and quotes around it do not count.
# 2. If it begins with `ANSWER:`, in any case, the rest of it is the answer. If the whole reply is one line of at most
#    80 characters, that line is the answer. Any other reply has none.
# 3. A move is one of the game's words as the prompt told them; case, spaces and a full stop at the end do not matter.
#    In the form `book` it is whatever the rule book's own prompts understand in one line.
# 4. The move is played by the rules; one that they refuse is illegal.


_MARKDOWN: Final = " \t*`'\"“”"
_LONGEST: Final = 80


class Fault(StrEnum):
    """Why a reply is no move, counted apart."""

    EMPTY = "empty"
    """The reply is empty."""
    FORM = "form"
    """The reply has no answer where it should be."""
    NOTATION = "notation"
    """The answer is no move of the game."""
    ILLEGAL = "illegal"
    """The move is not legal now."""


class Answer(NamedTuple):
    """The move that a reply is, as the game's own word, or why it is none; the sentence is for whoever replied."""

    said: str
    move: str | None = None
    fault: Fault | None = None
    sentence: str = ""


def stated(reply: str) -> str | None:
    """What a reply gives as its answer; None where it gives none.

    >>> stated("The left is open.\\n\\n**ANSWER: left**"), stated("up"), stated("I would go up, I think.\\nOr left?")
    ('left', 'up', None)
    """
    lines = [line.strip(_MARKDOWN) for line in reply.splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        return None
    last = lines[-1]
    if last.upper().startswith(ANSWER):
        return last[len(ANSWER) :].strip(_MARKDOWN) or None
    return last if len(lines) == 1 and len(last) <= _LONGEST else None


def read_move(reply: str, duel: Duel, disguise: Disguise, form: str = Form.BOARD) -> Answer:
    """The move that a reply is.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> read_move("ANSWER: Right", Duel(game), Disguise(game)).move
    'right'
    >>> read_move("ANSWER: left", Duel(game), Disguise(game)).sentence
    'You cannot move left: that is off the grid.'
    """
    if not reply.strip():
        return Answer("", fault=Fault.EMPTY, sentence=f"Your reply was empty: end it with a line {ANSWER} MOVE.")
    said = stated(reply)
    if said is None:
        sentence = f"Your reply has no answer: its last line must be {ANSWER} MOVE."
        return Answer("", fault=Fault.FORM, sentence=sentence)
    said = said.removesuffix(".").strip(_MARKDOWN)
    try:
        move = _book_move(said, duel) if form == Form.BOOK else _told_move(said, disguise)
        duel.play(move)
    except NotationError as error:
        return Answer(said, fault=Fault.NOTATION, sentence=str(error))
    except IllegalMove as error:
        return Answer(said, fault=Fault.ILLEGAL, sentence=_refusal(error, disguise))
    return Answer(said, move)


def _told_move(said: str, disguise: Disguise) -> str:
    move = disguise.move(said)
    if move is None:
        raise NotationError(f"{shorten(said)} is not a move: {disguise.text(disguise.game.words.notation)}.")
    return move


def _book_move(said: str, duel: Duel) -> str:
    move = duel.game.words.answer(duel, (), said)
    if isinstance(move, str):
        return move
    raise NotationError(f"{shorten(said)} is only the beginning of a move: give all of it in one line.")


def _refusal(error: IllegalMove, disguise: Disguise) -> str:
    """The rules' own sentence; in a disguise, one that does not give it away."""
    if not disguise.symmetry and not disguise.names:
        return str(error)
    return f"You cannot play {disguise.word(error.move)} now ({error.code})."


# --- Telling: a duel with its form of prompt, for every harness


@dataclass(frozen=True)
class Telling:
    """A duel, its disguise, and the manner in which a model is spoken to.

    >>> from gridduels import load_game
    >>> game = load_game("gridlock")
    >>> telling = Telling(Duel(game), Disguise(game), Manner())
    >>> telling.read("ANSWER: up 3").move, telling.say("up3")
    ('up3', 'up3')
    """

    duel: Duel
    disguise: Disguise
    manner: Manner

    def prompt(self, *, rules: bool = True) -> str:
        """What the game is, unless that was said before, the position, and the question for a move."""
        question = prompt_for_move(self.duel, self.disguise, self.manner)
        return f"{introduce(self.disguise, self.manner.form)}\n\n{question}" if rules else question

    def picture(self) -> bytes | None:
        """The PNG that goes with the prompt, where one does."""
        return picture(self.duel) if self.manner.form == Form.PICTURE else None

    def read(self, reply: str) -> Answer:
        """The move that a reply is."""
        return read_move(reply, self.duel, self.disguise, self.manner.form)

    def say(self, move: str) -> str:
        """A move, as the model is to write it."""
        if self.manner.form == Form.BOOK:
            return " ".join(self.duel.game.words.typed(move))
        return self.disguise.word(move)

    def play(self, move: str) -> "Telling":
        """After a move."""
        return replace(self, duel=self.duel.play(move))

    def as_data(self) -> dict[str, Any]:
        """Plain data; `Telling.of` reads it."""
        game = self.duel.game
        return {
            **game.as_data(),
            "start": game.text(self.duel.start),
            "moves": " ".join(self.duel.moves),
            "form": str(self.manner.form),
            "variant": str(self.manner.variant),
            "moves_given": self.manner.moves_given,
            **self.disguise.as_data(),
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Telling":
        game = load_game(data["game"], data["size"], **data["rules"])
        manner = Manner(data["form"], data["variant"], data["moves_given"])
        return cls(Duel(game, data["moves"], start=data["start"]), Disguise.of(game, data), manner)


# --- Actions as a tool, in OpenAI's schema


def tool_schema(game: Game, disguise: Disguise | None = None) -> dict[str, Any]:
    """The tool `move` of a game: its one argument is a word of the game.

    >>> from gridduels import load_game
    >>> tool_schema(load_game("light-cycle"))["function"]["parameters"]["properties"]["move"]["enum"]
    ['up', 'down', 'left', 'right']
    """
    told = disguise or Disguise(game)
    move = {
        "type": "string",
        "enum": [told.word(word) for word in game.moves],
        "description": told.text(game.words.notation),
    }
    return {
        "type": "function",
        "function": {
            "name": "move",
            "description": f"Play a move of {told.title}.",
            "strict": True,
            "parameters": {
                "type": "object",
                "properties": {"move": move},
                "required": ["move"],
                "additionalProperties": False,
            },
        },
    }
