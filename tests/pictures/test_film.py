"""An animation has a picture of every ply, in its true colours."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from gridduels import Duel, GridDuelsError, load_game
from gridduels.pictures import raster
from gridduels.pictures.raster import film_of, paint
from gridduels.pictures.scene import scene_of


def frames_of(data: bytes) -> list[Image.Image]:
    image = Image.open(BytesIO(data))
    frames = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        frames.append(image.convert("RGB"))
    return frames


@pytest.mark.parametrize(("id", "moves"), [("gridlock", "up3 left3 down2"), ("blockade", "right @2,0 down left")])
@pytest.mark.parametrize("dark", [False, True])
def test_every_frame_is_the_picture_of_its_ply(id: str, moves: str, dark: bool) -> None:
    duel = Duel(load_game(id), moves)
    frames = frames_of(film_of(duel, dark=dark))
    assert len(frames) == duel.ply + 1
    for ply, frame in enumerate(frames):
        moment = Duel(duel.game, duel.moves[:ply])
        true = paint(scene_of(moment), dark=dark)
        levels = ImageChops.difference(frame, true).convert("L").histogram()
        assert sum(levels[1:]) < 0.01 * frame.width * frame.height  # only at smooth edges
        assert sum(levels[40:]) == 0


def test_it_loops_and_stays_longer_on_the_last_picture() -> None:
    image = Image.open(BytesIO(film_of(Duel(load_game("light-cycle", size=3), "up up"))))
    assert image.info["loop"] == 0
    image.seek(2)
    assert image.info["duration"] > 2000


def test_a_resigned_game_ends_with_its_winner() -> None:
    duel = Duel(load_game("light-cycle", size=3), "up")
    stopped = frames_of(film_of(duel.resign()))
    assert len(stopped) == 2
    assert ImageChops.difference(stopped[-1], frames_of(film_of(duel))[-1]).getbbox()


def test_a_whole_game_makes_a_small_file() -> None:
    duel = Duel(load_game("light-cycle"))
    while not duel.outcome:
        duel = duel.play(duel.legal_moves[-1])
    assert len(film_of(duel)) < 15_000 * duel.ply


def test_an_animation_of_too_many_moves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MOST_PLIES", 1)
    with pytest.raises(GridDuelsError, match="an animation has at most 1 moves, but this game has 2"):
        film_of(Duel(load_game("light-cycle"), "up up"))
