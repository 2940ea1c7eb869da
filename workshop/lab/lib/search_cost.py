"""What a form of the search costs on a processor: compiled by itself, run, its instructions counted."""

import re
import shutil
from pathlib import Path

import boards
import build
import counting
import measuring
from terminal import ToolError

CPUS = {"Cortex-M0": "cortex-m0", "Cortex-M3": "cortex-m3", "Cortex-M4": "cortex-m4", "Cortex-M7": "cortex-m7", "x86-64": ""}
FLAGS = ("-std=c++20", "-O2", "-DNDEBUG", f"-I{build.ROOT}", '-DSTACKMATE_VERSION=""', "-Wno-psabi")
DEVICE = ("-mthumb", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-ffunction-sections", "-fdata-sections",
          "-fno-use-cxa-atexit", "-nostdlib", "-Wl,--gc-sections", "-T", str(build.ROOT / "workshop/lab/measure/search_cost.ld"))
# The machine that runs what is compiled for a processor. An M3 runs an M0's program as well.
MACHINES = {cpu: boards.Board("search cost", runner, "", machine) for cpu, runner, machine in (
    ("Cortex-M0", "Cortex-M3", "mps2-an385"), ("Cortex-M3", "Cortex-M3", "mps2-an385"),
    ("Cortex-M4", "Cortex-M4", "mps2-an386"), ("Cortex-M7", "Cortex-M7", "mps2-an500"))}
SOURCE = build.ROOT / "workshop/lab/measure/search_cost.cpp"


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


def compilers() -> list:
    """Those that are here; GCC is, or nothing could be built."""
    return [compiler for compiler in COMPILERS if shutil.which(COMPILERS[compiler][0])]


def version_of(compiler: str) -> str:
    return re.search(r"\d+\.\d+\.\d+", measuring.run([COMPILERS[compiler][1], "--version"], compiler))[0]


def core_objects(command, folder: Path, sources) -> list:
    """The core compiled by a command: once for all forms."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for source in sources:
        compiled = folder / f"{source.parent.name}-{source.stem}.o"
        if not compiled.exists():
            fresh = compiled.with_suffix(".new")
            measuring.run([*command, "-c", "-o", fresh, source], f"{source.name} does not compile")
            fresh.replace(compiled)
        objects.append(compiled)
    return objects


def compiled(form: str, cpu: str, compiler: str, nodes: int, out: Path, source: Path, core_sources, extra=()) -> Path:
    """A program of workshop/lab/measure, in one of its forms. The core is compiled once for all forms, into the folder of the image."""
    command = [COMPILERS[compiler][1 if CPUS[cpu] else 0], *target_flags(compiler, cpu), *FLAGS]
    if CPUS[cpu]:
        command += [flag for flag in DEVICE if flag.startswith("-f")]
    core = core_objects(command, out.parent / f"{compiler}-{CPUS[cpu] or cpu}-core-{measuring.source_hash(('core',))}", core_sources)
    own = out.with_suffix(".o")
    measuring.run([*command, *extra, f"-DSTACKMATE_NODES={nodes}", f"-DSTACKMATE_FORM={form}", "-c", "-o", own, source],
                  f"{form} for {cpu} does not compile by {compiler}")
    link = ["arm-none-eabi-g++", f"-mcpu={CPUS[cpu]}", *DEVICE, "-lc", "-lgcc"] if CPUS[cpu] else [COMPILERS[compiler][0]]
    measuring.run([*link[:1], "-o", out, own, *core, *link[1:]], f"{form} for {cpu} does not link")
    return out


def compile_form(form: str, cpu: str, nodes: int, out: Path, extra=(), compiler: str = "GCC") -> Path:
    return compiled(form, cpu, compiler, nodes, out, SOURCE, sorted((build.ROOT / "core").rglob("*.cpp")), extra)


def listed(image: Path) -> str:
    return measuring.run([("" if image.suffix != ".elf" else counting.CROSS) + "nm", "-S", image], "nm")


def symbol_size(image: Path, name: str) -> int:
    return int(re.search(rf"^\S+ (\S+) \S {name}$", listed(image), re.M)[1], 16)


def image_of(form: str, cpu: str, compiler: str) -> Path:
    name = form if compiler == "GCC" else f"{form}-{compiler}"
    return measuring.RESULTS / "images" / f"{name}-{CPUS[cpu] + '.elf' if CPUS[cpu] else cpu}"


def desktop_form(form: str, extra=(), compiler: str = "GCC") -> dict:
    """Nodes and deepest ply of a form; its instructions too where a profiler can count them."""
    return desktop_figures(compile_form(form, "x86-64", 0, image_of(form, "x86-64", compiler), extra, compiler), form)


def desktop_figures(image: Path, form: str) -> dict:
    nodes, deepest, scores = map(int, measuring.run([image], form).split())
    figures = {"nodes": nodes, "deepest": deepest, "scores": scores, "frame": symbol_size(image, "ply_frame_bytes"),
               "code": code_size(image), "stack": 0}
    return {**figures, "instructions": instructions_of([image]) if shutil.which("valgrind") else 0}


def instructions_of(command) -> int:
    """Within search_position, by callgrind."""
    said = measuring.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=search_position", *command], "valgrind")
    return int(re.search(r"Collected : (\d+)", said)[1])


def code_size(image: Path) -> int:
    """Bytes of all functions of the image."""
    return sum(int(size, 16) for size in re.findall(r"^\S+ (\S+) [tTwWV] ", listed(image), re.M))


def device_form(form: str, cpu: str, nodes: int, extra=(), compiler: str = "GCC") -> dict:
    return device_figures(compile_form(form, cpu, nodes, image_of(form, cpu, compiler), extra, compiler), form, cpu, nodes)


def counted(image: Path, form: str, cpu: str, nodes: int, **what):
    """What `counting` counts while the image searches."""
    def talk(engine):
        status = engine.process.wait(1200)
        if status != 0:
            raise ToolError(f"{form} on {cpu} did not search {nodes} nodes (exit status {status})")
        return []
    return counting.count(MACHINES[cpu], image, talk, **what)


def device_figures(image: Path, form: str, cpu: str, nodes: int, since: str = "search_position") -> dict:
    """`since`: the function with whose call the instructions begin to count, until search_position returns."""
    counts = counted(image, form, cpu, nodes, calls=(f"^{since}$",), until="search_position")
    return {"nodes": nodes, "instructions": counts.calls[since][0], "calls": counts.calls[since][1], "stack": counts.stack,
            "instance": symbol_size(image, "instance_bytes"), "frame": symbol_size(image, "ply_frame_bytes"), "code": code_size(image)}


WAYS = {"switch_jump": "loop", "recursive": "recursive"}
JUMPS, BARE = (*WAYS, "no_operation"), ("plain_hooks", "plain_by_hand")


def measure_forms(context, forms, compiler: str = "GCC") -> dict:
    cpus = [cpu for cpu in CPUS if CPUS[cpu] and (compiler, cpu) not in LEFT_OUT]
    kept = context.kept("cost", len(forms) * (1 + len(cpus)))
    by = "" if compiler == "GCC" else f" {compiler}"
    result = {}
    for form in forms:
        desktop = kept.get(f"{form} x86-64{by}", lambda: desktop_form(form, compiler=compiler))
        result[form] = {"x86-64": desktop}
        for cpu in cpus:
            result[form][cpu] = kept.get(f"{form} {cpu}{by}", lambda: device_form(form, cpu, desktop["nodes"], compiler=compiler))
    for group in (JUMPS, BARE):
        if len({(result[form]["x86-64"]["nodes"], result[form]["x86-64"]["scores"]) for form in group if form in result}) > 1:
            raise ToolError(f"{', '.join(group)} searched different trees")
    return result


def per_node(figures: dict) -> str:
    return f"{figures['instructions'] / figures['nodes']:,.0f}" if figures["instructions"] else "not measured"


# What stands for a version in workshop/lab/measure/search_cost.cpp.
FORM_OF = {"plain": "plain_hooks", "large": "full", "small": "switch_jump"}


def cost_m4(context, base: str) -> int:
    """Instructions per node of a version on a Cortex-M4, counted as those of the forms above are. `base`: its name, or the form's."""
    kept, form = context.kept("cost", 2 * len(FORM_OF)), FORM_OF.get(base, base)
    nodes = kept.get(f"{form} x86-64", lambda: desktop_form(form))["nodes"]
    return round(kept.get(f"{form} Cortex-M4", lambda: device_form(form, "Cortex-M4", nodes))["instructions"] / nodes)
