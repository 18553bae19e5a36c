"""Home, the cast, and the screens they lead to."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from gridduels import Duel, definitions, load_game
from gridduels.engine import solve
from gridduels.invent import gallery
from gridduels.terminal.arcade.faces import CastGrid
from gridduels.terminal.arcade.home import GAME, MOVES, CastScreen, HomeScreen
from gridduels.terminal.arcade.lists import OptionsScreen, SettingsScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.puzzles import DailyScreen, PuzzleScreen, TutorialScreen
from gridduels.terminal.arcade.screens import TextDialogue
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Settings, Setup
from tests.terminal.arcade.openers import keep_unfinished
from tests.terminal.arcade.stage import Stage, on_stage


def test_home_is_a_board_on_which_it_is_your_move() -> None:
    async def script(stage: Stage) -> None:
        assert "Only one of them wins." in stage.text
        assert "Your move" in stage.text
        await stage.press("up")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.match.opponent == "level:5"
        await stage.until(lambda: stage.playing.duel.ply == 10)

    on_stage(script)


def test_the_claim_on_the_home_screen_is_true() -> None:
    duel = Duel(load_game(GAME), MOVES)
    values = solve(duel.game).evaluate(duel).moves.values()
    assert len(values) == 3
    assert sum(value.outcome == "win" for value in values) == 1


def test_a_game_begun_on_the_home_board_does_not_count() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("up", "g", "g")
        await stage.sees("This game doesn't count towards your record.")

    on_stage(script)
    assert Results.load([]).games == {}


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("key", "screen"),
    [("enter", CastScreen), ("t", TutorialScreen), ("p", PuzzleScreen), ("r", TextDialogue), ("g", SettingsScreen)],
)
def test_every_key_leads_somewhere_and_back(key: str, screen: type) -> None:
    async def script(stage: Stage) -> None:
        await stage.press(key)
        assert isinstance(stage.screen, screen)
        await stage.press("q")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)


def test_a_tab_can_be_clicked() -> None:
    async def script(stage: Stage) -> None:
        await stage.click("#top", offset=(stage.text.index("Puzzles"), 0))
        assert isinstance(stage.screen, DailyScreen)
        await stage.click("#top", offset=(stage.text.index("Play"), 0))
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)


def test_q_leaves() -> None:
    async def script(stage: Stage) -> int | None:
        await stage.press("escape", "q")
        return stage.arcade.return_value

    assert on_stage(script) == 0


@pytest.mark.parametrize("second", ["l", "r", "enter", "q", "1", "up"])
def test_keys_typed_in_one_burst_with_q_do_no_harm(second: str) -> None:
    async def script(stage: Stage) -> int | None:
        await stage.burst("q", second)
        return stage.arcade.return_value

    assert on_stage(script) == 0


def test_keys_typed_in_one_burst_on_the_home_board_open_one_game() -> None:
    async def script(stage: Stage) -> None:
        await stage.burst("up", "up", "left")
        await stage.press("q")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)


def test_ctrl_c_leaves_with_its_exit_code() -> None:
    async def script(stage: Stage) -> int | None:
        await stage.press("ctrl+c")
        return stage.arcade.return_value

    assert on_stage(script) == 130


def test_the_duel_of_the_day_is_played_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "today", lambda: date(2026, 1, 10))
    found = gallery.duel_of()

    async def script(stage: Stage) -> None:
        assert f"i Duel of the day  {found.name}" in stage.text
        await stage.press("i")
        assert isinstance(stage.screen, CastScreen)
        assert stage.screen.setup.definition.id == found.code
        assert found.name in stage.text
        assert "Cleo 3" in stage.text
        assert "Dario" not in stage.text, "only opponents measured on invented duels are offered"
        await stage.press("enter")
        assert stage.playing.match.game == found.game
        assert stage.playing.match.opponent == "level:3"
        word = next(each for each in stage.playing.duel.legal_moves if each.count("-") == 1)
        await stage.press(*word.split("-"))
        await stage.sees(f"{word.capitalize()}: press enter to play it.")
        await stage.press("enter")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        assert stage.playing.duel.moves[0] == word
        await stage.press("q", "g")
        assert stage.screen.setup.definition.id == definitions()[0].id
        await stage.press("q")
        assert isinstance(stage.screen, HomeScreen)
        assert f"{found.name}, Cleo" in stage.text

    on_stage(script)


def test_the_duel_of_the_day_does_not_replace_the_chosen_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "today", lambda: date(2026, 1, 10))

    async def script(stage: Stage) -> None:
        await stage.press("2", "enter", "q", "q", "i", "enter", "q", "q", "enter")
        assert stage.screen.setup.definition.id == "pathway"

    on_stage(script)


def test_a_large_window_has_the_face_on_the_edge_of_the_board_and_small_boards_on_the_cards() -> None:
    async def script(stage: Stage) -> None:
        face, board = stage.screen.query_one("#above FaceView"), stage.screen.query_one("#cells")
        assert face.region.x == board.region.x
        assert len([each for each in stage.screen.query(".game-card BoardView") if each.region.width]) == 5

    on_stage(script, size=(200, 60))


def test_everything_on_home_fits_in_80_by_24() -> None:
    results, today = Results(), date.today()
    for day in (today - timedelta(1), today):
        results.solved_day(day, day)
    keep_unfinished()

    async def script(stage: Stage) -> None:
        for words in ("days in a row.", "i Duel of the day", "c Continue", "5 Blockade Runner", "? all keys"):
            assert words in stage.text

    on_stage(script)


# --- The cast


def test_a_face_a_game_a_side_and_a_start_make_a_match() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "right", "right", "s", "b", "enter")
        match = stage.playing.match
        assert match.players == ("level:5", "human")
        assert (match.game.id, match.start) == ("pathway", "book")

    on_stage(script)


def test_an_even_start_is_the_default_against_the_computer_and_the_book_between_people() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("1")
        assert "Even start" in stage.text
        await stage.press("enter")
        assert stage.playing.match.start == "fair"
        await stage.press("q", "q", "f", "enter")
        assert stage.playing.match.players == ("human", "human")
        assert stage.playing.match.start == "book"

    on_stage(script)


def test_a_board_without_even_starts_says_so_and_offers_the_swap() -> None:
    async def script(stage: Stage) -> None:
        small = Setup(load_game("light-cycle").definition, 7)
        stage.arcade.remember_setup(small)
        await stage.press("enter")
        await stage.sees("No even start")
        await stage.press("b", "enter")
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        assert (stage.playing.match.start, stage.playing.match.swap) == ("book", "allowed")

    on_stage(script)


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ((80, 24), "No even start here."),
        ((120, 40), "No even start on this board. With swap, the second player may change sides."),
    ],
)
def test_the_sentence_about_starts_is_never_cut(size: tuple[int, int], sentence: str) -> None:
    async def script(stage: Stage) -> None:
        stage.arcade.remember_setup(Setup(load_game("light-cycle").definition, 7))
        await stage.press("enter")
        await stage.sees(sentence)

    on_stage(script, size=size)


def test_the_start_that_was_chosen_is_remembered() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("1", "b")

    async def again(stage: Stage) -> None:
        await stage.press("1", "enter")
        assert stage.playing.match.start == "book"

    on_stage(script)
    on_stage(again)


def test_a_second_click_on_a_face_plays() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("1")
        for _ in range(2):
            await stage.click("#cast", offset=(3, 2))
        assert stage.playing.match.players == ("human", "level:1")

    on_stage(script)


def test_all_faces_and_choices_are_in_sight_in_the_smallest_window() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("enter")
        for name in ("Ada", "Juno", "Kismet", "A friend", "g Light Cycle", "s Player 1", "b Even"):
            assert name in stage.text
        assert "? all keys" in stage.text

    on_stage(script, size=(40, 16))


def test_the_score_against_a_character_counts_all_its_names() -> None:
    results = Results()
    results.add("light-cycle", "level:3", True)
    results.add("light-cycle", "easy", False)

    async def script(stage: Stage) -> None:
        await stage.press("1")
        await stage.sees("You 1 : 1 Cleo")

    on_stage(script)


def test_the_game_on_the_cast_screen_can_be_changed() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("enter")
        for definition in definitions():
            assert stage.screen.setup.definition.id == definition.id
            await stage.press("g")
        assert stage.screen.query_one(CastGrid).chosen == 2

    on_stage(script)


# --- Options and settings


def test_options_are_chosen_and_remembered() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5", "o", "down", "right", "down", "right", "right")
        await stage.press("down", "down", "left", "down", "right", "down", "space")
        assert isinstance(stage.screen, OptionsScreen)
        await stage.press("r")
        assert "Blockade Runner" in stage.text
        await stage.press("escape", "enter")
        match = stage.playing.match
        assert (match.duel.start.turn, match.game.size, match.rounds) == (2, 4, 1)
        assert match.game.rulings["obstacles"] == 4
        await stage.press("q")

    on_stage(script)
    settings = Settings.load([])
    assert settings.game == "blockade"
    assert settings.setups["blockade"]["size"] == 4


def test_options_can_be_clicked() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("enter", "o")
        await stage.click("#rows", offset=(4, 5))
        assert stage.screen.query_one("#rows").row == 4
        assert "7x7" in stage.text

    on_stage(script)


def test_settings_change_at_once_and_are_kept() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g", "right", "down", "right", "right", "down", "right", "down", "space")
        assert stage.arcade.theme == "paper"
        await stage.press("up", "left", "escape")

    on_stage(script, animate=True)
    settings = Settings.load([])
    assert (settings.keys, settings.theme, settings.confirm, settings.animate) == ("vi", "paper", False, False)


def test_damaged_settings_are_reported(config: Path) -> None:
    (config / "settings.json").write_text("{", encoding="utf-8")

    async def script(stage: Stage) -> None:
        assert "is damaged" in stage.text
        assert "settings.json.damaged-1" in stage.text.replace("\n", "")
        await stage.press("escape")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script, size=(200, 24))


def test_a_folder_that_cannot_be_written_to_does_not_stop_a_game(config: Path) -> None:
    async def script(stage: Stage) -> None:
        (config / "settings.json").mkdir()
        await stage.press("1", "enter")
        assert isinstance(stage.screen, PlayScreen)

    on_stage(script)


@pytest.mark.parametrize(("key", "first"), [("1", 1), ("2", 2)])
def test_gridlock_asks_who_goes_first_from_the_book_start(key: str, first: int) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4", "b", "enter")
        await stage.sees("Who goes first?")
        await stage.press("escape")
        assert isinstance(stage.screen, CastScreen)
        await stage.press("enter", key)
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        assert stage.playing.duel.start.turn == first

    on_stage(script)
