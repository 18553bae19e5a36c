"""The numbers of the report. `boards` says what is looked at.

`census` goes through whole tables by the kernels `counting` and `advice` (`thumbs` has their words); `openings` has
best play, with games that `finding` finds; `mistakes` has games that are played. `facts` gathers all of it for
one game.
"""
