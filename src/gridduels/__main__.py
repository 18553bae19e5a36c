"""`python -m gridduels` is `gridduels`."""

import sys

from gridduels.cli import main

if __name__ == "__main__":
    sys.exit(main())
