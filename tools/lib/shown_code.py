"""Source that a document shows. What stands between `// shown: NAME` and `// end` in a source is the text of the block below
`<!-- source: PATH NAME -->` in the document; without a NAME the whole file is.

usage: python3 tools/lib/shown_code.py DOCUMENT...     writes the sources' text into the documents
"""

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(<!-- source: (\S+)(?: (\w+))? -->\n```c(?:pp)?\n).*?(```\n)", re.S)


def part_of(path: str, name: str | None) -> str:
    """The named part of a source, moved to the left edge."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if name is None:
        return text
    parts = re.findall(rf"^ *// shown: {name}\n(.*?)^ *// end\n", text, re.S | re.M)
    if len(parts) != 1:
        raise ValueError(f"{path} has {len(parts)} parts called {name}")
    return textwrap.dedent(parts[0])


def renewed(document: str) -> str:
    """The document with the sources as they are."""
    return BLOCK.sub(lambda block: block[1] + part_of(block[2], block[3]) + block[4], document)


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if len(sys.argv) > 1 else 2
    for name in sys.argv[1:]:
        document = Path(name)
        document.write_text(renewed(document.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
