"""Language models: prompts for a duel, strict answer parsing, and evaluation with exact values.

`prompts` describes a duel and parses answers, and `disguise` varies the wording; `positions` and `questions` choose
what to ask. `inspect` and `scoring` integrate this with Inspect, and `report` builds a page from its logs.
"""
