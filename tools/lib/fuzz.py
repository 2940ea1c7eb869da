"""tools/fuzz: looks for bytes that break a promise, with clang's libFuzzer."""

import argparse
import base64
import concurrent.futures
import json
import math
import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import build
import emulator
import marked
import resume
import terminal

HOME = build.ROOT / "host_tests" / "fuzz"
SEEDS = HOME / "corpus"                         # checked in, a folder for each target
WORDS = HOME / "words"                          # dictionaries, for those that have one
PROGRAMS = build.ROOT / "build" / "fuzz" / "host_tests" / "fuzz"
FOUND = build.ROOT / "build" / "fuzz-found"     # what runs have found: corpora, crashes, history.jsonl
PAGE = build.ROOT / "docs" / "TRUST.md"
LONGEST = {"tracker": 256, "board": 400, "log": 2048, "saved": 1400, "pgn": 1024, "hands": 1024, "sessions": 1024, "usb": 1024}
LONGEST_OTHERS = 512                            # bytes
PATIENCE = 120                                  # seconds for one input, by the clock of a machine that may be busy
MEMORY = 2048                                   # megabytes
SAMPLE = 15                                     # seconds, for each change
SHOWN = 512                                     # bytes of an input that is printed as well

STATUS = re.compile(r"^#(\d+)\s+\S+\s+(?:cov: (\d+) ft: (\d+) corp: (\d+)/\S+)?")
LEFT = re.compile(r"Test unit written to (\S+)")
# A row of the table of runs in docs/TRUST.md.
ROW = re.compile(r"^\| `(\w+)` \| ([\d,]+) \| ([\d.]+) \| ([\d,]+) \| ([\d,]+) \|$", re.M)


@dataclass
class Result:
    """What came of one target's run."""
    target: str
    executions: int = 0
    seconds: float = 0.0        # by the clock on the wall
    core_seconds: float = 0.0   # of a processor's time
    edges: int = 0              # covered, of the program's own code
    features: int = 0
    files: int = 0              # of the corpus in use
    left: str = ""              # the file that it wrote last
    crash: str = ""             # the same, of a run that ended with it
    said: str = ""              # what the program said of it

    def take(self, line: str) -> None:
        if match := STATUS.match(line):
            self.executions = int(match[1])
            if match[2]:
                self.edges, self.features, self.files = int(match[2]), int(match[3]), int(match[4])
        elif match := LEFT.search(line):
            self.left = match[1]


def targets() -> list:
    """All that can be fuzzed, by name."""
    return sorted(path.name.removesuffix("_fuzz.cpp") for path in HOME.glob("*_fuzz.cpp"))


def history() -> list:
    """All runs, as they were noted."""
    return resume.lines(FOUND / "history.jsonl")


def since_broken(name: str, runs: list) -> tuple:
    """Of these runs those of a target since one of them broke a promise, and whether one did."""
    runs = [run for run in runs if run.get("target") == name]
    broken = [number for number, run in enumerate(runs) if run.get("crash")]
    return runs[broken[-1] + 1 if broken else 0:], bool(broken)


def total(name: str, runs=None) -> dict:
    """Executions and seconds of a core of these runs, of all unless given, and how far the last came. What was run up to a
    broken promise does not count: the program was another one."""
    runs = since_broken(name, history() if runs is None else runs)[0]
    last = runs[-1] if runs else {}
    return {"executions": sum(run["executions"] for run in runs), "core_seconds": sum(run.get("core_seconds", 0) for run in runs),
            "edges": last.get("edges", 0), "files": last.get("files", 0)}


def note(result: Result) -> None:
    entry = {"target": result.target, "executions": result.executions, "seconds": round(result.seconds, 1),
             "core_seconds": round(result.core_seconds, 1),
             "edges": result.edges, "features": result.features, "files": result.files, "crash": bool(result.crash)}
    resume.add_line(FOUND / "history.jsonl", entry)


def command(name: str, limits: list, inputs: Path) -> list:
    """libFuzzer's call: new inputs go to this folder, which it begins with."""
    inputs.mkdir(parents=True, exist_ok=True)
    words = WORDS / f"{name}.dict"
    return [str(PROGRAMS / f"{name}_fuzz"), *limits, f"-max_len={LONGEST.get(name, LONGEST_OTHERS)}", f"-timeout={PATIENCE}",
            f"-report_slow_units={PATIENCE}", f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1",
            *([f"-dict={words}"] if words.exists() else []), str(inputs), str(SEEDS / name)]


def wait_for(process, result: Result, began: float) -> None:
    """Its end, and the time that it took: what else runs on the machine makes it less than the clock's."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    result.seconds = time.monotonic() - began
    result.core_seconds = usage.ru_utime + usage.ru_stime


def sample(name: str, progress) -> Result:
    """A short run from the checked-in corpus alone. It adds to nothing that longer runs have found, unless it breaks a promise."""
    FOUND.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as inputs:
        return fuzz(name, SAMPLE / 60, progress, Path(inputs))


def fuzz(name: str, minutes: float, progress, inputs: Path | None = None) -> Result:
    """A run whose new inputs the next one begins with, unless they have a folder of their own."""
    result = Result(name)
    wanted = max(1, round(minutes * 60))
    began = time.monotonic()
    words = []
    limits = [f"-max_total_time={wanted}", *(["-seed=1"] if inputs else [])]     # a change is judged by what it changes
    with subprocess.Popen(command(name, limits, inputs or FOUND / name), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          preexec_fn=emulator._die_with_parent) as process:
        try:
            for line in process.stdout:
                result.take(line)
                if not STATUS.match(line):
                    words.append(line)
                if progress:
                    progress.update(f"fuzzing {name}", min(1.0, (time.monotonic() - began) / wanted),
                                    f"{result.executions:,} executions, {result.edges:,} edges covered")
        except KeyboardInterrupt:
            process.terminate()
            wait_for(process, result, began)
            note(result)
            raise
        wait_for(process, result, began)
    if process.returncode != 0:
        result.said, result.crash = "".join(words), result.left
        if not result.crash:
            raise terminal.ToolError(f"{name} ended with status {process.returncode}: {result.said.strip()[-500:]}")
    if not inputs or result.crash:
        note(result)
    return result


def fuzz_each(names: list, minutes: float, jobs: int, progress):
    """The results as they come, `jobs` targets side by side."""
    if jobs == 1:
        for name in names:
            yield fuzz(name, minutes, progress)
        return
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(fuzz, name, minutes, None) for name in names]
        progress.update(f"fuzzing {len(names)} targets")
        for done, future in enumerate(concurrent.futures.as_completed(running), 1):
            progress.update(f"fuzzing {len(names)} targets", done / len(names), f"{done} of {len(names)}")
            yield future.result()


def again(name: str, files: list) -> int:
    """The target's own words about these files; 0 if it keeps its promises for all of them."""
    return subprocess.run([str(PROGRAMS / f"{name}_fuzz"), f"-timeout={PATIENCE}", *map(str, files)], check=False).returncode


def explained(result: Result) -> str:
    """What was found, for a person who is to fix it. A short input is printed too: it outlives the machine in a log."""
    telling = [line.strip() for line in result.said.splitlines()
               if re.search(r"what\(\):|ERROR: |runtime error:|Failure$|ALARM", line)]
    lines = [f"{result.target}: a promise is broken", *(f"    {line}" for line in telling[:4]),
             f"    the bytes: {result.crash}",
             f"    again:     tools/fuzz {result.target} {result.crash}"]
    held = Path(result.crash).read_bytes()
    if len(held) <= SHOWN:
        lines.append(f"    in base64: {base64.b64encode(held).decode()}")
    return "\n".join(lines)


def table(names: list) -> str:
    lines = [f"{'target':<12}{'seeds':>6}{'corpus':>8}{'edges':>8}{'executions':>14}{'core hours':>12}"]
    for name in names:
        so_far = total(name)
        seeds = len(list((SEEDS / name).iterdir())) if (SEEDS / name).is_dir() else 0
        lines.append(f"{name:<12}{seeds:>6}{so_far['files']:>8}{so_far['edges']:>8}{so_far['executions']:>14,}"
                     f"{so_far['core_seconds'] / 3600:>12.2f}")
    return "\n".join(lines)


def page(names: list, text: str, runs: list) -> str:
    """docs/TRUST.md with these runs added to those that it tells of."""
    told = {name: [int(number.replace(",", "")) for number in (executions, edges, files)] + [float(hours)]
            for name, executions, hours, edges, files in ROW.findall(marked.parts_of(text)["runs"])}
    lines = ["| target | executions | hours of a core | edges covered | inputs kept |", "|---|--:|--:|--:|--:|"]
    for name in names:
        executions, edges, files, hours = told.get(name, (0, 0, 0, 0.0))
        if since_broken(name, runs)[1]:
            executions, edges, files, hours = 0, 0, 0, 0.0      # what is told was run before it was broken
        new = total(name, runs)
        if new["executions"]:
            edges, files = new["edges"], new["files"]
        lines.append(f"| `{name}` | {executions + new['executions']:,} | {hours + new['core_seconds'] / 3600:.2f} | {edges:,} | {files:,} |")
    return marked.filled(text, {"runs": "\n".join(lines)})


def tell() -> None:
    """Adds to docs/TRUST.md the runs of this machine that it does not tell of yet."""
    runs = history()
    PAGE.write_text(page(targets(), PAGE.read_text(encoding="utf-8"), [run for run in runs if not run.get("told")]), encoding="utf-8")
    FOUND.mkdir(parents=True, exist_ok=True)
    (FOUND / "history.jsonl").write_text("".join(json.dumps({**run, "told": True}) + "\n" for run in runs), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/fuzz", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Feeds random bytes to a part of the program and checks that it keeps its promises\n"
                    "(host_tests/fuzz/NAME_fuzz.cpp says which). Installs clang if it is missing. What a run finds on its way\n"
                    "is kept in build/fuzz-found, and the next run goes on from there. Bytes that break a promise are shown\n"
                    "with the file that holds them; the exit status is then 1.",
        epilog="names: " + " ".join(targets()))
    parser.add_argument("name", nargs="?", metavar="NAME", help="what to fuzz, or 'all', one after the other")
    parser.add_argument("file", nargs="*", type=Path, metavar="FILE", help="fuzz nothing: give it these bytes again")
    parser.add_argument("--minutes", type=float, metavar="N", help="for each (default: 1)")
    parser.add_argument("--sample", action="store_true", help=f"as for each change: {SAMPLE} s for each, from the checked-in corpus alone")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many targets side by side (default: 1)")
    parser.add_argument("--list", action="store_true", help="print the names, and how long each was run on this machine")
    parser.add_argument("--page", action="store_true", help="add to docs/TRUST.md what was run on this machine since this was done last, and stop")
    options = parser.parse_args()

    names = targets()
    if options.list:
        print(table(names))
        return 0
    if options.page:
        tell()
        return 0
    if options.name not in (*names, "all"):
        parser.error(f"NAME is 'all' or one of: {' '.join(names)}")
    if options.sample and (options.minutes is not None or options.jobs != 1 or options.file):
        parser.error("--sample goes without --minutes, --jobs and a file")
    minutes = 1.0 if options.minutes is None else options.minutes
    if not (math.isfinite(minutes) and minutes > 0) or options.jobs < 1:
        parser.error("--minutes and --jobs must be numbers of more than 0")
    chosen = names if options.name == "all" else [options.name]
    if options.file and len(chosen) != 1:
        parser.error("a file is for one target")
    for path in options.file:
        if not path.is_file():      # a folder libFuzzer would take for a corpus, and write into it
            parser.error(f"{path} is no file")
    progress = terminal.Progress()
    build.setup("--tests")
    build.build("fuzz", progress=progress, targets=tuple(f"{name}_fuzz" for name in chosen))
    if options.file:
        return 0 if again(chosen[0], options.file) == 0 else 1
    broken = 0
    runs = (sample(name, progress) for name in chosen) if options.sample else fuzz_each(chosen, minutes, options.jobs, progress)
    for result in runs:
        progress.clear()
        if result.crash:
            print(explained(result), flush=True)
            broken += 1
            continue
        print(f"{result.target}: {result.executions:,} executions in {terminal.duration(result.seconds)}, "
              f"{result.edges:,} edges covered, {result.files:,} inputs kept; nothing found", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    terminal.run(main)
