"""Optional parts: what is said where one is missing, with the command that adds it to this very copy."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from gridduels.errors import SetupError

__all__ = ["MissingExtra", "check_engine", "has_engine", "install_command", "needs_engine"]

_ENGINE: Final = ("numba", "numpy")
"""What the extra `engine` brings."""


class MissingExtra(SetupError, ImportError):
    """A library of an extra is not installed; the sentence says what needs it and how to get it."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need}: {install_command(extra)}")


@lru_cache(1)
def has_engine() -> bool:
    """Whether rules can be compiled here. Nothing that is played on the book boards needs that."""
    return all(find_spec(name) for name in _ENGINE)


def check_engine(what: str) -> None:
    """Says at once what needs the engine, where there is none."""
    if not has_engine():
        raise MissingExtra(f"{what} needs the engine", "engine")


@contextmanager
def needs_engine(what: str) -> Iterator[None]:
    """Where a library of the engine is missing, says what needs it and how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _ENGINE:
            raise
        raise MissingExtra(f"{what} needs the engine", "engine") from None


def install_command(extra: str) -> str:
    """How to install an extra, whether this copy is a clone or came as a wheel, from a repository or from an index.

    >>> install_command("web").startswith("pip install ")
    True
    """
    clone = Path(__file__).parents[2]
    if (clone / "pyproject.toml").is_file():
        return f'pip install -e "{"." if clone == Path.cwd() else clone}[{extra}]"'
    source = _source()
    return f'pip install "gridduels[{extra}]{f" @ {source}" if source else ""}"'


def _source() -> str:
    """Where pip took this copy from; nothing where that was an index."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        noted = json.loads(distribution("gridduels").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ""
    repository = noted.get("vcs_info")
    return f"{repository['vcs']}+{noted['url']}" if repository else str(noted.get("url", ""))
