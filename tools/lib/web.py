"""tools/web: the page with the chess board in it (web/), built, checked for its size, and served on this computer."""

import argparse
import functools
import gzip
import http.server
import json
import shutil
import subprocess
import threading
from pathlib import Path

import boards
import build
import chess_words
import emulator
import licences
import lights
import other_tools
import terminal

SOURCES = build.ROOT / "web"
OUT = build.ROOT / "build" / "web"
FACTS = build.ROOT / "build" / "small" / "web-facts.json"
MOST_BYTES = 2_000_000          # all that a browser loads
FIRST_PORT, LAST_PORT = 8000, 8019
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def install() -> None:
    """What the page is built with, as the lock file says; a copy of that file marks what is installed."""
    lock, mark = SOURCES / "package-lock.json", SOURCES / "node_modules" / ".installed-lock.json"
    if mark.exists() and mark.read_bytes() == lock.read_bytes():
        return
    if emulator.node_version() < emulator.OLDEST_NODE:
        raise terminal.ToolError(f"the page is built with Node.js {emulator.OLDEST_NODE} or newer")
    result = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=SOURCES, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise terminal.ToolError("npm could not fetch what the page is built with:\n" + result.stdout.strip()[-600:])
    shutil.copyfile(lock, mark)


def build_id(image: Path) -> str:
    """The head of the GNU build id, as `status` tells it; empty where the ELF file is not there."""
    elf = image.with_suffix(".elf")
    if not elf.exists():
        return ""
    data = elf.read_bytes()
    at = data.find(b"\x04\x00\x00\x00\x14\x00\x00\x00\x03\x00\x00\x00GNU\x00")
    return data[at + 16:at + 20].hex() if at >= 0 else ""


def facts(image: Path, *, reference: bool = False) -> dict:
    """What the page knows of the firmware, asked of the firmware's own sources, and whether the reference stands beside it."""
    tables = chess_words.tables()
    return {
        "lights": [{"name": style.name, "colour": list(style.colour), "period": style.period_ms, "pattern": style.pattern,
                    "meaning": style.meaning} for style in lights.styles().values()],
        "levels": [{"code": level.code, "name": level.name} for level in tables.levels],
        "menu": tables.menu, "exercises": tables.exercises, "reasons": tables.reasons, "brightness": lights.BRIGHTNESS, "build": build_id(image),
        "reference": reference,
    }


def write_facts(image: Path, *, reference: bool = False) -> None:
    FACTS.parent.mkdir(parents=True, exist_ok=True)
    FACTS.write_text(json.dumps(facts(image, reference=reference)), encoding="utf-8")


def make(out: Path = OUT, *, image: Path = None, reference: bool = False, progress=None) -> dict:
    """Builds the page into a folder, with `reference` leading to the library's reference below it. Gives the bytes of each of
    the page's files."""
    if image is None:
        board = boards.find("rp2040")
        build.build(board.name, progress=progress, targets=("stackmate",))
        build.build("wasm", progress=progress)
        image = (build.ROOT / board.image).with_suffix(".uf2")
    if reason := emulator.why_no_simulator():
        raise terminal.ToolError(reason)
    install()
    write_facts(image, reference=reference)
    shutil.rmtree(out, ignore_errors=True)
    result = subprocess.run(["node", str(SOURCES / "build.mjs"), str(image), str(FACTS), str(out)], capture_output=True, text=True,
                            check=False)
    if result.returncode != 0:
        raise terminal.ToolError("the page does not build:\n" + result.stderr.strip()[-2000:])
    (out / licences.NAME).write_text(licences.text([licences.IN_IMAGES, licences.IN_PAGE]), encoding="utf-8")
    sizes = {path.name: path.stat().st_size for path in sorted(out.iterdir())}
    if sum(sizes.values()) > MOST_BYTES:
        raise terminal.ToolError(f"the page has {sum(sizes.values()):,} bytes, and {MOST_BYTES:,} are allowed: {sizes}")
    if reference:
        add_reference(out)
    return sizes


def add_reference(out: Path) -> None:
    """Makes the library's reference beside the page."""
    other_tools.call("reference", "--out", str(out / "reference"))
    if not (out / "reference" / "index.html").exists():
        raise terminal.ToolError("tools/reference left no index.html")


@functools.lru_cache(maxsize=16)
def compressed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6, mtime=0)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        """Files, compressed where the browser takes that."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.split("?")[0].endswith("/") else path
        if "gzip" not in self.headers.get("Accept-Encoding", "") or not path.is_file():
            super().do_GET()
            return
        body = compressed(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def server(folder: Path, ports) -> http.server.ThreadingHTTPServer:
    """A server of this computer for this computer, at the first of these ports that is free (0: any)."""
    handler = functools.partial(Handler, directory=str(folder))
    for port in ports:
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError:
            continue
    raise terminal.ToolError(f"none of the ports {ports[0]} to {ports[-1]} is free")


def browser() -> str:
    """A Chromium of this machine; empty if there is none."""
    return next((path for path in map(shutil.which, BROWSERS) if path), "")


def in_browser(script: str, *words: str) -> str:
    """Runs one of the scripts in web/ with the page and a Chromium; gives what it prints."""
    if not browser():
        raise terminal.ToolError("pictures and measurements need a Chromium (tools/setup --browser)")
    with server(OUT, [0]) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        result = subprocess.run(["node", str(SOURCES / script), f"http://127.0.0.1:{serving.server_address[1]}/", browser(), *words],
                                stdout=subprocess.PIPE, text=True, check=True)
        serving.shutdown()
    return result.stdout


def cost(measured: dict) -> str:
    """The table of what the page costs."""
    script = len(gzip.compress((OUT / "page.js").read_bytes(), 9))
    starts = measured["starts"]
    rows = [
        ("script, compressed, beside image and rules", f"{script / 1000:.0f} KB", "120 KB"),
        ("processor, in view, in the first ten seconds in which nothing happens", f"{measured['awake']:.1f} % of a core", ""),
        ("processor, in view, then", f"{measured['inView']:.1f} % of a core", "3 %"),
        ("processor, hidden", f"{measured['hidden']:.1f} % of a core", "0 %"),
        ("first paint to a first possible move, two processes spinning",
         f"{starts[len(starts) // 2]:.1f} s ({starts[0]:.1f} to {starts[-1]:.1f})", "2 s"),
    ]
    return "\n".join([f"{measured['processor']}, Chromium {measured['browser']}", "", "| what | measured | goal |", "|---|---|---|",
                      *(f"| {what} | {value} | {goal} |" for what, value, goal in rows)])


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/web",
        description="Builds the page with the chess board in it and serves it to this computer's browser: the RP2040's real image in a "
                    "simulator, or your own board at a cable (docs/WEB.md). Installs and builds what it needs.")
    parser.add_argument("--build", action="store_true", help=f"only build it, into {OUT.relative_to(build.ROOT)}")
    parser.add_argument("--reference", action="store_true", help="with the library's reference (tools/reference) below it, and a link to that")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="also make pictures of it there, with a Chromium of this machine")
    parser.add_argument("--measure", action="store_true", help="also print what it costs, measured in two minutes with a Chromium of this machine")
    parser.add_argument("--port", type=int, default=0, help=f"the port to serve at (default: the first free one from {FIRST_PORT})")
    options = parser.parse_args()
    if not 0 <= options.port <= 65535:
        parser.error("--port takes a number up to 65535")
    progress = terminal.Progress()
    build.setup("--web")
    sizes = make(reference=options.reference, progress=progress)
    progress.clear()
    print(f"{OUT.relative_to(build.ROOT)}: " + ", ".join(f"{name} {size:,}" for name, size in sizes.items())
          + f"; {sum(sizes.values()):,} of {MOST_BYTES:,} bytes")
    if options.pictures:
        in_browser("pictures.mjs", str(options.pictures.resolve()))
    if options.measure:
        print(cost(json.loads(in_browser("measure.mjs"))))
    if options.build or options.pictures or options.measure:
        return 0
    with server(OUT, [options.port] if options.port else range(FIRST_PORT, LAST_PORT + 1)) as serving:
        print(f"http://localhost:{serving.server_address[1]}/   (Ctrl-C ends)", flush=True)
        serving.serve_forever()
    return 0


if __name__ == "__main__":
    terminal.run(main)
