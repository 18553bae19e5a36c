"""Sphinx settings of the site; `python website/build.py` builds it (make site)."""

import os
import re
import tomllib
from html import escape, unescape
from pathlib import Path
from textwrap import shorten
from typing import Any

from gridduels import __version__

project = "Grid Duels"
author = "Grid Duels"
copyright = "Grid Duels"
version = release = __version__
html_title = f"Grid Duels {__version__}"

root_doc = "docs/README"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["examples/bots/**"]
source_suffix = {".md": "markdown"}
suppress_warnings = ["myst.header"]  # a document may start with a heading of any level

myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]  # allow images with a width
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "imported-members": True, "show-inheritance": True}
default_role = "literal"  # single backquotes in our docstrings
python_use_unqualified_type_names = True

html_theme = "furo"
templates_path = ["templates"]
_settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "gridduels"
]
repository = os.environ.get("GRIDDUELS_REPOSITORY") or _settings["repository"]
html_theme_options = (
    {"source_repository": repository, "source_branch": "main", "source_directory": ""} if repository else {}
)
html_show_sphinx = False
_page = Path(__file__).parents[1] / "src" / "gridduels" / "web" / "static"
html_static_path = ["_static", str(_page / "css" / "palette.css"), str(_page / "fonts")]
html_css_files = ["palette.css", "site.css", "replay.css"]
html_favicon = str(_page / "favicon.svg")
html_logo = str(_page / "logo.svg")
html_context = {"source": repository}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "ways.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_js_files = ["replay.js"]
html_copy_source = False


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", keep_drawings)
    app.connect("html-page-context", add_open_graph)


def add_open_graph(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Add the metadata that other sites show for links to a page: its title, its first sentences and a picture."""
    title, text = project, ""
    if page != root_doc:
        title = unescape(re.sub("<[^>]+>", "", context.get("title", project)))
        paragraphs = tree.findall(lambda node: node.tagname == "paragraph") if tree else ()
        text = shorten(next((each.astext() for each in paragraphs if not in_table(each)), ""), 200, placeholder=" …")
    facts = {
        "og:site_name": project,
        "og:type": "website",
        "og:title": title,
        "og:description": text or "Five small duels for two, solved on their book boards.",
    }
    if base := app.config.html_baseurl:  # an image needs an absolute URL
        facts |= {"og:url": f"{base}/{page}.html", "og:image": f"{base}/_static/preview.png"}
    tags = [f'<meta property="{name}" content="{escape(content)}">' for name, content in facts.items()]
    context["metatags"] = "\n".join([context.get("metatags", ""), *tags])


def in_table(node: Any) -> bool:
    """Return whether a node of a document is in a cell of a table."""
    while node := node.parent:
        if node.tagname == "entry":
            return True
    return False


def keep_drawings(app: Any, what: str, name: str, each: Any, options: Any, lines: list[str]) -> None:
    """Preserve the spaces in drawings and tables, which docstrings indent after a colon."""
    for number in range(len(lines) - 2):
        if lines[number].endswith(":") and not lines[number + 1] and lines[number + 2].startswith("    "):
            lines[number] += ":"
