"""The report in words and pictures.

`plots` draws, `chapters` and `learning` tell of a game, `book` holds what is written so far and `data` its numbers;
`page` lays it out, `folder` puts it in its place with its PDF.
"""
