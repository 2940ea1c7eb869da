# Installation of the core library and its C interface for find_package(stackmate).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS stackmate_core stackmate_c EXPORT stackmate ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stackmate
    FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_SOURCE_DIR}/c/stackmate.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stackmate/c)
install(EXPORT stackmate NAMESPACE stackmate:: FILE stackmate-config.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stackmate)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stackmate-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stackmate-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/stackmate)
