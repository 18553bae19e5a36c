"""Live duels: `rooms` holds a `room` for each, in which `changes`, all that people may do, take their order; one of the
`stores` keeps each change before anybody hears of it, and a `view` says how the duel looks then. Nothing here knows a
connection.
"""
