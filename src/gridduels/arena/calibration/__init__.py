"""How strong the levels are: a `beginner` to measure them by, `contested` openings to measure them from, `playing`
games to their end, `measuring` who beats whom, and `fitting` the levels to each game.
"""
