"""Values: after a game, in exploration and in puzzles."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from gridduels import Duel, load_game
from gridduels.analysis.annotations import annotate, remark
from gridduels.analysis.sentences import label, outlook
from gridduels.engine import solve
from gridduels.engine.values import Values
from tests.helpers import SLOW_GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor


@pytest.fixture(scope="module")
def values() -> Values:
    return solve(load_game("light-cycle", size=3))


def worth(visitor: Visitor) -> dict[str, str]:
    """Return the value label of each move's cell."""
    found = (re.search(r"legal move (\S+), ([^,]+)", label) for label in visitor.labels())
    return {match[1]: match[2] for match in found if match}


@pytest.mark.heavy
def test_a_finished_game_is_reviewed_move_by_move(visit: Visit, server: Server, values: Values) -> None:
    played = short_game("light-cycle", 3)
    notes = annotate(played, values).notes
    visitor = visit()
    visitor.sit(server.begin("light-cycle", size=3, moves=list(played.moves)))
    visitor.button("Analysis").click()
    labels = visitor.page.locator("#moves .worth")
    for number, note in enumerate(notes):
        expect(labels.nth(number)).to_contain_text(label(note.value))
        expect(labels.nth(number)).to_contain_text(note.verdict if note.verdict != "best" else "")
    wrong = [note for note in notes if note.verdict in ("mistake", "blunder")]
    assert wrong
    expect(visitor.page.locator(".graph .changed")).to_have_count(len(wrong))
    visitor.button("Next mistake").click()
    slip, other = wrong[0], f"Player {3 - wrong[0].player}"
    told = f"Move {slip.ply}, Player {slip.player}, {slip.move}: {slip.verdict}, {remark(slip, other)}."
    visitor.sees(told, "#analysis")
    visitor.sees(f"Better: {', '.join(wrong[0].best_moves)}.", "#analysis")


@pytest.mark.heavy
def test_the_graph_is_a_slider_for_keys_and_clicks(visit: Visit, server: Server) -> None:
    played = short_game("light-cycle", 3)
    visitor = visit()
    visitor.sit(server.begin("light-cycle", size=3, moves=list(played.moves)))
    visitor.button("Analysis").click()
    slider = visitor.page.get_by_role("slider")
    slider.focus()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", played.ply)):
        slider.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(ply))
    slider.click(position={"x": 12, "y": 20})
    expect(slider).to_have_attribute("aria-valuenow", "0")
    visitor.sees_position(Duel(played.game))


@pytest.mark.heavy
def test_every_move_on_the_board_shows_its_exact_value(visit: Visit, values: Values) -> None:
    visitor = visit()
    visitor.open("/explore?game=light-cycle&size=3")
    expect(visitor.page.locator("text.label").first).to_be_visible()
    duel = Duel(values.game)
    assert worth(visitor) == {word: outlook(value) for word, value in values.move_values(duel.position).items()}
    visitor.page.get_by_text("All moves in words").click()
    ranked = sorted(values.move_values(duel.position).items(), key=lambda item: -item[1].rank)
    words = visitor.page.locator(".worths li").all_inner_texts()
    assert sorted(words) == sorted(f"{word}: {outlook(value)}" for word, value in ranked)
    assert [line.split(": ")[1] for line in words] == [outlook(value) for _, value in ranked]
    expect(visitor.page.locator(".kept")).to_be_empty()
    move = duel.legal_moves[0]
    visitor.play(duel, move)
    visitor.sees_ply(1)
    visitor.sees(re.compile(r"Accurate moves: . [01] of 1, . 0 of 0\."), ".kept")
    duel = duel.play(move)
    expect(visitor.page.locator("text.label")).to_have_count(len(duel.legal_moves))
    assert worth(visitor) == {word: outlook(value) for word, value in values.move_values(duel.position).items()}


@pytest.mark.heavy
@pytest.mark.parametrize("game", SLOW_GAMES)
def test_any_line_is_explored_and_shared(visit: Visit, game: str) -> None:
    visitor, played = visit(), short_game(game, 3)
    visitor.open(f"/explore?game={game}&size=3&moves={','.join(played.moves)}")
    visitor.sees_ply(played.ply)
    visitor.sees_position(played)
    visitor.page.keyboard.press("{")
    visitor.sees(f"move 0 of {played.ply}")
    visitor.sees_position(Duel(played.game))
    visitor.page.get_by_role("button", name="One move forward").click()
    visitor.sees(f"move 1 of {played.ply}")
    visitor.sees_position(Duel(played.game, played.moves[:1]))
    guest = visit()
    guest.page.goto(visitor.page.get_by_label("Link to this position").input_value())
    guest.sees_board()
    guest.sees(f"move 1 of {played.ply}")
    guest.sees_position(Duel(played.game, played.moves[:1]))


@pytest.mark.heavy
def test_another_move_leaves_the_line_and_back_returns_to_it(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/explore?game=light-cycle&size=3&moves=up,up,right&ply=1")
    visitor.sees("move 1 of 3")
    visitor.cell(8).click()
    visitor.sees("move 2 of 2")
    visitor.page.go_back()
    visitor.sees("move 1 of 3")


@pytest.mark.heavy
def test_a_line_is_downloaded_as_record_picture_and_film(visit: Visit) -> None:
    visitor = visit()
    answers = [{"type": "working", "stage": "drawing", "done": 0, "total": None}]
    visitor.page.route(
        "**/film.gif*",
        lambda route: route.fulfill(status=202, json=answers.pop()) if answers else route.continue_(),
    )
    visitor.open("/explore?game=light-cycle&size=3&moves=up,up")
    for name, start in (
        ("Game record", b"["),
        ("Picture", b"\x89PNG"),
        ("Vector picture (SVG)", b"<svg"),
        ("Animation", b"GIF8"),
    ):
        with visitor.page.expect_download() as downloading:
            visitor.page.get_by_role("link", name=name, exact=True).click()
        assert downloading.value.path().read_bytes().startswith(start)
        assert downloading.value.suggested_filename.startswith("light-cycle")
    assert not answers


def test_a_record_contains_the_whole_line_at_any_ply(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/explore?game=light-cycle&size=3&moves=up,up&ply=1")
    visitor.sees("move 1 of 2")
    with visitor.page.expect_download() as downloading:
        visitor.page.get_by_role("link", name="Game record").click()
    assert "2. up" in downloading.value.path().read_text()
    picture = visitor.page.get_by_role("link", name="Vector picture (SVG)").get_attribute("href") or ""
    assert picture.endswith("moves=up")


@pytest.mark.heavy
def test_values_that_are_being_computed_show_their_progress(visit: Visit) -> None:
    visitor = visit()
    answers = [{"type": "working", "stage": "looking at positions", "done": 3, "total": 10}]
    visitor.page.route(
        "**/api/line?*values=1*",
        lambda route: route.fulfill(status=202, json=answers.pop()) if answers else route.continue_(),
    )
    visitor.open("/explore?game=light-cycle&size=3")
    visitor.sees("Calculating the value of every move…")
    expect(visitor.page.get_by_role("progressbar")).to_have_attribute("value", "3")
    visitor.sees("Player 1 wins in", "#analysis")


@pytest.mark.heavy
def test_a_board_too_big_for_values_is_explored_without_them(visit: Visit) -> None:
    visitor = visit(allow="422")
    refusal = {"type": "refused", "code": "too-big", "sentence": "This game is too big to be solved here."}
    visitor.page.route("**/api/line?*values=1*", lambda route: route.fulfill(status=422, json=refusal))
    visitor.open("/explore?game=light-cycle&size=7")
    visitor.sees("This game is too big to be solved here.", "#analysis")
    visitor.cell(14).click()
    visitor.sees_ply(1)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("game=pathway&moves=up,up", "Move 1, up: You cannot move up: that is off the grid."),
        ("game=pathway&size=9", "pathway has no size 9"),
    ],
)
def test_an_invalid_line_gives_one_sentence_and_a_way_out(visit: Visit, query: str, sentence: str) -> None:
    visitor = visit(allow="422")
    visitor.open(f"/explore?{query}")
    visitor.sees(sentence)
    expect(visitor.page.get_by_role("grid")).to_have_count(0)
    visitor.page.get_by_role("link", name="Explore another board").click()
    visitor.sees_board()


def solve_puzzle(visitor: Visitor, values: Values, text: str) -> None:
    """Play winning moves until the puzzle is solved."""
    duel = Duel(values.game, start=text)
    while not duel.outcome:
        move = values.best_moves(duel.position)[0]
        # The same reply twice gives the same message, so remove the old one first.
        visitor.page.evaluate("document.getElementById('message').textContent = ''")
        visitor.play(duel, move)
        duel = duel.play(move)
        if not duel.outcome:
            visitor.sees("Correct!", "#message")
            reply = re.search(r"Your opponent replies “(\S+)”\.", visitor.page.locator("#message").inner_text())
            assert reply
            duel = duel.play(reply[1])


@pytest.mark.heavy
def test_a_puzzle_is_solved_and_counted(visit: Visit, server: Server, values: Values) -> None:
    visitor = visit()
    visitor.open("/puzzles?game=light-cycle&size=3")
    today = server.get("puzzles/day?game=light-cycle&size=3")
    day = date.fromisoformat(today["day"])
    visitor.sees(f"Light Cycle Duel puzzle for {day:%B} {day.day}")
    visitor.sees(f"Win in {(today['plies'] + 1) // 2} moves")
    solve_puzzle(visitor, values, today["start"])
    visitor.sees("Solved on the first try!", "#message")
    visitor.sees("Solved on the first try: 1 in a row (best 1).")
    visitor.button("Next puzzle").click()
    visitor.sees("Puzzle", "#kind")
    expect(visitor.button("Today's puzzle")).to_be_visible()


@pytest.mark.heavy
def test_a_wrong_answer_ends_the_streak_and_can_be_retried(visit: Visit, server: Server, values: Values) -> None:
    visitor = visit()
    visitor.open("/puzzles?game=light-cycle&size=3")
    start = server.get("puzzles/day?game=light-cycle&size=3")["start"]
    duel = Duel(values.game, start=start)
    wrong = [word for word, value in values.move_values(duel.position).items() if value.outcome != "win"]
    visitor.play(duel, wrong[0])
    visitor.sees(f"“{wrong[0]}” throws the win away: ", "#message")
    visitor.sees_position(duel)
    solve_puzzle(visitor, values, start)
    visitor.sees("Solved!", "#message")
    visitor.sees("Solve a puzzle on the first try to start a streak.")
    visitor.button("Start over").click()
    visitor.sees_position(duel)


@pytest.mark.heavy
def test_further_puzzles_are_short_or_have_the_chosen_length(visit: Visit) -> None:
    visitor = visit(allow="422|404|409")
    visitor.open("/puzzles?game=blockade&size=3")
    visitor.sees("Blockade Runner puzzle for ", "#kind")
    visitor.button("Next puzzle").click()
    visitor.sees("Win in 2 moves", "#task")
    length = visitor.page.get_by_label("Length of the next puzzle")
    length.select_option("win in 3 moves")
    visitor.sees("Win in 3 moves", "#task")
    visitor.open("/puzzles?game=light-cycle&size=3")
    expect(length).to_have_value("5")
    visitor.button("Next puzzle").click()
    visitor.sees("has no puzzle of length 3 moves on this board. Choose another length", "#message")


@pytest.mark.heavy
def test_the_answer_of_a_puzzle_can_be_shown(visit: Visit, values: Values, server: Server) -> None:
    visitor = visit()
    visitor.open("/puzzles?game=light-cycle&size=3")
    start = server.get("puzzles/day?game=light-cycle&size=3")["start"]
    visitor.button("Show the answer").click()
    visitor.sees("Every move now shows its value", "#message")
    moves = values.move_values(values.game.position(start))
    assert worth(visitor) == {word: outlook(value) for word, value in moves.items()}
