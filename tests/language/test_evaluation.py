"""The tasks, end to end through Inspect: our own players are the models, so no network is needed."""

import gc
import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, score
from inspect_ai import eval as run
from inspect_ai.agent import as_solver, react
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import SampleScore, Score, mean, stderr
from inspect_ai.solver import Generate, Solver, TaskState, chain, generate, solver, system_message
from inspect_ai.tool import Tool, ToolChoice, ToolInfo, tool

from gridduels import Duel, SetupError, load_game
from gridduels.analysis.split import is_test
from gridduels.cli import main
from gridduels.engine import solve
from gridduels.language import report
from gridduels.language.benchmark import PROMPT_HASHES, VERSION, chosen_games
from gridduels.language.estimates import Observation, skill
from gridduels.language.inspect import games, moves, puzzles, rules, score_move
from gridduels.language.prompts import Answer
from gridduels.language.report import TASKS, Reading, ratings_of, read_logs, report_page
from gridduels.language.results import read as read_results
from gridduels.language.results import results_of_logs
from gridduels.language.scoring import measure, pairs_of, rating
from gridduels.language.verdicts import chances, counts, judge_answer
from tests.helpers import GAMES

pytestmark = pytest.mark.filterwarnings("ignore")  # Inspect leaves streams open

SMALL: dict[str, Any] = {"game": "light-cycle,gridlock", "size": 5}


@pytest.fixture(autouse=True)
def _nothing_is_left_for_other_tests_to_warn_of() -> Iterator[None]:
    yield
    gc.collect()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs")


def log_of(task: Task, model: str | Model, folder: Path) -> EvalLog:
    (log,) = run(task, model=model, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log


def scores(log: EvalLog) -> dict[str, float]:
    assert log.results
    return {name: metric.value for each in log.results.scores for name, metric in each.metrics.items()}


def call(metric: Any, found: list[SampleScore]) -> Any:
    return metric(found)


def talker(*replies: str) -> Model:
    """Return a model that cycles through the given replies."""
    count = 0

    def speak(
        input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        nonlocal count
        count += 1
        output = ModelOutput.from_content("talker", replies[(count - 1) % len(replies)])
        output.usage = ModelUsage()  # else Inspect would fetch a tokenizer to count
        return output

    return get_model("mockllm/talker", custom_outputs=speak, memoize=False)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", ["plain", "disguised"])
def test_perfect_keeps_every_value_in_every_disguise(folder: Path, variant: str) -> None:
    found = scores(log_of(moves(**SMALL, count=8, variant=variant), "gridduels/perfect", folder))
    for key, mean_ in {"legal": 1, "kept": 1, "best": 1, "blunder": 0, "plies_lost": 0, "illegal": 0}.items():
        assert found[key] == mean_, key
        assert found[f"{key}_stderr"] == 0
    assert 0 < found["kept_chance"] < 1
    assert (found["skill"], found["skill_stderr"]) == (1, 0)


FORMS = {
    moves: ("board", "book", "line", "coordinates", "picture"),
    puzzles: ("board", "book", "line", "coordinates", "picture"),
    rules: ("board", "book", "line", "coordinates"),
    games: ("board", "book", "line", "coordinates", "picture"),
}


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("task", "prompt"), [(task, form) for task, forms in FORMS.items() for form in forms])
def test_random_and_constant_answers_score_the_stated_levels(folder: Path, task: Any, game: str, prompt: str) -> None:
    more = {"opponent": "random"} if task is games else {}
    made = task(game=game, count=8, prompt=prompt, **more)
    epochs = 2 if task is games else 8
    (log,) = run(made, model="gridduels/random", epochs=epochs, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    found, answers = scores(log), Counter[str]()
    for sample in log.samples or []:
        for each in (sample.scores or {}).values():
            answers.update(key for key, value in each.as_dict().items() if not math.isnan(float(value or 0)))
    levels = [key for key in found if f"{key}_chance" in found]
    assert set(levels) >= {moves: {"kept", "best", "blunder"}, games: {"won", "kept"}}.get(task, set())
    for key in levels:
        chance = found[f"{key}_chance"]
        expected = math.sqrt(chance * max(0.0, 1 - chance) / answers[key])
        slack = 0.02 + (chance if key == "plies_lost" else 0.0)  # few moves cost many plies
        assert abs(found[key] - chance) < 4 * max(expected, found[f"{key}_stderr"]) + slack, key
    if task is not rules:
        assert found["legal"] == 1  # the random player knows the rules
    if task not in (moves, rules):
        return  # in other tasks the positions depend on the answers
    key = "kept" if task is moves else "right"
    constant = Counter[str]()
    for sample in log.samples or []:
        for score_ in (sample.scores or {}).values():
            constant.update((score_.metadata or {})["constants"][key])
    best = scores(log_of(made, talker(f"ANSWER: {constant.most_common(1)[0][0]}"), folder))
    assert best[key] == pytest.approx(best[f"{key}_constant"]) == pytest.approx(found[f"{key}_constant"])


@pytest.mark.heavy
def test_no_constant_answer_beats_the_stated_baseline(folder: Path) -> None:
    task = moves(game="light-cycle", count=20)
    means = [scores(log_of(task, talker(f"ANSWER: {word}"), folder)) for word in ("up", "down", "left", "right")]
    assert max(each["kept"] for each in means) == pytest.approx(means[0]["kept_constant"])
    asked = rules(game="gridlock", count=20)
    answers = [scores(log_of(asked, talker(f"ANSWER: {who}"), folder)) for who in ("Player 1", "Player 2", "nobody")]
    assert max(each["winner"] for each in answers) == pytest.approx(answers[0]["winner_constant"])


def test_chance_levels_do_not_depend_on_the_model(folder: Path) -> None:
    task = moves(game="gridlock", size=5, count=8)
    models: list[str | Model] = ["gridduels/perfect", "gridduels/random", talker("ANSWER: up1")]
    found = [scores(log_of(task, model, folder)) for model in models]
    for key in ("kept_chance", "best_chance", "blunder_chance", "plies_lost_chance"):
        assert len({each[key] for each in found if key in each}) == 1, key
    assert "plies_lost_chance" in found[1]


def test_faults_are_counted_apart(folder: Path) -> None:
    replies = ("", "Let me think.\nHm.", "ANSWER: sideways", "ANSWER: @0,0")
    log = log_of(moves(game="blockade", count=8), talker(*replies), folder)
    found = scores(log)
    assert sum(found[key] for key in ("empty", "form", "notation", "illegal")) + found["legal"] == 1
    assert [found[key] for key in ("empty", "form", "notation")] == [0.25, 0.25, 0.25]
    assert found["kept"] <= 0.25


def test_a_model_without_a_legal_move_within_its_tries_loses(folder: Path) -> None:
    log = log_of(games(**SMALL, count=2, opponent="random", retries=2), talker("I pass"), folder)
    assert scores(log)["won"] == 0
    for sample in log.samples or []:
        asked = [message for message in sample.messages if message.role == "user"]
        assert len(asked) == 3
        assert "is not a move" in asked[-1].text


def test_a_refused_answer_can_be_corrected(folder: Path) -> None:
    task = games(game="light-cycle", count=2, opponent="random", retries=3)
    log = log_of(task, talker("ANSWER: up", "ANSWER: down", "ANSWER: left", "ANSWER: right"), folder)
    found = scores(log)
    assert 0 < found["illegal"] < 1
    assert found["legal"] + found["illegal"] == pytest.approx(1)


@pytest.mark.heavy
@pytest.mark.parametrize("history", [True, False])
def test_perfect_wins_its_share_against_random_and_keeps_every_value(folder: Path, history: bool) -> None:
    log = log_of(games(**SMALL, count=4, opponent="random", history=history), "gridduels/perfect", folder)
    found = scores(log)
    assert found["won"] >= 0.5
    assert found["kept"] == 1
    assert found["elo_low"] <= found["elo"] <= found["elo_high"]
    lengths = [len(sample.messages) for sample in log.samples or []]
    assert max(lengths) > 2 if history else lengths == [2] * len(lengths)


def test_perfect_solves_every_puzzle_and_chance_is_exact(folder: Path) -> None:
    task = puzzles(game="gridlock", size=5, count=10)
    found = scores(log_of(task, "gridduels/perfect", folder))
    assert found["solved"] == found["first"] == 1
    assert 0 < found["solved_chance"] <= found["first_chance"] < 1


@pytest.mark.heavy
@pytest.mark.parametrize(("model", "right"), [("perfect", True), ("random", False)])
def test_questions_about_the_rules_are_scored_by_kind(folder: Path, model: str, right: bool) -> None:
    found = scores(log_of(rules(game="pathway", size=4, count=10), f"gridduels/{model}", folder))
    assert (found["right"] == 1) == right
    assert found["answered"] == 1
    assert found["legal_chance"] == 0.5
    assert found["winner_chance"] == pytest.approx(1 / 3)


def test_models_with_vision_get_a_picture(folder: Path) -> None:
    task = moves(game="light-cycle", count=1, prompt="picture")
    (sample,) = log_of(task, "gridduels/perfect", folder).samples or []
    content = sample.messages[0].content
    assert [each if isinstance(each, str) else each.type for each in content] == ["text", "image"]


def test_the_mean_and_error_of_single_answers_are_inspect_s_own() -> None:
    numbers = [(1.0, "a"), (0.0, "a"), (1.0, "b"), (1.0, "c"), (0.0, "d"), (0.0, "d")]
    found = [
        SampleScore(
            score=Score(value={"kept": value}, metadata={"chance": {"kept": 0.5}}), sample_metadata={"cluster": cluster}
        )
        for value, cluster in numbers
    ]
    plain = [SampleScore(score=Score(value=value), sample_metadata={"cluster": cluster}) for value, cluster in numbers]
    measured = call(measure(["kept"]), found)
    assert measured["kept"] == pytest.approx(call(mean(), plain))
    assert measured["kept_stderr"] == pytest.approx(call(stderr(cluster="cluster"), plain))
    assert measured["kept_chance"] == 0.5


def test_a_share_is_of_all_moves_and_its_error_that_of_a_ratio() -> None:
    found = [
        SampleScore(
            score=Score(value={"kept": value}, metadata={"weights": {"kept": weight}}),
            sample_metadata={"cluster": name},
        )
        for value, weight, name in [(1.0, 3.0, "a"), (0.5, 2.0, "b"), (0.0, 1.0, "c")]
    ]
    measured = call(measure(["kept"]), found)
    assert measured["kept"] == pytest.approx(4 / 6)
    residuals = [3 * (1 - 4 / 6), 2 * (0.5 - 4 / 6), 0 - 4 / 6]
    assert measured["kept_stderr"] == pytest.approx(math.sqrt(sum(each**2 for each in residuals) * 3 / 2) / 6)


def test_a_rating_is_the_difference_to_the_opponent() -> None:
    found = [
        SampleScore(score=Score(value={"won": float(won)}), sample_metadata={"cluster": str(pair), "seat": seat})
        for pair, seat, won in [(0, 1, 1), (0, 2, 1), (1, 1, 1), (1, 2, 0), (2, 1, 1), (2, 2, 1)]
    ]
    rated = call(rating(), found)
    assert rated["elo_low"] < rated["elo"] < rated["elo_high"]
    assert rated["elo"] > 0


def test_invalid_options_of_a_task_are_refused_at_once() -> None:
    with pytest.raises(SetupError, match="cannot pair 3 games"):
        games(game="gridlock", count=3)
    with pytest.raises(SetupError, match="there is no player 'nobody'"):
        games(opponent="nobody")
    with pytest.raises(SetupError, match="no ruling 'colour'"):
        moves(game="gridlock", rules="colour=red")
    with pytest.raises(SetupError, match="is a person, not a model"):
        get_model("gridduels/human", memoize=False)
    assert [game.id for game in chosen_games("all", None, "")][:2] == ["light-cycle", "pathway"]


@pytest.mark.heavy
def test_the_report_has_a_table_plots_and_blunders_with_pictures(folder: Path, tmp_path: Path) -> None:
    for model in ("perfect", "random"):
        log_of(games(**SMALL, count=4, opponent="easy"), f"gridduels/{model}", tmp_path)
        log_of(moves(**SMALL, count=10), f"gridduels/{model}", tmp_path)
    reading = read_logs([tmp_path])
    assert {rating.player for rating in ratings_of(reading.runs)} == {"easy", "perfect", "random"}
    page = report_page(reading)
    for part in (
        "<h2>Moves</h2>",
        "<h2>Games</h2>",
        "kept the value, by phase",
        "Legal answers by prompt form",
        "Ratings",
    ):
        assert part in page
    assert "<b>gridduels/random</b> played" in page
    assert "<b>gridduels/perfect</b> played" not in page
    assert page.count("data:image/svg+xml;base64,") >= 5


def test_plots_do_not_mix_tasks_prompt_forms_or_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "bar_plot", lambda title, bars, groups: str(bars))
    monkeypatch.setattr(report, "rating_chart", lambda ratings, title: str(ratings))

    def plots(reading: Reading) -> dict[str, str]:
        return {caption: svg for svg, caption in re.findall('src="(.*?)"><figcaption>([^<]+)<', report_page(reading))}

    for prompt, variant in (("board", "plain"), ("line", "plain"), ("line", "disguised")):
        style: dict[str, Any] = {"game": "light-cycle", "count": 2, "prompt": prompt, "variant": variant}
        log_of(moves(**style), "gridduels/random", tmp_path)
        log_of(games(**style, opponent="perfect"), "gridduels/random", tmp_path)
    reading = read_logs([tmp_path])
    forms, setting = ["board, plain", "line, disguised", "line, plain"], "Light Cycle Duel 5x5; tier A, seed 0, 1 epoch"
    all_forms = " | ".join(forms)
    found = plots(reading)
    assert list(found) == [
        f"Legal answers by prompt form. moves: {all_forms}; {setting}",
        f"Moves that kept the value, by prompt form. moves: {all_forms}; {setting}",
        *(f"Moves that kept the value, by phase. {task}: {form}; {setting}" for task in TASKS[:2] for form in forms),
        *(f"Ratings, models and levels together. games: {form}; {setting}" for form in forms),
    ]
    for each in reading.runs:
        turns = [turn for turn in reading.turns if (turn.task, turn.form) == (each.task, each.form)]
        alone = plots(Reading([each], turns)).items()
        for caption, svg in alone:
            assert "by prompt form" in caption or found[caption] == svg, caption


def test_the_report_s_headline_has_the_skills_of_the_logs_and_their_change(folder: Path, tmp_path: Path) -> None:
    skills = []
    for variant in ("plain", "disguised"):
        log = log_of(moves(**SMALL, count=12, variant=variant), "gridduels/random", tmp_path)
        assert log.results
        skills.append(log.results.scores[0].metrics["skill"].value)
    plain, disguised = skills
    head = report_page(read_logs([tmp_path])).split("<h2>Skill</h2>")[1].split("</table>")[0]
    cells = [float(cell) for cell in re.findall(r"<td>(-?\d\.\d\d) <small>&#177; \d", head)]
    assert cells[:2] == [round(plain, 2), round(disguised, 2)]
    assert cells[2] == pytest.approx(disguised - plain, abs=0.006)
    assert abs(plain - disguised) > 0.02  # otherwise the sign is not tested


def test_a_log_about_duels_from_another_seed_is_no_result(folder: Path, tmp_path: Path) -> None:
    log = log_of(moves(**SMALL, count=1), "gridduels/random", tmp_path)
    log.eval.task_args["duels"] = "cherry"
    file = tmp_path / "cherry.eval"
    write_eval_log(log, str(file))
    with pytest.raises(SetupError, match="is about other duels"):
        results_of_logs([file], "Model", "", None)


def test_the_logs_of_two_models_are_not_one_result(folder: Path) -> None:
    models = "gridduels/greedy", "gridduels/random"
    files = [Path(log_of(moves(**SMALL, count=1), model, folder).location) for model in models]
    with pytest.raises(SetupError, match=r"from several models \(gridduels/greedy, gridduels/random\)"):
        results_of_logs(files, "Model", "", None)


def test_logs_without_a_run_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no finished run"):
        read_logs([tmp_path])
    with pytest.raises(SetupError, match="there is no file or folder"):
        read_logs([tmp_path / "nowhere"])


@pytest.mark.heavy
def test_inspect_finds_tasks_and_players_by_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "inspect_ai", "eval", "gridduels/moves", "--model", "gridduels/perfect"]
    options = ["-T", "game=gridlock", "-T", "size=5", "-T", "count=2", "--display", "plain", "--log-dir", str(tmp_path)]
    done = subprocess.run(command + options, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    page = tmp_path / "page.html"
    reporting = [sys.executable, "-m", "gridduels", "llm-report", str(tmp_path), "-o", str(page)]
    done = subprocess.run(reporting, capture_output=True, text=True, check=False)
    assert done.stdout == f"Wrote 1 run to {page}.\n", done.stderr
    assert "gridduels/perfect" in page.read_text(encoding="utf-8")


@pytest.mark.heavy
def test_inspect_scores_a_log_again_by_the_name_of_the_scorer(tmp_path: Path) -> None:
    log = log_of(moves(game="gridlock", size=5, count=1), "gridduels/perfect", tmp_path)
    command = [sys.executable, "-m", "inspect_ai", "score", log.location, "--scorer", "gridduels/score_move"]
    options = ["--action", "append", "--overwrite", "--display", "plain"]
    done = subprocess.run(command + options, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    scored = read_eval_log(log.location).results
    assert scored
    assert [score.name for score in scored.scores] == ["score_move", "score_move1"]


@solver
def counts_turns() -> Solver:
    """A solver that keeps its own data in the sample's store, under names that are easy to think of."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        for name in ("turns", "points", "solved", "duel"):
            state.store.set(name, 3)
        return state

    return solve


def test_any_solver_epochs_and_rescoring_work(folder: Path) -> None:
    task = moves(game="light-cycle", count=4)
    task.solver = chain(system_message("Play well."), counts_turns(), generate())
    (log,) = run(task, model="gridduels/random", epochs=3, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    replies = {sample.id: set[str]() for sample in log.samples or []}
    for sample in log.samples or []:
        replies[sample.id].add(sample.output.completion)
    assert any(len(each) > 1 for each in replies.values())  # the random player draws new moves in every epoch
    assert len(log.samples or []) == 12
    again = scores(score(log, score_move(), action="overwrite"))
    assert again == scores(log)
    for sample in log.samples or []:
        assert len((sample.scores or {})["score_move"].metadata["turns"]) == 1  # type: ignore[index]


def test_an_agent_with_tools_is_judged_like_any_solver(folder: Path) -> None:
    @tool
    def look() -> Tool:
        async def execute(cell: str) -> str:
            """Look at a cell.

            Args:
                cell: The cell to look at.
            """
            return "empty"

        return execute

    task = moves(game="light-cycle", count=2)
    task.solver = as_solver(react(tools=[look()]))
    turns = [
        ModelOutput.for_tool_call("mockllm/model", "look", {"cell": "2,2"}),
        ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": "ANSWER: sideways"}),
    ]
    for turn in turns:
        turn.usage = ModelUsage()
    model = get_model("mockllm/model", custom_outputs=turns * 2, memoize=False)
    log = log_of(task, model, folder)
    found = scores(log)
    assert (found["notation"], found["kept"]) == (1, 0)
    assert 0 < found["kept_chance"] < 1


def test_failed_samples_and_appended_scores_are_reported_once(tmp_path: Path) -> None:
    @solver
    def failing() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            if state.sample_id == "light-cycle-0":
                raise RuntimeError("the provider is down")
            return await generate(state)

        return solve

    task = moves(game="light-cycle", count=4)
    task.solver = failing()
    folder = str(tmp_path)
    (log,) = run(task, model="gridduels/perfect", epochs=2, fail_on_error=False, log_dir=folder, display="none")
    once = read_logs([tmp_path])
    with pytest.raises(SetupError, match="2 samples failed; finish the run"):
        results_of_logs([Path(log.location)], "Model", "", None)
    write_eval_log(score(log, score_move(), action="append"), log.location)
    reading = read_logs([tmp_path])
    assert len(reading.turns) == len(once.turns) == 6
    (again,) = reading.runs
    assert (again.samples, again.failed, again.epochs) == (8, 2, 2)
    assert again.scores["kept"] == once.runs[0].scores["kept"]
    page = report_page(reading)
    assert "8 (2 failed)" in page
    assert "<p>1 run, gridduels" in page
    row = re.search(r'<tr><th scope="row">gridduels/perfect</th><td>(.*)</td><td>8 \(2 failed\)', page)
    assert row
    about = ["board, plain", "Light Cycle Duel 5x5", "tier A, seed 0, 2 epochs"]
    assert row[1].split("</td><td>") == about
    captions = re.findall("<figcaption>([^<]*)</figcaption>", page)
    assert len(captions) == 3
    for caption in captions:
        assert caption.endswith(f". moves: {'; '.join(about)}")
    task.solver = failing()
    run(task, model="gridduels/random", log_dir=folder, display="none")  # stops at the first error
    assert read_logs([tmp_path]).unfinished == 1


def test_a_pair_is_one_game_from_each_seat_in_every_epoch(folder: Path) -> None:
    task = games(game="light-cycle", count=2, opponent="random")
    (log,) = run(task, model="gridduels/perfect", epochs=2, log_dir=str(folder), display="none")
    found = scores(log)
    assert found["elo_low"] <= found["elo"] <= found["elo_high"]
    won = [(sample.metadata["cluster"], sample.metadata["seat"], 1.0) for sample in log.samples or []]
    assert sum(pairs_of(won)) == 2


def test_a_game_under_another_solver_is_scored_as_not_finished(folder: Path) -> None:
    task = games(game="light-cycle", count=2, opponent="random")
    task.solver = generate()
    found = scores(log_of(task, "gridduels/perfect", folder))
    assert (found["won"], found["legal"]) == (0, 1)
    assert 0 < found["won_chance"] < 1


def test_a_log_says_which_benchmark_was_run(folder: Path) -> None:
    log = log_of(moves(game="light-cycle", count=2), "gridduels/perfect", folder)
    about = log.eval.metadata or {}
    assert (about["version"], about["tier"], about["split"], about["seed"]) == (VERSION, "A", "test", 0)
    assert len(about["prompt_hash"]) == 12
    (first, *_) = log.samples or []
    assert first.metadata["board"] == "Light Cycle Duel 5x5"


def test_the_skill_of_random_play_is_zero_and_positions_without_a_choice_do_not_count() -> None:
    chance = [Observation(0.5, 1, str(number), 0.5) for number in range(4)]
    assert skill(chance).mean == 0
    duel = Duel(load_game("light-cycle", 3))
    evaluation = solve(duel.game).evaluate(duel)
    judged = judge_answer(duel, evaluation, Answer("up", "up"))
    assert counts(evaluation) == ("kept" in chances(evaluation)) == (not math.isnan(judged.numbers["kept"]))


@pytest.mark.heavy
def test_the_prompts_of_version_1_are_frozen_and_about_test_positions() -> None:
    tasks: dict[str, Any] = {"moves": moves, "rules": rules, "puzzles": puzzles, "games": games}
    for name, expected in PROMPT_HASHES.items():
        tier, task, form, variant = name.split()
        tier = "C" if tier == "practice" else tier
        made = tasks[task](tier=tier, prompt=form, variant=variant)
        assert (made.metadata or {})["prompt_hash"] == expected, name
        boards = {game.id: game for game in chosen_games("all", None, "", tier)}
        for sample in made.dataset:
            known = sample.metadata or {}
            game, start = boards[known["game"]], known.get("position") or known["presentation"]["start"]
            assert is_test(game, game.position(start)), (name, start)


@pytest.mark.heavy
def test_results_are_made_from_logs(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(moves(tier="C"), "gridduels/perfect", folder)
    file = tmp_path / "perfect.json"
    assert main(["benchmark", "add", log.location, "--name", "Perfect", "-o", str(file)]) == 0
    (found,) = read_results(file).runs
    assert (found.tier, found.skill, found.legal) == ("C", 1.0, 1.0)
    other = log_of(moves(game="pathway"), "gridduels/random", folder)
    assert main(["benchmark", "add", other.location, "--name", "Some", "-o", str(tmp_path / "some.json")]) == 2
    assert "the prompts don't match version 1" in capsys.readouterr().err
