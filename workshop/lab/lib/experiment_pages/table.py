"""The tables of workshop/lab/pages/TABLE.md."""

import duel
import measuring
from experiment_pages.common import BASES, MATCH_NODES


def text_kilobytes(context) -> str:
    sizes = [0, 256, 512, 1024, 2048, 4096, 16384, 65536]
    kept = context.kept("kilobytes", len(BASES) * len(sizes))
    results = {}
    for base, _, _ in BASES:
        for size in sizes:
            if size == 2048:
                kept.asked += 1
                continue
            results[base, size] = kept.get(f"{base} {size} {context.games}", lambda: context.match(
                base, base, context.games, nodes=MATCH_NODES, tables=f"{size}:2048", name=f"{base}-{size}"))
    rows = []
    for size in sizes:
        cells = ["0 ± 0" if size == 2048 else duel.elo_of(results[base, size])
                 for base, _, _ in BASES]
        rows.append([f"{size:,}", *cells])
    games = next(iter(results.values()))["games"]
    return (f"Elo against the same version with a table of 2,048 bytes, at {MATCH_NODES:,} nodes a move, {games} games each.\n\n"
            + measuring.table(["table, bytes", "Full", "Tiny"], rows))


REPLACEMENTS = (("any", "any entry, at random"), ("depth", "the least deep"), ("age1", "the least depth, less 1 a search"),
                ("age100", "the oldest, then the least deep"))


def text_replacement(context) -> str:
    kept = context.kept("replacement", len(BASES) * len(REPLACEMENTS))
    rows, games = [], 2 * context.games
    for name, what in REPLACEMENTS:
        cells = []
        for base, _, own in BASES:
            result = kept.get(f"{base} {name} {games}", lambda: context.match(
                f"{base}-replace-{name}", base, games, nodes=MATCH_NODES, tables=f"{own}:{own}"))
            cells.append(duel.elo_of(result))
        rows.append([what, *cells])
    heads = [f"{configuration}, {own:,} bytes" for _, configuration, own in BASES]
    return (f"Elo against the policy in use, at {MATCH_NODES:,} nodes a move, {games} games each.\n\n"
            + measuring.table(["replaced in a full bucket", *heads], [*rows, ["the least depth, less 4 a search (in use)", "0", "0"]]))
