#!/usr/bin/python3 -B
"""No object of a device image may be built before main, or taken down after it: everything is constinit.

usage: tools/checks/static_constructors.py [PRESET...]
"""

import re
import sys

import common

SECTIONS = re.compile(r"^\s*\[\s*\d+\]\s+(\.(?:pre)?init_array\S*|\.ctors\S*|\.fini_array\S*|\.dtors\S*)\s+\S+\s+"
                      r"[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)", re.M)
CONSTRUCTOR = re.compile(r"^\S+\s+[tT]\s+((?:_GLOBAL__sub_[ID]_|__static_initialization_and_destruction_)\S*)$", re.M)
# A static object with a destructor registers it, with newlib's list of them: a kilobyte of RAM. Which of these names are left
# depends on -fno-use-cxa-atexit.
DESTRUCTOR = re.compile(r"^\S+\s+\w\s+(__tcf_\w+|(?:__cxa_|__aeabi_)?atexit|_?impure_(?:data|ptr))$", re.M)


def findings_in(sections: str, symbols: str) -> list:
    """Findings from the texts of `readelf -SW` and `nm`."""
    findings = [f"{name} holds {int(size, 16)} bytes" for name, size in SECTIONS.findall(sections) if int(size, 16)]
    return findings + [f"a static {kind}: {name}" for kind, names in (("constructor", CONSTRUCTOR), ("destructor", DESTRUCTOR))
                       for name in names.findall(symbols)]


def check(presets: list) -> int:
    findings = []
    for preset in presets:
        image = str(common.image_of(preset))
        found = findings_in(common.output_of([common.CROSS + "readelf", "-SW", image]),
                            common.output_of([common.CROSS + "nm", image]))
        findings += [f"{preset}: {finding}" for finding in found]
    return common.report("static constructors", findings, f"none in {len(presets)} images")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(common.run_check("static constructors", lambda: check(common.device_presets(sys.argv[1:]))))
