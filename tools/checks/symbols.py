#!/usr/bin/python3 -B
"""The core archive may need nothing from outside but mem*, the EABI's and libgcc's helpers.

usage: tools/checks/symbols.py [PRESET...]
"""

import re
import sys

import common

ALLOWED = re.compile(r"""
    mem(cpy|set|move|cmp|chr)
    | __aeabi_\w+                                                       # run-time helpers of the Arm EABI
    | __gnu_thumb1_case_\w+                                             # switch tables of Cortex-M0
    | __(u?div|u?mod|u?divmod|mul|ash[lr]|lshr|c[lt]z|popcount|parity|ffs|bswap|u?cmp|neg|abs|fix|float)\w*[sdt]i\w*
""", re.X)


def undefined_in(listing: str) -> set:
    """Symbols that an archive's `nm` listing needs and does not define itself."""
    needed, defined = set(), set()
    for line in listing.splitlines():
        match = re.match(r"^(?:[0-9a-fA-F]+)?\s+([A-Za-z])\s+(\S+)$", line)
        if match:
            (needed if match[1] in "Uwv" else defined).add(match[2])
    return needed - defined


def offending(listing: str) -> list:
    return sorted(symbol for symbol in undefined_in(listing) if not ALLOWED.fullmatch(symbol))


def check(presets: list) -> int:
    findings, seen = [], 0
    for preset in presets:
        archives = list((common.ROOT / "build" / preset).rglob("libstackmate_core.a"))
        if not archives:
            raise common.CheckError(f"build/{preset} has no libstackmate_core.a: build that preset first")
        for archive in archives:
            listing = common.output_of([common.CROSS + "nm", str(archive)])
            seen += len(undefined_in(listing))
            bad = offending(listing)
            if bad:
                names = common.output_of([common.CROSS + "c++filt", *bad]).splitlines()
                findings += [f"the core on {preset} needs {name}" for name in names]
    return common.report("symbols", findings, f"the core needs {seen} outside symbols on {len(presets)} boards, all allowed")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(common.run_check("symbols", lambda: check(common.device_presets(sys.argv[1:]))))
