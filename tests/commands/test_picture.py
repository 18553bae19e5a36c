"""`gridduels picture` draws games."""

from pathlib import Path

import pytest
from PIL import Image

from gridduels import Duel, load_game
from gridduels.pictures.svg import svg_of
from gridduels.record import Record, dumps
from tests.terminal.processes import run


def test_moves_become_a_picture_or_an_animation(tmp_path: Path) -> None:
    moves = ("blockade", "right", "@2,0", "--size", "4")
    for name in ("a.svg", "a.png", "a.gif"):
        done = run("picture", *moves, "-o", name, where=tmp_path)
        assert done == (0, f"Wrote {name}.\n", "")
    assert (tmp_path / "a.svg").read_text() == svg_of(Duel(load_game("blockade", 4), "right @2,0"))
    with Image.open(tmp_path / "a.png") as picture, Image.open(tmp_path / "a.gif") as film:
        assert picture.format == "PNG"
        assert getattr(film, "n_frames", 0) == 3


def test_the_last_or_any_other_game_of_a_file_is_drawn(tmp_path: Path) -> None:
    first, last = Duel(load_game("gridlock"), "up3"), Duel(load_game("pathway"), "right left")
    (tmp_path / "games.txt").write_text(dumps(Record(first)) + "\n" + dumps(Record(last)))
    run("picture", "games.txt", "-o", "last.svg", where=tmp_path)
    run("picture", "games.txt", "--number", "1", "-o", "first.svg", where=tmp_path)
    assert (tmp_path / "last.svg").read_text() == svg_of(last)
    assert (tmp_path / "first.svg").read_text() == svg_of(first)
    assert (
        "games.txt has no game 3: it has 2"
        in run("picture", "games.txt", "--number", "3", "-o", "x.svg", where=tmp_path).complaint
    )
    assert "has its own moves" in run("picture", "games.txt", "up", "-o", "x.svg", where=tmp_path).complaint


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("gridlock", "-o", "x.jpg"), "a picture cannot be written as .jpg: use .svg, .png or .gif"),
        (("gridlock", "-o", "x"), "a picture cannot be written without an extension"),
        (("gridlock", "-o", "nowhere/x.svg"), "cannot write nowhere/x.svg: the folder nowhere does not exist"),
        (("gridlock", "up9", "-o", "x.svg"), "'up9' is not a move of gridlock"),
        (("missing.txt", "-o", "x.svg"), "unknown game 'missing.txt'"),
        (("gridlock", "--number", "1", "-o", "x.svg"), "--number cannot be used without a file of records"),
    ],
)
def test_an_impossible_picture_is_refused_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = run("picture", *arguments, where=tmp_path)
    assert done.code == 2
    assert sentence in done.complaint
    assert list(tmp_path.iterdir()) == []
