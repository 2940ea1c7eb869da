"""docs/experiments/IID.md."""

import statistics

import measuring
from experiment_pages.common import BASES, Claim, Page, Table, at_depth, finished_by_all, spread


def text_iid(context) -> str:
    depth = 6 if context.quick else 8
    names = measuring.run([context.lab, "versions"], "duel_lab").split()
    blocks = []
    kept = context.kept("iid", 2 * sum("-iid-" in name for name in names))
    for base, configuration, own in BASES:
        forms = [name for name in names if name.startswith(f"{base}-iid-")]
        for bytes_ in (own, 0):
            lists = {form: kept.get(f"{form} {bytes_}", lambda: context.depth(form, depth, bytes_)) for form in forms}
            done = finished_by_all(lists.values(), depth)
            plain = at_depth(lists[f"{base}-iid-none"], depth, done)
            rows = []
            for form in forms:
                nodes = at_depth(lists[form], depth, done)
                ratio = statistics.geometric_mean([(a + 1) / (b + 1) for a, b in zip(nodes, plain)])
                rows.append([form.removeprefix(f"{base}-iid-"), f"{100 * (sum(nodes) / sum(plain) - 1):+.1f} %",
                             f"{100 * (ratio - 1):+.1f} %", *spread(nodes)])
            blocks.append(f"**{configuration}, {f'table of {bytes_:,} bytes' if bytes_ else 'no table'}**, {len(done)} positions:\n\n"
                          + measuring.table(["IID", "all nodes, against none", "geometric mean", "mean", "90th percentile", "maximum"],
                                  rows))
    return (f"Nodes until depth {depth} was finished, over those of the {len(context.positions())} positions that all forms "
            "finished within 3 million nodes. IID from depth 4 on.\n\n" + "\n\n".join(blocks))


# Form, the form it plays against, games against those of the other tables.
IID_MATCHES = (("minus2-pv", "none", 1), ("minus2-cut", "none", 1), ("every-ply", "none", 1), ("none-reset", "none", 1),
               ("minus2-pv-reset", "minus2-pv", 4))
IID_NODES = 3000        # at 1,000 a move no form of IID finds anything to do where the table is large: the games are the same


def text_iid_matches(context) -> str:
    kept = context.kept("iid-match", len(BASES) * len(IID_MATCHES))
    rows = []
    for base, configuration, _ in BASES:
        for form, other, share in IID_MATCHES:
            games = share * context.games
            result = kept.get(f"{base} {form} {other} {games}",
                              lambda: context.match(f"{base}-iid-{form}", f"{base}-iid-{other}", games, IID_NODES))
            rows.append([f"{configuration}: {form} against {other}", result["games"], f"{result['score']:.1f} %",
                         f"{result['elo']:+.1f} ± {result['error']:.1f}"])
    return f"{IID_NODES:,} nodes a move, tables of 64 KB (Full) and 2 KB (Tiny).\n\n" + measuring.table(["", "games", "score", "Elo"], rows)


PAGE = Page("IID.md", "Internal iterative deepening", opening="""
IID in all its forms, in nodes and in games.
""", claims=(
    Claim("Where there is no hash move, a search of less depth finds one that pays for it",
          "J. Scott, 1969; T. Anantharaman, 1991",
          "With 64 KB of table it makes no difference; without a table half the depth saves up to a tenth of the nodes.", "iid"),
    Claim("Every node should deepen itself",
          "H. G. Muller, micro-Max",
          "Not in this search: a third more nodes with a table, three times as many without.", "iid"),
    Claim("It makes times more predictable",
          "Anantharaman, as told by O. David, M. Koppel, N. Netanyahu, 2010",
          "Hardly: the 90th percentile falls by a tenth at most, and rises in Tiny.", "iid"),
), tables={
    "iid": Table("Nodes", text_iid, question="""
How many nodes does internal iterative deepening save or cost, in each of its forms, and does it make the time to a depth
more predictable, as is claimed for it? `minus1`, `minus2`, `over2`, `over4` are the inner depth against the node's; `min`
and `max` choose between three less and half; `pv` is in nodes with an open window only, `cut` also where a cutoff is
expected; `every-ply` is micro-Max's form, in which every node deepens itself from the depth the table knows; `reset`
searches the others from depth 1 again when the best move of a PV node falls below the last iteration's score.
Instructions follow the nodes: a node cost the same in every form, within what `tools/bench` shows, and was not measured
for each.
""", finding="""
With a table of 64 KB it does not matter: all forms but micro-Max's and the resets are within four in a hundred of none,
presumably since the table knows a move in most nodes that would need one. The less table there is, the more the form
matters. Without one, half the depth or the lesser of half and three less saves up to a tenth; one ply less is a bad choice
(forty to sixty-five in a hundred lost), presumably because each node then pays for its tree twice, at every ply again.
Expected cut nodes are not worth deepening. Micro-Max's form does not pay in this search: a third more nodes with the large
table, more than three times as many without one. Nor does starting again when the best move's score falls.

The claim that IID makes times more predictable is hardly borne out. The 90th percentile falls by up to a tenth with the
large table, and without one in the best forms; with Tiny's table it rises. The longest search of all gets longer as often
as shorter.
"""),
    "iid-match": Table("Games", text_iid_matches, question="""
And what is it worth in games?
""", finding="""
See the error bars before the figures: a form has to be worth about twenty Elo to be told from nothing by 500 games. None
is. What is shown is that the resets lose some 45 Elo in both configurations. So IID is no gain in this search as long as
there is a table; it stays in because it costs nothing with one and helps where there is none.
"""),
})
