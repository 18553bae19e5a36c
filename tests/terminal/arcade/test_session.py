"""A match without its screen."""

from pathlib import Path

import pytest

from gridduels import Duel, GridDuelsError, IllegalMove, SetupError, load_game
from gridduels.live_record import LiveRecord
from gridduels.record import load
from gridduels.terminal.arcade.session import Session
from tests.terminal.arcade.stage import against, friends


def test_the_first_mover_alternates_and_the_points_are_counted() -> None:
    session = friends("light-cycle")
    session.rounds = 3
    firsts = []
    for _ in range(3):
        firsts.append(session.duel.turn)
        session.resign()
        if session.another_round:
            session.next_round()
    assert firsts == [1, 2, 1]
    assert session.points == [1, 2]
    assert not session.another_round


def test_a_rematch_swaps_the_sides_and_the_points_with_them() -> None:
    session = against("light-cycle")
    session.resign()
    assert session.points == [0, 1]
    session.rematch()
    assert session.players == ("random", "human")
    assert session.points == [1, 0]
    assert session.computer_to_move


def test_a_rematch_of_a_match_that_is_over_begins_anew() -> None:
    session = against("light-cycle")
    session.rounds = 1
    session.resign()
    session.rematch()
    assert (session.round, session.points) == (1, [0, 0])


def test_undo_takes_both_plies_back_against_the_computer() -> None:
    session = against("light-cycle")
    with pytest.raises(GridDuelsError):
        session.undo()
    session.play("right")
    session.play(session.player().choose(session.duel))
    assert len(session.undo()) == 2
    assert session.duel.ply == 0
    assert session.helped


def test_undo_takes_one_ply_back_between_friends() -> None:
    session = friends("light-cycle", "right left")
    assert session.undo() == ("left",)
    assert session.duel.turn == 2


def test_a_move_that_is_not_allowed_changes_nothing() -> None:
    session = friends("light-cycle")
    with pytest.raises(IllegalMove):
        session.play("left")
    assert session.duel == Duel(session.game)


def test_names_say_who_plays() -> None:
    assert against("pathway").name(1) == "Player A (you)"
    assert against("pathway").name(2) == "Player B (random)"
    assert friends("pathway").name(2) == "Player B"


def test_an_unknown_player_is_refused_at_once() -> None:
    with pytest.raises(SetupError):
        Session(load_game("pathway"), ("human", "nobody"))


def test_a_record_file_holds_every_round(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    session = Session(load_game("light-cycle"), ("human", "human"), rounds=2, live=LiveRecord.append_to(path))
    session.begin()
    session.play("right")
    session.undo()
    session.play("up")
    session.resign()
    session.next_round()
    session.play("left")
    first, second = load(path)
    assert first.duel.moves == ("up",)
    assert first.duel.outcome == (1, "resigned")
    assert (second.duel.moves, second.tags["Round"]) == (("left",), "2")
    live, records = LiveRecord.resume(path)
    again = Session(load_game("light-cycle"), records[-1].players, live=live)
    again.resume(records)
    assert (again.round, again.rounds, again.points, again.duel.turn) == (2, 2, [1, 0], 1)


def test_a_branch_goes_on_from_any_move_and_does_not_count() -> None:
    session = friends("light-cycle", "right left up left")
    branch = session.branch(2)
    assert branch.duel.moves == ("right", "left")
    assert branch.helped


def test_the_toss_is_repeatable() -> None:
    turns = {Session(load_game("gridlock"), ("human", "human"), "toss", seed=seed).duel.turn for seed in range(20)}
    assert turns == {1, 2}
    again = [Session(load_game("gridlock"), ("human", "human"), "toss", seed=5).duel.turn for _ in range(5)]
    assert len(set(again)) == 1
