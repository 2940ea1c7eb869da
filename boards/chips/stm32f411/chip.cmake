include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_HEADER boards/chips/stm32/pill_board.hpp)
set(STACKMATE_BOARD_CONFIG Wide84K)
set(STACKMATE_BOARD_COACH ON)
set(STACKMATE_BOARD_GESTURES ON)
set(STACKMATE_BOARD_PLAYS_CHESS ON)
set(STACKMATE_BOARD_MAIN_OPT -Os)
# The engine computes in integers only: without the floating-point unit an interrupt saves 8 words, not 26.
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m4 -mthumb -mfloat-abi=soft)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/stm32/board_f4.cpp)
# Between the vector table and the program lie the saved games' sectors: erased, not zero (board.ld).
set(STACKMATE_BOARD_BINARY_OPTIONS --gap-fill 0xFF)
