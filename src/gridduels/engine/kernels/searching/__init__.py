"""Kernels that look at some positions only: exact search of one (`alpha_beta`), Monte Carlo tree search (`mcts`), and
games drawn at random (`sampling`), with the random numbers of `xorshift`; a game's own functions, one call at a time
(`trying`)."""
