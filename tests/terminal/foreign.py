"""What strangers might write into files: external bots that leave a sign when started, and terminal codes."""

import shlex
import sys
from pathlib import Path
from typing import Final

ESCAPES: Final = "\x1b]0;mine\x07\x1b[2J\x9b31m\x08\u202egnol"
"""Codes that set a terminal's title, clear it, colour it, move back, and reverse the writing direction."""

_LEAVE_A_SIGN: Final = "import sys; open(sys.argv[1], 'w').close()"


class Trap:
    """An external bot that must not be started."""

    def __init__(self, folder: Path) -> None:
        self._sign = folder / "started"
        self.name = f"cmd:{shlex.join([sys.executable, '-c', _LEAVE_A_SIGN, str(self._sign)])}"

    @property
    def sprung(self) -> bool:
        return self._sign.exists()
