"""The cases of a GoogleTest program, many to a process and several processes at a time.

A process for each case would spend more time on starting, under sanitizers, than on most cases. When a process dies,
the case that it was at has failed and those after it get another process; when one ends badly after all its cases
(a leak, say), each of them gets a process of its own, which tells whose fault it is.
"""

import concurrent.futures
import itertools
import os
import re
from dataclasses import dataclass, field

import processes

SILENCE = 900.0         # seconds that a case may take
PER_PROCESS = 40        # cases
ENDS = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}
LINE = re.compile(r"^\[( RUN      |       OK |  FAILED  |  SKIPPED )\] ([^\s,]+)(.*)")


@dataclass
class Results:
    passed: list = field(default_factory=list)      # names, as --gtest_filter takes them
    failed: list = field(default_factory=list)
    skipped: list = field(default_factory=list)
    output: str = ""                                # what was printed from the begin of each failed case on

    def add(self, more) -> None:
        self.passed += more.passed
        self.failed += more.failed
        self.skipped += more.skipped
        self.output += more.output


def cases_of(listing: str) -> list:
    """Names of the cases in what --gtest_list_tests prints, without the disabled ones."""
    found, suite = [], ""
    for line in listing.splitlines():
        name = line.partition("#")[0].rstrip()
        if not name.startswith(" "):
            suite = name if name.endswith(".") else ""
        elif suite:
            found.append(suite + name.strip())
    return [name for name in found if not re.search(r"(^|[./])DISABLED_", name)]


def dealt(cases: list, first: tuple = ()) -> list:
    """The cases of each process: neighbours, which often take equally long, are dealt to different ones. Those whose
    names begin with one of `first` take longest: they begin first, each in its own process."""
    alone = [name for name in cases if name.startswith(first)] if first else []
    rest = [name for name in cases if name not in set(alone)]
    hands = -(-len(rest) // PER_PROCESS)
    return [[name] for name in alone] + [rest[hand::hands] for hand in range(hands)]


class Process:
    """One run of the program with some of its cases."""

    def __init__(self, program: list, cases: list, environment, tell):
        self.results = Results()
        self.left = list(cases)         # those that were not come to
        self.begun, self.text = "", []
        self.tell = tell
        self.status, _, _ = processes.watched([*program, f"--gtest_filter={':'.join(cases)}"], self._line,
                                              environment=environment, silence=SILENCE, errors_in_output=True)
        if self.begun:
            self.text.append(f"{self.begun} ended the process (status {self.status})")
            self._end("failed")

    def _line(self, line: str) -> None:
        match = LINE.match(line)
        word, name = (match[1].strip(), match[2]) if match else ("", "")
        if word == "RUN":
            self.begun, self.text = name, []
        self.text.append(line)
        if name == self.begun and word in ENDS:
            self._end(ENDS[word])

    def _end(self, kind: str) -> None:
        getattr(self.results, kind).append(self.begun)
        if kind == "failed":
            self.results.output += "\n".join(self.text) + "\n"
        if self.begun in self.left:
            self.left.remove(self.begun)
        self.begun, self.text = "", []
        self.tell()

    @property
    def fault_of_none(self) -> bool:
        """Ended badly, though no case failed."""
        return self.status != 0 and not self.results.failed

    def all_failed(self, names: list) -> Results:
        return Results(failed=names, output="\n".join([*self.text, f"ended with status {self.status}"]) + "\n")


def run(program: list, on_progress=lambda done, total: None, *, pattern: str = "*", environment=None, first: tuple = (),
        workers: int = 0) -> Results:
    """Runs the cases that match `pattern`, as --gtest_filter takes it."""
    status, listing, errors = processes.watched([*program, "--gtest_list_tests", f"--gtest_filter={pattern}"],
                                                lambda line: None, environment=environment, silence=SILENCE)
    if status != 0:
        return Results(failed=[f"the list of cases (status {status})"], output=listing + errors)
    cases = cases_of(listing)
    done = itertools.count(1)

    def tell():
        on_progress(min(next(done), len(cases)), len(cases))

    def apart(hand: list, together: Process) -> Results:
        """Each case in its own process, to tell whose fault it is that they end badly together."""
        found = Results()
        for name in hand:
            alone = Process(program, [name], environment, lambda: None)
            found.add(alone.all_failed([name]) if alone.fault_of_none else alone.results)
        if not found.failed:
            found.add(together.all_failed([f"{hand[0]} and {len(hand) - 1} more, together"]))
        return found

    def play(hand: list) -> Results:
        found = Results()
        while hand:
            process = Process(program, hand, environment, tell)
            nothing = len(process.left) == len(hand)
            if nothing or process.fault_of_none:
                found.add(process.all_failed(hand) if nothing or len(hand) == 1 else apart(hand, process))
                break
            found.add(process.results)
            hand = process.left
        return found

    total = Results()
    with concurrent.futures.ThreadPoolExecutor(max(1, workers or os.cpu_count() or 2)) as pool:
        for found in pool.map(play, dealt(cases, first)):
            total.add(found)
    return total
