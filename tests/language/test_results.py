"""Results files: their contents follow from the replies, and forged ones are refused."""

import re
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels.errors import SetupError
from gridduels.language.benchmark import PROMPT_HASHES, VERSION
from gridduels.language.results import (
    FORMAT,
    Results,
    Run,
    asked,
    check,
    data_of,
    essence,
    gap,
    html_page,
    markdown_page,
    read,
    read_all,
    rows_of,
    run_of,
    study_samples,
)
from tools.baselines import ENTRIES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "results"


def perfect(tier: str = "A", variant: str = "plain") -> Run:
    return run_of(
        tier,
        variant,
        {
            sample: f"I think.\nANSWER: {each.presentation.say(each.evaluation.best_moves[0])}"
            for sample, each in asked(tier, variant).items()
        },
    )


def results(*runs: Run, kind: str = "model") -> Results:
    return msgspec.convert(
        {"format": FORMAT, "version": VERSION, "name": "Model", "kind": kind, "about": "", "runs": runs},
        Results,
        from_attributes=True,
    )


def changed(run: Run, **changes: object) -> Results:
    return results(msgspec.structs.replace(run, **changes))


# --- Scores


@pytest.mark.parametrize("tier", ["A", "B", "C"])
def test_perfect_replies_score_100_and_empty_ones_below_0(tier: str) -> None:
    run = perfect(tier)
    assert (run.skill, run.error, run.legal) == (1.0, 0.0, 1.0)
    empty = run_of(tier, "plain", dict.fromkeys(run.replies, ""))
    assert empty.skill < 0
    assert empty.legal == 0


def test_the_prompts_are_those_of_the_frozen_version() -> None:
    for tier, name in (("A", "A"), ("B", "B"), ("C", "practice")):
        for variant in ("plain", "disguised"):
            assert run_of(tier, variant, {}).prompt_hash == PROMPT_HASHES[f"{name} moves board {variant}"]


@given(st.text() | st.builds("{}\nANSWER: {}{}".format, st.text(), st.sampled_from(["up", "left.", "@2,0"]), st.text()))
def test_a_shortened_reply_is_judged_like_the_whole_one(reply: str) -> None:
    question = next(iter(asked("A", "plain").values()))
    whole, short = question.presentation.read(reply), question.presentation.read(essence(reply))
    assert (whole.move, whole.fault) == (short.move, short.fault)


def test_the_gap_is_clear_only_if_disguise_changes_the_replies() -> None:
    plain, disguised = perfect(), perfect(variant="disguised")
    same = gap(results(plain, disguised), "A")
    assert same
    assert (same.mean, same.error) == (0, 0)
    worse = run_of("A", "disguised", dict.fromkeys(disguised.replies, ""))
    (row,) = rows_of([results(plain, worse)], "A")
    assert re.fullmatch(r"-1\d\d ± \d+", row.change)
    (row,) = rows_of([results(plain, disguised)], "A")
    assert row.change == "+0 ± 0"
    assert gap(results(plain), "A") is None


# --- The checker


@dataclass(frozen=True)
class Forgery:
    changes: dict[str, object]
    complaint: str


FORGERIES = {
    "a better score": Forgery({"skill": 0.9}, "skill is given as 0.9, but the replies yield 1"),
    "a smaller error": Forgery({"error": 0.5}, "error is given as 0.5"),
    "more legal answers": Forgery({"legal": 0.7}, "legal is given as 0.7"),
    "other prompts": Forgery({"prompt_hash": "0" * 12}, "the prompts don't match version 1"),
    "another tier's prompts": Forgery({"tier": "C"}, "tier C has no prompt"),
    "a left out reply": Forgery({"replies": {}}, "there is no reply to 187 prompts"),
    "an invented sample": Forgery({"replies": {"pathway-99": "up"}}, "tier A has no prompt 'pathway-99'"),
    "a whole reply": Forgery({"replies": perfect().replies | {"pathway-0": "hm\nANSWER: up"}}, "longer than what"),
    "a negative cost": Forgery({"cost": -1.0}, "must be between 0 and"),
    "a cost without end": Forgery({"cost": float("inf")}, "must be between 0 and"),
    "more tokens than a float holds": Forgery({"output_tokens": 10**400}, "must be between 0 and"),
    "an unknown tier": Forgery({"tier": "Z"}, "unknown tier 'Z'"),
    "an unknown variant": Forgery({"variant": "turned"}, "the variant must be plain or disguised"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused(name: str) -> None:
    run, forgery = perfect(), FORGERIES[name]
    check(results(run))
    with pytest.raises(SetupError, match=forgery.complaint):
        check(changed(run, **forgery.changes))


def test_a_score_that_belongs_to_other_replies_is_refused() -> None:
    run = perfect()
    sample = next(iter(run.replies))
    with pytest.raises(SetupError, match="is given as 1, but the replies yield"):
        check(changed(run, replies=run.replies | {sample: "nonsense"}))


def test_a_run_that_occurs_twice_is_refused_and_so_is_none() -> None:
    with pytest.raises(SetupError, match="occurs twice"):
        check(results(perfect(), perfect()))
    with pytest.raises(SetupError, match="has no runs"):
        check(results())


def test_only_a_person_may_answer_some_of_the_prompts_and_only_those_of_a_study() -> None:
    replies, chosen = perfect().replies, study_samples("A")
    check(results(run_of("A", "plain", {sample: replies[sample] for sample in chosen}), kind="person"))
    with pytest.raises(SetupError, match="there is no reply to 157 prompts"):
        check(results(run_of("A", "plain", {sample: replies[sample] for sample in chosen})))
    for others, complaint in (
        (chosen[:2], "there is no reply to 28 prompts"),
        (replies, "a study does not ask"),
        ([*chosen[1:], next(sample for sample in replies if sample not in chosen)], "there is no reply to 1 prompt,"),
    ):
        with pytest.raises(SetupError, match=complaint):
            check(results(run_of("A", "plain", {sample: replies[sample] for sample in others}), kind="person"))


def test_only_our_own_baselines_and_players_are_called_so() -> None:
    ours = {file for file, (_, kind, *_) in ENTRIES.items() if kind in ("baseline", "player")}
    assert {file.stem for file in FOLDER.glob("*.json") if read(file).kind in ("baseline", "player")} <= ours


@pytest.mark.parametrize("name", ["", "two\nlines", "a | b", "<b>", "[a link](https://example.org)", "a" * 201])
def test_names_and_descriptions_are_plain_lines(name: str) -> None:
    run = perfect()
    with pytest.raises(SetupError, match="name"):
        check(msgspec.structs.replace(results(run), name=name))
    with pytest.raises(SetupError, match="about: write one line"):
        check(msgspec.structs.replace(results(run), about=name or "\n"))


def test_the_page_says_who_is_a_person_and_answered_fewer_prompts() -> None:
    replies = {sample: perfect().replies[sample] for sample in study_samples("A")}
    page = markdown_page([results(run_of("A", "plain", replies), kind="person")], "")
    assert "| Model (person, 30 prompts) | 100 |" in page
    assert "| Model | 100 |" in markdown_page([results(perfect())], "")


def test_two_files_do_not_share_a_name(tmp_path: Path) -> None:
    for file in ("one.json", "two.json"):
        (tmp_path / file).write_bytes(data_of(results(perfect())))
    with pytest.raises(SetupError, match="there are several results named 'Model'"):
        read_all([tmp_path])


def test_only_programs_are_free() -> None:
    for kind, cost in (("model", ""), ("person", ""), ("baseline", "free"), ("player", "free")):
        page = html_page([found := results(perfect(), kind=kind)])
        assert f"| 100 % |  | {cost} |\n" in markdown_page([found], "")
        assert ("free</td>" in page) == bool(cost)


# --- Files and pages


def test_files_are_read_back_and_bad_ones_are_refused(tmp_path: Path) -> None:
    file, found = tmp_path / "model.json", results(perfect())
    file.write_bytes(data_of(found))
    assert read_all([tmp_path]) == [read(file)] == [found]
    for text, complaint in (
        ("{", "is not a file of results"),
        (data_of(found).decode().replace('"Model"', '"Modèle"'), "is not a file of results"),  # not UTF-8
        ('{"format": 1}', "missing required field"),
        (data_of(found).decode().replace('"tier": "A"', '"tier": "C", "duels": "cherry"'), "unknown field `duels`"),
        (data_of(found).decode().replace('"format": 1', '"format": 2'), "has format 2"),
    ):
        file.write_bytes(text.encode("latin-1"))
        with pytest.raises(SetupError, match=complaint):
            read(file)
    with pytest.raises(SetupError, match="cannot read"):
        read(tmp_path / "none.json")


def test_every_result_in_the_repository_is_scored_again() -> None:
    for each in read_all([FOLDER]):
        check(each)


def test_the_page_in_the_docs_is_made_from_the_results_in_the_repository() -> None:
    command = "gridduels benchmark page results -o docs/results.md"
    assert (ROOT / "docs" / "results.md").read_text(encoding="utf-8") == markdown_page(read_all([FOLDER]), command)


def test_the_html_page_escapes_names() -> None:
    found = msgspec.structs.replace(results(perfect()), name="<b>bold</b>")
    page = html_page([found])
    assert "&lt;b&gt;bold" in page
    assert "<b>bold" not in page
