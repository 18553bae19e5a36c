"""`python -m gridduels` is `gridduels`."""

from gridduels.cli import run

if __name__ == "__main__":
    run()
