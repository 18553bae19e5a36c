"""The duels, one package each: `rules.py`, `words.py` (boards, prompts, lessons), the Definition in `__init__.py`."""
