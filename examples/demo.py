"""The demo from description to pictures, as ``bough demo`` runs it: python examples/demo.py --output demo"""

import argparse
import sys
from pathlib import Path

import bough as bo
from bough.demo.running import main

parser = argparse.ArgumentParser(description=main.__doc__)
parser.add_argument(
    "--output", type=Path, default=Path("demo"), metavar="FOLDER", help="folder for the results (default: demo)"
)
parser.add_argument("--quick", action="store_true", help="two forms and a short motion")
options = parser.parse_args()
try:
    main(options.output, options.quick)
except (bo.errors.FileError, bo.errors.UnsupportedError) as error:
    print(f"demo: {error}", file=sys.stderr)
    sys.exit(2)
