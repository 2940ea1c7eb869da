"""docs/experiments/LOOP.md."""

import re
import shutil
from pathlib import Path

import bench
import boards
import build
import emulator
import measuring
from experiment_pages.common import Claim, Page, Table
from search_cost import (BARE, CPUS, DEVICE, FLAGS, WAYS, core_objects, desktop_figures, device_figures, measure_forms,
                         per_node)


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
            + measuring.table(["form", *CPUS], instructions) + "\n\nBytes a ply, and the deepest stack:\n\n"
            + measuring.table(["form", *(f"ply, {cpu}" for cpu in devices), *(f"stack, {cpu}" for cpu in devices)], memory))


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
            "NoOperation in its list.\n\n" + measuring.table(
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
    said = measuring.run(["arm-none-eabi-g++", *flags, "-x", "c++", "-E", "-v", "/dev/null"], "the cross compiler")
    folders = re.search(r"search starts here:\n.*search starts here:\n(.*?)End of search", said, re.S)[1].split()
    return ["--target=arm-none-eabi", *flags, "-nostdlibinc",
            *(word for folder in folders if not re.search(r"/lib/gcc/[^/]+/[^/]+/include", folder) for word in ("-isystem", folder))]


def compile_loop(form: str, cpu: str, compiler: str, nodes: int, extra=()) -> Path:
    """The image; beside it, what each function takes of the stack."""
    command = [COMPILERS[compiler][1 if CPUS[cpu] else 0], *target_flags(compiler, cpu), *FLAGS]
    if CPUS[cpu]:
        command += [flag for flag in DEVICE if flag.startswith("-f")]
    folder = measuring.RESULTS / "images" / f"{compiler}-{CPUS[cpu] or cpu}-{measuring.source_hash(('core',))}"
    core = core_objects(command, folder, [build.ROOT / "core" / f"{name}.cpp" for name in LOOP_CORE])
    own, image = folder / f"{form}.o", folder / f"{form}{'.elf' if CPUS[cpu] else ''}"
    measuring.run([*command, *extra, f"-DSTACKMATE_NODES={nodes}", f"-DSTACKMATE_FORM={form}", "-fstack-usage", "-c", "-o", own, LOOP_SOURCE],
        f"{form} for {cpu} does not compile by {compiler}")
    if CPUS[cpu]:
        measuring.run(["arm-none-eabi-g++", f"-mcpu={CPUS[cpu]}", *DEVICE, "-o", image, own, *core, "-lc", "-lgcc"], "linking")
    else:
        measuring.run([COMPILERS[compiler][0], "-o", image, own, *core], "linking")
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
    kept = measuring.Kept("loops", measuring.source_hash(LOOP_SOURCES), context.quick, context.progress, len(available) * len(LOOPS) * len(CPUS) - len(LOOPS) * len(LEFT_OUT))
    blocks, trees = [], set()
    for compiler in available:
        cpus = [cpu for cpu in CPUS if (compiler, cpu) not in LEFT_OUT]
        devices = [cpu for cpu in cpus if CPUS[cpu]]
        instructions, memory = [], []
        version = re.search(r"\d+\.\d+\.\d+", measuring.run([COMPILERS[compiler][1], "--version"], compiler))[0]
        for form, what, file in LOOPS:
            figures = {}
            for cpu in reversed(cpus):      # the desktop first: it tells how many nodes there are
                figures[cpu] = kept.get(f"{compiler} {form} {cpu}", lambda: measure_loop(
                    form, cpu, compiler, figures.get("x86-64", {}).get("nodes", 0)))
            trees.add((figures["x86-64"]["nodes"], figures["x86-64"]["scores"], figures["x86-64"]["deepest"]))
            instructions.append([what, lines_of(file) or "-", *(per_node(figures[cpu]) for cpu in cpus)])
            memory.append([what, *(figures[cpu]["ply"] for cpu in cpus), *(f"{figures[cpu]['stack']:,}" for cpu in devices)])
        blocks.append(f"**{compiler} {version}**, instructions a node:\n\n" + measuring.table(["form", "lines of code", *cpus], instructions)
                      + "\n\nBytes a ply, and the deepest stack:\n\n" + measuring.table(
                          ["form", *(f"ply, {cpu}" for cpu in cpus), *(f"stack, {cpu}" for cpu in devices)], memory))
    if len(trees) != 1:
        raise measuring.MeasuringError(f"the forms of the loop searched different trees: {sorted(trees)}")
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
            raise measuring.MeasuringError(reason)
        build.build(board.name, progress=context.progress)
        perfts.append(bench.measure_perft(board, context.progress))
    return ("The second well-known position, r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1: by hand and "
            "plain to depth 3 (97,862 leaves), bulk and hashed to depth 4 (4,085,603). Instructions are counted exactly by the "
            "emulator; `tools/bench --only perft` prints the same table.\n\n" + bench.tables([], perfts))


PAGE = Page("LOOP.md", "The loop", opening="""
What the form of the search costs: the loop over ply frames, its hooks, and perft, which hangs from the same skeleton.
""", claims=(
    Claim("A recursive search can be made a loop by mechanical steps, and loses nothing",
          "D. Knuth, R. Moore, 1975; O. Garms",
          "It costs within two instructions in a hundred of the recursion, and a third of the RAM a ply.", "recursive"),
    Claim("Saving where to go on and jumping there beats a switch",
          "E. Moshammer, T. Pudas, Z. Wegner, 2008 to 2010",
          "No: switch, branch table and label's address are within half a hundredth, macros cost four or five in a hundred.", "loops"),
    Claim("A skeleton that calls hooks costs nothing against a search written by hand",
          "R. Halbersma, 2013",
          "A hook that nobody serves costs nothing; the bare search pays 70 to 100 instructions a node for what it does not use.", "hooks"),
), tables={
    "recursive": Table("Iterative against recursive", text_recursive, question="""
Does the loop over ply frames cost more than a function that calls itself, and which way of jumping is cheaper? The
recursive form is the oracle of the tests, over the same hooks, frames and pickers; it cannot be parked, so it does not
look at budget and stop flag, which is to its advantage. Bytes per ply are the frame and, for the recursive form, what
each further ply took of the stack.
""", finding="""
The loop costs what the recursion costs: within two in a hundred on all four processors, so it is not speed that speaks
for it. RAM does. A ply of the recursion takes three times the bytes of a frame, in a place where nobody can count them at
compile time; and the loop can be parked, for which the recursive form has no answer at all. Nor does it matter how the
loop jumps: the branch table saves three in a thousand on a Cortex-M0 and costs seven in a thousand on an M4. So the loop
has a plain switch, and the branch table is an experiment (`host_tests/core/search/branch_table_search.hpp`).
"""),
    "loops": Table("Forms of the loop", text_loops, question="""
A recursive search can be made a loop in many ways ([DERIVATION](../DERIVATION.md) shows them, with their authors). Which is cheapest,
in instructions, in memory, in lines? All are measured on one small search whose nodes are cheap, so that the way from node to
node weighs as much as it ever will. The steps that call themselves cannot be parked; from step 5 on all forms can, and look at
budget and stop flag in every node.
""", finding="""
Speed hardly chooses among them. By GCC all forms but the macros are within four in a hundred of each other on every Cortex-M; the
natural recursion is the cheapest of those by hand, by one to three in a hundred, since some of its values stay in registers. By
Clang it is the other way round: the loop is a hundredth or two cheaper than the recursion.

Memory chooses. A ply of the natural recursion takes four times the bytes of a frame (by Clang five times), and at ply 22 its stack is
more than seven times as deep, with nothing that bounds it when the image is linked. Moving the values into frames does not help by
itself: what is left on the stack beside the frame (step 2) is still twice the frame. Only without the call (step 4) does a ply
cost its frame and nothing else, and the stack is the same at any depth.

How the loop jumps back matters little: switch, branch table and label's address are within half a hundredth, one switch
within two. The address alone makes the frame larger. The macros cost four or five in a hundred, because each node is a return
to the driver and a call from it, and they take most lines in all, though the function within them reads like the recursion. Looking
at budget and stop flag in each node (step 5) costs nine instructions at most. So the plain switch stays: none is cheaper by more than
chance of compilation, and it needs no extension. What hooks make of the same loop costs between three in a hundred less and six more.

Clang 14 refuses a template's argument in `core/search/versions.hpp`, so the engine's versions are not measured with it; and on a
Cortex-M0 it calls a library for atomic flags.
"""),
    "hooks": Table("Hooks against hand-written", text_hooks, question="""
What does it cost that everything is a hook? Against Plain, built of two enhancements, stands the same search written by
hand (`tools/measure/plain_by_hand.hpp`): same tree, same position, cursor and frames, nothing that it does not need.
""", finding="""
An enhancement that does nothing costs nothing, to the instruction and to the byte. The skeleton that the hooks hang from
is not free: a search so bare as Plain pays 70 to 100 instructions a node for what it does not use. By the profiler on
x86-64 half of that is the loop (resume points, targets of internal iterations, the flags of null moves, scouts) and a
third the picker, which looks for a hash move and killers before it gets to the moves. Making, unmaking, generating and
evaluating cost the same in both.
"""),
    "perft": Table("Perft: one skeleton, three flavours", text_perft, question="""
Perft is one loop over frames with four hooks (`core/perft.hpp`). What does that cost against the same loop written by hand
(`tools/measure/perft_cost.cpp`), and what do counting the last ply in bulk and a small table save?
""", finding="""
The skeleton costs nothing: a thousandth at most, in either direction, on every processor. To count the moves of the last
ply and not make them takes a sixth of the instructions, on a Cortex-M0 a fifth. A table of 64 entries costs what it saves.
"""),
})
