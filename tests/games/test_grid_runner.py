"""Grid Runner Duel, rule by rule, under both values of its ruling on repetition."""

import pytest

from gridduels import Duel, NotationError, SetupError, load_game
from tests.helpers import after, boards, faults, field_of, reachable, refused, successors

GRID_RUNNER = load_game("grid-runner")


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (3, "1../.../..2 1"),
        (4, "1.../..../..../...2 1"),
        (5, "1..../...../...../...../....2 1"),
        (6, "1...../....../....../....../....../.....2 1"),
        (7, "1....../......./......./......./......./......./......2 1"),
    ],
)
def test_the_players_start_in_opposite_corners(size: int, text: str) -> None:
    game = load_game("grid-runner", size)
    assert game.text(game.start()) == text


def test_each_players_goal_is_the_others_start() -> None:
    start = GRID_RUNNER.start()
    assert GRID_RUNNER.goal(1) == field_of(start, "two") == 1 << 24
    assert GRID_RUNNER.goal(2) == field_of(start, "one") == 1


def test_the_board_has_five_rows_and_repetition_is_barred_unless_asked_otherwise() -> None:
    assert load_game("grid-runner", 5, repetition="barred", stuck="loses") == GRID_RUNNER


@pytest.mark.parametrize("size", [2, 8])
def test_there_is_no_board_of_another_size(size: int) -> None:
    with pytest.raises(SetupError, match=f"grid-runner has no size {size}. Choose 3, 4, 5, 6 or 7."):
        load_game("grid-runner", size)


def test_the_rulings_take_their_own_values_only() -> None:
    with pytest.raises(SetupError, match=r"ruling 'stuck' cannot be 'passes'. Choose loses."):
        load_game("grid-runner", stuck="passes")
    with pytest.raises(SetupError, match=r"ruling 'repetition' cannot be 'drawn'. Choose barred or endless."):
        load_game("grid-runner", repetition="drawn")
    with pytest.raises(SetupError, match=r"grid-runner has no ruling 'goal': its rulings are repetition, stuck."):
        load_game("grid-runner", goal="open")


def test_the_players_take_turns_and_player_1_begins() -> None:
    assert [position.turn for position in after(GRID_RUNNER, "down up down").history()] == [1, 2, 1, 2]


def test_player_2_can_begin_from_the_same_start() -> None:
    assert boards(after(GRID_RUNNER, "up down", first=2)) == [
        "1..../...../...../....2/..... 1",
        "...../1..../...../....2/..... 2",
    ]


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("up", ".1.../...../...../...2./..... 2"),
        ("down", "...../...../.1.../...2./..... 2"),
        ("left", "...../1..../...../...2./..... 2"),
        ("right", "...../..1../...../...2./..... 2"),
    ],
)
def test_a_move_is_one_step_and_leaves_nothing_behind(move: str, text: str) -> None:
    assert boards(after(GRID_RUNNER, f"down up right left {move}"))[-1] == text


@pytest.mark.parametrize(("moves", "move"), [("", "up"), ("", "left"), ("down", "down"), ("down", "right")])
def test_the_edge_stops_a_token(moves: str, move: str) -> None:
    assert refused(after(GRID_RUNNER, moves), move) == ("edge", f"You cannot move {move}: that is off the grid.")


@pytest.mark.parametrize(("moves", "move"), [("down up", "left"), ("down up down", "right")])
def test_a_token_does_not_wrap_around(moves: str, move: str) -> None:
    assert move not in after(GRID_RUNNER, moves).legal_moves


@pytest.mark.parametrize(
    ("first", "moves", "move", "why"),
    [
        (1, "down up right", "left", "(2,2) is occupied by Player 1."),
        (2, "up down left", "right", "(2,2) is occupied by Player 2."),
        (1, "right up right", "up", "(1,3) is occupied by Player 1."),
        (2, "left down left", "down", "(3,1) is occupied by Player 2."),
    ],
)
def test_the_opponent_stops_a_token(first: int, moves: str, move: str, why: str) -> None:
    duel = after(load_game("grid-runner", 3), moves, first)
    assert refused(duel, move) == ("occupied", f"You cannot move {move}: {why}")


@pytest.mark.parametrize("word", ["pass", "", "skip", "up left", "Down", "down1"])
def test_passing_and_diagonal_moves_are_illegal(word: str) -> None:
    with pytest.raises(NotationError, match="is not a move of grid-runner: a move is up, down, left or right"):
        Duel(GRID_RUNNER).play(word)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_player_always_has_a_step(size: int) -> None:
    game = load_game("grid-runner", size)
    for position in reachable(game):
        arrived = position.one & game.goal(1) or position.two & game.goal(2)
        assert bool(game.legal(position)) != bool(arrived)


@pytest.mark.parametrize(
    ("first", "moves", "text", "winner"),
    [
        (1, "down up down up right left right", ".2./.../..1 2", 1),
        (2, "up down up down left right left", "2../.../.1. 1", 2),
    ],
)
def test_the_first_player_on_its_goal_wins(first: int, moves: str, text: str, winner: int) -> None:
    game = load_game("grid-runner", 3)
    duel = after(game, moves, first)
    assert game.text(duel.position) == text
    assert duel.outcome == (winner, "goal")
    assert game.winner(duel.position) == winner
    assert duel.legal_moves == ()
    assert refused(duel, "up") == ("over", "The game is over.")


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_the_shortest_game_runs_along_two_edges(size: int) -> None:
    game = load_game("grid-runner", size)
    run = size - 1
    moves = "down up " * run + "right left " * (run - 1) + "right"
    duel = after(game, moves)
    assert duel.ply == 4 * run - 1
    assert duel.outcome == (1, "goal")


def test_a_goal_its_owner_stands_on_cannot_be_entered() -> None:
    duel = after(load_game("grid-runner", 3), "up down down down up right down", first=2)
    assert duel.game.text(duel.position) == ".../.../.12 1"
    assert refused(duel, "right") == ("occupied", "You cannot move right: (3,3) is occupied by Player 2.")


def test_the_books_sample_turns_hold() -> None:
    assert boards(after(GRID_RUNNER, "down up right left")) == [
        "...../1..../...../...../....2 2",
        "...../1..../...../....2/..... 1",
        "...../.1.../...../....2/..... 2",
        "...../.1.../...../...2./..... 1",
    ]


ROUND = "down up up down "


def test_a_draw_is_possible_under_the_letter_of_the_book() -> None:
    """Erratum: every unfinished position can recur after two moves by each player, so a game may never end."""
    game = load_game("grid-runner", repetition="endless")
    unfinished = [position for position in reachable(game) if not game.winner(position)]
    assert len(unfinished) == 553
    for position in unfinished:
        level = {position}
        for _ in range(4):
            level = {after for before in level for after in successors(game, before)}
        assert position in level


def test_endless_allows_any_number_of_repetitions() -> None:
    game = load_game("grid-runner", repetition="endless")
    duel = Duel(game, ROUND * 50)
    assert duel.outcome is None
    assert duel.position == game.start()
    assert game.max_plies is None


def test_barred_refuses_a_move_that_repeats_a_position_for_the_third_time() -> None:
    duel = Duel(GRID_RUNNER, ROUND + "down up up")
    assert GRID_RUNNER.text(GRID_RUNNER.play(duel.position, 1)) == GRID_RUNNER.text(GRID_RUNNER.start())
    assert refused(duel, "down") == (
        "repetition",
        "You cannot play down: it would repeat the same position for the third time.",
    )
    assert duel.legal_moves == ("up", "left")


def test_barred_allows_the_second_time() -> None:
    duel = Duel(GRID_RUNNER, "down up up")
    assert "down" in duel.legal_moves
    assert duel.play("down").position == GRID_RUNNER.start()


def test_a_player_whose_every_move_is_barred_loses() -> None:
    game = load_game("grid-runner", 3)
    moves = "down left right left left right right left left"
    duel = Duel(game, moves)
    assert game.text(duel.position) == ".../1../2.. 2"
    assert game.words_of(game.legal(duel.position)) == ("right",)
    assert duel.legal_moves == ()
    assert duel.outcome == (1, "repetition")
    assert game.winner(duel.position) == 0
    assert Duel(load_game("grid-runner", 3, repetition="endless"), moves).legal_moves == ("right",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2../.../..1 1", "both players are on their goals"),
        (".../.2./..1 1", "Player 1 has won, so it is not its turn"),
        ("2../.1./... 2", "Player 2 has won, so it is not its turn"),
    ],
)
def test_an_impossible_position_is_refused(text: str, reason: str) -> None:
    assert faults(load_game("grid-runner", 3), text) == (reason,)


def test_a_won_position_is_read_with_the_loser_to_move() -> None:
    game = load_game("grid-runner", 3)
    duel = Duel(game, start=".../.2./..1 2")
    assert duel.outcome == (1, "goal")
