"""The tables of workshop/lab/pages/IID.md."""

import operator
import statistics

import duel
import measuring
from experiment_pages.common import BASES, MATCH_NODES, at_depth, by_table, compared, finished_by_all, in_percent, percentile, titled, with_interval
from terminal import ToolError


def text_iid(context) -> str:
    depth = 6 if context.quick else 8
    names = [name for name in context.versions("-iid-") if not name.endswith("-direct")]
    kept, heads, plain, rows = context.kept("iid", 2 * len(names)), ["IID"], ["none: nodes"], {}
    for base, configuration, own in BASES:
        for bytes_ in (own, 0):
            lists = {name.removeprefix(f"{base}-iid-"): kept.get(f"{name} {bytes_}", lambda: context.depth(name, depth, bytes_))
                     for name in names if name.startswith(f"{base}-iid-")}
            none = lists.pop("none")
            everywhere = at_depth(none, depth, finished_by_all((none,), depth))
            heads.append(f"{configuration}, {by_table(bytes_)}")
            plain.append(f"{statistics.mean(everywhere):,.0f}; 90th percentile {percentile(everywhere, 90):,}")
            for form, nodes in lists.items():
                # Some forms leave many positions unfinished: each is compared where it and the plain search finish.
                done = finished_by_all((nodes, none), depth)
                ours, theirs = at_depth(nodes, depth, done), at_depth(none, depth, done)
                rows.setdefault(form, [form]).append("; ".join((
                    *compared(ours, theirs)[:2], in_percent(percentile(ours, 90) / percentile(theirs, 90)), in_percent(max(ours) / max(theirs)))))
    return (f"Nodes to finish depth {depth}, compared with no IID, over those of the {len(context.positions())} positions that both "
            "finished within 3 million nodes: sum; geometric mean; 90th percentile; maximum. The first row is the mean without IID. "
            "IID is used from depth 4 on.\n\n" + measuring.table(heads, [plain, *rows.values()]))


# Form, the form it plays against.
IID_MATCHES = (("minus2-pv", "none"), ("minus2-above", "none"), ("every-ply", "none"), ("none-reset", "none"), ("minus2-pv-reset", "minus2-pv"),
               ("self-deepening", "none"))


def text_iid_match(context) -> str:
    kept = context.kept("iid-match", len(BASES) * len(IID_MATCHES))
    rows = []
    for base, configuration, _ in BASES:
        for form, other in IID_MATCHES:
            result = kept.get(f"{base} {form} {other} {context.games}",
                              lambda: context.match(f"{base}-iid-{form}", f"{base}-iid-{other}", context.games, MATCH_NODES))
            rows.append([f"{configuration}: {form} against {other}", *duel.figures(result, 1)])
    return f"At {MATCH_NODES:,} nodes a move, with tables of 64 KB (Full) and 2 KB (Tiny).\n\n" + measuring.table(["", "games", "score", "Elo"], rows)


# ---------------------------------------------------------------- move ordering, insurance, numbers: workshop/lab/duel/iid_lab.hpp

# Search, what it orders its moves by, and the depth it is searched to.
SEARCHES = (("generated", "as generated", 5), ("mvv-lva", "MVV/LVA", 6), ("killers", "and killers", 6), ("history", "and history", 6),
            ("full", "Full", 8), ("tiny", "Tiny", 8))
TABLE_SIZES = (0, 2048, 65536)
FORMS = ("over2-pv", "min-pv", "over2-above", "iir", "every-ply", "self-deepening", "reset")


def depth_of(context, search: str) -> int:
    depth = next(depth for name, _, depth in SEARCHES if name == search)
    return depth - 1 if context.quick else depth


def lab_depths(context, kept, version: str, size: int) -> list:
    depth = depth_of(context, version.split("-")[0] if not version.startswith("mvv-lva") else "mvv-lva")
    return kept.get(f"{version} {size}", lambda: context.depth(version, depth, size, "iid_lab", most_nodes(context)))


def most_nodes(context) -> int:
    """Without any order a position takes two million nodes to depth 6, and now and then ten times as many."""
    return 10 * context.most_nodes


def form_lists(context, search: str, size: int, forms) -> dict:
    """Form -> nodes to each depth, for each position."""
    kept = context.kept("iid-forms", len(SEARCHES) * len(TABLE_SIZES) * (len(FORMS) + 1))
    return {form: lab_depths(context, kept, f"{search}-{form}", size) for form in forms}


def against(lists: dict, form: str, plain: str, depth: int) -> list:
    """For each position that all have finished, the form's nodes over those of the plain one."""
    done = finished_by_all(lists.values(), depth)
    return [(a + 1) / (b + 1) for a, b in zip(at_depth(lists[form], depth, done), at_depth(lists[plain], depth, done))]


def depths_text(context) -> str:
    first, usual, last = (depth_of(context, SEARCHES[at][0]) for at in (0, 1, -1))
    return f"depth {usual} ({SEARCHES[0][1]}: {first}; Full and Tiny: {last})"


def text_iid_ordering(context) -> str:
    blocks = []
    for size in TABLE_SIZES:
        rows, plain = [[form] for form in FORMS], ["none: nodes"]
        for search, _, _ in SEARCHES:
            depth = depth_of(context, search)
            lists = form_lists(context, search, size, ("none", *FORMS))
            done = finished_by_all(lists.values(), depth)
            none = at_depth(lists["none"], depth, done)
            plain.append(f"{sum(none) / max(1, len(done)):,.0f}")
            for row, form in zip(rows, FORMS):
                row.append("; ".join(compared(at_depth(lists[form], depth, done), none)))
        blocks.append(titled(size, ["IID", *(title for _, title, _ in SEARCHES)], [plain, *rows]))
    return (f"Nodes to finish {depths_text(context)}, compared with no IID, over those of the "
            f"{len(context.positions())} positions that all forms finished within {most_nodes(context):,} nodes: sum; geometric mean; "
            "median; positions that took more. The first row is the mean without IID.\n\n" + "\n\n".join(blocks))


def text_iid_unordered(context) -> str:
    kept, rows = context.kept("iid-unordered", len(SEARCHES[:4])), []
    for search, title, _ in SEARCHES[:4]:
        result = kept.get(f"{search} {context.games}", lambda: context.match("generated-every-ply", f"{search}-none", context.games, 10_000, lab="iid_lab"))
        rows.append([title, *duel.figures(result, 1)])
    return ("Moves as generated with micro-Max's form, at 10,000 nodes a move and with tables of 64 KB, against the same search "
            "without IID whose moves are ordered so:\n\n" + measuring.table(["", "games", "score", "Elo"], rows))


HALF_TABLES = {"score-alone": "scores alone", "move-alone": "moves alone"}
HALF_FORMS, PLAYED_HALF = ("over2-pv", "min-pv", "over2-above", "every-ply"), ("over2-pv", "over2-above")


def text_iid_half_table(context) -> str:
    depth, size, kept = 5 if context.quick else 6, 65536, context.kept("iid-half-table", 2 * (1 + len(HALF_FORMS) + len(PLAYED_HALF)))
    heads, plain, rows = ["IID"], ["none: nodes"], [[form] for form in HALF_FORMS]
    for search, title in HALF_TABLES.items():
        none, *lists = [kept.get(f"{search}-{form}", lambda: context.depth(f"{search}-{form}", depth, size, "iid_lab", most_nodes(context)))
                        for form in ("none", *HALF_FORMS)]
        done = finished_by_all((none, *lists), depth)
        heads += [title, "games", "Elo"]
        plain += [f"{statistics.mean(at_depth(none, depth, done)):,.0f} ({len(done)})", "", ""]
        for row, form, nodes in zip(rows, HALF_FORMS, lists):
            result = form in PLAYED_HALF and kept.get(f"{search}-{form} {context.games}", lambda: context.match(
                f"{search}-{form}", f"{search}-none", context.games, 10_000, lab="iid_lab"))
            row += ["; ".join(compared(at_depth(nodes, depth, done), at_depth(none, depth, done))),
                    *((result["games"], duel.elo_of(result)) if result else ("", ""))]
    return (f"Captures by MVV/LVA, the rest by history, no killers; a table of {size:,} bytes that gives scores alone or moves alone. Nodes to finish "
            f"depth {depth} compared with no IID, as above, and games against no IID at 10,000 nodes a move.\n\n" + measuring.table(heads, [plain, *rows]))


INSURED = ("min-pv", "iir", "self-deepening", "reset")


def text_iid_insurance(context) -> str:
    blocks = []
    for size in (0, 65536):
        rows = []
        for search, title, _ in SEARCHES:
            lists = form_lists(context, search, size, ("none", *FORMS))
            rows.append([title])
            for form in INSURED:
                ratios = against(lists, form, "none", depth_of(context, search))
                if not ratios:
                    raise ToolError(f"no position was finished by all forms of {search}")
                low, middle, high, least, most = (in_percent(r)[:-2] for r in (*(percentile(ratios, p) for p in (10, 50, 90)), min(ratios), max(ratios)))
                saved, lost = (100 * sum(map(test, ratios)) / len(ratios) for test in (lambda r: r < 0.9, lambda r: r > 1.1))
                rows[-1].append(f"{low} / {middle} / {high}; {least} to {most}; {saved:.0f} : {lost:.0f}")
        blocks.append(titled(size, ["", *INSURED], rows))
    return (f"Nodes to finish {depths_text(context)}, compared with no IID, position by position, in per cent; the positions are "
            "those of the table above. 10th percentile / median / 90th percentile; from the most saved to the most lost; positions that "
            "save over 10 % : that lose over 10 %.\n\n" + "\n\n".join(blocks))


PREDICTED = ("none", "min-pv", "deep-thought", "iir", "self-deepening", "reset")
FIRST_EXPECTED = 4      # an iteration that has three before it to expect from


def surprises(lists, deepest: int) -> list:
    """For each position and iteration, its nodes over those that the position's own branching let expect: what the
    iteration before took, times the mean growth of the two before."""
    result = []
    for totals in lists:
        own = [b - a + 1 for a, b in zip([0, *totals], totals[:deepest])]
        result += [own[d] / (own[d - 1] * (own[d - 1] / own[d - 3]) ** 0.5) for d in range(FIRST_EXPECTED - 1, len(own))]
    return result


def text_iid_predictable(context) -> str:
    blocks = []
    for size in TABLE_SIZES:
        rows = []
        for search, title, _ in SEARCHES:
            lists = form_lists(context, search, size, PREDICTED)
            done = finished_by_all(lists.values(), depth_of(context, search))
            found = {form: surprises([lists[form][index] for index in done], depth_of(context, search)) for form in PREDICTED}
            rows.append([title, len(found["none"]), *(
                " / ".join(f"{percentile(ratios, p):.2f}" for p in (50, 90, 99))
                + f" / {max(ratios):.1f}; {1000 * sum(r > 10 for r in ratios) / len(ratios):.1f}" for ratios in found.values())])
        blocks.append(titled(size, ["", "iterations", *PREDICTED], rows))
    return (f"Nodes of an iteration over those expected. Iterations from the {FIRST_EXPECTED}th on, in the positions of the tables above: "
            "median / 90th / 99th percentile / most; iterations over ten times, per mille.\n\n"
            + "\n\n".join(blocks))


# As in workshop/lab/duel/iid_lab.hpp: the fall must be larger, the depth at least, the move best so many times.
RESETS = ((0, 1, 1), (0, 4, 1), (0, 8, 1), (0, 4, 2), (0, 4, 4), (15, 1, 1), (30, 4, 1), (30, 1, 2), (120, 4, 1))


def text_iid_reset(context) -> str:
    kept, usual, heads = context.kept("iid-reset", len(BASES) * (1 + len(RESETS))), [], ["fall"]
    rows = [[f"{f'by more than {loss}' if loss else 'any'}, depth {least}, best {'once' if times == 1 else f'{times} times'}"]
            for loss, least, times in RESETS]
    for _, configuration, size in BASES:
        search = configuration.lower()
        depth = depth_of(context, search)
        lists = {setting: lab_depths(context, kept, f"{search}-own{setting}", size)
                 for setting in ("", *(f"-reset-{'-'.join(map(str, numbers))}" for numbers in RESETS))}
        done = finished_by_all(lists.values(), depth)
        most = {setting: percentile(surprises([nodes[index] for index in done], depth), 99) for setting, nodes in lists.items()}
        usual.append(f"{most.pop(''):.2f} in {configuration} with {size:,} bytes of table")
        heads += [f"{configuration}: nodes", "90th percentile", "99th of the expected"]
        for row, setting in zip(rows, most):
            ratio = sum(at_depth(lists[setting], depth, done)) / max(1, sum(at_depth(lists[""], depth, done)))
            row += [in_percent(ratio), in_percent(percentile(against(lists, setting, "", depth), 90)), f"{most[setting]:.2f}"]
    return (f"To depth {depth}, over those of the {len(context.positions())} positions that all finished. Without the reset the 99th percentile is "
            f"{', and '.join(usual)}.\n\n" + measuring.table(heads, rows))


MEMORIES, FALLS, MEMORY_DEPTHS = {"by ply": "reset", "by key": "reset-by-key"}, (0, 30, 120), (8, 10, 12, 14)


def text_iid_reset_memory(context) -> str:
    settings = {(loss, memory): f"own-{form}-{loss}-4-1" for loss in FALLS for memory, form in MEMORIES.items()}
    kept = context.kept("iid-reset-memory", 1 + len(settings))
    own, *lists = [kept.get(form, lambda: context.depth(f"full-{form}", MEMORY_DEPTHS[-1], 65536, "iid_lab", most_nodes(context)))
                   for form in ("own", *settings.values())]
    done = finished_by_all((own, *lists), MEMORY_DEPTHS[-1])
    rows = [[f"{f'by more than {loss}' if loss else 'any'}, {memory}",
             *("; ".join(compared(at_depth(nodes, depth, done), at_depth(own, depth, done))) for depth in MEMORY_DEPTHS)]
            for (loss, memory), nodes in zip(settings, lists)]
    return (f"Full, table of 65,536 bytes, {len(done)} positions: nodes to finish a depth, compared with no reset: sum; geometric mean; median; "
            "positions that took more. The move was best once, at depth 4 or more.\n\n"
            + measuring.table(["fall, memory", *(f"depth {depth}" for depth in MEMORY_DEPTHS)], rows))


def text_iid_falls(context) -> str:
    depth, kept, rows = 6 if context.quick else 9, context.kept("iid-falls", 2 * len(BASES)), []
    for base, configuration, _ in BASES:
        for form, how in (("", "fail-soft"), ("--hard", "fail-hard")):
            said = kept.get(base + form, lambda: measuring.run(
                [*duel.NICE, context.program("duel_replies"), "falls", base, *form.split(), "--depth", depth, "--most", 5], base, context.positions()))
            falls = [list(map(float, line.split())) for line in said.splitlines()]
            for below, where in ((1, "to alpha or below"), (0, "not to alpha")):
                here = [fall for fall in falls if fall[2] == below]
                groups = [[fall for fall in here if fall[0] == number] for number in sorted({fall[0] for fall in here})]
                rows.append([f"{configuration}, {how}, {where}", len(here), *(
                    with_interval((sum(map(value, group)), len(group)) for group in groups)
                    for value in (lambda fall: fall[4] > 1, *(operator.itemgetter(field) for field in range(5, 11))))])
    return (f"Falls in the searches of {len(context.positions())} positions to depth {depth}, at most five from each, in per cent, with 95 % intervals by "
            "bootstrap over the positions. 'Differ': the others' bounds do. 'Above': the highest is above the fallen score. Then the chance that the move "
            "with the highest bound, the one that the search takes next, and any one is the best of the others; and that the move with the highest "
            "bound, and any one, is the worst.\n\n"
            + measuring.table(["", "falls", "differ", "above", "highest: best", "next: best", "any: best", "highest: worst", "any: worst"], rows))
