"""What is done before the memory of Python is kept for the browsers, and after it."""

import gc
import importlib
import sys
from importlib.util import cache_from_source
from pathlib import Path

COMPILED = "msgspec"


def prepare(modules: list[str]) -> None:
    """Imports those modules that need nothing compiled elsewhere, and works out what is worked out once a process."""
    sys.modules[COMPILED] = None  # type: ignore[assignment]
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # it is imported in the browser
    del sys.modules[COMPILED]
    games = importlib.import_module("gridduels")
    tables = importlib.import_module("gridduels.engine.tables.shipped")
    importlib.import_module("gridduels.players.installed").installed_players()
    for definition in games.definitions():
        tables.is_shipped(games.load_game(definition.id))
    gc.collect()  # files that somebody left open are not there in a browser


def settle(folder: str) -> None:
    """Leaves what a browser has to unpack: of modules that are in the memory nothing, of the others, and of packages,
    whose modules can be listed then, what is compiled."""
    there = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    for source in list(Path(folder).rglob("*.py")):
        compiled = Path(cache_from_source(str(source)))
        if str(source) in there and source.stem != "__init__":
            compiled.unlink()
        else:
            compiled.rename(source.with_suffix(".pyc"))
        source.unlink()
