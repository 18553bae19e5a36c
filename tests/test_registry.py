"""Which games there are, our own and those of installed packages."""

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from gridduels import Duel, SetupError, definitions, load_game
from gridduels.registry import definition
from tests.helpers import GAMES

Install = Callable[..., None]

ADDED = """
from dataclasses import replace
from gridduels.registry import definition

GAME = replace(definition("light-cycle"), module=__name__, id="{id}", title="Added", order=50)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a package with a module and entry points, as far as Python can tell."""

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
        ("light_cycle", "did you mean light-cycle?"),
        ("Pathway", "did you mean pathway?"),
        ("gridrunner", "did you mean grid-runner?"),
        ("blockage", "did you mean blockade?"),
        ("chess", "the games are light-cycle, pathway, grid-runner, gridlock, blockade"),
        ("", "the games are light-cycle, pathway, grid-runner, gridlock, blockade"),
    ],
)
def test_an_unknown_game_is_refused_with_a_hint(id: str, hint: str) -> None:
    with pytest.raises(SetupError) as caught:
        load_game(id)
    assert str(caught.value) == f"there is no game {id!r}: {hint}"


@pytest.mark.parametrize("id", ["../games", "games.pathway", "light-cycle.rules", "__init__", "pathway\n"])
def test_nothing_but_an_id_finds_a_game(id: str) -> None:
    with pytest.raises(SetupError, match="there is no game"):
        load_game(id)


def test_an_installed_package_adds_a_game(install: Install) -> None:
    install("added_duel", ADDED.format(id="added-duel"), added_duel="added_duel:GAME")
    assert [each.id for each in definitions()] == [*GAMES, "added-duel"]
    game = load_game("added-duel", 3)
    assert Duel(game, "up up right").outcome == (1, "no moves")
    assert repr(game) == "load_game('added-duel', size=3)"


def test_an_installed_game_that_cannot_be_loaded_is_left_out_with_a_warning(install: Install) -> None:
    install("broken_duel", "raise RuntimeError('out of order')", broken_duel="broken_duel:GAME")
    with pytest.warns(UserWarning, match="broken-duel is left out: broken_duel:GAME cannot be loaded: out of order"):
        assert [each.id for each in definitions()] == list(GAMES)
    with pytest.raises(SetupError, match="broken_duel:GAME cannot be loaded: out of order"):
        load_game("broken-duel")


def test_a_broken_package_does_not_keep_the_others_from_loading(install: Install) -> None:
    install("failing_duel", "1 / 0", failing_duel="failing_duel:GAME")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_game("pathway").id == "pathway"


@pytest.mark.parametrize("source", ["GAME = 'a game'", ADDED.format(id="another-id")])
def test_what_is_no_definition_with_that_id_is_refused(install: Install, source: str) -> None:
    name = f"wrong_duel_{len(source)}"
    install(name, source, wrong_duel=f"{name}:GAME")
    with pytest.raises(SetupError, match=f"{name}:GAME is not a Definition with the id 'wrong-duel'"):
        load_game("wrong-duel")


def test_an_installed_game_does_not_replace_one_of_ours(install: Install) -> None:
    install("impostor", ADDED.format(id="pathway"), pathway="impostor:GAME")
    assert load_game("pathway").title == "Pathway Duel"
    assert [each.title for each in definitions() if each.id == "pathway"] == ["Pathway Duel"]
