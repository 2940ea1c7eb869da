"""Writes into docs/DESIGN.md at which places of a node the hooks stand, and who serves them, as the sources say.

The places and techniques are those of R. Halbersma's post on his Draughts and Checkers Template Library, 2013.
"""

import re

import build
import measuring

PAGE = build.ROOT / "docs" / "DESIGN.md"
SEARCH = build.ROOT / "core" / "search"
# Headers of those in the versions, and of the others.
FOLDERS = (SEARCH / "enhancements", build.ROOT / "workshop/lab" / "enhancements", build.ROOT / "core" / "splitting")
PLACES = {
    "statistics, where a node begins": ("interrupt",),
    "find": ("lookup",),
    "terminal": ("adjust",),
    "before generation": ("prune_node", "null_depth", "first_depth"),
    "after generation": ("begin_iteration", "refuse", "next_depth"),
    "insert": ("store",),
    "none: the loop over the moves": ("propose", "victims", "rank", "put_off", "leave_quiets", "prune_move", "extend", "reduce", "cutoff"),
    "none: a search as a whole": ("new_search", "scouts", "aspiration", "holds_moves", "whole_iterations_only"),
}
# What the post puts at a place, and our type.
TECHNIQUES = (("find", "transposition table", "Transpositions"), ("find", "opening book", "BookValues"),
              ("find", "endgame database", "KnownEndings"), ("find", "repetition", "Draws"),
              ("before generation", "razoring", "Razoring"), ("before generation", "static null move", "ReverseFutility"),
              ("before generation", "dynamic null move", "NullMove"), ("before generation", "ProbCut", "ProbCut"),
              ("after generation", "enhanced transposition cutoff", "TableCutoff"), ("after generation", "singular extension", "Singular"),
              ("after generation", "multi-cut", "MultiCut"), ("insert", "transposition table", "Transpositions"))
NO_HOOK = {"serves_nothing"}        # a constant that says so


def hook_names(text: str) -> set:
    """All that core/search/hooks.hpp declares."""
    return set(re.findall(r"(\w+)\(\)", re.search(r"struct HookNames \{(.*?)\};", text, re.S)[1])) - NO_HOOK


def servers(text: str, hooks: set) -> dict:
    """Each type of a header to the hooks that it serves, by a function or a constant."""
    found, name = {}, ""
    for line in text.splitlines():
        if begun := re.match(r"(?:struct|class) (\w+)\b[^;]*$", line):
            name = begun[1]
        elif member := re.match(r"    \S.*?\b(\w+)(?:\((?:S&|\) (?:const )?\{)| = |\{)", line):
            if name and member[1] in hooks:
                found.setdefault(name, []).append(member[1])
    return found


def in_versions() -> set:
    """What the lists in core/search/versions.hpp name. History is HistoryOf for chess."""
    text = (SEARCH / "versions.hpp").read_text(encoding="utf-8")
    words = {word for listed in re.findall(r"stackmate::Enhancements<(.*?);", text, re.S) for word in re.findall(r"\b[A-Z]\w+", listed)}
    return words | {"HistoryOf"} if "History" in words else words


def everywhere(hooks: set) -> dict:
    headers = (header for folder in FOLDERS for header in sorted(folder.glob("*.hpp")))
    return {name: served for header in headers for name, served in servers(header.read_text(encoding="utf-8"), hooks).items()}


def misplaced(hooks: set) -> set:
    """Hooks that stand at no place, and places' words that are no hook."""
    return hooks ^ {hook for standing in PLACES.values() for hook in standing}


def table() -> str:
    hooks = hook_names((SEARCH / "hooks.hpp").read_text(encoding="utf-8"))
    if wrong := misplaced(hooks):
        raise measuring.ToolError(f"{', '.join(sorted(wrong))}: say in workshop/lab/lib/hook_places.py where it stands")
    served, listed = everywhere(hooks), in_versions()

    def serving(hook: str, versions: bool) -> str:
        return ", ".join(name for name, its in served.items() if hook in its and (name in listed) == versions)
    lines = ["| place in the post | our hook | in Full, Wide or Tiny | in splitting or an experiment |", "|---|---|---|---|"]
    lines += [f"| {place} | `{hook}` | {serving(hook, True)} | {serving(hook, False)} |" for place, there in PLACES.items() for hook in there]
    lines += ["", "| place in the post | technique | ours | serves |", "|---|---|---|---|"]
    lines += [f"| {place} | {technique} | `{ours}`{'' if ours in listed else ', in no version'} | "
              f"{', '.join(f'`{hook}`' for hook in served[ours])} |" for place, technique, ours in TECHNIQUES]
    return "\n".join(lines)


if __name__ == "__main__":
    measuring.write(PAGE, {"hooks": table()})
