"""What is known of a game is worked out once, and reports to whoever asks."""

import asyncio
from typing import Any

import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import Values
from gridduels.engine.value import Value
from gridduels.terminal.arcade.work.knowing import Knowing


class Searched(Values):
    """Reports on every value it finds, as a search does."""

    def __init__(self, game: Game, progress: Any) -> None:
        self.game, self._progress = game, progress

    def value(self, position: Any) -> Value:
        self._progress("searching", 1, None)
        return Value("win", 3)


def test_a_game_is_solved_once_and_each_asker_hears_of_its_own_question(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[Game] = []

    def solve(game: Game, progress: Any) -> Values:
        solved.append(game)
        return Searched(game, progress)

    monkeypatch.setattr("gridduels.engine.solve", solve)
    duel = Duel(load_game("pathway", size=7))

    async def ask(knowing: Knowing) -> list[str]:
        heard: list[str] = []
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        knowing.worth(duel, answer.set_result, answer.set_exception, lambda stage, *_: heard.append(stage))
        await answer
        return heard

    async def ask_twice() -> tuple[list[str], list[str]]:
        knowing = Knowing()
        return await ask(knowing), await ask(knowing)

    first, second = asyncio.run(ask_twice())
    assert solved == [duel.game]
    assert first
    assert second


def test_whoever_gives_up_hears_nothing_and_holds_nobody_up() -> None:
    duel = Duel(load_game("light-cycle", size=3))

    async def script() -> object:
        knowing = Knowing()
        heard: list[object] = []
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        knowing.worth(duel, heard.append, heard.append, lambda *_: None).cancel()
        knowing.worth(duel, answer.set_result, answer.set_exception, lambda *_: None)
        found = await answer
        assert heard == []
        return found

    assert set(asyncio.run(script())) == set(duel.legal_moves)  # type: ignore[call-overload]
