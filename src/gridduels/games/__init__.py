"""The duels, a folder each: `rules.py` its rules, `text.py` its words, `__init__.py` its facts."""
