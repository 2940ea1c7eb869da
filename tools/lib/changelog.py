"""CHANGELOG.md: what it says of a version."""

import re
from dataclasses import dataclass

from terminal import ToolError

HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\] - (?P<when>.+)$", re.M)
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Section:
    version: str
    when: str       # a day, or that it is not released
    text: str       # without its heading

    @property
    def released(self) -> bool:
        return bool(DAY.fullmatch(self.when))


def sections(changelog: str) -> list[Section]:
    """All of them, in the order of the page."""
    found = list(HEADING.finditer(changelog))
    ends = [match.start() for match in found[1:]] + [len(changelog)]
    return [Section(match["version"], match["when"].strip(), changelog[match.end():end].strip()) for match, end in zip(found, ends)]


def section(changelog: str, version: str) -> Section:
    """What is said of a version. Raises ToolError if that is nothing, or two things."""
    found = [each for each in sections(changelog) if each.version == version]
    if len(found) != 1:
        raise ToolError(f"CHANGELOG.md has {len(found) or 'no'} section{'s' if len(found) > 1 else ''} '## [{version}] - DAY'")
    if not found[0].text:
        raise ToolError(f"CHANGELOG.md says nothing of {version}")
    return found[0]
