# Reads a component's CMakeLists.txt as ESP-IDF does and says what it registers.
#
#   cmake -D COMPONENT=FOLDER -P component.cmake
#
# prints lines `sources A;B`, `includes A;B`, `requires A;B`. An argument that ESP-IDF does not know is an error.
function(idf_component_register)
    cmake_parse_arguments(its "" "" "SRCS;INCLUDE_DIRS;REQUIRES" ${ARGN})
    if(its_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "idf_component_register: ${its_UNPARSED_ARGUMENTS}")
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "sources ${its_SRCS}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "includes ${its_INCLUDE_DIRS}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "requires ${its_REQUIRES}")
endfunction()
include(${COMPONENT}/CMakeLists.txt)
