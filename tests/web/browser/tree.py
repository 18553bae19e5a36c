"""The accessibility tree that the browser exposes to screen readers."""

from typing import Any

from tests.web.browser.visitor import Visitor


class Tree:
    """Return the current tree of a visitor's page."""

    def __init__(self, visitor: Visitor) -> None:
        session = visitor.context.new_cdp_session(visitor.page)
        self._nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
        self._by_id = {node["nodeId"]: node for node in self._nodes}
        session.detach()

    def names(self, role: str, within: str | None = None) -> list[str]:
        """Return the names of all elements with a role, optionally inside a named element."""
        inside = self._nodes if within is None else self._below(self._named(within))
        return [_name(node) for node in inside if _role(node) == role]

    def text(self, role: str, name: str = "") -> str:
        """Return the text of the first element with a role and, optionally, a name."""
        found = next(node for node in self._nodes if _role(node) == role and (not name or _name(node) == name))
        return " ".join(_name(node).strip() for node in self._below(found) if _role(node) == "StaticText")

    def _named(self, name: str) -> dict[str, Any]:
        return next(node for node in self._nodes if _name(node) == name and _role(node) not in ("StaticText", ""))

    def _below(self, node: dict[str, Any]) -> list[dict[str, Any]]:
        children = [self._by_id[id] for id in node.get("childIds", ()) if id in self._by_id]
        return [each for child in children for each in (child, *self._below(child))]


def _name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def _role(node: dict[str, Any]) -> str:
    return "" if node.get("ignored") else str(node.get("role", {}).get("value", ""))
