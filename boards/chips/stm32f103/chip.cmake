include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_HEADER boards/chips/stm32/pill_board.hpp)
set(STACKMATE_BOARD_CONFIG Tiny4K)
set(STACKMATE_BOARD_PLAYS_CHESS ON)
set(STACKMATE_BOARD_OPT -Os)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m3 -mthumb)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/stm32f103/board.cpp)
