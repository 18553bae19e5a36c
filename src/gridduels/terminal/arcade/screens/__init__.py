"""The arcade's screens, one a file."""
