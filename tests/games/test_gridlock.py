"""GridLock, rule by rule."""

import pytest

from gridduels import Duel, NotationError, SetupError, load_game
from tests.helpers import after, boards, changed, faults, reachable, refused

GRIDLOCK = load_game("gridlock")
CORNER = "######o/...#.../...#.../...#.../......./......./....... 2"
"""The position at the end of the book's third turn, which cannot be reached."""


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (3, ".../.o./... 1"),
        (5, "...../...../..o../...../..... 1"),
        (7, "......./......./......./...o.../......./......./....... 1"),
    ],
)
def test_the_token_starts_in_the_centre(size: int, text: str) -> None:
    game = load_game("gridlock", size)
    assert game.text(game.start()) == text


def test_the_board_has_seven_rows_unless_another_size_is_asked_for() -> None:
    assert load_game("gridlock", 7) == GRIDLOCK


@pytest.mark.parametrize("size", [2, 4, 6, 8, 11])
def test_there_is_no_board_of_another_size(size: int) -> None:
    with pytest.raises(SetupError, match=f"gridlock has no size {size}. Choose 3, 5, 7 or 9."):
        load_game("gridlock", size)


def test_there_are_no_rulings() -> None:
    with pytest.raises(SetupError, match=r"gridlock has no ruling 'stuck': it has no rulings."):
        load_game("gridlock", stuck="loses")


def test_the_players_choose_the_first_mover() -> None:
    assert GRIDLOCK.definition.players_choose_first
    assert [position.turn for position in after(GRIDLOCK, "up1 up1").history()] == [1, 2, 1]
    assert [position.turn for position in after(GRIDLOCK, "up1 up1", first=2).history()] == [2, 1, 2]


def test_the_first_mover_changes_nothing_else() -> None:
    game = load_game("gridlock", 3)
    mirrored = {position._replace(turn=3 - position.turn) for position in reachable(game, first=2)}
    assert mirrored == reachable(game)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("up1", ".../o../#.. 2"),
        ("up2", "o../#../#.. 2"),
        ("down1", "#../o../... 2"),
        ("left1", ".../.../.o# 2"),
        ("left2", ".../.../o## 2"),
        ("right2", ".../.../##o 2"),
    ],
)
def test_every_cell_passed_over_is_visited_the_first_too(move: str, text: str) -> None:
    row, column = {"u": (2, 0), "d": (0, 0), "l": (2, 2), "r": (2, 0)}[move[0]]
    game = load_game("gridlock", 3)
    position = changed(game.start(), token=1 << row * 3 + column)
    assert game.text(game.play(position, game.action(move))) == text


def test_the_token_moves_any_number_of_cells_in_four_directions_but_at_least_one() -> None:
    assert Duel(GRIDLOCK).legal_moves == tuple(
        f"{way}{n}" for way in ("up", "down", "left", "right") for n in (1, 2, 3)
    )


@pytest.mark.parametrize("word", ["up0", "up7", "up", "3", "pass", "", "upleft1", "up-1", "UP1", "up 1", "up01"])
def test_nothing_but_a_direction_and_a_distance_on_the_board_is_a_move(word: str) -> None:
    with pytest.raises(NotationError, match="is not a move of gridlock: a move is a direction and a number of steps"):
        Duel(GRIDLOCK).play(word)


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        ("", "up4", "You cannot move up 4: that is off the grid. It can move up 1 to 3."),
        ("", "down4", "You cannot move down 4: that is off the grid. It can move down 1 to 3."),
        ("", "left6", "You cannot move left 6: that is off the grid. It can move left 1 to 3."),
        ("", "right5", "You cannot move right 5: that is off the grid. It can move right 1 to 3."),
        ("up3", "up1", "You cannot move up 1: that is off the grid."),
    ],
)
def test_the_edge_stops_the_token(moves: str, move: str, sentence: str) -> None:
    assert refused(after(GRIDLOCK, moves), move) == ("edge", sentence)


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        ("up3", "down1", "You cannot move down 1: (2,4) has been visited."),
        ("up1", "down1", "You cannot move down 1: (4,4) has been visited."),
        ("up1 right1 down2 left1", "up1", "You cannot move up 1: (4,4) has been visited."),
        ("up1 right1 down1", "left1", "You cannot move left 1: (4,4) has been visited."),
    ],
)
def test_the_token_cannot_land_on_a_visited_cell(moves: str, move: str, sentence: str) -> None:
    assert refused(after(GRIDLOCK, moves), move) == ("visited", sentence)


def test_the_token_cannot_pass_through_a_visited_cell() -> None:
    duel = after(GRIDLOCK, "up1 right1 down1")
    assert duel.legal_moves == ("down1", "down2", "down3", "right1", "right2")
    assert refused(duel, "left2") == ("visited", "You cannot move left 2: (4,4) has been visited.")


def test_the_first_obstacle_on_the_way_is_the_one_named() -> None:
    assert refused(after(GRIDLOCK, "up3"), "down6") == ("visited", "You cannot move down 6: (2,4) has been visited.")
    assert refused(after(GRIDLOCK, "up2"), "up6") == (
        "edge",
        "You cannot move up 6: that is off the grid. It can move up 1.",
    )


@pytest.mark.parametrize(
    ("first", "moves", "winner"),
    [
        (1, "up1 left1 down2 right2 up2", 1),
        (1, "up1 left1 down1 down1 right2 up2", 2),
        (2, "up1 left1 down2 right2 up2", 2),
        (2, "up1 left1 down1 down1 right2 up2", 1),
    ],
)
def test_a_player_who_cannot_move_the_token_loses(first: int, moves: str, winner: int) -> None:
    game = load_game("gridlock", 3)
    assert after(game, moves.rsplit(maxsplit=1)[0], first).outcome is None
    duel = after(game, moves, first)
    assert game.text(duel.position) == f"##o/###/### {3 - winner}"
    assert duel.outcome == (winner, "no moves")
    assert game.winner(duel.position) == winner
    assert refused(duel, "left1") == ("over", "The game is over.")


def test_a_game_can_end_long_before_every_cell_is_visited() -> None:
    duel = after(load_game("gridlock", 5), "up1 left2 down2 right1 up1")
    assert duel.game.text(duel.position) == "...../###../#o#../##.../..... 2"
    assert duel.outcome == (1, "no moves")


def test_the_books_first_two_turns_hold() -> None:
    duel = after(GRIDLOCK, "up3")
    assert duel.legal_moves == ("left1", "left2", "left3", "right1", "right2", "right3")
    assert boards(duel.play("left3")) == [
        "...o.../...#.../...#.../...#.../......./......./....... 2",
        "o###.../...#.../...#.../...#.../......./......./....... 1",
    ]


def test_turn_3_of_the_book_calls_down_invalid_which_it_is_not() -> None:
    duel = after(GRIDLOCK, "up3 left3")
    assert duel.legal_moves == ("down1", "down2", "down3", "down4", "down5", "down6")
    assert boards(duel.play("down6"))[-1] == "####.../#..#.../#..#.../#..#.../#....../#....../o...... 2"


def test_turn_3_of_the_book_moves_right_across_visited_cells() -> None:
    duel = after(GRIDLOCK, "up3 left3")
    assert refused(duel, "right6") == ("visited", "You cannot move right 6: (1,2) has been visited.")


def test_the_game_is_not_over_where_the_book_ends_it() -> None:
    """Start from the book's position after its third turn: its fourth and fifth turns are legal, but then up is
    open."""
    duel = Duel(GRIDLOCK, "down6 left6", start=CORNER)
    assert boards(duel) == [
        "#######/...#..#/...#..#/...#..#/......#/......#/......o 1",
        "#######/...#..#/...#..#/...#..#/......#/......#/o###### 2",
    ]
    assert duel.legal_moves == ("up1", "up2", "up3", "up4", "up5")
    assert refused(duel, "up6") == ("visited", "You cannot move up 6: (1,1) has been visited. It can move up 1 to 5.")
    assert duel.outcome is None


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("o../.../... 1", ("the token started on (2,2), so that cell must be visited",)),
        (
            "#o./.../... 1",
            ("the token started on (2,2), so that cell must be visited",),
        ),
        (
            "#../.#o/... 1",
            ("no path of the token leads to the visited (1,1)",),
        ),
        ("o../.#./... 1", ("no visited cell is next to the token, so it cannot have moved there",)),
        (
            "o.#/.#./... 2",
            (
                "no path of the token leads to the visited (1,3)",
                "no visited cell is next to the token, so it cannot have moved there",
            ),
        ),
    ],
)
def test_an_impossible_position_is_refused(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(load_game("gridlock", 3), text) == reasons


def test_every_reachable_position_reads_back() -> None:
    game = load_game("gridlock", 3)
    for position in reachable(game) | reachable(game, first=2):
        assert game.position(game.text(position)) == position
