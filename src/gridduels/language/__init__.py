"""Language models: prompts for a duel, strict reading of the answers, and evaluation by exact values.

`prompts` describes a duel and reads answers, `disguise` varies the wording; `positions` and `questions` choose what to
ask. `tasks`, `scoring` and `models` bring this to Inspect, and `report` makes a page from its logs.
"""
