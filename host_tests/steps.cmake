# What tools/test runs, each step a test of CTest: `cmake --preset test && ctest --preset quick` (or `all`).
#
# Builds are fixtures, so CTest makes those that the chosen tests need, before them. The table says what a step is, and the code
# below it how the step runs.
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
set(python /usr/bin/python3 -B)
set(default_board stm32f405)
set(checks symbols processor static_constructors call_graph placement budgets)
# Programs that the tests on boards talk with.
set(players stackmate stackmate_tiny stackmate_wide stackmate_draughts)

# A step is described by the first row that matches its name; * is any text.
#   part   its label, a row of the closing table; with `quick`, --quick runs it, too (of the boards' only the default board's)
#   cost   core seconds. CTest begins with what costs most, and with builds before all others
#   half   half cores: who talks with an emulator waits for it nearly half of the time, but the RP2040's simulator is always busy.
#          What takes `all` begins before the others, as it would wait for a moment in which nothing runs
#   lock   of the steps with the same lock one runs at a time; a build locks its preset
#   needs  fixtures; {1} is the text of the first *, `devices` are all boards
# name                       | part          | cost | half | lock  | needs
set(table [[
build more-cases             | builds        | 1000 | all  |       |
build cases                  | builds        |  800 | all  |       |
build host                   | builds        |  400 | all  |       |
build players                | builds        |   60 | 2    |       |
build host-tsan              | builds        |   60 | 2    |       |
build fuzz                   | builds        |  230 | 2    |       |
build windows                | builds        |   60 | 2    |       |
build shared                 | builds        |   50 | 2    |       |
build wasm                   | builds        |   60 | 2    |       |
build lab                    | workshop      |  450 | 2    |       |
build rp2*                   | device-builds |  150 | 2    |       |
build *                      | device-builds |   80 | 2    |       |
host tests: host_tests *     | host quick    |   25 | 2    |       | cases
host tests: thorough_tests * | host          |   30 | 2    |       | host
host tests: *                | host          |   15 | 2    |       | more-cases
tsan: *                      | tsan          |   20 | 2    |       | host-tsan
fuzz: *                      | fuzz          |   15 | 2    |       | fuzz
host_tests/*                 | file          |   10 | 2    |       |
examples                     | host          |   90 | 2    |       | host
bridge                       | host          |   10 | 1    |       | players
rp2040: bridge               | host          |   20 | 2    |       | players rp2040
Windows program              | host          |   30 | 1    |       | players windows
packages                     | host          |  170 | 2    |       |
riscv                        | host          |   60 | 2    |       |
python                       | host          |   10 | 2    |       | shared
hardware: KiCad              | host          |  120 | 2    |       |
hardware*                    | host          |   10 | 2    |       |
page                         | host          |  600 | 2    |       | rp2040 shared wasm
tools: pins                  | tools         |  130 | 2    |       | host
tools: install               | tools         |   50 | 2    |       | host
tools: makefile              | tools         |   30 | 2    |       | host
tools: help                  | tools         |   20 | 2    |       | host
tools: play                  | tools         |   20 | 2    |       | host
tools: package               | tools         |   10 | 2    |       | host
tools: simulator             | tools         |   10 | 2    |       | host
tools: checks                | tools         |   10 | 2    |       | host
tools: run_tests             | tools         |    5 | 2    | steps | host
tools: tests_of              | tools         |    5 | 2    | steps | host
tools: *                     | tools         |    3 | 2    |       | host
check headers_alone          | rules         |   60 | 2    |       | cases devices
check sizes                  | rules         |    5 | 2    |       | devices
check *: *                   | rules quick   |    2 | 2    |       | {2}
check *                      | rules quick   |   20 | 2    |       |
reference                    | rules         |    5 | 2    |       |
lab: lab_tests *             | workshop      |   15 | 2    |       | lab
lab: experiments             | workshop      |   60 | 2    |       | lab
lab: match                   | workshop      |   60 | 2    |       | lab
lab: mutate                  | workshop      |   15 | 2    |       | lab
lab: *                       | workshop      |    3 | 2    |       | lab
training: *                  | workshop      |   10 | 2    |       | lab players
rp2040: HAL, *               | device        |   10 | 2    |       | rp2040
*: HAL, *                    | device quick  |   10 | 1    |       | {1}
host: game                   | host          |   10 | 1    |       | players
host: *                      | host quick    |   10 | 1    |       | players
rp2040: rp2040_timing        | device        |   75 | 2    |       | players rp2040
rp2040: rp2040_usb           | device        |   55 | 2    |       | players rp2040
rp2040: rp2040_games         | device        |   50 | 2    |       | players rp2040
rp2040: rp2040_exercises     | device        |   40 | 2    |       | players rp2040
rp2040: rp2040_ways          | device        |   50 | 2    |       | players rp2040
rp2040: *                    | device        |   25 | 2    |       | players rp2040
*: board_game                | device        |   35 | 1    |       | players {1}
*: chess_board               | device        |   15 | 1    |       | players {1}
*: deadline                  | device        |   20 | 1    |       | players {1}
*: game                      | device        |    5 | 1    |       | players {1}
*: *                         | device quick  |    5 | 1    |       | players {1}
]])
string(REPLACE "*" "(.*)" table "${table}")
string(REGEX REPLACE " *[|] *" "|" table "${table}")
string(REGEX MATCHALL "[^\n]+" table "${table}")

# step(NAME [PROPERTIES property value...] COMMAND command...)
function(step name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PROPERTIES;COMMAND")
    foreach(row ${table})
        string(REPLACE "|" ";" found "${row}")
        list(POP_FRONT found pattern)
        if(name MATCHES "^${pattern}$")
            break()
        endif()
    endforeach()
    if(NOT name MATCHES "^${pattern}$")
        message(FATAL_ERROR "no row of the table is for the step ${name}")
    endif()
    string(REPLACE "{1}" "${CMAKE_MATCH_1}" found "${found}")
    string(REPLACE "{2}" "${CMAKE_MATCH_2}" found "${found}")
    list(POP_FRONT found part cost half lock needs)
    string(REPLACE " " ";" part "${part}")
    list(REMOVE_ITEM part "${leave_out}")
    string(REPLACE " " ";" needs "${needs}")
    string(REPLACE "devices" "${devices}" needs "${needs}")
    if(half STREQUAL "all")
        math(EXPR half "2 * ${cores}")
        math(EXPR cost "10000 + ${cost}")
    endif()
    math(EXPR jobs "(${half} + 1) / 2")
    list(TRANSFORM arg_COMMAND REPLACE "^{jobs}$" ${jobs})
    add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${part}" COST ${cost} PROCESSORS ${half} RESOURCE_LOCK "${lock}"
        FIXTURES_REQUIRED "${needs}" TIMEOUT 1200 SKIP_REGULAR_EXPRESSION "^skipped: " ${arg_PROPERTIES})
endfunction()

# build_step(FIXTURE PRESET target...): without targets, all of the preset.
function(build_step fixture preset)
    step("build ${fixture}" PROPERTIES FIXTURES_SETUP ${fixture} RESOURCE_LOCK ${preset} TIMEOUT 7200
        COMMAND ${python} tools/lib/build.py ${preset} {jobs} ${ARGN})
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
build_step(host host)
build_step(players host ${players})
build_step(cases host-asan host_tests)
# All of its preset, and first, so that cores wait only once for the last of a build. --quick builds `cases` alone.
build_step(more-cases host-asan host_tests beside_tests c.usual_rules_test)
build_step(host-tsan host-tsan host_tests)
build_step(windows windows)
file(GLOB fuzz_targets RELATIVE ${CMAKE_CURRENT_LIST_DIR}/fuzz ${CMAKE_CURRENT_LIST_DIR}/fuzz/*_fuzz.cpp)
list(TRANSFORM fuzz_targets REPLACE "[.]cpp$" "")
build_step(fuzz fuzz ${fuzz_targets})
build_step(shared host stackmate_shared)
build_step(wasm wasm)

# Under sanitizers the long computations are a sample (host_tests/support/sample.hpp); thorough_tests makes the same ones whole.
set(sample PROPERTIES ENVIRONMENT STACKMATE_SAMPLE=1)
cases_step("host tests" host-asan host_tests 12 * ${sample})
cases_step("host tests" host-asan beside_tests 4 * ${sample})
cases_step("host tests" host-asan c.usual_rules_test 1 * ${sample})
cases_step("host tests" host thorough_tests 4 *)
cases_step(tsan host-tsan host_tests 2 ParallelThreads* ${sample})

# Fuzzing is limited by the clock, so each target has a core; it yields to whatever else the machine does.
foreach(target ${fuzz_targets})
    string(REPLACE "_fuzz" "" name ${target})
    step("fuzz: ${name}" COMMAND nice ${python} tools/lib/fuzz.py ${name} --sample)
endforeach()

# A file's tests alone, for `tools/test PATH`, which builds its program first. Presets leave these out by their label.
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS *_test.cpp)
foreach(file ${files})
    string(REGEX REPLACE "[.]cpp$" "" program ${file})
    string(REPLACE "/" "." program ${program})
    step(host_tests/${file} ${sample}
        COMMAND ${python} tools/lib/googletest.py build/host-asan/host_tests/${program} 1 1 ${reports}/${program})
endforeach()

step(examples COMMAND ${CMAKE_CTEST_COMMAND} --test-dir build/host -L example -j 2 --output-on-failure --no-tests=error
        --output-junit ${reports}/examples.xml)
set(WANTED .OverALine.)
python_step(bridge host_tests/device bridge_test.py)
set(WANTED .OverUsb.)
python_step("rp2040: bridge" host_tests/device bridge_test.py)
set(WANTED .OnWindows.)
python_step("Windows program" host_tests/device bridge_test.py)
set(WANTED "")
python_step(packages host_tests/packages build_test.py)
python_step(riscv host_tests/riscv core_test.py)
python_step(python host_tests/python stackmate_test.py)
python_step(hardware host_tests/hardware check_test.py)
python_step("hardware: decks" host_tests/hardware decks_test.py)
python_step("hardware: case" host_tests/hardware case_test.py)
python_step("hardware: KiCad" host_tests/hardware kicad_test.py)
python_step(page host_tests/web page_test.py PROPERTIES TIMEOUT 3600)
file(GLOB files RELATIVE ${CMAKE_CURRENT_LIST_DIR}/tools ${CMAKE_CURRENT_LIST_DIR}/tools/*_test.py)
foreach(file ${files})
    string(REPLACE "_test.py" "" name ${file})
    python_step("tools: ${name}" host_tests/tools ${file})
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
    set(leave_out quick)
    if(board STREQUAL "host" OR board STREQUAL default_board)
        set(leave_out "")
    endif()
    if(NOT board STREQUAL "host")
        list(APPEND devices ${board})
        set(targets all)
        if("net_kernels" IN_LIST kinds)
            list(APPEND targets net_kernels)
        endif()
        if("perft" IN_LIST kinds)
            list(APPEND targets perft_cost)
        endif()
        build_step(${board} ${board} ${targets})
    endif()
    if(NOT machine STREQUAL "-")    # the HAL's promises, held against the board's test images
        foreach(image ${images})
            set(command ${python} host_tests/hal/device_conformance.py ${machine} build/${board}/${image}.elf)
            if(why_not)
                set(command ${CMAKE_COMMAND} -E echo "skipped: ${why_not}")
            endif()
            step("${board}: HAL, ${image}" COMMAND ${command})
        endforeach()
    endif()
    foreach(kind ${kinds})
        python_step("${board}: ${kind}" host_tests/device ${kind}_test.py PROPERTIES ENVIRONMENT STACKMATE_BOARDS=${board})
    endforeach()
    if(NOT board STREQUAL "host")
        foreach(check ${checks})
            step("check ${check}: ${board}" COMMAND ${python} tools/checks/${check}.py ${board})
        endforeach()
    endif()
endforeach()

# ---------------------------------------------------------------- house rules
set(leave_out "")
step("check style" COMMAND ${python} tools/checks/style.py)
step("check include_table" COMMAND ${python} tools/checks/include_table.py)
step("check headers_alone" COMMAND ${python} tools/checks/headers_alone.py --jobs 1)
step("check sizes" COMMAND ${python} tools/lib/sizes.py --check --no-build)
step(reference COMMAND ${python} tools/lib/reference.py)

# ---------------------------------------------------------------- the workshop: .ci/run and workshop/lab/test run it
build_step(lab lab)
cases_step(lab lab lab_tests 4 *)
foreach(room lab training)
    file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR}/workshop/${room}/tests ${PROJECT_SOURCE_DIR}/workshop/${room}/tests/*_test.py)
    foreach(file ${files})
        string(REPLACE "_test.py" "" name ${file})
        python_step("${room}: ${name}" workshop/${room}/tests ${file})
    endforeach()
endforeach()
