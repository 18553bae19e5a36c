"""Language models: how a duel is said to one, how its answer is read, and what it is measured by.

`prompts`, `disguise` and `answers` are the way there and back, put together by `telling`, the same for every harness;
`positions` and `questions` draw what is asked, `chat` writes what is learned from, `schema` has the actions as a tool.
`evaluation` brings them to Inspect, `report` makes a page of its logs. Agents and commands come in here.
"""
