"""The boards, as the tools know them: which machine emulates one, and what its chip has room for.

One table for all tools. A board's name is also its CMake preset and its folder under boards/.
"""

from dataclasses import dataclass, field

KIB = 1024
RP2040JS = "rp2040js"               # machine of the boards that sim simulates


@dataclass(frozen=True)
class Board:
    name: str
    chip: str
    configuration: str              # Tiny or Full
    machine: str = ""               # QEMU's -M, or RP2040JS; empty: not emulated
    simulator: str = ""             # or a program of the host build that executes the image, below build/host
    flash_bytes: int = 0
    ram_bytes: int = 0
    flash_base: int = 0x08000000
    vectors_at: int = 0             # where the vector table stands, if not at flash_base
    stack_budget: int = 0           # bytes: main path, interrupts on top of it, exception frames
    icount_shift: int = 3           # one instruction takes 2^shift ns of exact virtual time
    oldest_qemu: tuple = (7, 2)
    extra: tuple = field(default=())
    squares: bool = False           # emulated with sensors and lights: a person can sit down at it
    images: tuple = ("hal_conformance",)                    # test images that say themselves whether all is well
    # Kinds in host_tests/device that tools/test runs here.
    tests: tuple = ("dialogue", "perft", "game", "bench", "deadline", "net_kernels")

    @property
    def is_device(self) -> bool:
        return self.flash_bytes > 0

    @property
    def vector_table(self) -> int:
        return self.vectors_at or self.flash_base

    @property
    def image(self) -> str:
        """What the build leaves behind, relative to the repository."""
        return f"build/{self.name}/stackmate" + (".elf" if self.is_device else "")


BOARDS = {
    board.name: board
    for board in (
        Board("host", "this computer", "Full", tests=("dialogue", "perft", "game", "bench")),
        Board("stm32f405", "STM32F405, Cortex-M4F", "Full", "netduinoplus2",
              flash_bytes=1024 * KIB, ram_bytes=128 * KIB, stack_budget=1536),
        Board("stm32l475", "STM32L475, Cortex-M4F", "Full", "b-l475e-iot01a",
              flash_bytes=512 * KIB, ram_bytes=96 * KIB, stack_budget=2560, oldest_qemu=(9, 1),
              tests=("dialogue", "perft", "game", "bench", "deadline", "chess_board", "board_game"), squares=True),
        Board("stm32f411", "STM32F411, Cortex-M4F", "Full", "netduinoplus2",
              flash_bytes=512 * KIB, ram_bytes=128 * KIB, stack_budget=2560, tests=("dialogue",)),
        Board("stm32f103", "STM32F103, Cortex-M3", "Tiny", simulator="host_tests/blue_pill",
              flash_bytes=112 * KIB, ram_bytes=20 * KIB, stack_budget=2560, tests=("dialogue", "bench", "blue_pill")),
        Board("stm32f100", "STM32F100, Cortex-M3", "Tiny", "stm32vldiscovery",
              flash_bytes=128 * KIB, ram_bytes=8 * KIB, stack_budget=896, icount_shift=6),
        Board("microbit", "nRF51822, Cortex-M0", "Tiny", "microbit",
              flash_bytes=256 * KIB, ram_bytes=16 * KIB, flash_base=0, stack_budget=1280, icount_shift=6,
              tests=("perft", "bench", "net_kernels", "draughts")),
        Board("rp2040", "RP2040, Cortex-M0+", "Full", RP2040JS,
              flash_bytes=1856 * KIB, ram_bytes=264 * KIB, flash_base=0x10000000, vectors_at=0x20001000,
              stack_budget=3072, images=("hal_conformance", "chess_parts"),
              tests=("dialogue", "bench", "rp2040_games", "rp2040_power", "rp2040_timing", "rp2040_deadline", "rp2040_usb",
                     "rp2040_start", "rp2040_checkers", "rp2040_idle", "rp2040_soak", "rp2040_hosts",
                     "rp2040_bad_squares"),
              squares=True),
        Board("rp2040_openchess", "RP2040 (Open-Chess), Cortex-M0+", "Full",
              flash_bytes=1856 * KIB, ram_bytes=264 * KIB, flash_base=0x10000000, vectors_at=0x20001000,
              stack_budget=3072, tests=("rp2040_openchess",)),
        Board("mps2_m7", "AN500 (emulated only), Cortex-M7", "Full", "mps2-an500",
              flash_bytes=4096 * KIB, ram_bytes=4096 * KIB, flash_base=0, stack_budget=1536,
              tests=("bench", "net_kernels")),
        Board("mps2_an521", "AN521 (emulated only), two Cortex-M33", "Full", "mps2-an521", icount_shift=6,
              flash_bytes=4096 * KIB, ram_bytes=4096 * KIB, flash_base=0x10000000, stack_budget=1536,
              images=("hal_conformance", "second_core", "two_cores", "helped_engine"), tests=("bench", "two_cores", "net_kernels")),
    )
}

DEFAULT = "stm32f405"


def device_boards() -> list[Board]:
    return [board for board in BOARDS.values() if board.is_device]


def emulated_boards() -> list[Board]:
    return [board for board in BOARDS.values() if board.machine]


def qemu_boards() -> list[Board]:
    """Those whose instructions a plugin of QEMU's can count."""
    return [board for board in emulated_boards() if board.machine != RP2040JS]


def find(name: str) -> Board:
    """The board of that name; ValueError, with the names there are, when there is none."""
    try:
        return BOARDS[name]
    except KeyError:
        raise ValueError(f"there is no board '{name}'; there are: {', '.join(BOARDS)}") from None
