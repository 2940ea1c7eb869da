# stackmate::c, the C interface: a static archive of c/*.cpp for `#include <stackmate.h>`. Made only for who links it, and on
# the desktop, where it is installed.

add_library(stackmate_c STATIC c/stackmate.cpp c/tiny.cpp c/full.cpp)
add_library(stackmate::c ALIAS stackmate_c)

target_link_libraries(stackmate_c PUBLIC stackmate_core)
target_include_directories(stackmate_c PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/c>
    $<INSTALL_INTERFACE:include/stackmate/c>)
target_compile_options(stackmate_c PRIVATE ${STACKMATE_FREESTANDING_FLAGS} ${STACKMATE_WARNING_FLAGS})
set_target_properties(stackmate_c PROPERTIES CXX_EXTENSIONS OFF EXPORT_NAME c)
if(NOT PROJECT_IS_TOP_LEVEL OR STACKMATE_DEVICE OR STACKMATE_FUZZ)
    set_target_properties(stackmate_c PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
