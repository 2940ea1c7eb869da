"""Exact counts of an emulated run: instructions in all, of functions, within calls, and the deepest stack.

The counting is done by a plugin of QEMU's (tools/qemu_plugin/counter.c), compiled on first use. With exact virtual time
(-icount) the same input gives the same run.
"""

import hashlib
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import build
import emulator
import terminal
import uci

SOURCE = build.ROOT / "tools" / "qemu_plugin" / "counter.c"
INTERFACE = SOURCE.with_name("qemu_interface.h")    # which every plugin includes
PAINTER = "stackmate_paint_stack"                       # fills the stack with a pattern at the start, and uses none of it
OLDEST_QEMU = (9, 0)
CROSS = "arm-none-eabi-"


class CountingError(terminal.ToolError):
    """The run cannot be counted; the text says why."""


def plugin(source: Path = SOURCE, oldest: tuple = OLDEST_QEMU) -> Path:
    """The compiled plugin, made from that source."""
    if emulator.qemu_version() < oldest:
        raise CountingError(f"counting instructions needs QEMU {'.'.join(map(str, oldest))} or newer")
    digest = hashlib.sha256(source.read_bytes() + INTERFACE.read_bytes()).hexdigest()[:12]
    library = build.ROOT / "build" / "plugin" / f"{source.stem}-{digest}.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=library.parent, suffix=".so", delete=False) as fresh:
            command = ["g++", "-x", "c", "-std=gnu11", "-O2", "-fPIC", "-shared", "-I", str(build.ROOT), "-o", fresh.name]
            result = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise CountingError(f"the plugin does not compile: {result.stderr}")
        Path(fresh.name).replace(library)
    return library


@dataclass
class Symbol:
    name: str           # demangled
    address: int
    size: int


def symbols_of(image: Path) -> list:
    """Functions of an image, by address."""
    listing = subprocess.run([CROSS + "readelf", "-sW", "--demangle", str(image)], capture_output=True, text=True, check=True)
    found = {}
    for line in listing.stdout.splitlines():
        words = line.split(None, 7)
        if len(words) == 8 and words[3] == "FUNC" and words[6] != "UND":
            address = int(words[1], 16) & ~1
            found.setdefault(address, Symbol(words[7], address, int(words[2], 0)))
    return sorted(found.values(), key=lambda symbol: symbol.address)


def value_of(image: Path, name: str) -> int:
    """Value of a linker symbol."""
    listing = subprocess.run([CROSS + "nm", str(image)], capture_output=True, text=True, check=True).stdout
    match = re.search(rf"^([0-9a-f]+) \w {re.escape(name)}$", listing, re.M)
    if not match:
        raise CountingError(f"{image} has no symbol {name}")
    return int(match[1], 16)


CALL = re.compile(r"^\s*([0-9a-f]+):\s+(bl|b|b\.n|b\.w)\s+([0-9a-f]+) <([^>+]+)>")


def return_addresses(listing: str, symbol: Symbol, symbols: list, seen=()) -> list:
    """Where calls of a function return to; a function that only jumps to it passes its own callers on."""
    addresses, pending = [], False
    for line in listing.splitlines():
        match = re.match(r"^\s*([0-9a-f]+):\s", line)
        if match and pending:
            addresses.append(int(match[1], 16))
            pending = False
        call = CALL.match(line)
        if call and int(call[3], 16) == symbol.address:
            if call[2] == "bl":
                pending = True
            else:
                at = int(call[1], 16)
                jumper = next((s for s in symbols if s.address <= at < s.address + s.size), None)
                if jumper and jumper.address != symbol.address and jumper.address not in seen:
                    addresses += return_addresses(listing, jumper, symbols, (*seen, symbol.address))
    return addresses


@dataclass
class Counts:
    total: int = 0
    functions: dict = field(default_factory=dict)   # name -> instructions in it, callees not counted
    calls: dict = field(default_factory=dict)       # name -> (instructions within, times called)
    stack: int = 0                                  # bytes between the stack's top and the deepest store
    lines: list = field(default_factory=list)       # what the board said


def count(board, image: Path, talk, *, functions=(), calls=(), until="", extra=()) -> Counts:
    """Boots an image, lets `talk(engine)` hold a dialogue with it, and counts.

    `functions` and `calls` are patterns that are searched for in the demangled names. A call counts until its own return, or
    until that of the function that `until` names.
    """
    symbols = symbols_of(image)
    chosen = [symbol for symbol in symbols if any(re.search(pattern, symbol.name) for pattern in functions) and symbol.size]
    spanned = [symbol for symbol in symbols if any(re.search(pattern, symbol.name) for pattern in calls)]
    for pattern in (*functions, *calls, *([f"^{until}$"] if until else ())):
        if not any(re.search(pattern, symbol.name) for symbol in symbols):
            raise CountingError(f"no function of {image.name} is called {pattern}")
    listing = ""
    if spanned:
        listing = subprocess.run([CROSS + "objdump", "-d", "--no-show-raw-insn", str(image)], capture_output=True, text=True,
                                 check=True).stdout
    low, high = value_of(image, "__stack_limit"), value_of(image, "__stack_top")
    plan = [f"function {s.address:x} {s.address + s.size:x}" for s in chosen]
    ends = next((symbol for symbol in symbols if symbol.name == until), None)
    plan += [f"call {s.address:x} " + " ".join(f"{a:x}" for a in return_addresses(listing, ends or s, symbols)) for s in spanned]
    paint = next((symbol for symbol in symbols if symbol.name == PAINTER), None)     # images for measurements do not paint
    plan += [f"stack {low:x} {high:x} " + (f"{paint.address:x} {paint.address + paint.size:x}" if paint else "0 0")]
    result = Counts()
    with tempfile.TemporaryDirectory() as directory:
        plan_path, out_path = Path(directory, "plan"), Path(directory, "out")
        plan_path.write_text("\n".join(plan) + "\n", encoding="ascii")
        errors = open(Path(directory, "errors"), "w+", encoding="utf-8", errors="replace")
        process = emulator.start(board, image, icount=True, stderr=errors,
                                 extra=("-plugin", f"{plugin()},plan={plan_path},out={out_path}", *extra))
        try:
            engine = uci.Engine(process)
            result.lines = talk(engine) or []
        finally:
            emulator.stop(process, gently=True)
            errors.seek(0)
            said = errors.read()
            errors.close()
        if not out_path.exists():
            raise CountingError(f"the emulator ended without its counts: {said.strip()}")
        lines = [line.split() for line in out_path.read_text(encoding="ascii").splitlines()]
    result.total = int(lines[0][1])
    for symbol, line in zip(chosen, lines[1:]):
        result.functions[symbol.name] = int(line[1])
    for symbol, line in zip(spanned, lines[1 + len(chosen):]):
        result.calls[symbol.name] = (int(line[1]), int(line[2]))
    result.stack = high - int(lines[-1][1], 16)
    return result
