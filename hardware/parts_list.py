"""What to buy, as CSV: for a board of eight strips and a base, with contacts and with hall sensors. No prices: nobody looked them up."""

import csv
import io

COLUMNS = ("with contacts", "with hall sensors", "value", "footprint", "on", "instead")


def csv_of(tables: dict) -> str:
    rows = {}
    for board, table in tables.items():
        for part in table:
            reed_only, hall_only = board == "strip_reed" or part.value.endswith(" reed"), board == "strip_hall"
            row = rows.setdefault((part.value.removesuffix(" reed"), part.footprint, part.instead), [0, 0, {}])
            many = 1 if board == "base" else 8
            row[0] += many * (not hall_only)
            row[1] += many * (not reed_only)
            row[2].setdefault(board, []).append(part.ref)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (value, footprint, instead), (reed, hall, where) in sorted(rows.items(), key=lambda item: (item[0][1], item[0][0])):
        on = "; ".join(f"{board}: {' '.join(refs)}" for board, refs in where.items())
        writer.writerow((reed, hall, value, footprint.split(":")[1], on, instead))
    return out.getvalue()
