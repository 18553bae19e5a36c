"""Every message as a JSON Schema by its name, made of the messages themselves."""

from typing import Any, Final

import msgspec

from gridduels.analysis.turning import Turning
from gridduels.engine.verdict import Verdict
from gridduels.web.messages import answers, base, game, lines, lobby, requests, values
from gridduels.web.messages.codes import Code

__all__ = ["SCHEMAS", "Schema", "body_of", "schema_of"]

Schema = dict[str, Any]
_REFERENCE: Final = "#/components/schemas/{name}"
_NAMED: Final = {"Side": base.Side, "Said": requests.Said, "Told": answers.Told}
"""What has a name though it is no message."""
_MESSAGES: Final = (
    *_NAMED.values(),
    game.Game,
    game.Opponent,
    game.Player,
    game.Lesson,
    requests.NewDuel,
    requests.Join,
    requests.ShowInvitation,
    requests.OfferSeat,
    requests.TakeSeat,
    requests.PuzzleMove,
    answers.Begun,
    answers.Joined,
    answers.Invitation,
    answers.SeatCode,
    answers.Ready,
    answers.Working,
    answers.Health,
    values.Analysis,
    lobby.Lobby,
    lobby.Pair,
    lines.Hint,
    lines.Line,
    lines.Puzzle,
    lines.PuzzleAnswer,
    lines.PuzzleSolution,
    lines.Sample,
)

_SENTENCES: Final[dict[str, dict[str, str]]] = {
    "Code": {code: code.sentence for code in Code},
    "Turning": {turning: turning.sentence for turning in Turning},
    "Verdict": {verdict: verdict.sentence for verdict in Verdict},
}
"""What each member of an enum means."""


def _schemas() -> dict[str, Schema]:
    found, components = msgspec.json.schema_components(_MESSAGES, ref_template=_REFERENCE)
    for kind, sentences in _SENTENCES.items():
        components[kind]["description"] = "\n".join(f"`{word}`: {sentence}" for word, sentence in sentences.items())
    named = dict(zip(_NAMED, found, strict=False))
    return dict(sorted({**components, **named}.items()))


SCHEMAS: Final = _schemas()


def schema_of(kind: Any) -> Schema:
    """The schema of a message, or of a list or dict of messages; a message is referred to by its name."""
    [found], _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return found


def body_of(kind: Any) -> Schema:
    """The schema of a message over HTTP, where the path says what its `type` says elsewhere."""
    schema = SCHEMAS[kind.__name__]
    return {
        **schema,
        "properties": {name: each for name, each in schema["properties"].items() if name != "type"},
        "required": [name for name in schema["required"] if name != "type"],
    }
