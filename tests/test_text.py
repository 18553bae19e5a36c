"""Text helpers: quoted input, safe output, and games described in paragraphs."""

import pytest

from gridduels import Game, definitions, load_game
from gridduels.text import WIDTH, describe_games, describe_rules, did_you_mean, printable, shorten
from tests.helpers import ALL, GAMES, name_of

VARIANTS = [game for id in GAMES for game in (ALL[id][0], ALL[id][-1])]


def test_typed_text_is_quoted_on_one_short_line() -> None:
    assert shorten("  up \n and \t down ") == "'up and down'"
    assert shorten("x" * 40) == repr("x" * 40)
    assert shorten("x" * 41) == repr("x" * 37 + "...")


def test_a_suggestion_ignores_case_and_spaces() -> None:
    assert did_you_mean(" PATHWY ", ["pathway", "gridlock"]) == " Did you mean pathway?"


@pytest.mark.parametrize("text", ["", "up", "Größe 5 × 5", "上", "two\nlines"])
def test_printable_leaves_text_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("game", VARIANTS, ids=name_of)
def test_the_rules_name_the_board_and_every_ruling_in_force(game: Game) -> None:
    text = describe_rules(game)
    assert text.startswith(f"{game.title}\n\n")
    assert f"\nBoard: {game.size}x{game.size} (it can be " in text
    for name, value in game.rulings.items():
        assert f"\n  {name}={value}: " in text
    for ruling in game.definition.rulings:
        if ruling.meanings:
            assert text.count(f"\n    * {game.rulings[ruling.name]}: ") >= 1
    assert text.count("\n    * ") == sum(1 for ruling in game.definition.rulings if ruling.meanings)


@pytest.mark.parametrize("game", VARIANTS, ids=name_of)
def test_no_line_is_too_long_for_a_terminal(game: Game) -> None:
    assert max(map(len, describe_rules(game).splitlines())) <= WIDTH < 80
    assert max(map(len, describe_games(definitions()).splitlines())) <= WIDTH


def test_the_rules_of_a_game_without_rulings_do_not_speak_of_them() -> None:
    assert "ruling" not in describe_rules(load_game("light-cycle")).lower()


def test_every_game_is_listed_once_in_the_order_of_the_books() -> None:
    lines = [line for line in describe_games(definitions()).splitlines() if not line.startswith("   ")]
    assert [line.split()[0] for line in lines] == list(GAMES)
    assert GAMES == ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade")
