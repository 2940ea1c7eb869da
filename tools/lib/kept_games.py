"""Games that a person leaves are kept, unless the person says no."""

import contextlib
import datetime
import os
import shutil
import sys

import terminal


def keep(text: str, what: str, *, ask: bool = True, stdout=sys.stdout) -> None:
    """Writes it to a new file in the working directory, or in the home directory, if the person does not say no."""
    name = datetime.datetime.now().strftime("stackmate-%Y-%m-%d-%H%M%S.pgn")
    if ask:
        try:
            *lines, question = terminal.fold(f"  Keep {what} as {name}? [Y/n] ", shutil.get_terminal_size().columns - 4)
            for line in lines:
                print(line, file=stdout, flush=True)
            if input(question).strip().lower().startswith("n"):
                return
        except (EOFError, KeyboardInterrupt):   # whoever is in such a hurry gets the file
            print(file=stdout)
    for folder in (".", os.path.expanduser("~")):
        path = os.path.normpath(os.path.join(folder, name))
        try:
            with open(path, "x", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            continue
        with contextlib.suppress(OSError):      # the terminal may be gone
            print(f"  {what[:1].upper()}{what[1:]}: {path}", file=stdout, flush=True)
        return
    print("\n" + text, file=stdout, flush=True)
