"""Some of the cases of a GoogleTest program, with GoogleTest's report of them.

    googletest.py PROGRAM SHARD SHARDS REPORT [PATTERN]

A process for each case would spend more time on starting, under sanitizers, than on most cases. So every SHARDS-th case runs in
one process. When that ends badly without a failed case (it crashed, or a leak was found at its end), each half of its cases
gets a process of its own, and so on, until it is known which case is at fault. Reports are REPORT.1.xml, REPORT.2.xml ...
"""

import itertools
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import emulator


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


def run(program: list, cases: list, reports) -> bool:
    """Whether all cases pass. `reports` are the names of files to write."""
    report = next(reports)
    status = subprocess.run([*program, "--gtest_brief=1", f"--gtest_output=xml:{report}", f"--gtest_filter={':'.join(cases)}"],
                            preexec_fn=emulator._die_with_parent, check=False).returncode
    if status == 0 or report.exists() and ElementTree.parse(report).find(".//failure") is not None:
        return status == 0
    report.unlink(missing_ok=True)
    name = cases[0]
    if len(cases) > 1:
        middle = len(cases) // 2
        if not all([run(program, half, reports) for half in (cases[:middle], cases[middle:])]):
            return False
        name += f" and {len(cases) - 1} more, together"
    print(f"{name}: the process ended with status {status}", flush=True)
    suites = ElementTree.Element("testsuites")
    ElementTree.SubElement(ElementTree.SubElement(suites, "testcase", name=name), "failure")
    ElementTree.ElementTree(suites).write(report)
    return False


def shard(program: list, which: int, shards: int, report: Path, pattern: str = "*") -> int:
    listed = subprocess.run([*program, "--gtest_list_tests", f"--gtest_filter={pattern}"], stdout=subprocess.PIPE, text=True, check=True)
    cases = cases_of(listed.stdout)[which - 1::shards]      # neighbours often take equally long
    if not cases:
        print(f"{program[0]} has no case {pattern} for shard {which}")
        return 1
    return 0 if run(program, cases, (Path(f"{report}.{n}.xml") for n in itertools.count(1))) else 1


if __name__ == "__main__":
    sys.exit(shard(sys.argv[1:2], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]), *sys.argv[5:]))
