"""Kernels that look at every position that can come about from some: with the list of its moves, for retrograde
analysis (`breadth_first`), or with its value at once, where none comes again (`depth_first`), kept in a `code_map`.
`following` has the moves of both."""
