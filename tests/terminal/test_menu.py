"""The menu that `gridduels` opens without a command."""

import pytest

from gridduels import definitions
from gridduels.terminal.line import list_games, open_menu
from gridduels.terminal.settings import choosable
from tests.helpers import GAMES
from tests.terminal.table import Said, seat


def menu(lines: str) -> Said:
    console, target = seat(lines, person=True)
    return Said(open_menu(console), target.getvalue())


def test_the_list_names_every_game_and_how_to_start_it() -> None:
    text = list_games()
    for each in definitions():
        assert f"  {each.id} " in text
        assert f"{each.title}: " in text
    assert "gridduels play GAME" in text
    assert max(map(len, text.splitlines())) < 80


@pytest.mark.parametrize(("number", "game"), list(enumerate(GAMES, 1)))
def test_a_game_is_chosen_by_number_id_or_title(number: int, game: str) -> None:
    title = definitions()[number - 1].title
    texts = {
        menu(f"{choice}; human; 1; resign; no; quit").text.partition("Player 2 is:")[2]
        for choice in (str(number), game, title, f"  {title.upper()} ")
    }
    assert len(texts) == 1
    assert "resigns." in texts.pop()


@pytest.mark.parametrize("answer", ["0", "30", "-1", "chess", "", "1 2", "①"])
def test_anything_else_is_refused_with_the_choices(answer: str) -> None:
    code, text = menu(f"{answer}; 1; {answer}; quit")
    assert code == 0
    assert f"{answer}\nType a number from 1 to 5, or quit.\nChoose a game (1-5, or quit): 1\n" in text
    most = len(choosable())
    assert f"{answer}\nType a number from 1 to {most}, or quit.\nChoose an opponent (1-{most}, or quit): quit\n" in text


def test_the_opponents_are_the_cast() -> None:
    _, text = menu("1; quit")
    assert "  1. person: a person at this keyboard\n  2. Ada: Moves where she likes. Be kind.\n" in text
    assert "easy" not in text
    assert "You left the game unfinished." in menu("1; kismet; quit; quit").text


def test_the_computer_can_be_the_opponent() -> None:
    _, text = menu("1; random; right")
    assert text.count("Player 2's turn. Enter move direction (up/down/left/right): ") == 1
    assert text.count("Player 1's turn. Enter move direction (up/down/left/right): ") == 2


def test_after_a_game_the_menu_comes_back() -> None:
    code, text = menu("3; 1; resign; no; 1; 1; quit; q")
    assert code == 0
    assert text.count("Grid Duels\n\n  1. ") == 3
    assert "You left the game unfinished.\n\nGrid Duels\n" in text


@pytest.mark.parametrize("lines", ["", "1", "quit", "1; quit", "EXIT", "1; q"])
def test_leaving_the_menu_is_a_good_end(lines: str) -> None:
    code, text = menu(lines)
    assert code == 0
    assert text.endswith("\n")


def test_input_that_ends_in_a_game_ends_early() -> None:
    code, text = menu("2; 1; down")
    assert code == 3
    kept = "It has been saved. Continue with: gridduels play pathway"
    assert text.endswith(f"\nThe input ended before the game did.\n{kept}\n")
