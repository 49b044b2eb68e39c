"""An excavator from its description to its work cycle: every form of its equations weighed, energies, reactions, pictures, a film.

python examples/demo.py --output demo
"""

import argparse
import sys
from pathlib import Path

import bough as bo
from bough.demo import main

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("demo"), metavar="FOLDER", help="where results go (demo)")
    try:
        main(parser.parse_args().output)
    except bo.FileError as error:
        sys.exit(f"demo: {error}")
