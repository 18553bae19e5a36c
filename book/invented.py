"""The chapter on what invented duels teach, based on the duels of the day. `python -m book.invented` prints its
tables."""

import json
from collections.abc import Callable
from importlib.resources import files
from statistics import median
from typing import Any, Final

from gridduels import Duel, load_game
from gridduels.invent.code import Code, parse
from gridduels.pictures.document import Book, Row, number, percent

COMMAND: Final = "python -m book.invented"
_FATES: Final = {
    "too short": "best play takes fewer than 7 plies",
    "too forced": "fewer than two moves to choose from, on average",
    "unfair": "going first is worth too much, or too little",
    "undecided": "neither side can force a win, at the start or too often later",
    "too big": "more positions than the search examines",
    "kept": "none of these",
}
_ELEMENTS: Final[dict[str, Callable[[Code], object]]] = {
    "steps in all eight directions": lambda code: code.steps == "k",
    "a goal to reach": lambda code: code.goal != "n",
    "obstacles to place": lambda code: code.obstacles,
    "cells blocked from the start": lambda code: code.blocked,
    "being stuck wins": lambda code: code.wins,
    "moves longer than one step": lambda code: code.reach > 1,
    "a trail that blocks": lambda code: code.trail,
    "one token for both": lambda code: code.shared,
}


def fates() -> list[Row]:
    """Return the fates of the drawn codes: the reasons for dropping them, with numbers and shares."""
    stages: dict[str, int] = _list()["stages"]
    drawn = sum(stages.values())
    return [(fate, why, stages[fate], percent(stages[fate] / drawn)) for fate, why in _FATES.items()]


def elements() -> list[Row]:
    """Return the number of duels on the list with each element, and the medians of their measures."""
    duels = [(parse(each["code"]), each) for each in _list()["duels"]]
    rows: list[Row] = []
    for name, has in _ELEMENTS.items():
        having = [each for code, each in duels if has(code)]
        medians = [f"{median(each[measure] for each in having):.2f}" for measure in ("fair", "deep", "matter")]
        rows.append((name, len(having), percent(len(having) / len(duels)), *medians))
    return rows


def write_invented(book: Book) -> None:
    """Write the chapter."""
    stages, duels = _list()["stages"], _list()["duels"]
    drawn = sum(stages.values())
    fair = median(each["fair"] for each in duels)
    smallest = min(duels, key=lambda each: each["positions"])
    deepest = max(duels, key=lambda each: (each["deep"], each["fair"]))
    fairest = max(duels, key=lambda each: (each["fair"], each["deep"]))
    book.chapter("invented", "What invented duels teach")
    book.say(
        "Five games are not much to learn from, so the package also invents duels: it combines steps, trails, "
        "obstacles and goals, solves each combination, and lets imperfect players of equal strength play it. How rare "
        f"is a good one? Of {number(drawn)} codes, most of them changes of duels that were kept before, "
        f"{number(stages['kept'])} passed every check, {percent(stages['kept'] / drawn)}; {number(len(duels))} of "
        "those became duels of the day."
    )
    book.table(
        ("fate", "reason", "duels", "share"),
        fates(),
        f"What became of {number(drawn)} codes. Each is dropped at the first check it fails.",
    )
    book.commands([COMMAND])
    book.say(
        "<b>Solved does not mean unfair.</b> Every one of these duels is won for one side with best play, as the five "
        "games of this book are. Yet between equals who make mistakes, the median duel gives the player who goes "
        f"first between {percent(fair / 2)} and {percent(1 - fair / 2)} of the points, for the kind of player that it "
        "suits worst. The list was chosen for that, so it proves only that such games exist, and that a solver and a "
        "few hundred games per candidate find them."
    )
    book.say(
        "<b>Depth needs little room.</b> Depth is how clearly a player who looks seven plies ahead beats one who looks "
        f"one ply ahead. {_title(smallest)} has {number(smallest['positions'])} positions, and its depth is "
        f"{smallest['deep']:.2f} of 1; {_title(deepest)}, the deepest, has {number(deepest['positions'])}.",
    )
    shown = []
    for each, words in ((smallest, "the smallest"), (deepest, "the deepest"), (fairest, "the fairest")):
        text = (
            f"{each['name']}, {words}: {number(each['positions'])} positions, fair {each['fair']:.2f}, deep "
            f"{each['deep']:.2f}, {percent(each['matter'])} of the choices matter."
        )
        shown.append((f"invented-{each['name'].lower()}", Duel(load_game(each["code"])), None, text))
    book.boards(shown, "Three of the duels of the day.", f"gridduels rules {smallest['code']}")
    book.say(
        "<b>Some elements survive more often than others.</b> The table says what the duels on the list have in "
        "common. It doesn't say why: the search prefers variety, and it changes what it has kept, so frequent elements "
        "become more frequent."
    )
    book.table(
        ("element", "duels", "share", "fair", "deep", "choices that matter"),
        elements(),
        f"Elements of the {number(len(duels))} duels of the day, with the medians of their measures.",
    )
    book.commands([COMMAND])


def _list() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("gridduels.invent").joinpath("days.json").read_text("utf-8"))
    return found


def _title(duel: dict[str, Any]) -> str:
    return f"{duel['name']} (<code>{duel['code']}</code>)"


if __name__ == "__main__":
    for rows in (fates(), elements()):
        for row in rows:
            print(*row, sep="\t")
