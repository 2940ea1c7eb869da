"""A tool that another tool calls."""

import subprocess

import build
from terminal import ToolError


def call(tool: str, *words: str) -> None:
    """Runs a tool of tools/ to its end, without showing what it prints."""
    path = build.ROOT / "tools" / tool
    if not path.exists():
        raise ToolError(f"there is no tools/{tool}, which makes this part")
    result = subprocess.run([str(path), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise ToolError(f"tools/{tool} ended with status {result.returncode}:\n{(result.stderr or result.stdout).strip()[-2000:]}")
