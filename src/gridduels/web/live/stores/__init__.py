"""Stores: where duels are kept. `store` says what rooms may ask of one, `places` finds the one that `--db` names: one
file (`sqlite`), for one server, or a database (`postgres`), for many, which tell each other `notices`. `rows` is what
they have in common, the columns and the checksum of a row, and `schema` its versions. A change is accepted by its
version, and kept before anybody hears of it.
"""
