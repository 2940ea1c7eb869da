"""KiCad's S-expressions: lists of words. A quoted word keeps its quotes."""

import re

WORD = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()]+')


def parse(text: str) -> list:
    stack, items = [], []
    for found in WORD.finditer(text):
        if found[0] == "(":
            stack.append(items)
            items = []
        elif found[0] == ")":
            done, items = items, stack.pop()
            items.append(done)
        else:
            items.append(found[0])
    return items[0]


def dump(item) -> str:
    return item if isinstance(item, str) else f"({' '.join(map(dump, item))})"


def all_of(item: list, name: str) -> list:
    return [part for part in item if isinstance(part, list) and part[0] == name]


def one_of(item: list, name: str):
    """The first of that name, or None."""
    return next(iter(all_of(item, name)), None)


def word(item: list, name: str) -> str:
    """The first word of the part of that name, without quotes."""
    found = one_of(item, name)
    return found[1].strip('"') if found and len(found) > 1 else ""
