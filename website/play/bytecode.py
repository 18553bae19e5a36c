"""Compile the package and the standard library with the Python that runs them in the browser.

Bytecode in a browser is never outdated, so it isn't checked against its source.
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
"""Modules of the standard library that are useless in a browser."""
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode", "unicode", "utf_")
"""Encodings in use: Unicode, and those of host names and archives."""


def compile_package(folder: str) -> None:
    """Compile the modules of a folder, next to their sources: tables are tied to their rules, anyio reads its own."""
    assert compile_dir(folder, quiet=1, invalidation_mode=UNCHECKED)


def compile_library(library: str, target: str) -> None:
    """Compile the standard library into an archive without sources, from which Python imports directly.

    Python reads an archive's whole index before it starts, so modules that are never imported are left out.
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
