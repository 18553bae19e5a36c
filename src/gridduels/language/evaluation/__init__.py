"""Evaluation on Inspect: tasks, scores, and our own players as models. Inspect finds `registry` by its entry point.

`tasks` are what `inspect eval gridduels/TASK` names, `playing` holds whole games and puzzles, `turns` asks for a move,
`messages` carry a duel to a model, `models` are our players, `judging` scores one answer, `metrics` sum up.
"""
