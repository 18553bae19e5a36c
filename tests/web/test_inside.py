"""The server in a browser: the same application, called directly, without worker processes."""

import asyncio
import json
import multiprocessing
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gridduels.web.inside import Inside, opened
from gridduels.web.pool import evaluation


class Page:
    """The caller; `kept` counts how often the folder was persisted."""

    def __init__(self) -> None:
        self.kept = 0
        self.inside: Inside | None = None

    async def keep(self) -> None:
        self.kept += 1

    async def get(self, path: str, query: str = "", status: int = 200) -> Any:
        return await self._ask("GET", path, query, b"", status)

    async def post(self, path: str, body: dict[str, Any], status: int = 200) -> Any:
        return await self._ask("POST", path, "", json.dumps(body).encode(), status)

    async def _ask(self, method: str, path: str, query: str, body: bytes, status: int) -> Any:
        assert self.inside
        answer = await self.inside.answer(method, path, query, [("Content-Type", "application/json")], body)
        assert answer.status == status, answer.body
        return json.loads(answer.body)


@asynccontextmanager
async def page(folder: Path) -> AsyncIterator[Page]:
    made = Page()
    made.inside = await opened(str(folder), made.keep)
    yield made
    await made.inside.close()


def visit(folder: Path, story: Callable[[Page], Awaitable[None]]) -> None:
    async def tell() -> None:
        async with asyncio.timeout(60), page(folder) as asker:
            await story(asker)

    asyncio.run(tell())


def test_the_computer_moves_and_the_duel_is_saved_before_it_is_announced(tmp_path: Path) -> None:
    ids: list[str] = []

    async def play(asker: Page) -> None:
        made = await asker.post("/api/duels", {"game": "grid-runner", "size": 3, "p1": "perfect", "p2": "human"}, 201)
        assert asker.kept == 1
        state = await asker.get(f"/api/duels/{made['id']}", f"after={made['state']['version']}&wait=20")
        assert (state["ply"], asker.kept) == (1, 2)
        assert multiprocessing.active_children() == []
        ids.append(made["id"])

    async def look_again(asker: Page) -> None:
        assert (await asker.get(f"/api/duels/{ids[0]}"))["ply"] == 1
        assert asker.kept == 0

    visit(tmp_path, play)
    visit(tmp_path, look_again)


def test_values_and_refusals_are_those_of_the_server(tmp_path: Path) -> None:
    async def study(asker: Page) -> None:
        line = await asker.get("/api/line", "game=grid-runner&size=3&values=1")
        assert line["value"]["outcome"] == "win"
        assert all(move["value"] for move in line["legal"])
        refused = await asker.get("/api/line", "game=chess", 422)
        assert "unknown game" in refused["sentence"]

    visit(tmp_path, study)


def test_without_the_engine_a_board_without_a_table_is_played_by_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation, "has_engine", lambda: False)

    async def play(asker: Page) -> None:
        refused = await asker.get("/api/line", "game=pathway&size=7&values=1", 422)
        assert "doesn't know the values" in refused["sentence"]
        made = await asker.post("/api/duels", {"game": "pathway", "size": 7, "p1": "perfect", "p2": "human"}, 201)
        state = await asker.get(f"/api/duels/{made['id']}", f"after={made['state']['version']}&wait=20")
        assert (state["ply"], state["note"]) == (1, "no solution table for this board: found by looking ahead")

    visit(tmp_path, play)
