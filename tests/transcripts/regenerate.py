"""Rewrite the outputs of the golden transcripts: `python -m tests.transcripts.regenerate`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.transcripts.sessions import FOLDER, SESSIONS, play


def main() -> None:
    for name, session in SESSIONS.items():
        with TemporaryDirectory() as folder:
            code, output, complaint = play(name, Path(folder))
        if code != session.code or complaint:
            print(f"{name}: exit code {code} instead of {session.code}. {complaint}")
        (FOLDER / f"{name}.out").write_text(output, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
