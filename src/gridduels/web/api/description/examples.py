"""Examples: every message as it really came, in games that `python -m tests.web.api.examples` plays."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

__all__ = ["FILE", "examples"]

FILE: Final = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, list[dict[str, Any]]]:
    """The examples of each message by its name, the fullest first; together they have every field. Do not change them.

    >>> examples()["Ping"]
    [{'type': 'ping'}]
    """
    found: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
