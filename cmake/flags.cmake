# Compiler flags shared by every target, and the choice of board.

# What freestanding means here. Static objects are never destroyed, and no two threads race to construct a local static.
set(STACKMATE_FREESTANDING_FLAGS
    -fno-exceptions -fno-rtti -fno-threadsafe-statics -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND STACKMATE_FREESTANDING_FLAGS -fno-use-cxa-atexit)
endif()

# A project that embeds the core has its own warnings, and a compiler that we do not know.
if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

# In our own build, warnings are errors. The change of the calling convention in GCC 7 does not matter here. Clang,
# which builds the fuzz targets, has different warnings.
set(STACKMATE_WARNING_FLAGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi)
if(NOT STACKMATE_FUZZ)
    list(APPEND STACKMATE_WARNING_FLAGS -Werror)
endif()

set(STACKMATE_BOARD host CACHE STRING "Board to build for: host, or a kit of boards/kits; kit: that of STACKMATE_KIT")
set(STACKMATE_KIT "" CACHE FILEPATH "The header of a kit that lies anywhere: cmake --preset kit -DSTACKMATE_KIT=path/to/my_kit.hpp")
set(STACKMATE_OPT "" CACHE STRING "Optimisation flag of device images, in place of the chip's")

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

# The same bytes wherever the sources are: paths of sources begin at the repository's root.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)

# The desktop may be cross-compiled as well: for Windows. The page's module is neither it nor a device.
option(STACKMATE_WASM "Build the page's rules and engine (web/rules), and nothing else" OFF)
set(STACKMATE_DEVICE OFF)
if(CMAKE_CROSSCOMPILING AND NOT WIN32 AND NOT STACKMATE_WASM)
    set(STACKMATE_DEVICE ON)
endif()

# Every clone shares what one has compiled. Not for devices: a cache hit leaves no call-graph file beside the object.
find_program(STACKMATE_CCACHE ccache)
if(STACKMATE_CCACHE AND NOT STACKMATE_DEVICE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${STACKMATE_CCACHE})
endif()

# The chip sets STACKMATE_BOARD_CONFIG, STACKMATE_BOARD_SOURCES and STACKMATE_BOARD_CPU_FLAGS.
set(kit ${PROJECT_SOURCE_DIR}/boards/kits/${STACKMATE_BOARD}.hpp)
set(how "cmake --preset kit -DSTACKMATE_KIT=path/to/my_kit.hpp")
if(STACKMATE_KIT AND NOT STACKMATE_BOARD STREQUAL "kit")
    message(FATAL_ERROR "STACKMATE_KIT chooses the board, and so does the preset ${STACKMATE_BOARD}: ${how}")
elseif(STACKMATE_BOARD STREQUAL "kit")
    set(kit "${STACKMATE_KIT}")
    get_filename_component(STACKMATE_BOARD "${kit}" NAME_WE)
    if(NOT EXISTS "${kit}" OR IS_DIRECTORY "${kit}")
        message(FATAL_ERROR "STACKMATE_KIT is '${kit}', which is no file: ${how}")
    endif()
endif()
if(STACKMATE_BOARD STREQUAL "host")
    set(STACKMATE_BOARD_HEADER boards/host/board.hpp)
    include(${PROJECT_SOURCE_DIR}/boards/host/board.cmake)
elseif(EXISTS ${kit})
    # A kit says which chip it has, which machine of an emulator it is, and whether there is a sounder.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kit})
    include(${CMAKE_CURRENT_LIST_DIR}/kit.cmake)
    read_kit("${kit}")
    file(READ "${kit}" text)
    if(text MATCHES "[ ,]emulator = \"([a-z0-9-]+)\"")
        set(STACKMATE_BOARD_EMULATOR ${CMAKE_MATCH_1})
    endif()
    if(text MATCHES "[ ,]sounder = \"")
        set(STACKMATE_BOARD_SOUND ON)
    endif()
    set(STACKMATE_BOARD_HEADER ${chip}/board.hpp)
    set(STACKMATE_BOARD_LINKER_SCRIPT ${PROJECT_SOURCE_DIR}/${chip}/board.ld)
    include(${PROJECT_SOURCE_DIR}/${chip}/chip.cmake)
else()
    message(FATAL_ERROR "STACKMATE_BOARD is '${STACKMATE_BOARD}', but ${kit} is missing")
endif()
# Relative, so that the bytes are the same wherever the sources are.
string(REPLACE "${PROJECT_SOURCE_DIR}/" "" kit "${kit}")

# The flash of the smallest chips is reserved for standard chess.
if(NOT DEFINED STACKMATE_CHESS960 AND STACKMATE_BOARD_CONFIG MATCHES "^Tiny")
    set(STACKMATE_CHESS960 OFF)
endif()

if(STACKMATE_DEVICE)
    # A sound takes flash only where there is a driver, and a coach and gestures where there is room: firmware/game/settings.hpp. A
    # second core takes RAM.
    add_compile_definitions(
        STACKMATE_SOUND=$<BOOL:${STACKMATE_BOARD_SOUND}> STACKMATE_COACH=$<BOOL:${STACKMATE_BOARD_COACH}>
        STACKMATE_GESTURES=$<BOOL:${STACKMATE_BOARD_GESTURES}> STACKMATE_SECOND_CORE=$<BOOL:${STACKMATE_BOARD_SECOND_CORE}>)
    if(NOT STACKMATE_BOARD_CPU_FLAGS)
        message(FATAL_ERROR "${STACKMATE_BOARD} is not a device: build it without a toolchain file")
    endif()
    # The linker scripts choose what runs from RAM by the names of object files, and one object for all has none of them.
    if(CMAKE_INTERPROCEDURAL_OPTIMIZATION OR "${CMAKE_CXX_FLAGS} $ENV{CXXFLAGS}" MATCHES "-flto")
        message(FATAL_ERROR "A device is built without link-time optimisation (CMAKE_INTERPROCEDURAL_OPTIMIZATION, -flto): "
            "the linker script places code by the names of object files")
    endif()
    # For every device object the compiler writes its stack use and call graph (.su and .ci), for the stack and
    # recursion checks.
    add_compile_options(${STACKMATE_BOARD_CPU_FLAGS} -fstack-usage -fcallgraph-info=su)
    # Scheduling before register allocation keeps more values alive than these processors have registers; the pass after
    # it stays.
    if(STACKMATE_OPT)
        set(STACKMATE_BOARD_OPT ${STACKMATE_OPT})
    elseif(NOT STACKMATE_BOARD_OPT)
        set(STACKMATE_BOARD_OPT -O2)
    endif()
    set(CMAKE_CXX_FLAGS_RELEASE "${STACKMATE_BOARD_OPT} -fno-schedule-insns -g")
elseif(STACKMATE_BOARD_CPU_FLAGS)
    message(FATAL_ERROR
        "${STACKMATE_BOARD} is a device: configure it with cmake --preset ${STACKMATE_BOARD}")
endif()
