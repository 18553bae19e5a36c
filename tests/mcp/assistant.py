"""An assistant: the official SDK's own client, over either transport."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

T = TypeVar("T")


class Assistant:
    """Calls tools and checks their results."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> str:
        """Return the text of a result that is not an error."""
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, text_of(answer)
        return text_of(answer)

    async def refused(self, tool: str, **arguments: Any) -> str:
        """Return the sentence of a refusal."""
        answer = await self.client.call_tool(tool, arguments)
        assert answer.is_error, text_of(answer)
        return text_of(answer)

    async def begin(self, game: str = "light-cycle", **arguments: Any) -> tuple[str, str]:
        """Begin a duel; return its handle and the whole text."""
        told = await self.call("begin_duel", game=game, **arguments)
        found = re.search(r"; duel (\S+)", told)
        assert found, told
        return found[1], told


def text_of(answer: Any) -> str:
    return str(answer.content[0].text)


def stdio(*options: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "gridduels", "mcp", *options])


def with_assistant(server: str | StdioServerParameters, work: Callable[[Assistant], Awaitable[T]]) -> T:
    """Run a coroutine with an assistant, connected for its duration."""

    async def whole() -> T:
        async with Client(server) as client:
            return await work(Assistant(client))

    return asyncio.run(whole())
