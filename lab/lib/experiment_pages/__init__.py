"""The pages of lab/pages, one module each: its words, and how its tables are measured."""

from experiment_pages import deepening, iid, loop, processors, skeleton, table

PAGES = {"loop": loop.PAGE, "deepening": deepening.PAGE, "iid": iid.PAGE, "skeleton": skeleton.PAGE, "table": table.PAGE,
         "processors": processors.PAGE}
