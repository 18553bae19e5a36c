"""The store in one SQLite file, for one server: the `store`, its `file`, and a `backup` while it is in use."""
