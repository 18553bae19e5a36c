"""Run the command line as `python -m gridduels`."""

from gridduels.cli import run

if __name__ == "__main__":
    run()
