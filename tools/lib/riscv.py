"""Core on a bare RV32IMAC processor, QEMU's machine `virt`: built, run, and what its search costs, for tools/sizes and tests."""

import re
import shutil
import subprocess

import build
import marked
import terminal

PAGE = build.ROOT / "docs" / "LIBRARY.md"
COMPILER = "riscv64-unknown-elf-gcc"
EMULATOR = "qemu-system-riscv32"
# -march to what the table calls it. Hazard3 also has Zbs, with which GCC 12.2 ends in an internal error.
PROCESSORS = {"rv32imac": "RV32IMAC", "rv32imac_zba_zbb": "with Zba and Zbb"}
PATIENCE = 600      # seconds until a run is ended; it takes some ten


def why_not() -> str:
    """Empty when it can be built and run here; else the reason, in a sentence."""
    missing = [program for program in (COMPILER, EMULATOR) if not shutil.which(program)]
    return f"{' and '.join(missing)} not installed (tools/setup --tests does it)" if missing else ""


def run(processor: str) -> list:
    """What the image says when it is compiled for that -march, line by line. Raises ToolError if it fails."""
    folder = build.ROOT / "build" / "riscv" / processor
    for command in (["cmake", "-G", "Ninja", "-S", str(build.ROOT / "host_tests" / "riscv"), "-B", str(folder),
                     "-D", "CMAKE_BUILD_TYPE=Release", "-D", f"PROCESSOR={processor}"],
                    ["cmake", "--build", str(folder), "-j", "2"],
                    [EMULATOR, "-M", "virt", "-bios", "none", "-kernel", str(folder / "core"), "-display", "none", "-monitor", "none",
                     "-serial", "none", "-semihosting-config", "enable=on,target=native", "-icount", "shift=0,sleep=off"]):
        try:
            ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise terminal.ToolError(f"{processor}: {command[0]} did not end within {PATIENCE} s") from None
        said = ended.stdout + ended.stderr      # semihosting writes to either
        if ended.returncode != 0:
            raise terminal.ToolError(f"{processor}: {command[0]} ended with {ended.returncode}: {said[-2000:]}")
    return said.splitlines()


def figures(lines: list) -> dict:
    """Configuration to (nodes of its bench, instructions)."""
    found = (re.fullmatch(r"(\w+) (\d+) (\d+) ", line) for line in lines)
    return {line[1]: (int(line[2]), int(line[3])) for line in found if line}


def compiler() -> str:
    """Another compiler makes other instructions."""
    return f"{COMPILER} " + subprocess.run([COMPILER, "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()


def table(measured: dict) -> str:
    """-march to figures(), as a table."""
    lines = ["| configuration | nodes of `bench` | " + " | ".join(f"instructions a node, {PROCESSORS[name]}" for name in measured) + " |",
             "|---|--:|" + "--:|" * len(measured)]
    for configuration, (nodes, _) in next(iter(measured.values())).items():
        costs = " | ".join(f"{found[configuration][1] / nodes:,.0f}" for found in measured.values())
        lines.append(f"| `{configuration}` | {nodes:,} | {costs} |")
    return "\n".join(lines) + f"\n\nMade by `tools/sizes --riscv` with {compiler()}, `-O2`."


def write() -> str:
    """Measures anew, and puts the table into the page."""
    if reason := why_not():
        raise terminal.ToolError(reason)
    fresh = table({processor: figures(run(processor)) for processor in PROCESSORS})
    PAGE.write_text(marked.filled(PAGE.read_text(encoding="utf-8"), {"riscv": fresh}), encoding="utf-8")
    return fresh
