"""JSON: what comes in, checked against the message it must be; what goes out."""

from typing import Any, Final, Generic, TypeVar

import msgspec

from gridduels.web.messages.base import Message
from gridduels.web.messages.codes import Code
from gridduels.web.messages.faults import sentence_on
from gridduels.web.messages.refusals import Refused

__all__ = ["Reader", "write", "write_text"]

T = TypeVar("T")
_ENCODER: Final = msgspec.json.Encoder()
write: Final = _ENCODER.encode
"""A message, or a list or dict of messages, as JSON."""


def write_text(message: Message) -> str:
    """A message as JSON for a websocket, which sends texts."""
    return write(message).decode()


class Reader(Generic[T]):
    """Reads one sort of message, or refuses with a sentence that says what is wrong.

    >>> from gridduels.web.messages.requests import Move
    >>> Reader[Move](Move).read('{"ply": 4, "move": "up"}')
    Move(ply=4, move='up')
    >>> Reader[Move](Move).read('{"ply": "4", "move": "up"}')
    Traceback (most recent call last):
    gridduels.web.messages.refusals.Refused: "ply" must be a whole number from 0 to 1000000, not '4'.
    """

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)

    def read(self, text: str | bytes) -> T:
        """The message."""
        try:
            return self._decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise Refused(Code.MALFORMED, sentence_on(text, self._kind)) from None
