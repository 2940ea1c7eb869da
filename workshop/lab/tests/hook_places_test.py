"""docs/DESIGN.md's table of hooks is what the sources say."""

import unittest

import paths  # noqa: F401

import hook_places

HEADER = """
struct HookNames {
    void lookup(), scouts();
    void serves_nothing();
};
template <class M>
class Finds : public Base {
    static Score lookup(S& s, F& f) {
        return s.lookup(f);
};
struct Forward;
struct Tries {
    static constexpr bool scouts = true;
    static int other(S& s, F&) { return 0; }
};
"""


class HookPlaces(unittest.TestCase):
    def test_every_hook_stands_at_one_place(self):
        hooks = hook_places.hook_names((hook_places.SEARCH / "hooks.hpp").read_text(encoding="utf-8"))
        self.assertGreater(len(hooks), 20)
        self.assertEqual(hook_places.misplaced(hooks), set())
        standing = [hook for there in hook_places.PLACES.values() for hook in there]
        self.assertEqual(len(standing), len(set(standing)))

    def test_a_hook_without_a_place_and_a_place_without_a_hook_are_noticed(self):
        hooks = {hook for there in hook_places.PLACES.values() for hook in there}
        self.assertEqual(hook_places.misplaced(hooks | {"fresh"}), {"fresh"})
        self.assertEqual(hook_places.misplaced(hooks - {"store"}), {"store"})

    def test_functions_and_constants_serve_and_calls_do_not(self):
        hooks = hook_places.hook_names(HEADER)
        self.assertEqual(hooks, {"lookup", "scouts"})
        self.assertEqual(hook_places.servers(HEADER, hooks), {"Finds": ["lookup"], "Tries": ["scouts"]})

    def test_every_enhancement_of_a_version_is_found(self):
        served = hook_places.everywhere(hook_places.hook_names((hook_places.SEARCH / "hooks.hpp").read_text(encoding="utf-8")))
        parameters = {"Enhancements", "IidMinus", "IidWhere", "History"}    # of their templates; History is HistoryOf
        self.assertEqual(hook_places.in_versions() - set(served) - parameters, set())

    def test_the_page_is_up_to_date(self):
        page = hook_places.PAGE.read_text(encoding="utf-8")
        self.assertEqual(hook_places.measuring.filled(page, {"hooks": hook_places.table()}), page,
                         "run PYTHONPATH=tools/lib:workshop/lab/lib /usr/bin/python3 -B workshop/lab/lib/hook_places.py and commit the result")


if __name__ == "__main__":
    unittest.main()
