"""workshop/lab/mutate: changes the code by one small mistake at a time, and looks whether a test notices."""

import argparse
import contextlib
import hashlib
import io
import json
import math
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import build
import emulator
import marked
import resume
import terminal
from terminal import ToolError

HOME = build.ROOT / "workshop/lab" / "mutation"
WORK = build.ROOT / "build" / "mutants"
PAGE = build.ROOT / "workshop/lab" / "MUTATION.md"
DATABASE = build.ROOT / "build" / "host"
LIBRARIES = ("stackmate_core", "stackmate_bridge", "stackmate_board", "endings_table", "distances_table", "puzzles_table", "openings_table")

NICE = 10                           # of a mutant's run
BATCHES = (0.01, 0.1, 1.0)          # processor seconds of the tests that are tried first, second, third; then the rest
PATIENCE, TIMES = 0.05, 10          # a mutant gets so many seconds, and so many times what its tests take without it
ASLEEP = 120                        # seconds by the wall for one that waits and takes no processor time
MEMORY, OUTPUT = 4 << 30, 64 << 20  # bytes
LONGEST_TEST = 10.0                 # processor seconds: a test above that is not asked
SAMPLE = {"STACKMATE_SAMPLE": "1"}  # of long computations: host_tests/support/sample.hpp

KILLED, TIMED_OUT, SURVIVED, NOT_RUN, EQUIVALENT, REFUSED = "killed", "timed out", "survived", "not run", "equivalent", "refused"


@dataclass
class Group:
    """Files that are mutated in one program, and what judges them. Paths from the root of the repository."""
    name: str
    files: list
    tests: list
    extra: list                 # other sources that the tests are linked with

    @property
    def folder(self) -> Path:
        return WORK / self.name


def groups() -> dict:
    with open(HOME / "groups.toml", "rb") as text:
        read = tomllib.load(text)
    return {name: Group(name, group["files"], [f"host_tests/{path}" for path in group["tests"]],
                       [f"host_tests/{path}" for path in group.get("with", [])]) for name, group in read.items()}


def group_of(name: str) -> Group:
    """By its name, or by one of its files; of a file in no group one for itself. Raises ToolError."""
    known = groups()
    if name in known:
        return known[name]
    path = Path(name).resolve()
    if not path.is_file():
        raise ToolError(f"{name} is neither a file nor one of: {' '.join(known)}")
    if not path.is_relative_to(build.ROOT):
        raise ToolError(f"{name} is no file of this project")
    file = str(path.relative_to(build.ROOT))
    for group in known.values():
        if file in group.files:
            return Group(f"{group.name}-{path.stem}{path.suffix[1:]}", [file], group.tests, group.extra)
    test = Path("host_tests", file).with_name(f"{path.stem}_test.cpp")
    if not (build.ROOT / test).exists():
        raise ToolError(f"{file} has no {test}, and is in no group of workshop/lab/mutation/groups.toml")
    return Group(re.sub(r"\W", "_", file), [file], [str(test)], [])


def equivalents() -> list:
    """Mutants that change nothing that can be seen, each with the reason: file, line, column or 0, change, reason."""
    found, file, lines, last = [], "", [], 0
    for text in (HOME / "equivalent.txt").read_text(encoding="utf-8").splitlines():
        depth = (len(text) - len(text.lstrip())) // 2
        if depth == 2:
            column, change, reason = re.fullmatch(r"(?:(\d+): )?(.+?)  # (.+)", text.strip()).groups()
            found += [{"file": file, "line": line, "column": int(column or 0), "change": change, "reason": reason} for line in lines]
        elif depth == 1:
            lines = [*(lines if last == 1 else ()), text.strip()]
        elif text and not text.startswith("#"):
            file = text
        last = depth
    return found


# ---------------------------------------------------------------- the program

def commands() -> dict:
    """How each source is compiled, from the compile database: source -> words."""
    found = {}
    for entry in json.loads((DATABASE / "compile_commands.json").read_text(encoding="utf-8")):
        path = entry["file"].removeprefix(f"{build.ROOT}/")
        if path not in found or "host_tests" in entry["command"]:
            found[path] = build.compiling(entry)
    return found


def flags(words: list) -> list:
    """The compiler and its options without names of files, warnings, and more optimisation than is needed."""
    kept, rest = [], iter(words)
    for word in rest:
        if word in ("-o", "-c", "-include"):
            next(rest)
        elif not word.startswith("-W"):
            kept.append("-O1" if word in ("-O2", "-O3") else word)
    return [*kept, "-w", "-Wno-narrowing", "-fconstexpr-ops-limit=4000000000", "-fconstexpr-loop-limit=100000000"]


def dependents(files: list, pattern: str) -> list:
    """Sources of the libraries that read one of these files, as the last build has noted it."""
    said = subprocess.run(["ninja", "-C", str(DATABASE), "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found, wanted = [], {str(build.ROOT / file) for file in files}
    for block in said.split("\n\n"):
        lines = block.splitlines()
        reads = [os.path.normpath(DATABASE / line.strip()) for line in lines[1:]]
        if lines and re.match(pattern, lines[0]) and (wanted & set(reads)) and reads:
            found.append(reads[0].removeprefix(f"{build.ROOT}/"))
    return sorted(set(found))


class Program:
    """A group's test program with all mutants in it."""

    def __init__(self, group: Group, progress=None):
        self.group, self.progress = group, progress
        self.folder, self.copies = group.folder, group.folder / "copy"
        self.binary = self.folder / "mutants"
        self.refused = {}
        self.numbered = []          # (file, Mutant), number - 1 is the place
        self.sources = {}           # of each test

    def make(self) -> None:
        """Compiles it. A line whose mutants the compiler refuses is left as it is. Raises ToolError."""
        import mutation_points
        self.folder.mkdir(parents=True, exist_ok=True)
        build.build("host", jobs=1, progress=self.progress, targets=LIBRARIES)
        known = commands()
        common = ["-std=c++20", f"-I{build.ROOT}"]
        found = {}
        for file in self.group.files:
            words = known.get(file, [])
            defines = [word for word in words if word.startswith(("-D", "-I"))]
            found[file] = mutation_points.Reader(build.ROOT / file, [*common, *defines]).mutants
        remembered = self.folder / "refused.json"
        state = {file: hash_of(file) for file in self.group.files}
        refused = set()
        with contextlib.suppress(OSError, ValueError):
            last = json.loads(remembered.read_text(encoding="utf-8"))
            refused = {(file, line) for file, line in last["lines"]} if last["files"] == state else set()
        for _ in range(20):
            self.numbered = [(file, mutant) for file, mutants in found.items() for mutant in mutants
                             if (file, mutant.line) not in refused]
            for file in self.group.files:
                numbered = [(number, mutant) for number, (of, mutant) in enumerate(self.numbered, 1) if of == file]
                self.write(self.copies / file, mutation_points.mutated((build.ROOT / file).read_bytes(), numbered))
            self.refused = {file: [m for m in mutants if (file, m.line) in refused] for file, mutants in found.items()}
            said = self.check() or self.compile(known)
            if not said:
                return
            new = {(match[1], int(match[2])) for match in
                   re.finditer(rf"^{re.escape(str(self.copies))}/(\S+?):(\d+):\d+: (?:fatal )?error:", said, re.M)}
            if new <= refused:
                raise ToolError(f"{self.group.name} does not compile:\n{said[-3000:]}")
            refused |= new
            self.write(remembered, json.dumps({"files": state, "lines": sorted(refused)}).encode())
        raise ToolError(f"{self.group.name} does not compile")

    @staticmethod
    def write(path: Path, text: bytes) -> None:
        """Leaves a file that has it as it is: what was compiled from it is good."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != text:
            path.write_bytes(text)

    def check(self) -> str:
        """What the compiler says of the copies alone, which is soon told; nothing if it takes them."""
        said = ""
        for file in self.group.files:
            command = ["g++", "-std=c++20", "-fsyntax-only", "-w", "-Wno-narrowing",
                       f"-I{self.copies}", f"-I{build.ROOT}", "-include", str(HOME / "point.hpp"), "-x", "c++",
                       str(self.copies / file)]
            said += subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stderr
        return said if "error:" in said else ""

    def compile(self, known: dict) -> str:
        """Nothing, or what the compiler has said."""
        files = self.group.files
        sources = [source for source in dependents(files, r"CMakeFiles/stackmate_core\.dir/")
                   if source not in self.group.tests]
        board = dependents(files, r"CMakeFiles/stackmate_board\.dir/")
        out = [f"point = {HOME / 'point.hpp'}", "rule cxx",
               "  command = $compiler -include $point -MMD -MF $out.d -o $out -c $in", "  depfile = $out.d", "  deps = gcc",
               "rule link", "  command = g++ -o $out $in $libraries"]
        objects = []
        for source in [*self.group.extra, *board, *self.group.tests, *sources]:
            if source not in known:
                raise ToolError(f"{source} is not in the compile database of build/host")
            path = self.copies / source if source in files else build.ROOT / source
            words = flags(known[source])
            words[1:1] = [f"-I{self.copies}"]
            target = f"object/{source}.o"
            objects.append(target)
            out += [f"build {target}: cxx {path} | $point", f"  compiler = {shlex.join(words)}"]
        out += [f"build object/runtime.o: cxx {HOME / 'runtime.cpp'}",
                f"  compiler = g++ -std=c++20 -O1 -DMUTANTS={len(self.numbered)}"]
        ready = [str(path) for path in sorted((DATABASE / "CMakeFiles/stackmate_board.dir").rglob("*.o"))
                 if not any(str(path).endswith(f"/{source}.o") for source in board)]
        archives = [*(DATABASE / name for name in ("libstackmate_core.a", "bridge/libstackmate_bridge.a", "libstackmate_core.a")),
                    *sorted(DATABASE.glob("*/lib*_table.a"))]
        libraries = [*ready, *(str(path) for path in archives if path.exists()), "-lgtest_main", "-lgtest", "-lpthread"]
        out += [f"build mutants: link object/runtime.o {' '.join(objects)}", f"  libraries = {' '.join(libraries)}", ""]
        self.write(self.folder / "build.ninja", "\n".join(out).encode())
        said = io.StringIO()
        status = build._run(["ninja", "-C", str(self.folder), "-j1", "-k0"], said, f"compiling {self.group.name}", self.progress)
        return "" if status == 0 else said.getvalue() or "ninja has failed"

    def fingerprint(self) -> str:
        """Of all that decides what comes of a mutant."""
        return hashlib.sha256(self.binary.read_bytes()).hexdigest()[:16]

    def map(self, longest: float) -> list:
        """(test, processor seconds, numbers of the mutants whose places it runs), quickest first. Raises ToolError."""
        path = self.folder / f"map-{self.fingerprint()}"
        if not path.exists():
            if self.progress:
                self.progress.update(f"running the tests of {self.group.name}")
            for old in self.folder.glob("map-*"):
                old.unlink()
            fresh = self.folder / "fresh-map"
            environment = dict(os.environ, MUTANT_MAP=str(fresh), **SAMPLE)
            environment.pop("MUTANT", None)
            result = subprocess.run([str(self.binary)], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                    capture_output=True, text=True, errors="replace", check=False)
            if result.returncode != 0:
                raise ToolError(f"the tests of {self.group.name} fail without a mutant:\n{result.stdout[-3000:]}")
            fresh.rename(path)
        tests = []
        for line in path.read_text(encoding="utf-8").splitlines():
            name, micros, source, *numbers = line.split()
            self.sources[name] = source.removeprefix(f"{build.ROOT}/")
            if int(micros) <= longest * 1e6:
                tests.append((name, int(micros) / 1e6, {int(number) for number in numbers}))
        return sorted(tests, key=lambda test: test[1])

    def run(self, number: int, tests: list) -> tuple:
        """What comes of a mutant with these tests, (name, seconds): killed, timed out or survived; and by which test."""
        flagfile, output = self.folder / "filter", self.folder / "output"
        flagfile.write_text("--gtest_filter=" + ":".join(name for name, _ in tests) + "\n", encoding="utf-8")
        seconds = PATIENCE + TIMES * sum(taken for _, taken in tests)

        def limit():
            emulator._die_with_parent()
            os.nice(max(0, NICE - os.nice(0)))
            signal.setitimer(signal.ITIMER_PROF, seconds)        # of the processor; goes on in the program
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT, OUTPUT))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        environment = dict(os.environ, MUTANT=str(number), **SAMPLE)
        environment.pop("MUTANT_MAP", None)
        with open(output, "wb") as out:
            try:
                status = subprocess.run([str(self.binary), f"--gtest_flagfile={flagfile}", "--gtest_break_on_failure"],
                                        cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=out,
                                        stderr=subprocess.DEVNULL, preexec_fn=limit, timeout=ASLEEP + 30 * seconds, check=False).returncode
            except subprocess.TimeoutExpired:
                status = -signal.SIGPROF
        if status == 0:
            return SURVIVED, ""
        with open(output, "rb") as said:
            begun = re.findall(rb"^\[ RUN      \] (\S+)", said.read(OUTPUT), re.M)
        return (TIMED_OUT if status == -signal.SIGPROF else KILLED), begun[-1].decode() if begun else ""


def batches(tests: list, first: str) -> list:
    """The tests in the order in which they are tried: the one that has killed it before, then by their time."""
    known = [test for test in tests if test[0] == first]
    rest = [test for test in tests if test[0] != first]
    parts, part, taken = [known] if known else [], [], 0.0
    limits = [*BATCHES, math.inf]
    for test in rest:
        if part and taken + test[1] > limits[0]:
            parts.append(part)
            part, taken = [], 0.0
            limits = limits[1:] or [math.inf]
        part.append(test)
        taken += test[1]
    return [*parts, part] if part else parts


# ---------------------------------------------------------------- results

def result_path(file: str) -> Path:
    return WORK / "results" / (file.replace("/", "__") + ".json")


def results(file: str) -> dict:
    """What is known of a file's mutants."""
    return resume.whole(result_path(file))


def hash_of(file: str) -> str:
    return hashlib.sha256((build.ROOT / file).read_bytes()).hexdigest()[:16]


def reason_for(file: str, at: str, source: str, listed: list) -> str:
    """Why a mutant (`at` as it is printed) is equivalent; nothing if it is not listed."""
    _line, column, change = at.split(":", 2)
    for entry in listed:
        if entry["file"] == file and " ".join(entry["line"].split()) == source and entry["change"] == change.strip() \
                and entry["column"] in (0, int(column)):
            return entry["reason"]
    return ""


def with_equivalents(file: str, known: dict) -> dict:
    """The results with what has been listed since they were found."""
    listed = equivalents()
    mutants = {key: dict(mutant, result=EQUIVALENT) if mutant["result"] in (SURVIVED, NOT_RUN)
               and reason_for(file, mutant["at"], mutant["source"], listed) else mutant
               for key, mutant in known["mutants"].items()}
    return dict(known, mutants=mutants)


def still_killed(known: dict, mutant: dict, sources: dict) -> bool:
    """The file is as it was, and so is that of the test that has killed it."""
    source = sources.get(mutant["by"], "")
    return mutant["result"] in (KILLED, TIMED_OUT) and known.get("now", False) \
        and source in known["tests"] and known["tests"][source] == hash_of(source)


def outcome(mutant, result: str, killer: str = "") -> dict:
    return {"at": str(mutant), "source": mutant.source, "result": result, "by": killer}


def judge(group: Group, progress, longest: float = LONGEST_TEST) -> None:
    """Runs all mutants of a group whose result is not known yet, and keeps what came of them. Raises ToolError."""
    program = Program(group, progress)
    program.make()
    tests, mark, listed = program.map(longest), f"{program.fingerprint()} {longest:g}", equivalents()
    before, known = {file: results(file) for file in group.files}, {}
    for file, old in before.items():
        old["now"] = old.get("file") == hash_of(file)
        same = old["mutants"] if old["now"] and old.get("program") == mark else {}
        today = {mutant.key for of, mutant in program.numbered if of == file}
        known[file] = {"file": hash_of(file), "program": mark, "tests": {test: hash_of(test) for test in group.tests}, "whole": False,
                       "mutants": {key: value for key, value in same.items() if key in today and value["result"] != EQUIVALENT} |
                                  {mutant.key: outcome(mutant, REFUSED) for mutant in program.refused[file]}}
    noted = time.monotonic()
    for number, (file, mutant) in enumerate(program.numbered, 1):
        if progress:
            progress.update(f"mutants of {group.name}", number / len(program.numbered), f"{number} of {len(program.numbered)}")
        if mutant.key in known[file]["mutants"]:
            continue
        reaching = [(name, seconds) for name, seconds, numbers in tests if number in numbers]
        result, killer = (SURVIVED, "") if reaching else (NOT_RUN, "")
        if reason_for(file, str(mutant), mutant.source, listed):
            result, reaching = EQUIVALENT, []
        old = before[file].get("mutants", {}).get(mutant.key, {})
        if old and still_killed(before[file], old, program.sources) and result != EQUIVALENT:
            known[file]["mutants"][mutant.key] = dict(old, at=str(mutant))
            continue
        for batch in batches(reaching, old.get("by", "")):
            result, killer = program.run(number, batch)
            if result != SURVIVED:
                break
        known[file]["mutants"][mutant.key] = outcome(mutant, result, killer)
        if time.monotonic() - noted > 5:
            resume.replace(result_path(file), known[file])
            noted = time.monotonic()
    for file in group.files:
        known[file]["whole"] = True
        resume.replace(result_path(file), known[file])


class Count(Counter):
    """How many mutants of one file or several came to each result."""

    @classmethod
    def of(cls, known: dict) -> Counter:
        return cls(mutant["result"] for mutant in known["mutants"].values())

    @property
    def mutants(self) -> int:
        """Without those that are equivalent or refused."""
        return self.total() - self[EQUIVALENT] - self[REFUSED]

    @property
    def killed(self) -> int:
        return self[KILLED] + self[TIMED_OUT]

    @property
    def share(self) -> str:
        return f"{math.floor(1000 * self.killed / self.mutants) / 10:.1f} %" if self.mutants else "-"


def told(file: str, known: dict) -> str:
    """The mutants of a file that no test has killed."""
    count = Count.of(known)
    lines = [f"{file}: {count.killed} of {count.mutants} killed, {count.share}"]
    for mutant in known["mutants"].values():
        if mutant["result"] in (SURVIVED, NOT_RUN):
            lines.append(f"  {file}:{mutant['at']}{'  (no test comes here)' if mutant['result'] == NOT_RUN else ''}\n"
                         f"      {mutant['source']}")
    return "\n".join(lines)


def table() -> tuple:
    """Of all files with results that are those of today's file; and the files of groups that have none."""
    lines = ["| group | file | mutants | killed | by time | survived | not run | equivalent | share killed | tests up to |",
             "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
    paths = {result_path(file): (group.name, file) for group in groups().values() for file in group.files}
    others = sorted(set((WORK / "results").glob("*.json")) - set(paths))
    entries = [*paths.values(), *(("", path.stem.replace("__", "/")) for path in others)]
    totals, missing = {}, []
    for group, file in entries:
        known = results(file)
        if not known.get("whole") or not (build.ROOT / file).exists() or known["file"] != hash_of(file):
            missing += [file] if group else []
            continue
        count = Count.of(with_equivalents(file, known))
        if group:
            totals.setdefault(group, Count()).update(count)
        lines.append(f"| {group} | `{file}` {row(count)} {known['program'].split()[-1]} s |")
    for group, count in totals.items():
        if sum(entry[0] == group for entry in entries) > 1:
            lines.append(f"| **{group}** | all {row(count)} |")
    return "\n".join(lines), missing


def row(count: Count) -> str:
    return (f"| {count.mutants:,} | {count.killed:,} | {count[TIMED_OUT]} | {count[SURVIVED]} | {count[NOT_RUN]} | "
            f"{count[EQUIVALENT]} | {count.share} |")


def page(text: str) -> str:
    """workshop/lab/MUTATION.md with the table."""
    return marked.filled(text, {"mutants": table()[0]})


def check(names, progress) -> int:
    """Whether all these groups compile, link and pass their tests without a mutant. What fails is reported, and the rest goes on."""
    status = 0
    for name in names:
        try:
            program = Program(group_of(name), progress)
            program.make()
            program.map(LONGEST_TEST)
        except ToolError as error:
            progress.clear()
            print(f"workshop/lab/mutate: {error}", file=sys.stderr, flush=True)
            status = 1
    return status


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="workshop/lab/mutate", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Changes a file by one small mistake at a time, and looks whether a test notices: whether the mutant is\n"
                    "killed. All mutants of a file are compiled at once, into a copy in build/mutants, and a number says\n"
                    "which one a run of the tests is; only the tests that come to its place are run. What is known stays\n"
                    "known until the file or what has killed it changes: a run that was ended goes on where it was.\n"
                    "Installs libclang's Python module if it is missing. Those that survive are printed.",
        epilog="groups: " + " ".join(groups()))
    parser.add_argument("name", nargs="*", metavar="FILE", help="what to mutate: files, or groups of workshop/lab/mutation/groups.toml")
    parser.add_argument("--longest", type=float, default=LONGEST_TEST, metavar="S",
                        help=f"run no test that takes more than so many seconds of the processor (default: {LONGEST_TEST:g})")
    parser.add_argument("--survivors", action="store_true", help="run nothing: print those that have survived last time")
    parser.add_argument("--table", action="store_true", help="write the table into workshop/lab/MUTATION.md, and stop")
    parser.add_argument("--check", action="store_true",
                        help="mutate nothing: compile each group, or those named, and run its tests without a mutant")
    options = parser.parse_args()
    if not options.name and not options.table and not options.check:
        parser.error("name a file, a group, --table or --check")
    if not options.longest > 0:
        parser.error("--longest must be a number of more than 0")
    progress = terminal.Progress()
    if options.table:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        for file in table()[1]:
            print(f"workshop/lab/mutate: not in the table, as it has no results or has changed since: {file}", file=sys.stderr)
        return 0
    if not options.survivors:
        build.setup("--mutation")
    if options.check:
        return check(options.name or groups(), progress)
    for group in [group_of(name) for name in options.name]:
        if not options.survivors:
            judge(group, progress, options.longest)
        progress.clear()
        for file in group.files:
            if known := results(file):
                print(told(file, with_equivalents(file, known)), flush=True)
    return 0


if __name__ == "__main__":
    terminal.run(main)
