# The desktop: any POSIX system with threads.
set(STACKMATE_BOARD_CONFIG Full)
file(GLOB STACKMATE_BOARD_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/boards/host/*.cpp)
