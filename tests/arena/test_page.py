"""The page of a match or a tournament is self-contained and safe, and its boards look the same as elsewhere."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

from gridduels import Duel, load_game
from gridduels.arena.api import match, tournament
from gridduels.arena.export import Frames, match_page, tournament_page
from gridduels.pictures.scene import bare_scene
from gridduels.pictures.svg import shapes_svg


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_frame_has_the_shapes_of_a_picture() -> None:
    frames, duel = Frames(), Duel(load_game("blockade"), "right @2,0 down")
    drawn = frames.of(duel)
    data = frames.as_data()
    (board,) = data["boards"]
    for ply, frame in enumerate(drawn):
        scene = bare_scene(Duel(duel.game, duel.moves[:ply]))
        assert [data["parts"][number] for number in (*board["base"], *frame)] == shapes_svg(scene.shapes)
        assert (board["width"], board["height"]) == (round(scene.width, 2), round(scene.height, 2))


def test_every_game_that_counts_can_be_replayed() -> None:
    found = match("perfect", "random", "light-cycle", pairs=2)
    data = data_of(match_page(found))
    (meeting,) = data["meetings"]
    assert meeting["name"] == "Light Cycle Duel 5x5: perfect and random"
    for game, (task, played) in zip(meeting["games"], found.games(), strict=True):
        assert game["moves"] == played.moves.split()
        assert len(game["frames"]) == len(game["moves"]) + 1
        assert game["players"] == ["random", "perfect"][:: 1 if task.swapped else -1]
        first = task.game.position(task.opening).turn
        assert game["movers"] == [first if number % 2 == 0 else 3 - first for number in range(len(game["moves"]))]


def test_a_tournament_has_ratings_a_crosstable_and_results_by_game() -> None:
    found = tournament(["perfect", "greedy", "random"], ["light-cycle", "pathway"], pairs=1)
    page = tournament_page(found)
    for heading in ("Ratings", "Crosstable", "By game", "Games"):
        assert f"<h2>{heading}</h2>" in page
    best = found.ratings()[0].player
    assert f'<th scope="row">1. {best}</th>' in page
    assert [each["name"] for each in data_of(page)["meetings"]] == [
        f"{game}: {a} and {b}"
        for game in ("Light Cycle Duel 5x5", "Pathway Duel 5x5")
        for a, b in (("greedy", "perfect"), ("greedy", "random"), ("perfect", "random"))
    ]


def test_the_page_loads_nothing_and_escapes_names() -> None:
    def first(duel: Duel) -> str:
        return duel.legal_moves[0]

    first.__name__ = '</script><img src="http://example.org/x"><script>alert(1)</script>'
    page = match_page(match(first, "random", "light-cycle", pairs=1))
    tags = Tags(page).found
    assert [attributes for tag, attributes in tags if tag == "script"] == [
        {"type": "application/json", "id": "data"},
        {"type": "module"},
    ]
    assert not [tag for tag, attributes in tags if tag in ("link", "img", "iframe") or "src" in attributes]
    (policy,) = [each["content"] for tag, each in tags if each.get("http-equiv") == "Content-Security-Policy"]
    assert policy == "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    assert data_of(page)["meetings"][0]["games"][0]["players"][0] == first.__name__
