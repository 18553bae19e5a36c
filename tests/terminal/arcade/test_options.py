"""Options: players that are typed in, from tree search to your own bots."""

import shlex
import sys

import pytest

from gridduels.terminal.arcade import lists
from gridduels.terminal.arcade.lists import OptionsScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.screens import AskDialogue
from gridduels.terminal.settings import Settings
from tests.terminal.arcade.stage import Stage, on_stage


async def type_player(stage: Stage, name: str) -> None:
    """Type the second player's name."""
    await stage.press("1", "o", "down", "t")
    stage.screen.query_one("#line").value = name
    await stage.press("enter")


def test_a_number_of_simulations_is_typed_and_remembered() -> None:
    async def script(stage: Stage) -> None:
        await type_player(stage, "mcts:50")
        await stage.until(lambda: "< mcts:50 >" in stage.text)
        await stage.sees("tree search with that many simulations per move")
        await stage.press("right", "left")
        assert "< mcts:50 >" in stage.text
        await stage.press("enter")
        assert stage.playing.match.players == ("human", "mcts:50")

    on_stage(script)
    assert Settings.load([]).typed == ["mcts:50"]

    async def again(stage: Stage) -> None:
        await stage.press("1")
        await stage.sees("Mcts:50")
        await stage.press("escape", "2", "o", "left")
        assert "< mcts:50 >" in stage.text  # it is available in every game

    on_stage(again)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("mcts:many", "mcts cannot run 'many' simulations"),
        ("cmd:'", "cannot be read"),
    ],
)
def test_an_unknown_player_is_refused_at_once(name: str, words: str) -> None:
    async def script(stage: Stage) -> None:
        await type_player(stage, name)
        assert isinstance(stage.screen, AskDialogue)
        await stage.sees(words)
        await stage.press("escape")
        assert isinstance(stage.screen, OptionsScreen)
        assert "< Cleo >" in stage.text

    on_stage(script)
    assert Settings.load([]).typed == []


def test_a_bot_that_cannot_be_started_is_not_chosen_and_its_name_not_lost() -> None:
    async def script(stage: Stage) -> None:
        await type_player(stage, "cmd:no-such-program")
        await stage.sees("This player can't play: the bot 'no-such-program' cannot be started")
        assert "< Cleo >" in stage.text
        await stage.press("t")
        assert stage.screen.query_one("#line").value == "cmd:no-such-program"

    on_stage(script)
    assert Settings.load([]).typed == []


def test_a_bot_is_tried_then_chosen_then_played_against() -> None:
    name = f"cmd:{shlex.join([sys.executable, '-m', 'gridduels', 'bot', 'random'])}"

    async def script(stage: Stage) -> None:
        await type_player(stage, name)
        await stage.press("enter")  # too early to play
        await stage.until(lambda: stage.arcade.settings.typed == [name])
        await stage.press("enter")
        assert isinstance(stage.screen, PlayScreen)
        await stage.until(lambda: stage.playing.duel.turn == 1)  # from an even start the bot may go first
        before = stage.playing.duel.ply
        await stage.press(stage.playing.duel.legal_moves[0])
        await stage.until(lambda: stage.playing.duel.ply == before + 2 or stage.playing.duel.outcome)

    on_stage(script)


def test_leaving_does_not_wait_for_the_trial() -> None:
    async def script(stage: Stage) -> None:
        await type_player(stage, f"cmd:{shlex.quote(sys.executable)} -c 'import time; time.sleep(30)'")
        await stage.press("escape")
        assert "Who" not in stage.text

    on_stage(script)


def test_the_players_take_turns_going_first() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("1", "b", "o", "down", "down")
        await stage.sees("take turns")
        await stage.press("enter")
        assert stage.playing.duel.start.turn == 1

    on_stage(script)

    async def again(stage: Stage) -> None:
        await stage.press("1", "o", "enter")
        assert stage.playing.duel.start.turn == 2

    on_stage(again)


def test_the_start_can_be_even_or_by_the_book() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("1", "o", "down", "down", "down")
        await stage.until(lambda: "< even >" in stage.text)
        await stage.press("right")
        await stage.until(lambda: "< by the book >" in stage.text)
        await stage.press("left", "enter")
        assert stage.playing.match.start == "fair"
        assert stage.playing.duel.start != stage.playing.duel.game.start()

    on_stage(script)


def test_tree_search_is_suggested_only_if_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def question(stage: Stage) -> None:
        await stage.press("1", "o", "down", "t")
        suggested.append("mcts:1000" in stage.text)

    suggested: list[bool] = []
    on_stage(question)
    monkeypatch.setattr(lists, "has_engine", lambda: False)
    on_stage(question)
    assert suggested == [True, False]
