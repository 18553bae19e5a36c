"""The API page shows every path and every message of the document, each with an example."""

import html
import json
import re
import shlex

import httpx
import pytest

from gridduels.protocol.schemas import SCHEMAS
from gridduels.web.api.openapi import PATHS, page, pretty
from tests.web.server import Server

ADDRESS = "https://games.example"
TEXT = page(ADDRESS)
LINES = [html.unescape(line) for line in re.findall(r'<pre class="shell"[^>]*>(.*?)</pre>', TEXT, re.DOTALL)]


def test_the_contents_link_to_everything_in_the_document() -> None:
    places = re.findall(r' id="([^"]+)"', TEXT)
    assert len(places) == len(set(places))
    linked = set(re.findall(r' href="#([^"]+)"', TEXT))
    assert linked <= set(places)
    assert set(SCHEMAS) <= linked
    for path, methods in PATHS.items():
        for method in methods:
            assert f"<b>{method.upper()}</b> {path}</a></h4>" in TEXT
            assert "-".join([method, *re.findall(r"\w+", path)]) in linked


def test_no_placeholder_and_no_inline_script_or_style_is_left() -> None:
    assert not re.findall(r"\{(?!id\}|game\})\w+\}", TEXT)
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]* src=)", TEXT)


@pytest.mark.parametrize("name", [name for name, schema in SCHEMAS.items() if "properties" in schema])
def test_a_message_is_shown_with_its_fields_and_its_examples(name: str) -> None:
    shown = TEXT.partition(f'<h4 id="{name}"')[2].partition("</section>")[0]
    for field in SCHEMAS[name]["properties"]:
        assert f'<li><code translate="no">{field}</code>' in shown
    found = re.findall(r"<pre[^>]*>(.*?)</pre>", shown, re.DOTALL)
    assert found
    assert all(isinstance(json.loads(html.unescape(each)), dict) for each in found)


def test_every_path_has_a_working_shell_command(server: Server) -> None:
    assert len(LINES) == sum(map(len, PATHS.values()))
    begin = next(line for line in LINES if f'"{ADDRESS}/api/duels" ' in line)
    curl, _, address, option, body = shlex.split(begin)
    assert (curl, option) == ("curl", "-d")
    with server.http() as client:
        answer = client.post(address.removeprefix(ADDRESS), content=body)
    assert answer.status_code == 201, answer.text


def test_the_page_shows_the_address_of_the_request(server: Server) -> None:
    asked = {"Accept": "text/html", "Host": "games.localhost:8000"}
    assert '"http://games.localhost:8000/api/games"' in html.unescape(
        httpx.get(f"{server.url}/api", headers=asked).text
    )


def test_long_data_takes_several_lines() -> None:
    data = {"cells": list(range(40)), "name": "Ann"}
    assert json.loads(pretty(data)) == data
    assert pretty(data).splitlines()[-2:] == ['  "name": "Ann"', "}"]
    assert pretty({"name": "Ann"}) == '{"name": "Ann"}'
