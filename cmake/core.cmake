# stackmate::core, the freestanding library: a static archive of core/**/*.cpp with the repository root as
# include path.

include(${CMAKE_CURRENT_LIST_DIR}/flags.cmake)

file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.cpp)
add_library(stackmate_core STATIC ${core_sources})
add_library(stackmate::core ALIAS stackmate_core)

target_compile_features(stackmate_core PUBLIC cxx_std_20)
target_compile_definitions(stackmate_core PUBLIC STACKMATE_VERSION="${PROJECT_VERSION}")
if(DEFINED STACKMATE_CHESS960)  # see core/chess/rules.hpp
    target_compile_definitions(stackmate_core PUBLIC STACKMATE_CHESS960=$<BOOL:${STACKMATE_CHESS960}>)
endif()
target_include_directories(stackmate_core PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
# A shared library may link the archives.
get_property(has_shared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
set(position_independent "")
if(has_shared)
    set(position_independent POSITION_INDEPENDENT_CODE ON)
endif()
target_compile_options(stackmate_core PRIVATE ${STACKMATE_FREESTANDING_FLAGS} ${STACKMATE_WARNING_FLAGS})
set_target_properties(stackmate_core PROPERTIES CXX_EXTENSIONS OFF EXPORT_NAME core ${position_independent})

# The C++ library's part in exceptions is some 8.5 KB of a program for a Cortex-M0+. Our own images have these flags already.
option(STACKMATE_CALLER_FLAGS "On a bare chip, compile what links the core without exceptions, RTTI and thread-safe statics" ON)
if(STACKMATE_CALLER_FLAGS AND CMAKE_SYSTEM_NAME STREQUAL "Generic" AND NOT PROJECT_IS_TOP_LEVEL)
    target_compile_options(stackmate_core INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
        $<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics>)
endif()
