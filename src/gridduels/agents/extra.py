"""The libraries of the extra `agents`, and what is said where one is missing."""

from gridduels.errors import SetupError

__all__ = ["MissingExtra"]


class MissingExtra(SetupError, ImportError):
    """A library that an interface needs is not installed.

    >>> str(MissingExtra("gridduels.agents.pettingzoo", "PettingZoo"))
    "gridduels.agents.pettingzoo needs PettingZoo: pip install 'gridduels[agents]'"
    """

    def __init__(self, who: str, library: str) -> None:
        super().__init__(f"{who} needs {library}: pip install 'gridduels[agents]'")
