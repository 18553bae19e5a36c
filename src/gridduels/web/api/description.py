"""A human-readable page about the API, generated from the OpenAPI document and the template `static/pages/api.html`."""

import json
import re
import shlex
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from gridduels.protocol.schemas import type_of
from gridduels.web.api.openapi import document, question
from gridduels.web.pages.pages import API, page_text

if TYPE_CHECKING:
    from markupsafe import Markup

Data = dict[str, Any]
_WIDTH: Final = 92
"""The maximum number of characters in a line of an example."""
_NAME: Final = re.compile(r"\b[A-Z]\w+\b")
_REFERENCE: Final = re.compile(r'"\$ref": "#/components/schemas/(\w+)"')
_BINARY: Final = ("image/",)


def page(address: str) -> str:
    """Return the page; `address` is the site's address as the visitor sees it."""
    return _written().replace("{address}", escape(address))


@cache
def _written() -> str:
    """Return the page with `{address}` in place of the site's address."""
    described = document()
    tags: dict[str, list[Data]] = {tag["name"]: [] for tag in described["tags"]}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            shown = {
                **operation,
                "path": path,
                "method": method.upper(),
                "anchor": "-".join([method, *re.findall(r"\w+", path)]),
                "seat": operation.get("security") == [{"seat": []}],
                "shell": _shell(path, method, operation),
            }
            tags[operation["tags"][0]].append(shown)
    return page_text(
        API,
        "./",
        about=described["info"]["description"].split("\n\n"),
        tags=tags,
        groups=_groups(),
        schemas=described["components"]["schemas"],
        marked=_marked,
        typed=_typed,
        pretty=pretty,
    )


def _shell(path: str, method: str, operation: Data) -> str:
    """Return the shell command for an operation; `{address}` stands for the site's address."""
    words = [f'"{{address}}{question(path, method)}"'.replace("{id}", "$ID")]
    if operation.get("security") == [{"seat": []}]:
        words.append('-H "Authorization: Bearer $SECRET"')
    if body := operation.get("requestBody"):
        words.append(f"-d {shlex.quote(json.dumps(_example(body['content']), ensure_ascii=False))}")
    if next(iter(operation["responses"]["200" if method == "get" else "default"]["content"])).startswith(_BINARY):
        words.append(f"-o {path.rpartition('/')[2]}")
    return " ".join(["curl -s", *words])


def _example(content: Data) -> Any:
    """Return the first example of a request body."""
    schema = content["application/json"]["schema"]
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return next(iter(schema.get("examples", [])), {})


def _groups() -> dict[str, list[str]]:
    """Return the message names grouped by purpose, each in the first group it belongs to."""
    schemas, operations = document()["components"]["schemas"], document()["paths"].values()
    bodies = [each.get("requestBody") for methods in operations for each in methods.values()]
    answers = [each["responses"] for methods in operations for each in methods.values()]
    wanted = {
        "words": [name for name, schema in schemas.items() if "properties" not in schema],
        "sent": _named(bodies),
        "answered": _named(answers),
        "said": _named(schemas["Said"]),
        "told": _named(schemas["Told"]),
        "inner": list(schemas),
    }
    found: dict[str, list[str]] = {}
    for group, names in wanted.items():
        seen = {name for each in found.values() for name in each}
        found[group] = sorted({*names} - seen)
    return found


def _named(schema: Any) -> list[str]:
    """Return the names of the messages that a part of the document refers to."""
    return _REFERENCE.findall(json.dumps(schema))


def _typed(schema: Data) -> "Markup":
    """Return a type in TypeScript's notation, with a link to every message in it."""
    from markupsafe import Markup

    known = document()["components"]["schemas"]
    text = escape(type_of(schema) if schema != {"type": "object"} else "OpenAPI", quote=False)
    return Markup(_NAME.sub(lambda name: f'<a href="#{name[0]}">{name[0]}</a>' if name[0] in known else name[0], text))


def _marked(text: str) -> "Markup":
    """Return a line with everything in backquotes marked up as code."""
    from markupsafe import Markup

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False)))


def pretty(data: Any, indent: int = 0) -> str:
    """Return data as JSON, keeping each value on one line if it fits.

    >>> print(pretty({"ply": 0, "move": "right"}))
    {"ply": 0, "move": "right"}
    """
    flat = json.dumps(data, ensure_ascii=False)
    if indent + len(flat) <= _WIDTH or not isinstance(data, (dict, list)):
        return flat
    inner, space = indent + 2, " " * (indent + 2)
    if isinstance(data, list):
        lines = [pretty(each, inner) for each in data]
    else:
        lines = [f"{json.dumps(name)}: {pretty(each, inner)}" for name, each in data.items()]
    begin, end = "[]" if isinstance(data, list) else "{}"
    return "\n".join([begin, ",\n".join(f"{space}{line}" for line in lines), " " * indent + end])
