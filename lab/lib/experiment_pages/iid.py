"""lab/pages/IID.md."""

import statistics

import measuring
from experiment_pages.common import BASES, MATCH_NODES, Claim, Page, Table, at_depth, finished_by_all, percentile


def text_iid(context) -> str:
    depth = 6 if context.quick else 8
    names = measuring.run([context.lab, "versions"], "duel_lab").split()
    blocks = []
    kept = context.kept("iid", 2 * sum("-iid-" in name for name in names))
    for base, configuration, own in BASES:
        forms = [name for name in names if name.startswith(f"{base}-iid-")]
        for bytes_ in (own, 0):
            lists = {form: kept.get(f"{form} {bytes_}", lambda: context.depth(form, depth, bytes_)) for form in forms}
            none, rows = lists[f"{base}-iid-none"], []
            for form in forms:
                # Some forms leave many positions unfinished: each is compared where it and the plain search finish.
                done = finished_by_all((lists[form], none), depth)
                nodes, plain = at_depth(lists[form], depth, done), at_depth(none, depth, done)
                ratio = statistics.geometric_mean([(a + 1) / (b + 1) for a, b in zip(nodes, plain)])
                rows.append([form.removeprefix(f"{base}-iid-"), len(done), in_percent(sum(nodes) / sum(plain)), in_percent(ratio),
                             in_percent(percentile(nodes, 90) / percentile(plain, 90)), in_percent(max(nodes) / max(plain))])
            everywhere = at_depth(none, depth, finished_by_all((none,), depth))
            blocks.append(f"**{configuration}, {by_table(bytes_)}**; without IID a position takes {statistics.mean(everywhere):,.0f} "
                          f"nodes, the 90th percentile is {percentile(everywhere, 90):,}:\n\n"
                          + measuring.table(["IID", "positions", "all nodes", "geometric mean", "90th percentile", "maximum"], rows))
    return (f"Nodes until depth {depth} was finished, against no IID, over those of the {len(context.positions())} positions that both "
            "finished within 3 million nodes. IID from depth 4 on.\n\n" + "\n\n".join(blocks))


# Form, the form it plays against, games against those of the other tables.
IID_MATCHES = (("minus2-pv", "none", 1), ("minus2-cut", "none", 1), ("every-ply", "none", 1), ("none-restart", "none", 1),
               ("minus2-pv-restart", "minus2-pv", 2), ("none-reset", "none", 1), ("minus2-pv-reset", "minus2-pv", 1),
               ("self-deepening", "none", 1))


def text_iid_matches(context) -> str:
    kept = context.kept("iid-match", len(BASES) * len(IID_MATCHES))
    rows = []
    for base, configuration, _ in BASES:
        for form, other, share in IID_MATCHES:
            games = share * context.games
            result = kept.get(f"{base} {form} {other} {games}",
                              lambda: context.match(f"{base}-iid-{form}", f"{base}-iid-{other}", games, MATCH_NODES))
            rows.append([f"{configuration}: {form} against {other}", result["games"], f"{result['score']:.1f} %",
                         f"{result['elo']:+.1f} ± {result['error']:.1f}"])
    return f"{MATCH_NODES:,} nodes a move, tables of 64 KB (Full) and 2 KB (Tiny).\n\n" + measuring.table(["", "games", "score", "Elo"], rows)


# ---------------------------------------------------------------- move ordering, insurance, numbers: lab/duel/iid_lab.hpp

# Search, what it orders its moves by, and the depth it is searched to.
SEARCHES = (("generated", "as generated", 5), ("mvv-lva", "MVV/LVA", 6), ("killers", "and killers", 6), ("history", "and history", 6),
            ("full", "Full", 8), ("tiny", "Tiny", 8))
TABLE_SIZES = (0, 2048, 65536)
FORMS = ("over2-pv", "min-pv", "over2-cut", "iir", "every-ply", "self-deepening", "reset")


def depth_of(context, search: str) -> int:
    depth = next(depth for name, _, depth in SEARCHES if name == search)
    return depth - 1 if context.quick else depth


def lab_depths(context, kept, version: str, size: int) -> list:
    depth = depth_of(context, version.split("-")[0] if not version.startswith("mvv-lva") else "mvv-lva")
    return kept.get(f"{version} {size}", lambda: context.depth(version, depth, size, "iid_lab", most_nodes(context)))


def most_nodes(context) -> int:
    """Without any order a position takes two million nodes to depth 6, and now and then ten times as many."""
    return 10 * context.most_nodes


def by_table(size: int) -> str:
    return f"table of {size:,} bytes" if size else "no table"


def form_lists(context, search: str, size: int, forms) -> dict:
    """Form -> nodes to each depth, for each position."""
    kept = context.kept("iid-forms", len(SEARCHES) * len(TABLE_SIZES) * (len(FORMS) + 1))
    return {form: lab_depths(context, kept, f"{search}-{form}", size) for form in forms}


def against(lists: dict, form: str, plain: str, depth: int) -> list:
    """For each position that all have finished, the form's nodes over those of the plain one."""
    done = finished_by_all(lists.values(), depth)
    return [(a + 1) / (b + 1) for a, b in zip(at_depth(lists[form], depth, done), at_depth(lists[plain], depth, done))]


def in_percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f} %"


def depths_text(context) -> str:
    first, usual, last = (depth_of(context, SEARCHES[at][0]) for at in (0, 1, -1))
    return f"depth {usual} ({SEARCHES[0][1]}: {first}; Full and Tiny: {last})"


def text_ordering(context) -> str:
    blocks = []
    for size in TABLE_SIZES:
        rows, plain = [[form] for form in FORMS], ["none: nodes"]
        for search, _, _ in SEARCHES:
            depth = depth_of(context, search)
            lists = form_lists(context, search, size, ("none", *FORMS))
            done = finished_by_all(lists.values(), depth)
            nodes = {form: sum(at_depth(lists[form], depth, done)) for form in lists}
            plain.append(f"{nodes['none'] / max(1, len(done)):,.0f} ({len(done)})")
            for row, form in zip(rows, FORMS):
                row.append(in_percent(nodes[form] / max(1, nodes["none"])))
        blocks.append(f"**{by_table(size)[:1].upper()}{by_table(size)[1:]}**\n\n"
                      + measuring.table(["IID", *(title for _, title, _ in SEARCHES)], [plain, *rows]))
    return (f"Nodes until {depths_text(context)} was finished, all together, against no IID, over those of the "
            f"{len(context.positions())} positions that all forms finished within {most_nodes(context):,} nodes. The first row is the mean "
            "without IID, and how many positions that were.\n\n" + "\n\n".join(blocks))


INSURED = ("min-pv", "iir", "self-deepening", "reset")


def text_insurance(context) -> str:
    blocks = []
    for size in TABLE_SIZES:
        rows = []
        for search, title, _ in SEARCHES:
            lists = form_lists(context, search, size, ("none", *FORMS))
            for form in INSURED:
                ratios = against(lists, form, "none", depth_of(context, search))
                if not ratios:
                    raise measuring.MeasuringError(f"no position was finished by all forms of {search}")
                rows.append([f"{title}: {form}", *(in_percent(percentile(ratios, p)) for p in (10, 50, 90)),
                             in_percent(min(ratios)), in_percent(max(ratios)),
                             *(f"{100 * sum(map(test, ratios)) / len(ratios):.0f} %"
                               for test in (lambda r: r < 0.9, lambda r: r > 1.1))])
        blocks.append(f"**{by_table(size)[:1].upper()}{by_table(size)[1:]}**\n\n" + measuring.table(
            ["", "10th percentile", "median", "90th percentile", "most saved", "most lost", "save over 10 %", "lose over 10 %"], rows))
    return (f"Nodes until {depths_text(context)} was finished against no IID, position by position; the positions are those of "
            "the table above.\n\n" + "\n\n".join(blocks))


FIRST_EXPECTED = 4      # an iteration that has three before it to expect from


def surprises(lists, deepest: int) -> list:
    """For each position and iteration, its nodes over those that the position's own branching let expect: what the
    iteration before took, times the mean growth of the two before."""
    result = []
    for totals in lists:
        own = [b - a + 1 for a, b in zip([0, *totals], totals[:deepest])]
        result += [own[d] / (own[d - 1] * (own[d - 1] / own[d - 3]) ** 0.5) for d in range(FIRST_EXPECTED - 1, len(own))]
    return result


def text_predictable(context) -> str:
    blocks = []
    for size in TABLE_SIZES:
        rows = []
        for search, title, _ in SEARCHES:
            lists = form_lists(context, search, size, ("none", *FORMS))
            done = finished_by_all(lists.values(), depth_of(context, search))
            for form in ("none", *INSURED):
                found = surprises([lists[form][index] for index in done], depth_of(context, search))
                rows.append([f"{title}: {form}", len(found), *(f"{percentile(found, p):.2f}" for p in (50, 90, 99)),
                             f"{max(found):.1f}", f"{1000 * sum(r > 10 for r in found) / len(found):.1f}"])
        blocks.append(f"**{by_table(size)[:1].upper()}{by_table(size)[1:]}**\n\n" + measuring.table(
            ["", "iterations", "median", "90th percentile", "99th percentile", "most", "over 10 times, per mille"], rows))
    return ("Nodes of an iteration over those expected: the nodes of the one before times the geometric mean of the last two "
            f"growths of this position. Iterations from the {FIRST_EXPECTED}th on, of the positions of the tables above.\n\n"
            + "\n\n".join(blocks))


LEAST_DEPTHS = range(3, 8)
SWEPT = ("over2-pv", "min-pv", "over2-cut", "iir")


def text_least_depth(context) -> str:
    blocks = []
    searches = [search for search in SEARCHES if search[0] in ("mvv-lva", "full", "tiny")]
    kept = context.kept("iid-least-depth", len(searches) * len(TABLE_SIZES) * len(SWEPT) * len(LEAST_DEPTHS))
    for size in TABLE_SIZES:
        rows = []
        for search, title, _ in searches:
            depth = depth_of(context, search)
            for form in SWEPT:
                lists = {"none": form_lists(context, search, size, ("none",))["none"]}
                for least in LEAST_DEPTHS:
                    lists[least] = lab_depths(context, kept, f"{search}-{form}-from-{least}", size)
                done = finished_by_all(lists.values(), depth)
                nodes = {name: sum(at_depth(lists[name], depth, done)) for name in lists}
                rows.append([f"{title}: {form}", len(done), *(in_percent(nodes[least] / max(1, nodes["none"])) for least in LEAST_DEPTHS)])
        blocks.append(f"**{by_table(size)[:1].upper()}{by_table(size)[1:]}**\n\n"
                      + measuring.table(["", "positions", *(f"from depth {least}" for least in LEAST_DEPTHS)], rows))
    return (f"Nodes until {depths_text(context)} was finished, all together, against no IID, where only nodes of so much depth "
            "have it.\n\n" + "\n\n".join(blocks))


LOSSES, RESET_DEPTHS, TIMES = (0, 15, 30, 60, 120), (1, 4, 6, 8), (1, 2, 4)


def text_reset(context) -> str:
    blocks = []
    sizes = {"full": 65536, "tiny": 2048}
    kept = context.kept("iid-reset", len(sizes) * (1 + len(LOSSES) * len(RESET_DEPTHS) * len(TIMES)))
    for search, title, _ in SEARCHES:
        if search not in sizes:
            continue
        depth, rows = depth_of(context, search), []
        lists = {"none": lab_depths(context, kept, f"{search}-own", sizes[search])}
        settings = [(loss, least, times) for loss in LOSSES for least in RESET_DEPTHS for times in TIMES]
        for setting in settings:
            lists[setting] = lab_depths(context, kept, f"{search}-own-reset-{'-'.join(map(str, setting))}", sizes[search])
        done = finished_by_all(lists.values(), depth)
        plain = at_depth(lists["none"], depth, done)
        for loss in LOSSES:
            for least in RESET_DEPTHS:
                cells = []
                for times in TIMES:
                    ratios = against(lists, (loss, least, times), "none", depth)
                    whole = sum(at_depth(lists[loss, least, times], depth, done)) / sum(plain)
                    found = surprises([lists[loss, least, times][index] for index in done], depth)
                    cells += [in_percent(whole), in_percent(percentile(ratios, 90)), f"{percentile(found, 99):.2f}"]
                rows.append([f"{f'by more than {loss}' if loss else 'any'}, depth {least}", *cells])
        usual = percentile(surprises([lists["none"][index] for index in done], depth), 99)
        blocks.append(f"**{title}**, table of {sizes[search]:,} bytes, depth {depth}, {len(done)} positions; as it is its 99th "
                      f"percentile is {usual:.2f}\n\n" + measuring.table(
            ["fall", *(f"{head}{'best once' if times == 1 else f'best {times} times'}" for times in TIMES
                       for head in ("nodes, ", "90th percentile, ", "99th of the expected, "))], rows))
    return ("The reset on top of the configuration's own form. Nodes: all together, against the configuration as it is. 90th "
            "percentile: of the same, position by position. 99th of the expected: of an iteration's nodes over those that the "
            "position's own branching let expect, as above.\n\n" + "\n\n".join(blocks))


PAGE = Page("IID.md", "Internal iterative deepening", opening="""
IID in all its forms, in nodes and in games.
""", claims=(
    Claim("Where there is no hash move, a search of less depth finds one that pays for it",
          "J. Scott, 1969; T. Anantharaman, 1991",
          "With 64 KB of table it saves three or four nodes in a hundred, with 2 KB up to a tenth, without one up to a seventh.", "iid"),
    Claim("Every node should deepen itself",
          "H. G. Muller, micro-Max",
          "Not in this search: two thirds more nodes with a table, more than three times as many without, and some 100 Elo lost by Full.", "iid"),
    Claim("It makes times more predictable",
          "Anantharaman, as told by O. David, M. Koppel, N. Netanyahu, 2010",
          "A little: the 90th percentile falls by an eighth with 64 KB, by a quarter without a table. Iterations ten times larger than "
          "expected are 1 to 12 of a thousand with it and without.", "iid-predictable"),
    Claim("The lousier the move ordering, the more one benefits; it works miracles there",
          "H. G. Muller, CCC, 13 August 2007",
          "Yes: every ply at every node saves 44 to 75 % of the nodes with moves as generated, nothing with MVV/LVA, and costs 16 to "
          "70 % with killers and history.", "iid-ordering"),
    Claim("It is like an insurance: mostly not needed, cheap, and now and then it saves a lot",
          "H. G. Muller, CCC, 13 August 2007",
          "Without a table and with simple ordering. With a table it saves and loses as much now and then.", "iid-insurance"),
), tables={
    "iid": Table("Nodes", text_iid, question="""
How many nodes does internal iterative deepening save or cost, in each of its forms, and does it make the time to a depth
more predictable, as is claimed for it? `minus1`, `minus2`, `over2`, `over4` are the inner depth against the node's; `min`
and `max` choose between three less and half; `pv` is in nodes with an open window only, `cut` also where a cutoff is
expected; `every-ply` is micro-Max's form, in which every node deepens itself from the depth the table knows; in
`self-deepening`, its later one, a cut move that stops cutting sends the node back to the depth where it was found. `restart`
begins a PV node again at depth 1 when its best move falls below the last iteration's score; `reset` holds the new alpha
then, and looks for what might beat it among the other moves only, as H. G. Muller proposed.
Instructions follow the nodes: a node cost the same in every form, within what `tools/bench` shows, and was not measured
for each.
""", finding="""
With a table of 64 KB it matters little: all forms but the last seven are within five in a hundred of none, presumably since the
table knows a move in most nodes that would need one. The less table there is, the more the form matters. The lesser of half and
three less, in nodes with an open window, is the best or near it everywhere: it saves a tenth with 2 KB, and without a table a
twentieth in Full and an eighth in Tiny. One ply less is a bad choice without a table, half as many nodes again and more, presumably
because each node then pays for its tree twice, at every ply again. Expected cut nodes are hardly worth deepening.

Micro-Max's form does not pay in this search: two thirds more nodes with a table, three to four and a half times as many without.
Its later one costs the same with a table, and more without. To start again when the best move's score falls costs a third and
more; the reset that holds the new alpha, a tenth with a table. And to search depth 8 directly, without the iterations before, is
dearer everywhere, even without a table: half as much again to three times.

The tails gain more than the mean. The 90th percentile falls by up to an eighth with the large table, a sixth with the small one and
a quarter without; the longest search of all by almost half in Tiny without a table, and not at all in Full with one.
"""),
    "iid-match": Table("Games", text_iid_matches, question="""
And what is it worth in games?
""", finding="""
`none` has neither IID nor IIR. The plain forms, two plies less at PV nodes or at cut nodes, score more than half of the points in
both configurations, but only one of the four bars keeps clear of zero: Tiny's, at PV nodes. A hundred games show no less than
fifty Elo.

What is shown is what loses. Restarting a node whose best move falls costs 70 to 140 Elo, the reset of its author's form some 50
in Full. Every ply at every node loses some 100 in Full, and micro-Max's later form, self-deepening, no less; in Tiny neither is
shown to. All of them pay for a search that the table and the order of the moves have made unnecessary. Full has IIR, which pays with
depth instead, Tiny the form with two plies less at PV nodes; the one that saves it most nodes wins no games (-17 ± 27 in 478).
"""),
    "iid-ordering": Table("By move ordering", text_ordering, question="""
"The lousier your basic move ordering, the more you benefit. IID really works miracles there." The search is alpha-beta with
null move, scout, table, quiescence and material; its moves come after the hash move as a generator finds them on the board,
then with captures by MVV/LVA before, then with two killers, then the rest by history. Beside it the two
configurations, with all they have. `reset`: any fall, at any depth, alone. `iir` takes a ply off where there is no hash move:
what it saves is depth, and without a table there never is one.
""", finding="""
It is so. Micro-Max's form, every node at every ply, has been called a miracle for an engine that takes its moves as the board
gives them, and there it is one: it saves three quarters of the nodes without a table, two thirds with 2 KB and still almost half
with 64 KB. But captures by MVV/LVA before the others take all of that away, and each further step of ordering makes it dearer:
half as many nodes more with killers, two thirds more with history, five times as many in Full without a table. Its later form
does the same a little worse.

IID in open windows alone is the opposite of a miracle and never a disaster: with MVV/LVA and no table it saves a fifth, with
killers and history half of that; with 2 KB a twentieth and less; with 64 KB nothing at all, because hardly a node with an open
window has no hash move then. The reset saves something only where the order is poor and the table large, a fifth with moves as
generated: there the best move is the only thing that is known of a node.

This suggests why Movei and RomiChess were told not to gain while micro-Max did: engines with a table of megabytes and moves
ordered by captures and killers have paid already for what IID would find. Neither was measured here.
"""),
    "iid-insurance": Table("By position", text_insurance, question="""
"IID is like an insurance. Most of the time it was not needed, but then it also costs very little. And now and then it saves you
big time." How are its savings distributed?
""", finding="""
In a plain search without a table it is one: with moves by MVV/LVA IID in open windows saves more than a tenth in 57 positions of
a hundred and loses as much in 4, but now and then the loss is greater than the insured sum. With a table it is not needed in most
positions, costs nothing there, and what it saves now and then is two thirds at most with 64 KB, in one position of a dozen in
Full and Tiny; about as often it loses as much.

In Full without a table the premium is high: as many positions lose a tenth and more as save it, nearly. What the pruned search
makes of a better first move is chance to a great part, since every hash move changes what is reduced after it.
"""),
    "iid-predictable": Table("Against what was to be expected", text_predictable, question="""
"It makes the search times more predictable by avoiding those isolated instances when the search time suddenly becomes 10 times
larger than expected." How often is an iteration that much larger, with IID and without?
""", finding="""
Hardly ever, with IID and without: where moves are ordered, one to twelve iterations of a thousand are ten times larger than
expected, and IID in open windows changes that by one or two, which is chance. Only Tiny with its own 2 KB gains visibly: 6
instead of 12, and a 99th percentile of 8.8 instead of 11.8; IIR gives it 2 and 6.1.

What the sentence describes is a search without an order: as generated, 30 of a thousand with 2 KB and 42 with 64 KB, up to a
hundred and fifty times what was expected. A table makes that worse, because the iterations before find so much in it that more is
expected of it than it holds. There self-deepening helps: 10 and 30.
"""),
    "iid-least-depth": Table("By least depth", text_least_depth, question="""
From which depth on is it worth having? The plainer search is ordered by MVV/LVA here.
""", finding="""
As early as it can be, where it is worth having at all: from depth 3 or 4 on, and from 6 on little is left of it. MVV/LVA with
neither killers nor history saves a fifth to a third without a table, a twentieth to a fifth with 2 KB and nothing in open windows with
64 KB: the worse the order and the smaller the table, the more. Full and Tiny, whose order is better, are within eleven in a
hundred everywhere, and Full with 2 KB mostly loses. The lesser of half and three less begins at depth 4 whatever is set, because its inner search
would have none. IIR's figures are no savings: it takes a ply off, and without a table it does so at every node.
"""),
    "iid-reset": Table("The reset, by its three numbers", text_reset, question="""
H. G. Muller thought of a reset for the case that the best move of a PV node has "a dramatic drop in score (or even any decrease in
score) at high search depth", where it had been best "for many ID or IID iterations". By how much must it fall, how deep must
the search be, how many iterations must it have been best?
""", finding="""
Nowhere is it shown to save nodes. The smaller the fall that counts and the shallower the nodes, the more it costs, to a fifth in Full
and a third in Tiny; that the move was best before makes it cheaper because it happens less often. Where it costs nothing, from a pawn on,
it hardly happens. Nor do the surprises that it is meant against become fewer: an iteration's 99th percentile over what was to be
expected is 7.6 in Full without it and between 7.6 and 10 with it, 9.3 in Tiny and between 8.4 and 10. Tiny's best setting, a fall of
30 after two iterations, saves two nodes in a hundred: the best of sixty, which chance alone would find.
"""),
})
