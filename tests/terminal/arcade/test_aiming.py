"""Moves by keyboard and mouse: aiming, refusing, confirming, playing."""

import pytest

from gridduels.terminal.arcade.screens import AskDialogue
from gridduels.terminal.settings import Settings
from tests.terminal.arcade.stage import Stage, friends, on_stage


def test_an_arrow_key_steps_at_once() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", "left")
        assert stage.playing.duel.moves == ("right", "left")
        assert "1 ● right  ◆ left" in stage.text

    on_stage(script, friends("light-cycle"))


def test_a_refused_step_is_explained() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("left")
        await stage.sees("You cannot move left: that is off the grid.")

    on_stage(script, friends("light-cycle"))


def test_a_slide_is_previewed_and_then_played() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("up", "up")
        await stage.sees("Up2: press enter to play it.")
        assert stage.playing.duel.ply == 0
        await stage.press("space")
        assert stage.playing.duel.moves == ("up2",)

    on_stage(script, friends("gridlock"))


def test_an_obstacle_is_placed_and_a_refusal_explained() -> None:
    async def script(stage: Stage) -> None:
        await stage.sees("Obstacles left: 3 for Player 1 3 for Player 2")
        await stage.press("p", "enter")
        assert " ".join(stage.playing.duel.moves) == "@2,2"
        await stage.sees("2 for Player 1")
        await stage.press("p")
        await stage.sees("(2, 2) contains an obstacle.")
        await stage.press("enter")
        assert stage.playing.duel.ply == 1
        await stage.press("escape", "up")
        assert stage.playing.duel.moves == ("@2,2", "up")

    on_stage(script, friends("blockade"))


@pytest.mark.heavy
def test_two_steps_where_moves_are_to_be_confirmed() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        assert stage.playing.duel.ply == 0
        await stage.press("up", "enter")
        assert stage.playing.duel.moves == ("up",)

    on_stage(script, friends("light-cycle"), confirm=True)


@pytest.mark.parametrize(("keys", "pressed"), [("vi", "l"), ("wasd", "d")])
def test_other_moving_keys_put_commands_on_capitals(keys: str, pressed: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press(pressed)
        assert stage.playing.duel.moves == ("right",)
        capital = {"vi": "H hint", "wasd": "S save"}[keys]
        await stage.press("?")
        assert " ".join(capital.split()) in " ".join(stage.text.split())
        await stage.press("escape")
        await stage.press(capital[0])
        if keys == "wasd":
            assert isinstance(stage.screen, AskDialogue)
        else:
            await stage.sees("Look ")

    on_stage(script, friends("light-cycle", size=3), keys=keys)


def test_a_click_moves() -> None:
    async def script(stage: Stage) -> None:
        await stage.click("#cells", offset=offset_of(stage, 1 << 11))
        assert stage.playing.duel.moves == ("right",)
        await stage.click("#cells", offset=(0, 0))
        assert stage.playing.duel.ply == 1

    on_stage(script, friends("light-cycle"))


def offset_of(stage: Stage, cell: int) -> tuple[int, int]:
    """Return the place of a cell inside the board's widget."""
    board = stage.screen.query_one("#cells")
    layout = board.layout_now()
    (left, top), (before, above) = board._offset(layout), board._margin
    x, y = layout.corner(cell)
    return left + before + x + 1, top + above + y


def test_hovering_previews_a_slide_and_a_click_plays_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.hover("#cells", offset=offset_of(stage, 1 << 10))
        await stage.sees("Up2: click to play it.")
        view = stage.screen.query_one("#cells").view
        assert (view.selected, view.path) == (1 << 10, {1 << 17})
        await stage.hover("#top")
        assert stage.screen.query_one("#cells").view.selected == 0
        await stage.click("#cells", offset=offset_of(stage, 1 << 10))
        assert stage.playing.duel.moves == ("up2",)

    on_stage(script, friends("gridlock"))


def test_hovering_says_why_an_obstacle_is_refused() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("p")
        await stage.hover("#cells", offset=offset_of(stage, 1))
        await stage.sees("(0, 0) is occupied by Player 1.")
        await stage.hover("#cells", offset=offset_of(stage, 1 << 7))
        await stage.sees("A wall at (2, 1): click to play it.")
        await stage.click("#cells", offset=offset_of(stage, 1 << 7))
        assert stage.playing.duel.moves == ("@2,1",)

    on_stage(script, friends("blockade"))


def test_where_moves_are_confirmed_a_second_click_plays() -> None:
    async def script(stage: Stage) -> None:
        for moves in ((), ("right",)):
            await stage.click("#cells", offset=offset_of(stage, 1 << 11))
            assert stage.playing.duel.moves == moves

    on_stage(script, friends("light-cycle"), confirm=True)


def test_rows_and_columns_are_numbered_on_request_and_it_is_remembered() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("x")
        await stage.until(lambda: any(line.split()[:5] == list("01234") for line in stage.text.splitlines()))
        await stage.click("#cells", offset=offset_of(stage, 1 << 1))
        assert stage.playing.duel.moves == ("right",)

    on_stage(script, friends("pathway"))
    assert Settings.load([]).coordinates
