"""Refused: what a visitor asked for and does not get, as an exception."""

from msgspec import UNSET

from gridduels.errors import GridDuelsError
from gridduels.web.messages.answers import Refusal
from gridduels.web.messages.codes import Code, code_of
from gridduels.web.messages.state import State

__all__ = ["Refused", "as_refused"]


class Refused(GridDuelsError):
    """Something refused, with a code for programs and a sentence for people; where it helps, how the duel stands.

    >>> Refused(Code.TAKEN, "This seat is taken.").message
    Refusal(code=<Code.TAKEN: 'taken'>, sentence='This seat is taken.', state=UNSET)
    """

    code: Code

    def __init__(self, code: Code, sentence: str, *, status: int | None = None, state: State | None = None) -> None:
        self.code = code
        self.status = status or code.status
        self.state = state
        super().__init__(sentence)

    @property
    def message(self) -> Refusal:
        """The same as a message."""
        return Refusal(code=self.code, sentence=str(self), state=UNSET if self.state is None else self.state)


def as_refused(error: GridDuelsError) -> Refused:
    """The same refusal for the web, whoever it comes from."""
    return error if isinstance(error, Refused) else Refused(code_of(error.code), str(error))
