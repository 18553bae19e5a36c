"""The one-line text of a position: writing, reading, and refusing it with all reasons at once."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels import Duel, Game, PositionError, load_game
from gridduels.notation import draw
from tests.helpers import SMALL, duels, faults, games, name_of, reachable

LIGHT_CYCLE = load_game("light-cycle", 3)
PATHWAY = load_game("pathway", 3)
GRID_RUNNER = load_game("grid-runner", 3)
GRIDLOCK = load_game("gridlock", 3)
BLOCKADE = load_game("blockade", 3)


@pytest.mark.parametrize(
    ("id", "moves", "text"),
    [
        ("light-cycle", "right left up", "...../.1.../##.2#/...../..... 2"),
        ("pathway", "right left", "#1.../...../...../...../...2# 1"),
        ("grid-runner", "down", "...../1..../...../...../....2 2"),
        ("gridlock", "up3 left3", "o###.../...#.../...#.../...#.../......./......./....... 1"),
        ("blockade", "@2,0 up", "1.#../...../...../....2/..... 1 2 3"),
    ],
)
def test_a_text_is_the_rows_the_player_to_move_and_the_counters(id: str, moves: str, text: str) -> None:
    duel = Duel(load_game(id), moves)
    assert duel.game.text(duel.position) == text
    assert duel.game.position(text) == duel.position
    assert draw(duel.game, duel.position) == text.split()[0].split("/")


@pytest.mark.heavy
@settings(max_examples=300)
@given(duels())
def test_every_position_reads_back_from_its_text(duel: Duel) -> None:
    for position in duel.history():
        assert duel.game.position(duel.game.text(position)) == position


@pytest.mark.heavy
@pytest.mark.parametrize("game", [game for game in SMALL if game.rulings.get("obstacles", 3) == 3], ids=name_of)
def test_every_reachable_position_of_a_small_board_reads_back(game: Game) -> None:
    positions = reachable(game)
    texts = {game.text(position): position for position in positions}
    assert len(texts) == len(positions)
    for text, position in texts.items():
        assert game.position(text) == position


def test_space_around_and_between_does_not_matter() -> None:
    assert BLOCKADE.position("  1../.../..2\t1  3 3\n") == BLOCKADE.start()


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (".../1.2 1", ("it has 2 rows instead of 3",)),
        (".../1.2/.../... 1", ("it has 4 rows instead of 3",)),
        ("1.2 1", ("it has 1 row instead of 3",)),
        (".../1.2/.. 1", ("row 3 has 2 cells instead of 3",)),
        ("./1.2/.... 1", ("row 1 has 1 cell instead of 3", "row 3 has 4 cells instead of 3")),
        ("/1.2/... 1", ("row 1 has 0 cells instead of 3",)),
        ("..x/1.2/... 1", ("'x' is not a cell: a cell is one of . # 1 2",)),
        (
            "o.x/1.2/... 1",
            ("'o' is not a cell: a cell is one of . # 1 2", "'x' is not a cell: a cell is one of . # 1 2"),
        ),
        (".../..2/... 1", ("'1' stands on 0 cells instead of 1",)),
        (".../1../... 1", ("'2' stands on 0 cells instead of 1",)),
        (".1./1.2/2.. 1", ("'1' stands on 2 cells instead of 1", "'2' stands on 2 cells instead of 1")),
        (".../1.2/... 0", ("the player to move is '0' instead of 1 or 2",)),
        (".../1.2/... 3", ("the player to move is '3' instead of 1 or 2",)),
        (".../1.2/... one", ("the player to move is 'one' instead of 1 or 2",)),
        (".../1.2/... ²", ("the player to move is '²' instead of 1 or 2",)),
        (".../1.2/...", ("after the board there are 0 values instead of 1 (turn)",)),
        (".../1.2/... 1 3", ("after the board there are 2 values instead of 1 (turn)",)),
    ],
)
def test_an_invalid_position_text_is_refused_with_its_reasons(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(LIGHT_CYCLE, text) == reasons


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_text_is_refused_for_everything_it_lacks(text: str) -> None:
    assert faults(LIGHT_CYCLE, text) == (
        "it has 1 row instead of 3",
        "row 1 has 0 cells instead of 3",
        "'1' stands on 0 cells instead of 1",
        "'2' stands on 0 cells instead of 1",
        "after the board there are 0 values instead of 1 (turn)",
    )


def test_all_reasons_are_given_at_once() -> None:
    assert faults(BLOCKADE, "1.x/1.. 4 x -1") == (
        "it has 2 rows instead of 3",
        "'x' is not a cell: a cell is one of . # 1 2",
        "'1' stands on 2 cells instead of 1",
        "'2' stands on 0 cells instead of 1",
        "the player to move is '4' instead of 1 or 2",
        "reserve_one is 'x' instead of a number",
        "reserve_two is '-1' instead of a number",
    )


@pytest.mark.parametrize("number", ["x", "-1", "1000", "٣", "1.5", "³"])
def test_an_invalid_counter_is_refused(number: str) -> None:
    assert faults(BLOCKADE, f"1../.../..2 1 3 {number}") == (f"reserve_two is {number!r} instead of a number",)


@pytest.mark.parametrize("counters", ["", " 3", " 3 3 3"])
def test_missing_and_extra_counters_are_refused(counters: str) -> None:
    given = 1 + len(counters.split())
    reason = f"after the board there are {given} values instead of 3 (turn, reserve_one, reserve_two)"
    assert faults(BLOCKADE, f"1../.../..2 1{counters}") == (reason,)


def test_a_shared_token_stands_on_one_cell() -> None:
    assert faults(GRIDLOCK, ".../.../... 1") == ("'o' stands on 0 cells instead of 1",)
    assert faults(GRIDLOCK, "o../.o./... 1") == ("'o' stands on 2 cells instead of 1",)
    assert faults(GRIDLOCK, "1../.o./... 1") == ("'1' is not a cell: a cell is one of . # o",)


def test_a_game_without_blocked_cells_has_no_symbol_for_them() -> None:
    assert faults(GRID_RUNNER, "1#./.../..2 1") == ("'#' is not a cell: a cell is one of . 1 2",)


def test_a_position_of_another_game_or_size_is_refused() -> None:
    assert faults(LIGHT_CYCLE, BLOCKADE.text(BLOCKADE.start())) == (
        "after the board there are 3 values instead of 1 (turn)",
    )
    assert faults(PATHWAY, "1.../..../..../...2 1")[0] == "it has 4 rows instead of 3"


@pytest.mark.heavy
@settings(max_examples=300)
@given(duels(most=12), st.data())
def test_a_damaged_text_is_another_position_or_refused(duel: Duel, data: st.DataObject) -> None:
    """Reading either raises a PositionError or returns exactly the position written."""
    game = duel.game
    text = game.text(duel.position)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(st.text("12o#./ 03x\n", max_size=2)) + text[at + length :]
    with suppress(PositionError):
        position = game.position(text)
        board, *numbers = text.split()
        assert game.text(position).split() == [board, *(str(int(number)) for number in numbers)]


@given(games(), st.text(max_size=40))
def test_any_text_at_all_is_a_position_or_refused(game: Game, text: str) -> None:
    with pytest.raises(PositionError):
        game.position(text)
