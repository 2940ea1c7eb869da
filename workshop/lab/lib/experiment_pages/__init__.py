"""How the tables of workshop/lab/pages are measured: a module for each page. A function text_NAME measures the table NAME: it takes a Context
and gives the text between the markers of that name, which has dashes for its underlines."""

from experiment_pages import deepening, iid, loop, processors, skeleton, table

PAGES = {module.__name__.rpartition(".")[2]: {
    name.removeprefix("text_").replace("_", "-"): function for name, function in vars(module).items() if name.startswith("text_")}
    for module in (loop, deepening, iid, skeleton, table, processors)}
