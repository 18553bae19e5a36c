"""The server of tools, resources and prompts."""

from typing import Any, Final

from mcp.server import MCPServer

from gridduels import __version__
from gridduels.mcp.desk import Desk
from gridduels.mcp.knowing import add_knowing
from gridduels.mcp.playing import add_playing
from gridduels.mcp.prompting import add_prompting
from gridduels.mcp.reading import add_reading

__all__ = ["make_server"]

_ABOUT: Final = """\
Small games for two on a grid, against players of ours or against people in a browser, in the same duel. list_games \
says which there are, begin_duel begins one and names it; that name lets you move, so tell nobody but the tools."""


def make_server(desk: Desk, *, values: bool) -> MCPServer[Any]:
    """A server in front of a desk; without `values` it knows the rules, but not what moves are worth."""
    server: MCPServer[Any] = MCPServer(
        "gridduels", title="Grid Duels", instructions=_ABOUT, version=__version__, log_level="WARNING"
    )
    add_playing(server, desk)
    if values:
        add_knowing(server, desk)
    add_reading(server, desk)
    add_prompting(server, values=values)
    return server
