#!/usr/bin/python3 -B
"""On a board whose program runs from RAM, nothing that may run while the flash is away lies in flash.

usage: tools/checks/placement.py [PRESET...]

While a flash chip is erased or programmed it cannot be read. The roots are the interrupt and fault handlers of the vector
table, which may come at any time, and the functions that take the flash away (call_graph_notes.py). From them the check
follows the call graph, as call_graph.py does; what it reaches in flash is printed with the path. So are tables: an address
in flash among the constants of a function that is reached. And a pattern of the linker script that puts sections into flash
must match one: else it names what is gone, and that lies in RAM, or it is what should have gone.
"""

import fnmatch
import re
import sys

import call_graph
import call_graph_notes
import common

import boards

CONSTANT = re.compile(r"0x([0-9a-f]{8})$")


def symbols_in(listing: str) -> dict:
    """Symbol -> its addresses, without the bit for Thumb, from the text of `nm`; local ones may have several."""
    found = {}
    for line in listing.splitlines():
        words = line.split()
        if len(words) == 3:
            found.setdefault(words[2], set()).add(int(words[0], 16) & ~1)
    return found


def paths_to_flash(analysis, handlers: list, takers: list, flash: range, addresses: dict) -> list:
    """A finding for each function or table in flash that these titles reach, with the way there. The takers themselves may
    know addresses in flash: they read there what they have written, when it is back."""
    came_from = dict.fromkeys([*handlers, *takers])
    queue, findings = list(came_from), []
    for title in queue:
        symbol = title.rpartition(":")[2]

        def way(title=title):
            names = []
            while title is not None:
                names.append(analysis.graph.functions[title].name.split("(")[0][:100])
                title = came_from[title]
            return " -> ".join(reversed(names))
        if any(address in flash for address in addresses.get(symbol, ())):
            findings.append(f"{way()}: the last lies in flash")
            continue
        for operation, operand in analysis.helpers.get(symbol, ()) if title not in takers else ():
            constant = CONSTANT.match(operand) if operation == ".word" else None
            if constant and int(constant[1], 16) in flash:
                findings.append(f"{way()}: has the constant {operand}, an address in flash")
        for callee in analysis.callees(title):
            if callee not in came_from:
                came_from[callee] = title
                queue.append(callee)
    return findings


def flash_patterns(script: str) -> list:
    """(file pattern, section pattern) of a linker script's sections that go to flash and run there."""
    script = re.sub(r"/\*.*?\*/", "", script, flags=re.S)
    found = []
    for body in re.findall(r"\{([^{}]*)\}\s*>\s*FLASH\b", script):
        for file, inside in re.findall(r"(\*[^\s(]*|\S+)\(((?:[^()]|\([^()]*\))*)\)", body):
            if file.startswith("*"):
                sections = re.sub(r"EXCLUDE_FILE\([^()]*\)", "", inside.strip("()")).split()
                found.append((file, sections))
    return found


def sections_of(link_map: str) -> list:
    """(section, object) of what was linked, from the linker's map. An archive's object is archive:object, as in a script."""
    linked = link_map[link_map.index("Linker script and memory map"):]
    return [(section, re.sub(r"\((.*)\)$", r":\1", file)) for section, address, size, file in
            re.findall(r"^ (\.\S+)\s+(0x[0-9a-f]+)\s+(0x[0-9a-f]+) (\S+)$", linked, re.M) if int(size, 16) > 0]


def unmatched(script: str, link_map: str) -> list:
    """Findings: statements of the script that match nothing that was linked."""
    linked = sections_of(link_map)
    return [f"the linker script's {file}({' '.join(sections)}) matches nothing"
            for file, sections in flash_patterns(script)
            if not any(fnmatch.fnmatchcase(name, file) and any(fnmatch.fnmatchcase(section, wanted) for wanted in sections)
                       for section, name in linked)]


def findings_of(preset: str) -> list:
    board, image = boards.BOARDS[preset], common.image_of(preset)
    graph, helpers = call_graph.graph_of(image)
    analysis = call_graph.Analysis(graph, helpers)
    listing = common.output_of([common.CROSS + "nm", str(image)])
    flash = range(board.flash_base, board.flash_base + board.flash_bytes)
    handlers = call_graph.vector_symbols(image, board.vector_table)[1:]
    takers = []
    for name in call_graph_notes.TAKE_THE_FLASH_AWAY:
        titles = [title for title, function in graph.functions.items() if name in function.name]
        if not titles:
            analysis._find(f"call_graph_notes.py names {name}, which is not in the image")
        takers += titles
    findings = paths_to_flash(analysis, [title for symbol in dict.fromkeys(handlers) for title in analysis._resolve(symbol)],
                              takers, flash, symbols_in(listing))
    script = common.ROOT / "boards" / "chips" / "rp2" / "sections.ld"
    findings += unmatched(script.read_text(encoding="utf-8"), image.with_suffix(".map").read_text(encoding="utf-8"))
    return [f"{preset}: {finding}" for finding in analysis.findings + findings]


def runs_from_ram(board) -> bool:
    return board.vector_table not in range(board.flash_base, board.flash_base + board.flash_bytes)


def check(presets: list) -> int:
    presets = [preset for preset in presets if runs_from_ram(boards.BOARDS[preset])]
    findings = [finding for preset in presets for finding in findings_of(preset)]
    return common.report("placement", findings,
                         f"what may run while the flash is away lies in RAM: {', '.join(presets) or 'no such board'}")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(common.run_check("placement", lambda: check(common.device_presets(sys.argv[1:]))))
