"""A person in a browser and an assistant through MCP play the same duel."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gridduels import Duel, load_game
from tests.mcp.assistant import Assistant, with_assistant
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server

pytestmark = pytest.mark.filterwarnings("ignore")  # the SDK's client leaves streams open


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("server")), "--mcp") as server:
        yield server


@pytest.mark.heavy
def test_a_move_of_the_assistant_and_one_of_a_person_meet(visit: Visit, server: Server) -> None:
    duel, person = Duel(load_game("light-cycle")), visit()

    async def begin(assistant: Assistant) -> tuple[str, str]:
        return await assistant.begin(opponent="person")

    with ThreadPoolExecutor(1) as elsewhere:  # Playwright has the event loop of this thread
        handle, told = elsewhere.submit(with_assistant, f"{server.url}/mcp", begin).result()
        link = re.search(r"http\S+#join=\S+", told)
        assert link
        person.page.goto(link[0])
        person.accept()

        async def move(assistant: Assistant) -> str:
            return await assistant.call("move", duel=handle, move="right")

        elsewhere.submit(with_assistant, f"{server.url}/mcp", move).result()
        duel = duel.play("right")
        person.sees_position(duel)
        person.play(duel, "left")
        person.sees_ply(2)

        async def look(assistant: Assistant) -> str:
            return await assistant.call("wait_for_turn", duel=handle)

        seen = elsewhere.submit(with_assistant, f"{server.url}/mcp", look).result()
    assert "Moves so far: right left" in seen
