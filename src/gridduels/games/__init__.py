"""The built-in games, one package each: `rules.py`, `words.py` (boards, prompts, lessons), Definition in
`__init__.py`."""
