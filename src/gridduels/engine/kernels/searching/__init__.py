"""Kernels that look at some positions only: exact search of one (`alpha_beta`), Monte Carlo tree search (`mcts`), and
games drawn at random (`sampling`), with the random numbers of `xorshift`; a game's own functions, one call at a time
(`trying`); the answers that make a proof (`proving`), and the check of them (`proof_checking`)."""
