"""Refused: what a visitor asked for and does not get, as an exception and as the body of an answer."""

import json
from typing import Final

from gridduels.errors import GridDuelsError

__all__ = ["Refused", "as_refused"]

STATUS: Final = {
    "malformed": 400,
    "not-seated": 403,
    "no-such-duel": 404,
    "no-such-page": 404,
    "not-allowed": 405,
    "stale": 409,
    "not-your-turn": 409,
    "taken": 409,
    "over": 409,
    "no-takeback": 409,
    "too-fast": 429,
    "error": 500,
    "busy": 503,
}
"""The HTTP status of each code; 422 for all others, which are those of gridduels.errors."""


class Refused(GridDuelsError):
    """Something refused, with a code for programs and a sentence for people; where it helps, the State as JSON text.

    >>> Refused("taken", "This seat is taken.").body()
    '{"type": "refused", "code": "taken", "sentence": "This seat is taken."}'
    """

    def __init__(self, code: str, sentence: str, *, status: int | None = None, state: str | None = None) -> None:
        self.code = code
        self.status = status or STATUS.get(code, 422)
        self.state = state
        super().__init__(sentence)

    def body(self) -> str:
        """The answer as JSON."""
        body = json.dumps({"type": "refused", "code": self.code, "sentence": str(self)})
        return body if self.state is None else f'{body[:-1]}, "state": {self.state}}}'


def as_refused(error: GridDuelsError) -> Refused:
    """The same refusal for the web, whoever it comes from."""
    return error if isinstance(error, Refused) else Refused(error.code, str(error))
