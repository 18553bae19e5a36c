"""Tools, resources and prompts that let assistants play, look up exact values and learn."""

import asyncio
import base64
import functools
import inspect
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, ImageContent, TextContent, ToolAnnotations
from pydantic import BaseModel, Field
from starlette.types import Scope

from gridduels import __version__
from gridduels.analysis.annotations import note_on
from gridduels.duel import Duel
from gridduels.engine.values import Evaluation, MoveValues
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.protocol.codec import Reader, as_refused
from gridduels.protocol.requests import Move, NewDuel
from gridduels.protocol.state import State
from gridduels.record import HUMAN, dumps
from gridduels.registry import definition, definitions
from gridduels.text import describe_rules
from gridduels.web.actions import act, begin
from gridduels.web.new_duel import web_players
from gridduels.web.pool.evaluation import VISITOR, OutOfPatience
from gridduels.web.pool.tasks import OutOfTime
from gridduels.web.room import Room
from gridduels.web.saved import must_tell_values
from gridduels.web.site import Site

# --- Access to a web server's duels and workers, through `web.actions`


_NEW_DUEL: Final[Reader[NewDuel]] = Reader(NewDuel)
_LONGEST_WORK: Final = 30.0
"""Maximum time an assistant waits for a computation, in seconds."""
_PAUSE: Final = 0.2
T = TypeVar("T")


class Handle(NamedTuple):
    """A duel and the secret of one of its seats. Without the secret you can watch, but not move.

    >>> Handle.read("Abc123:s3cret"), str(Handle("Abc123"))
    (Handle(id='Abc123', secret='s3cret'), 'Abc123')
    """

    id: str
    secret: str | None = None

    @classmethod
    def read(cls, text: str) -> "Handle":
        id, _, secret = text.strip().partition(":")
        return cls(id, secret or None)

    def __str__(self) -> str:
        return f"{self.id}:{self.secret}" if self.secret else self.id


class Seen(NamedTuple):
    """A duel and its state as reported by the server."""

    duel: Duel
    state: State
    link: str


class Begun(NamedTuple):
    """A new duel and the link for the person taking the other seat, if any."""

    handle: Handle
    invitation: str | None


class Desk:
    """A site and its public address."""

    def __init__(self, site: Site, url: Callable[[Context[Any, Any]], str]) -> None:
        self.site = site
        self._url = url

    async def begin(self, context: Context[Any, Any], wish: dict[str, Any]) -> Begun:
        """Begin a duel."""
        asked = _NEW_DUEL.read(msgspec.json.encode({key: value for key, value in wish.items() if value is not None}))
        begun = await begin(self.site, scope_of(context), asked)
        handle = Handle(begun.room.live.saved.id, begun.secret)
        link = f"{self._link(context, handle)}#join={begun.invite}" if begun.invite else None
        return Begun(handle, link)

    async def look(self, context: Context[Any, Any], handle: Handle) -> Seen:
        """Return a duel in its current state."""
        return self._seen(context, await self.site.rooms.find(handle.id), handle)

    async def study(self, context: Context[Any, Any], handle: Handle) -> Seen:
        """Return a duel whose values may be revealed."""
        must_tell_values((await self.site.rooms.find(handle.id)).live)
        return await self.look(context, handle)

    async def move(self, context: Context[Any, Any], handle: Handle, move: str) -> Seen:
        """Play a move for this seat; return the resulting duel."""
        room = await self.site.rooms.find(handle.id)
        wanted = Move(ply=room.live.duel.ply, move=move)
        await (await act(self.site, scope_of(context), room, wanted, handle.secret))
        return self._seen(context, room, handle)

    async def wait(self, context: Context[Any, Any], handle: Handle, seconds: float) -> Seen:
        """Wait until it is this seat's turn, the game is over or the timeout expires; return the duel."""
        until = time.monotonic() + min(max(seconds, 0.0), self.site.settings.wait_seconds)
        while True:
            room = await self.site.rooms.find(handle.id)
            live, left = room.live, until - time.monotonic()
            if live.duel.outcome or live.duel.turn in live.saved.sides_of(handle.secret) or left <= 0:
                return self._seen(context, room, handle)
            with self.site.rooms.visit(room, self.site.addresses.visitor(scope_of(context))):
                await room.later_than(live.saved.version, left, handle.secret)

    async def work(self, context: Context[Any, Any], ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the workers repeatedly until they have the answer."""
        VISITOR.set(self.site.addresses.visitor(scope_of(context)))
        until = time.monotonic() + _LONGEST_WORK
        while True:
            try:
                return await ask()
            except OutOfPatience as waiting:
                if time.monotonic() > until:
                    raise GridDuelsError(f"This is still being computed ({waiting.stage}). Ask again.") from None
                await asyncio.sleep(_PAUSE)
            except OutOfTime as error:
                raise GridDuelsError(f"This server can't answer that: {error}.") from None

    def _seen(self, context: Context[Any, Any], room: Room, handle: Handle) -> Seen:
        return Seen(room.live.duel, room.state(handle.secret), self._link(context, handle))

    def _link(self, context: Context[Any, Any], handle: Handle) -> str:
        return f"{self._url(context)}/duel/{handle.id}"


def scope_of(context: Context[Any, Any]) -> Scope | None:
    """Return the ASGI scope of an assistant's HTTP request; None over standard input."""
    request = context.request_context.request
    return None if request is None else request.scope


def chosen_game(game: str, size: int | str | None, rules: dict[str, Any] | None) -> Game:
    """Return the game named by a tool's arguments."""
    return Game(definition(game), size, {name: str(value) for name, value in (rules or {}).items()})


# --- Answers


Tool = Callable[..., Awaitable[CallToolResult]]
_READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_BEGINS: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_MOVES: Final = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
"""Destructive, because a move cannot be taken back."""
_CALLED: Final = "Assistant"
"""The assistant's name, as shown to people in its duels."""


class TextView(BaseModel):
    """Plain text."""

    text: str


class DuelView(BaseModel):
    """A duel in its current state."""

    duel: str = Field(description="the duel's handle")
    game: str
    ply: int
    position: str
    moves: list[str]
    you: int | str | None = Field(description="your side; null if you are watching")
    to_move: int | None = Field(description="the player to move; null if the game is over")
    legal_moves: list[str]
    winner: int | None = Field(description="null while the game is in progress, and after a draw")
    reason: str | None = Field(description="why the game ended")
    link: str = Field(description="where people can watch")


class MoveValue(BaseModel):
    """An exact value, from the point of view of the player to move."""

    outcome: str = Field(description="win, loss, draw or perpetual")
    plies: int | None = Field(description="plies to the end under best play")


class ValuesView(BaseModel):
    """The exact values of a position and its legal moves."""

    value: MoveValue
    moves: dict[str, MoveValue]


def answered(desk: Desk, view: type[BaseModel] = TextView) -> Callable[[Callable[..., Awaitable[Any]]], Tool]:
    """Convert a tool's text to a result with structured content, and its refusals to one-sentence errors, which are
    counted. The schema of `view` becomes the tool's output schema."""

    def decorate(tool: Callable[..., Awaitable[Any]]) -> Tool:
        @functools.wraps(tool)
        async def call(*arguments: Any, **named: Any) -> CallToolResult:
            try:
                found = await tool(*arguments, **named)
            except GridDuelsError as error:
                desk.site.metrics.refused(as_refused(error).code)
                return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)
            if isinstance(found, CallToolResult):
                return found
            return _result(str(found), TextView(text=str(found)))

        returned = Annotated[CallToolResult, view]
        call.__annotations__ = tool.__annotations__ | {"return": returned}
        call.__dict__["__signature__"] = inspect.signature(tool).replace(return_annotation=returned)
        return call

    return decorate


def _result(text: str, view: BaseModel, *more: ImageContent) -> CallToolResult:
    content: list[Any] = [TextContent(type="text", text=text), *more]
    return CallToolResult(content=content, structured_content=view.model_dump())


async def shown(desk: Desk, context: Context[Any, Any], seen: Seen, handle: Handle, before: str = "") -> CallToolResult:
    """Return a duel as text, an image and structured data. If the workers are too busy to draw it, omit the image."""
    duel, images = seen.duel, []
    with suppress(GridDuelsError):
        image = base64.b64encode(await desk.work(context, lambda: desk.site.evaluator.image(duel, dark=False))).decode()
        images.append(ImageContent(type="image", data=image, mime_type="image/png"))
    text = (f"{before}\n" if before else "") + describe(seen, handle)
    view = DuelView(
        duel=str(handle),
        game=duel.game.id,
        ply=duel.ply,
        position=duel.game.text(duel.position),
        moves=list(duel.moves),
        you=seen.state.you,
        to_move=None if duel.outcome else duel.turn,
        legal_moves=list(duel.legal_moves),
        winner=(duel.outcome.winner or None) if duel.outcome else None,
        reason=str(duel.outcome.reason) if duel.outcome else None,
        link=seen.link,
    )
    return _result(text, view, *images)


def describe(seen: Seen, handle: Handle) -> str:
    """Describe a duel: the board, whose turn it is, and the legal moves."""
    duel, state = seen.duel, seen.state
    words = duel.game.words
    lines = [f"{duel.game.title} {duel.game.board}, ply {duel.ply}; duel {handle}"]
    names = _name(state.p1, state.names.one), _name(state.p2, state.names.two)
    lines.append(f"{words.player(1)}: {names[0]}. {words.player(2)}: {names[1]}. {_you(state.you, duel)}")
    lines += ["", words.board(duel.game, duel.position), ""]
    lines += [words.status(duel)] if words.status(duel) else []
    lines.append(f"Moves so far: {' '.join(duel.moves) or 'none'}")
    if duel.outcome:
        lines.append(f"{words.why(duel)} {words.victory(duel)}")
    else:
        lines.append(f"{words.player(duel.turn)} is to move: {', '.join(duel.legal_moves)}")
    return "\n".join([*lines, f"People can watch at {seen.link}"])


def _name(player: str, name: str | None) -> str:
    return name or ("person" if player == HUMAN else player)


def _you(you: Any, duel: Duel) -> str:
    if you is None:
        return "You are watching."
    return "You play both sides." if you == "both" else f"You are {duel.game.words.player(int(you))}."


# --- Tools for playing


GameId = Annotated[str, Field(description="a game's id, such as light-cycle", max_length=60)]
Size = Annotated[int | str | None, Field(description="board size: cells along an edge, or rows and columns, e.g. 6x7")]
Rules = Annotated[dict[str, str | int] | None, Field(description="rulings by name, such as {'repetition': 'endless'}")]
DuelHandle = Annotated[str, Field(description="the handle that begin_duel returned", max_length=200)]
MoveWord = Annotated[str, Field(description="a move, such as up, up3 or @2,0", max_length=40)]


def add_play_tools(server: MCPServer[Any], desk: Desk) -> None:
    """Register the tools for playing."""

    @server.tool(annotations=_READS)
    @answered(desk)
    async def list_games() -> str:
        """List the games, their boards and the available opponents."""
        games = [
            f"{each.id}: {each.title}. {each.summary} Boards: {', '.join(map(str, each.sizes))} (usually {each.size})."
            for each in definitions()
        ]
        players = [f"{name}: {about}" for name, about in web_players().items() if name != HUMAN]
        return "\n".join([*games, "", "Opponents:", "person: someone you send a link to", *players, "level:N: 1 to 10"])

    @server.tool(annotations=_READS)
    @answered(desk)
    async def read_rules(game: GameId, size: Size = None, rules: Rules = None) -> str:
        """Explain a game: its rules, rulings and notation."""
        chosen = chosen_game(game, size, rules)
        return f"{describe_rules(chosen)}\n\nMoves: {chosen.words.notation}."

    @server.tool(annotations=_BEGINS)
    @answered(desk, DuelView)
    async def begin_duel(
        context: Context,
        game: GameId,
        opponent: Annotated[str, Field(description="person, or an opponent from list_games", max_length=40)] = "medium",
        seat: Annotated[int, Field(description="your seat: 1 or 2", ge=1, le=2)] = 1,
        size: Size = None,
        rules: Rules = None,
    ) -> Any:
        """Start a duel and take a seat in it. If your opponent is a person, give them the link; they play in a
        browser."""
        other = HUMAN if opponent == "person" else opponent
        players = {"p1": HUMAN, "p2": other} if seat == 1 else {"p1": other, "p2": HUMAN}
        begun = await desk.begin(
            context, {"game": game, "size": size, "rule": rules, "seat": seat, "name": _CALLED, **players}
        )
        invitation = f"Your opponent can take the other seat at {begun.invitation}" if begun.invitation else ""
        return await shown(desk, context, await desk.look(context, begun.handle), begun.handle, invitation)

    @server.tool(annotations=_READS)
    @answered(desk, DuelView)
    async def look(context: Context, duel: DuelHandle) -> Any:
        """Show a duel: the board as text and as an image, whose turn it is, and the legal moves."""
        handle = Handle.read(duel)
        return await shown(desk, context, await desk.look(context, handle), handle)

    @server.tool(annotations=_READS)
    @answered(desk)
    async def legal_moves(context: Context, duel: DuelHandle) -> str:
        """List the legal moves."""
        seen = await desk.look(context, Handle.read(duel))
        return ", ".join(seen.duel.legal_moves) or "none; the game is over"

    @server.tool(annotations=_MOVES)
    @answered(desk, DuelView)
    async def move(context: Context, duel: DuelHandle, move: MoveWord) -> Any:
        """Play a move. Your opponent replies later; call wait_for_turn to see the reply."""
        handle = Handle.read(duel)
        return await shown(desk, context, await desk.move(context, handle, move.strip()), handle)

    @server.tool(annotations=_READS)
    @answered(desk, DuelView)
    async def wait_for_turn(
        context: Context,
        duel: DuelHandle,
        seconds: Annotated[float, Field(description="maximum seconds to wait, up to 25", ge=0, le=600)] = 20.0,
    ) -> Any:
        """Wait until it is your turn, the game is over or the given number of seconds has passed, then show the
        duel."""
        handle = Handle.read(duel)
        return await shown(desk, context, await desk.wait(context, handle, seconds), handle)


# --- Tools that reveal exact values; omitted with `--no-values`


_LONGEST_RECORD = 10_000


async def _evaluation(desk: Desk, context: Context[Any, Any], duel: Duel) -> Evaluation:
    if duel.outcome:
        raise GridDuelsError("The game is over.")
    worth = await desk.work(context, lambda: desk.site.evaluator.worth(duel))
    if worth.value is None:
        raise GridDuelsError(worth.note or "The value is unknown on this server.")
    return Evaluation(worth.value, MoveValues(worth.moves), duel.barred_moves)


def add_value_tools(server: MCPServer[Any], desk: Desk) -> None:
    """Register the tools that reveal values."""

    @server.tool(annotations=_READS)
    @answered(desk, ValuesView)
    async def values(context: Context, duel: DuelHandle) -> Any:
        """Show the exact value of the position and of each legal move."""
        seen = await desk.study(context, Handle.read(duel))
        found = await _evaluation(desk, context, seen.duel)
        player = seen.duel.game.words.player(seen.duel.turn)
        text = "\n".join([f"{player} to move: {found.value}", *found.lines()])
        moves = {move: MoveValue(**value._asdict()) for move, value in found.moves.items()}
        return _result(text, ValuesView(value=MoveValue(**found.value._asdict()), moves=moves))

    @server.tool(annotations=_READS)
    @answered(desk)
    async def hint(context: Context, duel: DuelHandle) -> str:
        """Suggest a best move and explain why."""
        seen = await desk.study(context, Handle.read(duel))
        found = await _evaluation(desk, context, seen.duel)
        note = note_on(seen.duel, found.best_moves[0], found)
        others = f"; as good: {', '.join(found.best_moves[1:])}" if found.best_moves[1:] else ""
        return f"{note.move}: it {note.reason}{others}"

    @server.tool(annotations=_READS)
    @answered(desk)
    async def explain_move(context: Context, duel: DuelHandle, move: MoveWord) -> str:
        """Explain a move: why it is illegal, or how it changes the value of the position."""
        seen = await desk.study(context, Handle.read(duel))
        seen.duel.play(move)
        found = await _evaluation(desk, context, seen.duel)
        note = note_on(seen.duel, move, found)
        return f"{move} is {note.verdict}: {note.explanation}. {note.verdict.sentence}"

    @server.tool(annotations=_READS)
    @answered(desk)
    async def puzzle(
        context: Context,
        game: GameId,
        plies: Annotated[int | None, Field(description="length in plies, odd and at least 3", ge=1, le=125)] = None,
        seed: Annotated[str | None, Field(description="the same seed gives the same puzzle", max_length=60)] = None,
        size: Size = None,
        rules: Rules = None,
    ) -> str:
        """Set a puzzle: a position with exactly one winning move. Answer with solve_puzzle."""
        chosen, seed = chosen_game(game, size, rules), seed or secrets.token_hex(6)
        found = await desk.work(context, lambda: desk.site.evaluator.puzzle(chosen, seed, plies))
        if found is None:
            raise GridDuelsError(f"{chosen.title} has no such puzzle on this board. Choose a larger one.")
        board = chosen.words.board(chosen, chosen.position(found.position))
        return f"{found.title}\n\n{board}\n\nposition: {found.position}\nseed: {seed}"

    @server.tool(annotations=_READS)
    @answered(desk)
    async def solve_puzzle(
        context: Context,
        game: GameId,
        position: Annotated[str, Field(description="the position that puzzle returned", max_length=200)],
        move: MoveWord,
        size: Size = None,
        rules: Rules = None,
    ) -> str:
        """Check the first move of your solution to a puzzle and show the opponent's longest defence."""
        duel = Duel(chosen_game(game, size, rules), start=position)
        duel.play(move)
        judged = await desk.work(context, lambda: desk.site.evaluator.judge(duel, move))
        if not judged.right:
            return f"{'Slower' if judged.verdict.keeps else 'Wrong'}: {move} is a {judged.value}."
        return f"Right: {judged.value}." + (
            f" The longest defence is {' '.join(judged.reply)}." if judged.reply else ""
        )

    @server.tool(annotations=_READS)
    @answered(desk)
    async def analyse_record(
        context: Context,
        record: Annotated[str, Field(description="a game record (docs/records.md)", max_length=_LONGEST_RECORD)],
    ) -> str:
        """Show the value of every move in a recorded game."""
        duels = await desk.work(context, lambda: desk.site.evaluator.read(record))
        if len(duels) != 1:
            raise GridDuelsError(f"This text contains {len(duels)} games. Pass exactly one.")
        [duel] = duels
        found = await desk.work(context, lambda: desk.site.evaluator.analyse(duel))
        lines = [f"{note.ply}. {note.move}: {note.verdict}, {note.reason}" for note in found.notes]
        return "\n".join([*lines, *([found.note] if found.note else [])]) or "The record has no moves."


# --- Resources


def add_resources(server: MCPServer[Any], desk: Desk) -> None:
    """Register the resources."""

    @server.resource("gridduels://rules", name="games", mime_type="text/plain")
    def games() -> str:
        """The games, one per line."""
        return "\n".join(f"{each.id}: {each.title}. {each.summary}" for each in definitions())

    @server.resource("gridduels://rules/{game}", name="rules", mime_type="text/plain")
    def rules(game: str) -> str:
        """A game's rules, including its rulings."""
        try:
            return describe_rules(chosen_game(game, None, None))
        except GridDuelsError as error:
            raise ResourceError(str(error)) from None

    @server.resource("gridduels://records/{duel}", name="record", mime_type="text/plain")
    async def record(duel: str) -> str:
        """A duel's game record, by duel id."""
        try:
            room = await desk.site.rooms.find(duel)
        except GridDuelsError as error:
            raise ResourceError(str(error)) from None
        return dumps(room.live.record)


# --- Prompts


def add_prompts(server: MCPServer[Any], *, values: bool) -> None:
    """Register the prompts."""

    @server.prompt()
    def play(game: str, opponent: str = "medium") -> str:
        """Play a duel to the end."""
        chosen = _known(game)
        return (
            f"Play {chosen.title} to the end with the gridduels tools: begin_duel (game {chosen.id!r}, "
            f"opponent {opponent!r}), then alternate move and wait_for_turn until the game is over. Think before each "
            "move, and do not ask for values or hints. If the opponent is a person, give them the link and wait. At "
            f"the end, say who won and why.\n\n{describe_rules(chosen)}"
        )

    @server.prompt()
    def teach(game: str) -> str:
        """Teach someone a game."""
        chosen = _known(game)
        truth = "Set puzzles, and use hint and explain_move to show why a move is right or wrong. " if values else ""
        return (
            f"Teach me {chosen.title}. Explain the rules in your own words, then play a slow duel with me (begin_duel, "
            "opponent 'person': give me the link). Before each of my moves ask what I see; after it, say what it did. "
            f"{truth}One idea at a time.\n\n{describe_rules(chosen)}"
        )


def _known(game: str) -> Game:
    try:
        return chosen_game(game, None, None)
    except GridDuelsError as error:
        raise MCPError(INVALID_PARAMS, str(error)) from None


# --- The server


_ABOUT: Final = """\
Small two-player grid games against the computer, or against people who play in a browser. list_games lists the games, \
and begin_duel starts a duel and returns its handle. The handle lets you move, so pass it only to the tools."""


def make_server(desk: Desk, *, values: bool) -> MCPServer[Any]:
    """Return a desk's MCP server. Without `values`, its tools cover the rules but not the values of moves."""
    server: MCPServer[Any] = MCPServer(
        "gridduels", title="Grid Duels", instructions=_ABOUT, version=__version__, log_level="WARNING"
    )
    add_play_tools(server, desk)
    if values:
        add_value_tools(server, desk)
    add_resources(server, desk)
    add_prompts(server, values=values)
    return server
