"""Prompts: every form describes the complete position."""

import io
import random

import pytest
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE
from hypothesis import given
from PIL import Image

from gridduels import Duel, Game, SetupError, load_game
from gridduels.language.disguise import Disguise, disguise_for
from gridduels.language.prompts import Form, Presentation, Style, describe_position, introduce, picture, prompt_for_move
from tests.helpers import GAMES, duels

SEEN = [form for form in Form if form is not Form.PICTURE]
MARKS: dict[str, set[str]] = {
    "light-cycle": {"blocked cells"},
    "pathway": {"blocked cells"},
    "grid-runner": set(),
    "gridlock": {"visited cells"},
    "blockade": {"obstacles"},
}


@given(duels(), duels())
def test_different_positions_read_differently(one: Duel, two: Duel) -> None:
    if one.game != two.game or one.position == two.position:
        return
    for form in SEEN:
        if one.position._replace(turn=1) != two.position._replace(turn=1):
            told = [describe_position(duel, Disguise(duel.game), form) for duel in (one, two)]
            assert told[0] != told[1]


@pytest.mark.parametrize("form", SEEN)
@pytest.mark.parametrize("id", GAMES)
def test_legal_moves_are_listed_only_on_request(id: str, form: str) -> None:
    presentation = Presentation(Duel(load_game(id)), Disguise(load_game(id)), Style(form))
    given = Presentation(presentation.duel, presentation.disguise, Style(form, moves_given=True))
    assert "Your legal moves" not in presentation.prompt()
    listed = next(line for line in given.prompt().splitlines() if line.startswith("Your legal moves: "))
    moves = listed.removeprefix("Your legal moves: ").removesuffix(".").split(", ")
    assert [presentation.read(f"ANSWER: {move}").move for move in moves] == list(presentation.duel.legal_moves)


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("id", GAMES)
def test_prompts_mention_only_what_the_board_can_hold(id: str, form: str) -> None:
    def mentioned(text: str) -> set[str]:
        words = set().union(*MARKS.values()) | {"shaded"}
        return {word for word in words if word in text.lower()}

    game = load_game(id)
    presentation = Presentation(Duel(game), Disguise(game), Style(form))
    expected = MARKS[id] | ({"shaded"} if form == Form.PICTURE and MARKS[id] else set())
    assert mentioned(presentation.prompt()) <= expected
    if form != Form.BOOK:
        assert mentioned(describe_position(presentation.duel, presentation.disguise, form)) == expected


@pytest.mark.parametrize("id", GAMES)
def test_pictures_shade_the_cells_that_the_prompt_calls_shaded(id: str) -> None:
    def colours(duel: Duel) -> set[object]:
        image = Image.open(io.BytesIO(picture(duel))).convert("RGB")
        side = 420 // duel.game.columns
        corners = [
            (x * side + side // 6, y * side + side // 6)
            for x in range(duel.game.columns)
            for y in range(duel.game.rows)
        ]
        return {image.getpixel(corner) for corner in corners}

    game = load_game(id)
    start, later = Duel(game), Duel(game)
    for _ in range(4):
        later = later.play(later.legal_moves[-1])
    assert (colours(later) > colours(start)) == bool(MARKS[id])


def test_a_picture_of_pieces_is_described() -> None:
    duel = Duel(Game(TIC_TAC_TOE))
    told = describe_position(duel, Disguise(duel.game), Form.PICTURE)
    assert "the blue discs are pieces of Player 1, the orange diamonds are pieces of Player 2." in told


def test_barred_moves_are_listed() -> None:
    duel = Duel(load_game("grid-runner", size=3), "right up right down down left left left up up down down down up up")
    assert "third time: down." in prompt_for_move(duel, Disguise(duel.game), Style())


def test_the_rules_come_first_with_the_rulings_in_force() -> None:
    told = introduce(Disguise(load_game("blockade", obstacles=2, paths="opponent")))
    assert "how many obstacles does each player have? 2" in told
    assert "only the opponent's, so players may wall themselves in" in told


def test_a_picture_goes_with_the_prompt_and_shows_the_position() -> None:
    game = load_game("light-cycle")
    tellings = [Presentation(Duel(game, moves), Disguise(game), Style("picture")) for moves in ("", "right left")]
    pictures = [presentation.picture() for presentation in tellings]
    assert pictures[0] != pictures[1]
    assert [Image.open(io.BytesIO(each or b"")).size for each in pictures] == [(420, 420)] * 2
    assert Presentation(Duel(game), Disguise(game), Style()).picture() is None


@pytest.mark.parametrize(
    ("form", "variant", "sentence"),
    [
        (
            "book",
            "renamed",
            "the rule book's own words cannot be renamed: choose another prompt form, or the variant plain",
        ),
        ("picture", "turned", "pictures cannot be turned: choose another prompt form, or the variant plain or renamed"),
        ("song", "plain", "unknown prompt form 'song': use one of board, book, line, coordinates, picture"),
        ("board", "odd", "unknown variant 'odd'; use one of plain, turned, renamed, disguised"),
    ],
)
def test_impossible_styles_are_refused(form: str, variant: str, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        Style(form, variant)


@given(duels())
def test_a_presentation_is_the_same_after_serialisation(duel: Duel) -> None:
    presentation = Presentation(
        duel, disguise_for(duel.game, "disguised", random.Random(1)), Style("line", "disguised")
    )
    assert Presentation.of(presentation.as_data()) == presentation
