"""Render HTML from Jinja2 templates, escaping every value unless it is Markup."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gridduels.extras import MissingExtra

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def templates(folder: Path) -> "Environment":
    """Return the template environment for a folder."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ModuleNotFoundError:
        raise MissingExtra("an HTML page", "engine") from None
    return Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
