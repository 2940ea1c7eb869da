"""How the tables of lab/pages are measured: a module for each page. Its FILE is the page's name, its TABLES are functions of a
Context by the tables' names; each gives the text between the markers of that name."""

from experiment_pages import deepening, iid, loop, processors, skeleton, table

PAGES = {"loop": loop, "deepening": deepening, "iid": iid, "skeleton": skeleton, "table": table, "processors": processors}
