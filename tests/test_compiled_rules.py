"""check_game compiles a game's rules and reports numba's objections in plain words, with the line."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from classic_duels.tic_tac_toe import GAME, rules

from gridduels import Definition, Game
from gridduels.testing import check_game
from tests import broken_rules

BROKEN = [
    ("winner", broken_rules.winner_by_parsing, "`winner` cannot be compiled"),
    ("winner", broken_rules.winner_by_an_object, "`winner` cannot be compiled"),
    ("winner", broken_rules.winner_by_halves, "`winner` cannot be compiled"),
    ("play", broken_rules.play_by_replacing, "`play` cannot be compiled.*position._replace"),
    ("play", broken_rules.play_and_remember, "`play` cannot be compiled"),
    ("play", broken_rules.play_or_raise, "`play` cannot be compiled"),
    ("legal", broken_rules.legal_by_a_set, "`legal` cannot be compiled"),
    ("legal", broken_rules.legal_by_name, "`legal` cannot be compiled.*NAMES"),
    ("legal", broken_rules.legal_by_long_numbers, "`legal` gives 511 as plain Python and .* compiled"),
]


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "function", "complaint"), BROKEN, ids=[each[1].__name__ for each in BROKEN])
def test_rules_that_break_when_they_are_compiled_are_complained_about(
    name: str, function: Any, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make(name, function, tmp_path, monkeypatch)
    with pytest.raises(AssertionError, match=complaint) as caught:
        check_game(game, games=3)
    said = str(caught.value)
    assert "\n" not in said
    assert "arithmetic on ints" in said or "more than 63 bits" in said


def test_the_line_that_cannot_be_compiled_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("play", broken_rules.play_by_replacing, tmp_path, monkeypatch)
    with pytest.raises(AssertionError) as caught:
        check_game(game, games=1)
    lines = Path(broken_rules.__file__).read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines, 1) if "_replace(turn=2" in line)
    assert f"broken_rules.py, line {number} in `play_by_replacing`, `{lines[number - 1].strip()}`" in str(caught.value)


def make(name: str, function: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Install tic-tac-toe with one function replaced, as a package would be."""
    parts = {each: getattr(rules, each) for each in ("Position", "setup", "start", "legal", "play", "winner")}
    facts = {each: getattr(GAME, each) for each in ("title", "summary", "sizes", "size", "words", "action_space")}
    definition = Definition(
        **facts,
        module="broken_game",
        id="uncompiled",
        rules=SimpleNamespace(**parts | {name: function}, __file__=broken_rules.__file__),
        max_plies=GAME.max_plies,
        draws=True,
    )
    module = ModuleType("broken_game")
    module.__dict__["GAME"] = definition
    monkeypatch.setitem(sys.modules, "broken_game", module)
    package = folder / "broken_game-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[gridduels.games]\nuncompiled = broken_game:GAME\n")
    monkeypatch.syspath_prepend(folder)
    return Game(definition)
