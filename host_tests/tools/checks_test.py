"""The checks find what they are there for: each is shown something wrong and something right."""

import contextlib
import io
import shutil
import signal
import subprocess
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import paths  # noqa: F401

import boards
import budgets
import call_graph
import common
import headers_alone
import include_table
import placement
import processor
import static_constructors
import style
import symbols

HAVE_CROSS_COMPILER = shutil.which("arm-none-eabi-g++") is not None


class HeadersAlone(unittest.TestCase):
    def header(self, text):
        handle = tempfile.NamedTemporaryFile("w", suffix=".hpp", encoding="utf-8")
        self.addCleanup(handle.close)
        handle.write(text)
        handle.flush()
        return handle.name

    def compiled(self, *texts):
        return headers_alone.compile_headers([self.header(text) for text in texts], "host", ["g++"])

    def test_a_header_that_lacks_an_include_is_found(self):
        self.assertIn("does not compile alone", self.compiled("#pragma once\ninline std::size_t a;\n"))

    def test_a_header_without_a_guard_is_found(self):
        self.assertIn("redefinition", self.compiled("struct A {};\n"))

    def test_a_header_that_warns_is_found(self):
        self.assertIn("conversion", self.compiled("#pragma once\ninline char a(int b) { return b; }\n"))

    def test_headers_that_do_not_go_together_are_found(self):
        found = self.compiled("#pragma once\nstruct A {};\n", "#pragma once\nstruct A { int a; };\n")
        self.assertIn("do not compile together", found)

    def test_headers_that_are_right_pass(self):
        self.assertEqual(self.compiled("#pragma once\n#include <cstddef>\ninline std::size_t a;\n"), "")

    def test_each_header_is_alone_here_or_on_its_device_and_seen_by_every_processor(self):
        everywhere = ["host", "m4", "m3", "m0"]
        work = headers_alone.units({"core/a.hpp": everywhere, "core/b.hpp": everywhere, "boards/m3/c.hpp": ["m3"],
                                    "tools/d.hpp": ["host"]}, {}.get, lambda header: [], {})
        alone = [(unit[0], preset) for unit, preset in work if len(unit) == 1]
        self.assertCountEqual(alone, [("core/a.hpp", "host"), ("core/b.hpp", "host"), ("boards/m3/c.hpp", "m3"), ("tools/d.hpp", "host")])
        together = [unit for unit in work if len(unit[0]) > 1]
        self.assertCountEqual(together, [(["core/a.hpp", "core/b.hpp"], preset) for preset in ("m4", "m3", "m0")])

    def test_a_header_follows_one_that_it_includes_at_any_depth_and_no_other(self):
        includes = {"a": ["x"], "x": ["b"], "b": ["c"], "c": [], "d": ["c"], "e": []}
        self.assertCountEqual(headers_alone.chains(["a", "b", "c", "d", "e"], includes.get), [["c", "b", "a"], ["d"], ["e"]])

    def test_what_a_header_includes_on_a_condition_does_not_count(self):
        self.assertEqual(headers_alone.includes_of(self.header('#include "core/a.hpp"\n#if A\n#include "core/b.hpp"\n#endif\n#include <array>\n')),
                         ["core/a.hpp"])

    def test_what_a_chain_lacks_is_found(self):
        first = self.header("#pragma once\n#include <cstddef>\n")
        second = self.header(f'#pragma once\n#include "{first}"\ninline std::uint8_t a;\n')
        self.assertIn("uint8_t", headers_alone.compile_headers([first, second], "host", ["g++"]))

    def test_a_header_was_alone_where_a_source_that_was_compiled_begins_with_it(self):
        work = headers_alone.units({"core/a.hpp": ["host", "m4"]}, {"core/a.cpp": "core/a.hpp"}.get, lambda header: [],
                                   {"host": ["core/a.cpp"], "m4": []})
        self.assertCountEqual(work, [(["core/a.hpp"], "m4")])

    def test_only_what_comes_before_everything_else_is_a_first_include(self):
        for text, first in (('// What.\n#pragma once\n\n#include "core/b.hpp"\n#include <array>\n', "core/b.hpp"),
                            ('#pragma once\n#include <array>\n#include "core/b.hpp"\n', ""),
                            ('#pragma once\n#define A\n#include "core/b.hpp"\n', ""), ("#pragma once\n", "")):
            self.assertEqual(headers_alone.first_include(self.header(text)), first, text)


class IncludeTable(unittest.TestCase):
    def judge(self, path, text):
        return include_table.findings_in(path, text)

    def test_the_product_names_nothing_of_the_workshop_in_whatever_language(self):
        for path, text in (("cmake/a.cmake", "include(${PROJECT_SOURCE_DIR}/workshop/lab/a.cmake)"),
                           ("core/a.hpp", "// What it is worth: workshop/lab/pages/IID.md"), ("web/a.ts", "import {a} from '../../workshop/lab/a.mjs';"),
                           ("packages/a.py", 'call("workshop/training/train")'), ("boards/a.cmake", "node emulators/rp2040/simulator.mjs")):
            self.assertEqual(len(include_table.names_of_the_workshop(path, text)), 1, path)
        for path, text in (("web/a.ts", "import {a} from '../../emulators/rp2040/a.mjs';"), ("core/a.hpp", "// Generated by workshop/training/train; do not edit."),
                           ("core/b.hpp", "// a collaboration, a simulation, a label/another")):
            self.assertEqual(include_table.names_of_the_workshop(path, text), [], path)

    def test_a_room_may_include_what_its_row_allows(self):
        for path, text in (("core/a.hpp", '#include "core/b.hpp"\n#include <array>'),
                           ("firmware/a.hpp", '#include "core/b.hpp"\n#include "hal/c.hpp"'),
                           ("boards/chips/stm32f405/a.hpp", '#include "boards/cortex_m/b.hpp"\n#include "hal/c.hpp"'),
                           ("boards/host/a.cpp", "#include <thread>"),
                           ("bridge/a.cpp", "#include <string>\n#include <charconv>"),
                           ("bridge/main.cpp", '#include STACKMATE_BOARD_HEADER\n#include "firmware/app.hpp"'),
                           ("host_tests/a.cpp", '#include "boards/host/b.hpp"\n#include <vector>'),
                           ("firmware/main.cpp", "#include STACKMATE_BOARD_HEADER")):
            self.assertEqual(self.judge(path, text), [], path)

    def test_every_forbidden_direction_is_found_with_its_line(self):
        for path, text in (("core/a.hpp", '#include "hal/b.hpp"'), ("core/a.hpp", '#include "firmware/b.hpp"'),
                           ("hal/a.hpp", '#include "core/b.hpp"'), ("firmware/a.hpp", '#include "boards/x/b.hpp"'),
                           ("boards/x/a.hpp", '#include "core/b.hpp"'),
                           ("bridge/a.hpp", '#include "core/b.hpp"'), ("firmware/a.hpp", '#include "bridge/b.hpp"'), ("core/a.hpp", '#include "host_tests/b.hpp"')):
            found = self.judge(path, "\n\n" + text)
            self.assertEqual(len(found), 1, path)
            self.assertIn(f"{path}:3:", found[0])

    def test_the_rooms_inside_the_firmware_have_directions_of_their_own(self):
        for path, text in (("firmware/app.hpp", '#include "firmware/uci/a.hpp"'),
                           ("firmware/squares/a.hpp", '#include "firmware/game/b.hpp"')):
            self.assertEqual(self.judge(path, text), [], path)
        for path, text in (("firmware/game/a.hpp", '#include "firmware/squares/b.hpp"'),
                           ("firmware/game/a.hpp", '#include "firmware/line/b.hpp"'),
                           ("firmware/line/a.hpp", '#include "firmware/app.hpp"'),
                           ("firmware/attic/a.hpp", '#include "firmware/attic/b.hpp"')):
            self.assertEqual(len(self.judge(path, text)), 1, path)

    def test_headers_that_need_a_system_or_a_heap_are_found(self):
        for header in ("vector", "string", "cstdio", "cstdlib", "iostream", "functional", "mutex", "chrono"):
            self.assertEqual(len(self.judge("core/a.cpp", f"# include <{header}>")), 1, header)

    def test_a_path_must_name_its_room(self):
        self.assertEqual(len(self.judge("core/a.hpp", '#include "b.hpp"')), 1)
        self.assertEqual(len(self.judge("core/a.hpp", '#include "../hal/b.hpp"')), 1)
        self.assertEqual(len(self.judge("core/a.hpp", '#include "core/../hal/b.hpp"')), 1)

    def test_only_the_composition_root_takes_the_board_by_macro(self):
        self.assertEqual(len(self.judge("firmware/app.hpp", "#include STACKMATE_BOARD_HEADER")), 1)

    def test_a_flag_that_an_m0_reads_and_writes_in_two_steps_is_found_by_name(self):
        for path, text in (("core/a.hpp", "std::atomic_flag busy;"), ("hal/a.hpp", "while (busy.test_and_set()) {}"),
                           ("firmware/a.cpp", "std::atomic_flag_test_and_set(&busy);"), ("boards/x/a.hpp", "__atomic_test_and_set(&busy, 0);")):
            self.assertRegex(" ".join(self.judge(path, f"\n{text}")), f"^{path}:2: .* is not atomic on a Cortex-M0", path)
        for path, text in (("core/a.hpp", "std::atomic<bool> flag;"), ("core/a.hpp", "// no atomic_flag"), ("boards/host/a.cpp", "std::atomic_flag f;")):
            self.assertEqual(self.judge(path, text), [], path)

    def test_comments_are_not_includes(self):
        self.assertEqual(self.judge("core/a.hpp", '// #include "hal/b.hpp"\n/*\n#include <vector>\n*/'), [])


class Symbols(unittest.TestCase):
    LISTING = ("a.o:\n         U memcpy\n         U __aeabi_uldivmod\n         U _ZN9stackmate3fooEv\n"
               "b.o:\n00000000 T _ZN9stackmate3fooEv\n         U {}\n")

    def test_what_the_archive_defines_itself_is_not_missing(self):
        self.assertEqual(symbols.offending(self.LISTING.format("memset")), [])

    def test_anything_of_libc_or_the_c_plus_plus_library_is_found(self):
        for name in ("malloc", "strlen", "printf", "_Znwj", "__cxa_guard_acquire", "abort", "_ZSt9terminatev",
                     "__cxa_pure_virtual", "__atomic_load_4", "__atomic_fetch_add_4", "__sync_synchronize"):
            self.assertEqual(symbols.offending(self.LISTING.format(name)), [name])

    def test_the_compilers_helpers_are_allowed(self):
        for name in ("__aeabi_idiv", "__clzsi2", "__udivmoddi4", "__gnu_thumb1_case_uqi", "__popcountsi2",
                     "__ctzdi2", "memmove"):
            self.assertEqual(symbols.offending(self.LISTING.format(name)), [], name)


class Processor(unittest.TestCase):
    def test_an_object_for_a_larger_one_is_found_in_the_image(self):
        noted = "  Tag_CPU_name: \"7E-M\"\n  Tag_CPU_arch: v7E-M\n"
        self.assertEqual(processor.findings_in("STM32F405, Cortex-M4F", noted), [])
        self.assertEqual(processor.findings_in("STM32F103, Cortex-M3", noted),
                         ["the image is for v7E-M, a Cortex-M3 is v7"])

    def test_an_fpu_that_nobody_switches_on_is_found(self):
        noted = "  Tag_CPU_arch: v7E-M\n  Tag_FP_arch: FPv4-SP-D16\n"
        self.assertEqual(len(processor.findings_in("STM32F405, Cortex-M4F", noted)), 1)


class StaticConstructors(unittest.TestCase):
    SECTION = "  [ 3] .init_array       INIT_ARRAY      08001000 001000 {:06x} 04  WA  0   0  4\n"

    def test_an_empty_array_is_right_and_a_filled_one_is_wrong(self):
        self.assertEqual(static_constructors.findings_in(self.SECTION.format(0), ""), [])
        self.assertEqual(static_constructors.findings_in(self.SECTION.format(4), ""), [".init_array holds 4 bytes"])

    def test_a_constructor_that_the_linker_dropped_from_the_array_is_found_by_name(self):
        self.assertEqual(len(static_constructors.findings_in("", "08000100 t _GLOBAL__sub_I_engine\n")), 1)

    def test_a_destructor_that_waits_for_the_end_is_found_by_what_it_needs(self):
        for name in ("__tcf_0", "atexit", "__cxa_atexit", "_impure_data", "_impure_ptr"):
            self.assertEqual(static_constructors.findings_in("", f"20000100 T {name}\n"), [f"a static destructor: {name}"])
        self.assertEqual(static_constructors.findings_in("", "08000100 T format_exit\n"), [])


def graph_text(*lines):
    """A .ci file: "name 16" is a function with 16 bytes, "a > b" a call."""
    text = 'graph: { title: "x.cpp"\n'
    for line in lines:
        words = line.split()
        if words[1] == ">":
            text += f'edge: {{ sourcename: "{words[0]}" targetname: "{words[2]}" label: "x.cpp:1:1" }}\n'
        else:
            kind = words[2] if len(words) > 2 else "static"
            text += f'node: {{ title: "{words[0]}" label: "{words[0]}\\nx.cpp:1:1\\n{words[1]} bytes ({kind})" }}\n'
    return text + "}\n"


class CallGraph(unittest.TestCase):
    NO_NOTES = types.SimpleNamespace(INDIRECT_CALLS=[], CALLS_IN_ASSEMBLER=[], CALLS_OUT_OF_THE_IMAGE={}, BOOT_ROM_STACK={})

    def notes(self, **known):
        return types.SimpleNamespace(**(vars(self.NO_NOTES) | known))

    def analyse(self, lines, vectors=("reset", "fault", "fault"), helpers=None, notes=None, one_priority=True, **more):
        graph = call_graph.read_graph([graph_text(*lines, "fault 0")])
        return call_graph.analyse(graph, helpers or {}, list(vectors), 36, one_priority, notes or self.NO_NOTES, **more)

    def test_the_deepest_path_counts(self):
        result = self.analyse(["reset 8", "a 16", "b 100", "c 40", "reset > a", "a > b", "reset > c", "c > a"])
        self.assertEqual((result.findings, result.main), ([], 8 + 40 + 16 + 100))
        self.assertEqual([name for name, _ in result.paths[0]], ["reset", "c", "a", "b"])

    def test_a_function_that_calls_itself_is_found(self):
        self.assertEqual(self.analyse(["reset 8", "a 8", "reset > a", "a > a"]).findings, ["recursion: a -> a"])

    def test_a_circle_through_several_functions_is_found(self):
        result = self.analyse(["reset 8", "a 8", "b 8", "c 8", "reset > a", "a > b", "b > c", "c > a"])
        self.assertEqual(result.findings, ["recursion: a -> b -> c -> a"])

    def test_recursion_that_nothing_reaches_is_no_matter(self):
        self.assertEqual(self.analyse(["reset 8", "a 8", "a > a"]).findings, [])

    def test_the_same_function_from_two_files_counts_with_the_larger_frame(self):
        graph = call_graph.read_graph([graph_text("reset 8", "f 16", "reset > f"), graph_text("f 24"), graph_text("fault 0")])
        self.assertEqual(call_graph.analyse(graph, {}, ["reset", "fault", "fault"], 36, True, self.NO_NOTES).main, 32)

    def test_a_name_given_by_asm_is_the_symbol_itself(self):
        self.assertEqual(self.analyse(["reset 8", "main 30", "reset > *main"]).main, 38)

    def test_a_local_function_is_found_by_its_symbol(self):
        result = self.analyse(["reset 8", "y.cpp:tick 20"], ("reset", "fault", "fault", "tick"))
        self.assertEqual((result.findings, result.interrupt), ([], 36 + 20))

    def test_interrupts_of_one_priority_do_not_stack_up_and_others_do(self):
        lines, vectors = ["reset 8", "tick 20", "uart 50"], ("reset", "fault", "fault", "tick", "uart", "tick")
        self.assertEqual(self.analyse(lines, vectors).interrupt, 36 + 50)
        self.assertEqual(self.analyse(lines, vectors, one_priority=False).interrupt, 36 + 50 + 36 + 20)

    def test_a_call_through_a_pointer_must_be_explained(self):
        lines = ["reset 8", "send 16", "uart 40", "reset > send", "send > __indirect_call"]
        self.assertIn("send calls through a pointer", self.analyse(lines).findings[0])
        result = self.analyse(lines, notes=self.notes(INDIRECT_CALLS=[("send", ["uart"], "the only port")]))
        self.assertEqual((result.findings, result.main), ([], 64))

    def test_a_frame_without_a_bound_is_found(self):
        self.assertIn("without a bound", self.analyse(["reset 8", "a 8 dynamic", "reset > a"]).findings[0])
        self.assertEqual(self.analyse(["reset 8", "a 8 dynamic,bounded", "reset > a"]).findings, [])

    def test_a_call_of_what_the_image_does_not_hold_was_left_out_by_the_compiler(self):
        self.assertEqual(self.analyse(["reset 8", "reset > __aeabi_ldivmod"]).findings, [])

    def test_a_handler_without_code_is_found(self):
        found = self.analyse(["reset 8"], ("reset", "fault", "fault", "0x8000124")).findings
        self.assertIn("the vector table names 0x8000124", found[0])

    def test_a_second_name_of_a_helper_is_known(self):
        functions = call_graph.with_aliases({"memcpy": [("push", "{r4, lr}")]}, "08000100 T memcpy\n08000100 W __aeabi_memcpy\n")
        self.assertEqual(functions["__aeabi_memcpy"], functions["memcpy"])

    def test_a_helper_is_measured_from_its_code(self):
        lines = ["reset 8", "reset > __aeabi_uldivmod"]
        helpers = call_graph.disassembly(
            "08000100 <__aeabi_uldivmod>:\n 8000100:\tcbz\tr3, 800010a <__aeabi_uldivmod+0xa>\n"
            " 8000102:\tstmdb\tsp!, {r4, lr}\n 8000106:\tsub\tsp, #8\n 8000108:\tbl\t8000120 <__udivmoddi4>\n"
            " 800010c:\tstr.w\tr5, [sp, #-4]!\n 8000110:\tbx\tlr\n\n"
            "08000120 <__udivmoddi4>:\n 8000120:\tpush\t{r4, r5, r6-r9, lr}\n 8000124:\tbx\tlr\n")
        result = self.analyse(lines, helpers=helpers)
        self.assertEqual((result.findings, result.main), ([], 8 + (8 + 8 + 4) + 28))

    ROM_FUNCTION = "unsigned stackmate::boards::rp2::boot_rom::find() [with char First = '{}'; char Second = '{}'; int = 0]"
    JUMP = {"jump": [("push", "{r4, lr}"), ("ldr", "r4, [sp, #8]"), ("blx", "r4"), ("pop", "{r4, pc}")]}

    def test_assembler_that_jumps_through_a_register_must_be_explained(self):
        found = self.analyse(["reset 8", "jump 0", "reset > jump"], helpers=self.JUMP).findings
        self.assertIn("jump jumps through a register in assembler", "".join(found))

    def test_a_call_that_only_the_code_knows_of_counts(self):
        helpers = {"a": [("push", "{r4, lr}"), ("bl", "800 <__gnu_thumb1_case_uqi>")], "__gnu_thumb1_case_uqi": [("push", "{r0, r1}")]}
        self.assertEqual(self.analyse(["reset 8", "a 16", "reset > a"], helpers=helpers).main, 8 + 16 + 8)

    def test_what_assembler_pushes_and_what_it_calls_outside_the_image_count(self):
        find = self.ROM_FUNCTION.format("R", "E")
        graph = call_graph.read_graph([graph_text("reset 8", "fault 0", "find 0", "jump 0", "reset > jump", "reset > find")
                                       .replace('label: "find', f'label: "{find}')])
        result = call_graph.analyse(graph, self.JUMP, ["reset", "fault", "fault"], 36, True, self.notes(
            BOOT_ROM_STACK={"RE": 88}, CALLS_OUT_OF_THE_IMAGE={"jump": {"RE": 88, "XX": 500}}))
        self.assertEqual((result.findings, result.main), ([], 8 + 8 + 88))

    def test_a_function_of_the_boot_rom_without_a_figure_is_found(self):
        find = self.ROM_FUNCTION.format("R", "E")
        graph = call_graph.read_graph([graph_text("reset 8", "fault 0", "find 0", "reset > find").replace('label: "find', f'label: "{find}')])
        for known, findings in (({}, 1), ({"RP": 8}, 1), ({"RE": 88}, 0)):
            result = call_graph.analyse(graph, {}, ["reset", "fault", "fault"], 36, True, self.notes(BOOT_ROM_STACK=known))
            self.assertEqual(len(result.findings), findings, known)

    @unittest.skipUnless(HAVE_CROSS_COMPILER, "needs the cross compiler")
    def test_the_compiler_names_the_boot_roms_functions_as_the_check_reads_them(self):
        source = f"""
            #include "{common.ROOT}/boards/chips/rp2/boot_rom.hpp"
            extern "C" unsigned reset() {{ return stackmate::boards::rp2::boot_rom::find<'R', 'E'>(); }}
            """
        with tempfile.TemporaryDirectory() as directory:
            subprocess.run(["arm-none-eabi-g++", "-mcpu=cortex-m0plus", "-mthumb", "-O2", "-c", "-fcallgraph-info=su",
                            "-std=c++20", "-I", str(common.ROOT), "-x", "c++", "-", "-o", "x.o"], cwd=directory, input=source,
                           text=True, check=True)
            graph = call_graph.read_graph([path.read_text() for path in Path(directory).glob("*.ci")])
        named = [call_graph.ROM_FUNCTION.search(function.name) for function in graph.functions.values()]
        self.assertEqual([match[1] + match[2] for match in named if match], ["RE"])

    def test_a_frame_that_may_step_over_what_faults_below_the_stack_is_found(self):
        lines = ["reset 8", "a 264", "b 300", "reset > a"]
        self.assertIn("the frame of a has 264 bytes", "".join(self.analyse(lines, guard=256).findings))
        self.assertEqual(self.analyse(lines, guard=264).findings, [])

    @unittest.skipUnless(HAVE_CROSS_COMPILER, "needs the cross compiler")
    def test_the_compilers_own_files_are_understood(self):
        source = """
            namespace { [[gnu::noinline]] int leaf(int x) { volatile char b[100]; b[x] = 1; return b[x]; } }
            template <class T> [[gnu::noinline]] int twice(T x) { return leaf(int(x)) + leaf(1); }
            extern "C" void reset() { volatile int x = twice(3L) / 7; (void)x; }
            extern "C" [[gnu::naked]] void fault() { asm volatile("b fault"); }
            """
        with tempfile.TemporaryDirectory() as directory:
            subprocess.run(["arm-none-eabi-g++", "-mcpu=cortex-m3", "-mthumb", "-Os", "-c", "-fcallgraph-info=su",
                            "-std=c++20", "-x", "c++", "-", "-o", "x.o"], cwd=directory, input=source, text=True, check=True)
            texts = [path.read_text() for path in Path(directory).glob("*.ci")]
        result = call_graph.analyse(call_graph.read_graph(texts), {}, ["reset", "fault", "fault"], 36, True, self.NO_NOTES)
        self.assertEqual(result.findings, [])
        self.assertGreater(result.main, 100)
        self.assertEqual([name.split("(")[0] for name, _ in result.paths[0]][0], "void reset")
        self.assertEqual(len(result.paths[0]), 3)


    @unittest.skipUnless(shutil.which("ninja"), "needs ninja")
    def test_what_an_earlier_build_left_behind_is_not_a_part_of_the_image(self):
        with tempfile.TemporaryDirectory() as directory:
            build = Path(directory)
            (build / "build.ninja").write_text("rule r\n command = true\n"
                                               "build a/new.cpp.obj: r new.cpp\nbuild lib.a: r b/part.cpp.obj\n"
                                               "build b/part.cpp.obj: r part.cpp\nbuild x.elf: r a/new.cpp.obj lib.a\n")
            for folder, name in (("a", "new.cpp"), ("a", "old.cpp"), ("b", "part.cpp")):
                (build / folder).mkdir(exist_ok=True)
                (build / folder / f"{name}.obj").touch()
                (build / folder / f"{name}.ci").touch()
            self.assertEqual(sorted(file.name for file in call_graph.call_graph_files(build / "x.elf")),
                             ["new.cpp.ci", "part.cpp.ci"])

    @unittest.skipUnless(shutil.which("ninja"), "needs ninja")
    def test_an_object_without_its_call_graph_is_named(self):
        with tempfile.TemporaryDirectory() as directory:
            build = Path(directory)
            (build / "build.ninja").write_text("rule r\n command = true\nbuild a.obj: r a.cpp\nbuild x.elf: r a.obj\n")
            with self.assertRaisesRegex(common.CheckError, r"no call graph for a\.ci"):
                call_graph.call_graph_files(build / "x.elf")


class Placement(unittest.TestCase):
    FLASH = range(0x10000000, 0x10010000)
    NO_NOTES = types.SimpleNamespace(INDIRECT_CALLS=[], CALLS_IN_ASSEMBLER=[])

    def findings(self, lines, in_flash=(), helpers=None, handlers=("tick",), takers=("erase",)):
        graph = call_graph.read_graph([graph_text(*lines, "tick 0", "erase 0")])
        addresses = {name: {0x10000100 if name in in_flash else 0x20001000} for name in graph.functions}
        analysis = call_graph.Analysis(graph, helpers or {}, self.NO_NOTES)
        return placement.paths_to_flash(analysis, list(handlers), list(takers), self.FLASH, addresses)

    def test_what_nothing_of_them_reaches_may_lie_in_flash(self):
        self.assertEqual(self.findings(["main 8", "words 8", "main > words", "main > erase"], in_flash=("main", "words")), [])

    def test_a_function_in_flash_is_found_with_the_path_of_the_interrupt_that_reaches_it(self):
        found = self.findings(["scan 8", "publish 8", "tick > scan", "scan > publish"], in_flash=("publish",))
        self.assertEqual(found, ["tick -> scan -> publish: the last lies in flash"])

    def test_so_is_one_that_is_called_while_the_flash_is_erased(self):
        self.assertEqual(self.findings(["copy 8", "erase > copy"], in_flash=("copy",)), ["erase -> copy: the last lies in flash"])

    def test_a_handler_in_flash_is_found(self):
        self.assertEqual(self.findings([], in_flash=("tick",)), ["tick: the last lies in flash"])

    def test_a_table_in_flash_is_found_by_its_address_among_the_constants(self):
        code = {"scan": [("ldr", "r3, [pc, #4]"), (".word", "0x10000200")], "erase": [(".word", "0x10001000")],
                "tick": [(".word", "0x40000000")]}
        found = self.findings(["scan 8", "tick > scan"], helpers=code)
        self.assertEqual(found, ["tick -> scan: has the constant 0x10000200, an address in flash"])

    def test_a_pattern_of_the_linker_script_that_matches_nothing_is_found(self):
        script = """SECTIONS {
            .cold : { *main.cpp.obj(.text.unlikely .text.unlikely.*) /* why */
                      *libcore.a:fen.cpp.obj(.text .text.*)
                      *old*.obj(EXCLUDE_FILE(*main.cpp.obj) .text.*) KEEP(*(.pins)) } > FLASH :boot
            .text : { *(.never) } > RAM AT > FLASH :code }"""
        link_map = ("Linker script and memory map\n .text.unlikely._Zwords\n                0x10000400       0x5c a/main.cpp.obj\n"
                    " .text.x        0x20000000        0x8 b/new.cpp.obj\n .text          0x10000500        0x8 libcore.a(fen.cpp.obj)\n")
        self.assertEqual(placement.unmatched(script, link_map), ["the linker script's *old*.obj(.text.*) matches nothing"])


class Budgets(unittest.TestCase):
    BOARD = boards.BOARDS["stm32f100"]

    def size(self, **changes):
        return dict(flash_used=1000, flash_size=131072, ram_used=8000, ram_size=8192, stack_size=1024) | changes

    def test_an_image_that_fits_is_right(self):
        self.assertEqual(budgets.findings_for(self.BOARD, self.size()), [])

    def test_too_much_of_either_memory_is_found(self):
        self.assertEqual(len(budgets.findings_for(self.BOARD, self.size(ram_used=8193))), 1)
        self.assertEqual(len(budgets.findings_for(self.BOARD, self.size(flash_used=131073))), 1)

    def test_a_linker_script_that_promises_more_than_the_chip_has_is_found(self):
        self.assertEqual(len(budgets.findings_for(self.BOARD, self.size(ram_size=16384))), 1)


class Style(unittest.TestCase):
    def file(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / name
        path.write_text(text, encoding="utf-8")
        return path

    def checked(self, find, *files):
        try:
            return find(list(files))
        except common.CheckError as missing:
            self.skipTest(str(missing))

    def test_a_line_that_clang_format_lays_out_otherwise_is_found(self):
        good, bad = self.file("a.hpp", "int a(const char* text);\n"), self.file("b.cpp", "int a;\nint  b;\nint  c;\n")
        findings = self.checked(style.layout, good, bad)
        self.assertEqual([finding.split(": ")[0] for finding in findings], [f"{bad}:2"])

    def test_an_unused_import_is_found_unless_the_line_says_that_it_is_meant(self):
        findings = self.checked(style.python, self.file("a.py", "import os\nimport sys  # noqa: F401\n"))
        self.assertEqual(len(findings), 1)
        self.assertIn("'os' imported but unused", findings[0])
        self.assertTrue(style.python([self.file("b.py", "a = (\n")]))

    def test_a_script_that_splits_words_is_found_and_what_is_no_script_is_not_looked_at(self):
        unquoted = "rm $1\n"
        self.assertEqual(self.checked(style.shell, self.file("a.txt", "#!/bin/sh\n" + unquoted), self.file("a", unquoted)), [])
        self.assertEqual(len(self.checked(style.shell, self.file("a", "#!/bin/sh\n" + unquoted))), 1)

    def test_a_variable_that_is_not_used_is_found_in_typescript(self):
        file = self.file("a.ts", "const a: number = 1;\n")
        with mock.patch("common.ROOT", file.parent):    # ESLint looks at nothing outside the folder it runs in
            self.assertEqual(self.checked(style.javascript, file),
                             [f"{file}:1: 'a' is assigned a value but never used. (@typescript-eslint/no-unused-vars)"])

    def test_what_was_built_or_fetched_is_not_looked_at(self):
        folder = self.file("mine.py", "").parent
        for name in ("build", "node_modules"):
            (folder / name).mkdir()
            (folder / name / "theirs.py").touch()
        self.assertEqual(style.sources(folder), [folder / "mine.py"])


class Reports(unittest.TestCase):
    def test_findings_make_the_exit_status(self):
        import common
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(common.report("x", [], "all right"), 0)
            self.assertEqual(common.report("x", ["bad"], "all right"), 1)
        self.assertIn("x: bad", out.getvalue())


class Common(unittest.TestCase):
    def test_who_imports_the_checks_outlives_a_pipe_that_nobody_reads(self):
        import common  # noqa: F401
        self.assertEqual(signal.getsignal(signal.SIGPIPE), signal.SIG_IGN)


if __name__ == "__main__":
    unittest.main()
