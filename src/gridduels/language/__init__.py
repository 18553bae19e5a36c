"""Language models: how a duel is said to one, how its answer is read, and what it is measured by.

`prompts`, `disguise` and `answers` are the way there and back, the same for every harness; `positions`, `questions` and
`lines` draw what is asked. `evaluation` brings them to Inspect, `report` makes a page of its logs. Nobody else imports
this room, but for commands.
"""
