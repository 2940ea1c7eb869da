"""tools/release: everything that is handed out of one commit, with its sums, its papers and its notes."""

import argparse
import json
import shutil
from pathlib import Path

import build
import changelog
import licences
import project
import release_papers
import terminal
from release_parts import PARTS, Release
from terminal import ToolError

OUT = build.ROOT / "build" / "release"
SUMS, MANIFEST, NOTES = "SHA256SUMS", "manifest.json", "NOTES.md"
MOST_NAMES = 5          # of changed files in a refusal


def changed_files() -> list:
    """What is not as it was committed. ToolError where nothing was ever."""
    if not (build.ROOT / ".git").exists():
        raise ToolError("a release is made of a commit, and this is no git checkout")
    return project.changed_files()


def check_tree(changed: list) -> None:
    """ToolError unless the tree is as it was committed."""
    if changed:
        more = f" and {len(changed) - MOST_NAMES} more" if len(changed) > MOST_NAMES else ""
        raise ToolError(f"not committed: {', '.join(changed[:MOST_NAMES])}{more}. A release is made of a commit; --dirty makes "
                           "one to look at")


def check_tag(tag: str, version: str, section: changelog.Section) -> None:
    """ToolError unless the tag, the version in CMakeLists.txt and the changelog speak of the same release."""
    if tag != f"v{version}":
        raise ToolError(f"the tag is {tag}, and CMakeLists.txt gives version {version}, whose tag is v{version}")
    if not section.released:
        raise ToolError(f"CHANGELOG.md gives {version} no day but '{section.when}'")


def check_address() -> None:
    """ToolError while the project has no address, which packages and documents name."""
    if not project.URL:
        raise ToolError("the project has no address: set URL in tools/lib/project.py to https://HOST/PATH, and commit it")


def empty_folder(out: Path) -> None:
    """A folder of our own is emptied, another must be empty: ToolError if it is not."""
    if out == OUT:
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise ToolError(f"{out} is not empty")


def manifest(release: Release, *, commit: str, dirty: bool, parts) -> dict:
    """What stands in manifest.json. Bytes, wherever a number is meant."""
    return {"name": project.NAME, "version": project.version(), "commit": commit, "dirty": dirty, "parts": list(parts),
            "images": release.images, "programs": release.programs}


def notes(section: changelog.Section, made: dict) -> str:
    """The changelog's words on the version, and which file is for whom."""
    text = [section.text]
    if made["images"]:
        text += ["", "## Images", "", "| board | chip | flash | RAM | build | files |", "|---|---|--:|--:|---|---|"]
        text += [f"| {image['board']} | {image['chip']} | {image['flash']:,} | {image['ram']:,} | `{image['build_id']}` | "
                 + ", ".join(f"`{each['file']}`" for each in image["files"]) + " |" for image in made["images"]]
        text += ["", "Flash and RAM in bytes, the stack included. `status` on the line tells the build."]
    text += ["", f"Made of commit `{made['commit']}`{', with changes that are not committed' if made['dirty'] else ''}. "
             f"`sha256sum --check {SUMS}` checks the files; docs/RELEASES.md says how to make the same ones."]
    return "\n".join(text) + "\n"


def make(out: Path, parts, *, section: changelog.Section, dirty: bool, progress, jobs: int = 0) -> None:
    """Makes the parts and writes what is said of them."""
    empty_folder(out)
    release = Release(out, progress, jobs)
    (out / licences.NAME).write_text(licences.text(), encoding="utf-8")
    for part in parts:
        PARTS[part](release)
    made = manifest(release, commit=project.commit(), dirty=dirty, parts=parts)
    (out / MANIFEST).write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    (out / NOTES).write_text(notes(section, made), encoding="utf-8")
    release_papers.write(out, made)
    (out / SUMS).write_text(project.sums(out), encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/release",
        description="Builds what a release hands out: every board's image, the programs for Linux and Windows, the page, the library's "
                    "packages and the reference of its interface, with their sums, a manifest, a list of others' code in it, "
                    "a statement of what made it, and the notes from CHANGELOG.md. The same "
                    "commit makes the same bytes (docs/RELEASES.md). Installs what it needs.")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR",
                        help=f"where to; emptied if it is {OUT.relative_to(build.ROOT)}, as it is unless given, and to be empty otherwise")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--tag", help="refuse if this is not the tag of CMakeLists.txt's version, or CHANGELOG.md gives that no day")
    parser.add_argument("--dirty", action="store_true", help="also from a tree with changes that are not committed; the manifest says so")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="compilers at once (as many as there are cores)")
    options = parser.parse_args()
    if options.jobs < 0:
        parser.error("--jobs takes a number from 0")
    return options


def main() -> int:
    options = arguments()
    progress = terminal.Progress()
    section = changelog.section((build.ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), project.version())
    changed = changed_files()
    if not options.dirty:
        check_tree(changed)
    if options.tag:
        check_tag(options.tag, project.version(), section)
    check_address()
    build.setup("--release", "--web")
    make(options.out.resolve(), [part for part in PARTS if part in options.only], section=section, dirty=bool(changed),
         progress=progress, jobs=options.jobs)
    progress.clear()
    for path in project.files_in(options.out):
        print(f"{path.stat().st_size:>10,}  {path.name}")
    return 0


if __name__ == "__main__":
    terminal.run(main)
