include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_CONFIG Tiny8K)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m0 -mthumb)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/nrf51/clock.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/nrf51/board.cpp)
