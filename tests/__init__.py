"""The tests: a package, so that it takes precedence over any `tests` that another package installs."""
