"""The book of the five duels, which `gridduels report` writes from the solver alone.

`statistics` has the numbers, `writing` makes plots, words, a page and a PDF of them.
"""
