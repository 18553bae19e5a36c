"""The available games: our own and those of installed packages."""

import json
import os
import pickle
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gridduels import Duel, SetupError, definitions, load_game
from gridduels.errors import BrokenGame
from gridduels.game import Game
from gridduels.record import Record, dumps, loads
from gridduels.registry import definition
from tests.helpers import GAMES

Install = Callable[..., None]

ADDED = """
from dataclasses import replace
from gridduels.registry import definition

GAME = replace(definition("light-cycle"), module=__name__, id="{id}", title="Added", order=50)
"""

FAILING = """
from dataclasses import replace
from types import SimpleNamespace
from gridduels.games.light_cycle import rules
from gridduels.registry import definition

def legal(bound, position):
    if bound.size == {size} and position.blocked.bit_count() == 2:
        return [][0]
    return rules.legal(bound, position)

broken = SimpleNamespace(**{{**vars(rules), "legal": legal}})
GAME = replace(definition("light-cycle"), module=__name__, id="{id}", title="Failing", rules=broken)
"""

MISERE = """
from dataclasses import replace
from types import SimpleNamespace
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE, rules

def winner(bound, position):
    found = rules.winner(bound, position)
    return 3 - found if found in (1, 2) else found

GAME = replace(
    TIC_TAC_TOE,
    module=__name__,
    id="misere",
    title="Misère",
    rules=SimpleNamespace(**{**vars(rules), "winner": winner}),
    reasons={"line": "{loser} has completed a line."},
)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Make a package with a module and entry points look installed to Python."""

    def install(module: str, source: str, **entries: str) -> None:
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{id.replace('_', '-')} = {target}" for id, target in entries.items()]
        text = "[gridduels.games]\n" + "\n".join(lines) + "\n"
        (info / "entry_points.txt").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)

    return install


def test_our_games_come_in_their_order() -> None:
    assert [each.id for each in definitions()] == ["light-cycle", "pathway", "grid-runner", "gridlock", "blockade"]


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_found_by_its_id(id: str) -> None:
    assert definition(id).id == id
    assert load_game(id).definition is definition(id)


@pytest.mark.parametrize(
    ("id", "hint"),
    [
        ("light_cycle", "Did you mean light-cycle?"),
        ("Pathway", "Did you mean pathway?"),
        ("gridrunner", "Did you mean grid-runner?"),
        ("blockage", "Did you mean blockade?"),
        ("chess", "The games are light-cycle, pathway, grid-runner, gridlock, blockade."),
        ("", "The games are light-cycle, pathway, grid-runner, gridlock, blockade."),
    ],
)
def test_an_unknown_game_is_refused_with_a_hint(id: str, hint: str) -> None:
    with pytest.raises(SetupError) as caught:
        load_game(id)
    assert str(caught.value) == f"unknown game {id!r}. {hint}"


@pytest.mark.parametrize("id", ["../games", "games.pathway", "light-cycle.rules", "__init__", "pathway\n"])
def test_nothing_but_an_id_finds_a_game(id: str) -> None:
    with pytest.raises(SetupError, match="unknown game"):
        load_game(id)


def test_an_installed_package_adds_a_game(install: Install) -> None:
    install("added_duel", ADDED.format(id="added-duel"), added_duel="added_duel:GAME")
    assert [each.id for each in definitions()] == [*GAMES, "added-duel"]
    game = load_game("added-duel", 3)
    assert Duel(game, "up up right").outcome == (1, "no moves")
    assert repr(game) == "load_game('added-duel', size=3)"


def test_an_installed_game_that_cannot_be_loaded_is_left_out_with_a_warning(install: Install) -> None:
    install("broken_duel", "raise RuntimeError('out of order')", broken_duel="broken_duel:GAME")
    with pytest.warns(
        UserWarning, match="the game broken-duel is omitted: broken_duel:GAME cannot be loaded: RuntimeError: out"
    ):
        assert [each.id for each in definitions()] == list(GAMES)
    with pytest.raises(SetupError, match="broken_duel:GAME cannot be loaded: RuntimeError: out of order"):
        load_game("broken-duel")


def test_a_module_that_exits_is_left_out_too(install: Install) -> None:
    install("leaving_duel", "raise SystemExit('goodbye')", leaving_duel="leaving_duel:GAME")
    with pytest.warns(UserWarning, match="the game leaving-duel is omitted: .* cannot be loaded: SystemExit: goodbye"):
        assert [each.id for each in definitions()] == list(GAMES)


def test_a_game_whose_rules_fail_is_not_listed_but_can_be_named(install: Install) -> None:
    install("failing_rules", FAILING.format(id="failing-rules", size=5), failing_rules="failing_rules:GAME")
    with pytest.warns(UserWarning, match="the game failing-rules is omitted: it cannot be played"):
        assert [each.id for each in definitions()] == list(GAMES)
    duel = Duel(load_game("failing-rules"), "up up")
    with pytest.raises(BrokenGame, match=r"`legal` of its rules failed with Position\(.*\): IndexError: list index"):
        _ = duel.legal_moves


def test_unreadable_metadata_of_a_package_hides_no_other(install: Install, tmp_path: Path) -> None:
    install("other_duel", ADDED.format(id="other-duel"), other_duel="other_duel:GAME")
    install("odd_package", "")
    (tmp_path / "odd_package-1.0.dist-info" / "entry_points.txt").write_text("[gridduels.games]\nwhat is this?\n")
    with pytest.warns(UserWarning, match="the entry points of the package odd_package cannot be read"):
        assert [each.id for each in definitions()] == [*GAMES, "other-duel"]


def test_every_command_that_lists_games_skips_a_broken_one(install: Install, tmp_path: Path) -> None:
    install("failing_rules", FAILING.format(id="failing-rules", size=5), failing_rules="failing_rules:GAME")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "NO_COLOR": "1"}
    bot = shlex.join([sys.executable, "-m", "gridduels", "bot", "random"])
    for arguments in (
        ["games"],
        ["games", "--json"],
        ["tournament", "random", "greedy", "--size", "5", "--pairs", "1", "--results", "results"],
        ["check-bot", bot, "--think", "5"],
        ["play", "no-such-game"],
    ):
        command = [sys.executable, "-m", "gridduels", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=120)
        assert done.returncode in (0, 2), (arguments, done.stderr)
        assert "internal error" not in done.stderr
        assert "IndexError" not in done.stdout
        assert "failing-rules" not in done.stdout


def test_check_bot_does_not_blame_a_bot_for_a_game_that_fails_late(install: Install, tmp_path: Path) -> None:
    """A fault that no trial game reaches, because it is not on the default board."""
    install("late_failure", FAILING.format(id="late-failure", size=3), late_failure="late_failure:GAME")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    bot = shlex.join([sys.executable, "-m", "gridduels", "bot", "random"])
    command = [sys.executable, "-m", "gridduels", "check-bot", bot, "--think", "5", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    (check,) = [each for each in json.loads(done.stdout)["checks"] if each["check"] == "plays late-failure"]
    (warning,) = check["warnings"]
    assert warning.startswith("the game 'late-failure' is broken: `legal` of its rules failed")
    assert "IndexError" in warning


def test_a_broken_package_does_not_keep_the_others_from_loading(install: Install) -> None:
    install("failing_duel", "1 / 0", failing_duel="failing_duel:GAME")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_game("pathway").id == "pathway"


@pytest.mark.parametrize("source", ["GAME = 'a game'", ADDED.format(id="another-id")])
def test_an_object_without_that_definition_is_refused(install: Install, source: str) -> None:
    name = f"wrong_duel_{len(source)}"
    install(name, source, wrong_duel=f"{name}:GAME")
    with pytest.raises(SetupError, match=f"{name}:GAME is not a Definition with the id 'wrong-duel'"):
        load_game("wrong-duel")


def test_an_installed_game_does_not_replace_one_of_ours(install: Install) -> None:
    install("impostor", ADDED.format(id="pathway"), pathway="impostor:GAME")
    assert load_game("pathway").title == "Pathway Duel"
    assert [each.title for each in definitions() if each.id == "pathway"] == ["Pathway Duel"]


def test_a_game_states_why_it_is_won_in_records_and_messages(install: Install) -> None:
    from gridduels.protocol.state import outcome_of

    install("misere", MISERE, misere="misere:GAME")
    duel = Duel(load_game("misere"), "1,1 2,1 1,2 2,2 1,3")
    assert duel.outcome == (2, "line")
    assert duel.game.words.why(duel) == "Player 1 has completed a line."
    text = dumps(Record(duel))
    assert '[Result "2"]\n[Reason "line"]' in text
    (again,) = loads(text)
    assert again.duel == duel
    assert pickle.loads(pickle.dumps(duel.outcome)) == duel.outcome
    told = outcome_of(duel)
    assert told
    sent = msgspec.json.decode(msgspec.json.encode(told))
    assert (sent["winner"], sent["reason"], sent["why"]) == (2, "line", "Player 1 has completed a line.")


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"reasons": {"time": "x"}}, "one of its reasons is 'time': use a few lower-case letters, other than goal,"),
        ({"reasons": {"line": "{someone} wins"}}, "the sentence for its reason 'line' is '{someone} wins'"),
        ({"reasons": {"line": "a", "boxes": "b"}}, "several reasons but no function that decides between them"),
        ({"reason": lambda rules, position: "line"}, "it has a function `reason` but no reasons"),
    ],
)
def test_reasons_that_are_stated_wrongly_are_refused(facts: dict[str, Any], fault: str) -> None:
    with pytest.raises(SetupError, match=re.escape(fault)):
        replace(definition("light-cycle"), **facts)


def test_a_reason_that_is_not_stated_is_refused_by_name() -> None:
    wrong = replace(definition("light-cycle"), reasons={"line": "x"}, reason=lambda rules, position: "lien")
    with pytest.raises(BrokenGame, match="'light-cycle' is broken: `reason` of its rules returns 'lien'"):
        _ = Duel(Game(wrong, 3), "up up right").outcome
