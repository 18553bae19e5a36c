"""What players know can be done without."""

from gridduels import Duel, load_game
from gridduels.engine.progress import silent
from gridduels.players.knowledge import knowledge_of, without_values


def test_a_player_does_without_values_for_a_while_and_has_them_again() -> None:
    game = load_game("light-cycle", size=3)
    known = knowledge_of(game, silent)
    assert known.complete
    with without_values(game):
        nothing = knowledge_of(game)
        assert not nothing.complete
        assert nothing.values is None
        assert nothing.worth(Duel(game), 1) == {}
    assert knowledge_of(game) is known


def test_what_is_done_without_is_not_worked_out() -> None:
    big = load_game("blockade", size=6, obstacles=3)
    with without_values(big):
        assert knowledge_of(big).values is None
