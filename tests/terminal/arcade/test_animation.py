"""What is shown between two positions."""

from hypothesis import given

from gridduels import Duel, load_game
from gridduels.terminal.arcade.painting import PACE, Layout, View, frames, paint
from tests.helpers import duels


def place_of_token(view: View) -> tuple[int, int]:
    """The column and the row of the only ring there is."""
    canvas = paint(view, Layout(view.game.shape, 3, True))
    [place] = [(x, y) for y, row in enumerate(canvas) for x, dot in enumerate(row) if dot.character == "o"]
    return place


def test_a_token_glides_from_cell_to_cell() -> None:
    before = Duel(load_game("gridlock"))
    after = before.play("right3")
    places = [place_of_token(view) for view in frames(before, after, True)]
    assert places == sorted(set(places))
    assert len({y for _, y in places}) == 1
    assert len(places) >= 6


@given(duels(most=20))
def test_any_move_is_shown_in_a_quarter_of_a_second(duel: Duel) -> None:
    if duel.ply:
        found = frames(duel.undo(), duel, True)
        assert 1 <= len(found) <= 0.25 / PACE
        for view in found:
            assert len(paint(view, Layout(duel.game.shape, 1, False))) == duel.game.columns


def test_what_is_no_single_move_is_not_animated() -> None:
    duel = Duel(load_game("pathway"), "right left down")
    assert frames(duel, duel.undo(), True) == []
    assert frames(duel.undo(2), duel, True) == []
