"""The MPU is written in the layout of Armv6-M and Armv7-M. For a processor with Armv8-M that does not compile."""

import shutil
import subprocess
import unittest

import paths

USES = {"the null page": ("boards/cortex_m/mpu.hpp", "cortex_m::guard_null_page()"),
        "what lies below a stack": ("boards/cortex_m/mpu.hpp", "cortex_m::forbid_region<0x1C000000, 26>()")}


@unittest.skipUnless(shutil.which("arm-none-eabi-g++"), "needs the cross compiler")
class Mpu(unittest.TestCase):
    def errors_of(self, cpu: str, header: str, call: str) -> str:
        text = f'#include "{header}"\nvoid guard() {{ stackmate::boards::{call}; }}\n'
        return subprocess.run(["arm-none-eabi-g++", f"-mcpu={cpu}", "-mthumb", "-std=c++20", "-fsyntax-only", "-fno-exceptions",
                               f"-I{paths.ROOT}", "-x", "c++", "-"], input=text, capture_output=True, text=True, check=False).stderr

    def test_it_is_written_on_processors_of_its_layout_only(self):
        for what, use in USES.items():
            with self.subTest(what):
                self.assertEqual(self.errors_of("cortex-m0plus", *use), "")
                self.assertEqual(self.errors_of("cortex-m4", *use), "")
                for cpu in ("cortex-m23", "cortex-m33"):
                    self.assertRegex(self.errors_of(cpu, *use), "error: static assertion failed: the MPU of Armv8-M cannot forbid")

    def test_nothing_else_writes_it(self):
        registers = "0xE000ED9"     # MPU_TYPE to MPU_RBAR
        self.assertEqual([str(path.relative_to(paths.ROOT)) for path in sorted((paths.ROOT / "boards").rglob("*.[ch]pp"))
                          if registers in path.read_text(encoding="utf-8")], ["boards/cortex_m/mpu.hpp"])


if __name__ == "__main__":
    unittest.main()
