#!/usr/bin/python3
"""Compiles every header by itself: for this computer, and for the processors whose boards use it.

usage: tools/checks/headers_alone.py [PRESET...]

The flags are those of the configured presets (build/PRESET), so those must have been configured.
A header under boards/ is tried with the presets that compile something of its folder, or, for a folder no
preset compiles (a family shared by boards), with every preset whose build has read it.
"""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import common

import boards

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
    words = shlex.split(entry["command"]) if "command" in entry else entry["arguments"]
    if Path(words[0]).name == "ccache":
        words = words[1:]
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


def compile_alone(header: str, preset: str, flags: list) -> str:
    """Empty when the header compiles; else the compiler's first words."""
    standard = [] if any(flag.startswith("-std=") for flag in flags) else ["-std=c++20"]
    # An including file, not the header itself, is compiled: then "#pragma once" raises no warning.
    result = subprocess.run([*flags, *standard, *WARNINGS, *TOLERATED, "-fsyntax-only", "-I", str(common.ROOT),
                             "-x", "c++", "-"], input=f'#include "{header}"\n#include "{header}"\n',
                            capture_output=True, text=True, check=False, cwd=common.ROOT,
                            env=dict(os.environ, LC_ALL="C"))
    if result.returncode == 0:
        return ""
    lines = [line for line in result.stderr.splitlines() if "error" in line] or result.stderr.splitlines()
    return f"{header} does not compile alone ({preset}): {lines[0] if lines else 'no message'}"


def one_of_each_processor(devices: list, flags: dict) -> list:
    """The first preset of each processor and configuration: what else differs concerns only headers under boards/."""
    first = {}
    for preset in devices:
        kind = tuple(word for word in flags[preset] if word.startswith(("-m", "-DSTACKMATE_CONFIG=")))
        first.setdefault(kind, preset)
    return list(first.values())


def work_for(presets: list, flags: dict) -> tuple:
    """(jobs, findings): which header is compiled with which preset, and headers nobody builds."""
    jobs, findings = [], []
    read = {preset: headers_read_by(preset) for preset in presets}
    devices = [preset for preset in presets if preset in boards.BOARDS and boards.BOARDS[preset].is_device]
    processors = one_of_each_processor(devices, flags)
    for room in ("core", "hal", "firmware", "boards", "host_tests", "tools", "examples"):
        for path in sorted((common.ROOT / room).rglob("*.hpp")):
            header = str(path.relative_to(common.ROOT))
            if room in ("host_tests", "tools", "examples"):
                chosen = ["host"]
            elif room == "boards":
                folder = path.relative_to(common.ROOT / "boards").parts[0]
                chosen = [folder] if folder in presets else [p for p in presets if header in read[p]]
                if not chosen and folder not in boards.BOARDS:
                    findings.append(f"{header} is used by no board")
            else:
                chosen = ["host", *processors]
            jobs += [(header, preset) for preset in chosen if preset in presets]
    return jobs, findings


def check(presets: list) -> int:
    flags = {preset: flags_of(preset) for preset in presets}
    jobs, findings = work_for(presets, flags)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = pool.map(lambda job: compile_alone(*job, flags[job[1]]), jobs)
        findings += [result for result in results if result]
    return common.report("headers alone", findings, f"{len({job[0] for job in jobs})} headers, {len(jobs)} compilations")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["host", *(board.name for board in boards.device_boards())]
    sys.exit(common.run_check("headers alone", lambda: check(wanted)))
