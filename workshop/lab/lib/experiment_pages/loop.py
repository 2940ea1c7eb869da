"""The tables of workshop/lab/pages/LOOP.md."""

import re
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import bench
import boards
import build
import emulator
import measuring
from terminal import ToolError
from search_cost import (BARE, CPUS, FLAGS, LEFT_OUT, WAYS, compile_form, compiled, compilers, desktop_figures, desktop_form,
                         device_figures, device_form, image_of, instructions_of, measure_forms, per_node, version_of)


def cpus_of(compiler: str) -> list:
    return [cpu for cpu in CPUS if (compiler, cpu) not in LEFT_OUT]


def block(compiler: str, heads, instructions, memory_heads, memory) -> str:
    """The two tables of a compiler."""
    return (f"**{compiler} {version_of(compiler)}**, instructions a node:\n\n{measuring.table(heads, instructions)}\n\nBytes a ply, and the "
            f"deepest stack:\n\n{measuring.table(['form', *memory_heads], memory)}")


def text_recursive(context) -> str:
    blocks = []
    for compiler in compilers():
        result, cpus = measure_forms(context, WAYS, compiler), cpus_of(compiler)
        devices = [cpu for cpu in cpus if CPUS[cpu]]
        nodes = result["switch_jump"]["x86-64"]

        def ply(form: str, cpu: str) -> str:
            figures, further = result[form][cpu], 0
            if form == "recursive":
                further = (figures["stack"] - result["switch_jump"][cpu]["stack"]) / nodes["deepest"]
            return f"{figures['frame'] + further:,.0f}"
        instructions = [[what, *(per_node(result[form][cpu]) for cpu in cpus)] for form, what in WAYS.items()]
        memory = [[what, *(ply(form, cpu) for cpu in devices), *(f"{result[form][cpu]['stack']:,}" for cpu in devices)]
                  for form, what in WAYS.items()]
        blocks.append(block(compiler, ["form", *cpus], instructions, [f"{of}, {cpu}" for of in ("ply", "stack") for cpu in devices], memory))
    return (f"The search of Tiny with its 2 KB table, depth 5 from each of the bench positions, {nodes['nodes']:,} nodes, "
            f"deepest ply {nodes['deepest']}; the same tree in all forms; compiled with -O2. Instructions are counted exactly, "
            "on the Cortex-M by the emulator, on x86-64 by callgrind (which is why there is no stack figure).\n\n" + "\n\n".join(blocks))


def text_hooks(context) -> str:
    rows = []
    for compiler in compilers():
        result = measure_forms(context, ("switch_jump", "no_operation", *BARE), compiler)
        for cpu in cpus_of(compiler):
            hooks, hand = result["plain_hooks"][cpu], result["plain_by_hand"][cpu]
            without, withit = result["switch_jump"][cpu], result["no_operation"][cpu]
            ratio = (f"{100 * (hooks['instructions'] / hand['instructions'] - 1):+.1f} %" if hand["instructions"] else "-")
            rows.append([f"{cpu}, {compiler}", per_node(hooks), per_node(hand), ratio, f"{hooks['code']:,}", f"{hand['code']:,}",
                         f"{withit['instructions'] - without['instructions']:+,}", f"{withit['code'] - without['code']:+,}"])
    nodes = result["plain_hooks"]["x86-64"]["nodes"]
    versions = " and ".join(f"{compiler} {version_of(compiler)}" for compiler in compilers())
    return (f"Plain (alpha-beta, quiescence, draws), depth 3 from each of the bench positions, {nodes:,} nodes in both. {versions}, "
            "-O2. Code is that of the whole program, with rules and evaluation.\n\n" + measuring.table(
                ["processor, compiler", "hooks, per node", "by hand, per node", "hooks against by hand", "code, hooks", "code, by hand",
                 "NoOperation: instructions", "NoOperation: code"], rows))


# ---------------------------------------------------------------- forms of the loop

DERIVATION = build.ROOT / "workshop/lab" / "forms" / "derivation"
# Name in workshop/lab/measure/loop_cost.cpp, what it is, file.
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
LOOP_SOURCE = build.ROOT / "workshop/lab/measure/loop_cost.cpp"
LOOP_SOURCES = ("core", "workshop/lab/measure/loop_cost.cpp", "workshop/lab/measure/search_cost.ld", "workshop/lab/measure/harness.inc",
                *sorted(str(path.relative_to(build.ROOT)) for path in DERIVATION.glob("*.hpp")))
# Of core/, without which no form links.
LOOP_CORE = ("chess/position", "chess/position_chess960", "chess/movegen", "notation/fen", "search/transposition_table")
def compile_loop(form: str, cpu: str, compiler: str, nodes: int, extra=()) -> Path:
    """The image; beside it, what each function takes of the stack."""
    folder = measuring.RESULTS / "images" / f"{compiler}-{CPUS[cpu] or cpu}-{measuring.source_hash(('core',))}"
    return compiled(form, cpu, compiler, nodes, folder / f"{form}{'.elf' if CPUS[cpu] else ''}", LOOP_SOURCE,
                    [build.ROOT / "core" / f"{name}.cpp" for name in LOOP_CORE], (*extra, "-fstack-usage"))


def stack_of_node(image: Path, compiler: str) -> int:
    """Bytes of stack that a call of `node` takes, with its return address: the forms that call themselves have one."""
    usage = [line.split("\t") for line in image.with_suffix(".su").read_text(encoding="utf-8").splitlines()]
    unnamed = 8 if not image.suffix and compiler == "Clang" else 0     # which counts what is pushed, but not by the call
    return sum(int(size) + unnamed for name, size, *_ in usage if re.search(r"\bnode\b|4nodeE", name))


def lines_of(file: str) -> int | None:
    """Of code, in the last part of a form's file that workshop/lab/DERIVATION.md shows: the loop itself."""
    if not file:
        return None
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in shown_of(file).splitlines())


def shown_of(file: str) -> str:
    return re.findall(r"// shown: \w+\n(.*?)// end\n", (DERIVATION / file).read_text(encoding="utf-8"), re.S)[-1]


def decisions_and_jumps(file: str) -> tuple:
    """In the same part as the lines: McCabe's number (T. McCabe, 1976), which is one more than there are decisions, with each case and each
    && and || for one; and how many goto there are, of which that number knows nothing."""
    part = "\n".join(line.partition("//")[0] for line in shown_of(file).splitlines())
    return 1 + len(re.findall(r"\b(?:if|while|for|case)\b|&&|\|\||\?", part.replace("&&after", ""))), len(re.findall(r"\bgoto\b", part))


def text_complexity(_context) -> str:
    return "As they stand in the source.\n\n" + measuring.table(["form", "lines of code", "McCabe's number", "goto"], [
        [what, lines_of(file), *decisions_and_jumps(file)] for _, what, file in LOOPS if file])


def measure_loop(form: str, cpu: str, compiler: str, nodes: int, extra=()) -> dict:
    image = compile_loop(form, cpu, compiler, nodes, extra)
    figures = device_figures(image, form, cpu, nodes) if CPUS[cpu] else desktop_figures(image, form)
    return {**figures, "ply": figures["frame"] + stack_of_node(image, compiler)}


class Measured:
    """What the forms of the loop take; all must search the same tree."""

    def __init__(self, context, name: str, total: int):
        self.kept, self.trees = measuring.Kept(name, measuring.source_hash(LOOP_SOURCES), context.quick, context.progress, total), set()

    def figures(self, form: str, compiler: str, cpus, prefix: str = "") -> dict:
        """Of each processor."""
        figures = {}
        for cpu in reversed(cpus):      # the desktop first: it tells how many nodes there are
            figures[cpu] = self.kept.get(f"{prefix}{form} {cpu}", lambda: measure_loop(
                form, cpu, compiler, figures.get("x86-64", {}).get("nodes", 0)))
        self.trees.add(tuple(figures["x86-64"][figure] for figure in ("nodes", "scores", "deepest")))
        return figures

    def tree(self) -> str:
        if len(self.trees) != 1:
            raise ToolError(f"the forms searched different trees: {sorted(self.trees)}")
        nodes, _, deepest = self.trees.pop()
        return f"{nodes:,} nodes, deepest ply {deepest}"


def text_loops(context) -> str:
    available = compilers()
    measured, blocks = Measured(context, "loops", len(LOOPS) * (len(available) * len(CPUS) - len(LEFT_OUT))), []
    for compiler in available:
        cpus = cpus_of(compiler)
        devices = [cpu for cpu in cpus if CPUS[cpu]]
        instructions, memory = [], []
        for form, what, file in LOOPS:
            figures = measured.figures(form, compiler, cpus, f"{compiler} ")
            instructions.append([what, lines_of(file) or "-", *(per_node(figures[cpu]) for cpu in cpus)])
            memory.append([what, *(figures[cpu]["ply"] for cpu in cpus), *(f"{figures[cpu]['stack']:,}" for cpu in devices)])
        blocks.append(block(compiler, ["form", "lines of code", *cpus], instructions,
                            [*(f"ply, {cpu}" for cpu in cpus), *(f"stack, {cpu}" for cpu in devices)], memory))
    return (f"Alpha-beta, scout, quiescence and draws, evaluated by material and squares, depth 3 from each of the bench "
            f"positions: {measured.tree()}; the same tree in all forms; compiled with -O2. Instructions are counted as above.\n\n" + "\n\n".join(blocks))


F2S = {"f2": "recursion", "knuth_moore": "their loop"}    # of workshop/lab/measure/loop_cost.cpp


def text_f2(context) -> str:
    measured, rows = Measured(context, "f2", len(F2S) * len(CPUS)), []
    for form, what in F2S.items():
        figures = measured.figures(form, "GCC", CPUS)
        rows.append([what, *(per_node(figures[cpu]) for cpu in CPUS), figures["Cortex-M4"]["ply"], f"{figures['Cortex-M4']['stack']:,}"])
    return (f"As the forms above, without a scout: {measured.tree()}; GCC {version_of('GCC')}, instructions a node; bytes a ply and the "
            "deepest stack on a Cortex-M4.\n\n" + measuring.table(["F2", *CPUS, "a ply", "stack"], rows))


# Name in workshop/lab/measure/loop_cost.cpp, what it is.
ENDINGS = (("recursion", "natural recursion: returns through all levels"), ("shared_frames", "recursion over frames: the same"),
           ("no_call", "loop without a stop of its own: goes back through its frames"), ("slices", "loop in slices, given up: all moves are taken back"),
           ("engine", "the engine's loop, given up"), ("slices_kept", "loop in slices, kept: may go on later"), ("engine_kept", "the engine's loop, kept"))
RAISED_AT = (1, 2, 4, 6, 8, 10, 12)


def ending(form: str, cpu: str, ply: int) -> float:
    """Instructions from the call that raises the flag at the first node of a ply to the return of the search: the mean."""
    raised = (f"-DSTACKMATE_RAISE_AT={ply}",)
    nodes = int(measuring.run([compile_loop("recursion", "x86-64", "GCC", 0, raised)], form).split()[0])
    figures = device_figures(compile_loop(form, cpu, "GCC", nodes, raised), form, cpu, nodes, "raise_stop")
    return figures["instructions"] / figures["calls"]


def text_ending(context) -> str:
    cpus, plies = ("Cortex-M0", "Cortex-M4"), RAISED_AT[::3] if context.quick else RAISED_AT
    kept = measuring.Kept("ending", measuring.source_hash(LOOP_SOURCES), context.quick, context.progress, len(ENDINGS) * len(cpus) * len(plies))
    rows = []
    for cpu in cpus:
        for form, what in ENDINGS:
            found = [kept.get(f"{form} {cpu} {ply}", lambda: ending(form, cpu, ply)) for ply in plies]
            rows.append([f"{cpu}, {what}", *(f"{cost:,.0f}" for cost in found), f"{(found[-1] - found[0]) / (plies[-1] - plies[0]):,.1f}"])
    return (f"Instructions from the call that raises the stop flag, when the first move to ply d was made, to the return of the search: the mean "
            f"of the bench positions that have a move, counted exactly by the emulator; GCC {version_of('GCC')}, -O2. All forms have made the same moves, and "
            "make none after that.\n\n" + measuring.table(["form", *(f"d = {ply}" for ply in plies), "a ply"], rows))


# ---------------------------------------------------------------- moves and frames in memory

# Name in workshop/lab/measure/search_cost.cpp, what it is.
STORAGES = (("full_no_list", "no list: moves are searched as they are generated"), ("full", "one arena for all plies (in use)"),
            ("full_list", "a list for each ply, 224 moves each"))


def text_storage(context) -> str:
    kept = context.kept("storage", 2 * len(STORAGES))
    rows = []
    for form, what in STORAGES:
        desktop = kept.get(f"{form} x86-64", lambda: desktop_form(form))
        device = kept.get(f"{form} Cortex-M4", lambda: device_form(form, "Cortex-M4", desktop["nodes"]))
        rows.append([what, f"{desktop['nodes']:,}", per_node(device), f"{device['instructions'] / 1e6:,.0f}", device["frame"],
                     f"{device['instance']:,}"])
    return ("Full with its 64 KB table, depth 6 from each of the bench positions, on a Cortex-M4, compiled with GCC and -O2. The bytes of the "
            "search are those of the whole object: frames, moves, and what the enhancements remember.\n\n" + measuring.table(
                ["where the moves are kept", "nodes", "instructions a node", "million instructions", "bytes a ply's frame", "bytes of the search"],
                rows))


def text_place(context) -> str:
    """From data sheets and manuals; only the sizes are measured."""
    kept = context.kept("storage", 2)
    rows = []
    for form, configuration in (("full", "Full"), ("switch_jump", "Tiny")):
        desktop = kept.get(f"{form} x86-64", lambda: desktop_form(form))
        device = kept.get(f"{form} Cortex-M4", lambda: device_form(form, "Cortex-M4", desktop["nodes"]))
        plies = {"Full": 40, "Tiny": 32}[configuration]
        size = plies * device["frame"]
        fits = ", ".join(name for name, room in (("CCM", 65536), ("DTCM", 65536), ("RP2040's small bank", 4096)) if size <= room)
        rows.append([configuration, plies, device["frame"], f"{size:,}", fits])
    return measuring.table(["", "plies", "bytes a frame", "bytes in all", "fit into"], rows)


# As an STM32F746's for data. Places of the stack that are a way apart fall into the same sets.
CACHE_BYTES, CACHE_WAYS, CACHE_LINE = 4096, 4, 32
MISS = 10       # instructions that a miss costs in KCachegrind's estimate of cycles
CACHED = {"recursion": "recursion", "shared_frames": "recursion over frames", "slices": "loop over frames"}


def misses(image: Path, further: int) -> tuple:
    """Data misses in the cache, with so many bytes more at the top of the stack: they move all that lies below. And the instructions."""
    if not shutil.which("valgrind"):
        raise ToolError("the misses are counted by cachegrind, and there is no valgrind here: install the package valgrind")
    said = measuring.run(["env", f"MORE={further * 'x'}", "valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null",
                          f"--D1={CACHE_BYTES},{CACHE_WAYS},{CACHE_LINE}", image], "cachegrind")
    return tuple(int(re.search(rf"{what}: +([\d,]+)", said)[1].replace(",", "")) for what in ("D1 +misses", "I +refs"))


def text_cache(context) -> str:
    way = CACHE_BYTES // CACHE_WAYS
    kept = measuring.Kept("cache", measuring.source_hash(LOOP_SOURCES), context.quick, context.progress, 5 * len(CACHED))
    work, rows, shallow = set(), [], ("-DSTACKMATE_DEPTH=1",) if context.quick else ()
    for form, what in CACHED.items():
        image = compile_loop(form, "x86-64", "GCC", 0, shallow)
        work.add(kept.get(f"{form} work", lambda: measuring.run([image], form)))
        found = [kept.get(f"{form} {further}", lambda: misses(image, further)) for further in range(0, way, way // 4)]
        missed, instructions = sorted(missed for missed, _ in found), found[0][1]
        rows.append([what, f"{instructions:,}", *(f"{missed[at]:,}" for at in (0, -1)),
                     *(f"{(instructions + MISS * missed[at]) / 1e6:.2f} million" for at in (0, -1))])
    if len(work) != 1:
        raise ToolError(f"the forms of the loop did unequal work: {sorted(work)}")
    return (f"The search of the forms above on x86-64, compiled with GCC {version_of('GCC')} and -O2: {int(work.pop().split()[0]):,} nodes in each. Misses of data "
            f"in a cache of {CACHE_BYTES:,} bytes, {CACHE_WAYS} ways and lines of {CACHE_LINE} bytes, counted by cachegrind over the whole program, with the "
            f"stack at four places a quarter of a way apart. An estimate of the cycles is KCachegrind's: a miss costs as much as {MISS} "
            "instructions.\n\n" + measuring.table(["form", "instructions", "D1 misses, fewest", "D1 misses, most", "estimate, least", "most"], rows))


# Of workshop/lab/measure/loop_cost.cpp the first ones, of search_cost.cpp the last two.
PROFILED = {"recursion": "natural recursion", "shared_frames": "recursion over frames", "slices": "loop in slices", "engine": "the engine's loop, three hooks",
            "recursive": "Tiny, recursive", "switch_jump": "Tiny, loop"}


def profile(image: Path) -> tuple:
    """Of each function that was called within search_position, by callgrind: its own instructions, all those that are reported for it and for
    what it calls, and which functions that is."""
    out = image.with_suffix(".callgrind")
    measuring.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--toggle-collect=search_position", image], "callgrind")
    own, reported, called, function, cost_of_call = Counter(), Counter(), defaultdict(set), "", False
    for line in out.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"(c?)fn=\((\d+)\)", line):
            if match[1]:
                called[function].add(match[2])
            else:
                function = match[2]
        elif match := re.fullmatch(r"[+*-]?\d*(?: [+*-]?\d*)* (\d+)", line):
            reported[function] += int(match[1])
            own[function] += 0 if cost_of_call else int(match[1])
        cost_of_call = line.startswith("calls=")
    return own, reported, called


def on_cycles(called: dict) -> set:
    """The functions that are called below themselves."""
    def below(function: str) -> set:
        found, left = set(), [function]
        while left:
            fresh = called.get(left.pop(), set()) - found
            found |= fresh
            left += fresh
        return found
    return {function for function in called if function in below(function)}


def text_profiling(context) -> str:
    if not shutil.which("valgrind"):
        raise ToolError("the calls are counted by callgrind, and there is no valgrind here: install the package valgrind")
    kept = context.kept("profiling", len(PROFILED))
    flags, rows = ("-fno-inline", *(("-DSTACKMATE_DEPTH=1",) if context.quick else ())), []

    def measure(form: str) -> list:
        image = (compile_form(form, "x86-64", 0, image_of(form, "x86-64", "GCC"), flags) if form in WAYS
                 else compile_loop(form, "x86-64", "GCC", 0, flags))
        own, reported, called = profile(image)
        cycle, all_own = on_cycles(called), sum(own.values())
        return [sum(bool(cost) for cost in own.values()), len(cycle), f"{100 * sum(own[function] for function in cycle) / all_own:.1f} %",
                f"{100 * max(reported.values()) / all_own:,.0f} %"]
    for form, what in PROFILED.items():
        rows.append([what, *kept.get(form, lambda: measure(form))])
    return (f"The searches above on x86-64, by callgrind; GCC {version_of('GCC')}, -O2 and -fno-inline, so that functions can be seen. Shares are of "
            "all instructions of the search.\n\n" + measuring.table(
                ["search", "functions", "on a cycle", "their own instructions", "most that is reported for a function"], rows))


def text_perft(context) -> str:
    perfts = []
    for board in boards.qemu_boards():
        if context.quick and board.name != boards.DEFAULT:
            continue
        if reason := emulator.why_not(board):
            raise ToolError(reason)
        build.build(board.name, progress=context.progress, targets=("perft_cost",))
        perfts.append(bench.measure_perft(board, context.progress))
    return ("The second well-known position, r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1: by hand and "
            "plain to depth 3 (97,862 leaves), the others to depth 4 (4,085,603). Instructions are counted exactly by the "
            "emulator; `tools/bench --only perft` prints the same table.\n\n" + bench.tables([], perfts))


# Of 16 bytes each; 0: no table.
PERFT_ENTRIES = (0, 64, 1024, 16384, 262144)
PERFT_FENS = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")


def perft_forms() -> Path:
    sources = ("workshop/lab/measure/perft_forms.cpp", *sorted((build.ROOT / "core/chess").glob("*.cpp")), "core/notation/fen.cpp")
    image = measuring.RESULTS / "images" / "perft_forms"
    image.parent.mkdir(parents=True, exist_ok=True)
    measuring.run(["g++", *FLAGS, "-o", image, *sources], "perft_forms does not compile")
    return image


def text_perft_table(context) -> str:
    kept, image = context.kept("perft_table", 2 * len(PERFT_ENTRIES)), perft_forms()
    depth = 3 if context.quick else 5

    def measure(entries: int, fen: str) -> tuple:
        leaves, counted = map(int, measuring.run([image, entries, depth, fen], "perft").split())
        return counted, instructions_of([image, entries, depth, fen]) / leaves
    rows = []
    for entries in PERFT_ENTRIES:
        found = [kept.get(f"{fen} {entries}", lambda: measure(entries, fen)) for fen in PERFT_FENS]
        rows.append([f"{entries:,} entries, {entries // 64:,} KB" if entries else "no table", *(cell for counted, cost in found for cell in (f"{counted:,}", f"{cost:,.2f}"))])
    return (f"Bulk perft to depth {depth} of the start position and of the second well-known one, on x86-64, GCC {version_of('GCC')}, -O2. An entry has 16 "
            "bytes. Instructions are counted exactly by callgrind.\n\n" + measuring.table(
                ["table", "start: nodes counted", "instructions a leaf", "second: nodes counted", "instructions a leaf"], rows))


def text_breadth(_context) -> str:
    plies = [[int(word) for word in line.split()] for line in measuring.run([perft_forms()], "perft").splitlines()]
    rows = [[depth, f"{queue:,}", f"{queue * size:,}", f"{different:,}", f"{different * (size + 8):,}", f"{depth * frame:,}"]
            for depth, (queue, different, size, frame) in enumerate(plies, 1)]
    return (f"Perft of the start position, the moves of the last ply counted and not made: {plies[0][2]} bytes a position, {plies[0][3]} a frame, which is all that "
            "depth-first perft takes beside the one position. Equal positions may be joined, if each has a number of 8 bytes.\n\n" + measuring.table(
                ["depth", "positions in the queue", "bytes", "different positions", "bytes", "bytes of depth-first frames"], rows))
