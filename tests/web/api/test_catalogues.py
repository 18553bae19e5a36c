"""Each page gets exactly the texts that it may show."""

import inspect
import json
import re

import pytest

from gridduels import load_game
from gridduels.analysis.sentences import move_words
from gridduels.web.api import invented
from gridduels.web.pages import manifest, previews
from gridduels.web.pages.files import STATIC, Words, accepted, address, catalogue, file_text, languages
from gridduels.web.pages.pages import API, MISSING, PAGES, Page
from tests.web.pages.test_pages import Client

ALL = (*PAGES.values(), API, MISSING)
PARTS = re.compile(r"^export const (\w+) = (.+);$", re.MULTILINE)


def served(page: Page, language: str = "de") -> dict[str, dict[str, object]]:
    """Return the catalogue that a page gets."""
    answer = Client().get(f"/{address()}js/texts/{language}/{page.name}.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    return {name: json.loads(part) for name, part in PARTS.findall(answer.text)}


def test_every_text_is_needed_by_a_page() -> None:
    assert set().union(*(served(page)["texts"] for page in ALL)) == set(catalogue("de")["texts"])


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_a_page_gets_the_texts_of_its_own_scripts_and_what_the_server_says(page: Page) -> None:
    found = served(page)
    texts = catalogue("de")["texts"]
    scripts = [(STATIC / "js" / name).read_text(encoding="utf-8") for name in page.modules(later=True)]
    said = {text for script in scripts for text in re.findall(r'(?:phrase|later)\(\s*"([^"]+)"', script)}
    assert found["texts"].items() >= {text: texts[text] for text in said if text in texts}.items()
    assert found["sentences"] == catalogue("de")["sentences"]
    assert ("lessons" in found) == (page.name == "learn")
    assert ("codes" in found) == (page.name == "workshop")
    assert len(found["texts"]) < len(texts) * 0.65


@pytest.mark.parametrize("name", ["de/none.js", "fr/duel.js", "de/../duel.js"])
def test_other_pages_and_languages_have_no_catalogue(name: str) -> None:
    assert Client().get(f"/{address()}js/texts/{name}").status_code == 404


@pytest.mark.parametrize("language", languages())
def test_texts_that_only_the_server_shows_are_translated(language: str) -> None:
    said = {page.description for page in ALL}
    for module in (previews, manifest, invented):
        source = inspect.getsource(module)
        said |= set(re.findall(r'\bsay\(\s*"([^"]+)"', source))
        said |= set(re.findall(r'^_\w+: Final = "([A-Z][^"]+)"', source, re.MULTILINE))
    for page in ALL:
        said |= set(re.findall(r'\bsay\("([^"]+)"\)', file_text(f"pages/{page.name}.html")))
    words = Words(language)
    names = dict.fromkeys(re.findall(r"\{(\w+)\}", " ".join(said)), "X")
    assert [text for text in said if words.say(text, **names) == Words("en").say(text, **names)] == []
    assert set(catalogue(language)["served"]) <= said


@pytest.mark.parametrize("language", languages())
def test_a_hint_that_names_a_wall_is_translated(language: str) -> None:
    game = load_game("blockade")
    wall = move_words(game, "@1,0")
    words = Words(language)
    assert wall not in words.translated(f"Not {wall}: Player 2 then plays up and wins in 7 more moves.")
    assert wall not in words.translated(f"Best is {wall}: you win at once.")


def test_texts_without_scripts_use_the_browsers_language() -> None:
    german = Client().get("/puzzles", **{"accept-language": "de"})
    assert 'content="Jeden Tag ein neues Rätsel, und mehr, so viele du willst."' in german.text
    assert (
        '<noscript lang="de"><p class="lone">Für diese Seite ist JavaScript nötig. '
        "Im Terminal geht es auch mit <code>gridduels play</code>.</p></noscript>"
    ) in german.text
    assert german.headers["vary"].startswith("Accept-Language")
    assert '<noscript lang="en"><p class="lone">This page needs' in Client().get("/puzzles").text


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("en;q=0.1,de;q=0.9", "de"),
        ("de;q=0,en", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=nothing", "en"),
        pytest.param("," * 60_000 + "de", "en", id="long"),  # reading all of it would take a while
    ],
)
def test_the_first_available_language_of_the_browser_counts(header: str, language: str) -> None:
    assert accepted(header) == language
