"""The backports entry that tools/setup derives from the sources a machine has."""

import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

import paths


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


if __name__ == "__main__":
    unittest.main()
