"""Saving, recording and resuming games."""

from pathlib import Path
from typing import Any

import pytest

from gridduels.record import LiveRecord, load
from gridduels.terminal.line import LineMode
from tests.helpers import GAMES
from tests.terminal.processes import piped, run
from tests.terminal.table import Said, play, seat

TAGS = '[Game "light-cycle"]\n[Player1 "human"]\n[Player2 "human"]\n'


def resume(file: Path, lines: str, **options: Any) -> Said:
    console, target = seat(lines)
    live, records = LiveRecord.resume(file)
    match = LineMode(records[-1].duel.game, console, records[-1].players, record=live, resumed=records, **options)
    return Said(match.run(), target.getvalue())


def test_a_saved_game_can_be_resumed_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "my game"
    _, text = play("light-cycle", f"right; left; SAVE {file}; up")
    assert f"Saved. Continue later with: gridduels play --resume '{file}'\nPlayer 1's turn." in text
    _, text = resume(file, "up")
    board = ". . . . .\n. . . . .\n# 1 . 2 #\n. . . . .\n. . . . .\n"
    assert text.startswith(f"Resuming Light Cycle Duel after 2 moves.\n\n{board}\nPlayer 1's turn.")
    assert text.endswith(f"The input ended before the game did.\nContinue with: gridduels play --resume '{file}'\n")
    assert load(file)[0].duel.moves == ("right", "left", "up")


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_game_shows_its_board_once(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    play(game, f"{'down 1' if game == 'gridlock' else 'down'}; save {file}")
    duel = load(file)[0].duel
    _, text = resume(file, "")
    assert text.count(duel.game.words.board(duel.game, duel.position)) == 1
    assert text.startswith(f"Resuming {duel.game.title} after 1 move.\n\n")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Add a file name: save FILE."),
        ("no/such/place", "Cannot write 'no/such/place': No such file or directory."),
        ("file/inside", "Cannot write 'file/inside': Not a directory."),
        ("file", "'file' already exists. Choose another name."),
        (".", "'.' already exists. Choose another name."),
        ("x" * 300, f"Cannot write '{'x' * 37}...': File name too long."),
        ("nul\0byte", "Cannot write 'nul\\x00byte': embedded null byte."),
        ("~nobody-of-this-name/x", "Cannot write '~nobody-of-this-name/x': Could not determine home directory."),
    ],
)
def test_a_failed_save_is_reported_and_the_game_continues(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("precious")
    code, text = play("light-cycle", f"save {name}; up; quit")
    assert code == 0
    assert f"\n{reason}\nPlayer 1's turn." in text
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "precious"


def test_a_file_saved_in_this_session_can_be_overwritten(tmp_path: Path) -> None:
    play("light-cycle", f"save {tmp_path}/a; up; save {tmp_path}/a")
    assert load(tmp_path / "a")[0].duel.moves == ("up",)
    assert "already exists" in play("light-cycle", f"save {tmp_path}/a").text


def test_a_resumed_match_knows_its_rounds_and_scores(tmp_path: Path) -> None:
    file = tmp_path / "match"
    play("light-cycle", "resign; left; right", rounds=3, record=LiveRecord.append_to(file))
    _, text = resume(file, "resign; resign")
    assert "Games won: 1 for Player 1, 1 for Player 2\n\nRound 3 of 3. Player 1 goes first.\n" in text
    assert [record.tags["Round"] for record in load(file)] == ["1", "2", "3"]
    assert text.splitlines()[-1].startswith("Player 2 wins the match")


def test_games_before_the_match_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "games"
    for _ in range(2):
        play("light-cycle", "resign", rounds=1, record=LiveRecord.append_to(file))
    play("light-cycle", "up", record=LiveRecord.append_to(file))
    assert "Games won" not in resume(file, "resign").text
    assert len(load(file)) == 3


def test_resuming_keeps_other_tags_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(
        f'{TAGS}[Event "Final"]\n[Date "2001-02-03"]\n\n{{start}}\n1. up {{one}}\n2. up {{two}}\n3. right {{three}}\n'
    )
    resume(file, "undo; undo; left")
    record = load(file)[0]
    assert record.duel.moves == ("up", "left")
    assert record.comments == {0: "start", 1: "one"}
    assert (record.tags["Event"], record.tags["Date"]) == ("Final", "2001-02-03")


def test_resuming_keeps_the_games_before_as_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "games"
    earlier = f'{TAGS}[Result "2"]\n[Reason "resigned"]\n\n; by hand\n  1.up   {{odd\nspacing}}\n\n'
    file.write_text(f"{earlier}{TAGS}\n1. up\n")
    resume(file, "up")
    assert file.read_text().startswith(earlier)
    assert load(file)[1].duel.moves == ("up", "up")


@pytest.mark.parametrize(
    "tag", ['[Round "x"]', '[Rounds "-1"]', '[Round "0"]', '[Rounds "²"]', '[Round "999999999999"]']
)
def test_an_invalid_round_is_refused_and_nothing_is_overwritten(tag: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(text := f"{TAGS}{tag}\n\n1. up\n", encoding="utf-8")
    code, output, complaint = run("play", "--resume", str(file), input="up\n")
    assert (code, output) == (2, "")
    assert complaint.count("\n") == 1
    assert "must be a number" in complaint
    assert file.read_text(encoding="utf-8") == text


def test_rounds_that_the_file_does_not_hold_are_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(f'{TAGS}\n1. up\n\n{TAGS}[Round "7"]\n\n1. up\n')
    assert resume(file, "resign; no").text.endswith(
        "Games won: 1 for Player 1, 0 for Player 2\n"
        "Play another round? (yes/no): no\nPlayer 1 wins the match, 1 to 0.\n"
    )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"precious\n", "line 1: 'precious' comes before the first tag"),
        (b'[Game "light-cycle"]\n\n1. up\n2. nowhere\n', "line 4: move 2, 'nowhere': "),
        (b'[Game "light-cycle"]\n\n1. up\n\xff\n', "line 4: the file is not UTF-8 text"),
        (b'[Game "light-cycle"]\n[Size "four"]\n\n', "line 2: "),
    ],
)
@pytest.mark.parametrize("option", ["--record", "--resume"])
def test_a_damaged_file_is_refused_with_the_line_and_not_overwritten(
    content: bytes, complaint: str, option: str, tmp_path: Path
) -> None:
    file = tmp_path / "game"
    file.write_bytes(content)
    game = ["light-cycle"] if option == "--record" else []
    code, output, said = run("play", *game, option, "game", input="up\nup\n", where=tmp_path)
    assert (code, output) == (2, "")
    assert said.startswith("gridduels: ")
    assert complaint in said
    assert said.count("\n") == 1
    assert file.read_bytes() == content


def test_a_finished_game_cannot_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game"
    play("light-cycle", f"resign; save {file}")
    code, _, complaint = run("play", "--resume", str(file))
    assert code == 2
    assert complaint.endswith("the last game is finished, so there is nothing to resume\n")


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_a_killed_game_is_recorded_to_its_last_move_and_can_be_resumed(game: str, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    computers = ("--p1", "random", "--p2", "random", "--seed", "11", "--rounds", "1")
    assert run("play", game, *computers, "--record", str(whole)).code == 0
    duel = load(whole)[0].duel
    arguments = [game, "--record", str(killed)]
    for begin, end in ((0, 0), (0, 3), (3, 4), (4, duel.ply - 1)):
        with piped("play", *arguments) as session:
            for ply in range(begin, end + 1):
                before = duel.undo(duel.ply - ply)
                session.wait_for(before.game.words.prompt(before, ()))
                if ply < end:
                    session.send("".join(f"{answer}\n" for answer in duel.game.words.typed(duel.moves[ply])))
            session.process.kill()
        assert load(killed)[0].duel == duel.undo(duel.ply - end)
        arguments = ["--resume", str(killed)]
    last = "\n".join(duel.game.words.typed(duel.moves[-1]))
    code, output, complaint = run("play", *arguments, "--rounds", "1", input=last)
    assert (code, complaint) == (0, "")
    assert duel.game.words.ending(duel) in output
    assert load(killed)[0].duel == duel


def test_a_killed_match_resumes_with_its_round(tmp_path: Path) -> None:
    file = tmp_path / "match"
    with piped("play", "light-cycle", "--rounds", "3", "--record", str(file)) as session:
        session.send("resign\nleft\n")
        session.wait_for("Round 2 of 3. Player 2 goes first.")
        session.wait_for("Player 1's turn. ")
        session.process.kill()
    code, output, _ = run("play", "--resume", str(file), input="resign\nresign\n")
    assert code == 0
    assert "Games won: 0 for Player 1, 2 for Player 2\n\nRound 3 of 3. Player 1 goes first.\n" in output
    assert output.endswith("Games won: 0 for Player 1, 3 for Player 2\nPlayer 2 wins the match, 3 to 0.\n")
    assert [record.tags["Round"] for record in load(file)] == ["1", "2", "3"]


def test_other_players_may_take_over_a_resumed_game(tmp_path: Path) -> None:
    file = tmp_path / "game"
    play("light-cycle", f"right; save {file}")
    code, output, _ = run("play", "--resume", str(file), "--p1", "random", "--p2", "random", "--rounds", "1")
    assert code == 0
    assert "wins!" in output
    assert load(file)[0].players == ("random", "random")
