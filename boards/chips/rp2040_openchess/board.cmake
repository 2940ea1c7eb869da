include(${PROJECT_SOURCE_DIR}/boards/chips/rp2040/chip.cmake)
set(STACKMATE_BOARD_CONFIG Full)
set(STACKMATE_BOARD_LINKER_SCRIPT ${PROJECT_SOURCE_DIR}/boards/chips/rp2040_openchess/board.ld)
list(APPEND STACKMATE_BOARD_SOURCES ${PROJECT_SOURCE_DIR}/boards/chips/rp2040_openchess/board.cpp)
