"""check_game accepts the five games, and finds a fault in each broken one."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gridduels import Definition, Duel, Game, definitions, load_game
from gridduels.cli import main
from gridduels.games.blockade import GAME as BLOCKADE
from gridduels.games.light_cycle import GAME
from gridduels.games.light_cycle.rules import Position
from gridduels.games.light_cycle.words import LightCycleWords
from gridduels.statement import Other, Passes
from gridduels.testing import CODES, check_game, checks, findings_of
from tests.testing.broken_games import BROKEN, REAL, gives

FACTS: dict[str, Any] = {
    "module": "broken_game",
    "id": "broken",
    "title": "Broken",
    "summary": "It breaks a promise.",
    "order": 9,
}

Make = Callable[..., Game]


def small_rulings() -> Iterator[Game]:
    """Return every game on its smallest board, under each value of each ruling."""
    for definition in definitions():
        size = definition.sizes[0]
        yield Game(definition, size)
        for ruling in definition.rulings:
            for value in ruling.values[1:]:
                yield Game(definition, size, {ruling.name: value})


@pytest.mark.heavy
@pytest.mark.parametrize("game", list(small_rulings()), ids=repr)
def test_our_own_games_keep_every_promise_under_every_ruling(game: Game) -> None:
    check_game(game, games=6)


@pytest.mark.heavy
@pytest.mark.parametrize("definition", definitions(), ids=repr)
def test_our_own_games_keep_every_promise_at_their_own_size(definition: Definition) -> None:
    check_game(Game(definition), games=6)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Rebuild Light Cycle Duel on 3x3 with one thing replaced, and install it like a package.

    Faults that no game can cause by itself are injected into the engine.
    """

    def make(what: str, **parts: Any) -> Game:
        facts: dict[str, Any] = {name: getattr(GAME, name) for name in ("action_space", "max_plies", "rulings")}
        functions: dict[str, Any] = {"Position": Position, **REAL}
        if what == "rules":
            functions |= parts
        words = type("BrokenWords", (LightCycleWords,), parts if what == "words" else {})()
        facts |= FACTS | {"sizes": (3,), "size": 3, "rules": SimpleNamespace(**functions), "words": words}
        for name, part in parts.items() if what == "engine" else ():
            monkeypatch.setattr(f"gridduels.engine.{name}", part)
        definition = Definition(**(facts | (parts if what == "facts" else {})))
        module = ModuleType("broken_game")
        module.__dict__["GAME"] = definition
        monkeypatch.setitem(sys.modules, "broken_game", module)
        if what != "uninstalled":
            package = tmp_path / "broken_game-1.0.dist-info"
            package.mkdir()
            (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
            (package / "entry_points.txt").write_text("[gridduels.games]\nbroken = broken_game:GAME\n")
            monkeypatch.syspath_prepend(tmp_path)
        return Game(definition)

    return make


def test_the_games_below_are_broken_only_by_what_is_replaced(make: Make) -> None:
    check_game(make("nothing"), games=20)


@pytest.mark.parametrize(("check", "what", "parts", "complaint"), BROKEN, ids=[f"{b[0]}-{b[3]}" for b in BROKEN])
def test_a_broken_game_is_complained_about(
    make: Make, check: str, what: str, parts: dict[str, Any], complaint: str
) -> None:
    game = make(what, **parts)
    [broken] = [finding for finding in findings_of(game, games=20, stop=True) if finding.fault]
    assert broken.promise.startswith(check.replace("_", " "))
    assert re.search(complaint, broken.fault or "")
    assert (broken.fault or "").startswith(repr(game))


def test_a_game_that_outlasts_its_max_plies_is_complained_about(make: Make) -> None:
    game = make("facts", max_plies=lambda size, rulings: 2)
    with pytest.raises(AssertionError, match="the game continues after 2 plies, its max_plies"):
        check_game(game)


def test_every_check_has_a_broken_game() -> None:
    of_a_game = (*checks.OF_A_GAME, *checks.OF_AN_END)
    of_a_turn = (*checks.OF_A_TURN, *checks.OF_IMAGES)
    of_a_move = (*checks.OF_A_LEGAL_MOVE, *checks.OF_ANOTHER_MOVE)
    for check in (*of_a_game, *of_a_turn, *of_a_move, *checks.OF_ALL_GAMES):
        assert any(check.__name__.startswith(broken) for broken, *_ in BROKEN), check


def skipped(game: Game) -> dict[str, str]:
    findings = findings_of(game, games=1)
    assert [each for each in findings if each.fault] == []
    return {each.promise: each.skipped for each in findings if each.skipped}


def test_without_the_engine_checks_are_skipped_and_not_passed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "has_engine", lambda: False)
    monkeypatch.setattr(checks, "find_spec", lambda name: None)
    names = {check.__name__.replace("_", " ") for check in checks.OF_ALL_GAMES}
    assert skipped(load_game("light-cycle", 3)) == dict.fromkeys(names, 'needs the extra "engine"')
    assert main(["check-game", "light-cycle", "--size", "3", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert 'skipped rules can be compiled (needs the extra "engine")' in lines
    assert lines[-1] == "Light Cycle Duel keeps 24 of 30 promises. 6 could not be checked."
    assert main(["check-game", "light-cycle", "--size", "3", "--games", "1", "--json"]) == 0
    assert not json.loads(capsys.readouterr().out)["kept"]


def test_a_board_with_too_many_positions_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    checks._keys.cache_clear()
    monkeypatch.setattr("gridduels.engine.solvers.rules_check.MAX_IMAGES", 10)
    found = skipped(load_game("light-cycle", 3))
    checks._keys.cache_clear()
    assert set(found.values()) == {"3x3 has more than 10 positions"}


def test_a_board_that_is_searched_has_no_table_to_verify(make: Make) -> None:
    game = make("facts", sizes=(3,), on_demand_sizes=(3,))
    promise = "the smallest board can be solved and its table verified"
    assert skipped(game) == {promise: "3x3 has no table, because its positions are searched"}


def placing(play: Callable[[Any, Any], Any]) -> list[str]:
    """Return the complaints about Blockade Runner 3x3 if the position after a placement on (1, 0) is altered."""
    rules: Any = BLOCKADE.rules
    broken = SimpleNamespace(**vars(rules) | {"play": lambda *given: play(given[1], rules.play(*given))})
    duel = Duel(Game(replace(BLOCKADE, rules=broken), 3))
    return list(checks.a_legal_move_does_what_is_stated(duel, duel.game.action("@1,0")))


def test_a_placement_that_does_something_else_is_complained_about() -> None:
    assert placing(lambda before, after: after) == []
    assert placing(lambda before, after: after._replace(obstacles=0)) == [
        "it is stated to add (1, 0) to obstacles, 1 in all, but it adds nothing"
    ]
    assert placing(lambda before, after: after._replace(obstacles=0b110)) == [
        "it is stated to add (1, 0) to obstacles, 1 in all, but it adds (1, 0) and (2, 0)"
    ]
    assert placing(lambda before, after: after._replace(one=8)) == [
        "it is stated to place in obstacles but changes one"
    ]


def test_a_pass_that_does_something_else_is_complained_about() -> None:
    game = Game(replace(BLOCKADE, action_space=(Passes(), Other())), 3)
    found = list(checks.a_legal_move_does_what_is_stated(Duel(game, start="1.#/.../..2 2 2 3"), 0))
    assert found == ["it is stated as a pass but changes two"]


def test_a_complaint_names_the_game_the_position_and_the_move(make: Make) -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(make("words", moved=gives(None)))
    assert str(caught.value) == (
        "load_game('broken', size=3), position '.../1.2/... 1', move 'up': words.moved returns None instead of text"
    )


def test_the_codes_are_those_the_errors_describe() -> None:
    from gridduels import errors

    reasons = (errors.__doc__ or "").partition("Codes of an IllegalMove:")[2]
    assert {code for code in CODES if f"`{code}`" in reasons} == CODES
    assert reasons.count("`") == 2 * len(CODES)


def test_the_same_seed_plays_the_same_games(make: Make) -> None:
    seen: list[list[str]] = [[], []]
    game = make("nothing")
    for boards in seen:
        words: Any = type("Watched", (LightCycleWords,), {"board": watch(boards)})()
        object.__setattr__(game.definition, "words", words)
        check_game(game, games=3, seed=5)
    assert seen[0] == seen[1] != []


def watch(boards: list[str]) -> Callable[..., str]:
    def board(self: LightCycleWords, game: Game, position: Position) -> str:
        boards.append(game.text(position))
        return ""

    return board
