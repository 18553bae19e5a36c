"""Duel: playing, taking back, stopping, refusing, repetition, and value semantics."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import (
    Duel,
    GridDuelsError,
    IllegalMove,
    Match,
    NotationError,
    Outcome,
    PositionError,
    Reason,
    SetupError,
    load_game,
)
from tests.helpers import after, duels, namespace, reason_by_text, refused

LIGHT_CYCLE = load_game("light-cycle")
SMALL = load_game("light-cycle", 3)
GRID_RUNNER = load_game("grid-runner", 3)
OVER = after(SMALL, "up up right")
CODES = {"edge", "blocked", "occupied", "visited", "no-obstacles", "cut-off", "repetition", "over", "not-now"}


def test_a_new_duel_stands_at_the_start() -> None:
    duel = Duel(LIGHT_CYCLE)
    assert duel.position == duel.start == LIGHT_CYCLE.start()
    assert (duel.turn, duel.ply, duel.moves, duel.outcome) == (1, 0, (), None)
    assert duel.history() == (duel.start,)
    assert duel.legal_moves == ("up", "down", "right")
    assert duel.legal_actions == 0b1011


def test_playing_gives_a_new_duel_and_leaves_the_old_one() -> None:
    before = Duel(LIGHT_CYCLE, "right")
    after = before.play("left")
    assert before.moves == ("right",)
    assert after.moves == ("right", "left")
    assert after.history()[:2] == before.history()
    assert (after.turn, after.ply) == (1, 2)


def test_moves_are_given_as_a_text_as_words_or_one_by_one() -> None:
    played = Duel(LIGHT_CYCLE).play("right").play("left")
    assert Duel(LIGHT_CYCLE, "right left") == Duel(LIGHT_CYCLE, ["right", "left"]) == played


def test_a_move_is_given_as_its_word_or_its_number() -> None:
    assert Duel(LIGHT_CYCLE).play(3) == Duel(LIGHT_CYCLE).play("right")


def test_a_duel_starts_elsewhere_given_a_text_or_a_position() -> None:
    text = "...../.1.../##.##/...2./..... 1"
    duel = Duel(LIGHT_CYCLE, "up", start=text)
    assert duel == Duel(LIGHT_CYCLE, "up", start=LIGHT_CYCLE.position(text))
    assert LIGHT_CYCLE.text(duel.start) == text
    assert duel.ply == 1


def test_an_invalid_start_is_refused() -> None:
    with pytest.raises(PositionError, match="the player to move is '3' instead of 1 or 2"):
        Duel(LIGHT_CYCLE, start="...../...../1...2/...../..... 3")


def test_a_list_of_moves_is_refused_at_the_first_that_is_not_allowed() -> None:
    with pytest.raises(IllegalMove, match=r"You cannot move left: \(3,1\) is blocked"):
        Duel(LIGHT_CYCLE, "right left left")
    with pytest.raises(NotationError):
        Duel(LIGHT_CYCLE, "right north")


@pytest.mark.parametrize("action", [-1, 4, 99, -1000])
def test_an_invalid_action_number_is_refused(action: int) -> None:
    sentence = f"There is no action {action}. Actions run from 0 to 3."
    assert refused(Duel(LIGHT_CYCLE), action) == ("not-now", sentence)
    assert refused(OVER, action) == ("not-now", sentence)


def test_a_refusal_carries_the_move() -> None:
    with pytest.raises(IllegalMove) as caught:
        Duel(LIGHT_CYCLE).play(2)
    assert caught.value.move == "left"
    assert caught.value.code == "edge"


@given(duels())
def test_legal_moves_can_be_played_and_all_others_are_refused_with_their_true_reason(duel: Duel) -> None:
    text = duel.game.text(duel.position)
    for word in duel.game.moves:
        if word in duel.legal_moves:
            assert duel.play(word).moves == (*duel.moves, word)
        else:
            code, sentence = refused(duel, word)
            assert code == ("over" if duel.outcome else reason_by_text(text, word))
            assert code in CODES
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "\n" not in sentence


@given(duels(), st.data())
def test_undo_takes_back_the_last_moves(duel: Duel, data: st.DataObject) -> None:
    if not duel.ply:
        return
    plies = data.draw(st.integers(1, duel.ply))
    earlier = duel.undo(plies)
    assert earlier == Duel(duel.game, duel.moves[:-plies], start=duel.start)
    assert Duel(duel.game, duel.moves[-plies:], start=earlier.position).position == duel.position
    for move in duel.moves[-plies:]:
        earlier = earlier.play(move)
    assert earlier == duel


@given(duels())
def test_the_history_holds_every_position_and_the_players_alternate(duel: Duel) -> None:
    history = duel.history()
    assert len(history) == duel.ply + 1
    assert (history[0], history[-1]) == (duel.start, duel.position)
    assert [position.turn for position in history] == [
        duel.start.turn if ply % 2 == 0 else 3 - duel.start.turn for ply in range(duel.ply + 1)
    ]


@pytest.mark.parametrize("plies", [0, -1, 3])
def test_no_more_can_be_taken_back_than_was_played(plies: int) -> None:
    with pytest.raises(GridDuelsError, match=f"cannot undo {plies} of 2 plies"):
        Duel(LIGHT_CYCLE, "right left").undo(plies)


def test_a_finished_game_can_be_taken_back() -> None:
    assert OVER.undo().outcome is None
    assert OVER.undo().play("right") == OVER


def test_taking_back_a_move_lifts_the_bar_on_repetition() -> None:
    duel = Duel(GRID_RUNNER, "down up up down down up up")
    assert "down" not in duel.legal_moves
    assert "down" in duel.undo(4).legal_moves


@given(duels(stopped=True))
def test_there_is_an_outcome_exactly_when_nothing_can_be_played(duel: Duel) -> None:
    assert (duel.outcome is None) == bool(duel.legal_moves)
    if duel.outcome is None:
        with pytest.raises(GridDuelsError, match="The game is not over yet"):
            _ = duel.ended
    else:
        assert duel.ended == duel.outcome
        assert (duel.ended.winner == 0) == (duel.ended.reason is Reason.ABORTED)
        assert isinstance(duel.ended.reason, Reason)


def test_an_outcome_says_who_won_and_why() -> None:
    assert OVER.outcome == Outcome(winner=1, reason=Reason.NO_MOVES)
    won = Duel(GRID_RUNNER, "down up down up right left right")
    assert won.outcome == Outcome(winner=1, reason=Reason.GOAL)


def test_the_player_to_move_can_resign() -> None:
    assert Duel(LIGHT_CYCLE).resign().outcome == (2, "resigned")
    duel = Duel(LIGHT_CYCLE, "right").resign()
    assert duel.outcome == (1, "resigned")
    assert duel.moves == ("right",)
    assert duel.legal_moves == ()
    assert duel.legal_actions == 0


@pytest.mark.parametrize("reason", ["resigned", "time", "forfeit"])
@pytest.mark.parametrize("winner", [1, 2])
def test_a_game_can_be_stopped_for_either_player(winner: int, reason: str) -> None:
    duel = Duel(LIGHT_CYCLE, "right").stop(winner, reason)
    assert duel.outcome == (winner, reason)
    assert refused(duel, "left") == ("over", "The game is over.")


def test_an_aborted_game_is_over_and_counts_for_neither_player() -> None:
    duel = Duel(LIGHT_CYCLE, "right").stop(0, "aborted")
    assert duel.ended == Outcome(0, Reason.ABORTED)
    assert duel.ended.points == (0.0, 0.0)
    assert duel.legal_moves == ()
    assert Match(duel, earlier=(1, 0)).score == (1, 0)


@pytest.mark.parametrize("over", [OVER, Duel(LIGHT_CYCLE).resign()])
def test_a_game_that_is_over_cannot_be_stopped_again(over: Duel) -> None:
    for stop in (over.resign, lambda: over.stop(2, "time")):
        with pytest.raises(IllegalMove, match=r"The game is over\.") as caught:
            stop()
        assert caught.value.code == "over"


def test_taking_back_after_a_stop_takes_back_the_move_before_it() -> None:
    duel = Duel(LIGHT_CYCLE, "right left")
    assert duel.resign().undo() == duel.undo()


@given(duels(stopped=True))
def test_the_repr_of_a_duel_recreates_it(duel: Duel) -> None:
    assert eval(repr(duel), namespace(duel.game)) == duel


@given(duels(stopped=True))
def test_copies_of_a_duel_are_equal_and_hash_alike(duel: Duel) -> None:
    for twin in (copy.copy(duel), copy.deepcopy(duel), pickle.loads(pickle.dumps(duel))):
        assert twin == duel
        assert hash(twin) == hash(duel)
        assert twin.history() == duel.history()
        assert twin.legal_moves == duel.legal_moves
        assert twin.outcome == duel.outcome


@given(duels(stopped=True))
def test_a_pickled_duel_can_be_played_on(duel: Duel) -> None:
    twin = pickle.loads(pickle.dumps(duel))
    for move in duel.legal_moves:
        assert twin.play(move) == duel.play(move)


@given(duels())
def test_copies_of_a_position_are_equal_and_hash_alike(duel: Duel) -> None:
    position = duel.position
    for twin in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        eval(repr(position), namespace(duel.game)),
    ):
        assert twin == position
        assert type(twin) is type(position)
        assert hash(twin) == hash(position)


def test_a_position_cannot_be_changed() -> None:
    position: Any = Duel(LIGHT_CYCLE).position
    with pytest.raises(AttributeError):
        position.turn = 2


def test_duels_differ_by_game_start_moves_and_stop() -> None:
    duel = Duel(LIGHT_CYCLE, "right")
    others = [
        Duel(load_game("light-cycle", 7), "right"),
        Duel(LIGHT_CYCLE, "up"),
        Duel(LIGHT_CYCLE),
        Duel(LIGHT_CYCLE, start=duel.position),
        duel.resign(),
        duel.stop(2, "time"),
        duel.stop(1, "time"),
    ]
    assert len({duel, *others}) == 8
    assert duel != "right"


def test_transpositions_are_different_duels_at_the_same_position() -> None:
    game = load_game("grid-runner")
    one, two = Duel(game, "down up right left"), Duel(game, "right left down up")
    assert one.position == two.position
    assert one != two


def test_a_position_may_occur_twice_but_not_three_times() -> None:
    once = Duel(GRID_RUNNER, "down up up")
    twice = once.play("down")
    assert twice.history().count(GRID_RUNNER.start()) == 2
    assert refused(twice.play("down").play("up").play("up"), "down") == (
        "repetition",
        "You cannot play down: it would repeat the same position for the third time.",
    )


@given(duels("grid-runner", "blockade"))
def test_no_position_occurs_three_times_where_that_is_barred(duel: Duel) -> None:
    if duel.game.bars_repetition:
        assert max(duel.history().count(position) for position in duel.history()) <= 2


def test_positions_before_another_start_do_not_count() -> None:
    duel = Duel(GRID_RUNNER, "down up up down down up up")
    afresh = Duel(GRID_RUNNER, start=duel.position)
    assert "down" not in duel.legal_moves
    assert "down" in afresh.legal_moves


@pytest.mark.parametrize(
    "stopped", [(3, "resigned"), (0, "time"), (1, "goal"), (2, "boredom"), (1, "aborted"), (0, "draw")]
)
def test_a_duel_is_stopped_only_in_favour_of_a_player_and_for_a_known_reason(stopped: tuple[int, str]) -> None:
    with pytest.raises(SetupError, match="a duel cannot be stopped"):
        Duel(load_game("light-cycle")).stop(*stopped)
    with pytest.raises(SetupError, match="a duel cannot be stopped"):
        Duel(load_game("light-cycle"), stopped=stopped)
