"""Pictures of the screen: Textual's own SVG, without what differs from run to run or can be told from the rest."""

import re
from typing import Final

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.terminal.arcade.stage import Stage

_LEFT_OUT: Final = (
    r"\s*<!--.*?-->",
    r"\s*@font-face \{.*?\}",
    r'\s*<clipPath id="terminal-line-\d+">.*?</clipPath>',
    r' clip-path="url\(#terminal-line-\d+\)"',
    r' shape-rendering="crispEdges"',
    r'<text class="terminal-r\d+"[^>]*>\s*</text>',
)


class SvgExtension(SingleFileSnapshotExtension):
    """A picture a file, which a browser shows."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


async def picture(stage: Stage) -> str:
    """What the screen looks like, once it has come to rest."""
    await stage.rest()
    svg = re.sub(r"terminal-\d{4,}-", "terminal-", stage.arcade.export_screenshot(simplify=True))
    for pattern in _LEFT_OUT:
        svg = re.sub(pattern, "", svg, flags=re.DOTALL)
    svg = (
        svg.replace("terminal-r", "r").replace("&#160;", "\u00a0").replace("font-family: Fira Code, ", "font-family: ")
    )
    return re.sub(r"(?=<(?:rect|text)\b)", "\n", re.sub(r"\s*\n\s*", "\n", svg))


def colours_of_picture(svg: str) -> set[str]:
    """Every colour on a picture but those of the window around it."""
    inside = svg[svg.index("<style>") : svg.index("</style>")] + svg[svg.index('<g transform="translate(9, 41)"') :]
    return set(re.findall(r"#[0-9a-f]{6}", inside))
