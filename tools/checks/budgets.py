#!/usr/bin/python3 -B
"""Flash and RAM of every linked image against what its chip has.

usage: tools/checks/budgets.py [PRESET...]

The figures are those of the linker (build/PRESET/stackmate.size), so the stack and all padding count.
"""

import sys

import common

import boards


def read_size(text: str) -> dict:
    """The key=value lines of a .size file; figures as numbers."""
    pairs = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    return {key: int(value) if value.isdigit() else value for key, value in pairs.items()}


def size_of(preset: str) -> dict:
    path = common.image_of(preset).with_suffix(".size")
    if not path.exists():
        raise common.CheckError(f"{path.relative_to(common.ROOT)} is missing: build {preset}")
    return read_size(path.read_text(encoding="utf-8"))


def findings_for(board: boards.Board, size: dict) -> list:
    findings = []
    for what, used, room in (("flash", size["flash_used"], board.flash_bytes), ("RAM", size["ram_used"], board.ram_bytes)):
        if used > room:
            findings.append(f"{board.name}: {what} use of {used} bytes exceeds the chip's {room}")
    for what, linked, room in (("flash", size["flash_size"], board.flash_bytes), ("RAM", size["ram_size"], board.ram_bytes)):
        if linked > room:
            findings.append(f"{board.name}: the linker script believes in {linked} bytes of {what}; the chip has {room}")
    return findings


def check(presets: list) -> int:
    findings = []
    for preset in presets:
        board, size = boards.BOARDS[preset], size_of(preset)
        print(f"{preset}: flash {size['flash_used']} of {board.flash_bytes} bytes, RAM {size['ram_used']} of "
              f"{board.ram_bytes} bytes with a stack of {size['stack_size']}")
        findings += findings_for(board, size)
    return common.report("budgets", findings, f"{len(presets)} images fit their chips")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(common.run_check("budgets", lambda: check(common.device_presets(sys.argv[1:]))))
