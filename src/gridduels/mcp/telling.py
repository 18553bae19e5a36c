"""How tools answer: in words, with a picture where a board is shown; a refusal is the product's own sentence."""

import base64
import functools
from collections.abc import Awaitable, Callable
from typing import Any

from mcp_types import CallToolResult, ImageContent, TextContent

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.mcp.desk import Desk, Handle, Seen
from gridduels.pictures.raster import png_of
from gridduels.web.messages.refusals import as_refused

__all__ = ["answered", "describe", "shown"]

Tool = Callable[..., Awaitable[CallToolResult]]


def answered(desk: Desk) -> Callable[[Callable[..., Awaitable[Any]]], Tool]:
    """Make a tool's text an answer, and its refusals errors of one sentence, which are counted."""

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
            return CallToolResult(content=[TextContent(type="text", text=str(found))])

        call.__annotations__ = tool.__annotations__ | {"return": CallToolResult}
        return call

    return decorate


def shown(seen: Seen, handle: Handle, before: str = "") -> CallToolResult:
    """A duel as text and as a picture."""
    image = base64.b64encode(png_of(seen.duel)).decode()
    text = (f"{before}\n" if before else "") + describe(seen, handle)
    return CallToolResult(
        content=[TextContent(type="text", text=text), ImageContent(type="image", data=image, mime_type="image/png")]
    )


def describe(seen: Seen, handle: Handle) -> str:
    """A duel in words: the board, whose turn it is, and what may be played."""
    duel, state = seen.duel, seen.state
    words = duel.game.words
    lines = [f"{duel.game.title} {duel.game.board}, ply {duel.ply}; duel {handle}"]
    lines.append(f"{words.player(1)}: {state.p1}. {words.player(2)}: {state.p2}. {_you(state.you, duel)}")
    lines += ["", words.board(duel.game, duel.position), ""]
    lines += [words.status(duel)] if words.status(duel) else []
    lines.append(f"Moves so far: {' '.join(duel.moves) or 'none'}")
    if duel.outcome:
        lines.append(f"{words.why(duel)} {words.victory(duel)}")
    else:
        lines.append(f"{words.player(duel.turn)} is to move: {', '.join(duel.legal_moves)}")
    return "\n".join([*lines, f"People watch at {seen.link}"])


def _you(you: Any, duel: Duel) -> str:
    if you is None:
        return "You are watching."
    return "You play both." if you == "both" else f"You are {duel.game.words.player(int(you))}."
