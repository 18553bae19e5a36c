"""Proofs: what the first moves of a game are worth, with all that it takes to check that by the rules alone.

`proof` says what a Proof is, `making` finds one where a search has found the values, `storage` has its file, and
`verify` checks it without a search.
"""
