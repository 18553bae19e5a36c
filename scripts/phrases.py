"""Report phrases that make our English hard to read, and fail if there are any: `python scripts/phrases.py [PATH...]`.

Each has a plain alternative: "again" for "anew", "occurs" for "comes about", "the player to move" for "whoever moves".
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PLACES: Final = ("src", "book", "tools", "tests", "benchmarks", "examples", "docs", "website", "scripts", "README.md")
KINDS: Final = (".css", ".html", ".js", ".md", ".mjs", ".py", ".ts")
BANNED: Final = re.compile(
    r"\b(?:(?:for|to|of|by) whoever|(?:comes?|came|coming) about|anew|be it|such a one|that is no|nobody who)\b",
    re.IGNORECASE,
)


def findings(paths: list[Path]) -> Iterator[str]:
    """Yield the location of each banned phrase, in prose and in names such as those of tests."""
    for path in (file for each in paths for file in ([each] if each.is_file() else sorted(each.rglob("*")))):
        if path.suffix not in KINDS or "node_modules" in path.parts or path == Path(__file__).resolve():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for found in BANNED.finditer(line.replace("_", " ")):
                yield f"{path}:{number}: {found[0]!r} in {line.strip()[:100]!r}"


def main(arguments: list[str]) -> int:
    found = list(findings([Path(each) for each in arguments] or [ROOT / place for place in PLACES]))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
