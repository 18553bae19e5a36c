"""What is imported before the memory of Python is kept for the browsers: all that msgspec has no part in."""

import gc
import importlib

MODULES = (
    "anyio._backends._asyncio",
    "asyncio",
    "concurrent.futures.thread",
    "gridduels.analysis.annotate",
    "gridduels.analysis.hints",
    "gridduels.analysis.puzzles",
    "gridduels.analysis.report",
    "gridduels.engine.solving.limits",
    "gridduels.engine.tables.shipped",
    "gridduels.engine.tables.table",
    "gridduels.engine.values",
    "gridduels.pictures.svg",
    "gridduels.players",
    "gridduels.players.perfect",
    "gridduels.record",
    "gridduels.starts",
    "hmac",
    "lzma",
    "mmap",
    "pickle",
    "platformdirs",
    "prometheus_client",
    "secrets",
    "sqlite3",
    "starlette.applications",
    "starlette.middleware.gzip",
    "starlette.staticfiles",
)
for name in MODULES:
    importlib.import_module(name)
games = importlib.import_module("gridduels")
for definition in games.definitions():
    games.load_game(definition.id)
gc.collect()  # files that somebody left open are not there in a browser
