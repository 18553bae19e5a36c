"""Positions and questions: sampled as documented, with exact answers."""

from collections import Counter

import pytest
from hypothesis import given

from gridduels import Duel, SetupError, load_game
from gridduels.analysis.split import TEST, TRAIN, canonical_key, is_on
from gridduels.board import each
from gridduels.engine import solve
from gridduels.language.positions import CHOICES, PHASES, draw_positions
from gridduels.language.questions import Kind, draw_questions, has_way, is_right, kinds_of
from tests.helpers import GAMES, changed, duels, field_of


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("side", [TRAIN, TEST])
def test_positions_are_on_their_side_and_one_of_their_moves_gives_the_value_away(id: str, side: str) -> None:
    game = load_game(id)
    drawn = draw_positions(game, 6, seed=1, side=side)
    values = solve(game)
    assert len({canonical_key(game, each.duel.position) for each in drawn}) == len(drawn) == 6
    for found in drawn:
        worth = values.move_values(found.duel.position)
        best = max(worth.values(), key=lambda value: value.rank)
        keep = [word for word, value in worth.items() if value.outcome == best.outcome]
        assert 0 < len(keep) < len(worth)
        assert found.choice == ("only" if len(keep) == 1 else "some")
        assert found.phase in PHASES
        assert is_on(side, game, found.duel.position)


def test_every_phase_and_kind_of_choice_is_drawn() -> None:
    drawn = draw_positions(load_game("light-cycle"), 40, seed=2)
    phases, choices = (Counter(getattr(each, name) for each in drawn) for name in ("phase", "choice"))
    assert set(phases) == set(PHASES)
    assert set(choices) == set(CHOICES)


def test_the_same_seed_draws_the_same_positions() -> None:
    game = load_game("light-cycle")
    assert draw_positions(game, 5, seed=3) == draw_positions(game, 5, seed=3)
    assert draw_positions(game, 5, seed=3) != draw_positions(game, 5, seed=4)
    with pytest.raises(SetupError, match="cannot draw 0 positions"):
        draw_positions(game, 0, seed=3)


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("variant", ["plain", "disguised"])
def test_the_exact_answer_of_every_question_is_right_and_another_is_not(id: str, variant: str) -> None:
    questions = draw_questions(load_game(id, 3), 20, seed=1, variant=variant)
    assert {question.kind for question in questions} == set(kinds_of(load_game(id)))
    for question in questions:
        assert is_right(question.kind, f"Well.\nANSWER: {question.answer}", question.answer)
        assert is_right(question.kind, "ANSWER: perhaps", question.answer) is False
        assert is_right(question.kind, "I do not know.\nSorry!", question.answer) is None
        assert question.answer in (question.guesses or (question.answer,))


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_questions_of_two_answers_have_both(id: str) -> None:
    questions = draw_questions(load_game(id), 60, seed=2)
    answers = Counter((question.kind, question.answer) for question in questions)
    assert answers[Kind.LEGAL, "yes"] >= 3
    assert answers[Kind.LEGAL, "no"] >= 3
    assert answers[Kind.WINNER, "nobody"] >= 3
    assert id != "pathway" or min(answers[Kind.GOAL, "yes"], answers[Kind.GOAL, "no"]) >= 3


def test_after_is_the_board_that_the_rules_give() -> None:
    (question,) = [each for each in draw_questions(load_game("gridlock", 3), 3, seed=5) if each.kind is Kind.AFTER]
    word = question.text.rpartition("The move ")[2].split()[0]
    played = question.duel.play(word)
    assert question.answer == played.game.text(played.position).split()[0]


@given(duels("pathway", most=14))
def test_there_is_a_way_to_the_goal_exactly_where_one_can_be_walked(duel: Duel) -> None:
    game, position = duel.game, duel.position
    walls = [cell for cell in each(field_of(position, "blocked")) if not cell & (game.goal(1) | game.goal(2))]
    for player, own in ((1, "one"), (2, "two")) if walls and not duel.outcome else ():
        reached = waiting = {getattr(position, own)}
        while waiting:  # by the rules themselves, the other token on a wall and no wall added
            asked = [
                changed(position, **{"one": walls[0], "two": walls[0], "turn": player, own: cell}) for cell in waiting
            ]
            moves = [(one, action) for one in asked for action in range(4) if game.legal(one) >> action & 1]
            waiting = {getattr(game.play(one, action), own) for one, action in moves} - reached
            reached = reached | waiting
        assert has_way(duel, player) == any(cell & game.goal(player) for cell in reached)
