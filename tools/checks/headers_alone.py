#!/usr/bin/python3 -B
"""Compiles every header by itself, and all of them together for every processor.

usage: tools/checks/headers_alone.py [--jobs N] [PRESET...]

The flags are those of the configured presets (build/PRESET), so those must have been configured.
A header under boards/ is tried with the preset of its folder's name, or, for any other folder
(a family shared by boards), with every device's preset whose build has read it; this computer's if no device's has.

Whether a header includes what it needs is seen on this computer, or on a device if it is a device's own. For the other
processors, which may refuse what it says, all headers are compiled in one unit. A header that a source of the preset
includes first of all was alone when that was built. And one may follow another that it includes: of that it sees nothing
that it would not see by itself, so such a chain of headers is one unit.
"""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import common

import boards
import build

DESKTOP = "host-asan"   # where most sources are compiled, by the faster compiler
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
# -pragma-once-outside-header is what compiling a header alone brings about; an unused constant is no fault of a header.
TOLERATED = ["-Wno-unused-const-variable", "-Wno-unused-function", "-Wno-unused-variable"]


def flags_of(preset: str) -> list:
    """Compiler and flags of a preset's first source of ours, without its input and outputs."""
    database = common.ROOT / "build" / preset / "compile_commands.json"
    if not database.exists():
        raise common.CheckError(f"build/{preset} is not configured: cmake --preset {preset}")
    entries = json.loads(database.read_text(encoding="utf-8"))
    entry = next((e for e in entries if "STACKMATE_CONFIG" in e.get("command", "")), entries[0])
    words = build.compiling(entry)
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MT", "-MQ", "-c"):
            skip = True
        elif word in ("-MD", "-MMD") or word.startswith(("-fstack-usage", "-fcallgraph-info", "-fsanitize", "-W")):
            pass
        elif not word.endswith((".cpp", ".c", ".S")):
            kept.append(word)
    return kept


def headers_read_by(preset: str) -> set:
    """Headers of ours that the preset's last build read."""
    directory = common.ROOT / "build" / preset
    result = subprocess.run(["ninja", "-C", str(directory), "-t", "deps"], capture_output=True, text=True, check=False)
    found = set()
    for line in result.stdout.splitlines():
        path = Path(os.path.normpath(directory / line.strip()))
        if line.startswith(" ") and path.suffix == ".hpp" and path.is_relative_to(common.ROOT):
            found.add(str(path.relative_to(common.ROOT)))
    return found


def compile_headers(headers: list, preset: str, flags: list) -> str:
    """Empty when a unit of these headers compiles; else the compiler's first words."""
    standard = [] if any(flag.startswith("-std=") for flag in flags) else ["-std=c++20"]
    # An including file, not the header itself, is compiled: then "#pragma once" raises no warning.
    unit = "".join(f'#include "{header}"\n' for header in headers for _ in range(2))
    result = subprocess.run([*flags, *standard, *WARNINGS, *TOLERATED, "-fsyntax-only", "-I", str(common.ROOT),
                             "-x", "c++", "-"], input=unit,
                            capture_output=True, text=True, check=False, cwd=common.ROOT,
                            env=dict(os.environ, LC_ALL="C"))
    if result.returncode == 0:
        return ""
    lines = [line for line in result.stderr.splitlines() if "error" in line] or result.stderr.splitlines()
    what = f"{headers[0]} does not compile alone" if len(headers) == 1 else f"{headers[-1]} and the {len(headers) - 1} before it do not compile together"
    return f"{what} ({preset}): {lines[0] if lines else 'no message'}"


def includes_of(header: str) -> list:
    """The headers of ours that this one includes whatever is defined."""
    path, found, conditions = common.ROOT / header, [], 0
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        conditions += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
        if not conditions and (match := re.match(r'#include "(.+)"', line)):
            found.append(match[1])
    return found


def chains(headers: list, direct) -> list:
    """The headers in units, of each of which every header includes the one before. `direct` tells what a header includes."""
    included = {}
    for header in headers:
        found, left = set(), [header]
        while left:
            fresh = set(direct(left.pop())) - found
            found |= fresh
            left += fresh
        included[header] = found
    left, units_found = sorted(headers, key=lambda header: len(included[header])), []
    while left:
        unit = [left.pop()]
        while inner := [header for header in left if header in included[unit[0]]]:
            unit.insert(0, inner[-1])
            left.remove(inner[-1])
        units_found.append(unit)
    return units_found


def first_include(source: str) -> str:
    """The header of ours that this source includes before it says anything; empty when there is none."""
    for line in (common.ROOT / source).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith(("//", "#pragma once")):
            continue
        match = re.match(r'#include "(.+)"', line)
        return match[1] if match else ""
    return ""


def one_of_each_processor(devices: list, flags: dict) -> list:
    """The first preset of each processor and configuration: what else differs concerns only headers under boards/."""
    first = {}
    for preset in devices:
        kind = tuple(word for word in flags[preset] if word.startswith(("-m", "-DSTACKMATE_CONFIG=")))
        first.setdefault(kind, preset)
    return list(first.values())


def sources_of(preset: str) -> list:
    """Sources of ours that the preset has compiled with nothing in front of them."""
    directory = common.ROOT / "build" / preset
    database = json.loads((directory / "compile_commands.json").read_text(encoding="utf-8"))
    found = []
    for entry in database:
        path, words = Path(entry["file"]), build.compiling(entry)
        compiled = "-o" in words and (directory / words[words.index("-o") + 1]).exists()
        if compiled and "-include" not in words and path.is_relative_to(common.ROOT):
            found.append(str(path.relative_to(common.ROOT)))
    return found


def presets_of_headers(presets: list, flags: dict) -> tuple:
    """({header: presets it is for}, findings): a finding is a header that nobody builds."""
    chosen_of, findings = {}, []
    read = {preset: headers_read_by(preset) for preset in presets}
    devices = [preset for preset in presets if preset in boards.BOARDS and boards.BOARDS[preset].is_device]
    processors = one_of_each_processor(devices, flags)
    for room in ("core", "c", "hal", "firmware", "boards", "bridge", "games", "endings", "openings", "puzzles", "emulators", "host_tests", "tools", "examples", "workshop"):
        for path in sorted((common.ROOT / room).rglob("*.hpp")):
            header = str(path.relative_to(common.ROOT))
            if room in ("bridge", "games", "endings", "openings", "puzzles", "emulators", "host_tests", "tools", "examples", "workshop"):
                chosen = [DESKTOP]
            elif room == "boards":
                folder = path.parent.name
                readers = [folder] if folder in presets else [p for p in presets if header in read[p]]
                chosen = [p for p in readers if p in devices] or readers
                if not chosen and folder not in boards.BOARDS:
                    findings.append(f"{header} is used by no board")
            else:
                chosen = [DESKTOP, *processors]
            chosen_of[header] = [preset for preset in chosen if preset in presets]
    return chosen_of, findings


def units(chosen_of: dict, first_of, direct, sources: dict) -> list:
    """(headers, preset) of each compilation. `first_of` tells the first include of a source, `direct` all of a header,
    `sources` what a preset compiles anyway."""
    alone, together = {}, {}
    for header, chosen in chosen_of.items():
        for n, preset in enumerate(chosen):
            (together if n else alone).setdefault(preset, []).append(header)
    found = [(headers, preset) for preset, headers in together.items()]
    for preset, headers in alone.items():
        seen_alone = {first_of(path) for path in sources.get(preset, ())}
        found += [(unit, preset) for unit in chains([header for header in headers if header not in seen_alone], direct)]
    return found


def check(presets: list, jobs: int = 0) -> int:
    flags = {preset: flags_of(preset) for preset in presets}
    chosen_of, findings = presets_of_headers(presets, flags)
    work = units(chosen_of, first_include, includes_of, {preset: sources_of(preset) for preset in presets})
    with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 2) as pool:
        results = pool.map(lambda unit: compile_headers(*unit, flags[unit[1]]), work)
        findings += [result for result in results if result]
    return common.report("headers alone", findings, f"{len(chosen_of)} headers, {len(work)} compilations")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    arguments = sys.argv[1:]
    at_once = int(arguments[1]) if arguments[:1] == ["--jobs"] else 0
    named = arguments[2 if at_once else 0:]
    common.device_presets([name for name in named if name != DESKTOP])
    wanted = named or [DESKTOP, *(board.name for board in boards.device_boards())]
    sys.exit(common.run_check("headers alone", lambda: check(wanted, at_once)))
