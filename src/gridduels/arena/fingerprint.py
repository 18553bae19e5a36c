"""What tells one version of a bot from the next: its files, and what it says of itself."""

import hashlib
import os
import shlex
import shutil
from pathlib import Path
from typing import Final

__all__ = ["fingerprint"]

_LENGTH: Final = 12


def fingerprint(command: str, version: str = "") -> str:
    """A short text that changes when the program of a command line does, or a file that the line names, or the version.

    Files are known by their content, so that a bot may be moved. What a program loads on its own is not seen:
    whoever has more than one file had better report a version.
    """
    digest = hashlib.sha256(version.encode())
    for file in _files(command):
        with file.open("rb") as source:
            digest.update(hashlib.file_digest(source, "sha256").digest())
    return digest.hexdigest()[:_LENGTH]


def _files(command: str) -> list[Path]:
    """The program and every file among its arguments, as far as they can be read."""
    program, *others = shlex.split(command, posix=os.name != "nt")
    named = [shutil.which(program) or program, *others, *(word.partition("=")[2] for word in others if "=" in word)]
    return [Path(word) for word in named if word and os.path.isfile(word) and os.access(word, os.R_OK)]
