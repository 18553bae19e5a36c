"""The API as a page for people, made from the OpenAPI document."""

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from typing import Any, Final

from gridduels.protocol.schemas import type_of
from gridduels.web.api.openapi import document, question
from gridduels.web.pages.files import file_text
from gridduels.web.pages.pages import API, page_text

Data = dict[str, Any]
_WIDTH: Final = 92
"""The most characters in a line of an example."""
_LONG: Final = 24
"""An example of more lines is shown in a box of its own that scrolls."""
_NAME: Final = re.compile(r"\b[A-Z]\w+\b")
_REFERENCE: Final = re.compile(r'"\$ref": "#/components/schemas/(\w+)"')
_BINARY: Final = ("image/",)


def page(address: str) -> str:
    """The page; `address` is where the site is for who asks."""
    return _written().replace("{address}", escape(address))


@cache
def _written() -> str:
    """The page with `{address}` where its site's address belongs."""
    described = document()
    parts = {
        "about": "".join(f"<p>{escape(each)}</p>" for each in described["info"]["description"].split("\n\n")),
        "contents_of_paths": "".join(_contents(tag, _anchors(tag)) for tag in _tags()),
        "paths": "".join(_group(tag, _operations(tag)) for tag in _tags()),
        **{group: "".join(map(_message, names)) for group, names in _groups().items()},
        **{f"contents_of_{group}": _links((name, name) for name in names) for group, names in _groups().items()},
    }
    return _filled(page_text(API, "./"), parts)


@cache
def _parts() -> dict[str, str]:
    """The parts that the page repeats, by their names: each stands behind a comment with its name."""
    _, *parts = re.split(r"<!-- (\w+) -->\n", file_text("pages/api-parts.html"))
    return {name: part.removesuffix("\n") for name, part in zip(parts[::2], parts[1::2], strict=True)}


def _part(part: str, /, **values: str) -> str:
    return _filled(_parts()[part], values)


def _filled(text: str, values: dict[str, str]) -> str:
    """A text with its {names} filled in; what is filled in stays as it is."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)


def _tags() -> list[str]:
    return [tag["name"] for tag in document()["tags"]]


def _all_operations(tag: str) -> Iterator[tuple[str, str, Data]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if operation["tags"] == [tag]:
                yield path, method, operation


def _anchor(path: str, method: str) -> str:
    return "-".join([method, *re.findall(r"\w+", path)])


def _anchors(tag: str) -> Iterator[tuple[str, str]]:
    return ((_anchor(path, method), f"{method.upper()} {path}") for path, method, _ in _all_operations(tag))


def _links(links: Iterable[tuple[str, str]]) -> str:
    return "".join(_part("link", anchor=anchor, text=escape(text)) for anchor, text in links)


def _contents(tag: str, links: Iterable[tuple[str, str]]) -> str:
    return _part("contents", tag=escape(tag), links=_links(links))


def _group(tag: str, entries: Iterable[str]) -> str:
    return _part("group", tag=escape(tag), entries="".join(entries))


def _operations(tag: str) -> Iterator[str]:
    for path, method, operation in _all_operations(tag):
        body = operation.get("requestBody")
        parameters = operation.get("parameters", [])
        yield _part(
            "operation",
            anchor=_anchor(path, method),
            method=method.upper(),
            path=escape(path),
            summary=_marked(operation["summary"]),
            seat=_part("seat") if operation.get("security") == [{"seat": []}] else "",
            shell=escape(_shell(path, method, operation)),
            parameters=_part("parameters", fields="".join(map(_parameter, parameters))) if parameters else "",
            body=_part("body", content=_content(body["content"])) if body else "",
            answers="".join(_answer(status, each) for status, each in operation["responses"].items()),
        )


def _shell(path: str, method: str, operation: Data) -> str:
    """What asks for it in a shell; `{address}` stands for the site's."""
    words = [f'"{{address}}{question(path, method)}"'.replace("{id}", "$ID")]
    if operation.get("security") == [{"seat": []}]:
        words.append('-H "Authorization: Bearer $SECRET"')
    if body := operation.get("requestBody"):
        words.append(f"-d {shlex.quote(json.dumps(_example(body['content']), ensure_ascii=False))}")
    if next(iter(operation["responses"]["200" if method == "get" else "default"]["content"])).startswith(_BINARY):
        words.append(f"-o {path.rpartition('/')[2]}")
    return " ".join(["curl -s", *words])


def _example(content: Data) -> Any:
    """The first example of what is sent."""
    schema = content["application/json"]["schema"]
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return next(iter(schema.get("examples", [])), {})


def _parameter(parameter: Data) -> str:
    return _field(parameter["name"], parameter["schema"], parameter["description"], bool(parameter.get("required")))


def _field(name: str, schema: Data, about: str, required: bool) -> str:
    optional = "" if required else _part("optional")
    return _part("field", name=escape(name), type=_type(schema), optional=optional, about=escape(about))


def _answer(status: str, response: Data) -> str:
    about, number = response["description"], "" if status == "default" else f"{status} "
    return _part("answer", status=number, about=escape(about), content=_content(response["content"]))


def _content(content: Data) -> str:
    """What a body consists of: a message, or a file of some kind."""
    [(kind, each)] = content.items()
    schema = each["schema"]
    if kind != "application/json":
        return escape(kind)
    return _type(schema) if "properties" not in schema else _fields(schema)


def _type(schema: Data) -> str:
    """A type in the words of TypeScript, with a link to every message in it."""
    known = document()["components"]["schemas"]
    text = escape(type_of(schema) if schema != {"type": "object"} else "OpenAPI", quote=False)
    return _NAME.sub(lambda name: _part("type", name=name[0]) if name[0] in known else name[0], text)


def _fields(schema: Data) -> str:
    """The fields of a message."""
    required = schema.get("required", [])
    fields = (
        _field(name, each, each.get("description", ""), name in required) for name, each in schema["properties"].items()
    )
    return _part("fields", fields="".join(fields))


def _groups() -> dict[str, list[str]]:
    """The messages by what they are for; each is in the first group that has it."""
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
    """The messages that a part of the document names."""
    return _REFERENCE.findall(json.dumps(schema))


def _message(name: str) -> str:
    schema = document()["components"]["schemas"][name]
    content = _fields(schema) if "properties" in schema else _part("meaning", type=_type(schema))
    return _part(
        "message",
        name=name,
        about="".join(f"<p>{_marked(line)}</p>" for line in schema.get("description", "").splitlines()),
        content=content,
        examples="".join(map(_shown, schema.get("examples", []))),
    )


def _marked(text: str) -> str:
    """A line with `words` in it as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _shown(example: Data) -> str:
    text = pretty(example)
    part = "long_example" if text.count("\n") >= _LONG else "example"
    return _part(part, text=escape(text, quote=False))


def pretty(data: Any, indent: int = 0) -> str:
    """Data as JSON: what fits in a line is in one.

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
