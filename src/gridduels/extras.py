"""Optional parts: what is said where one is missing, with the command that adds it to this very copy."""

from pathlib import Path

from gridduels.errors import SetupError

__all__ = ["MissingExtra", "install_command"]


class MissingExtra(SetupError, ImportError):
    """A library of an extra is not installed; the sentence says what needs it and how to get it."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need}: {install_command(extra)}")


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
