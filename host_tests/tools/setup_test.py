"""tools/setup: the backports entry that it derives from the sources a machine has, and what it does while apt is in use."""

import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path
from unittest import mock

import paths

import build


class BackportsEntry(unittest.TestCase):
    def derive(self, codename, **files):
        """Exit status and output for an apt directory with these files ('/' written as '__', '.' as '_dot_')."""
        with tempfile.TemporaryDirectory() as directory:
            for name, text in files.items():
                path = Path(directory, name.replace("__", "/").replace("_dot_", "."))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(textwrap.dedent(text), encoding="utf-8")
            result = subprocess.run([str(paths.ROOT / "tools/lib/backports_entry"), codename, directory],
                                    capture_output=True, text=True, check=False)
            return result.returncode, result.stdout.strip()

    def test_a_deb822_stanza_keeps_mirror_components_and_key(self):
        status, entry = self.derive("bookworm", sources_dot_list_dot_d__debian_dot_sources="""\
            # the release
            Types: deb deb-src
            URIs: mirror+file:/etc/apt/mirrors.list
            Suites: bookworm bookworm-updates
            Components: main contrib
            Signed-By: /usr/share/keyrings/some.gpg

            Types: deb
            URIs: mirror+file:/etc/apt/security.list
            Suites: bookworm-security
            Components: main
            """)
        self.assertEqual(status, 0)
        self.assertEqual(entry.splitlines(), ["Types: deb", "URIs: mirror+file:/etc/apt/mirrors.list",
                                              "Suites: bookworm-backports", "Components: main contrib",
                                              "Signed-By: /usr/share/keyrings/some.gpg"])

    def test_an_embedded_key_comes_along(self):
        status, entry = self.derive("trixie", sources_dot_list_dot_d__x_dot_sources="""\
            Types: deb
            URIs: file:/mirror
            Suites: trixie
            Components: main
            Signed-By:
             -----BEGIN PGP PUBLIC KEY BLOCK-----
             .
             abc
             -----END PGP PUBLIC KEY BLOCK-----
            """)
        self.assertEqual(status, 0)
        self.assertTrue(entry.endswith("Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n "
                                       "-----END PGP PUBLIC KEY BLOCK-----"), entry)

    def test_security_other_releases_and_disabled_stanzas_are_passed_over(self):
        status, _ = self.derive("bookworm", sources_dot_list_dot_d__a_dot_sources="""\
            Types: deb
            URIs: file:/a
            Suites: bookworm-security
            Components: main

            Types: deb
            URIs: file:/b
            Suites: trixie
            Components: main

            Enabled: no
            Types: deb
            URIs: file:/c
            Suites: bookworm
            Components: main
            """)
        self.assertEqual(status, 1)

    def test_a_one_line_source_is_used_where_there_is_no_stanza(self):
        status, entry = self.derive("bookworm", sources_dot_list="""\
            # deb file:/no bookworm main
            deb-src file:/mirror bookworm main
            deb file:/security bookworm-security main
            deb file:/mirror bookworm main contrib   # the release
            """)
        self.assertEqual((status, entry), (0, "deb file:/mirror bookworm-backports main contrib"))

    def test_a_one_line_source_keeps_its_options(self):
        status, entry = self.derive("noble", sources_dot_list_dot_d__ubuntu_dot_list="""\
            deb [arch=amd64 signed-by=/usr/share/keyrings/k.gpg] file:/mirror noble main universe
            """)
        self.assertEqual((status, entry), (0, "deb [arch=amd64 signed-by=/usr/share/keyrings/k.gpg] file:/mirror "
                                              "noble-backports main universe"))

    def test_a_machine_without_sources_gives_nothing(self):
        self.assertEqual(self.derive("bookworm"), (1, ""))


# apt-get of a machine on which another program holds the lock so many times.
LOCKED = """#!/bin/sh
echo x >>"$HOME/calls"
[ $(wc -l <"$HOME/calls") -gt $LOCKED ] && { : >"$HOME/installed"; exit 0; }
echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)" >&2
exit 100
"""
STAND_INS = {"apt-get": LOCKED, "id": "#!/bin/sh\necho 0\n", "sleep": '#!/bin/sh\necho "$1" >>"$HOME/slept"\n',
             "dpkg-query": '#!/bin/sh\n[ -e "$HOME/installed" ] && echo installed\n'}


class Apt(unittest.TestCase):
    def set_up(self, locked: int):
        """Status and words of `tools/setup --python`, the seconds it waited."""
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            for name, text in STAND_INS.items():
                (home / name).write_text(text, encoding="utf-8")
                (home / name).chmod(0o755)
            ended = subprocess.run([str(paths.ROOT / "tools/setup"), "--python"], capture_output=True, text=True, check=False, timeout=60,
                                   env={"PATH": f"{home}:/usr/bin:/bin", "HOME": str(home), "LOCKED": str(locked), "TMPDIR": str(home)})
            slept = (home / "slept").read_text(encoding="utf-8").split() if (home / "slept").exists() else []
        return ended.returncode, ended.stderr, sum(map(int, slept))

    def test_a_free_apt_is_used_at_once(self):
        status, said, waited = self.set_up(0)
        self.assertEqual((status, waited), (0, 0), said)
        self.assertNotIn("waiting", said)

    def test_a_lock_is_waited_for_and_that_is_said_once(self):
        status, said, waited = self.set_up(2)
        self.assertEqual((status, waited), (0, 6), said)
        self.assertEqual(said.count("another program uses apt; waiting for it, at most 60 s"), 1)

    def test_after_a_minute_the_lock_is_named(self):
        status, said, waited = self.set_up(1000)
        self.assertEqual((status, waited), (1, 60), said)
        self.assertIn("It is held by process 7", said)


class ReadOnly(unittest.TestCase):
    def test_a_checkout_that_cannot_be_written_to_is_named_before_anything_is_installed(self):
        with mock.patch("os.access", return_value=False), mock.patch("subprocess.run", side_effect=AssertionError), \
                self.assertRaisesRegex(build.BuildError, f"{build.ROOT}.* cannot be written to"):
            build.setup()


if __name__ == "__main__":
    unittest.main()
