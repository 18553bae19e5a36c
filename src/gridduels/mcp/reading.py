"""Resources: the rules of each game, and the record of each duel."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError

from gridduels.errors import GridDuelsError
from gridduels.mcp.desk import Desk, chosen_game
from gridduels.record import Record, dumps
from gridduels.registry import definitions
from gridduels.terminal.describe import describe_rules
from gridduels.web.dates import utc

__all__ = ["add_reading"]


def add_reading(server: MCPServer[Any], desk: Desk) -> None:
    """Adds the resources."""

    @server.resource("gridduels://rules", name="games", mime_type="text/plain")
    def games() -> str:
        """The games, one in a line."""
        return "\n".join(f"{each.id}: {each.title}. {each.summary}" for each in definitions())

    @server.resource("gridduels://rules/{game}", name="rules", mime_type="text/plain")
    def rules(game: str) -> str:
        """The rules of a game with its rulings."""
        try:
            return describe_rules(chosen_game(game, None, None))
        except GridDuelsError as error:
            raise ResourceError(str(error)) from None

    @server.resource("gridduels://records/{duel}", name="record", mime_type="text/plain")
    async def record(duel: str) -> str:
        """The record of a duel, by its id."""
        try:
            saved, played = (await desk.site.rooms.find(duel)).live
        except GridDuelsError as error:
            raise ResourceError(str(error)) from None
        date = utc(saved.created).date().isoformat()
        return dumps(Record(played, saved.players, {"Date": date}))
