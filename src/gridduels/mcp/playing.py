"""Tools to play: games, rules, duels against players of ours or against people by link."""

from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import Field

from gridduels.mcp.desk import Desk, Handle, chosen_game
from gridduels.mcp.telling import answered, shown
from gridduels.record import HUMAN
from gridduels.registry import definitions
from gridduels.terminal.describe import describe_rules
from gridduels.web.live.new_duel import web_players

__all__ = ["add_playing"]

GameId = Annotated[str, Field(description="a game's id, such as light-cycle", max_length=40)]
Size = Annotated[int | str | None, Field(description="the board: cells along an edge, or rows and columns as 6x7")]
Rules = Annotated[dict[str, str | int] | None, Field(description="rulings by name, such as {'repetition': 'endless'}")]
DuelHandle = Annotated[str, Field(description="a duel, as begin_duel named it", max_length=200)]
MoveWord = Annotated[str, Field(description="a move, such as up, up3 or @2,0", max_length=40)]


def add_playing(server: MCPServer[Any], desk: Desk) -> None:
    """Adds the tools."""

    @server.tool(structured_output=False)
    @answered(desk)
    async def list_games() -> str:
        """Lists the games, their boards, and who can be played against."""
        games = [
            f"{each.id}: {each.title}. {each.summary} Boards: {', '.join(map(str, each.sizes))} (usually {each.size})."
            for each in definitions()
        ]
        players = [f"{name}: {about}" for name, about in web_players().items() if name != HUMAN]
        return "\n".join([*games, "", "Opponents:", "person: a person, who gets a link", *players, "level:N: 1 to 10"])

    @server.tool(structured_output=False)
    @answered(desk)
    async def read_rules(game: GameId, size: Size = None, rules: Rules = None) -> str:
        """Explains a game: its rules, its rulings, and how moves are written."""
        chosen = chosen_game(game, size, rules)
        return f"{describe_rules(chosen)}\n\nMoves: {chosen.words.notation}."

    @server.tool(structured_output=False)
    @answered(desk)
    async def begin_duel(
        context: Context,
        game: GameId,
        opponent: Annotated[str, Field(description="person, or one of list_games", max_length=40)] = "medium",
        seat: Annotated[int, Field(description="1 or 2: where you sit", ge=1, le=2)] = 1,
        size: Size = None,
        rules: Rules = None,
    ) -> Any:
        """Begins a duel and takes a seat in it. Against a person, give them the link: they play in a browser."""
        other = HUMAN if opponent == "person" else opponent
        players = {"p1": HUMAN, "p2": other} if seat == 1 else {"p1": other, "p2": HUMAN}
        begun = await desk.begin(context, {"game": game, "size": size, "rule": rules, "seat": seat, **players})
        invitation = f"The other seat is for whoever opens {begun.invitation}" if begun.invitation else ""
        return shown(await desk.look(context, begun.handle), begun.handle, invitation)

    @server.tool(structured_output=False)
    @answered(desk)
    async def look(context: Context, duel: DuelHandle) -> Any:
        """Shows a duel: the board in text and as a picture, whose turn it is, what may be played."""
        handle = Handle.read(duel)
        return shown(await desk.look(context, handle), handle)

    @server.tool(structured_output=False)
    @answered(desk)
    async def legal_moves(context: Context, duel: DuelHandle) -> str:
        """Lists the moves that are allowed now."""
        seen = await desk.look(context, Handle.read(duel))
        return ", ".join(seen.duel.legal_moves) or "none: the game is over"

    @server.tool(structured_output=False)
    @answered(desk)
    async def move(context: Context, duel: DuelHandle, move: MoveWord) -> Any:
        """Plays a move. The opponent's answer comes in its own time: wait_for_turn tells."""
        handle = Handle.read(duel)
        return shown(await desk.move(context, handle, move.strip()), handle)

    @server.tool(structured_output=False)
    @answered(desk)
    async def wait_for_turn(
        context: Context,
        duel: DuelHandle,
        seconds: Annotated[float, Field(description="the longest to wait, up to 25", ge=0, le=600)] = 20.0,
    ) -> Any:
        """Waits until it is your turn or the game is over, or some seconds have passed; then shows the duel."""
        handle = Handle.read(duel)
        return shown(await desk.wait(context, handle, seconds), handle)
