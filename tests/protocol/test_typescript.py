"""The page's types match the messages."""

from gridduels.protocol.schemas import FILE, SCHEMAS, declarations


def test_the_declarations_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == declarations(), "run python -m gridduels.protocol.schemas"


def test_every_message_is_declared_once() -> None:
    declared = [line.split()[2] for line in declarations().splitlines() if line.startswith("export ")]
    assert declared == list(SCHEMAS)


def test_fields_keep_their_names_and_say_whether_they_may_be_missing() -> None:
    text = declarations()
    assert "export interface LastMove {\n  cell: number | null;\n  from: number | null;\n" in text
    assert "  seat?: string;\n" in text
    assert '  "1": boolean;\n' in text
    assert "  values: (string | number)[];\n" in text
