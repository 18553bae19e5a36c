"""The state of a live duel, move by move."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from gridduels import Duel, load_game
from gridduels.protocol.answers import Presence
from gridduels.protocol.requests import NewDuel
from gridduels.protocol.state import Present, State, board_of, legal_of
from gridduels.web.new_duel import new_duel
from gridduels.web.room import View
from gridduels.web.saved import Live
from tests.helpers import GAMES

HERE = Presence(present=Present(one=True, two=False), watchers=3)


def live_at(duel: Duel) -> Live:
    saved = new_duel(NewDuel(game=duel.game.id, size=duel.game.columns), 0.0, 100).live.saved
    return Live(replace(saved, version=duel.ply, moves=" ".join(duel.moves), start=duel.game.text(duel.start)), duel)


def seen(view: View, duel: Duel, **more: Any) -> State:
    return view.state(live_at(duel), HERE, 0.0, (), None)


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_the_board_is_the_duels_move_by_move_after_takebacks_and_in_between(id: str) -> None:
    game, rng = load_game(id), random.Random(1)
    view = View(live_at(Duel(game)), 60.0)
    for _ in range(10):
        duel = Duel(game)
        while duel.legal_moves and duel.ply < 40:
            back = duel.ply and rng.random() < 0.15
            duel = duel.undo(rng.randint(1, duel.ply)) if back else duel.play(rng.choice(duel.legal_moves))
            if rng.random() < 0.8:  # sometimes no one listens
                state = seen(view, duel)
                assert (state.board, state.legal) == (board_of(duel), legal_of(duel))
        assert seen(view, duel).board == board_of(duel)


def test_a_board_with_marks_at_the_start_is_the_duels() -> None:
    game = load_game("light-cycle")
    duel = Duel(game, start=Duel(game, "up up right up").position)
    view = View(live_at(duel), 60.0)
    for each in (duel, duel.play("right"), duel.play("up"), duel):
        assert board_of(each).marks[0].kind == "blocked"
        assert seen(view, each).board == board_of(each)


def test_presence_and_private_fields_are_filled_in_each_time() -> None:
    live = live_at(Duel(load_game("light-cycle")))
    view = View(live, 60.0)
    first = view.state(live, HERE, 0.0, (1,), "secret")
    second = view.state(live, Presence(present=Present(one=False, two=True), watchers=0), 0.0, (1, 2), "secret")
    assert (first.you, first.watchers, first.present) == (1, 3, HERE.present)
    assert (second.you, second.watchers, second.present.two) == ("both", 0, True)
