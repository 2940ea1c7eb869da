#!/usr/bin/python3 -B
"""An image is of instructions that its processor has: one object for a larger one, and the linker notes that in the image.

usage: tools/checks/processor.py [PRESET...]
"""

import re
import sys

import common

ARCHITECTURES = {"M0": "v6S-M", "M0+": "v6S-M", "M3": "v7", "M4": "v7E-M", "M7": "v7E-M", "M33": "v8-M.mainline"}


def findings_in(chip: str, attributes: str) -> list:
    """Findings from a board's chip in words and the text of `readelf -A`."""
    processor = re.search(r"Cortex-(M\d+\+?)", chip)[1]
    noted = dict(re.findall(r"^\s*(Tag_\w+): (.*)$", attributes, re.M))
    wanted, is_for = ARCHITECTURES[processor], noted.get("Tag_CPU_arch", "nothing")
    findings = [] if is_for == wanted else [f"the image is for {is_for}, a Cortex-{processor} is {wanted}"]
    return findings + ["it uses the FPU, which is never switched on"] * ("Tag_FP_arch" in noted)


def check(presets: list) -> int:
    import boards
    findings = [f"{preset}: {finding}" for preset in presets for finding in
                findings_in(boards.BOARDS[preset].chip,
                            common.output_of([common.CROSS + "readelf", "-A", str(common.image_of(preset))]))]
    return common.report("processor", findings, f"{len(presets)} images, each of its processor's instructions")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(common.run_check("processor", lambda: check(common.device_presets(sys.argv[1:]))))
