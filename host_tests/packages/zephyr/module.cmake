# Reads the module's CMakeLists.txt as Zephyr does and says what it asks for.
#
#   cmake -D MODULE=FOLDER [-D CONFIG_...=y] -P module.cmake
#
# prints a line `includes A;B`, `definitions A;B`, `library NAME`, `sources A;B` for each call.
function(say what)
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${what} ${ARGN}")
endfunction()
function(zephyr_include_directories)
    say(includes "${ARGN}")
endfunction()
function(zephyr_compile_definitions)
    say(definitions "${ARGN}")
endfunction()
function(zephyr_library_named name)
    say(library ${name})
endfunction()
function(zephyr_library_sources)
    say(sources "${ARGN}")
endfunction()
include(${MODULE}/zephyr/CMakeLists.txt)
