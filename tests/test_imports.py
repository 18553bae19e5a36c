"""Imports point in one direction, and `import gridduels` loads only the standard library."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

import gridduels

ROOT = Path(gridduels.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
CORE = "core"
"""Every module outside the packages, except the command line."""

KNOWLEDGE = {CORE, "engine", "players", "analysis", "pictures"}
"""The modules that every screen and interface may use."""

MAY_IMPORT = {
    CORE: set(),
    "games": {CORE},
    "pictures": {CORE},
    "engine": {CORE},
    "players": {CORE, "engine"},
    "analysis": {CORE, "engine"},
    "testing": {CORE, "engine"},
    "arena": {CORE, "engine", "pictures", "players"},
    "invent": KNOWLEDGE | {"arena"},
    "language": KNOWLEDGE | {"arena", "invent"},
    "agents": KNOWLEDGE | {"arena", "language"},
    "protocol": KNOWLEDGE,
    "terminal": KNOWLEDGE | {"invent", "protocol"},
    "web": KNOWLEDGE | {"invent", "protocol", "mcp"},
    "mcp": KNOWLEDGE | {"protocol", "web"},
    "cli": {CORE, "terminal"},
    "commands": KNOWLEDGE | {"arena", "cli", "invent", "language", "mcp", "protocol", "terminal", "testing", "web"},
    "__main__": {"cli"},
}
"""What each package may import apart from itself. `web` and `mcp` share one module, because `/mcp` is a route."""

LAZY = "gridduels.duel"
LAZILY = {"engine", "pictures"}
"""What `gridduels.duel`, and no other core module, may import from the packages above the core.

`duel.value` and pictures in notebooks belong to objects of the core. The imports are inside functions only, so nothing
is loaded before it is used.
"""

INSIDE = {
    "engine.kernels": {"engine.value"},
    "engine.solvers": {
        "engine.kernels",
        "engine.progress",
        "engine.ray_cluster",
        "engine.tables",
        "engine.value",
        "engine.values",
    },
    "engine.tables": {
        "engine.headers",
        "engine.kernels",
        "engine.progress",
        "engine.solvers.enumeration",
        "engine.solvers.limits",
        "engine.solvers.present_layer",
        "engine.solvers.rules_check",
        "engine.value",
        "engine.values",
    },
    "engine.batch": {"engine.kernels", "engine.observation", "engine.tables"},
    "players.bots": {"players.info", "players.limits", "players.mcts"},
    "web.pool": set(),
    "web.stores": {"web.saved", "web.settings"},
    "terminal.online": {
        "terminal.console",
        "terminal.line",
        "terminal.live_match",
        "terminal.settings",
    },
}
"""What a subpackage may import from its parent package, apart from itself."""

NAMED_CORE = {
    "board",
    "contract",
    "duel",
    "errors",
    "extras",
    "game",
    "lessons",
    "match",
    "notation",
    "record",
    "registry",
    "statement",
    "targets",
    "text",
    "words",
}
WORDS_OF_MODULES = {"add"}
"""Names in the docstrings of packages that every module of the package defines."""
HEAVY = {"numpy", "numba", "textual"}


def name_of(path: Path) -> str:
    """Return a file's module name, e.g. `gridduels.games.pathway.rules`; an `__init__` has its folder's name."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """Return the part a module belongs to: a folder, the command line, or the core."""
    _, _, rest = module.partition(".")
    room = rest.split(".")[0]
    return room if room in ("cli", "__main__") or (room and (ROOT / room).is_dir()) else CORE


def imports_of(path: Path) -> Iterator[str]:
    """Return every module a file imports anywhere; names imported from a package may be its modules."""
    module = name_of(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            yield base
            for alias in node.names:
                inner = ROOT.parent.joinpath(*base.split("."), alias.name)
                if inner.is_dir() or inner.with_suffix(".py").exists():
                    yield f"{base}.{alias.name}"


def test_the_core_is_where_the_design_says() -> None:
    assert {name for name in NAMED_CORE if room_of(f"gridduels.{name}") == CORE} == NAMED_CORE
    assert {path.stem for path in ROOT.glob("*.py")} >= NAMED_CORE
    assert room_of("gridduels") == CORE
    assert room_of("gridduels.games.pathway.rules") == "games"


def test_the_imports_of_a_module_are_found_wherever_they_stand() -> None:
    found = set(imports_of(ROOT / "registry.py"))
    assert {"pkgutil", "gridduels.errors", "importlib.metadata"} <= found
    assert "gridduels.games.pathway.rules" in set(imports_of(ROOT / "games" / "pathway" / "__init__.py"))


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=name_of)
def test_the_modules_that_a_package_names_exist(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = set(re.findall(r"`([a-z]\w*)`", ast.get_docstring(tree) or ""))
    inside = {each.stem for each in path.parent.iterdir()}
    public = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    defined = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.alias))}
    assert named <= inside | public | defined | {*name_of(path).split(".")} | WORDS_OF_MODULES


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(name_of(path))
    allowed = MAY_IMPORT[room] | (LAZILY if name_of(path) == LAZY else set())
    inside = [module for module in imports_of(path) if module.split(".")[0] == "gridduels"]
    wrong = [module for module in inside if room_of(module) not in allowed | {room}]
    assert not wrong, f"{name_of(path)} is in {room}, so it may not import {wrong}"


def test_the_core_reaches_upwards_inside_functions_only() -> None:
    """Imports for type checkers don't count, because they never run."""
    tree = ast.parse((ROOT / "duel.py").read_text(encoding="utf-8"))
    at_once = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert not [module for module in at_once if module and room_of(module) != CORE and module.startswith("gridduels")]
    for name in LAZILY:
        assert any(module.startswith(f"gridduels.{name}") for module in imports_of(ROOT / "duel.py"))


@pytest.mark.parametrize("room", INSIDE)
def test_rooms_inside_a_room_have_a_direction_too(room: str) -> None:
    house = f"gridduels.{room.rpartition('.')[0]}."
    allowed = tuple(f"gridduels.{each}" for each in (room, *INSIDE[room]))
    modules = sorted(ROOT.joinpath(*room.split(".")).rglob("*.py"))
    assert modules
    wrong = {
        f"{name_of(path)} -> {module}"
        for path in modules
        for module in imports_of(path)
        if module.startswith(house) and not f"{module}.".startswith(tuple(f"{each}." for each in allowed))
    }
    assert not wrong


@pytest.mark.parametrize("path", sorted((ROOT / "games").glob("*/*.py")), ids=name_of)
def test_a_game_knows_no_other_game(path: Path) -> None:
    games = {module.split(".")[2] for module in imports_of(path) if module.startswith("gridduels.games.")}
    assert games <= {path.parent.name}


@pytest.mark.parametrize(
    "path",
    [*(ROOT / f"{name}.py" for name in sorted(NAMED_CORE | {"__init__"})), *sorted((ROOT / "games").rglob("*.py"))],
    ids=name_of,
)
def test_the_core_and_the_games_need_nothing_but_python(path: Path) -> None:
    outside = {module.split(".")[0] for module in imports_of(path)} - {"gridduels"}
    assert outside <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    "code",
    [
        "import gridduels",
        "import gridduels; [gridduels.load_game(each.id) for each in gridduels.definitions()]",
        "import gridduels.cli, gridduels.players, gridduels.record, gridduels.terminal.line",
    ],
)
def test_a_fresh_process_imports_nothing_heavy(code: str) -> None:
    script = f"import sys; before = set(sys.modules); {code}; print(*sorted(set(sys.modules) - before), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    imported = {module.split(".")[0] for module in done.stdout.split()}
    assert "gridduels" in imported
    assert imported - {"gridduels"} <= set(sys.stdlib_module_names)
    assert not imported & HEAVY


def test_import_gridduels_brings_the_core_alone() -> None:
    script = "import sys, gridduels; print(*(name for name in sys.modules if name.startswith('gridduels.')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert {room_of(module) for module in done.stdout.split()} == {CORE}


def test_everything_public_is_listed_once_and_in_order() -> None:
    assert gridduels.__all__ == sorted(set(gridduels.__all__))
    assert all(hasattr(gridduels, name) for name in gridduels.__all__)
