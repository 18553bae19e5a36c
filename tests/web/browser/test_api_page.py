"""The API page: contents, copyable lines, and everything available without scripts."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

pytestmark = pytest.mark.heavy


def test_a_line_for_a_shell_is_copied_and_the_contents_lead_to_a_message(visit: Visit, server: Server) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.open("/api")
    visitor.button("Copy").first.click()
    expect(visitor.button("Copied")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == f'curl -s "{server.url}/api/games"'
    visitor.page.get_by_text("Responses").first.click()
    visitor.page.get_by_role("navigation", name="Contents").get_by_role("link", name="State", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="State", exact=True)).to_be_in_viewport()


def test_the_page_is_complete_without_scripts(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, java_script_enabled=False)
    visitor.open("/api#Refusal")
    expect(visitor.page.get_by_role("heading", name="Refusal", exact=True)).to_be_in_viewport()
    expect(visitor.page.locator("pre.shell").first).to_contain_text(f'"{server.url}/api/games"')
    assert visitor.close() == []
