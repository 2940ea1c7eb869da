#!/usr/bin/python3 -B
"""Holds the table of rooms: which folder may include which.

usage: tools/checks/include_table.py [REPOSITORY]
"""

import re
import sys
from pathlib import Path

import common

MAY_INCLUDE = {
    "core": {"core"},
    "c": {"c", "core"},
    "hal": {"hal"},
    "firmware": {"firmware", "core", "hal"},
    "boards": {"boards", "hal"},
    "bridge": {"bridge"},
}
FREE = {"host_tests", "tools", "examples"}
# The rooms inside the firmware, and which of them each may include beside itself. What lies in no room puts them together.
FIRMWARE = {
    "line": set(),
    "engine": set(),
    "game": {"engine"},
    "squares": {"game", "engine"},
    "play": {"squares", "game", "engine"},
    "store": {"play", "game", "engine"},
    "hosts": {"store", "play", "squares", "game", "engine", "line"},
    "table": {"hosts", "store", "play", "game", "engine", "line"},
    "uci": {"engine", "line"},
}

# Standard headers that need no operating system and no heap: constants, types, and templates that come whole.
FREESTANDING = set("""
    algorithm array atomic bit charconv climits cfloat compare concepts cstdarg cstddef cstdint cstring expected
    initializer_list iterator limits new numbers numeric optional ratio source_location span string_view
    tuple type_traits utility variant version ranges functional
""".split()) | {"arm_acle.h"}     # the compiler's own, for its packed instructions
# The C interface's header is C.
C_HEADERS = {"c/stackmate.h": {"stdbool.h", "stddef.h", "stdint.h"}}
# These rooms must not touch them, each for its reason.
REFUSED = {
    "charconv": "use the core's own text routines: from_chars drags tables in",
    "functional": "std::function allocates",
}

# A board's header by macro: for the rooms that may include boards, and for the composition roots: a device's program, and
# the desktop's, which is the engine or the bridge.
BOARD_MACRO = "STACKMATE_BOARD_HEADER"
COMPOSITION_ROOTS = {"firmware/main.cpp": set(), "bridge/main.cpp": {"core", "firmware"}}

# These are for the desktop: they have threads and streams.
HOSTED = ("boards/host/", "bridge/")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)\b[ \t]*(.*)', re.M)


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.S)


def findings_in(path: str, text: str) -> list:
    """What is wrong with the includes of one file; `path` is relative to the repository."""
    room = path.split("/")[0]
    findings = []
    text = without_comments(text)
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        problem = judge(path, room, match[1].strip())
        if problem:
            findings.append(f"{path}:{line}: {problem}")
    return findings


def judge_inside_firmware(path: list, target: list) -> str:
    if path[0] != "firmware" or target[0] != "firmware" or len(path) < 3:
        return ""
    if path[1] not in FIRMWARE:
        return f"firmware/{path[1]} is a new room: say in {Path(__file__).name} what it may include"
    if len(target) < 3 or target[1] not in FIRMWARE[path[1]] | {path[1]}:
        allowed = ", ".join(sorted(FIRMWARE[path[1]] | {path[1]}))
        return f'"{"/".join(target)}" is out of bounds: of the firmware {path[1]} may include {allowed}'
    return ""


def judge(path: str, room: str, operand: str) -> str:
    quoted = re.match(r'"([^"]*)"', operand)
    if quoted:
        target = quoted[1]
        target_room = target.split("/")[0]
        if "/" not in target or target_room not in MAY_INCLUDE.keys() | FREE:
            return f'"{target}" does not name its room: write the path from the repository\'s root'
        if ".." in target.split("/"):
            return f'"{target}" climbs out of its folder'
        if room in MAY_INCLUDE and target_room not in MAY_INCLUDE[room] | COMPOSITION_ROOTS.get(path, set()):
            allowed = ", ".join(sorted(MAY_INCLUDE[room]))
            return f'"{target}" is out of bounds: {room} may include {allowed} and freestanding headers'
        return judge_inside_firmware(path.split("/"), target.split("/"))
    system = re.match(r"<([^>]*)>", operand)
    if system:
        header = system[1]
        if room not in MAY_INCLUDE or path.startswith(HOSTED):
            return ""
        if header in REFUSED:
            return f"<{header}>: {REFUSED[header]}"
        if header not in FREESTANDING | C_HEADERS.get(path, set()):
            return f"<{header}> is not a freestanding header"
        return ""
    if operand.split()[:1] == [BOARD_MACRO]:
        if room in FREE or room == "boards" or path in COMPOSITION_ROOTS:
            return ""
        return f"{BOARD_MACRO} belongs to the composition roots, {' and '.join(COMPOSITION_ROOTS)}"
    return f"an include that cannot be read: {operand}"


def check(root: Path) -> int:
    findings, count = [], 0
    for room in [*MAY_INCLUDE, *sorted(FREE)]:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".h", ".c", ".S", ".inc"):
                count += 1
                name = str(path.relative_to(root))
                findings += findings_in(name, path.read_text(encoding="utf-8", errors="replace"))
    return common.report("include table", findings, f"{count} files keep to their rooms")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(check(Path(sys.argv[1]) if len(sys.argv) > 1 else common.ROOT))
