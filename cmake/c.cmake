# stackmate::c, the C interface: a static archive of c/*.cpp for `#include <stackmate.h>`. It is built only if something
# links it.

add_library(stackmate_c STATIC c/stackmate.cpp c/stackmate_tiny.cpp c/stackmate_full.cpp)
add_library(stackmate::c ALIAS stackmate_c)

target_link_libraries(stackmate_c PUBLIC stackmate_core)
target_include_directories(stackmate_c PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/c>
    $<INSTALL_INTERFACE:include/stackmate/c>)
target_compile_options(stackmate_c PRIVATE ${STACKMATE_FREESTANDING_FLAGS} ${STACKMATE_WARNING_FLAGS})
set_target_properties(stackmate_c PROPERTIES CXX_EXTENSIONS OFF EXPORT_NAME c EXCLUDE_FROM_ALL ON)

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
