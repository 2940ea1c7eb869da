"""Pictures are read back into what they mean, also where the board has dimmed them."""

import unittest

import paths  # noqa: F401: where the tools are

import lights
import simboard


def frame(colours: list) -> simboard.Frame:
    """Pulse widths from a1 on; the rest is dark."""
    colours = colours + [(0, 0, 0)] * (64 - len(colours))
    return simboard.Frame(0.0, "".join(f"{part:02x}" for colour in colours for part in colour))


def widths(name: str, brightness: int) -> tuple:
    return tuple(lights.pulse_width(part, brightness) for part in lights.styles()[name].colour)


def within_the_supply(colours: list) -> list:
    """As hal/light.hpp dims them."""
    wanted, lit = sum(map(sum, colours)), sum(part != 0 for colour in colours for part in colour)
    if wanted <= lights.ALLOWED_WIDTHS:
        return colours
    factor = (lights.ALLOWED_WIDTHS - lit << 16) // wanted
    return [tuple(max(part * factor >> 16, min(part, 1)) for part in colour) for colour in colours]


class Lights(unittest.TestCase):
    def test_every_light_is_read_at_the_usual_brightness_and_on_a_board_that_nobody_minds(self):
        for name in lights.styles():
            for brightness in (lights.BRIGHTNESS, lights.when_idle(lights.BRIGHTNESS)):
                with self.subTest(name=name, brightness=brightness):
                    wanted = {} if name == "dark" else {"a1": name}
                    self.assertEqual(lights.read(frame([widths(name, brightness)])), wanted)

    def test_a_picture_that_the_supplys_limit_dims_is_read(self):
        for brightness in (128, 255):
            for meaning in (["fill"] * 32, ["fill"] * 40 + ["clear"] * 8, ["winner", "host_second"] * 32):
                with self.subTest(brightness=brightness, meaning=meaning[-2:]):
                    full = [widths(name, brightness) for name in meaning]
                    dimmed = within_the_supply(full)
                    self.assertEqual(dimmed == full, sum(map(sum, full)) <= lights.ALLOWED_WIDTHS)
                    self.assertEqual([*lights.read(frame(dimmed), brightness).values()], meaning)

    def test_a_picture_that_takes_more_than_it_may_or_no_light_at_all_is_refused(self):
        for colours in ([widths("fill", 255)] * 32, [(9, 200, 77)]):
            with self.assertRaises(lights.LightsError):
                lights.read(frame(colours), 128)


if __name__ == "__main__":
    unittest.main()
