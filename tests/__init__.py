"""The tests, as a package that is found before any `tests` that another package installs."""
