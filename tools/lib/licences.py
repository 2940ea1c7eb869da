"""The licences of what is linked into an image, a program or the page, and asks to be handed on with it. GCC's libraries do not
ask (GCC Runtime Library Exception)."""

from pathlib import Path

import build
from terminal import ToolError

NAME = "LICENSES.txt"
IN_IMAGES = "newlib's functions for memory, in the boards' images"
IN_WINDOWS = "mingw-w64's start-up code and threads, in the program for Windows"
IN_PAGE = "rp2040js, in the page"
NOTICES = {
    IN_IMAGES: Path("/usr/share/doc/libnewlib-arm-none-eabi/copyright"),
    IN_WINDOWS: Path("/usr/share/doc/mingw-w64-x86-64-dev/copyright"),
    IN_PAGE: build.ROOT / "emulators/rp2040/node_modules/rp2040js/LICENSE",
}


def text(whats=None) -> str:
    """The project's own licence, then those of these (all, if it is not said). ToolError names one that is missing."""
    parts = [(build.ROOT / "LICENSE").read_text(encoding="utf-8")]
    for what in whats if whats is not None else NOTICES:
        path = NOTICES[what]
        if not path.exists():
            raise ToolError(f"the licence of {what} is not where Debian and npm leave it: {path}")
        parts.append(f"{'-' * 79}\n{what[0].upper()}{what[1:]}:\n\n{path.read_text(encoding='utf-8')}")
    return "\n".join(parts)
