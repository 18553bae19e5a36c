"""A mirrored game is the same game, for every symmetry of every board."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels import Duel, Game, Outcome
from tests.helpers import GAMES, SMALL, games, name_of, reachable
from tests.models.symmetry import SYMMETRIES, Symmetry, text_image

EACH = [pytest.param(id, symmetry, id=f"{id}-{symmetry.name}") for id in GAMES for symmetry in SYMMETRIES[id]]


def outcome_image(symmetry: Symmetry, outcome: Outcome | None) -> Outcome | None:
    if outcome and symmetry.swaps_players:
        return Outcome(3 - outcome.winner, outcome.reason)
    return outcome


def assert_image(symmetry: Symmetry, duel: Duel, image: Duel) -> None:
    size = duel.game.columns
    assert image.game.text(image.position) == text_image(symmetry, duel.game.text(duel.position))
    assert sorted(image.legal_moves) == sorted(symmetry.move(size, move) for move in duel.legal_moves)
    assert image.outcome == outcome_image(symmetry, duel.outcome)


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "symmetry"), EACH)
@settings(max_examples=20)
@given(data=st.data(), first=st.integers(1, 2))
def test_the_image_of_a_duel_is_the_duel_of_the_images(
    id: str, symmetry: Symmetry, data: st.DataObject, first: int
) -> None:
    game = data.draw(games(id))
    duel = Duel(game, start=game.start(first))
    image = Duel(game, start=game.start(3 - first if symmetry.swaps_players else first))
    assert_image(symmetry, duel, image)
    while duel.legal_moves and duel.ply < 30:
        move = data.draw(st.sampled_from(duel.legal_moves))
        duel, image = duel.play(move), image.play(symmetry.move(game.columns, move))
        assert_image(symmetry, duel, image)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [game for game in SMALL if game.rulings.get("obstacles", 2) == 2], ids=name_of)
def test_the_images_of_all_positions_are_all_positions(game: Game) -> None:
    texts = {first: {game.text(position) for position in reachable(game, first)} for first in (1, 2)}
    for symmetry in SYMMETRIES[game.id]:
        images = {text_image(symmetry, text) for text in texts[1]}
        assert images == texts[2 if symmetry.swaps_players else 1]


@given(data=st.data())
def test_a_change_of_turn_alone_is_a_symmetry_of_gridlock(data: st.DataObject) -> None:
    game = data.draw(games("gridlock"))
    one, two = Duel(game), Duel(game, start=game.start(2))
    while one.legal_moves:
        move = data.draw(st.sampled_from(one.legal_moves))
        one, two = one.play(move), two.play(move)
        assert one.legal_moves == two.legal_moves
        assert one.position == two.position._replace(turn=one.turn)
    assert one.ended.winner == 3 - two.ended.winner
