# Installation: the program, and the core library with its C interface for find_package(stackmate). What was not built is left
# out, so a build of the one target `stackmate` can be installed as well.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/stackmate)
if(TARGET stackmate AND NOT STACKMATE_DEVICE)
    install(TARGETS stackmate RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
endif()
install(TARGETS stackmate_core EXPORT stackmate ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(EXPORT stackmate NAMESPACE stackmate:: FILE stackmate-core.cmake DESTINATION ${package})
if(STACKMATE_C)
    install(TARGETS stackmate_c EXPORT stackmate_c ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
    install(EXPORT stackmate_c NAMESPACE stackmate:: FILE stackmate-c.cmake DESTINATION ${package})
    install(FILES ${PROJECT_SOURCE_DIR}/c/stackmate.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stackmate/c)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stackmate
    FILES_MATCHING PATTERN "*.hpp")
# CMake refuses a package that names an archive which is not there.
file(WRITE ${PROJECT_BINARY_DIR}/stackmate-config.cmake "\
include(\${CMAKE_CURRENT_LIST_DIR}/stackmate-core.cmake)
if(EXISTS \${CMAKE_CURRENT_LIST_DIR}/../../${CMAKE_STATIC_LIBRARY_PREFIX}stackmate_c${CMAKE_STATIC_LIBRARY_SUFFIX})
    include(\${CMAKE_CURRENT_LIST_DIR}/stackmate-c.cmake)
endif()
")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stackmate-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stackmate-config.cmake ${PROJECT_BINARY_DIR}/stackmate-config-version.cmake
    DESTINATION ${package})
