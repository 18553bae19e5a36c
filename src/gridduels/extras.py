"""Optional dependencies: which ones are installed, and how to add the missing ones to this installation."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from gridduels.errors import SetupError

_DEPENDENCIES: Final = ("msgspec", "platformdirs", "psutil", "rich", "shtab", "textual")
_EXTRAS: Final = {
    "agents": ("gymnasium", "pettingzoo", "pyarrow", "pyspiel"),
    "engine": ("numba", "numpy"),
    "gpu": ("numba_cuda",),
    "llm": ("inspect_ai", "matplotlib"),
    "mcp": ("mcp",),
    "pictures": ("PIL", "numpy"),
    "postgres": ("asyncpg",),
    "ray": ("ray",),
    "report": ("matplotlib", "PIL", "weasyprint"),
    "textarena": ("textarena",),
    "verifiers": ("verifiers",),
    "web": ("PIL", "prometheus_client", "segno", "starlette", "uvicorn", "websockets"),
}
"""The libraries that each extra adds, by import name."""


class MissingExtra(SetupError, ImportError):
    """Extras are not installed; the message says what needs them and how to install them."""

    def __init__(self, what: str, *extras: str) -> None:
        *most, last = map(repr, extras)
        names = f"extras {', '.join(most)} and {last}" if most else f"extra {last}"
        super().__init__(f"{what} needs the {names}: {install_command(*extras)}")


def has_extra(extra: str) -> bool:
    """Return whether all of an extra's libraries are installed."""
    return all(find_spec(name) for name in _EXTRAS[extra])


@lru_cache(1)
def has_engine() -> bool:
    """Return whether this installation can compile rules. Playing on the book boards does not require it."""
    return has_extra("engine")


def require(what: str, *extras: str) -> None:
    """Raise MissingExtra if any of these extras are not installed, naming the missing ones."""
    if missing := [extra for extra in extras if not has_extra(extra)]:
        raise MissingExtra(what, *missing)


@contextmanager
def needed(what: str, *extras: str) -> Iterator[None]:
    """If an import inside this context fails, report which of these extras are not installed."""
    try:
        yield
    except ModuleNotFoundError:
        require(what, *extras)
        raise


def check_engine(what: str) -> None:
    """Raise MissingExtra if this installation cannot compile rules."""
    if not has_engine():
        require(what, "engine")


def extra_of(library: str) -> str | None:
    """Return the extra that provides a library, given the name of one of its modules.

    >>> extra_of("numpy.linalg"), extra_of("json")
    ('engine', None)
    """
    name = library.partition(".")[0]
    return next((extra for extra, libraries in _EXTRAS.items() if name in libraries), None)


def check_dependencies() -> None:
    """Raise SetupError if running from a source tree that has not been installed."""
    if missing := [name for name in _DEPENDENCIES if not find_spec(name)]:
        raise SetupError(f"this Python lacks {', '.join(missing)}; install Grid Duels first: {install_command()}")


# --- The install command for this installation


def install_command(*extras: str) -> str:
    """Return the shell command that adds extras to this installation, whichever tool created it.

    >>> "[web]" in install_command("web")
    True
    """
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {_target({*extras, *_installed_extras()})}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install {_target({*extras, *_installed_extras()})}"
    return f"{_installer()} {_target({*extras})}"


def install_package_command(folder: Path) -> str:
    """Return the shell command that installs a package, such as a new game, into this environment."""
    prefix, path = Path(sys.prefix), str(folder) if folder.is_absolute() else f"./{folder}"
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject --editable gridduels {path}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install {_target({*_installed_extras()})} --with-editable {path}"
    return f"{_installer()} -e {path}"


def _installed_extras() -> list[str]:
    """Return the extras to keep when reinstalling."""
    return [extra for extra in _EXTRAS if has_extra(extra)]


def _installer() -> str:
    """Return the command that installs into this environment: its own pip, uv, or another environment's pip."""
    python = Path(sys.executable)
    name = str(python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python)
    name = f'"{name}"' if " " in name else name
    pip = shutil.which("pip")
    if find_spec("pip"):
        return "pip install" if pip and Path(pip).parent == python.parent else f"{name} -m pip install"
    if shutil.which("uv"):
        return f"uv pip install --python {name}"
    return f"pip --python {name} install" if pip else f"{name} -m ensurepip && {name} -m pip install"


def _target(extras: set[str]) -> str:
    """Return the argument to install: the clone this code runs from, or the package from its original source."""
    chosen = f"[{','.join(sorted(extras))}]" if extras else ""
    clone = Path(__file__).parents[2]
    if (clone / "pyproject.toml").is_file():
        return f'-e "{"." if clone == Path.cwd() else clone}{chosen}"'
    source = _source()
    return f'"gridduels{chosen}{f" @ {source}" if source else ""}"'


def _source() -> str:
    """Return the URL pip installed this copy from; empty if it came from a package index."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        noted = json.loads(distribution("gridduels").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ""
    repository = noted.get("vcs_info")
    return f"{repository['vcs']}+{noted['url']}" if repository else str(noted.get("url", ""))
