"""The scenes of the golden screens: each game in the middle of things, at three sizes, in each theme, without colour.

`python -m tests.terminal.arcade.scenes` writes them anew; look at them before you keep them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.terminal.arcade.stage import Stage, friends, on_stage, styles_of

FOLDER: Final = Path(__file__).parent / "goldens"
MOVES: Final = {
    "light-cycle": "right left up left right",
    "pathway": "right left right up down",
    "grid-runner": "down up right left down",
    "gridlock": "up2 left2 down1",
    "blockade": "right @2,2 down left @1,3",
}
SIZES: Final = ((40, 16), (80, 24), (120, 40))
THEMES: Final = ("ink", "paper")


class Scene(NamedTuple):
    """A game, how large, and how it is shown: `text` alone, or with the styles of a theme or of none."""

    game: str
    size: tuple[int, int]
    look: str

    @property
    def name(self) -> str:
        return f"{self.game}-{self.size[0]}x{self.size[1]}-{self.look}.txt"


def scenes() -> Iterator[Scene]:
    for game in MOVES:
        for size in SIZES:
            yield Scene(game, size, "text")
        yield Scene(game, SIZES[1], "ascii")
        for theme in (*THEMES, "colourless"):
            yield Scene(game, SIZES[0], theme)


def shown(scene: Scene) -> str:
    """What a scene looks like now."""

    async def script(stage: Stage) -> str:
        await stage.pilot.pause()
        if scene.look in ("text", "ascii"):
            return stage.text
        return f"{stage.text}\n\n{styles_of(stage.arcade)}"

    if scene.look == "colourless":
        os.environ["NO_COLOR"] = "1"
    try:
        theme = scene.look if scene.look in THEMES else "ink"
        session = friends(scene.game, MOVES[scene.game])
        return on_stage(script, session, scene.size, unicode=scene.look != "ascii", theme=theme) + "\n"
    finally:
        os.environ.pop("NO_COLOR", None)


def main() -> None:
    with TemporaryDirectory() as folder:
        os.environ["GRIDDUELS_CONFIG"] = folder
        for scene in scenes():
            (FOLDER / scene.name).write_text(shown(scene), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
