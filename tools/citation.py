"""Write the version and the address of the repository into CITATION.cff: `python -m tools.citation`."""

import re
import tomllib
from pathlib import Path
from typing import Final

import gridduels
from gridduels.files import write_atomically

ROOT: Final = Path(__file__).parents[1]


def citation_of(text: str, version: str, repository: str) -> str:
    """Return a citation with this version and address. Without an address, `repository-code` is omitted.

    >>> print(citation_of("title: Duels\\nversion: 0\\nlicense: MIT\\n", "1.2", "https://example.org/duels"))
    title: Duels
    version: 1.2
    repository-code: https://example.org/duels
    license: MIT
    <BLANKLINE>
    """
    text = re.sub(r"^repository-code: .*\n", "", text, flags=re.MULTILINE)
    lines = f"version: {version}\n" + (f"repository-code: {repository}\n" if repository else "")
    return re.sub(r"^version: .*\n", lambda _: lines, text, flags=re.MULTILINE)


def main() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["gridduels"]
    path = ROOT / "CITATION.cff"
    text = path.read_text(encoding="utf-8")
    write_atomically(path, citation_of(text, gridduels.__version__, settings["repository"]))


if __name__ == "__main__":
    main()
