"""The book of the five duels, which `gridduels report` writes from the solver alone.

`boards` says what is looked at. The numbers come from `census`, which goes through whole tables (`kernel`) and tests
the rules of thumb of `thumbs`; from `openings`, best play (`finding` has games that lead to a position); and from
`mistakes`, games that are played. `facts` gathers them for one game. `plots` draws, `chapters` and `learning` say it in
words, `book` holds what is written and `data` its numbers, `page` lays it out, `writing` makes the folder.
"""
