"""Compiles the library and packs the wheel, and packs the sources. pip and build call build_wheel() and build_sdist() (PEP 517). By
hand: python3 build_wheel.py FOLDER

The wheel needs CMake and a C++ compiler, but no package of Python's.
"""

import base64
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = "stackmate-@VERSION@"
# Of the folder; whatever else lies in it, such as an earlier build, is not part of the package.
SOURCES = ("CMakeLists.txt", "LICENSE", "METADATA", "README.md", "build_wheel.py", "c", "cmake", "core", "pyproject.toml", "python")
EPOCH = 315532800       # 1980-01-01, as old as a zip file can be: the same files make the same bytes


def built_library(folder: str) -> Path:
    """Built in `folder`. pip reads our standard output, so CMake's goes to the error output."""
    for words in (["-S", ROOT, "-B", folder, "-D", "CMAKE_BUILD_TYPE=Release"],
                  ["--build", folder, "--target", "stackmate_shared", "-j", os.cpu_count() or 1]):
        try:
            subprocess.run(["cmake", *map(str, words)], check=True, stdout=sys.stderr)
        except FileNotFoundError:
            sys.exit("CMake is missing; the wheel needs CMake and a C++ compiler")
    return next(path for path in Path(folder).iterdir() if path.name in {f"libstackmate{end}" for end in (".so", ".dylib", ".dll")})


def platform_of(library: bytes) -> str:
    """The wheel's platform. On Linux with the GNU C library the oldest one that has all that the library needs of it, as PEP 600
    names it: PyPI takes no other."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    versions = [tuple(map(int, found)) for found in re.findall(rb"\0GLIBC_(\d+)\.(\d+)", library)]
    alone = set(re.findall(rb"\0(lib(?!stackmate)[\w+-]+\.so\.\d+)", library)) <= {b"libc.so.6", b"libm.so.6"}
    if not platform.startswith("linux_") or not versions or not alone:
        return platform
    major, minor = max(*versions, (2, 17))      # below it there is no such name
    return f"manylinux_{major}_{minor}{platform[len('linux'):]}"


def metadata() -> bytes:
    return (ROOT / "METADATA").read_bytes() + (ROOT / "README.md").read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    """Writes the wheel for this computer into the folder, and returns its name."""
    info = f"{NAME}.dist-info"
    modules = [path for path in sorted((ROOT / "python" / "stackmate").iterdir()) if path.is_file()]
    files = {f"stackmate/{path.name}": path.read_bytes() for path in modules}
    with tempfile.TemporaryDirectory() as folder:
        library = built_library(folder)
        files[f"stackmate/{library.name}"] = data = library.read_bytes()
    tag = f"py3-none-{platform_of(data)}"
    name = f"{NAME}-{tag}.whl"
    files[f"{info}/METADATA"] = metadata()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: stackmate\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    sums = {path: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode() for path, data in files.items()}
    rows = [f"{path},sha256={sums[path]},{len(data)}\n" for path, data in files.items()]
    files[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"]).encode()
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as packed:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)       # its time is EPOCH
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            packed.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None) -> str:
    """Writes the source distribution into the folder, and returns its name."""
    files = {"PKG-INFO": metadata()}
    for path in (path for name in SOURCES for path in [ROOT / name, *(ROOT / name).rglob("*")]):
        if path.is_file() and path.parent.name != "__pycache__":
            files[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    name = f"{NAME}.tar.gz"
    with open(Path(sdist_directory, name), "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as zipped, \
            tarfile.open(mode="w", fileobj=zipped, format=tarfile.PAX_FORMAT) as packed:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size, entry.mtime = len(data), EPOCH
            packed.addfile(entry, io.BytesIO(data))
    return name


if __name__ == "__main__":
    print(Path(sys.argv[1], build_wheel(sys.argv[1])))
