"""``python -m bough``: the same as ``bough``."""

from bough.cli import main

main()
