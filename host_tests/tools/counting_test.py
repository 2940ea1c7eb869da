"""The counting plugin, on a program whose instructions can be counted by hand."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import boards
import counting
import emulator

PROGRAM = """
    .syntax unified
    .cpu cortex-m3
    .thumb
    .section .vectors, "a"
    .word __stack_top, reset + 1
    .text
    .macro function name
    .thumb_func
    .global \\name
    .type \\name, %function
    \\name:
    .endm
function reset
    push {r4, lr}
    movs r0, #10
    bl loop
    movs r0, #5
    bl jumper
    movs r0, #0x18
    ldr r1, =0x20026            @ semihosting: end of the program
    bkpt 0xab
    .ltorg
    .size reset, . - reset
function jumper
    nop
    b.w loop
    .size jumper, . - jumper
function loop
    push {r0, r1, r2, r3}
1:  subs r0, #1
    bne 1b
    add sp, #16
    bx lr
    .size loop, . - loop
"""


@unittest.skipUnless(shutil.which("arm-none-eabi-gcc") and emulator.qemu_version() >= counting.OLDEST_QEMU,
                     "needs the cross compiler and QEMU 9.0")
class Counting(unittest.TestCase):
    def test_instructions_calls_and_stack_are_exact(self):
        board = boards.Board("test", "Cortex-M3", "", "mps2-an385")
        with tempfile.TemporaryDirectory() as directory:
            image = Path(directory, "program.elf")
            subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-nostdlib", "-x", "assembler", "-",
                            "-Wl,-Ttext=0x100,--section-start=.vectors=0,-e,reset",
                            "-Wl,--defsym=__stack_top=0x20001000,--defsym=__stack_limit=0x20000000", "-o", str(image)],
                           input=PROGRAM, text=True, check=True, capture_output=True)
            counts = counting.count(board, image, lambda engine: engine.process.wait(10) and [],
                                    functions=("^loop$", "^jumper$"), calls=("^loop$",))
        loops = (1 + 2 * 10 + 2) + (1 + 2 * 5 + 2)
        self.assertEqual(counts.functions, {"loop": loops, "jumper": 2})
        self.assertEqual(counts.calls, {"loop": (loops, 2)})
        self.assertEqual(counts.total, 7 + 1 + 2 + loops)       # the breakpoint ends the program and counts
        self.assertEqual(counts.stack, 8 + 16)


if __name__ == "__main__":
    unittest.main()
