"""Answers to questions that change nothing: JSON, text and pictures, with what browsers may keep of them."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gridduels.web.compute.computing import VISITOR, Working
from gridduels.web.settings import Settings
from gridduels.web.transport.limits import address_of

__all__ = ["JSON", "Handler", "answer", "fresh_answer", "json_answer", "or_working"]

Handler = Callable[[Request], Awaitable[Response]]
JSON: Final = "application/json"
_KEPT: Final = "public, max-age=3600"
"""For what depends on nothing but the question and our version."""
_ASKED: Final = "no-cache"
"""For what may change: browsers ask each time, and get a 304 while it has not."""


def answer(
    request: Request, body: str | bytes, media_type: str, *, kept: bool = False, file: str | None = None
) -> Response:
    """An answer that can be asked for again: a browser that has it is told so. `file` is the name to save it under."""
    data = body.encode() if isinstance(body, str) else body
    tag = f'"{hashlib.sha256(data).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": _KEPT if kept else _ASKED}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file is not None:
        headers["Content-Disposition"] = f'inline; filename="{file}"'
    if media_type == "image/svg+xml":
        headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(data, headers=headers, media_type=media_type)


def json_answer(request: Request, data: Any, *, kept: bool = False) -> Response:
    """Data that can be asked for again."""
    return answer(request, json.dumps(data), JSON, kept=kept)


def fresh_answer(data: Any) -> Response:
    """Data that is not kept anywhere."""
    return JSONResponse(data, headers={"Cache-Control": "no-store"})


def or_working(handler: Handler) -> Handler:
    """A handler whose answer may have to be worked out first: then it says how far that is."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        settings: Settings = request.app.state.settings
        VISITOR.set(address_of(request.scope, settings.proxy) if settings.rate else "")
        try:
            return await handler(request)
        except Working as working:
            told = {"type": "working", "stage": working.stage, "done": working.done, "total": working.total}
            return JSONResponse(told, 202, {"Retry-After": "1", "Cache-Control": "no-store"})

    return handle
