"""Openings from files of records or positions, and errors in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridduels import Duel, GridDuelsError, Record, load_game
from gridduels.arena.openings import read_openings
from gridduels.record import dumps

GAME = load_game("light-cycle")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "openings.txt"


def test_positions_are_listed_one_per_line_with_comments(file: Path) -> None:
    after = GAME.text(Duel(GAME, "right left").position)
    file.write_text(f"; two openings\n\n{GAME.text(GAME.start())}\n{after} ; the second\n{after}\n")
    openings = read_openings(file, GAME)
    assert openings.count(9) == 2
    assert [openings[0], openings[1]] == [GAME.text(GAME.start()), after]


def test_records_give_the_positions_they_lead_to(file: Path) -> None:
    duels = [
        Duel(GAME, "right left"),
        Duel(load_game("light-cycle", 7), "up"),
        Duel(GAME, "up down", start=GAME.start(2)),
    ]
    file.write_text("\n".join(dumps(Record(duel)) for duel in duels))
    openings = read_openings(file, GAME)
    assert [openings[number] for number in range(2)] == [GAME.text(duels[0].position), GAME.text(duels[2].position)]
    shorter = read_openings(file, GAME, 1)
    assert shorter[0] == GAME.text(Duel(GAME, "right").position)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("...../...../1...2/...../..... 3", "line 1: .* the player to move is '3' instead of 1 or 2"),
        ("; nothing", "has no opening for Light Cycle Duel 5x5 with these rulings"),
        (dumps(Record(Duel(load_game("pathway"), "right"))), "has no opening for Light Cycle Duel 5x5"),
        ('[Game "light-cycle"]\n\n1. left', "line 3: move 1, 'left': You cannot move left"),
    ],
)
def test_an_invalid_opening_is_refused_with_its_line(text: str, complaint: str, file: Path) -> None:
    file.write_text(text)
    with pytest.raises(GridDuelsError, match=complaint):
        read_openings(file, GAME)


def test_a_position_in_which_the_game_is_over_is_refused(file: Path) -> None:
    game = load_game("light-cycle", 3)
    file.write_text("\n" + game.text(Duel(game, "right up up").position))
    with pytest.raises(GridDuelsError, match="line 2: the game is over in "):
        read_openings(file, game)


def test_a_finished_game_needs_fewer_plies(file: Path) -> None:
    game = load_game("light-cycle", 3)
    file.write_text(dumps(Record(Duel(game, "right up up"))))
    with pytest.raises(GridDuelsError, match="game 1 is over after 3 plies: use fewer with --opening-plies"):
        read_openings(file, game)
    assert read_openings(file, game, 2).count(9) == 1


def test_a_missing_file_is_named(file: Path) -> None:
    with pytest.raises(GridDuelsError, match=r"cannot read .*openings\.txt: No such file or directory"):
        read_openings(file, GAME)
