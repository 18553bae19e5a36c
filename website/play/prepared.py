"""What is done before the memory of Python is kept for the browsers."""

import gc
import importlib
import sys

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
