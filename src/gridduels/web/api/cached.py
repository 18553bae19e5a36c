"""Answers that browsers may keep: JSON, text and pictures that depend on nothing but the question, or change seldom."""

import hashlib
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from gridduels.web.messages.codec import write
from gridduels.web.transport.responses import JSON

__all__ = ["cached", "cached_json"]

_KEPT: Final = "public, max-age=3600"
"""For what depends on nothing but the question and our version."""
_ASKED: Final = "no-cache"
"""For what may change: browsers ask each time, and get a 304 while it has not."""


def cached(
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


def cached_json(request: Request, message: Any, *, kept: bool = False) -> Response:
    """A message, or a list of messages, that can be asked for again."""
    return cached(request, write(message), JSON, kept=kept)
