"""The RP2350's image, whole and unchanged, on models of the chip: emulators/rp2350/rp2350_board.cpp.

The models end the run at whatever the chip forbids or does not have: a wrong clock tree, a subsystem in reset, a pin that is
isolated, flash that is read before the boot ROM's work is undone, a torn picture on the LEDs.
"""

import subprocess
import tempfile
import unittest
from pathlib import Path

import board_case
import emulator
from modelled_board import ModelledBoard, bit, board_of

SIMULATOR = "rp2350_board"


class Pico2(ModelledBoard):
    name, simulator = "rp2350", SIMULATOR
    stepping = "a2"
    extra = ()
    arguments = property(lambda self: ("--stepping", self.stepping, *self.extra))


class Games(Pico2):
    def test_a_game_by_hand_is_there_after_the_power_was_gone_twice(self):
        self.start_game()
        self.hands(bit("e2"), bit("e4"))
        self.hear(r"move 1\. e4 e2e4")
        self.move(r"move 1\.\.\. ")
        self.resume("4P3")
        self.hands(bit("a2"), bit("a3"))
        self.hear(r"move 2\. a3 a2a3")
        self.move(r"move 2\.\.\. ")
        self.resume("P7")
        self.engine.send("status")
        self.hear("reset power on")
        self.hear("serial 0 receive losses")
        self.hear("fault none")


class GamesOnA4(Games):
    """Without the erratum of the inputs, E9."""

    stepping = "a4"


class Chip(Pico2):
    def latched(self):
        """A pulled-down pin that nothing is connected to is driven high and let go: with its buffer on, and off in between."""
        self.hear("set up the pieces")
        levels = [self.ask("pad 22 44", "drive 22 1", "drive 22 z", "level 22"),
                  self.ask("pad 22 4", "pad 22 44", "level 22")]
        return [answer.split()[1] for answer in levels]

    def test_a_pulled_down_input_stays_high_until_its_buffer_was_off(self):
        self.assertEqual(self.latched(), ["1", "0"])

    def test_a_press_of_run_starts_it_anew_and_a_second_one_soon_after_starts_the_drive(self):
        self.hear("set up the pieces")
        self.do("run")
        self.hear(r"Stackmate .* on rp2350$")
        self.engine.send("status")
        self.hear("reset pin")
        self.do("wait 700", "run", "wait 700", "run")
        for _ in range(2):
            self.hear(r"Stackmate .* on rp2350$")
        self.assertTrue(self.ask("wait 700", "look").startswith("status"))
        self.assertEqual(self.ask("run", "wait 120", "run", "wait 200", "look"), "drive\n")

    def test_the_command_for_a_new_program_starts_the_drive(self):
        self.hear("board fen")
        self.engine.send("bootloader")
        self.hear("waiting for another program")
        self.assertEqual(self.ask("wait 100", "look"), "drive\n")

    def test_the_led_of_the_module_blinks(self):
        self.hear("set up the pieces")
        lit = {self.ask("wait 100", "look").split()[1] for _ in range(40)}
        self.assertEqual(lit, {"0", "1"})


class ChipA4(Chip):
    stepping = "a4"

    def test_a_pulled_down_input_stays_high_until_its_buffer_was_off(self):
        self.assertEqual(self.latched(), ["0", "0"], "A4 mends it")


class Radio(Pico2):
    """A Pico 2 W: nothing is driven that belongs to its radio."""

    extra = ("--radio",)

    def test_the_radios_pins_are_left_alone(self):
        self.start_game()
        lit = {self.ask("wait 100", "look").split()[1] for _ in range(20)}
        self.assertEqual(lit, {"0"})


class Boot(unittest.TestCase):
    def setUp(self):
        self.board = board_of(self, "rp2350", SIMULATOR)

    def refusal(self, change) -> str:
        image = bytearray((board_case.ROOT / self.board.image).with_suffix(".bin").read_bytes())
        change(image, image.index(bytes.fromhex("d3deffff")))
        with tempfile.TemporaryDirectory() as folder:
            damaged = Path(folder, "damaged.bin")
            damaged.write_bytes(image)
            done = subprocess.run([emulator.simulator_of(self.board), damaged], input=b"", capture_output=True, timeout=60,
                                  check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        return done.stderr.decode()

    def test_an_image_with_a_damaged_definition_does_not_boot(self):
        def changed(at, to):
            def change(image, block):
                image[block + at] = to
            return change

        self.assertIn("no image definition", self.refusal(changed(0, 0)))
        self.assertIn("no program for secure Arm", self.refusal(changed(7, 0)))      # for an RP2040
        self.assertIn("no program for secure Arm", self.refusal(changed(6, 0x11)))   # not secure
        self.assertIn("length", self.refusal(changed(9, 2)))
        self.assertIn("no end", self.refusal(changed(16, 0)))


if __name__ == "__main__":
    unittest.main()
