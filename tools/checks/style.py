#!/usr/bin/python3 -B
"""Sources are laid out as .clang-format says, and the linters find nothing: pyflakes, shellcheck and ESLint, whose rules are in
web/eslint.config.mjs. The page's test calls TypeScript's compiler.

usage: tools/checks/style.py [FILE...]      without a FILE: all of the repository
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import common

CLANG_FORMAT = "clang-format-19"      # in Debian 12 and Ubuntu 24.04; other versions break some lines elsewhere
ESLINT = common.ROOT / "web/node_modules/.bin/eslint"
NOT_OURS = {"build", "node_modules", ".git", ".cache"}


def sources(root: Path) -> list:
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - NOT_OURS)
        found += [Path(folder, name) for name in sorted(names)]
    return found


def said_by(command: list, files: list) -> str:
    """What a program prints about files; nothing if there are none."""
    if not files:
        return ""
    try:
        ended = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, errors="replace", check=False, cwd=common.ROOT)
    except FileNotFoundError:
        raise common.CheckError(f"{command[0]} is missing: tools/setup --style installs it") from None
    return ended.stdout + ended.stderr


def layout(files: list) -> list:
    """Findings in C and C++."""
    files = [path for path in files if path.suffix in (".hpp", ".cpp", ".h", ".c")]
    said = said_by([CLANG_FORMAT, "--dry-run", "-Werror", f"--style=file:{common.ROOT}/.clang-format"], files)
    lines = dict(re.findall(r"^(\S+?):(\d+):\d+: error: code should be clang-formatted", said, re.M)[::-1])      # the first of each
    return [f"{path}:{line}: {CLANG_FORMAT} -i lays it out otherwise" for path, line in sorted(lines.items())]


def python(files: list) -> list:
    """What pyflakes says, but for lines that are marked with noqa."""
    found = []
    for line in said_by(["pyflakes3"], [path for path in files if path.suffix == ".py"]).splitlines():
        place = re.match(r"(.*?):(\d+):", line)
        if not place or "# noqa" not in Path(place[1]).read_text(encoding="utf-8").splitlines()[int(place[2]) - 1]:
            found.append(line)
    return found


def is_script(path: Path) -> bool:
    if path.suffix not in ("", ".sh"):
        return False
    with open(path, "rb") as file:
        return file.read(9) == b"#!/bin/sh"


def shell(files: list) -> list:
    return said_by(["shellcheck", "-f", "gcc"], [path for path in files if is_script(path)]).splitlines()


def javascript(files: list) -> list:
    """What ESLint reports about JavaScript and TypeScript."""
    files = [path for path in files if path.suffix in (".mjs", ".js", ".ts")]
    if not files:
        return []
    import web
    try:
        web.install()
    except (common.terminal.ToolError, OSError) as error:
        raise common.CheckError(f"ESLint is missing: {error}") from None
    said = said_by([ESLINT, "--config", ESLINT.parents[2] / "eslint.config.mjs", "--format", "json"], files)
    try:
        reports = json.loads(said)
    except ValueError:
        raise common.CheckError(f"ESLint has failed:\n{said.strip()[-2000:]}") from None
    return [f"{report['filePath']}:{message.get('line', 1)}: {message['message']} ({message['ruleId']})"
            for report in reports for message in report["messages"]]


def check(names: list) -> int:
    for name in names:
        if not Path(name).is_file():
            common.refuse(f"{name} is no file")
    files = [Path(name).resolve() for name in names] or sources(common.ROOT)
    findings = [finding.replace(f"{common.ROOT}/", "")
                for finding in (*layout(files), *python(files), *shell(files), *javascript(files))]
    return common.report("style", findings, f"{len(files)} files")


if __name__ == "__main__":
    if common.asked_for_help(__doc__):
        sys.exit(0)
    sys.exit(common.run_check("style", lambda: check(sys.argv[1:])))
