"""A tiny server for each of the websocket libraries compared by `python benchmarks transports`.

Every client connected to a path receives every message sent there, padded to the length of a State. The server runs as
a separate process: `python transport_servers.py NAME PORT`.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Final

_FILLING: Final = '","filling":"' + "x" * 1000 + '"}'
_HOST: Final = "127.0.0.1"


def answer(message: str) -> str:
    """Return the text that every client receives after a message."""
    return '{"heard":"' + message + _FILLING


async def _asgi(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Run an ASGI server without a framework."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return await send({"type": "lifespan.shutdown.complete"})
    await receive()
    await send({"type": "websocket.accept"})
    here = _meeting[scope["path"]]
    here.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        told = {"type": "websocket.send", "text": answer(message["text"])}
        for each in here:
            await each(told)


_meeting: defaultdict[str, list[Any]] = defaultdict(list)


def _starlette() -> Any:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    async def meet(socket: WebSocket) -> None:
        await socket.accept()
        here = _meeting[socket.url.path]
        here.append(socket)
        try:
            while True:
                told = answer(await socket.receive_text())
                for each in here:
                    await each.send_text(told)
        except WebSocketDisconnect:
            here.remove(socket)

    return Starlette(routes=[WebSocketRoute("/{path}", meet)])


def _uvicorn(app: Any, protocol: Any, port: int) -> None:
    import uvicorn

    uvicorn.run(
        app, host=_HOST, port=port, ws=protocol, ws_per_message_deflate=False, log_level="error", access_log=False
    )


def _granian(port: int) -> None:
    granian: Any = import_module("granian.server")
    granian.Server("transport_servers:_asgi", address=_HOST, port=port, interface="asgi", log_access=False).serve()


def _run(main: Callable[[], Awaitable[None]]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(main())  # type: ignore[arg-type]
    else:
        uvloop.run(main())  # type: ignore[arg-type]


def _websockets(port: int) -> None:
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    async def meet(socket: ServerConnection) -> None:
        assert socket.request is not None
        here = _meeting[socket.request.path]
        here.append(socket)
        async for message in socket:
            broadcast(here, answer(str(message)))

    async def main() -> None:
        async with serve(meet, _HOST, port, compression=None) as server:
            await server.serve_forever()

    _run(main)


def _picows(port: int) -> None:
    picows: Any = import_module("picows")
    text = picows.WSMsgType.TEXT

    class Meeting(picows.WSListener):  # type: ignore[misc]
        def __init__(self, path: bytes) -> None:
            self._here = _meeting[path.decode()]

        def on_ws_connected(self, transport: Any) -> None:
            self._here.append(transport)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type != text:
                transport.disconnect()
                return
            told = answer(frame.get_payload_as_utf8_text()).encode()
            for each in self._here:
                each.send(text, told)

        def on_ws_disconnected(self, transport: Any) -> None:
            self._here.remove(transport)

    def meet(request: Any) -> Meeting:
        return Meeting(request.path)

    async def main() -> None:
        server = await picows.ws_create_server(meet, _HOST, port)
        await server.serve_forever()

    _run(main)


SERVERS: Final[dict[str, Callable[[int], None]]] = {
    "uvicorn, websockets-sansio": lambda port: _uvicorn(_asgi, "websockets-sansio", port),
    "uvicorn, websockets": lambda port: _uvicorn(_asgi, "websockets", port),
    "uvicorn, wsproto": lambda port: _uvicorn(_asgi, "wsproto", port),
    "uvicorn, websockets-sansio, Starlette": lambda port: _uvicorn(_starlette(), "websockets-sansio", port),
    "granian": _granian,
    "websockets": _websockets,
    "picows": _picows,
}


if __name__ == "__main__":
    SERVERS[sys.argv[1]](int(sys.argv[2]))
