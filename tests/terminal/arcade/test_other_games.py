"""A third-party game works like our own without any changes; the one used here only marks cells."""

from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import pytest

from gridduels import Definition, Match, Words
from gridduels.board import geometry, where
from gridduels.game import Game
from gridduels.lessons import lessons
from gridduels.statement import Cells, Mark, Places, Turn
from gridduels.terminal.library import Autosave
from gridduels.terminal.live_match import LiveMatch
from gridduels.words import Refusal
from tests.terminal.arcade.stage import Stage, on_stage


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    filled: Annotated[int, Cells(Mark.OBSTACLE, symbol="x")]


class FillWords(Words[Any, Any]):
    about = "Fill a cell. Whoever fills the last one wins."
    notation = "a move is a cell, such as c4"

    def moves(self, rules: Any) -> tuple[str, ...]:
        return tuple(f"c{cell}" for cell in range(rules.size**2))

    def refusal(self, game: Game, position: Any, action: int) -> Refusal:
        return Refusal("blocked", f"{where(game.columns, 1 << action)} is filled already.")


def _legal(rules: Rules, position: Position) -> int:
    return rules.cells & ~position.filled


GAME = Definition(
    module=__name__,
    id="fill",
    title="Fill",
    summary="Fill the last cell.",
    sizes=(3,),
    size=3,
    rules=SimpleNamespace(
        Position=Position,
        setup=lambda size, rulings: Rules(*geometry(size)),
        start=lambda rules: Position(1, 0),
        legal=_legal,
        play=lambda rules, position, action: Position(3 - position.turn, position.filled | 1 << action),
        winner=lambda rules, position: 0 if _legal(rules, position) else 3 - position.turn,
    ),
    words=FillWords(),
    action_space=(Places("filled"),),
    max_plies=lambda size, rulings: size * size,
)


@pytest.mark.heavy
@pytest.mark.parametrize("unicode", [True, False])
def test_a_game_without_tokens_is_played_by_placing(unicode: bool) -> None:
    async def script(stage: Stage) -> None:
        assert stage.selection.placing
        await stage.press("up", "enter", "up", "left", "enter")
        assert stage.playing.duel.moves == ("c1", "c0")
        await stage.press("up")
        await stage.sees("(0, 1) is filled already.")
        for _ in range(7):
            await stage.press("tab", "enter")
        assert stage.playing.duel.outcome == (1, "no moves")
        assert unicode or stage.text.count("#") >= 9

    on_stage(script, LiveMatch(Match.begin(Game(GAME))), unicode=unicode)


@pytest.mark.heavy
def test_it_has_a_tutorial_too() -> None:
    assert [lesson.is_task for lesson in lessons(GAME)][:2] == [False, True]


def test_it_is_kept_like_any_other() -> None:
    live = LiveMatch(Match.begin(Game(GAME), ("human", "random")), keeper=Autosave())
    live.become(live.match.play("c4"))
    live.close()
