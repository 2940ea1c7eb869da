"""The images of STM32F103 and F405, whole and unchanged, on models of the chips: host_tests/boards/chips/stm32/stm32_board.cpp.

The models end the run at whatever the chip forbids or does not have: a wrong clock tree, a peripheral without its clock,
a unit of flash programmed twice, a line at another speed, a torn picture on the LEDs.
"""

import unittest

from modelled_board import ModelledBoard, bit


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


if __name__ == "__main__":
    unittest.main()
