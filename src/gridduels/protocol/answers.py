"""The server's answers: games, lines of moves, puzzles, the lobby, and events."""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gridduels import game as core
from gridduels import lessons as tutorial
from gridduels.analysis.sentences import Unit, unit_of
from gridduels.board import each
from gridduels.duel import Duel
from gridduels.engine.value import Verdict
from gridduels.errors import GridDuelsError
from gridduels.lessons import lessons
from gridduels.match import BOOK, about_start
from gridduels.pictures.shapes import rules_as_drawn
from gridduels.players import ladder
from gridduels.players.levels import INVENTED
from gridduels.protocol.base import BoardSize, Code, EmoteName, Message, Position, Request, Rulings, Side, Word
from gridduels.protocol.requests import GameId, OwnName
from gridduels.protocol.state import (
    Board,
    Complete,
    Decided,
    KeptBySide,
    Legal,
    Names,
    Notes,
    Outcome,
    Present,
    State,
    Unknown,
    Value,
    Values,
    board_of,
    boards_of,
    legal_of,
    outcome_of,
)
from gridduels.registry import definitions
from gridduels.targets import moves_or_places, placements

# --- Games: rules, lessons, players


class Ruling(Message):
    """A named rule choice on a point where a rule book is silent or contradicts itself."""

    name: str
    about: str
    values: list[str | int]
    meanings: dict[str, str]
    default: str | int


class Game(Message):
    """A game with its size and rulings."""

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
    about_start: Annotated[
        str, Meta(description="the player who can force a win from the book's start, if there are fair starts")
    ]
    by_turns: Annotated[
        bool, Meta(description="whether players alternate; if not, a player may act several times in a row")
    ]
    slides: Annotated[bool, Meta(description="whether a token may move several cells in one direction")]
    places: Annotated[bool, Meta(description="whether a move may mark a cell instead of moving")]
    cells: Annotated[list[str], Meta(description="each cell in the rule book's coordinates, by its number")]
    moves: Annotated[list[Word], Meta(description="all moves of the game")]
    character: Annotated[str, Meta(description="what its boards are made of, such as light or brick")]
    players: Annotated[list[str], Meta(description="what the rule book calls Player 1 and Player 2")]
    placements: Annotated[dict[str, Word], Meta(description="the move that marks each cell, by the cell's number")]
    board: Board


class Player(Message):
    """A player that can be named in a duel request."""

    name: str
    about: str
    level: Annotated[int | None, Meta(description="its level from 1 to 10, or null")]


class Opponent(Message):
    """An opponent on the ladder."""

    rung: Annotated[int, Meta(description="from 1, the lowest")]
    name: str
    player: Annotated[str, Meta(description="the player's name, as a new duel expects it")]
    about: str
    first: Annotated[
        list[Side], Meta(description="who goes first in the game you play as Player 1, and in the one as Player 2")
    ]
    sits_out: Annotated[list[str], Meta(description="games without this opponent on their ladder")]
    invented: Annotated[bool, Meta(description="whether its strength was measured on invented duels")]


class Example(Message):
    """A move that shows a rule."""

    before: Board
    legal: Annotated[list[Legal], Meta(description="the legal moves of the same kind")]
    after: Board
    outcome: Outcome | None


def example_of(before: Duel, after: Duel) -> Example:
    """Return a move as data, given the duels before and after it."""
    legal = {each.move: each for each in legal_of(before)}
    kind = legal[after.moves[-1]].kind
    return Example(
        before=board_of(before),
        legal=[each for each in legal.values() if each.kind == kind],
        after=board_of(after),
        outcome=outcome_of(after),
    )


class InventedDuel(Message):
    """A named invented duel. Measures range from 0 to 1."""

    name: str
    code: Annotated[str, Meta(description="the duel's code, which is the id of its game")]
    rules: Annotated[list[str], Meta(description="the rules in three short lines")]
    positions: int
    plies: Annotated[int, Meta(description="number of plies under best play")]
    fair: Annotated[float, Meta(description="1 if equal players win equally often, whoever goes first")]
    deep: Annotated[float, Meta(description="1 if the stronger player always wins")]
    matter: Annotated[float, Meta(description="the share of choices that matter")]
    game: Game


class DayDuel(InventedDuel):
    """A day's invented duel. Measures range from 0 to 1."""

    day: Annotated[str, Meta(description="the day in UTC, such as 2026-01-31")]
    examples: Annotated[list[Example], Meta(description="a move for each line of the rules")] | UnsetType = UNSET


class PlayerShare(Message):
    """The first player's share of the points between two players who look equally far ahead."""

    ahead: Annotated[int, Meta(description="how many plies both see ahead")]
    share: Annotated[float, Meta(description="from 0 to 1")]


class GalleryDuel(InventedDuel):
    """One of the best invented duels. Measures range from 0 to 1."""

    ending: Annotated[
        Literal["trap", "race", "refuge"],
        Meta(description="how it ends: get the opponent stuck, reach a goal, or be stuck to win"),
    ]
    shares: list[PlayerShare]


class IdleRule(Message):
    """A rule of an invented duel that does nothing."""

    element: Annotated[str, Meta(description="an element of the code: reach, trail, obstacles, then, paths, goal, ...")]
    code: Annotated[str, Meta(description="the duel without the rule")]


class DuelReport(Message):
    """How good an invented duel is, based on its solution and on games between imperfect players."""

    code: Annotated[str, Meta(description="the duel's code in its canonical form, which is the id of its game")]
    title: str
    rules: Annotated[list[str], Meta(description="the rules in three short lines")]
    positions: int
    winner: Annotated[Side | None, Meta(description="the player who can force a win, or null")]
    plies: Annotated[int | None, Meta(description="number of plies under best play, or null if no one can force a win")]
    first_moves: int
    kept_first_moves: Annotated[int, Meta(description="number of first moves that keep the value of the start")]
    shares: list[PlayerShare]
    depth: Annotated[
        float, Meta(description="the share of the points of a player who sees 7 plies against one who sees 1")
    ]
    matter: Annotated[float, Meta(description="the share of choices that matter, from 0 to 1")]
    length: Annotated[float, Meta(description="the mean number of plies in a game")]
    fair: Annotated[float, Meta(description="1 if equal players win equally often, whoever goes first")]
    deep: Annotated[float, Meta(description="1 if the stronger player always wins")]
    idle: Annotated[list[IdleRule], Meta(description="the rules that do nothing")]


def opponent_of(opponent: ladder.Opponent) -> Opponent:
    """Return an opponent as data."""
    rung, name, player, about, _ = opponent
    first = [opponent.first(side) for side in ladder.SIDES]
    sits_out = [each.id for each in definitions() if opponent in ladder.missing_from(each.id)]
    invented = opponent in ladder.ladder_of(INVENTED)
    return Opponent(rung=rung, name=name, player=player, about=about, first=first, sits_out=sits_out, invented=invented)


def gist_of(game: core.Game) -> list[str]:
    """Return a game's rules in a few lines."""
    words = game.words
    return list(words.gist or words.about.splitlines()[:3])


@lru_cache(256)
def game_of(game: core.Game) -> Game:
    """Return a game as data. The result is cached, so don't modify it."""
    definition, words = game.definition, game.words
    return Game(
        id=game.id,
        title=game.title,
        summary=definition.summary,
        about=rules_as_drawn(game, {}),
        gist=gist_of(game),
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
    """A step of a tutorial: something to read and, if `boards` or `refused` is set, something to do."""

    text: str
    size: BoardSize
    moves: Annotated[list[Word], Meta(description="the moves so far; the learner is to move")]
    turn: Side
    board: Board
    legal: list[Legal]
    boards: Annotated[dict[str, Board], Meta(description="the board after each correct move")]
    praise: str
    refused: Annotated[Word | None, Meta(description="a move to try that the rules refuse")]
    why: Annotated[str | None, Meta(description="the rules' explanation")]
    wrong: Annotated[dict[str, str], Meta(description="the comment on every other move")]


@lru_cache(64)
def lessons_of(definition: core.Definition) -> list[Lesson]:
    """Return a game's lessons. They are cached, so don't modify them.

    >>> from gridduels.registry import definition
    >>> lessons_of(definition("light-cycle"))[0].praise
    'Your cycle left a wall behind.'
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
        why=lesson.why_refused(duel) if lesson.refused else None,
        wrong={word: tutorial.respond(lesson, word).sentence for word in words if word not in lesson.answers},
    )


# --- Lines of moves and puzzles


class Line(Message):
    """A game from its start. With values=1, it includes the value of every position and move, as in Analysis."""

    game: str
    title: str
    size: BoardSize
    rules: Rulings
    start: Position
    first: Side
    ply: int
    moves: list[Word]
    movers: Annotated[list[Side], Meta(description="the player of each move: a player may act twice in a row")]
    boards: Annotated[list[Board], Meta(description="at the start and after each move")]
    positions: list[Position]
    turn: Side
    legal: list[Legal]
    outcome: Outcome | None
    status: str
    value: Value | UnsetType | None = UNSET
    unit: Unit | UnsetType = UNSET
    values: Values | UnsetType = UNSET
    notes: Notes | UnsetType = UNSET
    kept: KeptBySide | UnsetType = UNSET
    turning: Decided | UnsetType = UNSET
    complete: Complete | UnsetType = UNSET
    note: Unknown | UnsetType = UNSET


class Opening(Message):
    """The moves that led to a position. Sent only for games with trails, which are drawn from them."""

    start: Position
    moves: list[Word]


class Puzzle(Message):
    """A position with a forced win."""

    game: str
    size: BoardSize
    rules: Rulings
    start: Position
    turn: Side
    plies: Annotated[int, Meta(description="length of the solution")]
    title: str
    board: Board
    legal: list[Legal]
    status: str
    seed: Annotated[str | UnsetType, Meta(description="the seed that gives the same puzzle again")] = UNSET
    day: Annotated[str | UnsetType, Meta(description="the date of a daily puzzle")] = UNSET
    opening: Annotated[Opening | UnsetType, Meta(description="how the position arose, where that is known")] = UNSET


class PuzzleAnswer(Message):
    """The result of a move in a puzzle."""

    right: Annotated[bool, Meta(description="whether no move wins sooner")]
    verdict: Annotated[Verdict, Meta(description="slower: the move still wins, but another one wins sooner")]
    value: Value
    reply: Annotated[list[Word], Meta(description="the defender's moves up to your next one; none if you act again")]
    done: Annotated[bool, Meta(description="whether the puzzle is solved completely")]
    between: Annotated[Board | None, Meta(description="after your move and before the reply, if any")]
    board: Board
    legal: list[Legal]
    moves: Annotated[list[Word], Meta(description="the moves so far, with yours if it was right, and the reply")]
    status: str


class PuzzleSolution(Message):
    """A puzzle with all its answers, for offline use."""

    puzzle: Puzzle
    answers: Annotated[
        dict[str, PuzzleAnswer], Meta(description="by the moves so far and the move itself, separated by spaces")
    ]


class Hint(Message):
    """A hint in steps: where to look, which move to play, and why, with a hypothetical line of play."""

    where: str
    best: str
    why: str
    move: Annotated[Word, Meta(description="a best move")]
    line: Annotated[
        list[Word], Meta(description="a tempting mistake and best play after it, or best play if no move is a mistake")
    ]
    boards: Annotated[list[Board], Meta(description="after each move of the line")]


class Sample(Message):
    """A game shown on the start page."""

    size: BoardSize
    boards: list[Board]


def line_of(duel: Duel) -> Line:
    """Return a duel from its start to its current position."""
    game = duel.game
    return Line(
        game=game.id,
        title=game.title,
        size=game.size,
        rules=dict(game.rulings),
        start=game.text(duel.start),
        first=duel.start.turn,
        ply=duel.ply,
        moves=list(duel.moves),
        movers=list(duel.movers),
        boards=boards_of(duel),
        positions=[game.text(position) for position in duel.history()],
        turn=duel.turn,
        legal=legal_of(duel),
        outcome=outcome_of(duel),
        status=game.words.status(duel),
    )


# --- The lobby


class Pair(Request):
    """Play anyone who wants to play the same game: take a free seat, or wait in one."""

    game: GameId
    listed: Annotated[bool | None, Meta(description="whether the lobby lists the game for spectators (yes)")] = None
    name: OwnName | None = None


class Timing(Message):
    """The time on each clock at the start and the increment per move, in seconds."""

    seconds: float
    increment: float


class Challenge(Message):
    """A duel whose free seat goes to the first visitor who takes it."""

    id: str
    game: str
    title: str
    size: BoardSize
    rules: Rulings
    clock: Timing | None
    seat: Annotated[Side, Meta(description="the free seat")]
    first: Annotated[Side, Meta(description="who moves first")]
    start: Position
    name: Annotated[str | None, Meta(description="the name of the person who offers it, if given")]
    pairing: Annotated[bool, Meta(description="whether a bot takes the seat if no one comes in time")]


class Watchable(Message):
    """A game in progress."""

    id: str
    game: str
    title: str
    size: BoardSize
    p1: str
    p2: str
    names: Names
    ply: int
    turn: Side
    board: Board


class Lobby(Message):
    """The open challenges and the games to watch."""

    version: Annotated[str, Meta(description="changes whenever anything changes")]
    pair_seconds: Annotated[float, Meta(description="seconds after which a bot plays a visitor who asked to be paired")]
    challenges: Annotated[list[Challenge], Meta(description="longest wait first")]
    games: Annotated[list[Watchable], Meta(description="newest first")]


# --- Other answers


class OwnSeat(Message):
    """A seat and the secret that controls it."""

    player: Literal[1, 2, "both"]
    secret: str


class Begun(Message):
    """The duel has begun."""

    id: str
    url: Annotated[str, Meta(description="the page")]
    seat: OwnSeat | None
    invite: Annotated[str | None, Meta(description="the one-time secret with which your opponent joins")]
    state: State


class Joined(Message):
    """The free seat is yours."""

    player: Side
    secret: str


class Invitation(Message):
    """An invitation to pass on."""

    link: Annotated[str, Meta(description="the duel's page; the first visitor may play")]
    qr: Annotated[str, Meta(description="the link as a QR code: an SVG picture as a data: address")]


class SeatCode(Message):
    """The code that moves a seat to another device, once."""

    code: str
    seconds: Annotated[int, Meta(description="seconds until it expires")]
    link: Annotated[str | None, Meta(description="the duel's page with the code")]
    qr: Annotated[str | None, Meta(description="the link as a QR code: an SVG picture as a data: address")]


class Why(Message, tag="why"):
    """Whether a move is legal, and if not, why."""

    move: Word
    legal: bool
    code: Code | None
    sentence: str | None


class Refusal(Message, tag="refused"):
    """A refused request, with the state of the duel if that helps."""

    code: Annotated[Code, Meta(description="for programs")]
    sentence: Annotated[str, Meta(description="for people")]
    state: State | UnsetType = UNSET


class Working(Message, tag="working"):
    """The answer is being computed. Ask again in a second."""

    stage: str
    done: int
    total: int | None


class Ready(Message):
    """Whether the computer knows the exact values of this board, or can never know them on this server."""

    ready: bool


class Health(Message):
    """Whether the server is healthy."""

    status: Literal["ok", "failing"]
    trouble: str | None
    version: str
    uptime: Annotated[float, Meta(description="seconds since the start")]
    duels: Annotated[int, Meta(description="unfinished duels")]
    rooms: Annotated[int, Meta(description="duels in memory")]
    waiting: Annotated[int, Meta(description="duels in which someone has waited too long for the database")]
    sockets: Annotated[int, Meta(description="open websockets")]


class Presence(Message, tag="presence"):
    """Which players are connected now."""

    present: Present
    watchers: int


class ShownEmote(Message, tag="emote"):
    """A player's emote."""

    player: Side
    emote: EmoteName


class Pong(Message, tag="pong"):
    """The answer to a ping."""


Told = State | Presence | ShownEmote | Why | Pong | Refusal
"""Messages that the server sends over a websocket."""


def why_of(duel: Duel, move: str) -> Why:
    """Return whether a move is legal and, if not, why."""
    try:
        duel.play(move)
    except GridDuelsError as error:
        return Why(move=move, legal=False, code=Code(error.code), sentence=str(error))
    return Why(move=move, legal=True, code=None, sentence=None)
