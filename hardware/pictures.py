"""docs/img/hardware_*.png: what kicad-cli draws, cut to size. Chromium turns its SVG into PNG."""

import re
import shutil
import subprocess
from pathlib import Path

from kit import HardwareError, ROOT

IMAGES = ROOT / "docs" / "img"
# Picture -> board, what of it, the place that is shown in mm (left, top, width, height), and its width in pixels.
PICTURES = {
    "hardware_strip_schematic": ("strip_reed", "sch", (9, 25, 402, 140), 2000),
    "hardware_base_schematic": ("base", "sch", (9, 18, 402, 190), 2000),
    "hardware_strip": ("strip_reed", "pcb", (18, 18, 116, 34), 1600),
    "hardware_base": ("base", "pcb", (18, 18, 126, 80), 1400),
}
LAYERS = "F.Mask,F.SilkS,Edge.Cuts"


def draw(folder: Path, kicad) -> dict:
    """Name -> bytes of each picture. `folder` holds the projects."""
    browser = shutil.which("chromium")
    if not browser:
        raise HardwareError("Chromium is missing: tools/setup --browser installs it")
    from PIL import Image
    made = {}
    for name, (board, kind, (left, top, wide, high), pixels) in PICTURES.items():
        if kind == "sch":
            kicad(folder, "sch", "export", "svg", "--exclude-drawing-sheet", "--no-background-color", "-o", ".", f"{board}.kicad_sch")
        else:
            kicad(folder, "pcb", "export", "svg", "--layers", LAYERS, "--page-size-mode", "0", "--exclude-drawing-sheet", "--mode-single",
                  "--black-and-white", "-o", f"{board}.svg", f"{board}.kicad_pcb")
        svg = folder / f"{board}.svg"
        tall = round(pixels * high / wide)
        cut = f'width="{pixels}" height="{tall}" viewBox="{left} {top} {wide} {high}"'
        text = re.sub(r'width="[\d.]+mm" height="[\d.]+mm" viewBox="[^"]*"', cut, svg.read_text(encoding="utf-8"), count=1)
        svg.write_text(text, encoding="utf-8")
        shot = folder / f"{name}.png"
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/chromium",
                        f"--window-size={pixels},{tall}", f"--screenshot={shot}", svg.as_uri()], capture_output=True, timeout=120, check=True)
        Image.open(shot).convert("P", palette=Image.ADAPTIVE, colors=16).save(shot, optimize=True)
        made[name] = shot.read_bytes()
    return made
