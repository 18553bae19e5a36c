"""Prompts: every form says the whole position."""

import io
import random

import pytest
from hypothesis import given
from PIL import Image

from gridduels import Duel, SetupError, load_game
from gridduels.language.disguise import Disguise, disguise_for
from gridduels.language.prompts import Form, Manner, Telling, describe_position, introduce, prompt_for_move
from tests.helpers import GAMES, duels

SEEN = [form for form in Form if form is not Form.PICTURE]


@given(duels(), duels())
def test_different_positions_are_told_differently(one: Duel, two: Duel) -> None:
    if one.game != two.game or one.position == two.position:
        return
    for form in SEEN:
        if one.position._replace(turn=1) != two.position._replace(turn=1):
            told = [describe_position(duel, Disguise(duel.game), form) for duel in (one, two)]
            assert told[0] != told[1]


@pytest.mark.parametrize("form", SEEN)
@pytest.mark.parametrize("id", GAMES)
def test_legal_moves_are_told_only_where_asked(id: str, form: str) -> None:
    telling = Telling(Duel(load_game(id)), Disguise(load_game(id)), Manner(form))
    given = Telling(telling.duel, telling.disguise, Manner(form, moves_given=True))
    assert "Your legal moves" not in telling.prompt()
    listed = next(line for line in given.prompt().splitlines() if line.startswith("Your legal moves: "))
    moves = listed.removeprefix("Your legal moves: ").removesuffix(".").split(", ")
    assert [telling.read(f"ANSWER: {move}").move for move in moves] == list(telling.duel.legal_moves)


def test_moves_that_repetition_bars_are_told() -> None:
    duel = Duel(load_game("grid-runner", size=3), "right up right down down left left left up up down down down up up")
    assert "third time: down." in prompt_for_move(duel, Disguise(duel.game), Manner())


def test_the_rules_come_first_with_the_rulings_in_force() -> None:
    told = introduce(Disguise(load_game("blockade", obstacles=2, paths="opponent")))
    assert "how many obstacles does each player have? 2" in told
    assert "only the opponent's, so players may wall themselves in" in told


def test_a_picture_goes_with_the_prompt_and_shows_the_position() -> None:
    game = load_game("light-cycle")
    tellings = [Telling(Duel(game, moves), Disguise(game), Manner("picture")) for moves in ("", "right left")]
    pictures = [telling.picture() for telling in tellings]
    assert pictures[0] != pictures[1]
    assert [Image.open(io.BytesIO(each or b"")).size for each in pictures] == [(420, 420)] * 2
    assert Telling(Duel(game), Disguise(game), Manner()).picture() is None


@pytest.mark.parametrize(
    ("form", "variant", "sentence"),
    [
        ("book", "renamed", "a rule book's own words cannot be renamed: choose another prompt, or variant plain"),
        ("picture", "turned", "a picture is not turned: choose another prompt, or variant plain or renamed"),
        ("song", "plain", "the prompt cannot be 'song': it is board, book, line, coordinates, picture"),
        ("board", "odd", "the variant cannot be 'odd': it is plain, turned, renamed, disguised"),
    ],
)
def test_what_cannot_be_told_is_refused(form: str, variant: str, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        Manner(form, variant)


@given(duels())
def test_a_telling_is_the_same_after_being_written_down(duel: Duel) -> None:
    telling = Telling(duel, disguise_for(duel.game, "disguised", random.Random(1)), Manner("line", "disguised"))
    assert Telling.of(telling.as_data()) == telling
