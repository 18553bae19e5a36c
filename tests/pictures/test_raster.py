"""Images show the shapes of their scene."""

import subprocess
import sys

import pytest
from PIL import Image, ImageChops

from gridduels import Duel, load_game
from gridduels.board import each, where
from gridduels.extras import install_command
from gridduels.pictures.palette import DARK, LIGHT, Palette
from gridduels.pictures.raster import paint, raster
from gridduels.pictures.scene import scene_of
from gridduels.pictures.shapes import Label, Scene
from tests.helpers import GAMES, field_of

MOVES = {
    "light-cycle": "right left up down up",
    "pathway": "right left down up right",
    "grid-runner": "down up right left",
    "gridlock": "up3 left3",
    "blockade": "right @2,0 down left @3,3 left",
}


def colour_at(image: Image.Image, duel: Duel, cell: int, down: float, right: float) -> str:
    """Return the colour at a point in a cell: (0, 0) is its centre, (1, 1) its lower right corner."""
    pitch = image.width / (duel.game.columns + 0.1)
    row, column = where(duel.game.columns, cell)
    x = (column + 0.55 + right / 2) * pitch
    y = (row + 0.55 + down / 2) * pitch
    pixel = image.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{int(part):02x}" for part in pixel)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("id", GAMES)
def test_tokens_and_cells_have_their_colours(id: str, palette: Palette) -> None:
    duel = Duel(load_game(id), MOVES[id])
    image = raster(duel, 700, dark=palette is DARK)
    position = duel.position
    occupied = sum(position[field.number] for field in duel.game.statement.drawn)
    free = [
        cell for cell in each(duel.game.rules.cells & ~occupied) if not cell & (duel.game.goal(1) | duel.game.goal(2))
    ]
    assert {colour_at(image, duel, cell, 0, 0) for cell in free} == {palette.cell}
    if hasattr(position, "one"):
        assert colour_at(image, duel, position.one, 0, 0.45) == palette.one
        assert colour_at(image, duel, field_of(position, "two"), 0, 0.45) == palette.two
    else:
        assert colour_at(image, duel, field_of(position, "token"), 0, 0.4) == palette.ink


def test_trails_are_tinted_and_marked_differently() -> None:
    duel = Duel(load_game("light-cycle"), MOVES["light-cycle"])
    image = raster(duel, 700)
    one, two = field_of(duel.start, "one"), field_of(duel.start, "two")
    assert colour_at(image, duel, one, 0.6, 0) == LIGHT.tint_one
    assert colour_at(image, duel, one, 0, 0.2) == LIGHT.one
    assert colour_at(image, duel, two, 0.6, 0) == LIGHT.tint_two
    along = {colour_at(image, duel, two, 0, -part / 20) for part in range(20)}
    assert {LIGHT.two, LIGHT.tint_two} <= along  # solid for one player, dashed for the other


def test_an_image_has_the_requested_size() -> None:
    duel = Duel(load_game("gridlock"))
    assert raster(duel, 84).size == (84, 84)
    scene = scene_of(duel)
    assert paint(scene, 2).size == (round(scene.width * 2), round(scene.height * 2))


def test_without_pillow_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from gridduels import Duel, load_game\n"
        "from gridduels.pictures.raster import raster\n"
        "try: raster(Duel(load_game('gridlock')))\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"MissingExtra a PNG or GIF needs the extra 'pictures': {install_command('pictures')}\n"


def test_umlauts_are_drawn_as_letters_with_two_dots_above() -> None:
    def painted(text: str) -> Image.Image:
        return (
            paint(Scene(40, 40, (Label("words", 20, 20, 24, text, "middle"),), "", ""), 4)
            .convert("L")
            .point(lambda value: 255 * (value > 127))
        )

    plain, dotted = painted("u"), painted("ü")
    added = ImageChops.difference(plain, dotted)
    left, top, right, bottom = added.getbbox() or (0, 0, 0, 0)
    letter = plain.point(lambda value: 255 - value).getbbox() or (0, 0, 0, 0)
    assert top < bottom <= letter[1]
    assert letter[0] <= left < right <= letter[2]
    assert not added.crop(((left + right) // 2, top, (left + right) // 2 + 1, bottom)).getbbox(), "a gap between two"
    assert painted("ß").tobytes() == painted("ss").tobytes()
