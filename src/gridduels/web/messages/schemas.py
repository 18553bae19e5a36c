"""What is sent to and by the server, as JSON Schemas by name."""

from typing import Any, Final

from gridduels.duel import Reason

__all__ = ["SCHEMAS", "array", "one_of", "record", "ref"]

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
WHOLE: Final[Schema] = {"type": "integer"}
NUMBER: Final[Schema] = {"type": "number"}
TRUTH: Final[Schema] = {"type": "boolean"}
PLAYER: Final[Schema] = {"type": "integer", "enum": [1, 2]}
CELL: Final[Schema] = {
    "type": "integer",
    "minimum": 0,
    "description": "row * size + column, from 0 at the top-left corner",
}
KIND: Final[Schema] = {
    "type": "string",
    "enum": ["move", "place", "other"],
    "description": "a token goes to a cell, a cell is marked, or neither",
}


def ref(name: str) -> Schema:
    """A schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def one_of(*values: Any) -> Schema:
    return {"enum": list(values)}


def about(schema: Schema, description: str) -> Schema:
    """The same with a description."""
    return {**schema, "description": description}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def record(fields: dict[str, Schema], optional: tuple[str, ...] = (), description: str = "") -> Schema:
    """An object with these fields and no others."""
    found: Schema = {
        "type": "object",
        "properties": fields,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }
    return about(found, description) if description else found


def by_player(schema: Schema) -> Schema:
    return record({"1": schema, "2": schema})


RULES: Final[Schema] = {
    "type": "object",
    "additionalProperties": {"type": ["string", "integer"]},
    "description": "the value of each ruling, by its name",
}
_POSITION: Final = about(TEXT, "a position in one line, as docs/positions.md describes")
_WORD: Final = about(TEXT, "a move as a word: up, up3, @2,0")

_BOARD: Final = record(
    {
        "tokens": array(record({"kind": one_of("1", "2", "o"), "cell": CELL})),
        "marks": array(
            record({"cell": CELL, "kind": one_of("trail-one", "trail-two", "visited", "obstacle", "blocked")})
        ),
        "goals": array(record({"player": PLAYER, "cells": array(CELL)})),
        "last": or_null(record({"cell": or_null(CELL), "from": or_null(CELL), "kind": KIND})),
    },
    description="what stands on the board; `last` is what the last move did",
)
_LEGAL_FIELDS: Final = {
    "move": _WORD,
    "kind": KIND,
    "cell": or_null(CELL),
    "path": about(array(CELL), "the cells a token passes, the last one included; empty for a placement"),
}
_GAME: Final = record(
    {
        "id": TEXT,
        "title": TEXT,
        "summary": TEXT,
        "about": about(TEXT, "the rules"),
        "notation": about(TEXT, "what a move looks like"),
        "sizes": array(WHOLE),
        "size": WHOLE,
        "rules": RULES,
        "rulings": array(
            record(
                {
                    "name": TEXT,
                    "about": TEXT,
                    "values": array({"type": ["string", "integer"]}),
                    "meanings": {"type": "object", "additionalProperties": TEXT},
                    "default": {"type": ["string", "integer"]},
                }
            )
        ),
        "players_choose_first": TRUTH,
        "slides": about(TRUTH, "whether a token may go several distances in one direction"),
        "places": about(TRUTH, "whether a move may mark a cell instead of moving"),
        "cells": about(array(TEXT), "each cell in the rule book's coordinates, by its number"),
        "moves": about(array(_WORD), "every move there is"),
        "players": about(array(TEXT), "what the rule book calls Player 1 and Player 2"),
        "placements": {
            "type": "object",
            "additionalProperties": TEXT,
            "description": "the move that marks each cell, by the cell's number",
        },
        "board": ref("Board"),
    }
)
_OUTCOME: Final = record(
    {
        "winner": PLAYER,
        "reason": one_of(*(reason.value for reason in Reason)),
        "why": about(TEXT, "the reason as a sentence"),
        "victory": about(TEXT, "the rule book's announcement"),
    }
)
_VALUE: Final = record(
    {
        "outcome": one_of("win", "loss", "perpetual"),
        "plies": or_null(WHOLE),
        "label": about(TEXT, "+7, -4 or ="),
        "words": about(TEXT, "win in 7 plies"),
    },
    description="for the player to move; of a move: for the player who makes it. Plies count to the end with best play",
)
_SEAT: Final = one_of("taken", "open", "computer")
_STATE: Final = record(
    {
        "type": one_of("state"),
        "version": about(WHOLE, "grows with every change but presence"),
        "id": TEXT,
        "game": TEXT,
        "title": TEXT,
        "size": WHOLE,
        "rules": RULES,
        "p1": TEXT,
        "p2": TEXT,
        "seats": by_player(_SEAT),
        "present": by_player(TRUTH),
        "watchers": WHOLE,
        "you": about(one_of(None, 1, 2, "both"), "the sides you play"),
        "first": PLAYER,
        "ply": about(WHOLE, "how many moves have been played"),
        "turn": PLAYER,
        "moves": array(_WORD),
        "start": _POSITION,
        "position": _POSITION,
        "board": ref("Board"),
        "legal": array(ref("Legal")),
        "status": about(TEXT, "what matters beside the board, such as obstacles left"),
        "outcome": or_null(ref("Outcome")),
        "clock": or_null(
            record(
                {
                    "seconds": NUMBER,
                    "increment": NUMBER,
                    "left": by_player(NUMBER),
                    "running": one_of(None, 1, 2),
                }
            )
        ),
        "takeback": or_null(record({"by": PLAYER, "to": WHOLE, "undoes": array(_WORD)})),
        "rematch": or_null(record({"by": PLAYER})),
        "next": or_null(record({"id": TEXT, "seat": about(TEXT, "only for who has a seat")}, optional=("seat",))),
        "thinking": about(TRUTH, "whether the computer is to move"),
        "note": or_null(about(TEXT, "how the computer found its last move, where that is worth knowing")),
        "expires": or_null(about(TEXT, "when an unfinished duel is removed unless something happens")),
    }
)
_ANALYSIS_FIELDS: Final = {
    "unit": one_of("plies"),
    "values": about(
        array(
            record(
                {
                    "ply": WHOLE,
                    "player_to_move": PLAYER,
                    "value": or_null(ref("Value")),
                    "winner": one_of(None, 1, 2),
                    "height": about(NUMBER, "0 to 1: the nearer the end, the taller"),
                }
            )
        ),
        "every position from the start on",
    ),
    "notes": about(
        array(
            record(
                {
                    "ply": WHOLE,
                    "player": PLAYER,
                    "move": _WORD,
                    "verdict": one_of("best", "slower", "mistake", "blunder"),
                    "value": one_of("win", "loss", "perpetual"),
                    "plies": or_null(WHOLE),
                    "best": array(_WORD),
                    "best_value": one_of("win", "loss", "perpetual"),
                    "best_plies": or_null(WHOLE),
                    "reason": TEXT,
                    "label": TEXT,
                }
            )
        ),
        "every move",
    ),
    "kept": by_player(record({"kept": WHOLE, "moves": WHOLE})),
    "complete": about(TRUTH, "whether everything is known; ask again to go on"),
    "note": or_null(about(TEXT, "what is not known, and why")),
}
_LINE_FIELDS: Final = {
    "game": TEXT,
    "title": TEXT,
    "size": WHOLE,
    "rules": RULES,
    "start": _POSITION,
    "first": PLAYER,
    "ply": WHOLE,
    "moves": array(_WORD),
    "boards": about(array(ref("Board")), "at the start and after each move"),
    "positions": array(_POSITION),
    "turn": PLAYER,
    "legal": array(ref("LegalMaybeValued")),
    "outcome": or_null(ref("Outcome")),
    "status": TEXT,
    "value": about(or_null(ref("Value")), "of the last position, where values are asked for"),
}
_PUZZLE_FIELDS: Final = {
    "game": TEXT,
    "size": WHOLE,
    "rules": RULES,
    "start": _POSITION,
    "turn": PLAYER,
    "plies": about(WHOLE, "in how many it is won"),
    "title": TEXT,
    "board": ref("Board"),
    "legal": array(ref("Legal")),
    "status": TEXT,
    "seed": TEXT,
    "day": about(TEXT, "of the puzzle of a day"),
}

SCHEMAS: Final[dict[str, Schema]] = {
    "Board": _BOARD,
    "Legal": record(_LEGAL_FIELDS, description="a move that is allowed now"),
    "LegalMaybeValued": record({**_LEGAL_FIELDS, "value": or_null(ref("Value"))}, optional=("value",)),
    "Game": _GAME,
    "Player": record({"name": TEXT, "about": TEXT}),
    "Outcome": _OUTCOME,
    "Value": _VALUE,
    "State": _STATE,
    "NewDuel": record(
        {
            "game": TEXT,
            "size": WHOLE,
            "rule": RULES,
            "p1": about(TEXT, "human, or who GET /api/players lists"),
            "p2": TEXT,
            "first": about(one_of("1", "2", 1, 2, "toss"), "who goes first (1)"),
            "seat": about(one_of(1, 2, "both", "none"), "where you sit; both: you play both sides"),
            "clock": record({"seconds": NUMBER, "increment": NUMBER}, optional=("increment",)),
            "start": _POSITION,
            "moves": array(_WORD),
        },
        optional=("size", "rule", "p1", "p2", "first", "seat", "clock", "start", "moves"),
    ),
    "Begun": record(
        {
            "id": TEXT,
            "url": about(TEXT, "the page"),
            "seat": or_null(record({"player": one_of(1, 2, "both"), "secret": TEXT})),
            "invite": or_null(about(TEXT, "what the other player joins with, once")),
            "state": ref("State"),
        }
    ),
    "Joined": record({"player": PLAYER, "secret": TEXT}),
    "Line": record(
        {**_LINE_FIELDS, **_ANALYSIS_FIELDS},
        optional=("value", *_ANALYSIS_FIELDS),
        description="a game from its start on; with values=1 also what everything was worth, as in Analysis",
    ),
    "Analysis": record(_ANALYSIS_FIELDS),
    "Why": record({"move": TEXT, "legal": TRUTH, "code": or_null(TEXT), "sentence": or_null(TEXT)}),
    "Puzzle": record(_PUZZLE_FIELDS, optional=("day",)),
    "PuzzleMove": record(
        {"game": TEXT, "size": WHOLE, "rule": RULES, "start": _POSITION, "moves": array(_WORD), "move": _WORD},
        optional=("size", "rule", "moves"),
    ),
    "PuzzleAnswer": record(
        {
            "right": about(TRUTH, "whether the move keeps the win"),
            "value": ref("Value"),
            "reply": or_null(_WORD),
            "done": about(TRUTH, "whether the puzzle is solved to its end"),
            "board": ref("Board"),
            "legal": array(ref("Legal")),
            "moves": about(array(_WORD), "with your move, if it was right, and the reply"),
        }
    ),
    "Health": {"type": "object", "properties": {"status": one_of("ok")}, "required": ["status"]},
    "Working": record(
        {"type": one_of("working"), "stage": TEXT, "done": WHOLE, "total": or_null(WHOLE)},
        description="being worked out: ask again after a second",
    ),
    "Refusal": record(
        {
            "type": one_of("refused"),
            "code": about(TEXT, "for programs"),
            "sentence": about(TEXT, "for people"),
            "state": ref("State"),
        },
        optional=("state",),
    ),
}
