"""Prompts that describe a duel to a language model in one of several forms, and strict parsing of its answers."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from gridduels.board import DIRECTIONS, each
from gridduels.duel import Duel
from gridduels.errors import IllegalMove, NotationError, SetupError
from gridduels.game import Game
from gridduels.invent.code import parse
from gridduels.language.disguise import Disguise, Variant
from gridduels.registry import is_code, load_game
from gridduels.statement import Cells, Field, Mark
from gridduels.text import shorten

# --- Prompts


ANSWER: Final = "ANSWER:"
"""The prefix for the last line of a reply."""
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
    """The form in which a prompt shows a position."""

    BOARD = "board"
    """Drawn in text characters, the same way for every game."""
    BOOK = "book"
    """Using the rule book's drawing, question and notation."""
    LINE = "line"
    """On one line."""
    COORDINATES = "coordinates"
    """As a list of coordinates."""
    PICTURE = "picture"
    """As a PNG, for models with vision."""


@dataclass(frozen=True)
class Style:
    """A prompt's style: the form, the variant, and whether it lists the legal moves.

    >>> Style("board", "plain", moves_given=True)
    Style(form='board', variant='plain', moves_given=True)
    """

    form: str = Form.BOARD
    variant: str = Variant.PLAIN
    moves_given: bool = False

    def __post_init__(self) -> None:
        if self.form not in tuple(Form):
            raise SetupError(f"unknown prompt form {self.form!r}: use one of {', '.join(Form)}")
        if self.variant not in tuple(Variant):
            raise SetupError(f"unknown variant {self.variant!r}; use one of {', '.join(Variant)}")
        if self.form == Form.BOOK and self.variant != Variant.PLAIN:
            raise SetupError(
                f"the rule book's own words cannot be {self.variant}: choose another prompt form, or the variant plain"
            )
        if self.form == Form.PICTURE and self.variant in (Variant.TURNED, Variant.DISGUISED):
            raise SetupError("pictures cannot be turned: choose another prompt form, or the variant plain or renamed")


def introduce(disguise: Disguise, form: str = Form.BOARD) -> str:
    """Return the introduction: the game, its rules and its notation."""
    game = disguise.game
    lines = [f"{disguise.title} is a game for two on a board of {game.board} cells.", ""]
    if is_code(game.id):
        lines.append(_rule_book(disguise))
    else:
        lines.append(game.words.about if form == Form.BOOK else disguise.text(game.words.about))
    for ruling in game.definition.rulings:
        value = game.rulings[ruling.name]
        lines.append(disguise.text(f"- {ruling.about} {ruling.meanings.get(value, value)}"))
    cells = f"Cells: {game.words.where(game, 1)} is the one at the top left"
    if form != Form.BOOK:
        directions = [f"{disguise.direction(number)} is towards {_TOWARDS[number]}" for number in range(4)]
        cells += f"; {', '.join(directions)}"
    return "\n".join([*lines, "", _notation(disguise, form), f"{cells}."])


def _rule_book(disguise: Disguise) -> str:
    """Return the rules of an invented duel from its rule book, in disguise."""
    from gridduels.invent.book import Names, rules_of

    def direction(word: str) -> str:
        return re.sub("|".join(DIRECTIONS), lambda found: disguise.direction(DIRECTIONS.index(found[0])), word)

    text = rules_of(parse(disguise.game.id), Names(disguise.where, direction)).strip()
    text = re.sub(r"`([12o#])`", lambda found: f"`{disguise.symbol(found[1])}`", text)
    return disguise.text(text)


def _notation(disguise: Disguise, form: str) -> str:
    game = disguise.game
    if form != Form.BOOK:
        return f"How moves are written: {disguise.notation}."
    first = game.words_of(game.legal(game.start()))
    examples = ", ".join(f"`{' '.join(game.words.typed(word))}`" for word in (first[0], first[-1]))
    return f"How moves are written: as a player types them, such as {examples}."


def describe_position(duel: Duel, disguise: Disguise, form: str) -> str:
    """Return the position as text or, for a picture, a description of what it shows."""
    shown = {
        Form.BOARD: _board,
        Form.BOOK: _book,
        Form.LINE: _line,
        Form.COORDINATES: _coordinates,
        Form.PICTURE: _beside_picture,
    }[Form(form)](duel, disguise)
    status = duel.game.words.status(duel)
    return f"{shown}\n{disguise.text(status)}" if status and form != Form.LINE else shown


def prompt_for_move(duel: Duel, disguise: Disguise, style: Style) -> str:
    """Return the position, whose turn it is, and the request for a move."""
    told = disguise.player(duel.turn)
    lines = [describe_position(duel, disguise, style.form), "", f"You are {told}, and it is your turn."]
    lines += _goals(duel, disguise)
    if duel.barred_moves:
        barred = ", ".join(disguise.word(word) for word in duel.barred_moves)
        lines.append(f"Not allowed, because the position would occur for the third time: {barred}.")
    if style.moves_given:
        lines.append(f"Your legal moves: {', '.join(_said(duel, disguise, style.form))}.")
    return "\n".join([*lines, ASK_FOR_MOVE])


def picture(duel: Duel) -> bytes:
    """Return the board as a PNG without any text."""
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
    found = [
        f"{disguise.player(player)} wants to reach {' or '.join(map(disguise.where, each(cells)))}"
        for player, cells in goals
        if cells
    ]
    return [f"{' and '.join(found)}."] if found else []


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
    tokens = {1: "the blue disc is", 2: "the orange diamond is", None: "the ring is"}
    pieces = {1: "the blue discs are", 2: "the orange diamonds are"}
    told, shaded = [], []
    for field in duel.game.statement.drawn:
        owner, thing = _owner(field), _thing(field, disguise)
        if not isinstance(field.kind, Cells):
            told.append(f"{tokens[owner]} {thing}")
        elif field.kind.mark is Mark.PIECE and owner:
            told.append(f"{pieces[owner]} {thing}")
        else:
            shaded.append(thing)
    told += [f"shaded cells are {' or '.join(shaded)}"] if shaded else []
    goals = " Dashed outlines mark their goals." if duel.game.goal(1) else ""
    return f"The picture shows the board: {', '.join(told)}.{goals}"


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
# 1. Only the last non-empty line counts, stripped of surrounding `*`, backticks and quotes.
# 2. If it begins with `ANSWER:`, in any case, the rest of the line is the answer. If the whole reply is one
#    line of at most 80 characters, that line is the answer. Any other reply has no answer.
# 3. A move is one of the words that the prompt describes, ignoring case, spaces and a trailing full stop. In the `book`
#    form, it is the line that a player would type for the move. Letters and digits must be ASCII, and abbreviations
#    are not accepted.
# 4. The move is checked against the rules; if they don't allow it, it is illegal.


_MARKDOWN: Final = " \t*`'\"“”"
_LONGEST: Final = 80


class Fault(StrEnum):
    """The reason why a reply isn't a legal move."""

    EMPTY = "empty"
    """The reply is empty."""
    FORM = "form"
    """The reply has no answer in the expected place."""
    NOTATION = "notation"
    """The answer isn't a move in this game."""
    ILLEGAL = "illegal"
    """The move isn't legal now."""


class Answer(NamedTuple):
    """The move in a reply, as the game's own word, or the fault, which `sentence` explains to the model."""

    said: str
    move: str | None = None
    fault: Fault | None = None
    sentence: str = ""


def stated(reply: str) -> str | None:
    """Return the answer stated in a reply, or None.

    >>> stated("The left is open.\\n\\n**ANSWER: left**"), stated("up"), stated("I would go up, I think.\\nOr left?")
    ('left', 'up', None)
    """
    lines = [line.strip(_MARKDOWN) for line in reply.splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        return None
    last = lines[-1]
    if last[: len(ANSWER)].isascii() and last.upper().startswith(ANSWER):  # "ſ".upper() is "S"
        return last[len(ANSWER) :].strip(_MARKDOWN) or None
    return last if len(lines) == 1 and len(last) <= _LONGEST else None


def read_move(reply: str, duel: Duel, disguise: Disguise, form: str = Form.BOARD) -> Answer:
    """Parse the move in a reply.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> read_move("ANSWER: Right", Duel(game), Disguise(game)).move
    'right'
    >>> read_move("ANSWER: left", Duel(game), Disguise(game)).sentence
    'You cannot move left: that is off the grid.'
    """
    if not reply.strip():
        return Answer("", fault=Fault.EMPTY, sentence=f"Your reply was empty. End it with a line {ANSWER} MOVE.")
    said = stated(reply)
    if said is None:
        sentence = f"Your reply has no answer. Its last line must be {ANSWER} MOVE."
        return Answer("", fault=Fault.FORM, sentence=sentence)
    said = said.removesuffix(".").strip(_MARKDOWN)
    try:
        move = _book_move(said, duel) if form == Form.BOOK else _word_move(said, disguise)
        duel.play(move)
    except NotationError as error:
        return Answer(said, fault=Fault.NOTATION, sentence=str(error))
    except IllegalMove as error:
        return Answer(said, fault=Fault.ILLEGAL, sentence=_refusal(error, disguise))
    return Answer(said, move)


def _word_move(said: str, disguise: Disguise) -> str:
    move = disguise.move(said)
    if move is None:
        raise NotationError(f"{shorten(said)} is not a move: {disguise.notation}.")
    return move


def _book_move(said: str, duel: Duel) -> str:
    typed = " ".join(said.lower().split())
    for move in duel.game.moves if said.isascii() else ():
        if typed in (" ".join(duel.game.words.typed(move)).lower(), move):
            return move
    raise NotationError(f"{shorten(said)} is not a move: write all of it on one line, as the examples show.")


def _refusal(error: IllegalMove, disguise: Disguise) -> str:
    """Return the rules' own sentence or, in a disguise, one that doesn't reveal the game."""
    if not disguise.symmetry and not disguise.names:
        return str(error)
    return f"You cannot play {disguise.word(error.move)} now ({error.code})."


# --- Presentation: a duel with its prompt style, shared by all harnesses


@dataclass(frozen=True)
class Presentation:
    """A duel as a model sees it, with a disguise and a prompt style.

    >>> from gridduels import load_game
    >>> game = load_game("gridlock")
    >>> presentation = Presentation(Duel(game), Disguise(game), Style())
    >>> presentation.read("ANSWER: up 3").move, presentation.say("up3")
    ('up3', 'up3')
    """

    duel: Duel
    disguise: Disguise
    style: Style

    def prompt(self, *, rules: bool = True) -> str:
        """Return the prompt: the introduction (unless already given), the position, and the request for a move."""
        question = prompt_for_move(self.duel, self.disguise, self.style)
        return f"{introduce(self.disguise, self.style.form)}\n\n{question}" if rules else question

    def picture(self) -> bytes | None:
        """Return the PNG for the prompt, if its form includes one."""
        return picture(self.duel) if self.style.form == Form.PICTURE else None

    def read(self, reply: str) -> Answer:
        """Parse the move in a reply."""
        return read_move(reply, self.duel, self.disguise, self.style.form)

    def say(self, move: str) -> str:
        """Return a move as the model should write it."""
        if self.style.form == Form.BOOK:
            return " ".join(self.duel.game.words.typed(move))
        return self.disguise.word(move)

    def play(self, move: str) -> "Presentation":
        """Return the presentation after a move."""
        return replace(self, duel=self.duel.play(move))

    def as_data(self) -> dict[str, Any]:
        """Return plain data, which `Presentation.of` reads back."""
        game = self.duel.game
        return {
            **game.as_data(),
            "start": game.text(self.duel.start),
            "moves": " ".join(self.duel.moves),
            "form": str(self.style.form),
            "variant": str(self.style.variant),
            "moves_given": self.style.moves_given,
            **self.disguise.as_data(),
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Presentation":
        game = load_game(data["game"], data["size"], **data["rules"])
        style = Style(data["form"], data["variant"], data["moves_given"])
        return cls(Duel(game, data["moves"], start=data["start"]), Disguise.of(game, data), style)


# --- Actions as a tool, in OpenAI's schema


def tool_schema(game: Game, disguise: Disguise | None = None) -> dict[str, Any]:
    """Return the schema for a `move` tool whose argument is one of the game's moves.

    >>> from gridduels import load_game
    >>> tool_schema(load_game("light-cycle"))["function"]["parameters"]["properties"]["move"]["enum"]
    ['up', 'down', 'left', 'right']
    """
    shown = disguise or Disguise(game)
    move = {
        "type": "string",
        "enum": [shown.word(word) for word in game.moves],
        "description": shown.notation,
    }
    return {
        "type": "function",
        "function": {
            "name": "move",
            "description": f"Play a move of {shown.title}.",
            "strict": True,
            "parameters": {
                "type": "object",
                "properties": {"move": move},
                "required": ["move"],
                "additionalProperties": False,
            },
        },
    }
