"""What a release says of itself to machines: which others' code is in it (CycloneDX) and what it was made from and with (in-toto,
SLSA). Neither has a date or a random number, so that the same commit makes the same bytes."""

import json
import platform
import re
import subprocess
import urllib.parse
from pathlib import Path

import build
import project
from terminal import ToolError

SBOM, PROVENANCE = "sbom.cdx.json", "provenance.json"
GCC = {"expression": "GPL-3.0-or-later WITH GCC-exception-3.1"}
IN_LICENSES = {"license": {"name": "several, all in LICENSES.txt"}}
# Part -> what is linked into it: name, licence, and the compiler that finds the library's file.
LINKED = {
    "images": (("newlib", IN_LICENSES, "arm-none-eabi-g++", "libc.a"), ("libgcc", GCC, "arm-none-eabi-g++", "libgcc.a")),
    "windows": (("libstdc++", GCC, "x86_64-w64-mingw32-g++", "libstdc++.a"), ("libgcc", GCC, "x86_64-w64-mingw32-g++", "libgcc.a"),
                ("mingw-w64", IN_LICENSES, "x86_64-w64-mingw32-g++", "libmingw32.a")),
    **{f"linux-{name}": (("libstdc++", GCC, f"{cpu}-linux-gnu-g++", "libstdc++.a"), ("libgcc", GCC, f"{cpu}-linux-gnu-g++", "libgcc.a"))
       for name, cpu in (("x86_64", "x86_64"), ("arm64", "aarch64"))},
}
TYPES = {"images": "firmware", "packages": "library"}       # what CycloneDX calls them
IN_PAGE = (("emulators/rp2040/node_modules/rp2040js", "MIT"),)
# Part -> the tools whose versions decide its bytes. The page has an image in it.
BUILT_WITH = ("cmake", "ninja")
TOOLS = {"page": (*BUILT_WITH, "arm-none-eabi-g++", "clang++", "wasm-ld", "node"), "reference": ("doxygen",),
         **{part: (*BUILT_WITH, libraries[0][2]) for part, libraries in LINKED.items()}}


def said_by(*command) -> str:
    """ToolError if it cannot be asked."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise ToolError(f"{' '.join(command)} told nothing: {error}") from error


def version_of(tool: str) -> str:
    found = re.search(r"\d[\w.-]*", said_by(tool, "--version").splitlines()[0].rpartition(")")[2])
    if not found:
        raise ToolError(f"{tool} --version gives no version")
    return found[0]


def version_of_package(package: str) -> str:
    return said_by("dpkg-query", "--show", "--showformat=${Version}", package)


def package_of(compiler: str, file: str) -> tuple:
    """The Debian package, and its version, of a library that this compiler links."""
    path = Path(said_by(compiler, f"-print-file-name={file}").strip()).resolve()
    package = said_by("dpkg-query", "--search", str(path)).split(": ")[0]
    return package.partition(":")[0], version_of_package(package)


def of_debian(name: str, licence: dict, package: str, version: str) -> dict:
    return component(name, version, licence, f"pkg:deb/debian/{urllib.parse.quote(package)}@{urllib.parse.quote(version, safe='')}")


def of_npm(folder: Path, licence: str) -> dict:
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    return component(folder.name, version, {"license": {"id": licence}}, f"pkg:npm/{folder.name}@{version}")


def component(name: str, version: str, licence: dict, purl: str) -> dict:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "licenses": [licence], "purl": purl}


def linked_into(part: str) -> list:
    """The components of others that a part contains."""
    found = []
    if part == "page":
        found = [of_npm(build.ROOT / folder, licence) for folder, licence in IN_PAGE] + linked_into("images")
    if part == "reference":
        found = [of_debian("scripts and styles of Doxygen's pages", {"license": {"id": "MIT"}}, "doxygen", version_of_package("doxygen"))]
    return found + [of_debian(name, licence, *package_of(compiler, file)) for name, licence, compiler, file in LINKED.get(part, ())]


def sbom(parts, contents=linked_into) -> dict:
    """CycloneDX 1.5: each part of the release, and what others wrote of it."""
    licence = [{"license": {"id": project.LICENCE}}]
    own = {"name": project.NAME, "version": project.version(), "licenses": licence}
    inside = {part: contents(part) for part in parts}
    libraries = {each["bom-ref"]: each for components in inside.values() for each in components}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": project.NAME, **own}},
        "components": [*({"type": TYPES.get(part, "application"), "bom-ref": f"{project.NAME}/{part}", **own,
                          "name": f"{project.NAME}/{part}"} for part in parts), *(libraries[ref] for ref in sorted(libraries))],
        "dependencies": [{"ref": project.NAME, "dependsOn": [f"{project.NAME}/{part}" for part in parts]},
                         *({"ref": f"{project.NAME}/{part}", "dependsOn": sorted(each["bom-ref"] for each in components)}
                           for part, components in inside.items())],
    }


def tools(parts) -> dict:
    """Tool -> version, of all that decides the bytes of these parts."""
    names = sorted({name for part in parts for name in TOOLS.get(part, ())})
    return {"python3": platform.python_version(), **{name: version_of(name) for name in names}}


def provenance(made: dict, sums: str) -> dict:
    """An in-toto statement with SLSA's provenance 1.0, not signed. `made`: the manifest. `sums`: of the files it speaks of."""
    subjects = [line.split("  ", 1) for line in sums.splitlines()]
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": {"sha256": digest}} for digest, name in subjects],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{project.address()}/tools/release",
                "externalParameters": {"version": made["version"], "parts": made["parts"]},
                "internalParameters": {"dirty": made["dirty"]},
                "resolvedDependencies": [
                    {"name": project.NAME, "uri": f"git+{project.address()}", "digest": {"gitCommit": made["commit"]}},
                    *({"name": name, "uri": f"pkg:generic/{urllib.parse.quote(name)}@{version}"}
                      for name, version in tools(made["parts"]).items())],
            },
            "runDetails": {"builder": {"id": f"{project.address()}/tools/release"}},
        },
    }


def write(out: Path, made: dict) -> None:
    """Puts both beside the files of a release, whose last they are but for the sums."""
    for name, text in ((SBOM, lambda: sbom(made["parts"])), (PROVENANCE, lambda: provenance(made, project.sums(out)))):
        (out / name).write_text(json.dumps(text(), indent=2) + "\n", encoding="utf-8")
