"""The chapter about scores."""

from pathlib import Path

from book.scores import write_scores
from gridduels.language.results import read_all
from gridduels.pictures.document import Book


def test_the_chapter_has_the_score_of_every_result_in_the_repository() -> None:
    book = Book("")
    write_scores(book)
    page = "".join(map(str, book.parts))
    for each in read_all([Path(__file__).parents[2] / "results"]):
        assert page.count(f">{each.name}<") == 1
        for run in each.runs:
            if run.variant == "plain":
                assert f">{100 * run.skill:.0f} (" in page
