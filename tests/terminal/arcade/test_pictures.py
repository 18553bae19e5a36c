"""The screens look as they did when somebody last looked at them: all as text, one of each kind as a picture.

`pytest tests/terminal/arcade/test_pictures.py --snapshot-update` takes them anew: look at them before you keep them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import pytest
from syrupy.assertion import SnapshotAssertion

from gridduels.terminal.library import Autosave
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.results import Results
from tests.terminal.arcade.pictures import SvgExtension, colours_of_picture, picture
from tests.terminal.arcade.scenes import SceneExtension, screen_scene
from tests.terminal.arcade.stage import Stage, friends, on_stage

SIZES: Final = ((40, 16), (80, 24), (120, 40))
MIDDLE: Final = SIZES[1]
BLOCKADE: Final = ("blockade", "right @2,2 down left @1,3")
PATHWAY: Final = ("pathway", "right left right up down")
OVER: Final = ("light-cycle", "right down down left left up down up right up right right right down right")
THEMES: Final = ("paper", "ink-16", "paper-16")


async def nothing(stage: Stage) -> None:
    """It is looked at as it is."""


def pressing(*keys: str) -> Callable[[Stage], Awaitable[None]]:
    async def press(stage: Stage) -> None:
        await stage.press(*keys)

    return press


async def show_values(stage: Stage) -> None:
    await stage.press("e")
    await stage.sees("+4 wins in 4")


async def know_the_end(stage: Stage) -> None:
    await stage.sees("with move 12")


async def look_back(stage: Stage) -> None:
    await stage.press("b")
    await stage.sees("kept the value")
    await stage.press("home", "n")


async def open_puzzles(stage: Stage) -> None:
    await stage.press("p")
    await stage.sees("Only one move keeps the win")


def leave_a_game() -> None:
    """An unfinished game for the screen that lists them."""
    autosave = Autosave()
    autosave.rewrite(replace(friends(*BLOCKADE).record(), players=("human", "hard"), tags={"Date": "2026-01-02"}))
    autosave.close()


def climb() -> None:
    """A star, and two puzzles of days."""
    results = Results()
    results.beat("light-cycle", "Ada", 2)
    results.solved_day(date(2026, 1, 1), date(2026, 1, 1))
    results.solved_day(date(2025, 12, 31), date(2026, 1, 1))


@dataclass
class Shown:
    """A screen in some state: the game it shows, and what is done before it is looked at."""

    game: tuple[str, str] | None
    prepare: Callable[[Stage], Awaitable[Any]] = nothing
    before: Callable[[], None] = lambda: None

    def live(self) -> LiveMatch | None:
        return friends(*self.game) if self.game else None


SCREENS: Final = {
    "game": Shown(PATHWAY),
    "game with obstacles": Shown(BLOCKADE),
    "aiming": Shown(BLOCKADE, pressing("p", "left", "down")),
    "values": Shown(("light-cycle", "right left"), show_values),
    "over": Shown(OVER, know_the_end),
    "review": Shown(OVER, look_back),
    "rules": Shown(("blockade", ""), pressing("r")),
    "keys": Shown(("blockade", ""), pressing("?")),
    "menu": Shown(None),
    "options": Shown(None, pressing("5", "o", "down")),
    "typing": Shown(None, pressing("o", "t")),
    "settings": Shown(None, pressing("g", "down")),
    "puzzles": Shown(None, open_puzzles),
    "unfinished": Shown(None, before=leave_a_game),
    "ladder": Shown(None, pressing("1", "a", "down"), before=climb),
    "calendar": Shown(None, pressing("d"), before=climb),
    **{f"tutorial {number}": Shown(None, pressing(str(number), "l", "n", "n")) for number in range(1, 6)},
}
PICTURES: Final = ("game", "over", "review", "rules", "menu", "options", "typing", "settings", "puzzles", "unfinished")
"""What a picture is kept of; text tells the rest."""


class FixedDate(date):
    """Every day has another puzzle; this one is always the same."""

    @classmethod
    def today(cls) -> "FixedDate":
        return cls(2026, 1, 2)


@pytest.fixture(autouse=True)
def the_same_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.terminal.arcade.puzzles.date", FixedDate)
    monkeypatch.setattr("textual.widgets.Input.cursor_blink", False)
    results = Results()
    results.add("light-cycle", "easy", True)
    results.add("light-cycle", "hard", False)


def seen(
    name: str, how: Callable[[Stage], Awaitable[str]], sizes: tuple[tuple[int, int], ...] = (MIDDLE,), **options: Any
) -> list[str]:
    """A screen at each size."""
    shown = SCREENS[name]
    shown.before()

    async def script(stage: Stage) -> list[str]:
        await shown.prepare(stage)
        found = []
        for size in sizes:
            await stage.resize(*size)
            found.append(await how(stage))
        return found

    return on_stage(script, shown.live(), **options)


@pytest.mark.heavy
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str, snapshot: SnapshotAssertion) -> None:
    sizes = SIZES[:2] if name.startswith("tutorial") else SIZES
    scenes = zip(sizes, seen(name, screen_scene, sizes), strict=True)
    text = "\n".join(f"{width}x{height}\n\n{scene}" for (width, height), scene in scenes)
    assert text == snapshot.use_extension(SceneExtension)


@pytest.mark.heavy
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_it_did(name: str, snapshot: SnapshotAssertion) -> None:
    [found] = seen(name, picture)
    assert found == snapshot.use_extension(SvgExtension)


def test_a_light_picture_looks_as_it_did(snapshot: SnapshotAssertion) -> None:
    [found] = seen("game", picture, theme="paper")
    assert found == snapshot.use_extension(SvgExtension)


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["game", "menu", "review"])
@pytest.mark.parametrize("theme", THEMES)
def test_a_scene_is_the_same_in_every_theme(name: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    [expected] = seen(name, screen_scene)
    if theme.endswith("-16"):
        monkeypatch.setenv("TERM", "xterm-16color")
        monkeypatch.delenv("COLORTERM")
    assert seen(name, screen_scene, theme=theme.removesuffix("-16")) == [expected]


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["game", "game with obstacles", "menu", "review"])
def test_without_colour_there_is_no_colour_and_the_same_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def both(stage: Stage) -> str:
        return f"{stage.text}\f{await picture(stage)}"

    [coloured] = seen(name, both)
    monkeypatch.setenv("NO_COLOR", "1")
    [bare] = seen(name, both)
    (text, with_colour), (same_text, without) = coloured.split("\f"), bare.split("\f")
    assert text == same_text
    assert len(colours_of_picture(with_colour)) > 5
    assert colours_of_picture(without) <= {"#c5c8c6", "#292929"}  # the black and white of the terminal in the picture


def test_plain_characters_are_enough(snapshot: SnapshotAssertion) -> None:
    [scene] = seen("game", screen_scene, unicode=False)
    assert scene.isascii()
    assert scene == snapshot.use_extension(SceneExtension)


@pytest.mark.parametrize("size", [(39, 15), (20, 8)], ids=["39x15", "20x8"])
def test_too_little_room_looks_as_it_did(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    [scene] = seen("game", screen_scene, (size,))
    assert scene == snapshot.use_extension(SceneExtension)
