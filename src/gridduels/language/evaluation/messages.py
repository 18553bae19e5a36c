"""Messages: what a model is asked, with the duel itself beside the text, where only our own players look."""

import base64
from typing import Any, Final

from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, ContentText

from gridduels.language.questions import Question
from gridduels.language.telling import Telling

__all__ = ["ASKED", "ask_for_move", "ask_question", "asked"]

ASKED: Final = "gridduels"
"""The key in a message's metadata, which no provider sends."""


def ask_for_move(telling: Telling, before: str = "", *, rules: bool = True) -> ChatMessageUser:
    """The question for a move, after something else that is to be said."""
    text = (f"{before}\n\n" if before else "") + telling.prompt(rules=rules)
    drawn = telling.picture()
    if drawn is None:
        return ChatMessageUser(content=text, metadata={ASKED: {"telling": telling.as_data()}})
    image = ContentImage(image=f"data:image/png;base64,{base64.b64encode(drawn).decode()}")
    return ChatMessageUser(content=[ContentText(text=text), image], metadata={ASKED: {"telling": telling.as_data()}})


def ask_question(question: Question) -> ChatMessageUser:
    """A question about the rules."""
    known = {"answer": question.answer, "guesses": list(question.guesses)}
    return ChatMessageUser(content=question.text, metadata={ASKED: {"question": known}})


def asked(messages: list[ChatMessage]) -> dict[str, Any] | None:
    """What was asked last, as data."""
    for message in reversed(messages):
        if message.metadata and ASKED in message.metadata:
            found: dict[str, Any] = message.metadata[ASKED]
            return found
    return None
