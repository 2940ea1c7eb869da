"""The images of STM32F103 and F405, whole and unchanged, on models of the chips: emulators/stm32/stm32_board.cpp.

The models end the run at whatever the chip forbids or does not have: a wrong clock tree, a peripheral without its clock,
a unit of flash programmed twice, a line at another speed, a torn picture on the LEDs.
"""

import struct
import subprocess
import tempfile
import unittest

from modelled_board import ModelledBoard, bit, board_of

import emulator

VMOV, TT = (0xEE00, 0x0A10), (0xE841, 0xF000)   # s0, r0 of an FPU; r0, r1 of an M33


class BluePill(ModelledBoard):
    name, simulator = "stm32f103", "stm32_board"
    arguments = property(lambda self: ("--chip", self.name))

    def test_a_game_by_hand_is_there_after_the_power_was_gone(self):
        self.start_game()
        self.hands(bit("e2"), bit("e4"))
        self.hear(r"move 1\. e4 e2e4")
        self.move(r"move 1\.\.\. ")
        self.resume("4P3")
        self.engine.send("status")
        self.hear("reset power on")
        self.hear("serial 0 receive losses")
        self.hear("fault none")

    def test_when_the_supply_dips_it_starts_anew_with_its_lights_dark(self):
        self.start_game()
        self.assertTrue({square for _ in range(20) for square in self.shining()})
        self.do("dip", "wait 15")
        self.assertEqual(self.shining(), {})
        self.hear(f"^Stackmate .* on {self.name}$")
        self.engine.send("status")
        self.hear("reset software")


class CoreBoard(BluePill):
    name = "stm32f405"


class Processors(unittest.TestCase):
    def runs(self, chip: str, instruction: tuple) -> bool:
        """Whether an image passes it, and ends at the undefined one behind."""
        simulator = emulator.simulator_of(board_of(self, chip, "stm32_board"))
        with tempfile.NamedTemporaryFile(suffix=".bin") as image:
            image.write(struct.pack("<2I3H", 0x20001000, 0x08000009, *instruction, 0xDE00).ljust(1024, b"\xFF"))
            image.flush()
            ended = subprocess.run([simulator, "--chip", chip, image.name], stdin=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, check=False)
        return "at pc 0800000c" in ended.stderr

    def test_an_m3_refuses_instructions_of_an_fpu_and_of_an_m33(self):
        self.assertEqual([self.runs("stm32f103", each) for each in (VMOV, TT)], [False, False])

    def test_an_m4_refuses_instructions_of_an_m33(self):
        self.assertEqual([self.runs("stm32f405", each) for each in (VMOV, TT)], [True, False])


if __name__ == "__main__":
    unittest.main()
