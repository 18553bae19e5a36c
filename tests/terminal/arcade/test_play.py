"""Playing: the computer, help, the end, and what is always visible."""

import random
import threading
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, Game, Match, definitions, load_game
from gridduels.engine import solve
from gridduels.engine.progress import MAKING, Progress
from gridduels.engine.service import VALUES
from gridduels.engine.solvers import solver
from gridduels.record import LiveRecord, load
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.play import DuelBoard, PlayScreen
from gridduels.terminal.arcade.review import ReviewScreen
from gridduels.terminal.arcade.screens import ChooseDialogue, TextDialogue
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.results import Results
from tests.caches import new_cache
from tests.helpers import GAMES
from tests.terminal.arcade.openers import OVER
from tests.terminal.arcade.stage import Slow, Stage, against, friends, on_stage


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_whose_turn_it_is_and_the_keys_are_always_in_sight(game: str) -> None:
    async def script(stage: Stage) -> None:
        words = stage.playing.match.game.words
        for size in ((40, 16), (80, 24), (50, 40), (160, 50)):
            await stage.resize(*size)
            await stage.until(lambda: "? all keys" in stage.text)
            assert f"● {words.player(1)} to move" in stage.text
            assert "←↑↓→" in stage.text
            assert len(stage.text.splitlines()[-1]) <= size[0]

    on_stage(script, friends(game))


@pytest.mark.heavy
@pytest.mark.parametrize("definition", definitions(), ids=lambda each: each.id)
def test_a_whole_game_by_keys(definition: Any) -> None:
    async def script(stage: Stage) -> None:
        rng = random.Random(1)
        while not stage.playing.duel.outcome:
            word = rng.choice(stage.playing.duel.legal_moves)
            while stage.screen.duel.ply == 0 and stage.selection.word != word:
                await stage.press("tab")
            stage.selection.choose_word(word)
            await stage.press("enter")
        words = stage.playing.match.game.words
        assert words.victory(stage.playing.duel).split()[0] in stage.text
        assert f"{words.player(stage.playing.duel.ended.winner)} wins" in stage.text

    on_stage(script, friends(definition.id, size=min(definition.sizes)))


def test_hint_and_values_are_exact() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.sees("Look at the middle left.")
        assert stage.selection.word is None
        await stage.press("h")
        await stage.sees("Best is right: you win in 8 more moves.")
        await stage.press("h")
        await stage.sees("Not up: Player 2 then plays left and wins in 9 more moves.")
        await stage.press("e")
        await stage.sees("You win in 8 more moves.")
        assert "+8" in stage.text
        assert "-" in stage.text
        await stage.press("enter")
        assert stage.playing.duel.moves == ("right",)
        await stage.sees("You lose in 7 more moves.")
        await stage.press("e")
        assert "-7" not in stage.text

    on_stage(script, friends("light-cycle"))


def test_warnings_of_the_engine_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve_again(game: Game, progress: Any) -> Any:
        warnings.warn("the table a is damaged: solving it again", stacklevel=2)
        return solve(game, progress)

    monkeypatch.setattr("gridduels.engine.service.solve", solve_again)
    monkeypatch.setattr(VALUES, "_games", {})

    async def script(stage: Stage) -> None:
        stage.arcade.show_warnings()
        await stage.press("e")
        await stage.until(lambda: "The table a is damaged" in stage.text)
        await stage.sees("+4 wins in 4")

    with warnings.catch_warnings():
        on_stage(script, friends("light-cycle", size=3))


def test_undo_takes_both_plies_back_against_the_computer() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("u")
        await stage.sees("You have no move to take back.")
        await stage.press("right")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        await stage.press("u")
        assert stage.playing.duel.ply == 0
        await stage.sees("Taken back: right,")

    on_stage(script, against("light-cycle"))


@pytest.mark.parametrize("key", ["r", "?", "m"])
def test_something_to_read_does_not_leave_the_game(key: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", key)
        assert isinstance(stage.screen, TextDialogue)
        wanted = {"r": "light cycle", "?": "undo", "m": "1. Player 1 right"}[key]
        assert wanted in stage.text
        await stage.press("down", "up", "left", "right", "escape")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.duel.ply == 1

    on_stage(script, friends("light-cycle"), size=(60, 20))


@pytest.mark.parametrize("other", ["n", "escape"])
def test_giving_up_can_be_cancelled(other: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g")
        await stage.sees("Give up this game?")
        await stage.press(other)
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.duel.outcome is None

    on_stage(script, friends("light-cycle"))


def test_giving_up_needs_the_key_twice() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g", "escape", "g")
        assert isinstance(stage.screen, ChooseDialogue)
        await stage.press("g")
        assert stage.playing.duel.outcome == (2, "resigned")
        await stage.sees("Player 1 resigns.")

    on_stage(script, friends("light-cycle"))


def test_giving_up_after_the_computer_has_ended_the_game_changes_nothing() -> None:
    live = against("light-cycle")
    live.computers._playing[2] = Slow()

    async def script(stage: Stage) -> None:
        await stage.press("right", "g")
        playing = stage.arcade.screen_stack[-2]
        assert isinstance(playing, PlayScreen)
        playing.become(live.match.forfeit())
        await stage.press("g")
        assert stage.playing.duel.outcome == (1, "forfeit")

    on_stage(script, live)


def test_a_second_key_in_one_burst_does_not_move_for_the_computer() -> None:
    live = against("light-cycle")
    live.computers._playing[2] = Slow()

    async def script(stage: Stage) -> None:
        await stage.burst("right", "down", "up")
        assert stage.playing.duel.moves == ("right",)

    on_stage(script, live)


def test_keys_typed_in_one_burst_close_a_question_once() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g")
        await stage.burst("escape", "n", "n")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.duel.outcome is None

    on_stage(script, friends("light-cycle"))


def test_a_game_is_saved_once_although_enter_is_pressed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("s")
        await stage.burst("enter", "enter")
        assert isinstance(stage.screen, PlayScreen)
        await stage.sees("Saved.")

    on_stage(script, friends("light-cycle"))
    assert len(list(tmp_path.iterdir())) == 1


def test_a_game_is_saved_but_never_over_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_text("mine", encoding="utf-8")

    async def script(stage: Stage) -> None:
        await stage.press("right", "s")
        stage.screen.query_one("#line").value = "x"
        await stage.press("enter")
        await stage.sees("already exists")
        stage.screen.query_one("#line").value = ""
        await stage.press("enter")
        await stage.sees("Type the name of a file.")
        stage.screen.query_one("#line").value = "y"
        await stage.press("enter")
        await stage.sees("Saved. Later: gridduels play --resume y")
        await stage.press("s", "escape")
        assert isinstance(stage.screen, PlayScreen)

    on_stage(script, friends("light-cycle"))
    assert load(tmp_path / "y")[0].duel.moves == ("right",)
    assert (tmp_path / "x").read_text(encoding="utf-8") == "mine"


def test_rounds_and_a_rematch() -> None:
    async def script(stage: Stage) -> None:
        live = stage.playing
        await stage.press("g", "g", "enter")
        assert (live.match.round, live.duel.turn) == (2, 2)
        assert "round 2 of 2" in stage.text
        assert "0 : 1" in stage.text
        await stage.press("g", "g")
        await stage.sees("The match is drawn, 1 to 1.")
        await stage.press("enter")
        assert (live.match.round, live.match.score) == (1, (0, 0))

    on_stage(script, friends("light-cycle", rounds=2))


def test_a_rematch_against_the_computer_swaps_sides() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g", "g", "n")
        await stage.until(lambda: stage.playing.duel.ply == 1)
        assert stage.playing.match.players == ("random", "human")

    on_stage(script, against("light-cycle"))


def test_results_count_unless_the_player_had_help() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g", "g", "enter")
        await stage.until(lambda: stage.playing.duel.ply == 1)
        await stage.press("h")
        await stage.sees("Look ")
        await stage.press("g", "g", "a")
        assert isinstance(stage.screen, ReviewScreen)

    on_stage(script, against("light-cycle", size=3))
    assert Results.load([]).against("light-cycle") == {"random": (0, 1)}


def test_leaving_keeps_the_game() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("1", "b", "o", "down", *["left"] * 8)
        while "< random >" not in stage.text:
            await stage.press("right")
        await stage.press("enter", "right")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        moves = stage.playing.duel.moves
        await stage.press("q", "q")
        assert isinstance(stage.screen, HomeScreen)
        assert "c Continue" in stage.text
        await stage.press("c", "enter")
        assert stage.playing.duel.moves == moves

    on_stage(script)


def test_a_failing_disk_is_reported_and_the_game_continues(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", "left", "u")
        assert stage.playing.duel.moves == ("right",)
        await stage.until(lambda: "cannot write" in stage.text)

    on_stage(script, LiveMatch(Match.begin(load_game("light-cycle")), keeper=LiveRecord(tmp_path / "no" / "file")))


@pytest.mark.heavy
def test_a_game_that_is_continued_keeps_the_score_of_its_match() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("f", "enter", "g", "g", "enter", "left", "q", "q")
        await stage.press("c", "enter")
        assert "round 2" in stage.text
        assert "Player 1 0 : 1 Player 2" in stage.text

    on_stage(script)


def test_a_game_of_the_command_line_is_left_to_the_home_screen() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", "q")
        assert isinstance(stage.screen, HomeScreen)
        assert stage.arcade.return_value is None

    on_stage(script, friends("light-cycle"))


def test_an_animation_never_delays_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(stage: Stage) -> None:
        with monkeypatch.context() as endless:
            endless.setattr(DuelBoard, "_next_frame", lambda board: None)
            await stage.press("up", "up", "up", "enter", "left", "left", "left", "enter")
        assert stage.playing.duel.moves == ("up3", "left3")
        stage.screen.board._next_frame()
        await stage.until(lambda: stage.screen.query_one("#cells").view.position == stage.playing.duel.position)

    on_stage(script, friends("gridlock"), animate=True)


def test_the_game_continues_in_a_window_that_is_too_small() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.resize(39, 16)
        assert "needs" in stage.text
        assert "This is 39x16." in stage.text
        await stage.resize(40, 15)
        assert "This is 40x15." in stage.text
        await stage.resize(40, 16)
        await stage.press("left")
        assert "● Player 1 to move" in stage.text
        assert stage.playing.duel.moves == ("right", "left")

    on_stage(script, friends("light-cycle"))


def test_play_continues_while_a_table_is_built_with_a_bar_and_escape_stops_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GRIDDUELS_CACHE", str(new_cache(tmp_path)))  # heavy tests may have built this board's table
    stopped = threading.Event()

    def solve_game(game: Game, progress: Progress, ray_workers: int) -> None:
        try:
            while True:
                progress(MAKING, 40, 100)
                stopped.wait(0.01)
        finally:
            stopped.set()

    monkeypatch.setattr(solver, "solve_game", solve_game)

    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        await stage.sees("reparing this board")
        await stage.sees("40%, about")
        assert "esc stop" in stage.text
        await stage.press("escape")
        await stage.until(stopped.is_set)
        await stage.until(lambda: "reparing this board" not in stage.words)
        await stage.press("down")
        await stage.until(lambda: stage.playing.duel.ply == 4)

    on_stage(script, against("pathway", "hard", size=6, goal="sealed"), size=(110, 30))


def test_by_the_pie_rule_a_person_may_change_sides_after_the_first_move() -> None:
    async def script(stage: Stage) -> None:
        assert "change sides" not in stage.text
        await stage.press("right")
        await stage.until(lambda: stage.playing.match.may_swap)
        await stage.press("c")
        assert stage.playing.match.swap == "taken"
        await stage.sees("took over the side that moved first")
        await stage.press("left")
        assert stage.playing.duel.moves == ("right", "left")

    on_stage(script, LiveMatch(Match.begin(load_game("light-cycle"), swap=True)))


def test_the_computer_changes_sides_where_it_would_lose() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.until(lambda: stage.playing.match.players == ("perfect", "human"))
        await stage.until(lambda: "Your move" in stage.text)

    on_stage(script, LiveMatch(Match.begin(load_game("light-cycle"), ("human", "perfect"), swap=True)))


def test_the_end_says_what_the_game_came_down_to_and_leads_to_that_move() -> None:
    async def script(stage: Stage) -> None:
        await stage.sees("Player 2 missed a chance with move 12, right; the start was already lost.")
        await stage.press("a")
        assert isinstance(stage.screen, ReviewScreen)
        await stage.sees("Move 12 of 15, Player 2: right, blunder: Player 1 then wins in 2 more moves; better:")

    moves = "right down down left left up down up right up right right right down right"
    on_stage(script, friends("light-cycle", moves))


def test_the_end_of_a_lost_start_says_so() -> None:
    live = against("light-cycle", "perfect", size=3)
    live.become(replace(live.match, players=("perfect", "human")))

    async def script(stage: Stage) -> None:
        while not stage.playing.duel.outcome:
            await stage.until(lambda: stage.screen.may_move() or stage.playing.duel.outcome)
            if not stage.playing.duel.outcome:
                await stage.press("tab", "enter")
        await stage.sees("Going first, Kismet had a forced win all along.")
        assert "It turned" not in stage.words

    on_stage(script, live)


def test_a_hint_that_fails_does_not_cost_the_game_its_place_in_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise MemoryError("no room")

    monkeypatch.setattr(VALUES, "open", fail)

    async def script(stage: Stage) -> None:
        for key in ("h", "e"):
            await stage.press(key)
            await stage.sees("Can't work that out: no room")
            assert not stage.playing.match.helped

    on_stage(script, against("light-cycle", size=3))


def test_long_hints_are_whole_in_the_smallest_window() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.sees("Press h again to see the move.")
        text = " ".join(stage.text.split())
        assert "You have a forced win" in text
        assert "Press h again to see the move." in text

    on_stage(script, friends("blockade"), size=(40, 16))


def test_the_line_behind_a_hint_is_marked_as_imagined() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.sees("Look ")
        await stage.press("h", "h")
        await stage.sees("What if? Nothing here has been played.")
        assert stage.screen.query_one("#cells").view.line
        await stage.sees("What if? 1 ")  # the steps, next to the board
        await stage.press("right")
        assert stage.playing.duel.moves == ("right",)
        assert "What if?" not in stage.text

    on_stage(script, friends("light-cycle"))


def test_pointing_at_a_move_returns_from_the_imagined_line_to_the_game() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.sees("Look ")
        await stage.press("h", "h")
        await stage.sees("What if?")
        await stage.press("up")
        assert "What if?" not in stage.words
        assert "No moves yet." in stage.words

    on_stage(script, friends("gridlock"))


def test_the_end_calls_people_and_characters_by_name() -> None:
    live = against("light-cycle", "level:5")
    live.become(replace(live.match, duel=Duel(load_game("light-cycle"), OVER)))

    async def script(stage: Stage) -> None:
        await stage.sees("You win. Emil has no valid moves.")
        await stage.sees("Emil missed a chance with move")

    on_stage(script, live)


def test_a_lost_game_can_be_tried_again_from_its_turning_point() -> None:
    live = against("light-cycle", "perfect")
    live.become(replace(live.match, players=("human", "perfect")))

    async def script(stage: Stage) -> None:
        await stage.press("up")
        await stage.until(lambda: stage.screen.may_move())
        await stage.press("g", "g")
        await stage.sees("Decided at move 1.")
        await stage.sees("Try again from move 1")
        await stage.press("enter")
        assert stage.playing.duel.ply == 0
        assert stage.playing.match.helped

    on_stage(script, live)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_the_button_of_the_end_card_is_in_sight_and_whole(size: tuple[int, int]) -> None:
    live = against("light-cycle", "level:5")
    live.become(replace(live.match, players=("level:5", "human"), duel=Duel(load_game("light-cycle"), OVER)))

    async def script(stage: Stage) -> None:
        await stage.until(lambda: "Try again from move 12" in stage.text)

    on_stage(script, live, size=size)


def test_a_notice_covers_neither_the_board_nor_the_hint_in_the_smallest_window() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.sees("Press h again")
        await stage.until(lambda: "With help, this game doesn't count." in stage.text)
        lines = stage.text.splitlines()
        assert lines[0].strip() == "With help, this game doesn't count."
        assert "Press h again" in " ".join(lines[-4:-1])

    on_stage(script, against("light-cycle"), size=(40, 16))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_a_notice_covers_only_the_side_panel_in_larger_windows(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.until(lambda: stage.screen.query("Toast"))
        await stage.rest()
        assert stage.screen.query_one("Toast").region.x >= stage.screen.query_one("#side").region.x

    on_stage(script, against("light-cycle"), size=size)
