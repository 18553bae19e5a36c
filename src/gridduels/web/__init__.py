"""The web server: duels shared by link, and everything the page needs.

`serve` runs it, and `inside` runs it in a browser. `app` defines the routes, and `site` the state they share. `actions`
is the single entry point for starting or changing a duel. `rooms` holds the live duels, `room` is one of them,
`changes` defines how it may change, `saved` is its stored form, and `lobby` brings players together.
"""
