"""Settings: what a person prefers, remembered from one time to the next."""

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from gridduels.folders import config_folder
from gridduels.terminal.keeping.stored import read_stored, set_aside, write_stored

__all__ = ["CHOICES", "Settings"]

CHOICES: Final = {
    "keys": ("arrows", "vi", "wasd"),
    "theme": ("auto", "ink", "paper", "contrast", "sepia"),
    "confirm": (False, True),
    "animate": (True, False),
    "sound": (False, True),
    "distances": ("moves", "plies"),
    "coordinates": (False, True),
}
"""What each setting can be, the default first."""
_MOST_TYPED: Final = 5


@dataclass
class Settings:
    """The choices of a person, the game chosen last, and how each game was set up last."""

    keys: str = "arrows"
    theme: str = "auto"
    confirm: bool = False
    animate: bool = True
    sound: bool = False
    distances: str = "moves"
    coordinates: bool = False
    game: str = ""
    server: str = "http://localhost:8000"
    """Where duels with people far away were played last; at first where `gridduels serve` serves."""
    name: str = ""
    """What to be called on servers."""
    typed: list[str] = field(default_factory=list)
    """Players whose names were typed in, the latest first."""
    setups: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def load(cls, complaints: list[str]) -> "Settings":
        """The settings as they were left; `complaints` gets a sentence about a damaged file."""
        path = _path()
        found = read_stored(path, complaints)
        wrong = [name for name, value in found.items() if not _fits(name, value)]
        if wrong:
            complaints.append(f"{path} is damaged ({', '.join(wrong)} cannot be read). {set_aside(path)}")
        return cls(**{name: value for name, value in found.items() if name not in wrong})

    def remember_player(self, name: str) -> None:
        """Keeps a name that was typed in, to be chosen again."""
        self.typed = [name, *(each for each in self.typed if each != name)][:_MOST_TYPED]

    def save(self) -> None:
        write_stored(_path(), asdict(self))


def _path() -> Path:
    return config_folder() / "settings.json"


def _fits(name: str, value: Any) -> bool:
    if name in CHOICES:
        return value in CHOICES[name] and isinstance(value, type(CHOICES[name][0]))
    if name == "setups":
        return isinstance(value, dict) and all(isinstance(each, dict) for each in value.values())
    if name == "typed":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return name in {each.name for each in fields(Settings)} and isinstance(value, str)
