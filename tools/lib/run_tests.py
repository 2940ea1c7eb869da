"""tools/test: sets the machine up, builds every preset, runs every test and check, and ends with one closing line."""

import argparse
import fnmatch
import json
import os
import queue
import re
import resource
import sys
import threading
import time
from dataclasses import dataclass, field, replace

import boards
import build
import emulator
import googletest
import pin_bench
import processes
import terminal

ROOT = build.ROOT
LOG = ROOT / "build" / "log" / "test.log"
TIMES = ROOT / "build" / "log" / "test-times.json"
PYTHON = [sys.executable, "-B"]
# Cases are in three programs: in beside_tests is what --quick does without, in thorough_tests what sanitizers do without, too.
CASES = ("host_tests", "beside_tests")
QUICK_CASES, ALL_CASES = CASES[:1], (*CASES, "thorough_tests")
LONGEST_CASES = ("SelfPlay/", "OraclePlain.")
# The plain build computes everything; where that takes longer or must not, the same assertions get a sample.
SAMPLE = {"STACKMATE_SAMPLE": "1"}
# This computer's programs that tests on a board talk with.
PLAYERS = ("stackmate", "stackmate_tiny", "stackmate_draughts")
# --quick builds no other programs.
QUICK_TARGETS = (*QUICK_CASES, "stackmate", "stackmate_tiny")
QUICK_LEAVES_OUT = ("game", "deadline")     # kinds of tests on a board
# Seconds that a kind of tests on a board takes, where it is far from 10.
KINDS = {"game": 5, "bench": 5, "deadline": 35, "draughts": 3, "chess_board": 32, "board_game": 45, "rp2040_games": 60,
         "rp2040_power": 15, "rp2040_timing": 35, "rp2040_usb": 20, "rp2040_start": 10, "rp2040_checkers": 25,
         "rp2040_idle": 5, "rp2040_soak": 60, "rp2040_hosts": 30, "rp2040_bad_squares": 20, "rp2040_openchess": 3}
# The rows of the closing table.
HOST_BUILD = "build host"
HOST_BUILDS, DEVICE_BUILDS = "builds for this computer", "builds for boards"
HOUSE_RULES, HOST_TESTS = "house rules", "tests on this computer"
# Who talks with an emulator or a program waits for it nearly half of the time; the RP2040's simulator is always busy.
TALKING = 0.6
CHECKS = ("style", "include_table", "headers_alone", "symbols", "static_constructors", "call_graph", "placement", "budgets")


@dataclass
class Outcome:
    """What came of a step."""
    passed: int = 0
    failed: list = field(default_factory=list)      # names
    skipped: list = field(default_factory=list)     # (name, reason)
    output: str = ""                                # shown when something failed


@dataclass
class Step:
    name: str
    run: object                     # function of a callback(fraction, detail) -> Outcome
    guess: float                    # seconds it takes on two cores, until it was measured here
    needs: tuple = ()               # names of steps that must have passed
    alone: bool = False             # uses all cores itself
    cores: float = 1.0              # how much of one it keeps busy, if it is not alone
    group: str = ""                 # the row of the closing table that it counts in
    targets: tuple = ()             # of the build of this computer, if it does not need all of it


# ---------------------------------------------------------------- kinds of steps

def build_step(preset: str, jobs: int = 0, targets: tuple = ()):
    def run(tell):
        class Teller:
            def update(self, _label, done=-1.0, detail="", force=False):
                tell(done, detail)

            def clear(self):
                pass
        try:
            build.build(preset, progress=Teller(), jobs=jobs, targets=targets)
        except build.BuildError as error:
            return Outcome(0, [f"build {preset}"], output=str(error))
        return Outcome(1)
    return run


def cases_step(preset: str, programs: tuple, pattern: str = "*", environment=None):
    """Every case of a preset's GoogleTest programs that matches the pattern."""
    def run(tell):
        outcome = Outcome()
        for program in programs:
            found = googletest.run([f"build/{preset}/host_tests/{program}"],
                                   lambda done, total: tell(done / total, f"{done} of {total}"),
                                   pattern=pattern, environment=environment, first=LONGEST_CASES)
            if not found.passed and not found.failed:
                found.failed.append(f"{program} has no case {pattern}")
            outcome.passed += len(found.passed)
            outcome.failed += [f"{preset}: {name}" for name in found.failed]
            outcome.skipped += [(name, "skipped") for name in found.skipped]
            outcome.output += found.output
        return outcome
    return run


def ctest_step(preset: str, selection: list, environment=None):
    """Tests that CTest knows of a preset."""
    def run(tell):
        outcome = Outcome()
        line_of = re.compile(r"^\s*(\d+)/(\d+) Test\s+#\d+: (\S.*?) \.{2,}\**\s*(Passed|\*\*\*\S.*|Not Run.*)")

        def on_line(line):
            match = line_of.match(line)
            if not match:
                return
            tell(int(match[1]) / int(match[2]), f"{match[1]} of {match[2]}")
            if match[4] == "Passed":
                outcome.passed += 1
            elif "Skipped" in match[4] or "Not Run (Disabled)" in match[4]:
                outcome.skipped.append((match[3], "skipped"))
            else:
                outcome.failed.append(f"{preset}: {match[3]}")
        status, out, errors = processes.watched(
            ["ctest", "--test-dir", f"build/{preset}", "-j", str(os.cpu_count() or 2), "--output-on-failure",
             "--timeout", "900", *selection], on_line, environment=environment)
        if status != 0 and not outcome.failed:
            outcome.failed.append(f"{preset}: ctest ended with status {status}")
        if not outcome.passed and not outcome.failed:
            outcome.failed.append(f"{preset}: ctest found no test")
        outcome.output = (out + errors) if outcome.failed else ""
        return outcome
    return run


def python_step(folder: str, pattern: str, environment=None, wanted="*"):
    def run(tell):
        outcome, total = Outcome(), [0]

        def on_line(line):
            word, _, rest = line.partition(" ")
            name = rest.rpartition(" ")[0]
            if word == "total":
                total[0] = int(rest)
            elif word == "ok":
                outcome.passed += 1
            elif word == "FAILED":
                outcome.failed.append(name)
            elif word == "skipped":
                outcome.skipped.append(tuple(rest.split(" ", 1)))
            done = outcome.passed + len(outcome.failed) + len(outcome.skipped)
            if total[0]:
                tell(done / total[0], f"{done} of {total[0]}")
        status, out, errors = processes.watched([*PYTHON, "tools/lib/run_unittests.py", folder, pattern, wanted], on_line,
                                      environment=environment)
        if status != 0 and not outcome.failed:
            outcome.failed.append(f"{folder}/{pattern}: ended with status {status}")
        if total[0] == 0 and not outcome.failed:
            outcome.failed.append(f"{folder}/{pattern}: no test found")
        outcome.output = errors if outcome.failed else ""
        return outcome
    return run


def check_step(name: str, arguments: tuple = ()):
    def run(_tell):
        status, out, errors = processes.watched([*PYTHON, f"tools/checks/{name}.py", *arguments], lambda line: None)
        if status == 0:
            return Outcome(1)
        return Outcome(0, [f"check {name}"], output=out + errors)
    return run


def tool_step(name: str, command: list):
    def run(_tell):
        status, out, errors = processes.watched(command, lambda line: None)
        return Outcome(1) if status == 0 else Outcome(0, [name], output=out + errors)
    return run


def conformance_step(board: boards.Board):
    """The HAL's promises, held against the board's test images in the emulator."""
    def run(_tell):
        reason = emulator.why_not(board)
        outcome = Outcome()
        if reason:
            return Outcome(skipped=[(f"{board.name} conformance", reason)])

        def on_line(line):
            if line.startswith("ok "):
                outcome.passed += 1
            elif line.startswith("FAILED "):
                outcome.failed.append(f"{board.name}: {line[7:]}")
        for name in board.images:
            image = ROOT / "build" / board.name / f"{name}.elf"
            failed = len(outcome.failed)
            status, out, errors = processes.watched([*PYTHON, "host_tests/hal/device_conformance.py", board.machine, str(image)],
                                          on_line)
            if status != 0 and len(outcome.failed) == failed:
                outcome.failed.append(f"{board.name}: {name} ended with status {status}")
            if len(outcome.failed) > failed:
                outcome.output += out + errors
        return outcome
    return run


# ---------------------------------------------------------------- the plan

def plan(quick: bool = False) -> list:
    """All steps; with `quick` those that tell soonest whether a change in core or firmware is sound."""
    steps = builds(quick)
    devices = tuple(step.name for step in steps if step.group == DEVICE_BUILDS)
    steps.append(Step("host tests", cases_step("host", QUICK_CASES, environment=SAMPLE) if quick else cases_step("host", ALL_CASES),
                      60, needs=("build host",), alone=True, group=HOST_TESTS, targets=QUICK_CASES if quick else ALL_CASES))
    if not quick:
        steps += sanitizers()
        steps.append(Step("examples", ctest_step("host", ["-L", "example"]), 20, needs=("build host",), group=HOST_TESTS))
        steps += bridge_steps()
        steps.append(Step("tools", python_step("host_tests/tools", "*_test.py"), 40, needs=("build host",),
                          group=HOST_TESTS))
        steps.append(Step("packages", python_step("host_tests/packages", "build_test.py"), 45, group=HOST_TESTS))
        steps.append(Step("reference", tool_step("reference", [*PYTHON, "tools/lib/reference.py"]), 2, group=HOUSE_RULES))
        steps.append(Step("page", python_step("host_tests/web", "page_test.py"), 60, needs=("build rp2040",),
                          group=HOST_TESTS))
        steps.append(Step("check sizes", tool_step("check sizes", [*PYTHON, "tools/lib/sizes.py", "--check", "--no-build"]),
                          5, needs=devices, group=HOUSE_RULES))
    for name in CHECKS:
        needs = () if name in ("style", "include_table") else devices
        if name == "headers_alone":
            needs = ("build host", *devices)
        if not quick or name != "headers_alone":
            arguments = (boards.DEFAULT,) if quick and needs else ()
            if name == "headers_alone":
                arguments = ("--jobs", "1")
            steps.append(Step(f"check {name}", check_step(name, arguments), 60 if name == "headers_alone" else 1,
                              needs=needs, group=HOUSE_RULES))
    for board in boards.BOARDS.values():
        if not quick or board.name in ("host", boards.DEFAULT):
            steps += tests_of_board(board, quick)
    return steps


def builds(quick: bool) -> list:
    """A device's longest unit begins last and leaves a core idle: so each is built on one core, beside others."""
    steps = [Step(HOST_BUILD, build_step("host", targets=QUICK_TARGETS if quick else ()), 150, alone=True,
                  group=HOST_BUILDS)]
    for board in boards.device_boards():
        if not quick or board.name == boards.DEFAULT:
            steps.append(Step(f"build {board.name}", build_step(board.name, 0 if quick else 1), 25, alone=quick,
                              group=DEVICE_BUILDS))
    return steps


def bridge_steps() -> list:
    """stackmate --port: on this computer, with the RP2040 at its end, and the Windows program."""
    def of(case):
        return python_step("host_tests/device", "bridge_test.py", wanted=f".{case}.")
    return [Step("bridge", of("OverALine"), 5, needs=("build host",), cores=TALKING, group=HOST_TESTS, targets=PLAYERS),
            Step("rp2040: bridge", of("OverUsb"), 8, needs=("build host", "build rp2040"), group=HOST_TESTS, targets=PLAYERS),
            Step("build windows", build_step("windows", 1), 60, group=HOST_BUILDS),
            Step("Windows program", of("OnWindows"), 30, needs=("build host", "build windows"), cores=TALKING, group=HOST_TESTS)]


def sanitizers() -> list:
    steps = []
    for preset, name, programs, pattern, guesses in (("host-asan", "sanitizers", CASES, "*", (200, 140)),
                                                     ("host-tsan", "thread sanitizer", QUICK_CASES, "ParallelThreads*", (20, 5))):
        steps.append(Step(f"build {preset}", build_step(preset, targets=programs), guesses[0], alone=True,
                          group=HOST_BUILDS))
        steps.append(Step(f"host tests, {name}", cases_step(preset, programs, pattern, SAMPLE), guesses[1],
                          needs=(f"build {preset}",), alone=True, group=HOST_TESTS))
    return steps


def tests_of_board(board: boards.Board, quick: bool) -> list:
    steps = []
    group = "tests on emulated boards" if board.is_device else HOST_TESTS
    needs = ("build host",) + ((f"build {board.name}",) if board.is_device else ())
    cores = 1.0 if board.machine == boards.RP2040JS else TALKING
    if board.machine:
        steps.append(Step(f"{board.name}: HAL", conformance_step(board), 10, needs=needs, cores=cores, group=group, targets=PLAYERS))
    for kind in board.tests:
        if not (quick and kind in QUICK_LEAVES_OUT):
            steps.append(Step(f"{board.name}: {kind}",
                              python_step("host_tests/device", f"{kind}_test.py", {"STACKMATE_BOARDS": board.name}),
                              KINDS.get(kind, 10), needs=needs, cores=cores, group=group, targets=PLAYERS))
    return steps


def only(steps: list, patterns: list) -> list:
    """The steps of these names, or, where none has the whole name, those whose name contains it; and the builds that they
    need, as little of this computer's as will do."""
    names = {step.name for step in steps}
    chosen = [step for step in steps
              if any(step.name == p or p not in names and fnmatch.fnmatch(step.name, f"*{p}*") for p in patterns)]
    needed = {need for step in chosen for need in step.needs}
    enough = [step.targets for step in chosen if HOST_BUILD in step.needs]
    if all(enough) and HOST_BUILD not in {step.name for step in chosen}:
        targets = tuple(dict.fromkeys(target for targets in enough for target in targets))
        steps = [replace(step, run=build_step("host", targets=targets)) if step.name == HOST_BUILD else step for step in steps]
    return [step for step in steps if step in chosen or step.name in needed]


def in_order(steps: list, expected) -> list:
    """What uses all cores itself comes first, as written; then what others wait for; then what takes longest, so that
    no core is idle for long at the end."""
    waited_for = {name for step in steps for name in step.needs}
    return sorted(steps, key=lambda s: (0, 0) if s.alone else (1 if s.name in waited_for else 2, -expected(s)))


class Run:
    """Runs the steps, as many at a time as keep the cores busy, with one progress line."""

    def __init__(self, steps: list, log, cores: int = 0):
        self.steps, self.log = steps, log
        self.cores = cores or os.cpu_count() or 2
        self.progress = terminal.Progress(sys.stdout)
        self.known = self._known_times()
        self.outcomes, self.fractions, self.details = {}, {}, {}
        self.lock = threading.Lock()
        self.started = time.monotonic()
        self.begun = {}
        self.seconds = {}

    @staticmethod
    def _known_times() -> dict:
        try:
            return json.loads(TIMES.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def expected(self, step: Step) -> float:
        return max(0.1, self.known.get(step.name, step.guess))

    def show(self) -> None:
        """The progress line: share of the expected time that is done, and what runs now."""
        with self.lock:
            total = sum(self.expected(step) for step in self.steps)
            done = left = 0.0
            for step in self.steps:
                if step.name in self.outcomes:
                    done += self.expected(step)
                elif step.name in self.begun:
                    share = self.fractions.get(step.name, -1)
                    if share < 0:
                        share = min(0.95, (time.monotonic() - self.begun[step.name]) / self.expected(step))
                    done += share * self.expected(step)
            left = total - done
            # Steps that may share the machine take about half their time side by side.
            elapsed = time.monotonic() - self.started
            if done > 20:
                left *= max(0.3, min(3.0, elapsed / done))
            running = ", ".join(f"{name} {self.details.get(name, '')}".strip()
                                for name in self.begun if name not in self.outcomes)
            failed = sum(len(outcome.failed) for outcome in self.outcomes.values())
            if self.progress.live:
                text = f"{100 * done / total:3.0f} %  {terminal.duration(left)} left"
                if failed:
                    text += f"  {failed} failed"
                self.progress.label = text
                self.progress.update(text, -1, running)

    def write(self, text: str) -> None:
        with self.lock:
            self.progress.clear()
            print(text, flush=True)
            print(text, file=self.log, flush=True)

    def one(self, step: Step) -> None:
        missing = [name for name in step.needs if name in self.outcomes and self.outcomes[name].failed]
        self.begun[step.name] = time.monotonic()
        if missing:
            outcome = Outcome(0, [f"{step.name} (not run: {missing[0]} failed)"])
        else:
            def tell(fraction, detail):
                self.fractions[step.name], self.details[step.name] = fraction, detail
            try:
                outcome = step.run(tell)
            except Exception as error:  # a step that breaks is a failure, not the end of all the others
                outcome = Outcome(0, [step.name], output=f"{type(error).__name__}: {error}")
        seconds = time.monotonic() - self.begun[step.name]
        with self.lock:
            self.outcomes[step.name] = outcome
            self.seconds[step.name] = seconds
            if not outcome.failed and not outcome.skipped:
                self.known[step.name] = round(seconds, 1)
        self.report(step, outcome, seconds)

    def report(self, step, outcome, seconds) -> None:
        colour = terminal.wants_colour(sys.stdout)
        mark, code = ("ok", "32") if not outcome.failed else ("FAILED", "31")
        if not outcome.failed and not outcome.passed:
            mark, code = "skipped", "33"
        counts = f"{outcome.passed} passed" + (f", {len(outcome.failed)} failed" if outcome.failed else "")
        if outcome.skipped:
            counts += f", {len(outcome.skipped)} skipped ({outcome.skipped[0][1]})"
        shown = f"\033[{code}m{mark:7}\033[0m" if colour else f"{mark:7}"
        self.write(f"{shown} {step.name:34} {counts:24} {terminal.duration(seconds):>12}")
        for name in outcome.failed:
            self.write(f"          {name}")
        if outcome.failed and outcome.output.strip():
            lines = outcome.output.strip().splitlines()
            print("\n".join(lines), file=self.log, flush=True)
            for line in lines[-40:]:
                self.write("        | " + line)

    def all(self) -> None:
        ticking = threading.Event()

        def ticker():
            while not ticking.wait(0.5):
                self.show()
        threading.Thread(target=ticker, daemon=True).start()
        try:
            self._run_side_by_side(in_order(self.steps, self.expected))
        finally:
            ticking.set()
            self.progress.clear()
        TIMES.write_text(json.dumps(self.known, indent=1, sort_keys=True), encoding="utf-8")

    def _run_side_by_side(self, waiting: list) -> None:
        """Each step as soon as what it needs has been and a core is free; one that is alone has them all."""
        ended, busy = queue.Queue(), {}

        def run(step):
            try:
                self.one(step)
            finally:
                ended.put(step)
        while waiting or busy:
            step = next((s for s in waiting if self.outcomes.keys() >= set(s.needs)), None)
            wanted = self.cores if step and step.alone else step.cores if step else 0
            if step and (not busy or sum(busy.values()) + wanted <= self.cores):
                waiting.remove(step)
                busy[step.name] = wanted
                threading.Thread(target=run, args=(step,), daemon=True).start()
            elif not busy:
                raise RuntimeError(f"{waiting[0].name} waits for what nobody does")
            else:
                del busy[ended.get().name]

    def shares(self) -> dict:
        """Seconds of each step; where two ran side by side each counts half."""
        ended = {name: self.begun[name] + seconds for name, seconds in self.seconds.items()}
        found = dict.fromkeys(ended, 0.0)
        edges = sorted({*ended.values(), *(self.begun[name] for name in ended)})
        for begin, end in zip(edges, edges[1:]):
            running = [name for name in ended if self.begun[name] <= begin and end <= ended[name]]
            for name in running:
                found[name] += (end - begin) / len(running)
        return found

    def where_the_time_went(self) -> str:
        """A table of the groups, the longest first, with the steps that took longest in each."""
        groups = {}
        shares = self.shares()
        for step in self.steps:
            if step.name in shares:
                groups.setdefault(step.group, []).append((shares[step.name], step.name))
        total = sum(shares.values()) or 1
        lines = ["where the time went (of two steps side by side each counts half)"]
        for group, steps in sorted(groups.items(), key=lambda item: -sum(seconds for seconds, _ in item[1])):
            seconds = sum(seconds for seconds, _ in steps)
            longest = ", ".join(f"{name} {terminal.duration(s)}" for s, name in sorted(steps, reverse=True)[:3])
            lines.append(f"{group:24} {terminal.duration(seconds):>12} {100 * seconds / total:4.0f} %   {longest}")
        return "\n".join(lines)

    def totals(self) -> tuple:
        return (sum(outcome.passed for outcome in self.outcomes.values()),
                sum(len(outcome.failed) for outcome in self.outcomes.values()))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/test",
        description="Installs what is missing, builds the product and runs its tests: on this computer, on the emulated "
                    "boards, and the checks of the house rules. Prints one line a step; what failed is shown, and all "
                    f"of it is in {LOG.relative_to(ROOT)}. Ends with 'N passed, N failed' and exit status 0 if "
                    "nothing failed.")
    parser.add_argument("--quick", action="store_true",
                        help="whether a change in core or firmware is sound, in some six minutes of processor time from nothing: "
                             "the host and one board only, no sanitizers, no tests of the tools, a sample of the long computations")
    parser.add_argument("--only", metavar="PATTERN", action="append",
                        help="only the step of this name, else those whose name contains PATTERN (with * and ?), and the builds they need; "
                             "may be given several times")
    parser.add_argument("--list", action="store_true", help="print the steps and stop")
    parser.add_argument("--pin-bench", action="store_true",
                        help=f"test nothing; write today's bench signatures to {pin_bench.FILE.relative_to(ROOT)}")
    options = parser.parse_args()

    steps = plan(options.quick)
    if options.only:
        steps = only(steps, options.only)
        if not steps:
            parser.error(f"no step is called {' or '.join(options.only)}; --list shows them")
    if options.list:
        print("\n".join(step.name for step in steps))
        return 0
    try:
        build.setup("--style", *([] if options.quick else ["--windows", "--browser", "--reference"]))
    except build.BuildError as error:
        print(f"tools/test: {error}", file=sys.stderr)
        print("0 passed, 1 failed")
        return 1
    if options.pin_bench:
        return pin_bench.main()
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with open(LOG, "w", encoding="utf-8") as log:
        run = Run(steps, log)
        try:
            run.all()
        except KeyboardInterrupt:
            run.write("interrupted")
            return 130
        passed, failed = run.totals()
        skipped = sum(len(outcome.skipped) for outcome in run.outcomes.values())
        run.write("\n" + run.where_the_time_went())
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        run.write(f"\n{terminal.duration(time.monotonic() - run.started)}, "
                  f"{terminal.duration(used.ru_utime + used.ru_stime)} of processor time; log: {LOG}"
                  + (f"; {skipped} skipped" if skipped else ""))
        run.write(f"{passed} passed, {failed} failed")
    return 0 if not failed and passed else 1


if __name__ == "__main__":
    terminal.run(main)
