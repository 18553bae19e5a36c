"""The games in examples/games pass check_game."""

import pytest

from gridduels import load_game
from gridduels.testing import findings_of

GAMES = (
    "amazons",
    "breakthrough",
    "clobber",
    "connect-four",
    "domineering",
    "dots-and-boxes",
    "isolation",
    "konane",
    "tic-tac-toe",
)


@pytest.mark.heavy
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("id", GAMES)
def test_a_classic_keeps_every_promise(id: str) -> None:
    assert [finding for finding in findings_of(load_game(id), games=2) if finding.fault] == []
