"""hardware/make and hardware/check: writes the board's design for KiCad, and checks it against the firmware's kit."""

import argparse
import contextlib
import dataclasses
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import decks
import kit
import netlist
import parts
import parts_list
import pictures
import schematic
from kit import HardwareError

sys.path.append(str(kit.ROOT / "tools" / "lib"))
import marked  # noqa: E402

FOLDER = kit.HERE / "kicad"
DOCUMENT = kit.ROOT / "docs" / "WIRING.md"
PARTS_LIST = "parts.csv"
KICAD_VERSION = "9.0.8"
SENSORS = {"strip_reed": True, "strip_hall": False}     # strip -> columns_high of the kit it belongs to


def kicad(folder: Path, *words: str) -> None:
    ended = subprocess.run(["kicad-cli", *words], cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise HardwareError(f"kicad-cli {' '.join(words)} has failed:\n{(ended.stdout + ended.stderr).strip()[-3000:]}")


@contextlib.contextmanager
def without_debug_lines():
    """KiCad's module writes a dozen of them to descriptor 2 when it is loaded, and as many for each board."""
    kept_stream, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept_stream, 2)
        os.close(kept_stream)
        os.close(nowhere)


def why_no_kicad() -> str:
    """Empty where KiCad is installed whose libraries the files come from: others change a symbol or the order of a file's parts."""
    if not shutil.which("kicad-cli"):
        return "KiCad is missing: tools/setup --hardware installs it"
    version = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, check=True).stdout.strip()
    return "" if version.startswith(KICAD_VERSION) else f"the files are made by KiCad {KICAD_VERSION}, and here is {version}"


def make(folder: Path) -> dict:
    """Path below `folder`, where the files are made -> bytes of each that is kept."""
    if why := why_no_kicad():
        raise HardwareError(why)
    import base_board
    import board
    import strip_board
    tables = parts.boards(kit.read())
    texts = schematic.files(tables)
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in parts.BOARDS:
        kicad(folder, "sch", "export", "netlist", "-o", f"{name}.net", f"{name}.kicad_sch")
        nets, stamps = netlist.of_kicad((folder / f"{name}.net").read_text(encoding="utf-8"))
        texts[f"{name}.netlist"] = netlist.write(nets)
        path = folder / f"{name}.kicad_pcb"
        if name == "base":
            base_board.make(board.Board(path, nets, stamps, base_board.WIDTH, base_board.HEIGHT))
        else:
            strip_board.Strip(board.Board(path, nets, stamps, strip_board.WIDTH, strip_board.HEIGHT), name == "strip_hall")
        texts[path.name] = path.read_text(encoding="utf-8")
    return {**{f"kicad/{name}": text.encode() for name, text in texts.items()}, PARTS_LIST: parts_list.csv_of(tables).encode()}


def kept() -> dict:
    """The same of what is checked in."""
    files = [path for path in FOLDER.rglob("*") if path.is_file()] + [kit.HERE / PARTS_LIST]
    return {path.relative_to(kit.HERE).as_posix(): path.read_bytes() for path in files if path.exists()}


def netlists(folder: Path = FOLDER) -> dict:
    return {name: netlist.read((folder / f"{name}.netlist").read_text(encoding="utf-8")) for name in parts.BOARDS}


def mismatches(of_kit: kit.Kit, nets: dict) -> list:
    """Of both variants: the kit differs by `columns_high`."""
    return list(dict.fromkeys(mismatch for strip, high in SENSORS.items()
                              for mismatch in check.check(dataclasses.replace(of_kit, columns_high=high), nets["base"], nets[strip])))


def rules_broken(folder: Path) -> None:
    """KiCad's rules for schematics and boards, warnings included, and that a board is as its schematic says."""
    for name in parts.BOARDS:
        kicad(folder, "sch", "erc", "--severity-all", "--exit-code-violations", "-o", f"{name}.erc", f"{name}.kicad_sch")
        kicad(folder, "pcb", "drc", "--severity-all", "--schematic-parity", "--exit-code-violations", "-o", f"{name}.drc", f"{name}.kicad_pcb")


def differing(one: dict, other: dict) -> list:
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def with_figures(document: str) -> str:
    return marked.filled(document, {"decks": decks.table(decks.figures())})


def main_make() -> None:
    parser = argparse.ArgumentParser(prog="hardware/make", description=(
        "Writes schematics, boards and netlists for KiCad 9 into hardware/kicad, and hardware/parts.csv, from hardware/parts.py and the "
        "Pico's kit; and the table of decks in docs/WIRING.md. The same bytes each time."))
    parser.add_argument("--pictures", action="store_true", help="also draw docs/img/hardware_*.png, with Chromium")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, without_debug_lines():
        made = make(Path(folder))
        for name, picture in (pictures.draw(Path(folder), kicad) if options.pictures else {}).items():
            (pictures.IMAGES / f"{name}.png").write_bytes(picture)
    for name in differing(made, kept()):
        path = kit.HERE / name
        if name in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made[name])
        else:
            path.unlink()
        print(f"hardware/{name} {'written' if name in made else 'removed'}")
    DOCUMENT.write_text(with_figures(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


def main_check() -> None:
    parser = argparse.ArgumentParser(prog="hardware/check", description=(
        "Follows every pin of the board's netlist, eight strips and a base, to where the kit needs it (boards/kits/picos.hpp, as the "
        "compiler sees it). Exit status 1 if something does not fit."))
    parser.add_argument("--kicad", action="store_true",
                        help="also: the files are what hardware/make writes, and KiCad's rules find nothing")
    options = parser.parse_args()
    found = mismatches(kit.read(), netlists())
    if found:
        print("\n".join(map(str, found)))
        sys.exit(1)
    print("64 squares, 64 LEDs, buttons, sounder, serial line and supply are as in the kit, with contacts and with hall sensors")
    if options.kicad:
        with tempfile.TemporaryDirectory() as folder:
            with without_debug_lines():
                made = make(Path(folder))
            if stale := differing(made, kept()):
                raise HardwareError(f"not what hardware/make writes: {', '.join(stale)}")
            copy = Path(folder, "copy")
            shutil.copytree(FOLDER, copy)
            rules_broken(copy)
        print("the files are current; KiCad's rules find nothing")


def run(main) -> None:
    """With KiCad's default settings: a person's own would change what is made."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
        try:
            main()
        except (HardwareError, OSError) as error:
            sys.exit(f"hardware: {error}")


if __name__ == "__main__":
    run({"make": main_make, "check": main_check}[sys.argv.pop(1)])
