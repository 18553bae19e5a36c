"""The sentences of the server and the games are translated, and page and server find the same translations."""

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from gridduels.web.pages.files import languages, words_of
from tests.skips import require_package
from tests.web import sayings

TRANSLATE = Path(__file__).parent / "page" / "texts" / "translate.js"


def unknown(language: str, sentences: Iterable[str]) -> list[str]:
    """Return the sentences that stay English in a language."""
    node = shutil.which("node")
    require_package(node, "the page's scripts need Node.js")
    told = list(dict.fromkeys(filter(None, sentences)))
    command = [str(node), str(TRANSLATE), language]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, encoding="utf-8", check=True)
    by_page, by_server = json.loads(done.stdout), [words_of(language).translated(sentence) for sentence in told]
    assert by_page == by_server, "page and server say it in the same words"
    return [sentence for sentence, text in zip(told, by_page, strict=True) if text == sentence]


@pytest.mark.parametrize("language", languages())
def test_rules_lessons_names_and_refusals_are_translated(language: str) -> None:
    assert unknown(language, [*sayings.of_the_games(), *sayings.of_the_server()]) == []


@pytest.mark.heavy
@pytest.mark.parametrize("language", languages())
def test_sentences_of_random_games_are_translated(language: str) -> None:
    assert unknown(language, sayings.of_played_games()) == []


def test_a_sentence_without_a_translation_is_found() -> None:
    assert unknown("de", ["Player 2", "Nobody has ever said this."]) == ["Nobody has ever said this."]
