"""Draws quantities.png: forces of the crane of docs/quantities.md. python docs/pictures/quantities.py"""

import re
from pathlib import Path

import matplotlib as mpl

HERE = Path(__file__).parent


def main() -> None:
    page = (HERE.parent / "quantities.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)^table = ", page, re.DOTALL | re.MULTILINE)[1], names)
    with mpl.rc_context({"savefig.dpi": 110}):
        names["run"].plot(
            ["boom", "tendon.force", "|boom.reaction.force|", "tendon.power"], path=HERE / "quantities.png"
        )


if __name__ == "__main__":
    main()
