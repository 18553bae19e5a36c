"""The numbers of the report. `boards` says what is looked at, `course` how long that will take.

`census` goes through whole tables by the kernels `counting` and `advice` (`thumbs` has their words); `openings` has
best play, with games that `finding` finds; `mistakes` has games that are played. `facts` gathers all of it for
one game, and has it kept by `keeping`.
"""
