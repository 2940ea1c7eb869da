# Builds examples as projects of their own. Input: SOURCE (the repository), WORK (a directory to build in), FORM, GENERATOR,
# COMPILER, and BUILD, the build directory that Stackmate is installed from where FORM is package.
#   subdirectory  the smallest, from Stackmate's sources
#   fetched       the same as a project of its own, by FetchContent
#   clang         the same by Clang, and the interface in C, with the warnings that Stackmate's own build has
#   package       all that are for this computer, from Stackmate installed
#   device        the one for a bare chip, from Stackmate's sources

set(configure ${CMAKE_COMMAND} -G ${GENERATOR})
set(host -D CMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=-O1 -Wall -Wextra -Werror"
    "-DCMAKE_C_FLAGS=-O1 -Wall -Wextra -Wpedantic -Werror")
function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
    endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
if(FORM STREQUAL "package")
    run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
    run(${configure} ${host} -D CMAKE_PREFIX_PATH=${WORK}/installed -D INSTALLED=ON -S ${SOURCE}/examples -B ${WORK}/build)
elseif(FORM STREQUAL "subdirectory")
    run(${configure} ${host} -D CMAKE_EXPORT_COMPILE_COMMANDS=ON -S ${SOURCE}/examples/minimal -B ${WORK}/build)
elseif(FORM STREQUAL "fetched")
    file(WRITE ${WORK}/CMakeLists.txt "\
cmake_minimum_required(VERSION 3.22)
project(app LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(stackmate SOURCE_DIR \${CHECKOUT})
FetchContent_MakeAvailable(stackmate)
add_executable(minimal main.cpp)
target_link_libraries(minimal PRIVATE stackmate::core)
")
    file(COPY ${SOURCE}/examples/minimal/main.cpp DESTINATION ${WORK})
    run(${configure} ${host} -D CHECKOUT=${SOURCE} -D CMAKE_EXPORT_COMPILE_COMMANDS=ON -S ${WORK} -B ${WORK}/build)
elseif(FORM STREQUAL "clang")
    find_program(CLANG clang++)
    if(NOT CLANG)
        message("skipped: clang++ is not installed (tools/setup --tests)")
        return()
    endif()
    run(${configure} -D CMAKE_CXX_COMPILER=${CLANG} "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
        -S ${SOURCE}/examples/minimal -B ${WORK}/build)
    run(${CMAKE_COMMAND} --build ${WORK}/build -j 1 --target stackmate_c)
elseif(FORM STREQUAL "device")
    run(${configure} -D CMAKE_TOOLCHAIN_FILE=${SOURCE}/cmake/arm-none-eabi.cmake -D CMAKE_EXPORT_COMPILE_COMMANDS=ON
        -S ${SOURCE}/examples/uart -B ${WORK}/build)
else()
    message(FATAL_ERROR "FORM is '${FORM}'")
endif()
run(${CMAKE_COMMAND} --build ${WORK}/build -j 1)  # several of these run side by side
