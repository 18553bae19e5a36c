"""Answers that may have to be worked out first: until then they say how far that is."""

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gridduels.web.compute.computing import VISITOR, OutOfPatience
from gridduels.web.messages.answers import Working
from gridduels.web.site import site_of
from gridduels.web.transport.responses import json_response

__all__ = ["SMALLER", "Handler", "get", "or_working"]

Handler = Callable[[Request], Awaitable[Response]]


SMALLER: Final = (Middleware(GZipMiddleware, minimum_size=300),)
"""For what is the same for many; what is still smaller would not become so."""


def get(path: str, handler: Handler, middleware: Sequence[Middleware] = ()) -> Route:
    """The route of something to ask for."""
    return Route(path, or_working(handler), methods=["GET"], name=path, middleware=middleware)


def or_working(handler: Handler) -> Handler:
    """A handler whose answer may have to be worked out first."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        VISITOR.set(site_of(request.scope).addresses.visitor(request.scope))
        try:
            return await handler(request)
        except OutOfPatience as waiting:
            told = Working(stage=waiting.stage, done=waiting.done, total=waiting.total)
            return json_response(told, 202, {"Retry-After": "1", "Cache-Control": "no-store"})

    return handle
