# stackmate::c, the C interface: a static archive of c/*.cpp for `#include <stackmate.h>`. It is built only if something
# links it.

add_library(stackmate_c STATIC c/stackmate.cpp c/stackmate_tiny.cpp c/stackmate_full.cpp)
add_library(stackmate::c ALIAS stackmate_c)

target_link_libraries(stackmate_c PUBLIC stackmate_core)
target_include_directories(stackmate_c PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/c>)
target_compile_options(stackmate_c PRIVATE ${STACKMATE_FREESTANDING_FLAGS} ${STACKMATE_WARNING_FLAGS})
set_target_properties(stackmate_c PROPERTIES CXX_EXTENSIONS OFF EXPORT_NAME c EXCLUDE_FROM_ALL ON
    ${position_independent})

if(PROJECT_IS_TOP_LEVEL)
    # None of our images needs it.
    set(wanted ON)
    if(STACKMATE_DEVICE OR WIN32 OR STACKMATE_FUZZ)
        set(wanted OFF)
    endif()
    option(STACKMATE_C "Build the C interface, and install it beside the core" ${wanted})
    if(STACKMATE_C)
        set_target_properties(stackmate_c PROPERTIES EXCLUDE_FROM_ALL OFF)
    endif()
endif()

# stackmate_shared, the same as a shared library, for languages that load one (python). Only the interface's functions are
# visible. It is built only by its name.
if(PROJECT_IS_TOP_LEVEL AND has_shared)
    add_library(stackmate_shared SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:stackmate_c> $<TARGET_OBJECTS:stackmate_core>)
    # While MAJOR is 0, another MINOR is another interface (docs/RELEASES.md).
    set_target_properties(stackmate_shared PROPERTIES OUTPUT_NAME stackmate EXPORT_NAME shared LINKER_LANGUAGE CXX
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    if(APPLE)
        target_link_options(stackmate_shared PRIVATE "LINKER:-exported_symbol,_stackmate_*")
    elseif(UNIX)
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/stackmate.map CONTENT "{ global: stackmate_*; local: *; };\n")
        target_link_options(stackmate_shared PRIVATE -static-libgcc
            "LINKER:--as-needed,--gc-sections,--version-script=${PROJECT_BINARY_DIR}/stackmate.map")
    endif()
endif()
