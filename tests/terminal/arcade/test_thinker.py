"""The computer at work: it blocks nothing, can be stopped, and may fail."""

import asyncio
from collections.abc import Callable
from typing import Any

from gridduels import Duel, Game
from gridduels.errors import Forfeit, Resigned, SetupError
from gridduels.players.info import Info, ignore
from gridduels.terminal.arcade.screens import TextDialogue
from gridduels.terminal.live_match import LiveMatch
from tests.terminal.arcade.stage import PATIENCE, Slow, Stage, against, on_stage


def against_player(player: Any) -> LiveMatch:
    live = against("light-cycle")
    live.computers._playing[2] = player
    return live


def test_a_thinking_computer_blocks_nothing_and_can_be_stopped() -> None:
    slow = Slow()

    async def script(stage: Stage) -> None:
        await stage.press("right")
        assert "Random is thinking" in stage.text
        await stage.press("r")
        assert isinstance(stage.screen, TextDialogue)
        await stage.press("escape", "escape")
        await stage.sees("was stopped")
        assert await asyncio.to_thread(slow.closed.wait, PATIENCE)
        assert await asyncio.to_thread(slow.chosen.wait, PATIENCE)
        await stage.rest()
        assert stage.playing.duel.ply == 1
        await stage.press("enter")
        await stage.until(lambda: stage.playing.duel.ply == 2)

    on_stage(script, against_player(slow))


def test_an_undo_while_the_computer_thinks() -> None:
    slow = Slow()

    async def script(stage: Stage) -> None:
        await stage.press("right", "u")
        assert await asyncio.to_thread(slow.chosen.wait, PATIENCE)
        await stage.rest()
        assert stage.playing.duel.ply == 0

    on_stage(script, against_player(slow))


def test_a_person_may_move_for_a_computer_that_was_stopped() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", "escape", "left")
        assert stage.playing.duel.moves == ("right", "left")

    on_stage(script, against_player(Slow()))


class Talker(Slow):
    """A player that reports what it sees, then thinks until it is closed."""

    note = "depth 9, win in 7 moves by both players: left"
    info = Info(depth=9, score="win:7", pv=("left",))
    hear: Callable[[Info], None]

    def prepare(self, game: Game, progress: object) -> None:
        """Do nothing; the player already knows everything it needs."""

    def choose(self, duel: Duel) -> str:
        self.hear(Info(depth=8, score="12", pv=("up",)))
        return super().choose(duel)


def test_a_computers_words_are_shown_while_it_thinks_and_after_its_move() -> None:
    talker = Talker()
    talker.hear = ignore

    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.sees("depth 8, score 12: up, esc stops it")
        talker.closed.set()
        await stage.sees("depth 9, win in 7 moves by both players: left")

    on_stage(script, against_player(talker))


def test_a_computers_words_are_shown_in_the_review() -> None:
    talker = Talker()
    talker.hear = ignore
    talker.closed.set()

    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        await stage.press("g", "g", "a", "end")
        await stage.sees("It said: depth 9, win in 7 moves by both players: left.")
        await stage.press("left")
        assert "It said" not in stage.text

    on_stage(script, against_player(talker))


def test_a_computer_may_resign() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.sees("the bot resigns")
        assert stage.playing.duel.ended == (1, "resigned")

    on_stage(script, against_player(Broken(Resigned("the bot resigns"))))


class Broken(Slow):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def choose(self, duel: Duel) -> str:
        raise self.error


def test_a_player_that_forfeits_loses() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.sees("Random: the bot is tired.")
        assert stage.playing.duel.outcome == (1, "forfeit")

    on_stage(script, against_player(Broken(Forfeit("the bot is tired"))))


def test_a_player_that_fails_otherwise_stops_and_can_be_asked_again() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.sees("The computer can't move: too big")
        assert stage.playing.duel.outcome is None
        await stage.press("left")
        assert stage.playing.duel.ply == 2

    on_stage(script, against_player(Broken(SetupError("too big"))))
