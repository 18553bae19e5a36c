"""Settings and results: written atomically, read with care, never thrown away."""

import json
from pathlib import Path

import pytest

from gridduels import definitions
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import config_folder
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Settings, Setup


def test_settings_come_back_as_they_were_left() -> None:
    complaints: list[str] = []
    settings = Settings(
        keys="vi", theme="paper", confirm=True, animate=False, game="gridlock", setups={"x": {"size": 3}}
    )
    settings.save()
    assert Settings.load(complaints) == settings
    assert complaints == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"keys": "mouse"}', b'{"confirm": 1}', b'{"setups": 3}', b'{"age": ""}'],
)
@pytest.mark.parametrize("name", ["settings.json", "results.json"])
def test_a_damaged_file_is_reported_and_set_aside(config: Path, name: str, content: bytes) -> None:
    path = config / name
    path.write_bytes(content)
    complaints: list[str] = []
    kind = Settings if name == "settings.json" else Results
    kind.load(complaints)
    assert len(complaints) == 1
    assert str(path) in complaints[0]
    assert not path.exists()
    assert (config / f"{name}.damaged-1").read_bytes() == content
    path.write_bytes(content)
    kind.load(complaints)
    assert (config / f"{name}.damaged-2").read_bytes() == content


def test_the_readable_part_of_damaged_settings_is_kept(config: Path) -> None:
    (config / "settings.json").write_text(json.dumps({"keys": "wasd", "theme": 5}), encoding="utf-8")
    settings = Settings.load([])
    assert (settings.keys, settings.theme) == ("wasd", "auto")


def test_results_are_counted_and_kept() -> None:
    results = Results()
    results.add("pathway", "hard", True)
    results.add("pathway", "hard", False)
    results.add("pathway", "hard", False)
    results.solved("pathway", "2026-01-05", "12/.. 1")
    results.reached("pathway", "2026-01-05", 1)
    results.learned("pathway")
    results.learned("pathway")
    again = Results.load([])
    assert again == results
    assert again.puzzle_set("pathway", "2026-01-05") == {"date": "2026-01-05", "next": 1, "solved": ["12/.. 1"]}
    assert again.puzzle_set("pathway", "2026-01-06")["next"] == 0
    assert again.against("pathway") == {"hard": (1, 2)}
    assert (again.puzzles, again.tutorials) == ({"pathway": 1}, ["pathway"])


def test_a_folder_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("GRIDDUELS_CONFIG", str(tmp_path / "file" / "folder"))
    with pytest.raises(SetupError, match="Set GRIDDUELS_CONFIG to another folder"):
        config_folder()


def test_settings_that_cannot_be_written_are_reported(config: Path) -> None:
    (config / "settings.json").mkdir()
    with pytest.raises(GridDuelsError, match="Cannot write"):
        Settings().save()


@pytest.mark.parametrize("definition", definitions(), ids=lambda each: each.id)
def test_a_setup_is_remembered(definition: object) -> None:
    setup = Setup.remembered(definition, {})  # type: ignore[arg-type]
    for choice in setup.choices():
        changed = setup.changed(choice.name, choice.neighbour(1))
        assert Setup.remembered(definition, json.loads(json.dumps(changed.as_data()))).choices() == changed.choices()  # type: ignore[arg-type]
        changed.game()


@pytest.mark.parametrize(
    "data",
    [
        {"size": 99},
        {"players": ["human"]},
        {"players": [1, 2]},
        {"first": 3},
        {"rounds": -1},
        {"rulings": {"x": 1}},
        {"rulings": 3},
    ],
)
def test_an_outdated_setup_is_reset(data: dict[str, object]) -> None:
    definition = definitions()[0]
    assert Setup.remembered(definition, data).choices() == Setup.remembered(definition, {}).choices()
