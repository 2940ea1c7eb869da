#!/usr/bin/python3 -B
"""No recursion in a device image, and its worst-case stack within the board's budget.

usage: tools/checks/call_graph.py [--verbose] [PRESET...]

GCC leaves a call graph with every object (-fcallgraph-info=su): functions, their stack, who calls whom. What has no
such node (libgcc's and newlib's helpers, which come ready-made) is read from the disassembled image instead, and so is what
assembler pushes. Roots are the entries of the vector table. The worst case is the main path, plus the deepest interrupt on
top of it, plus a fault on top of that, each with the frame that the processor pushes.

No frame may be larger than what lies below the stack and faults: a function that reserves more could step over it.
"""

import argparse
import re
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path

import common
import call_graph_notes

import boards

INDIRECT = "__indirect_call"

# How boards/chips/rp2/boot_rom.hpp names the functions of the boot ROM that it asks for.
ROM_FUNCTION = re.compile(r"\bboot_rom::find\(\) \[with char \w+ = '(.)'; char \w+ = '(.)'")

# Bytes that exception entry pushes: 8 words, or 26 when the floating-point registers are in use, and up to one more
# word to align the stack (ARMv7-M B1.5.6).
FRAME, FRAME_WITH_FLOATS = 32 + 4, 104 + 4

# Where interrupts are given priorities. An image that never touches these has all its interrupts at one priority, so
# none of them interrupts another; only hard fault and NMI come on top.
PRIORITY_REGISTERS = re.compile(r"0x[eE]000_?'?(?:[eE]4[0-9a-fA-F]{2}|[eE][dD](?:1[89a-cA-C]|2[0-3]))\b|\b(?:IPR|SHPR)\d?\b")


@dataclass
class Function:
    name: str                       # demangled where the compiler said so
    stack: int = 0
    calls: set = field(default_factory=set)
    unbounded: bool = False


class Graph:
    """Functions by the compiler's title; a local function's title begins with its file."""

    def __init__(self):
        self.functions = {}
        self.by_symbol = {}

    def add(self, title: str, name: str, stack: int, unbounded: bool) -> None:
        known = self.functions.get(title)
        if known:   # an inline function that several files emitted: the linker keeps one of them
            known.stack = max(known.stack, stack)
            known.unbounded |= unbounded
        else:
            self.functions[title] = Function(name, stack, set(), unbounded)
            self.by_symbol.setdefault(title.rpartition(":")[2], []).append(title)

    def call(self, source: str, target: str) -> None:
        self.functions[source].calls.add(target)

    def titles_of(self, symbol: str) -> list:
        return [symbol] if symbol in self.functions else self.by_symbol.get(symbol, [])


# A name that was given by asm("...") stands there with an asterisk before it.
NODE = re.compile(r'^node: \{ title: "\*?([^"]*)" label: "([^"]*)"(.*)\}$')
EDGE = re.compile(r'^edge: \{ sourcename: "\*?([^"]*)" targetname: "\*?([^"]*)"')
STACK = re.compile(r"(\d+) bytes \((static|dynamic|dynamic,bounded)\)")


def read_graph(texts) -> Graph:
    """The call graph of an image from the texts of its .ci files."""
    graph, edges = Graph(), []
    for text in texts:
        for line in text.splitlines():
            match = NODE.match(line)
            if match:
                stack = STACK.search(match[2])
                if stack:
                    graph.add(match[1], match[2].split("\\n")[0], int(stack[1]), stack[2] == "dynamic")
                continue
            match = EDGE.match(line)
            if match:
                edges.append((match[1], match[2]))
    for source, target in edges:
        if source in graph.functions:
            graph.call(source, target)
    return graph


# ---------------------------------------------------------------- helpers that come ready-made

FUNCTION_START = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s+(\S+)\s*(.*)$")


def disassembly(listing: str) -> dict:
    """Symbol -> instructions, from `objdump -d --no-show-raw-insn`."""
    functions, current = {}, None
    for line in listing.splitlines():
        start = FUNCTION_START.match(line)
        if start:
            current = functions.setdefault(start[1], [])
            continue
        match = INSTRUCTION.match(line)
        if match and current is not None:
            current.append((match[1], match[2].split(";")[0].split("@")[0].strip()))
    return functions


def with_aliases(functions: dict, symbols: str) -> dict:
    """The same with every other name of a function; objdump prints one. `symbols` is the text of `nm`."""
    names = {}
    for line in symbols.splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tTwW":
            names.setdefault(words[0], []).append(words[2])
    for group in names.values():
        known = next((name for name in group if name in functions), None)
        for name in group if known else ():
            functions.setdefault(name, functions[known])
    return functions


def _registers(text: str) -> int:
    inside = re.search(r"\{([^}]*)\}", text)
    count = 0
    for part in inside[1].split(",") if inside else []:
        ends = re.match(r"\s*[rds](\d+)-[rds](\d+)", part)
        count += int(ends[2]) - int(ends[1]) + 1 if ends else 1
    return count


def measure(symbol: str, instructions: list) -> Function:
    """Stack and calls of a function without a compiler's node: every push of it is added up, so it is a bound."""
    stack, calls = 0, set()
    for operation, operands in instructions:
        base = operation.split(".")[0]
        if base == "push" or (base in ("stmdb", "stmfd") and operands.startswith("sp!")):
            stack += 4 * _registers(operands)
        elif base == "vpush":
            stack += (8 if "d" in operands else 4) * _registers(operands)
        elif base in ("sub", "subw") and operands.startswith("sp"):
            amount = re.search(r"#(\d+)", operands)
            stack += int(amount[1]) if amount else 0
            if not amount:
                return Function(symbol, 0, set(), unbounded=True)
        elif base in ("str", "strd"):
            moved = re.search(r"\[sp, #-(\d+)\]!", operands)
            stack += int(moved[1]) if moved else 0
        target = re.search(r"<([^>+]+)(\+0x[0-9a-f]+)?>", operands)
        if target and re.fullmatch(r"b(l|lx|eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|hs|lo)?|cbn?z", base):
            if target[1] != symbol:
                calls.add(target[1])
        elif base == "blx" or (base == "bx" and operands not in ("lr", "ip") and not operands.startswith("r1")):
            calls.add(INDIRECT)
    return Function(symbol, stack, calls)


# ---------------------------------------------------------------- analysis

class Analysis:
    """Reachable part of a graph: recursion, unexplained calls, depths."""

    def __init__(self, graph: Graph, helpers: dict, notes=call_graph_notes):
        self.graph, self.helpers, self.notes = graph, helpers, notes
        asked = [ROM_FUNCTION.search(function.name) for function in graph.functions.values()]
        self.asked_of_rom = [match[1] + match[2] for match in asked if match]
        self.findings = []
        self.depths = {}        # title -> (bytes, next title on the deepest path)

    def callees(self, title: str) -> list:
        """Titles called by a function, with indirect calls resolved by the notes."""
        function = self.graph.functions[title]
        resolved = []
        for target in sorted(function.calls):
            if target == INDIRECT:
                resolved += self._noted(self.notes.INDIRECT_CALLS, function, "calls through a pointer")
            else:
                resolved += self._resolve(target)
        for pattern, _, _ in self.notes.CALLS_IN_ASSEMBLER:
            if function.name.startswith(pattern) or title == pattern:
                resolved += self._noted(self.notes.CALLS_IN_ASSEMBLER, function, "")
        return resolved

    def _read_assembler(self, title: str) -> None:
        """Adds to a function what the compiler does not know of it: pushes in assembler, and what lies in a ROM."""
        function = self.graph.functions[title]
        symbol = title.rpartition(":")[2]
        rom = ROM_FUNCTION.search(function.name)
        if rom and rom[1] + rom[2] not in self.notes.BOOT_ROM_STACK:
            self._find(f"the boot ROM's {rom[1] + rom[2]} is called, and call_graph_notes.py does not say what stack it takes")
        code = measure(symbol, self.helpers.get(symbol, []))
        function.calls |= code.calls - {INDIRECT, symbol}     # such as the helpers behind a switch
        if function.stack != 0:
            return      # compiled: a call through a register is one whose address was at hand, or in the graph
        function.stack = code.stack
        if symbol in self.notes.CALLS_OUT_OF_THE_IMAGE:
            function.stack += max((self.notes.CALLS_OUT_OF_THE_IMAGE[symbol].get(letters, 0) for letters in self.asked_of_rom), default=0)
        elif INDIRECT in code.calls - function.calls and not any(
                function.name.startswith(pattern) or title == pattern for pattern, _, _ in self.notes.CALLS_IN_ASSEMBLER):
            self._find(f"{function.name} jumps through a register in assembler, and call_graph_notes.py does not say where to")

    def _resolve(self, symbol: str) -> list:
        titles = self.graph.titles_of(symbol)
        if not titles and symbol in self.helpers:
            helper = measure(symbol, self.helpers[symbol])
            if helper.unbounded:
                self._find(f"{symbol} moves the stack pointer by an amount that cannot be read")
            self.graph.add(symbol, symbol, helper.stack, False)
            for callee in helper.calls:
                self.graph.call(symbol, callee)
            titles = [symbol]
        # An image is linked without undefined symbols, so what is not in it is not called: the compiler listed a call
        # that it could leave out later.
        return titles

    def _noted(self, table, function, what) -> list:
        for index, (pattern, callees, _) in enumerate(table):
            if function.name.startswith(pattern) or any(t.endswith(pattern) for t in self._titles_named(function)):
                found = [title for title, other in self.graph.functions.items()
                         if any(other.name.startswith(callee) or title == callee for callee in callees)]
                if not found:
                    self._find(f"the note on {pattern} names {', '.join(callees)}, which is not in the image")
                return found
        self._find(f"{function.name} {what}, and call_graph_notes.py does not say to whom")
        return []

    def _titles_named(self, function) -> list:
        return [title for title, other in self.graph.functions.items() if other is function]

    def _find(self, text: str) -> None:
        if text not in self.findings:
            self.findings.append(text)

    def depth(self, root: str) -> int:
        """Bytes of the deepest path from a function. Recursion becomes a finding and counts once."""
        # Depth-first with a stack of our own: (title, its callees yet to visit).
        path, on_path = [], {}

        def enter(title):
            on_path[title] = len(path)
            self._read_assembler(title)
            path.append((title, iter(self.callees(title))))
            function = self.graph.functions[title]
            if function.unbounded:
                self._find(f"{function.name} has a stack frame without a bound")

        if root in self.depths:
            return self.depths[root][0]
        enter(root)
        while path:
            title, rest = path[-1]
            for callee in rest:
                if callee in on_path:
                    cycle = [self.graph.functions[t].name for t, _ in path[on_path[callee]:]]
                    self._find("recursion: " + " -> ".join([*cycle, cycle[0]]))
                elif callee not in self.depths:
                    enter(callee)
                    break
            else:
                path.pop()
                del on_path[title]
                below = [(self.depths[c][0], c) for c in self.callees(title) if c in self.depths]
                deepest, following = max(below, default=(0, None))
                self.depths[title] = (self.graph.functions[title].stack + deepest, following)
        return self.depths[root][0]

    def deepest_path(self, root: str) -> list:
        """(name, stack) along the deepest path."""
        path, title = [], root
        while title:
            function = self.graph.functions[title]
            path.append((function.name, function.stack))
            title = self.depths[title][1]
        return path


@dataclass
class Result:
    findings: list
    main: int = 0
    interrupt: int = 0
    fault: int = 0
    paths: list = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.main + self.interrupt + self.fault


def analyse(graph: Graph, helpers: dict, vectors: list, frame: int, one_priority: bool, notes=call_graph_notes,
            guard: int = 1 << 32) -> Result:
    """`vectors` are the symbols of the vector table from the reset handler on (exception numbers 1, 2, ...); `guard` is how
    many bytes below the stack fault."""
    analysis = Analysis(graph, helpers, notes)

    def depth_of(symbol):
        titles = analysis._resolve(symbol)
        if not titles:
            analysis._find(f"the vector table names {symbol}, of which neither a call graph nor code is to be found")
        return max(((analysis.depth(title), title) for title in titles), default=(0, None))

    reset, hard = vectors[0], set(vectors[1:3])
    soft = [symbol for symbol in dict.fromkeys(vectors[3:]) if symbol not in hard and symbol != reset]
    main = depth_of(reset)
    interrupts = [(bytes_ + frame, title) for bytes_, title in map(depth_of, soft)]
    faults = [(bytes_ + frame, title) for bytes_, title in map(depth_of, sorted(hard))]
    counted = [max(interrupts)] if one_priority and interrupts else interrupts
    for title in analysis.depths:
        function = graph.functions[title]
        if function.stack > guard:
            analysis._find(f"the frame of {function.name} has {function.stack} bytes and may step over the {guard} below the "
                           "stack that fault")
    roots = [main[1], *(title for _, title in counted), *(title for _, title in faults)]
    return Result(analysis.findings, main[0], sum(b for b, _ in counted), sum(b for b, _ in faults),
                  [analysis.deepest_path(root) for root in roots if root])


# ---------------------------------------------------------------- images

def vector_symbols(image: Path, base: int) -> list:
    """Names of the handlers in an image's vector table, from the reset handler on."""
    by_address, table_size = {}, 0
    for line in common.output_of([common.CROSS + "readelf", "-sW", str(image)]).splitlines():
        words = line.split()
        if len(words) == 8 and words[3] in ("FUNC", "OBJECT"):
            address = int(words[1], 16)
            if words[3] == "FUNC":
                by_address.setdefault(address & ~1, words[7])
            elif address == base:
                table_size = int(words[2], 0)
    data = _bytes_at(image, base, table_size or 0x40)
    handlers = struct.unpack(f"<{len(data) // 4}I", data)[1:]
    return [by_address.get(handler & ~1, f"{handler:#x}") for handler in handlers if handler]


def _bytes_at(image: Path, address: int, size: int) -> bytes:
    data = image.read_bytes()
    offset, entry_size, count = struct.unpack_from("<I", data, 28)[0], *struct.unpack_from("<HH", data, 42)
    for index in range(count):
        kind, start, virtual, _, length = struct.unpack_from("<5I", data, offset + index * entry_size)
        if kind == 1 and virtual <= address < virtual + length:
            begin = start + address - virtual
            return data[begin:begin + min(size, virtual + length - address)]
    raise common.CheckError(f"{image} holds nothing at {address:#x}, where the vector table should be")


def call_graph_files(image: Path) -> list:
    """Those of the objects that the image is linked from; a build directory may hold others, of files since renamed."""
    build = image.parent
    inputs = common.output_of(["ninja", "-C", str(build), "-t", "inputs", image.name]).splitlines()
    files = sorted((build / name).with_suffix(".ci") for name in inputs if name.endswith(".obj"))
    missing = [str(path.relative_to(build)) for path in files if not path.exists()]
    if missing or not files:
        raise common.CheckError(f"{build} has no call graph for {', '.join(missing) or 'anything'}: it must be "
                                "compiled with -fcallgraph-info=su, and without a compiler cache, which drops these files")
    return files


def priorities_are_written() -> bool:
    sources = [path for path in (common.ROOT / "boards").rglob("*") if path.suffix in (".hpp", ".cpp", ".S")]
    return any(PRIORITY_REGISTERS.search(path.read_text(encoding="utf-8", errors="replace")) for path in sources)


def graph_of(image: Path) -> tuple:
    """An image's call graph, and its instructions by symbol."""
    graph = read_graph(file.read_text(encoding="utf-8", errors="replace") for file in call_graph_files(image))
    helpers = with_aliases(disassembly(common.output_of([common.CROSS + "objdump", "-d", "--no-show-raw-insn", str(image)])),
                           common.output_of([common.CROSS + "nm", str(image)]))
    return graph, helpers


# Where a second core begins, and the symbol that says how large its stack is.
SECOND_CORE, SECOND_STACK = "stackmate_run_second_core", "__second_stack_size"


def analyse_preset(preset: str) -> tuple:
    """Of the first core, and of a second one if the image uses it."""
    image = common.image_of(preset)
    graph, helpers = graph_of(image)
    floats = "Tag_FP_arch" in common.output_of([common.CROSS + "readelf", "-A", str(image)])
    vectors = vector_symbols(image, boards.BOARDS[preset].vector_table)
    cores = [vectors] + ([[SECOND_CORE, *vectors[1:3]]] if SECOND_CORE in common.output_of([common.CROSS + "nm", str(image)]) else [])
    return tuple(analyse(graph, helpers, core, FRAME_WITH_FLOATS if floats else FRAME, not priorities_are_written(),
                         guard=value_of(preset, "__stack_guard")) for core in cores)


def value_of(preset: str, symbol: str) -> int:
    """What an image, by its linker script or its code, says of its stack."""
    for line in common.output_of([common.CROSS + "nm", str(common.image_of(preset))]).splitlines():
        words = line.split()
        if words[-1] == symbol:
            return int(words[0], 16)
    raise common.CheckError(f"{preset}: neither the linker script nor the code defines {symbol}")


def reserved_stack(preset: str) -> int:
    """Bytes that the linker script set aside."""
    return value_of(preset, "__stack_size")


def check(presets: list, verbose: bool) -> int:
    findings, sizes = [], []
    for preset in presets:
        board = boards.BOARDS[preset]
        first, *second = analyse_preset(preset)
        stacks = [("", first, board.stack_budget, reserved_stack(preset))]
        stacks += [(", second core", result, value_of(preset, SECOND_STACK), value_of(preset, SECOND_STACK)) for result in second]
        for which, result, budget, reserved in stacks:
            limit = min(budget, reserved)
            print(f"{preset}{which}: worst-case stack {result.total} of {limit} bytes "
                  f"(main {result.main}, interrupt {result.interrupt}, fault {result.fault})")
            problems = list(result.findings)
            if result.total > limit:
                problems.append(f"the stack may need {result.total} bytes; the budget is {budget}, the image sets {reserved} aside")
            if verbose or result.total > limit:
                for path in result.paths:
                    print(f"  {sum(stack for _, stack in path)} bytes:")
                    for name, stack in path:
                        print(f"    {stack:5}  {name[:140]}")
            findings += [f"{preset}{which}: {problem}" for problem in problems]
            sizes.append(f"{preset}{which} {result.total}")
    return common.report("call graph", findings, "no recursion; worst-case stack in bytes: " + ", ".join(sizes))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tools/checks/call_graph.py",
                                     description="No recursion, and the worst-case stack within its budget.")
    parser.add_argument("--verbose", action="store_true", help="print the deepest paths")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="default: every device board")
    options = parser.parse_args()
    sys.exit(common.run_check("call graph", lambda: check(common.device_presets(options.presets), options.verbose)))
