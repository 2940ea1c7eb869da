"""What the checks share. A check prints what is wrong, one finding a line, and exits with status 1 then."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "lib"))

import terminal  # noqa: E402

# Where a check is the program, a reader that stops (`| head`) ends it without a word. Others who import this shall live on.
if Path(getattr(sys.modules["__main__"], "__file__", None) or "").resolve().parent == Path(__file__).resolve().parent:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)

CROSS = "arm-none-eabi-"


class CheckError(terminal.ToolError):
    """The check could not do its work (something is not built); the text says what is needed."""


def report(name: str, findings: list, passed: str) -> int:
    """Prints the findings, or the good news. The exit status."""
    for finding in findings:
        print(f"{name}: {finding}")
    if findings:
        print(f"{name}: {len(findings)} finding{'s' if len(findings) > 1 else ''}")
        return 1
    print(f"{name}: {passed}")
    return 0


def refuse(problem: str) -> None:
    """Ends a check that was called wrongly."""
    print(f"tools/checks/{Path(sys.argv[0]).name}: {problem}; --help shows how it is called", file=sys.stderr)
    sys.exit(2)


def asked_for_help(text: str) -> bool:
    """Prints a check's own words if the command line asks for them. Refuses an option that they do not name."""
    asked = not {"--help", "-h"}.isdisjoint(sys.argv[1:])
    if asked:
        print(text.strip())
    for word in sys.argv[1:]:
        if not asked and word.startswith("-") and word not in re.findall(r"--\w+", text):
            refuse(f"there is no option {word}")
    return asked


def run_check(name: str, check) -> int:
    try:
        return check()
    except CheckError as error:
        print(f"{name}: {error}")
        return 1


def output_of(command: list) -> str:
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                            env=dict(os.environ, LC_ALL="C"))
    if result.returncode != 0:
        raise CheckError(f"{' '.join(map(str, command))} failed: {result.stderr.strip()}")
    return result.stdout


def image_of(preset: str) -> Path:
    image = ROOT / "build" / preset / "stackmate.elf"
    if not image.exists():
        raise CheckError(f"build/{preset}/stackmate.elf is missing: "
                         f"cmake --preset {preset} && cmake --build --preset {preset}")
    return image


def device_presets(arguments: list) -> list:
    """The presets named on the command line, or every device board's."""
    import boards
    known = [board.name for board in boards.device_boards()]
    for name in arguments:
        if name not in known:
            refuse(f"there is no preset '{name}' of a board; there are: {', '.join(known)}")
    return arguments or known
