"""tools/test: sets the machine up, has CTest run the steps (host_tests/steps.cmake), and ends with one closing line."""

import argparse
import contextlib
import fnmatch
import glob
import json
import os
import queue
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

import build
import emulator
import pin_bench
import terminal
import tests_of

ROOT = build.ROOT
BUILD = ROOT / "build" / "test"
LOG = build.LOGS / "test.log"
JUNIT = build.LOGS / "test.xml"
REPORTS = BUILD / "reports"
# A case's line in what unittest and device_conformance.py print: `NAME ... ok` and `ok NAME`.
CASE = re.compile(r"^(?:(.*) \.\.\. )?(ok|FAILED|FAIL|ERROR|skipped)(?: (?!\()(.*))?$", re.MULTILINE)


@dataclass
class Outcome:
    """What came of a step."""
    passed: int = 0
    failed: list = field(default_factory=list)      # names
    skipped: list = field(default_factory=list)     # names

    def add(self, name: str, word: str) -> None:
        if word == "ok":
            self.passed += 1
        else:
            (self.skipped if word == "skipped" else self.failed).append(name)


def cases_in(report) -> list:
    """(name, ok, FAILED or skipped, output, seconds) of each test case in a JUnit report, GoogleTest's or CTest's."""
    found = []
    for case in ElementTree.parse(report).iter("testcase"):
        skipped = case.find("skipped")
        word = "FAILED" if case.find("failure") is not None else "ok"
        if skipped is not None or case.get("status") == "disabled":
            # What CTest has not run and was not told to skip, its build has failed, or its program is missing.
            lost = case.get("status") == "notrun" and not skipped.get("message", "").startswith("SKIP_")
            word = "FAILED" if lost else "skipped"
        name = ".".join(dict.fromkeys(filter(None, (case.get("classname"), case.get("name")))))
        found.append((name, word, case.findtext("system-out") or "", float(case.get("time") or 0)))
    return found


def outcome_of(name: str, word: str, output: str) -> Outcome:
    """The cases of one step, from the reports that it has left or from its output; without those it is one itself."""
    outcome = Outcome()
    report_name = tests_of.program(Path(name)) if name.startswith(f"{tests_of.TESTS}/") else name
    for report in REPORTS.glob(f"{glob.escape(report_name)}.*xml"):
        for case, result, *_ in cases_in(report):
            outcome.add(f"{name}: {case}", result)
    for before, result, after in CASE.findall(output):
        outcome.add(f"{name}: {before or after}", result)
    if word == "FAILED" and not outcome.failed or word != "FAILED" and not outcome.passed and not outcome.skipped:
        outcome.add(name, word)
    return outcome


A_MOMENT = 3    # seconds


def idle_seconds() -> float:
    """Of all cores, since this machine was started."""
    words = Path("/proc/stat").read_text(encoding="ascii").split()     # cpu user nice system idle iowait
    return (int(words[4]) + int(words[5])) / os.sysconf("SC_CLK_TCK")


def where_the_time_went(seconds: dict, steps: dict, slots: int, idle: float, wall: float) -> str:
    """A table of the parts, the longest first, and below each its steps, less those that took a moment. Then how long cores were
    idle in the seconds that all of it took by the clock."""
    parts = {}
    for name, took in seconds.items():
        share = took * min(1, steps[name]["PROCESSORS"] / slots)
        part = next(label for label in steps[name]["LABELS"] if label != "quick")
        parts.setdefault(part, []).append((share, name))
    total = sum(share for part in parts.values() for share, _ in part) or 1
    lines = ["where the time went (a step that leaves cores to others counts by its share of them)"]
    for part, shares in sorted(parts.items(), key=lambda item: -sum(share for share, _ in item[1])):
        took = sum(share for share, _ in shares)
        lines.append(f"{part:36} {terminal.duration(took):>12} {100 * took / total:4.0f} %")
        lines += [f"  {name:34} {terminal.duration(share):>12}" for share, name in sorted(shares, reverse=True) if share >= A_MOMENT]
    cores = slots / 2
    lines.append(f"{'cores that were idle':36} {terminal.duration(idle):>12} {100 * idle / (cores * wall or 1):4.0f} % of {cores:g} cores")
    return "\n".join(lines)


def known_steps(quick: bool) -> dict:
    """Name -> properties of each step, as CTest knows them."""
    subprocess.run(["cmake", "--preset", "test"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    listed = json.loads(subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1", *(["-L", "quick"] if quick else [])],
                                       capture_output=True, text=True, check=True).stdout)
    return {test["name"]: {"PROCESSORS": 1, "COMMAND": " ".join(test["command"]), **{p["name"]: p["value"] for p in test["properties"]}}
            for test in listed["tests"]}


def only(names, patterns: list) -> list:
    """The steps of these names, or, where none has the whole name, those whose name contains it."""
    return [name for name in names
            if any(name == p or p not in names and fnmatch.fnmatch(name, f"*{p}*") for p in patterns)]


def steps_at(steps: dict, found: tests_of.Found) -> list:
    return [*map(str, found.sources),
            *(name for name, of in steps.items()
              if any(re.search(pattern, f"STEP {name} COMMAND {of['COMMAND']}") for pattern in found.steps))]


def at(steps: dict, places: dict) -> list:
    """The steps that run what was found for these files and folders."""
    chosen = []
    for place, found in places.items():
        print(f"{place}: {found.why}")
        chosen += steps_at(steps, found)
    return chosen


def build_files(chosen: list) -> bool:
    """Builds the C++ tests that are steps of their own, of which CTest knows no build. Are there any?"""
    programs = tuple(tests_of.program(Path(name)) for name in chosen if name.endswith(".cpp"))
    if programs:
        build.build("host-asan", progress=terminal.Progress(), targets=programs)
    return programs != ()


# Where CTest begins and ends a build, and ninja's counter in the log of one.
BUILD_STEP = re.compile(r"(Start|Test) +#?\d+: (build \S+)")
COUNTER = re.compile(r"^\[(\d+/\d+)\]", re.MULTILINE)


def counters(running: list, steps: dict) -> str:
    """How far ninja is in these builds."""
    found = []
    for preset in (re.search(r"build\.py (\S+)", steps[name]["COMMAND"])[1] for name in running):
        log = build.LOGS / f"build-{preset}.log"
        done = COUNTER.findall(log.read_text(encoding="utf-8", errors="replace")) if log.exists() else []
        found.append(f"{preset} {done[-1] if done else '...'}")
    return ", ".join(found)


def follow(screen: int, steps: dict) -> None:
    """Prints CTest's lines as they come, and below them how far the builds are."""
    lines, running, progress = queue.Queue(), {}, terminal.Progress(sys.stdout)

    def read():
        with contextlib.suppress(OSError), open(screen, encoding="utf-8", errors="replace", closefd=False) as text:    # EIO: CTest has ended
            for line in text:
                lines.put(line)
        lines.put(None)
    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=0.5)
        except queue.Empty:
            if running:
                progress.update("building", -1, counters(list(running), steps))
            continue
        progress.clear()
        if line is None:
            return
        print(line.rstrip("\r\n"), flush=True)
        if (found := BUILD_STEP.search(line)) and found[2] in steps:
            if found[1] == "Start":
                running[found[2]] = None
            else:
                running.pop(found[2], None)


def ctest(words: list, steps: dict) -> int:
    """Runs CTest, with all that it starts in a session of its own, of which nothing is left when this ends. Its exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    screen, end = os.openpty() if sys.stdout.isatty() else (None, None)
    process = subprocess.Popen(["ctest", *words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=end, start_new_session=True,
                               preexec_fn=emulator._die_with_parent)
    try:
        if screen is not None:
            os.close(end)
            follow(screen, steps)
        return process.wait()
    finally:
        for how in (signal.SIGINT, signal.SIGKILL):     # Python's tests tidy up after the first
            try:
                os.killpg(process.pid, how)
                for _ in range(50):
                    process.poll()
                    os.killpg(process.pid, 0)
                    time.sleep(0.1)
            except ProcessLookupError:
                break


def report_on(status: int, steps: dict, slots: int, idle: float, wall: float, write) -> bool:
    """Closes the run: what has failed, the table of times, the closing line. Whether all is well."""
    total, seconds = Outcome(), {}
    for name, word, output, took in cases_in(JUNIT) if JUNIT.exists() else ():
        seconds[name] = took
        outcome = outcome_of(name, word, output)
        total.passed += outcome.passed
        total.failed += outcome.failed
        total.skipped += outcome.skipped
    if status != 0 and not total.failed:
        total.failed.append(f"ctest ended with status {status}")
    for name in total.failed:
        write(f"FAILED  {name}")
    write("\n" + where_the_time_went(seconds, steps, slots, idle, wall))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    write(f"\n{terminal.duration(time.monotonic() - STARTED)}, {terminal.duration(used.ru_utime + used.ru_stime)} of processor "
          f"time; log: {LOG}" + (f"; {len(total.skipped)} skipped" if total.skipped else ""))
    write(f"{total.passed} passed, {len(total.failed)} failed")
    return bool(total.passed and not total.failed)


STARTED = time.monotonic()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/test",
        description="Installs what is missing, builds the product and runs its tests: on this computer, on the emulated "
                    "boards, and the checks of the house rules. CTest prints a line a step and what a failed one said; all "
                    f"of it is in {LOG.relative_to(ROOT)}. Ends with 'N passed, N failed' and exit status 0 if "
                    "nothing failed.")
    parser.add_argument("paths", metavar="PATH", nargs="*",
                        help="only the tests of this file or folder of the product, or these tests; builds no more than they need")
    parser.add_argument("--quick", action="store_true",
                        help="whether a change in core or firmware is sound, in some six minutes of processor time from nothing: "
                             "the host and one board only, no sanitizers, no tests of the tools, a sample of the long computations")
    parser.add_argument("--workshop", action="store_true", help="also the tests of workshop/, as continuous integration does")
    parser.add_argument("--only", metavar="PATTERN", action="append",
                        help="only the step of this name, else those whose name contains PATTERN (with * and ?), and the builds they need; "
                             "may be given several times")
    parser.add_argument("--list", action="store_true", help="print the steps and stop")
    parser.add_argument("--pin-bench", action="store_true",
                        help=f"test nothing; write today's bench signatures to {pin_bench.FILE.relative_to(ROOT)}")
    options = parser.parse_args()
    try:
        places = {place: tests_of.of(place) for place in options.paths}
    except ValueError as error:
        parser.error(str(error))

    if not options.list:
        try:
            build.setup("--style", "--tests", *(["--mutation"] if options.workshop else []), *([] if options.quick else ["--web"]),
                        *([] if options.quick or options.paths else ["--windows", "--browser", "--reference"]))
        except build.BuildError as error:
            print(f"tools/test: {error}", file=sys.stderr)
            print("0 passed, 1 failed")
            return 1
        if options.pin_bench:
            return pin_bench.main()
    elif not shutil.which("ctest"):
        parser.error("--list needs CMake; tools/setup installs it")
    steps = known_steps(options.quick)
    wanted = only(steps, options.only) if options.only else []
    if options.only and not wanted:
        parser.error(f"no step is called {' or '.join(options.only)}; --list shows them")
    if options.list:
        print("\n".join(wanted or steps))
        return 0
    chosen = list(dict.fromkeys(at(steps, places) + wanted))
    try:
        files = build_files(chosen)
    except build.BuildError as error:
        print(f"tools/test: {error}", file=sys.stderr)
        print("0 passed, 1 failed")
        return 1
    build.LOGS.mkdir(parents=True, exist_ok=True)
    for report in (*REPORTS.iterdir(), JUNIT):
        report.unlink(missing_ok=True)
    slots = 2 * (os.cpu_count() or 1)
    preset = "one" if files or options.paths else "quick" if options.quick else "everything" if options.workshop or chosen else "all"
    words = ["--preset", preset, "-j", str(slots), "--output-log", LOG, "--output-junit", JUNIT]
    if chosen:
        words += ["-R", "^(" + "|".join(re.sub(r"([^\w ,:-])", r"\\\1", name) for name in chosen) + ")$"]
    began, idle = time.monotonic(), idle_seconds()
    try:
        status = ctest(words, steps)
    except KeyboardInterrupt:
        print("interrupted")
        return 130
    wall, idle = time.monotonic() - began, idle_seconds() - idle
    with open(LOG, "a", encoding="utf-8") as log:
        def write(text):
            print(text)
            print(text, file=log)
        return 0 if report_on(status, steps, slots, idle, wall, write) else 1


if __name__ == "__main__":
    terminal.run(main)
