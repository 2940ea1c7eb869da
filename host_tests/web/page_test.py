"""The page (web/): what it weighs, that its types agree, how it reads lights, a board's words and games, that its rules are the core's, how it
plays at Lichess and puts an image into a Pico, and page.test.mjs and page_lichess.test.mjs, which try it in a browser against the real image."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/lib"))

import boards
import emulator
import other_tools
import terminal
import web

LIGHTS, SESSION, SERIAL, PGN, OWN_CLOCK, SPOKEN, LICHESS, FLASH, RULES, IN_BROWSER, LICHESS_IN_BROWSER = (
    Path(__file__).with_name(f"{name}.test.mjs")
    for name in ("lights", "session", "serial", "pgn", "own_clock", "spoken", "lichess", "flash", "rules", "page", "page_lichess"))
IMAGE = (ROOT / boards.find("rp2040").image).with_suffix(".uf2")
VERDICT = re.compile(r"^(ok|not ok) \d+ - (.*)$", re.M)


def names(path: Path) -> list:
    return re.findall(r"^test\('(.+)', (?:async )?\(", path.read_text(encoding="utf-8"), re.M)


def verdicts(path: Path, **environment) -> tuple:
    """Name of a test -> ok or not ok, and all that was said."""
    result = subprocess.run(["node", "--test", "--test-reporter=tap", str(path)], env=dict(os.environ, **environment), capture_output=True,
                            text=True, check=False)
    return {name: word for word, name in VERDICT.findall(result.stdout)}, result.stdout + result.stderr


def why_no_page() -> str:
    """Empty when the page can be built and seen here; else the reason, in a sentence."""
    return emulator.why_no_simulator() or next((f"no {what} is installed (tools/setup --browser)" for what, there in (
        ("Chromium", web.browser()), ("openssl", shutil.which("openssl"))) if not there), "")


class Files(unittest.TestCase):
    def test_the_lock_file_names_no_registry(self):
        self.assertNotIn("resolved", (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))


@unittest.skipIf(emulator.why_no_simulator(), emulator.why_no_simulator())
class Build(unittest.TestCase):
    def test_its_types_agree(self):
        web.install()
        result = subprocess.run(["npm", "run", "--silent", "check"], cwd=ROOT / "web", capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout)


@unittest.skipIf(emulator.why_no_simulator(), emulator.why_no_simulator())
class Lights(unittest.TestCase):
    """Each test of lights.test.mjs is one here."""

    @classmethod
    def setUpClass(cls):
        web.install()
        web.write_facts(IMAGE)
        cls.verdicts, cls.said = verdicts(LIGHTS, FACTS=str(web.FACTS))


@unittest.skipIf(emulator.why_no_simulator(), emulator.why_no_simulator())
class OfAFile:
    """Each test of `path` is one here."""

    @classmethod
    def setUpClass(cls):
        web.install()
        cls.verdicts, cls.said = verdicts(cls.path)


class Session(OfAFile, unittest.TestCase):
    path = SESSION


class Serial(OfAFile, unittest.TestCase):
    path = SERIAL


class Pgn(OfAFile, unittest.TestCase):
    path = PGN


class OwnClock(OfAFile, unittest.TestCase):
    path = OWN_CLOCK


class Spoken(OfAFile, unittest.TestCase):
    path = SPOKEN


class Lichess(OfAFile, unittest.TestCase):
    """LICHESS_GAMES=100 plays so many games, not ten."""

    path = LICHESS


class Flash(OfAFile, unittest.TestCase):
    path = FLASH


class Rules(OfAFile, unittest.TestCase):
    """RULES_GAMES=10000 plays so many games, not 200."""

    path = RULES


def tried_in_a_browser(case, path) -> None:
    """Builds the page, and tries it as the file says."""
    if not IMAGE.exists():
        raise AssertionError(f"{IMAGE.name} is missing: build the preset rp2040")
    out = ROOT / "build" / "web-tested"
    case.sizes = web.make(out, image=IMAGE)
    with web.server(out, [0]) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        case.verdicts, case.said = verdicts(
            path, PAGE=f"http://127.0.0.1:{serving.server_address[1]}/", FILE=(out / "index.html").as_uri(),
            CHROMIUM=web.browser(), IMAGE=str(IMAGE))
        serving.shutdown()


@unittest.skipIf(why_no_page(), why_no_page())
class LichessInABrowser(unittest.TestCase):
    """Each test of page_lichess.test.mjs is one here."""

    @classmethod
    def setUpClass(cls):
        tried_in_a_browser(cls, LICHESS_IN_BROWSER)


@unittest.skipIf(why_no_page(), why_no_page())
class InABrowser(unittest.TestCase):
    """Each test of page.test.mjs is one here."""

    @classmethod
    def setUpClass(cls):
        tried_in_a_browser(cls, IN_BROWSER)

    def test_the_licences_of_all_in_it_are_a_link_away(self):
        licences = (ROOT / "build" / "web-tested" / "LICENSES.txt").read_text(encoding="utf-8")
        for name in ("Stackmate developers", "Uri Shaked", "newlib"):
            self.assertIn(name, licences)
        self.assertIn("LICENSES.txt", (ROOT / "build" / "web-tested" / "page.js").read_text(encoding="utf-8"))

    def test_it_is_served_compressed_to_a_browser_that_takes_that(self):
        out = ROOT / "build" / "web-tested"
        with web.server(out, [0]) as serving:
            threading.Thread(target=serving.serve_forever, daemon=True).start()
            for path, name in (("/", "index.html"), ("/page.js?x", "page.js")):
                for packed in (True, False):
                    request = urllib.request.Request(f"http://127.0.0.1:{serving.server_address[1]}{path}",
                                                     headers={"Accept-Encoding": "gzip"} if packed else {})
                    with urllib.request.urlopen(request) as answer:
                        body = answer.read()
                    self.assertEqual(answer.headers["Content-Encoding"], "gzip" if packed else None)
                    self.assertEqual(gzip.decompress(body) if packed else body, (out / name).read_bytes())
            serving.shutdown()

    def test_all_of_it_is_light_enough(self):
        self.assertGreater(sum(self.sizes.values()), len(gzip.compress(IMAGE.read_bytes())))
        self.assertLessEqual(sum(self.sizes.values()), web.MOST_BYTES)
        script = (ROOT / "build" / "web-tested" / "page.js").read_bytes()
        self.assertLess(len(gzip.compress(script, 9)), 120_000, "the page's own script, without the image and the rules")


@unittest.skipIf(emulator.why_no_simulator(), emulator.why_no_simulator())
class Reference(unittest.TestCase):
    """The reference itself is another tool's."""

    def make(self, call):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(other_tools, "call", call):
            web.make(Path(folder) / "page", image=IMAGE, reference=True)
            return [path.relative_to(folder).as_posix() for path in Path(folder).rglob("*.html")], json.loads(web.FACTS.read_text(encoding="utf-8"))

    def test_it_stands_beside_the_page_which_knows_of_it_and_weighs_nothing_there(self):
        def call(*words):
            self.assertEqual(words[:2], ("reference", "--out"))
            Path(words[2]).mkdir()
            (Path(words[2]) / "index.html").write_text(" " * web.MOST_BYTES, encoding="utf-8")
        pages, facts = self.make(call)
        self.assertEqual(sorted(pages), ["page/index.html", "page/reference/index.html"])
        self.assertTrue(facts["reference"])

    def test_a_reference_without_a_first_page_is_an_error(self):
        with self.assertRaisesRegex(terminal.ToolError, "tools/reference left no index.html"):
            self.make(lambda *_: None)


def said_of(name, said: str) -> str:
    """What was said of a test; the end of it all if nothing was."""
    own = re.search(rf"^(?:not )?ok \d+ - {re.escape(name)}$.*?^  \.\.\.$", said, re.M | re.S)
    return own[0] if own else said[-6000:]


def verdict(name):
    def test(self):
        self.assertEqual(self.verdicts.get(name), "ok", said_of(name, self.said))
    return test


def add_tests(case, path):
    for name in names(path):
        setattr(case, "test_" + re.sub(r"\W+", "_", name), verdict(name))


add_tests(Lights, LIGHTS)
add_tests(Session, SESSION)
add_tests(Serial, SERIAL)
add_tests(Pgn, PGN)
add_tests(OwnClock, OWN_CLOCK)
add_tests(Spoken, SPOKEN)
add_tests(Lichess, LICHESS)
add_tests(Flash, FLASH)
add_tests(Rules, RULES)
add_tests(InABrowser, IN_BROWSER)
add_tests(LichessInABrowser, LICHESS_IN_BROWSER)


if __name__ == "__main__":
    unittest.main()
