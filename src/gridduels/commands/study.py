"""`gridduels study`: ask a person for moves in positions of the benchmark, as a human baseline."""

import argparse
from typing import TYPE_CHECKING, Final

from gridduels.commands.options import Commands, add_command, add_output
from gridduels.errors import SetupError
from gridduels.extras import require
from gridduels.text import count

if TYPE_CHECKING:
    from gridduels.language.results import Asked, Results

POSITIONS: Final = 30
_ENDED_EARLY: Final = 3
_NAME: Final = "Person"
_CONSENT: Final = (
    "This study asks for your move in {count} positions. It takes about {minutes} minutes. Your answers are\n"
    "written to {file} on this computer, without your name unless you gave one. Nothing is sent anywhere.\n"
    "You can stop at any time with `quit` and continue later with the same command, or delete the file.\n"
    "Please don't use any help, such as programs or notes. You won't see whether a move was right until the end."
)


def add(commands: Commands) -> None:
    about = (
        f"Give a person the test for language models: {POSITIONS} positions of the benchmark, one move each, judged by "
        "exact values. Asks for consent, keeps everything on this computer, and continues where it stopped. Writes a "
        "file of results (docs/evaluators.md)."
    )
    examples = "-o study.json", '--tier C --name "Participant 7" -o participant-7.json'
    study = add_command(commands, "study", run, "test people on the benchmark", about, examples)
    study.add_argument("--tier", choices=("A", "C"), default="A", help="book boards (A, default) or invented duels (C)")
    study.add_argument("--name", help=f"your name in the results (default: {_NAME})")
    add_output(study, "where to keep the answers (.json)", required=True)


def run(options: argparse.Namespace) -> int:
    if options.output.suffix != ".json":
        raise SetupError(f"cannot save answers to {options.output.name}: end the name with .json")
    require("gridduels study", "engine")
    from gridduels.files import check_output
    from gridduels.language.prompts import ASK_FOR_MOVE
    from gridduels.language.results import asked, check_words, read, study_samples

    check_words(_NAME if options.name is None else options.name, "")
    check_output(options.output, lambda path: read(path).kind == "person", options.force)
    prompts = asked(options.tier, "plain")
    chosen = study_samples(options.tier)
    name, replies = _earlier(options, chosen)
    options.name = options.name or name
    if replies:
        print(f"Welcome back. {len(replies)} of {len(chosen)} positions are done.")
    else:
        print(_CONSENT.format(count=len(chosen), minutes=len(chosen) // 2, file=options.output))
    if len(replies) < len(chosen):
        answer = _ask("Do you want to take part? Type yes or no: ")
        if answer is None or answer.lower() not in ("yes", "y"):
            print("Nothing was changed. Thank you anyway.")
            return _ENDED_EARLY if answer is None else 0
    for number, sample in enumerate(chosen, 1):
        if sample in replies:
            continue
        prompt = prompts[sample].presentation.prompt().removesuffix(ASK_FOR_MOVE).strip()
        print(f"\n--- Position {number} of {len(chosen)}\n\n{prompt}\n")
        reply = _move(prompts[sample])
        if reply is None:
            print(f"\nStopped after {count(len(replies), 'position')}. Run the same command to continue.")
            return _ENDED_EARLY
        replies[sample] = reply
        _keep(options, replies)
    _report(_keep(options, replies))
    return 0


def _earlier(options: argparse.Namespace, chosen: list[str]) -> tuple[str, dict[str, str]]:
    """Return the name and the answers in the file, if it exists."""
    from gridduels.language.results import read

    if options.force or not options.output.exists():
        return _NAME, {}
    found = read(options.output)
    replies = {sample: reply for run in found.runs for sample, reply in run.replies.items()}
    tiers = [run.tier for run in found.runs]
    if tiers != [options.tier] or not replies.keys() <= set(chosen):
        raise SetupError(f"{options.output} contains a study of tier {' and '.join(tiers)}: choose another file.")
    return found.name, replies


def _ask(question: str) -> str | None:
    """Return the line the person types, or None at the end of input."""
    try:
        return input(question).strip()
    except EOFError:
        return None


def _move(question: "Asked") -> str | None:
    """Return a move in the prompt's notation, legal or not; None if the person stops."""
    from gridduels.language.prompts import Fault

    while True:
        said = _ask("Your move: ")
        if said is None or said.lower() in ("quit", "q"):
            return None
        answer = question.presentation.read(said)
        if answer.fault in (None, Fault.ILLEGAL):  # an illegal move counts; a typing error does not
            return said
        print(answer.sentence)


def _keep(options: argparse.Namespace, replies: dict[str, str]) -> "Results":
    from gridduels.files import write_atomically
    from gridduels.language.benchmark import VERSION
    from gridduels.language.results import FORMAT, Results, data_of, run_of

    about = f"a person who answered {count(len(replies), 'position')} with `gridduels study`"
    found = Results(FORMAT, VERSION, options.name, "person", about, (run_of(options.tier, "plain", replies),))
    write_atomically(options.output, [data_of(found)])
    return found


def _report(found: "Results") -> None:
    (run,) = found.runs
    score, spread = 100 * run.skill, 196 * run.error
    print(
        f"\nThank you. Your score is {score:.0f}, give or take {spread:.0f}: 0 is guessing, 100 is perfect play.\n"
        f"{100 * run.legal:.0f} % of your moves were legal."
    )
