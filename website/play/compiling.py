"""Compiles what a browser starts with, by the Python that will run it there.

A browser has everything anew each time: what is compiled is not compared with its source.
"""

from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

UNCHECKED = PycInvalidationMode.UNCHECKED_HASH
ELSEWHERE = {
    "terminals and tests": "_pyrepl bdb cProfile cmd doctest pdb profile pstats pydoc rlcompleter trace unittest",
    "other programs": "ctypes ftplib imaplib mailbox poplib smtplib webbrowser xml xmlrpc",
    "where a compiled module is missing": "_pydatetime _pyio",
}
"""What the standard library has for places that a browser is not."""
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode", "unicode", "utf_")
"""What texts come in: Unicode, names of hosts, and what archives have."""


def compile_package(folder: str) -> None:
    """The modules of a folder. Sources stay: tables know by them which rules they are of, and anyio reads its own."""
    assert compile_dir(folder, quiet=1, invalidation_mode=UNCHECKED)


def compile_library(library: str, target: str) -> None:
    """The standard library, which Python finds in an archive: without its sources, and with nothing to unpack.

    Python reads the whole list of an archive before it begins, so what nobody asks for is left out.
    """
    with TemporaryDirectory() as folder, ZipFile(library) as sources, ZipFile(target, "w") as compiled:
        sources.extractall(folder, [name for name in sources.namelist() if _is_needed(name)])
        assert compile_dir(
            folder, quiet=1, legacy=True, stripdir=folder, prependdir=library, invalidation_mode=UNCHECKED
        )
        for path in sorted(Path(folder).rglob("*.pyc")):
            compiled.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())


def _is_needed(name: str) -> bool:
    top, _, inside = name.partition("/")
    if top == "encodings":
        return inside.startswith(ENCODINGS)
    return all(top.removesuffix(".py") not in names.split() for names in ELSEWHERE.values())
