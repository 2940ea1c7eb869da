# Builds examples/minimal as a project of its own and runs it. Input: SOURCE (the repository), WORK (a
# directory to build in), FORM (subdirectory, or package: Stackmate is installed first), GENERATOR, COMPILER.

set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=Release)
function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
    endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
if(FORM STREQUAL "package")
    run(${configure} -D STACKMATE_BOARD=host -S ${SOURCE} -B ${WORK}/stackmate)
    run(${CMAKE_COMMAND} --build ${WORK}/stackmate --target stackmate_core)
    run(${CMAKE_COMMAND} --install ${WORK}/stackmate --prefix ${WORK}/installed)
    list(APPEND configure -D INSTALLED=ON -D CMAKE_PREFIX_PATH=${WORK}/installed)
elseif(NOT FORM STREQUAL "subdirectory")
    message(FATAL_ERROR "FORM is '${FORM}'")
endif()
run(${configure} -S ${SOURCE}/examples/minimal -B ${WORK}/minimal)
run(${CMAKE_COMMAND} --build ${WORK}/minimal)

execute_process(COMMAND ${WORK}/minimal/minimal OUTPUT_VARIABLE answer RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT answer STREQUAL "h5f7\n")  # the only mate in one
    message(FATAL_ERROR "the example ended with '${status}' and said '${answer}', not h5f7")
endif()
