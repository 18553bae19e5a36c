"""A match's page in a browser replays its games without a server."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from gridduels.arena.api import match
from gridduels.arena.export import export_match


def test_a_game_is_replayed_by_buttons_keys_and_moves(browser: Browser, tmp_path: Path) -> None:
    found = match("perfect", "mcts:20", "light-cycle", pairs=2)
    export_match(found, tmp_path)
    (_, first), (_, second), *_ = found.games()
    page, complaints = browser.new_page(), []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((tmp_path / "match.html").as_uri())
    caption, moves = page.locator("#caption"), first.moves.split()
    expect(caption).to_have_text("The opening")
    drawn = page.locator("#board").inner_html()
    page.get_by_label("a move on").click()
    expect(caption).to_contain_text(f": {moves[0]}")
    assert page.locator("#board").inner_html() != drawn
    page.keyboard.press("ArrowLeft")
    expect(caption).to_have_text("The opening")
    assert page.locator("#board").inner_html() == drawn
    page.get_by_label("to the end").click()
    expect(caption).to_contain_text(f"wins, {first.reason}.")
    page.locator("#moves button").nth(1).click()
    expect(caption).to_contain_text(f"2. {'mcts:20' if first.infos[1] else 'perfect'}: {moves[1]}")
    page.locator("#game").select_option(index=1)
    expect(page.locator("#moves button")).to_have_text(second.moves.split())
    assert complaints == []
    page.close()
