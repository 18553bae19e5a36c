"""What messages are made of: their base, and the values that stand in many of them."""

from typing import Annotated

from msgspec import Meta, Struct

__all__ = ["Cell", "Kind", "Message", "Position", "Rulings", "Side", "Word", "one_of"]


class Message(Struct, forbid_unknown_fields=True, gc=False):
    """A JSON object with these fields and no others. None holds itself, so Python need not look for that (`gc`)."""


def one_of(*values: str | int, about: str | None = None) -> Meta:
    """Says which texts or numbers a field is one of, where inside it is any text or number."""
    return Meta(description=about, extra_json_schema={"enum": list(values)})


Side = Annotated[int, one_of(1, 2)]
BoardSize = Annotated[int | str, Meta(description="cells along an edge, or rows and columns such as 6x7")]
Cell = Annotated[int, Meta(ge=0, description="row * columns + column, from 0 at the top-left corner")]
Kind = Annotated[str, one_of("move", "place", "other", about="a token goes to a cell, a cell is marked, or neither")]
Word = Annotated[str, Meta(max_length=20, description="a move as a word: up, up3, @2,0")]
Position = Annotated[str, Meta(max_length=200, description="a position in one line, as docs/positions.md describes")]
Rulings = Annotated[dict[str, str | int], Meta(description="the value of each ruling, by its name")]
