include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_CONFIG Tiny)
set(STACKMATE_BOARD_OPT -O3)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m3 -mthumb)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/stm32f100/board.cpp)
