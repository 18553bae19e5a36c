"""The web server: duels by link, and everything that the page needs.

`serve` runs it, `inside` runs it in a browser; `app` has the routes and `site` the state they share. `actions` is the
one entry point for anything that begins or changes a duel. `rooms` holds the live duels, `room` is one of them,
`changes` has the rules for changing it, `saved` its stored form, and `lobby` brings players together.
"""
