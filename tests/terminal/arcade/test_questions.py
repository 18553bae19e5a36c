"""A screen's questions are answered on its own thread; a caller that gives up gets no answer."""

import asyncio

from gridduels import Duel, load_game
from gridduels.terminal.arcade.work import ask_evaluation


def test_a_caller_that_gives_up_gets_no_answer_and_blocks_no_one() -> None:
    duel = Duel(load_game("light-cycle", size=3))

    async def script() -> set[str]:
        heard: list[object] = []
        answer = asyncio.get_running_loop().create_future()
        ask_evaluation(duel, heard.append, heard.append, lambda *_: None).cancel()
        ask_evaluation(duel, answer.set_result, answer.set_exception, lambda *_: None)
        found = await answer
        assert heard == []
        return set(found.moves)

    assert asyncio.run(script()) == set(duel.legal_moves)
