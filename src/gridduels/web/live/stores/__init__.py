"""Stores: where duels are kept. `store` says what rooms may ask of one, `places` finds the one that `--db` names:
`sqlite_store` in one file, for one server, `postgres_store` in a database, for many, which tell each other `notices`
through their `postgres_session`. `rows` is what they have in common: the columns and the checksum of a row; `schema`
has its versions. A change is accepted by its version, and kept before anybody hears of it.
"""
