"""Words: typed input is understood, and every event has a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, Game, NotationError, load_game
from gridduels.words import AnyWords, Words, parse_direction
from tests.helpers import duels, games

LIGHT_CYCLE = load_game("light-cycle", 3)


@pytest.mark.parametrize("word", ["up", "down", "left", "right"])
def test_a_direction_is_its_name_or_the_beginning_of_it(word: str) -> None:
    for length in range(1, len(word) + 1):
        assert parse_direction(word[:length]) == word
        assert parse_direction(f"  {word[:length].upper()}\n") == word


@pytest.mark.parametrize("text", ["", " ", "north", "upp", "lefty", "u p", "1", "r2"])
def test_nothing_else_is_a_direction(text: str) -> None:
    assert parse_direction(text) is None


@given(games(), st.data())
def test_natural_spellings_of_a_move_are_understood(game: Game, data: st.DataObject) -> None:
    duel = Duel(game)
    word = data.draw(st.sampled_from(duel.legal_moves))
    said: tuple[str, ...] = ()
    answers = game.words.typed(word)
    for answer in answers[:-1]:
        understood = game.words.answer(duel, said, answer)
        assert isinstance(understood, tuple)
        said = understood
    assert game.words.answer(duel, said, answers[-1]) == word


@given(games(), st.text(max_size=30))
def test_any_answer_is_a_move_a_further_question_or_refused_in_one_sentence(game: Game, line: str) -> None:
    duel = Duel(game)
    try:
        understood = game.words.answer(duel, (), line)
    except NotationError as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert sentence.endswith(".")
    else:
        assert understood in game.moves if isinstance(understood, str) else game.words.prompt(duel, understood)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("resigned", "Player 1 resigns."),
        ("time", "Player 1 is out of time."),
        ("forfeit", "Player 1 forfeits the game."),
    ],
)
def test_every_way_a_game_can_be_stopped_has_a_sentence(reason: str, sentence: str) -> None:
    assert LIGHT_CYCLE.words.why(Duel(LIGHT_CYCLE).stop(2, reason)) == sentence


@pytest.mark.parametrize("id", ["light-cycle", "pathway", "blockade"])
def test_an_aborted_game_is_announced_without_a_winner(id: str) -> None:
    game = load_game(id)
    ending = game.words.ending(Duel(game).stop(0, "aborted"))
    assert ending == "The game was aborted and doesn't count.\nNo one wins."


def test_the_end_by_repetition_has_a_sentence() -> None:
    over = Duel(load_game("grid-runner", 3), "down left right left left right right left left")
    assert over.game.words.why(over) == "Every move by Player 2 would repeat a position for the third time."


def test_the_end_by_the_rules_has_a_sentence() -> None:
    over = Duel(LIGHT_CYCLE, "up up right")
    assert LIGHT_CYCLE.words.why(over) == "Player 2 has no valid moves."
    assert LIGHT_CYCLE.words.victory(over) == "Player 1 wins!"


def test_an_action_refused_for_no_known_reason_cannot_be_done_now() -> None:
    refusal = LIGHT_CYCLE.words.refusal(LIGHT_CYCLE, LIGHT_CYCLE.start(), LIGHT_CYCLE.action("up"))
    assert refusal == ("not-now", "You cannot move up now.")


@given(duels(stopped=True))
def test_every_position_and_every_ending_has_a_sentence(duel: Duel) -> None:
    words = duel.game.words
    assert words.board(duel.game, duel.position).count("\n") == duel.game.columns - 1
    if duel.outcome:
        winner, ending = duel.ended.winner, words.ending(duel)
        names = (words.player(winner), f"Player {winner}") if winner else ("No one wins.",)
        assert any(name in ending for name in names)
    else:
        assert words.prompt(duel, ()).endswith(": ")


def test_words_of_no_game_refuse_what_is_no_step_without_a_reason_of_its_own() -> None:
    game = load_game("gridlock", 3)
    words: AnyWords = Words()
    assert words.refusal(game, game.start(), game.action("up2")) == ("not-now", "You cannot play up2 now.")
