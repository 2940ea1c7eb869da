"""An enhancement that the search would never ask does not compile: misspelt, or with a hook's name and another shape."""

import re
import subprocess
import unittest

import paths

HOOKS = paths.ROOT / "core/search/hooks.hpp"
# One call of each hook, as the search makes it.
NODE = """#include "core/search/hooks.hpp"
using namespace stackmate;
struct Frame {
    using Move = stackmate::Move;
    int target;
};
struct State {};
template <class E>
void ask(Enhancements<E>& hooks, State& s, Frame& f) {
    hooks.new_search(), hooks.begin_iteration(s, f), hooks.cutoff(s, f), hooks.store(s, f);
    (void)hooks.interrupt(s, f), (void)hooks.lookup(s, f), (void)hooks.adjust(s, f, 0), (void)hooks.prune_node(s, f);
    (void)hooks.null_depth(s, f), (void)hooks.first_depth(s, f);
    (void)hooks.next_depth(s, f), (void)hooks.propose(s, f, 0), (void)hooks.victims(s, f), (void)hooks.rank(s, f, {});
    (void)hooks.refuse(s, f, {}), (void)hooks.put_off(s, f, {}), (void)hooks.leave_quiets(s, f);
    (void)hooks.prune_move(s, f, {}), (void)hooks.extend(s, f), (void)hooks.reduce(s, f);
}
"""


def errors_of(*enhancements: str) -> str:
    text = NODE + "".join(f"struct E{i} {{\n{body}\n}};\ntemplate void ask<E{i}>(Enhancements<E{i}>&, State&, Frame&);\n"
                          for i, body in enumerate(enhancements))
    command = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{paths.ROOT}", "-x", "c++", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}).stderr


def function(result: str, name: str, arguments: str, answer: str = "") -> str:
    return f"template <class S, class F> {result} {name}({arguments}) {{ return {answer}; }}"


class Hooks(unittest.TestCase):
    names = re.findall(r"if constexpr \(!requires \{ &Lacking<E>::(\w+); \}\)", HOOKS.read_text(encoding="utf-8"))

    def test_every_hook_is_in_the_list_of_names_and_is_asked_here(self):
        text = HOOKS.read_text(encoding="utf-8")
        listed = re.findall(r"(\w+)\(\)", re.search(r"struct HookNames \{(.*?)\};", text, re.DOTALL)[1])
        self.assertEqual(listed[:-5], self.names)
        self.assertEqual(re.findall(r"&L::(\w+)", text), listed)
        self.assertEqual(set(re.findall(r"hooks\.(\w+)\(", NODE)), set(self.names))

    def test_what_serves_a_hook_or_has_a_constant_compiles(self):
        self.assertEqual(errors_of(
            function("Score", "prune_node", "S&, F&", "score_none"),
            function("void", "cutoff", "S&, F&"),
            "static constexpr bool scouts = true;",
            "static constexpr int aspiration = 20;"), "")

    def test_a_misspelt_function_or_constant(self):
        for body in (function("Score", "prune_nodes", "S&, F&", "score_none"), "static constexpr bool scout = true;", ""):
            with self.subTest(body):
                self.assertIn("the enhancement serves no hook: is a name misspelt?", errors_of(body))

    def test_one_that_says_that_it_serves_none_compiles(self):
        self.assertEqual(errors_of("static constexpr bool serves_nothing = true;"), "")

    def test_a_hook_with_other_arguments(self):
        errors = errors_of(*(f"void {name}(int, int, int, int, int);" for name in self.names))
        for name in self.names:
            with self.subTest(name):
                self.assertRegex(errors, rf"no matching function for call to .*{name}\(")

    def test_a_hook_with_one_argument_more_beside_a_good_one(self):
        errors = errors_of(function("Score", "lookup", "S&, F&", "score_none")
                           + function("Score", "prune_node", "S&, F&, int", "score_none"))
        self.assertRegex(errors, r"no matching function for call to .*prune_node\(")

    def test_a_hook_that_answers_with_another_type(self):
        errors = errors_of(function("bool", "lookup", "S&, F&", "true"))
        self.assertIn("a hook answers with another type than the search asks for", errors)

    def test_a_hook_that_does_not_answer(self):
        self.assertIn("invalid use of void expression", errors_of(function("void", "lookup", "S&, F&")))

    def test_one_around_another_serves_what_that_one_does(self):
        lookup = function("Score", "lookup", "S&, F&", "score_none")
        never = "template <class S, class F> void extend(S&, F&) { static_assert(sizeof(S) == 0); }"
        self.assertEqual(errors_of(f"struct Inner {{ {lookup} }};\nusing Around = Inner;\n{lookup}\n{never}"), "")


if __name__ == "__main__":
    unittest.main()
