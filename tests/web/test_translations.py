"""What the server and the games say has its words in every catalogue of the page."""

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.skips import require
from tests.web import sayings

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "src" / "gridduels" / "web" / "static" / "js" / "texts"
LANGUAGES = sorted(path.stem for path in TEXTS.glob("??.js"))


def unknown(language: str, sentences: Iterable[str]) -> list[str]:
    """The sentences that stay English in a language."""
    node = shutil.which("node")
    require(node, "the page's scripts need Node.js")
    script = ROOT / "tests" / "web" / "page" / "texts" / "unknown.js"
    command = [str(node), str(script), language]
    told = json.dumps(list(dict.fromkeys(filter(None, sentences))))
    found: list[str] = json.loads(
        subprocess.run(command, input=told, capture_output=True, encoding="utf-8", check=True).stdout
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_lessons_names_and_refusals_are_translated(language: str) -> None:
    assert unknown(language, [*sayings.of_the_games(), *sayings.of_the_server()]) == []


@pytest.mark.heavy
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_said_in_games_played_by_chance_is_translated(language: str) -> None:
    assert unknown(language, sayings.of_played_games()) == []


def test_a_sentence_without_a_translation_is_found() -> None:
    assert unknown("de", ["Player 2", "Nobody has ever said this."]) == ["Nobody has ever said this."]
