# Installation: the program, and the core library with its C interface for find_package(stackmate) and pkg-config. What was not
# built is left out, so a build of the one target `stackmate` can be installed as well.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/stackmate)
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/stackmate)
if(TARGET stackmate AND NOT STACKMATE_DEVICE)
    install(TARGETS stackmate RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
endif()
set(parts core)
if(STACKMATE_C)
    list(APPEND parts c)
    install(FILES ${PROJECT_SOURCE_DIR}/c/stackmate.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    if(TARGET stackmate_shared)
        list(APPEND parts shared)
    endif()
endif()
# CMake refuses a package that names an archive which is not there, so each part is a file of its own.
set(config "\
get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(NOT \"CXX\" IN_LIST languages)
    set(stackmate_FOUND FALSE)
    set(stackmate_NOT_FOUND_MESSAGE \"it is a library in C++: write project(\${CMAKE_PROJECT_NAME} LANGUAGES C CXX)\")
    return()
endif()
")
foreach(part ${parts})
    install(TARGETS stackmate_${part} EXPORT stackmate_${part}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${headers})
    install(EXPORT stackmate_${part} NAMESPACE stackmate:: FILE stackmate-${part}.cmake DESTINATION ${package})
    string(APPEND config "\
if(EXISTS \${CMAKE_CURRENT_LIST_DIR}/../../$<TARGET_LINKER_FILE_NAME:stackmate_${part}>)
    include(\${CMAKE_CURRENT_LIST_DIR}/stackmate-${part}.cmake)
endif()
")
endforeach()
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/stackmate-config.cmake CONTENT "${config}")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stackmate-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stackmate-config.cmake ${PROJECT_BINARY_DIR}/stackmate-config-version.cmake
    DESTINATION ${package})

# Installed, a header needs neither the root as include path nor a definition.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${headers} FILES_MATCHING PATTERN "*.hpp")
install(CODE "
    set(installed \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${headers}\")
    file(GLOB_RECURSE names \"\${installed}/core/*.hpp\")
    foreach(name \${names})
        file(READ \"\${name}\" text)
        string(REPLACE \"#include \\\"core/\" \"#include \\\"stackmate/core/\" text \"\${text}\")
        if(name STREQUAL \"\${installed}/core/version.hpp\")
            string(REGEX REPLACE \"#error [^\\n]*\" \"#define STACKMATE_VERSION \\\"${PROJECT_VERSION}\\\"\" text \"\${text}\")
        endif()
        file(WRITE \"\${name}\" \"\${text}\")
    endforeach()")

# pkg-config: stackmate for C++, stackmate-c for C. The prefix is where the file lies.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(definitions "")
if(DEFINED STACKMATE_CHESS960)
    set(definitions " -DSTACKMATE_CHESS960=$<BOOL:${STACKMATE_CHESS960}>")
endif()
function(pkg_config name description fields)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${name}.pc CONTENT "\
prefix=\${pcfiledir}/${up}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}

Name: ${name}
Description: ${description}
Version: ${PROJECT_VERSION}
Cflags: -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}${definitions}
${fields}
")
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
pkg_config(stackmate "${PROJECT_DESCRIPTION}" "Libs: -L\${libdir} -lstackmate_core")
if(STACKMATE_C)
    pkg_config(stackmate-c "${PROJECT_DESCRIPTION}, in C" "Requires: stackmate\nLibs: -L\${libdir} -lstackmate_c")
endif()
