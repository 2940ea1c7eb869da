# Sources and linker parts common to the Cortex-M boards.
file(GLOB STACKMATE_CORTEX_M_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/boards/cortex_m/*.cpp)
list(FILTER STACKMATE_CORTEX_M_SOURCES EXCLUDE REGEX "_image\\.cpp$")
set(STACKMATE_BOARD_LINKER_INCLUDES ${PROJECT_SOURCE_DIR}/boards/cortex_m/sections.ld)
