# What tools/test runs, each step a test of CTest: `cmake --preset test && ctest --preset quick` (or `all`).
#
# Builds are fixtures, so CTest makes those that the chosen tests need, before them. Labels are the part that a step belongs
# to, which is a row of the closing table, and `quick`. PROCESSORS are half cores, since who talks with an emulator waits for
# it nearly half of the time; the RP2040's simulator is always busy. CTest begins with what has a high COST, else with what took
# long the last time. What needs all cores comes first, as it would wait for a moment in which nothing runs.
cmake_host_system_information(RESULT all_cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR all_cores "2 * ${all_cores}")
set(python /usr/bin/python3 -B)
set(talking 1)
set(default_board stm32f405)
set(checks symbols processor static_constructors call_graph placement budgets)
# Kinds of tests on a board that take far more than 10 s, and those that --quick does without.
set(long_kinds deadline chess_board board_game rp2040_games rp2040_exercises rp2040_timing rp2040_soak rp2040_hosts rp2040_checkers)
set(thorough_kinds game deadline)
# Programs that the tests on boards talk with.
set(players stackmate stackmate_tiny stackmate_wide stackmate_draughts)

# step(NAME LABELS label... [NEEDS fixture...] [PROCESSORS half cores] [PROPERTIES property value...] COMMAND command...)
function(step name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROCESSORS" "LABELS;NEEDS;PROPERTIES;COMMAND")
    if(NOT arg_PROCESSORS)
        set(arg_PROCESSORS 2)
    endif()
    add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" FIXTURES_REQUIRED "${arg_NEEDS}"
        PROCESSORS ${arg_PROCESSORS} TIMEOUT 1200 SKIP_REGULAR_EXPRESSION "^skipped: " ${arg_PROPERTIES})
endfunction()

# build_step(FIXTURE PRESET LABEL PROCESSORS target...): without targets, all of the preset.
function(build_step fixture preset label processors)
    math(EXPR jobs "${processors} / 2")
    step("build ${fixture}" LABELS ${label} PROCESSORS ${processors}
        PROPERTIES FIXTURES_SETUP ${fixture} RESOURCE_LOCK ${preset} COST ${processors}000 TIMEOUT 7200
        COMMAND ${python} tools/lib/build.py ${preset} ${jobs} ${ARGN})
endfunction()

# cases_step(NAME PRESET PROGRAM SHARDS PATTERN word of step()...): the cases of a GoogleTest program that match.
function(cases_step name preset program shards pattern)
    foreach(shard RANGE 1 ${shards})
        set(full_name "${name}: ${program} ${shard}")
        step("${full_name}" ${ARGN} COMMAND ${python} tools/lib/googletest.py build/${preset}/host_tests/${program}
            ${shard} ${shards} ${reports}/${full_name} ${pattern})
    endforeach()
endfunction()

# python_step(NAME FOLDER FILE word of step()...): its tests; WANTED in the calling scope chooses some by a part of their name.
function(python_step name folder file)
    set(wanted "")
    if(WANTED)
        set(wanted -k ${WANTED})
    endif()
    step(${name} ${ARGN} COMMAND ${python} -m unittest discover -v -s ${folder} -p ${file} ${wanted})
    set_property(TEST ${name} PROPERTY FAIL_REGULAR_EXPRESSION "Ran 0 tests in [^\n]*\n\nOK\n")
endfunction()

# Where steps of many cases leave reports of them, for the closing line.
set(reports ${PROJECT_BINARY_DIR}/reports)
file(MAKE_DIRECTORY ${reports})

# ---------------------------------------------------------------- this computer
build_step(host host builds ${all_cores})
build_step(players host builds ${all_cores} ${players})
build_step(cases host-asan builds ${all_cores} host_tests)
build_step(more-cases host-asan builds ${all_cores} beside_tests c.usual_rules_test)
build_step(host-tsan host-tsan builds ${all_cores} host_tests)
build_step(windows windows builds 2)
file(GLOB fuzz_targets RELATIVE ${CMAKE_CURRENT_LIST_DIR}/fuzz ${CMAKE_CURRENT_LIST_DIR}/fuzz/*_fuzz.cpp)
list(TRANSFORM fuzz_targets REPLACE "[.]cpp$" "")
build_step(fuzz fuzz builds ${all_cores} ${fuzz_targets})
build_step(shared host builds 2 stackmate_shared)
build_step(wasm wasm builds 2)

# Under sanitizers the long computations are a sample (host_tests/support/sample.hpp); thorough_tests makes the same ones whole.
set(sample PROPERTIES ENVIRONMENT STACKMATE_SAMPLE=1)
cases_step("host tests" host-asan host_tests 12 * LABELS host quick NEEDS cases ${sample})
cases_step("host tests" host-asan beside_tests 4 * LABELS host NEEDS more-cases ${sample})
cases_step("host tests" host-asan c.usual_rules_test 1 * LABELS host NEEDS more-cases ${sample})
cases_step("host tests" host thorough_tests 4 * LABELS host NEEDS host)
cases_step(tsan host-tsan host_tests 2 ParallelThreads* LABELS tsan NEEDS host-tsan ${sample})

# Fuzzing is limited by the clock, so each target has a core; it yields to whatever else the machine does.
foreach(target ${fuzz_targets})
    string(REPLACE "_fuzz" "" name ${target})
    step("fuzz: ${name}" LABELS fuzz NEEDS fuzz
        COMMAND nice ${python} tools/lib/fuzz.py ${name} --sample)
endforeach()

# A file's tests alone, for `tools/test PATH`, which builds its program first. Presets leave these out by their label.
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS *_test.cpp)
foreach(file ${files})
    string(REGEX REPLACE "[.]cpp$" "" program ${file})
    string(REPLACE "/" "." program ${program})
    step(host_tests/${file} LABELS file ${sample}
        COMMAND ${python} tools/lib/googletest.py build/host-asan/host_tests/${program} 1 1 ${reports}/${program})
endforeach()

step(examples LABELS host NEEDS host
    COMMAND ${CMAKE_CTEST_COMMAND} --test-dir build/host -L example -j 2 --output-on-failure --no-tests=error
        --output-junit ${reports}/examples.xml)
set(WANTED .OverALine.)
python_step(bridge host_tests/device bridge_test.py LABELS host NEEDS players PROCESSORS ${talking})
set(WANTED .OverUsb.)
python_step("rp2040: bridge" host_tests/device bridge_test.py LABELS host NEEDS players rp2040)
set(WANTED .OnWindows.)
python_step("Windows program" host_tests/device bridge_test.py LABELS host NEEDS players windows
    PROCESSORS ${talking} PROPERTIES COST 30)
set(WANTED "")
python_step(packages host_tests/packages build_test.py LABELS host PROPERTIES COST 170)
python_step(riscv host_tests/riscv core_test.py LABELS host PROPERTIES COST 60)
python_step(python host_tests/python stackmate_test.py LABELS host NEEDS shared)
python_step(hardware host_tests/hardware check_test.py LABELS host)
python_step("hardware: decks" host_tests/hardware decks_test.py LABELS host)
python_step("hardware: case" host_tests/hardware case_test.py LABELS host)
python_step("hardware: KiCad" host_tests/hardware kicad_test.py LABELS host PROPERTIES COST 120)
python_step(page host_tests/web page_test.py LABELS host NEEDS rp2040 shared wasm PROPERTIES COST 600 TIMEOUT 3600)
# One after the other: some build, and some write, the same.
file(GLOB files RELATIVE ${CMAKE_CURRENT_LIST_DIR}/tools ${CMAKE_CURRENT_LIST_DIR}/tools/*_test.py)
foreach(file ${files})
    string(REPLACE "_test.py" "" name ${file})
    python_step("tools: ${name}" host_tests/tools ${file} LABELS tools NEEDS host PROPERTIES RESOURCE_LOCK tools)
endforeach()

# ---------------------------------------------------------------- boards
execute_process(WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tools/lib COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE rows
    COMMAND ${python} -c "import boards, emulator
for b in boards.BOARDS.values(): print(b.name, b.machine or '-', ','.join(b.images), ','.join(b.tests), emulator.why_not(b) if b.machine else '', sep='|')")
string(STRIP "${rows}" rows)
string(REPLACE "\n" ";" rows "${rows}")
set(devices "")
foreach(row ${rows})
    string(REGEX REPLACE "[|]" ";" row "${row}")
    list(GET row 0 board)
    list(GET row 1 machine)
    list(GET row 2 images)
    list(GET row 3 kinds)
    list(GET row 4 why_not)
    string(REPLACE "," ";" images "${images}")
    string(REPLACE "," ";" kinds "${kinds}")
    set(label device)
    set(needs players ${board})
    if(board STREQUAL "host")
        set(label host)
        set(needs players)
    else()
        list(APPEND devices ${board})
        set(targets all)
        if("net_kernels" IN_LIST kinds)
            list(APPEND targets net_kernels)
        endif()
        if("perft" IN_LIST kinds)
            list(APPEND targets perft_cost)
        endif()
        build_step(${board} ${board} device-builds 2 ${targets})
    endif()
    set(quick "")
    if(board STREQUAL "host" OR board STREQUAL default_board)
        set(quick quick)
    endif()
    set(processors ${talking})
    if(machine STREQUAL "rp2040js")
        set(processors 2)
    endif()
    if(NOT machine STREQUAL "-")    # the HAL's promises, held against the board's test images
        foreach(image ${images})
            set(command ${python} host_tests/hal/device_conformance.py ${machine} build/${board}/${image}.elf)
            if(why_not)
                set(command ${CMAKE_COMMAND} -E echo "skipped: ${why_not}")
            endif()
            step("${board}: HAL, ${image}" LABELS ${label} ${quick} NEEDS ${board} PROCESSORS ${processors} COMMAND ${command})
        endforeach()
    endif()
    foreach(kind ${kinds})
        set(quick_kind ${quick})
        if(kind IN_LIST thorough_kinds)
            set(quick_kind "")
        endif()
        set(cost "")
        if(kind IN_LIST long_kinds)
            set(cost COST 40)
        endif()
        python_step("${board}: ${kind}" host_tests/device ${kind}_test.py LABELS ${label} ${quick_kind} NEEDS ${needs}
            PROCESSORS ${processors} PROPERTIES ENVIRONMENT STACKMATE_BOARDS=${board} ${cost})
    endforeach()
    if(NOT board STREQUAL "host")
        foreach(check ${checks})
            step("check ${check}: ${board}" LABELS rules ${quick} NEEDS ${board}
                COMMAND ${python} tools/checks/${check}.py ${board})
        endforeach()
    endif()
endforeach()

# ---------------------------------------------------------------- house rules
step("check style" LABELS rules quick COMMAND ${python} tools/checks/style.py)
step("check include_table" LABELS rules quick COMMAND ${python} tools/checks/include_table.py)
step("check headers_alone" LABELS rules NEEDS cases ${devices} PROPERTIES COST 60
    COMMAND ${python} tools/checks/headers_alone.py --jobs 1)
step("check sizes" LABELS rules NEEDS ${devices} COMMAND ${python} tools/lib/sizes.py --check --no-build)
step(reference LABELS rules COMMAND ${python} tools/lib/reference.py)
