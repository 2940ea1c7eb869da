"""tools/experiments: measures what docs/EXPERIMENTS.md tells, and writes it."""

import argparse
import hashlib
import json
import re
import shutil
import statistics
import subprocess
import sys
import textwrap
from pathlib import Path

import bench
import boards
import build
import counting
import duel
import emulator
import experiments_text
import parallel
import terminal

DOCUMENT = build.ROOT / "docs" / "EXPERIMENTS.md"
RESULTS = build.ROOT / "build" / "experiments"
POSITIONS = build.ROOT / "tools" / "duel" / "positions.txt"
SOURCES = ("core", "tools/duel", "tools/measure/search_cost.cpp", "tools/measure/search_cost.ld", "tools/measure/harness.inc",
           "tools/measure/plain_by_hand.hpp", "host_tests/core/search/recursive_search.hpp",
           *(f"host_tests/core/search/{form}_search.hpp" for form in ("branch_table", "split", "label_address", "macro", "one_switch")))
NICE = ("nice", "-n", "10")
BASES = (("large", "Full", 65536), ("small", "Tiny", 2048))


class ExperimentError(Exception):
    """A measurement failed; the text says which and how."""


def source_hash(sources=SOURCES) -> str:
    """Of everything that the figures depend on."""
    whole = hashlib.sha256()
    for source in sources:
        path = build.ROOT / source
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                whole.update(f"{file.relative_to(build.ROOT)}\0".encode() + file.read_bytes())
    return whole.hexdigest()[:12]


class Kept:
    """The results of one table, item by item, in build/experiments: what is there is not measured again."""

    def __init__(self, table: str, key: str, quick: bool, progress, total: int = 0):
        self.path = RESULTS / f"{table}-{key}{'-quick' if quick else ''}.json"
        self.table, self.progress, self.total, self.asked = table, progress, total, 0
        try:
            self.items = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.items = {}

    def get(self, name: str, measure):
        """The result called `name`: a known one, or measure()'s."""
        self.asked += 1
        self.progress.update(self.table, (self.asked - 1) / self.total if self.total else -1, name, force=True)
        if name not in self.items:
            self.items[name] = measure()
            RESULTS.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps(self.items, indent=1) + "\n", encoding="utf-8")
            fresh.replace(self.path)
        return self.items[name]


def table(heads, rows) -> str:
    """A table in Markdown; the first column is text, the others are figures."""
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "--:|" * (len(heads) - 1)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


# ---------------------------------------------------------------- what forms of the search cost

CPUS = {"Cortex-M0": "cortex-m0", "Cortex-M3": "cortex-m3", "Cortex-M4": "cortex-m4", "Cortex-M7": "cortex-m7", "x86-64": ""}
FLAGS = ("-std=c++20", "-O2", "-DNDEBUG", f"-I{build.ROOT}", '-DSTACKMATE_VERSION=""', "-Wno-psabi")
DEVICE = ("-mthumb", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-ffunction-sections", "-fdata-sections",
          "-fno-use-cxa-atexit", "-nostdlib", "-Wl,--gc-sections", "-T", str(build.ROOT / "tools/measure/search_cost.ld"))
# The machine that runs what is compiled for a processor. An M3 runs an M0's program as well.
MACHINES = {cpu: boards.Board("search cost", runner, "", machine) for cpu, runner, machine in (
    ("Cortex-M0", "Cortex-M3", "mps2-an385"), ("Cortex-M3", "Cortex-M3", "mps2-an385"),
    ("Cortex-M4", "Cortex-M4", "mps2-an386"), ("Cortex-M7", "Cortex-M7", "mps2-an500"))}
SOURCE = build.ROOT / "tools/measure/search_cost.cpp"


def run(command, what: str) -> str:
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, cwd=build.ROOT)
    if result.returncode != 0:
        raise ExperimentError(f"{what}: {(result.stderr or result.stdout).strip()[-800:]}")
    return result.stdout + result.stderr


def core_objects(command, folder: Path, sources) -> list:
    """The core compiled by a command: once for all forms."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for source in sources:
        compiled = folder / f"{source.parent.name}-{source.stem}.o"
        if not compiled.exists():
            fresh = compiled.with_suffix(".new")
            run([*command, "-c", "-o", fresh, source], f"{source.name} does not compile")
            fresh.replace(compiled)
        objects.append(compiled)
    return objects


def compile_form(form: str, cpu: str, nodes: int, out: Path, extra=()) -> Path:
    compiler, link = ["g++", "-g"], []
    if CPUS[cpu]:
        compiler = ["arm-none-eabi-g++", f"-mcpu={CPUS[cpu]}", *(flag for flag in DEVICE if flag[:2] in ("-f", "-m"))]
        link = [*DEVICE, "-lc", "-lgcc"]
    out.parent.mkdir(parents=True, exist_ok=True)
    core = core_objects([*compiler, *FLAGS], out.parent / f"{CPUS[cpu] or cpu}-{source_hash(('core',))}",
                        sorted((build.ROOT / "core").rglob("*.cpp")))
    run([*compiler, *FLAGS, *extra, f"-DSTACKMATE_NODES={nodes}", f"-DSTACKMATE_FORM={form}", "-o", out, SOURCE, *core, *link],
        f"{form} for {cpu} does not compile")
    return out


def symbol_size(image: Path, name: str) -> int:
    listing = run([("" if image.suffix != ".elf" else counting.CROSS) + "nm", "-S", image], "nm")
    return int(re.search(rf"^\S+ (\S+) \S {name}$", listing, re.M)[1], 16)


def desktop_form(form: str, extra=()) -> dict:
    """Nodes and deepest ply of a form; its instructions too where a profiler can count them."""
    return desktop_figures(compile_form(form, "x86-64", 0, RESULTS / "images" / f"{form}-x86-64", extra), form)


def desktop_figures(image: Path, form: str) -> dict:
    nodes, deepest, scores = map(int, run([image], form).split())
    figures = {"nodes": nodes, "deepest": deepest, "scores": scores, "frame": symbol_size(image, "ply_frame_bytes"),
               "code": code_size(image), "instructions": 0, "stack": 0}
    if shutil.which("valgrind"):
        said = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=search_position",
                    image], "valgrind")
        figures["instructions"] = int(re.search(r"Collected : (\d+)", said)[1])
    return figures


def code_size(image: Path) -> int:
    """Bytes of all functions of the image."""
    sizes = run([("" if image.suffix != ".elf" else counting.CROSS) + "nm", "-S", image], "nm")
    return sum(int(size, 16) for size in re.findall(r"^\S+ (\S+) [tTwWV] ", sizes, re.M))


def device_form(form: str, cpu: str, nodes: int, extra=()) -> dict:
    return device_figures(compile_form(form, cpu, nodes, RESULTS / "images" / f"{form}-{CPUS[cpu]}.elf", extra), form, cpu, nodes)


def device_figures(image: Path, form: str, cpu: str, nodes: int) -> dict:
    def talk(engine):
        status = engine.process.wait(1200)
        if status != 0:
            raise ExperimentError(f"{form} on {cpu} did not search {nodes} nodes (exit status {status})")
        return []
    counts = counting.count(MACHINES[cpu], image, talk, calls=("^search_position$",))
    return {"nodes": nodes, "instructions": counts.calls["search_position"][0], "stack": counts.stack,
            "frame": symbol_size(image, "ply_frame_bytes"), "code": code_size(image)}


WAYS = {"switch_jump": "switch", "branch_table": "branch table", "label_address": "label's address", "macros": "macros",
        "one_switch": "one switch", "recursive": "recursive"}
JUMPS, BARE = (*WAYS, "no_operation"), ("plain_hooks", "plain_by_hand")


def measure_forms(context, forms) -> dict:
    kept = context.kept("cost", len(forms) * len(CPUS))
    result = {}
    for form in forms:
        desktop = kept.get(f"{form} x86-64", lambda: desktop_form(form))
        result[form] = {"x86-64": desktop}
        for cpu in CPUS:
            if CPUS[cpu]:
                result[form][cpu] = kept.get(f"{form} {cpu}", lambda: device_form(form, cpu, desktop["nodes"]))
    for group in (JUMPS, BARE):
        if len({(result[form]["x86-64"]["nodes"], result[form]["x86-64"]["scores"]) for form in group if form in result}) > 1:
            raise ExperimentError(f"{', '.join(group)} searched different trees")
    return result


def per_node(figures: dict) -> str:
    return f"{figures['instructions'] / figures['nodes']:,.0f}" if figures["instructions"] else "not measured"


def text_recursive(context) -> str:
    result = measure_forms(context, WAYS)
    devices = [cpu for cpu in CPUS if CPUS[cpu]]
    nodes = result["switch_jump"]["x86-64"]

    def ply(form: str, cpu: str) -> str:
        figures, further = result[form][cpu], 0
        if form == "recursive":
            further = (figures["stack"] - result["switch_jump"][cpu]["stack"]) / nodes["deepest"]
        return f"{figures['frame'] + further:,.0f}"
    instructions = [[what, *(per_node(result[form][cpu]) for cpu in CPUS)] for form, what in WAYS.items()]
    memory = [[what, *(ply(form, cpu) for cpu in devices), *(f"{result[form][cpu]['stack']:,}" for cpu in devices)]
              for form, what in WAYS.items()]
    return (f"The search of Tiny with its 2 KB table, depth 5 from each of the bench positions, {nodes['nodes']:,} nodes, "
            f"deepest ply {nodes['deepest']}; the same tree in all forms. GCC, -O2. Instructions are counted exactly, "
            "on the Cortex-M by the emulator, on x86-64 by callgrind (which is why there is no stack figure). Instructions a node:\n\n"
            + table(["form", *CPUS], instructions) + "\n\nBytes a ply, and the deepest stack:\n\n"
            + table(["form", *(f"ply, {cpu}" for cpu in devices), *(f"stack, {cpu}" for cpu in devices)], memory))


def text_hooks(context) -> str:
    result = measure_forms(context, ("switch_jump", "no_operation", *BARE))
    rows = []
    for cpu in CPUS:
        hooks, hand = result["plain_hooks"][cpu], result["plain_by_hand"][cpu]
        without, withit = result["switch_jump"][cpu], result["no_operation"][cpu]
        ratio = (f"{100 * (hooks['instructions'] / hand['instructions'] - 1):+.1f} %" if hand["instructions"] else "-")
        rows.append([cpu, per_node(hooks), per_node(hand), ratio, f"{hooks['code']:,}", f"{hand['code']:,}",
                     f"{withit['instructions'] - without['instructions']:+,}", f"{withit['code'] - without['code']:+,}"])
    nodes = result["plain_hooks"]["x86-64"]["nodes"]
    return (f"Plain (alpha-beta, quiescence, draws), depth 3 from each of the bench positions, {nodes:,} nodes in both. Code is "
            "the whole program's: rules and evaluation are in it. The last two columns compare Tiny's search with the same and "
            "NoOperation in its list.\n\n" + table(
                ["processor", "hooks, per node", "by hand, per node", "hooks against by hand", "code, hooks", "code, by hand",
                 "NoOperation: instructions", "NoOperation: code"], rows))


# ---------------------------------------------------------------- forms of the loop

DERIVATION = build.ROOT / "host_tests" / "core" / "search" / "derivation"
# Name in tools/measure/loop_cost.cpp, what it is, file.
LOOPS = (("recursion", "natural recursion, values in locals (step 1)", "step1_recursion.hpp"),
         ("shared_frames", "recursion over frames (step 2)", "step2_frames.hpp"),
         ("labels", "recursion with labels (step 3)", "step3_labels.hpp"),
         ("no_call", "goto, switch at the bottom (step 4)", "step4_no_call.hpp"),
         ("slices", "the same in slices (step 5)", "step5_slices.hpp"),
         ("branch_table", "branch table", "form_branch_table.hpp"),
         ("label_address", "label's address in the frame", "form_label_address.hpp"),
         ("macros", "macros and a driver", "form_macros.hpp"),
         ("one_switch", "all in one switch", "form_one_switch.hpp"),
         ("engine", "the engine's loop, by hooks", ""))
LOOP_SOURCE = build.ROOT / "tools/measure/loop_cost.cpp"
LOOP_SOURCES = ("core", "tools/measure/loop_cost.cpp", "tools/measure/search_cost.ld", "tools/measure/harness.inc",
                *sorted(str(path.relative_to(build.ROOT)) for path in DERIVATION.glob("*.hpp")))
LOOP_CORE = ("position", "movegen", "fen", "tt")        # of core/, without which no form links
COMPILERS = {"GCC": ("g++", "arm-none-eabi-g++"), "Clang": ("clang++", "clang++")}
# It calls a library for each atomic access there, which is not at hand; and the stop flag is one in every node.
LEFT_OUT = {("Clang", "Cortex-M0")}


def target_flags(compiler: str, cpu: str) -> list:
    """What makes the compiler compile for the processor; Clang borrows GCC's library for Arm, but not its intrinsics."""
    if not CPUS[cpu]:
        return []
    flags = [f"-mcpu={CPUS[cpu]}", "-mthumb"]
    if compiler == "GCC":
        return flags
    said = run(["arm-none-eabi-g++", *flags, "-x", "c++", "-E", "-v", "/dev/null"], "the cross compiler")
    folders = re.search(r"search starts here:\n.*search starts here:\n(.*?)End of search", said, re.S)[1].split()
    return ["--target=arm-none-eabi", *flags, "-nostdlibinc",
            *(word for folder in folders if not re.search(r"/lib/gcc/[^/]+/[^/]+/include", folder) for word in ("-isystem", folder))]


def compile_loop(form: str, cpu: str, compiler: str, nodes: int, extra=()) -> Path:
    """The image; beside it, what each function takes of the stack."""
    command = [COMPILERS[compiler][1 if CPUS[cpu] else 0], *target_flags(compiler, cpu), *FLAGS]
    if CPUS[cpu]:
        command += [flag for flag in DEVICE if flag.startswith("-f")]
    folder = RESULTS / "images" / f"{compiler}-{CPUS[cpu] or cpu}-{source_hash(('core',))}"
    core = core_objects(command, folder, [build.ROOT / "core" / f"{name}.cpp" for name in LOOP_CORE])
    own, image = folder / f"{form}.o", folder / f"{form}{'.elf' if CPUS[cpu] else ''}"
    run([*command, *extra, f"-DSTACKMATE_NODES={nodes}", f"-DSTACKMATE_FORM={form}", "-fstack-usage", "-c", "-o", own, LOOP_SOURCE],
        f"{form} for {cpu} does not compile by {compiler}")
    if CPUS[cpu]:
        run(["arm-none-eabi-g++", f"-mcpu={CPUS[cpu]}", *DEVICE, "-o", image, own, *core, "-lc", "-lgcc"], "linking")
    else:
        run([COMPILERS[compiler][0], "-o", image, own, *core], "linking")
    return image


def stack_of_node(image: Path, compiler: str) -> int:
    """Bytes of stack that a call of `node` takes, with its return address: the forms that call themselves have one."""
    usage = [line.split("\t") for line in image.with_suffix(".su").read_text(encoding="utf-8").splitlines()]
    unnamed = 8 if not image.suffix and compiler == "Clang" else 0     # which counts what is pushed, but not by the call
    return sum(int(size) + unnamed for name, size, *_ in usage if re.search(r"\bnode\b|4nodeE", name))


def lines_of(file: str) -> int | None:
    """Of code, in the last part of a form's file that docs/DERIVATION.md shows: the loop itself."""
    if not file:
        return None
    part = re.findall(r"// shown: \w+\n(.*?)// end\n", (DERIVATION / file).read_text(encoding="utf-8"), re.S)[-1]
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in part.splitlines())


def measure_loop(form: str, cpu: str, compiler: str, nodes: int, extra=()) -> dict:
    image = compile_loop(form, cpu, compiler, nodes, extra)
    figures = device_figures(image, form, cpu, nodes) if CPUS[cpu] else desktop_figures(image, form)
    return {**figures, "ply": figures["frame"] + stack_of_node(image, compiler)}


def text_loops(context) -> str:
    available = [compiler for compiler in COMPILERS if shutil.which(COMPILERS[compiler][0])]
    kept = Kept("loops", source_hash(LOOP_SOURCES), context.quick, context.progress, len(available) * len(LOOPS) * len(CPUS) - len(LOOPS) * len(LEFT_OUT))
    blocks, trees = [], set()
    for compiler in available:
        cpus = [cpu for cpu in CPUS if (compiler, cpu) not in LEFT_OUT]
        devices = [cpu for cpu in cpus if CPUS[cpu]]
        instructions, memory = [], []
        version = re.search(r"\d+\.\d+\.\d+", run([COMPILERS[compiler][1], "--version"], compiler))[0]
        for form, what, file in LOOPS:
            figures = {}
            for cpu in reversed(cpus):      # the desktop first: it tells how many nodes there are
                figures[cpu] = kept.get(f"{compiler} {form} {cpu}", lambda: measure_loop(
                    form, cpu, compiler, figures.get("x86-64", {}).get("nodes", 0)))
            trees.add((figures["x86-64"]["nodes"], figures["x86-64"]["scores"], figures["x86-64"]["deepest"]))
            instructions.append([what, lines_of(file) or "-", *(per_node(figures[cpu]) for cpu in cpus)])
            memory.append([what, *(figures[cpu]["ply"] for cpu in cpus), *(f"{figures[cpu]['stack']:,}" for cpu in devices)])
        blocks.append(f"**{compiler} {version}**, instructions a node:\n\n" + table(["form", "lines of code", *cpus], instructions)
                      + "\n\nBytes a ply, and the deepest stack:\n\n" + table(
                          ["form", *(f"ply, {cpu}" for cpu in cpus), *(f"stack, {cpu}" for cpu in devices)], memory))
    if len(trees) != 1:
        raise ExperimentError(f"the forms of the loop searched different trees: {sorted(trees)}")
    nodes, _, deepest = trees.pop()
    return (f"Alpha-beta, scout, quiescence and draws, evaluated by material and squares, depth 3 from each of the bench "
            f"positions: {nodes:,} nodes, deepest ply {deepest}; the same tree in all forms. -O2. Instructions are counted as below. "
            "Lines are those of the loop itself, with its macros and driver; the pieces that all forms but the first share are "
            "left out, what is in them stands in the first form's own lines. Bytes a ply are the frame and, where the function "
            "calls itself, what a call takes of the stack by `-fstack-usage`.\n\n" + "\n\n".join(blocks))


def text_perft(context) -> str:
    perfts = []
    for board in boards.qemu_boards():
        if context.quick and board.name != boards.DEFAULT:
            continue
        if reason := emulator.why_not(board):
            raise ExperimentError(reason)
        build.build(board.name, progress=context.progress)
        perfts.append(bench.measure_perft(board, context.progress))
    return ("The second well-known position, r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1: by hand and "
            "plain to depth 3 (97,862 leaves), bulk and hashed to depth 4 (4,085,603). Instructions are counted exactly by the "
            "emulator; `tools/bench --only perft` prints the same table.\n\n" + bench.tables([], perfts))


# ---------------------------------------------------------------- nodes to depth

class Context:
    def __init__(self, options, progress):
        self.quick, self.games, self.progress, self.key = options.quick, options.games, progress, source_hash()
        self._lab = None

    def kept(self, name: str, total: int = 0) -> Kept:
        return Kept(name, self.key, self.quick, self.progress, total)

    @property
    def lab(self) -> Path:
        if self._lab is None:
            self._lab = duel.program("duel_lab", self.progress)
        return self._lab

    def positions(self) -> list:
        fens = POSITIONS.read_text(encoding="ascii").splitlines()
        return fens[::8] if self.quick else fens

    def depth(self, version: str, depth: int, table_bytes: int) -> list:
        """For each position the nodes until each depth was finished."""
        most = 300_000 if self.quick else 3_000_000
        command = [*NICE, str(self.lab), "depth", "--version", version, "--depth", str(depth), "--table", str(table_bytes),
                   "--most", str(most)]
        result = subprocess.run(command, input="\n".join(self.positions()) + "\n", capture_output=True, text=True,
                                check=False)
        if result.returncode != 0:
            raise ExperimentError(result.stderr)
        return [[int(nodes) for nodes in line.split()] for line in result.stdout.splitlines()]

    def match(self, a: str, b: str, games: int, nodes: int | str = 1000, tables: str = "", name: str = "") -> dict:
        """Played on one core; a log lets an interrupted match go on."""
        games = 40 if self.quick else games
        called = re.sub(r"[^\w.-]", "_", f"{name or f'{a}-{b}'}-{games}-{nodes}")
        log = RESULTS / f"match-{self.key}-{called}.log"
        RESULTS.mkdir(parents=True, exist_ok=True)
        command = [*NICE, str(self.lab), "match", a, b, "--games", str(games), "--nodes", str(nodes), "--threads", "1",
                   "--log", str(log), *(["--table", tables] if tables else [])]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode == 1 and log.exists():     # begun by a program that was built in another way
            log.unlink()
            result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise ExperimentError(result.stderr)
        last = re.search(r"\+(\d+) =(\d+) -(\d+)  ([\d.]+) %  Elo (\S+) \+- (\S+)", result.stdout.splitlines()[-1])
        return {"games": sum(int(last[n]) for n in (1, 2, 3)), "score": float(last[4]), "elo": float(last[5]),
                "error": float(last[6])}


def at_depth(lists, depth: int, everywhere) -> list:
    """Nodes until `depth`, for the positions of `everywhere`."""
    return [lists[index][depth - 1] for index in everywhere]


def finished_by_all(groups, depth: int) -> list:
    """Indices of the positions that all finished to `depth`."""
    groups = list(groups)
    return [index for index in range(len(groups[0])) if all(len(lists[index]) >= depth for lists in groups)]


def spread(nodes) -> list:
    ordered = sorted(nodes)
    ninetieth = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    return [f"{statistics.mean(ordered):,.0f}", f"{ninetieth:,}", f"{ordered[-1]:,}"]


def text_deepening(context) -> str:
    depth = 7 if context.quick else 9
    kept = context.kept("deepening", 2 * len(BASES))
    rows = []
    for base, configuration, own in BASES:
        for bytes_ in (own, 0):
            lists = kept.get(f"{base} {bytes_}", lambda: context.depth(base, depth, bytes_))
            done = finished_by_all([lists], depth)
            shares = []
            for level in range(depth - 3, depth + 1):
                last = sum(at_depth(lists, level, done))
                shares.append(f"{100 * sum(at_depth(lists, level - 1, done)) / last:.0f} %")
            rows.append([f"{configuration}, {f'table of {bytes_:,} bytes' if bytes_ else 'no table'}", len(done), *shares,
                         f"{sum(at_depth(lists, depth, done)) / len(done):,.0f}"])
    return (f"Nodes of all earlier iterations as a share of all nodes until a depth was finished, over those of the "
            f"{len(context.positions())} positions that were searched to depth {depth} within 3 million nodes.\n\n" + table(
                ["", "positions", *(f"depth {level}" for level in range(depth - 3, depth + 1)),
                 f"mean nodes to depth {depth}"], rows))


def text_iid(context) -> str:
    depth = 6 if context.quick else 8
    names = run([context.lab, "versions"], "duel_lab").split()
    blocks = []
    kept = context.kept("iid", 2 * sum("-iid-" in name for name in names))
    for base, configuration, own in BASES:
        forms = [name for name in names if name.startswith(f"{base}-iid-")]
        for bytes_ in (own, 0):
            lists = {form: kept.get(f"{form} {bytes_}", lambda: context.depth(form, depth, bytes_)) for form in forms}
            done = finished_by_all(lists.values(), depth)
            plain = at_depth(lists[f"{base}-iid-none"], depth, done)
            rows = []
            for form in forms:
                nodes = at_depth(lists[form], depth, done)
                ratio = statistics.geometric_mean([(a + 1) / (b + 1) for a, b in zip(nodes, plain)])
                rows.append([form.removeprefix(f"{base}-iid-"), f"{100 * (sum(nodes) / sum(plain) - 1):+.1f} %",
                             f"{100 * (ratio - 1):+.1f} %", *spread(nodes)])
            blocks.append(f"**{configuration}, {f'table of {bytes_:,} bytes' if bytes_ else 'no table'}**, {len(done)} positions:\n\n"
                          + table(["IID", "all nodes, against none", "geometric mean", "mean", "90th percentile", "maximum"],
                                  rows))
    return (f"Nodes until depth {depth} was finished, over those of the {len(context.positions())} positions that all forms "
            "finished within 3 million nodes. IID from depth 4 on.\n\n" + "\n\n".join(blocks))


# Form, the form it plays against, games against those of the other tables.
IID_MATCHES = (("minus2-pv", "none", 1), ("minus2-cut", "none", 1), ("every-ply", "none", 1), ("none-reset", "none", 1),
               ("minus2-pv-reset", "minus2-pv", 4))
IID_NODES = 3000        # at 1,000 a move no form of IID finds anything to do where the table is large: the games are the same


def text_iid_matches(context) -> str:
    kept = context.kept("iid-match", len(BASES) * len(IID_MATCHES))
    rows = []
    for base, configuration, _ in BASES:
        for form, other, share in IID_MATCHES:
            games = share * context.games
            result = kept.get(f"{base} {form} {other} {games}",
                              lambda: context.match(f"{base}-iid-{form}", f"{base}-iid-{other}", games, IID_NODES))
            rows.append([f"{configuration}: {form} against {other}", result["games"], f"{result['score']:.1f} %",
                         f"{result['elo']:+.1f} ± {result['error']:.1f}"])
    return f"{IID_NODES:,} nodes a move, tables of 64 KB (Full) and 2 KB (Tiny).\n\n" + table(["", "games", "score", "Elo"], rows)


# Nodes a move: about what the boards search in 100 ms.
WITHOUT_NODES = {"large": 5000, "small": 2000}


def text_without(context) -> str:
    depth = 6 if context.quick else 9
    names = run([context.lab, "versions"], "duel_lab").split()
    blocks = []
    kept = context.kept("without", 2 * sum("-without-" in name for name in names) + len(BASES))
    for base, configuration, own in BASES:
        versions = [name for name in names if name.startswith(f"{base}-without-")]
        lists = {name: kept.get(f"{name} depth", lambda: context.depth(name, depth, own)) for name in [base, *versions]}
        rows = []
        for name in versions:
            done = finished_by_all([lists[base], lists[name]], depth)
            whole = sum(at_depth(lists[base], depth, done))
            nodes = sum(at_depth(lists[name], depth, done))
            if not done:
                raise ExperimentError(f"{name} finished depth {depth} nowhere")
            limit = WITHOUT_NODES[base]
            result = kept.get(f"{name} {context.games} {limit}",
                              lambda: context.match(name, base, context.games, limit))
            rows.append([f"`{name.removeprefix(f'{base}-without-')}`", f"{100 * (nodes / whole - 1):+.0f} %", len(done),
                         f"{result['elo']:+.0f} ± {result['error']:.0f}", result["games"]])
        blocks.append(f"**{configuration}**, games at {WITHOUT_NODES[base]:,} nodes a move\n\n" + table(
            ["taken out", f"nodes to depth {depth}", "positions", "Elo", "games"], rows))
    return (f"Nodes until depth {depth} was finished, against the whole version's, over those of the "
            f"{len(context.positions())} positions that both finished within 3 million nodes; and the Elo difference to the whole "
            "version. A negative figure is what the enhancement is worth. Equal nodes are not equal time: "
            "an enhancement that makes a node cheaper or dearer is worth that much more or less.\n\n" + "\n\n".join(blocks))


def text_kilobytes(context) -> str:
    sizes = [0, 256, 512, 1024, 2048, 4096, 16384, 65536]
    kept = context.kept("kilobytes", len(BASES) * len(sizes))
    results = {}
    for base, _, _ in BASES:
        for size in sizes:
            if size == 2048:
                kept.asked += 1
                continue
            results[base, size] = kept.get(f"{base} {size} {context.games}", lambda: context.match(
                base, base, context.games, nodes=4000, tables=f"{size}:2048", name=f"{base}-{size}"))
    rows = []
    for size in sizes:
        cells = ["0 ± 0" if size == 2048 else f"{results[base, size]['elo']:+.0f} ± {results[base, size]['error']:.0f}"
                 for base, _, _ in BASES]
        rows.append([f"{size:,}", *cells])
    games = next(iter(results.values()))["games"]
    return (f"Elo against the same version with a table of 2,048 bytes, 4,000 nodes a move, {games} games each.\n\n"
            + table(["table, bytes", "Full", "Tiny"], rows))


# What stands for a version in tools/measure/search_cost.cpp.
FORM_OF = {"plain": "plain_hooks", "large": "full", "small": "switch_jump"}


def cost_m4(context, base: str) -> int:
    """Instructions per node of a version on a Cortex-M4, counted as those of the forms above are."""
    kept, form = context.kept("cost", 2 * len(FORM_OF)), FORM_OF[base]
    nodes = kept.get(f"{form} x86-64", lambda: desktop_form(form))["nodes"]
    return round(kept.get(f"{form} Cortex-M4", lambda: device_form(form, "Cortex-M4", nodes))["instructions"] / nodes)


def text_whole(context) -> str:
    costs = {base: cost_m4(context, base) for base in FORM_OF}
    kept = context.kept("whole", len(BASES))
    rows = []
    for base, configuration, own in BASES:
        nodes = 5000 * costs[base] // costs["plain"] // 10 * 10
        result = kept.get(f"{base} plain {nodes} {context.games}", lambda: context.match(
            base, "plain", context.games, nodes=f"5000:{nodes}", tables=f"{own}:0"))
        rows.append([f"{configuration}, 5,000 nodes", f"{nodes:,}", result["games"], f"{result['score']:.1f} %",
                     f"{result['elo']:+.0f} ± {result['error']:.0f}"])
    return (f"Plain is the first search: alpha-beta, quiescence, draws. It gets as many more nodes as they cost less on a "
            f"Cortex-M4, counted over the bench positions: {costs['plain']:,} instructions against {costs['large']:,} in Full "
            f"and {costs['small']:,} in Tiny.\n\n" + table(["", "nodes of Plain", "games", "score", "Elo"], rows))


REPLACEMENTS = (("any", "any entry, by chance"), ("depth", "the least deep"), ("age1", "the least of depth less 1 a search"),
                ("age100", "the oldest, then the least deep"))


def text_replacement(context) -> str:
    kept = context.kept("replacement", len(BASES) * len(REPLACEMENTS))
    rows, games = [], 2 * context.games
    for name, what in REPLACEMENTS:
        cells = []
        for base, _, own in BASES:
            result = kept.get(f"{base} {name} {games}", lambda: context.match(
                f"{base}-replace-{name}", base, games, nodes=4000, tables=f"{own}:{own}"))
            cells.append(f"{result['elo']:+.0f} ± {result['error']:.0f}")
        rows.append([what, *cells])
    heads = [f"{configuration}, {own:,} bytes" for _, configuration, own in BASES]
    return (f"Elo against the policy in use, 4,000 nodes a move, {games} games each.\n\n"
            + table(["makes room in a full bucket", *heads], [*rows, ["the least of depth less 4 a search (in use)", "0", "0"]]))


def text_parallel(context) -> str:
    tasks = ("b5",) if context.quick else ("p6", "p8")
    build.build(parallel.BOARD, progress=context.progress)
    key = hashlib.sha256(parallel.image().read_bytes()).hexdigest()[:12]
    kept = context.kept("parallel", len(tasks))
    rows = []
    for task in tasks:
        lines = kept.get(f"{task} {key}", lambda: parallel.transcript(task, niceness=NICE))
        found = parallel.positions_of(lines)
        speed = parallel.speed_ups(found)
        nodes = [f"{sum(getattr(p, name) for p in found):,}" for name in ("alone_nodes", "helped_nodes", "helper_nodes")]
        rows.append([f"depth {task[1]}", len(found), *nodes,
                     *(f"{speed[name]:.2f}" for name in ("sum", "mean", "mean of the longest half", "10th percentile",
                                                         "median", "90th percentile")),
                     f"{100 * speed['slower']:.0f} %", f"{100 * speed['same']:.0f} %"])
    return ("Full with its table of 65,536 bytes on the emulated AN521, two Cortex-M33; the image is "
            "`host_tests/device/two_cores_image.cpp`. Speed-up: instructions of the first core until the depth was "
            "finished, alone over helped; of the sums, then position by position (geometric means). The longest half "
            "are the positions that took longest alone.\n\n" + table(
                ["", "positions", "nodes alone", "nodes helped", "nodes of the helper", "speed-up", "mean",
                 "of the longest half", "10th percentile", "median", "90th percentile", "slower",
                 "same score and move"], rows))


TABLES = {
    "perft": ("Perft: one skeleton, three flavours", text_perft),
    "loops": ("Forms of the loop", text_loops),
    "recursive": ("Iterative against recursive", text_recursive),
    "hooks": ("Hooks against hand-written", text_hooks),
    "deepening": ("What iterative deepening costs", text_deepening),
    "iid": ("Internal iterative deepening: nodes", text_iid),
    "iid-match": ("Internal iterative deepening: games", text_iid_matches),
    "without": ("Each enhancement taken out", text_without),
    "kilobytes": ("Strength for a kilobyte of table", text_kilobytes),
    "whole": ("All enhancements together", text_whole),
    "replacement": ("Which entry makes room", text_replacement),
    "parallel": ("A second core", text_parallel),
}


# ---------------------------------------------------------------- the document

def sections_of(document: str) -> dict:
    """Name -> text of the measured parts of the document as it stands."""
    return {match[1]: match[2].strip() for match in
            re.finditer(r"<!-- begin ([\w-]+) -->\n(.*?)<!-- end \1 -->", document, re.S)}


def wrapped(text: str) -> str:
    """Paragraphs in lines; tables and blocks stay as they are."""
    return "\n\n".join(part if "\n" in part or part.startswith("|") else textwrap.fill(part, 118)
                       for part in text.split("\n\n"))


def document_of(sections: dict) -> str:
    parts = [experiments_text.OPENING.strip()]
    for name, (title, _) in TABLES.items():
        if name in sections:
            parts += [f"## {title}", experiments_text.QUESTIONS[name].strip(),
                      f"<!-- begin {name} -->\n{sections[name]}\n<!-- end {name} -->",
                      experiments_text.FINDINGS[name].strip()]
    return "\n\n".join(parts) + "\n"


def write(measured: dict) -> None:
    """Puts the tables into the document; those measured earlier, or by another run meanwhile, stay."""
    there = sections_of(DOCUMENT.read_text(encoding="utf-8")) if DOCUMENT.exists() else {}
    DOCUMENT.write_text(document_of({**there, **measured}), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/experiments", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures what docs/EXPERIMENTS.md tells and writes it. Whatever was measured of the same sources is\n"
                    "kept in build/experiments, so an interrupted run goes on. All of it takes hours, on one core.",
        epilog="tables: " + ", ".join(TABLES))
    parser.add_argument("--only", action="append", choices=tuple(TABLES), metavar="TABLE",
                        help="only this table; the others stay as they are; may be given several times")
    parser.add_argument("--games", type=int, default=500, metavar="N", help="for each match (default: 500)")
    parser.add_argument("--quick", action="store_true",
                        help="few positions and games, to see that all works; prints the document and writes nothing")
    options = parser.parse_args()
    progress = terminal.Progress()
    try:
        build.setup()
        if reason := emulator.why_not(boards.find(boards.DEFAULT)):
            raise ExperimentError(reason)
        context = Context(options, progress)
        measured = {}
        for name in options.only or TABLES:
            measured[name] = wrapped(f"{TABLES[name][1](context)}\n\nSources: {context.key}.")
            progress.clear()
            if not options.quick:
                write(measured)
        if options.quick:
            print(document_of(measured))
        else:
            print(f"{DOCUMENT.relative_to(build.ROOT)} is written")
        return 0
    except (ExperimentError, build.BuildError, counting.CountingError, emulator.EmulatorError,
            parallel.ParallelError) as error:
        progress.clear()
        print(f"tools/experiments: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        progress.clear()
        print("tools/experiments: stopped; the same call goes on from here", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
