"""The boards, as the tools know them: which machine emulates one, and what its chip has room for.

A board is a kit, boards/kits/NAME.hpp, and what kit, chip and linker script say is read from them. The rows here add what no
image asks for. A kit without a row, here or anywhere, has the row of the first kit with its chip, less the tests.
"""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

KIB = 1024
RP2040JS = "rp2040js"               # machine of the boards that emulators/rp2040 simulates


@dataclass(frozen=True)
class Board:
    name: str
    chip: str
    configuration: str = "Full"     # or Wide, Tiny
    machine: str = ""               # QEMU's -M, or RP2040JS; empty: not emulated
    simulator: str = ""             # or a program of the host build that executes the image, below build/host
    flash_bytes: int = 0
    ram_bytes: int = 0
    flash_base: int = 0
    vectors_at: int = 0             # where the vector table stands, if not at flash_base
    stack_budget: int = 0           # bytes: main path, interrupts on top of it, exception frames
    icount_shift: int = 3           # one instruction takes 2^shift ns of exact virtual time
    oldest_qemu: tuple = (7, 2)
    extra: tuple = field(default=())
    squares: bool = False           # emulated with sensors and lights: a person can sit down at it
    images: tuple = ("hal_conformance",)                    # test images that say themselves whether all is well
    # Kinds in host_tests/device that tools/test runs here.
    tests: tuple = ("dialogue", "perft", "game", "bench", "deadline", "net_kernels")

    optimisation: str = "-O2"
    path: Path = None               # the kit of a board that has no preset

    @property
    def kit(self) -> Path:
        return self.path or ROOT / "boards" / "kits" / f"{self.name}.hpp"

    @property
    def is_device(self) -> bool:
        return self.flash_bytes > 0

    @property
    def vector_table(self) -> int:
        return self.vectors_at or self.flash_base

    @property
    def folder(self) -> str:
        """Where it is built, below build: a kit that lies elsewhere where `cmake --preset kit` builds it, too."""
        return "kit" if self.path and self.path.parent != ROOT / "boards" / "kits" else self.name

    @property
    def image(self) -> str:
        """What the build leaves behind, relative to the repository."""
        return f"build/{self.folder}/stackmate" + (".elf" if self.is_device else "")


ROWS = (
    Board("host", "this computer", tests=("dialogue", "perft", "game", "bench")),
    Board("stm32f405", "STM32F405, Cortex-M4F", stack_budget=2560,
          tests=("dialogue", "perft", "game", "bench", "deadline", "net_kernels", "stm32_board")),
    Board("stm32l475", "STM32L475, Cortex-M4F", stack_budget=2560, oldest_qemu=(9, 1),
          tests=("dialogue", "perft", "game", "bench", "deadline", "chess_board", "board_game"), squares=True),
    Board("stm32f411", "STM32F411, Cortex-M4F", stack_budget=2560, tests=("dialogue",)),
    Board("stm32f103", "STM32F103, Cortex-M3", stack_budget=2560, simulator="emulators/stm32_board",
          tests=("dialogue", "bench", "stm32_board")),
    Board("stm32f100", "STM32F100, Cortex-M3", stack_budget=896, icount_shift=6),
    Board("microbit", "nRF51822, Cortex-M0", stack_budget=1280, icount_shift=6,
          tests=("perft", "bench", "net_kernels", "draughts")),
    Board("rp2040", "RP2040, Cortex-M0+", vectors_at=0x20001000, stack_budget=3072,
          tests=("dialogue", "bench", "rp2040_games", "rp2040_exercises", "rp2040_ways", "rp2040_power", "rp2040_timing",
                 "rp2040_deadline", "rp2040_usb", "rp2040_start", "rp2040_checkers", "rp2040_idle", "rp2040_soak", "rp2040_hosts", "rp2040_bad_squares"),
          squares=True),
    Board("rp2350", "RP2350, Cortex-M33", vectors_at=0x20001000, stack_budget=3072, simulator="emulators/rp2350_board",
          tests=("dialogue", "bench", "rp2350_board")),
    Board("rp2040_openchess", "RP2040 (Open-Chess), Cortex-M0+", vectors_at=0x20001000, stack_budget=3072,
          tests=("rp2040_openchess",)),
    Board("mps2_m7", "AN500 (emulated only), Cortex-M7", stack_budget=1536, tests=("bench", "net_kernels")),
    Board("mps2_an521", "AN521 (emulated only), two Cortex-M33", stack_budget=1536, icount_shift=6,
          tests=("bench", "two_cores", "net_kernels")),
)


def said(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""


def chip_of(kit: Path) -> str:
    """The folder in boards/chips; empty where a header in boards/kits is what kits share."""
    return said(r'\bchip = "(\w+)"', kit.read_text(encoding="utf-8"))


def read(row: Board) -> Board:
    """The row with what kit, chip and linker script say."""
    if not row.kit.exists():
        return row
    folder = ROOT / "boards" / "chips" / chip_of(row.kit)
    build = (folder / "chip.cmake").read_text(encoding="utf-8")
    script = (folder / "board.ld").read_text(encoding="utf-8")
    machine = said(r'\bemulator = "([\w-]+)"', row.kit.read_text(encoding="utf-8"))
    tests = said(r"set\(STACKMATE_BOARD_TEST_IMAGES([^)]*)\)", build) if machine else ""
    return replace(
        row, machine=machine, configuration=said(r"set\(STACKMATE_BOARD_CONFIG (Tiny|Full|Wide)", build),
        optimisation=said(r"set\(STACKMATE_BOARD_OPT (\S+)\)", build) or row.optimisation,
        images=("hal_conformance", *re.findall(r"(\w+)_image\.cpp", tests)),
        flash_base=int(said(r"\bFLASH [^\n]*ORIGIN = (0x\w+)", script), 16),
        flash_bytes=int(said(r"\bFLASH [^\n]*LENGTH = (\d+)K", script)) * KIB,
        ram_bytes=int(said(r"\bRAM [^\n]*LENGTH = (\d+)K", script)) * KIB)


def kits() -> list[Path]:
    return [kit for kit in sorted((ROOT / "boards" / "kits").glob("*.hpp")) if chip_of(kit)]


def row_of(kit: Path) -> Board:
    """A row for a kit that has none."""
    row = next((row for row in ROWS if row.kit.exists() and chip_of(row.kit) == chip_of(kit)), None)
    if row is None:
        raise ValueError(f"{kit} names no chip of boards/chips")
    return replace(row, name=kit.stem, tests=(), path=kit)


BOARDS = {row.name: read(row) for row in ROWS}
BOARDS |= {kit.stem: read(row_of(kit)) for kit in kits() if kit.stem not in BOARDS}

DEFAULT = "stm32f405"


def configuring(name: str) -> list[str]:
    """CMake's words for configuring a preset or a kit."""
    kit = BOARDS[name].path if name in BOARDS else None
    return ["--preset", "kit", "-B", str(folder(name)), f"-DSTACKMATE_KIT={kit}"] if kit else ["--preset", name]


def folder(name: str) -> Path:
    """Where a preset or a kit is built."""
    return ROOT / "build" / (BOARDS[name].folder if name in BOARDS else name)


def device_boards() -> list[Board]:
    return [board for board in BOARDS.values() if board.is_device]


def emulated_boards() -> list[Board]:
    return [board for board in BOARDS.values() if board.machine]


def qemu_boards() -> list[Board]:
    """Those whose instructions a plugin of QEMU's can count."""
    return [board for board in emulated_boards() if board.machine != RP2040JS]


def find(name: str) -> Board:
    """The board of that name, or of a kit at that path; ValueError, with the names there are, when there is none."""
    kit = Path(name).resolve()
    if kit.suffix == ".hpp" and kit.is_file():
        if BOARDS.setdefault(kit.stem, read(row_of(kit))).kit != kit:
            raise ValueError(f"there is a board '{kit.stem}' already: give {name} another name")
        name = kit.stem
    try:
        return BOARDS[name]
    except KeyError:
        raise ValueError(f"there is no board '{name}'; there are: {', '.join(BOARDS)}") from None
