# Prints an image's flash and RAM use and writes it as key=value lines to OUT. The linker script defines the figures as
# absolute symbols, so that they include the stack and padding. Input: ELF, OUT, NM, NAME, BOARD.

execute_process(COMMAND ${NM} ${ELF} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
set(report "board=${BOARD}\nimage=${NAME}\n")
foreach(key flash_used flash_size ram_used ram_size ram_static stack_size)
    if(NOT symbols MATCHES "([0-9a-fA-F]+) [A-Za-z] __${key}\n")
        message(FATAL_ERROR "${ELF} lacks the symbol __${key}: see boards/cortex_m/sections.ld")
    endif()
    math(EXPR ${key} "0x${CMAKE_MATCH_1}")
    string(APPEND report "${key}=${${key}}\n")
endforeach()
file(WRITE ${OUT} ${report})
message("${NAME} on ${BOARD}: flash ${flash_used} of ${flash_size} bytes; "
    "RAM ${ram_used} of ${ram_size} bytes (${ram_static} static, ${stack_size} stack)")
