# Programs for the chosen board.
#
#   stackmate_image(NAME SOURCE... [CONFIG Tiny|Full|Wide|Desktop])
#
# links the sources with the board's own code and the core. On a device it leaves NAME.elf, NAME.hex, NAME.bin
# and NAME.size in the build directory, on the host just NAME. The sources see
#   STACKMATE_BOARD_HEADER  the header that defines stackmate::boards::Board
#   STACKMATE_CONFIG        the engine configuration, Tiny, Full, Wide or Desktop (the board's own if CONFIG says nothing)

add_library(stackmate_board OBJECT ${STACKMATE_BOARD_SOURCES})
target_compile_options(stackmate_board PRIVATE ${STACKMATE_WARNING_FLAGS})
target_include_directories(stackmate_board PUBLIC ${PROJECT_SOURCE_DIR})
target_compile_definitions(stackmate_board PUBLIC
    STACKMATE_BOARD_HEADER="${STACKMATE_BOARD_HEADER}"
    STACKMATE_KIT_HEADER="${kit}" $<$<BOOL:${chip}>:STACKMATE_CHIP_HEADER="${chip}/chip.hpp">
    STACKMATE_BOARD_NAME="${STACKMATE_BOARD}"
    STACKMATE_ENDINGS=$<BOOL:${STACKMATE_BOARD_ENDINGS}> STACKMATE_EXERCISES=$<BOOL:${STACKMATE_BOARD_EXERCISES}>
    STACKMATE_DISTANCES=$<BOOL:${STACKMATE_BOARD_DISTANCES}>
    STACKMATE_OPENING_NAMES=$<BOOL:${STACKMATE_BOARD_OPENING_NAMES}>
    $<TARGET_PROPERTY:stackmate_core,INTERFACE_COMPILE_DEFINITIONS>)
if(STACKMATE_BOARD_ENDINGS)
    target_link_libraries(stackmate_board PUBLIC endings_table)
endif()
if(STACKMATE_BOARD_DISTANCES)
    target_link_libraries(stackmate_board PUBLIC distances_table)
endif()
if(STACKMATE_BOARD_EXERCISES)
    target_link_libraries(stackmate_board PUBLIC puzzles_table)
endif()
if(STACKMATE_BOARD_OPENING_NAMES)
    target_link_libraries(stackmate_board PUBLIC openings_table)
endif()
if(STACKMATE_DEVICE)
    target_compile_options(stackmate_board PUBLIC ${STACKMATE_FREESTANDING_FLAGS})
else()
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
    target_link_libraries(stackmate_board PUBLIC Threads::Threads ${STACKMATE_BOARD_LIBRARIES})
endif()

function(stackmate_image name)
    cmake_parse_arguments(image "" "CONFIG" "" ${ARGN})
    if(NOT image_CONFIG)
        set(image_CONFIG ${STACKMATE_BOARD_CONFIG})
    endif()
    list(TRANSFORM image_UNPARSED_ARGUMENTS PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
    add_executable(${name} ${image_UNPARSED_ARGUMENTS})
    target_link_libraries(${name} PRIVATE stackmate_board stackmate::core)
    target_compile_definitions(${name} PRIVATE STACKMATE_CONFIG=${image_CONFIG})
    target_compile_options(${name} PRIVATE ${STACKMATE_WARNING_FLAGS})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    if(STACKMATE_DEVICE)
        stackmate_device_image(${name})
    endif()
endfunction()

# Only mem* and the compiler's helper functions may come from outside. Newlib is linked without system calls, so a use
# of malloc or printf does not link.
function(stackmate_device_image name)
    set(stem ${PROJECT_BINARY_DIR}/${name})
    set_target_properties(${name} PROPERTIES
        SUFFIX .elf LINK_DEPENDS "${STACKMATE_BOARD_LINKER_SCRIPT};${STACKMATE_BOARD_LINKER_INCLUDES}")
    target_link_options(${name} PRIVATE
        ${STACKMATE_BOARD_CPU_FLAGS} -nostdlib
        -T ${STACKMATE_BOARD_LINKER_SCRIPT} -L ${PROJECT_SOURCE_DIR}/boards
        LINKER:--gc-sections,--fatal-warnings,--build-id=sha1,-Map=${stem}.map)
    target_link_libraries(${name} PRIVATE c gcc)
    set(finish "")
    set(own_format "")
    if(STACKMATE_BOARD_IMAGE_TOOL)
        set(own_format ${stem}${STACKMATE_BOARD_IMAGE_SUFFIX})
        set(finish COMMAND /usr/bin/python3 ${STACKMATE_BOARD_IMAGE_TOOL} ${stem}.elf ${own_format})
    endif()
    add_custom_command(TARGET ${name} POST_BUILD
        ${finish}
        COMMAND ${CMAKE_OBJCOPY} -O ihex ${stem}.elf ${stem}.hex
        COMMAND ${CMAKE_OBJCOPY} -O binary ${STACKMATE_BOARD_BINARY_OPTIONS} ${stem}.elf ${stem}.bin
        COMMAND ${CMAKE_COMMAND} -D ELF=${stem}.elf -D OUT=${stem}.size -D NM=${CMAKE_NM} -D NAME=${name}
            -D BOARD=${STACKMATE_BOARD} -P ${PROJECT_SOURCE_DIR}/cmake/size.cmake
        BYPRODUCTS ${stem}.hex ${stem}.bin ${stem}.map ${stem}.size ${own_format}
        VERBATIM)
endfunction()
