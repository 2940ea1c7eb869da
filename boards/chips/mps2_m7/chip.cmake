include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_HEADER boards/chips/mps2/board.hpp)
set(STACKMATE_BOARD_CONFIG Wide)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m7 -mthumb -mfloat-abi=soft)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/mps2/board.cpp)
