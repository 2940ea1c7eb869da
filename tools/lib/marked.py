"""What a tool writes into a document stands between <!-- NAME:begin --> and <!-- NAME:end -->; the rest is written by people."""

import re


def parts_of(document: str) -> dict:
    """Name -> text of each such part."""
    return {found[1]: found[2].strip("\n") for found in re.finditer(r"<!-- ([\w-]+):begin -->\n(.*?)<!-- \1:end -->", document, re.S)}


def filled(document: str, parts: dict) -> str:
    """The document with these parts (name -> text) in place of what was there. What it has no place for is left out."""
    for name, text in parts.items():
        document = re.sub(rf"(<!-- {name}:begin -->\n).*?(<!-- {name}:end -->)", lambda found: f"{found[1]}{text}\n{found[2]}",
                          document, flags=re.S)
    return document
