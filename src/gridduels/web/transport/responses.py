"""Responses: messages as answers over HTTP."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import Response

from gridduels.web.messages.codec import write
from gridduels.web.messages.refusals import Refused

__all__ = ["JSON", "json_response", "refusal_response"]

JSON: Final = "application/json"


def json_response(message: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A message, or a list or dict of messages."""
    return Response(write(message), status, headers, JSON)


def refusal_response(refused: Refused) -> Response:
    """A refusal, with the status of its code."""
    return json_response(refused.message, refused.status)
