include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_CONFIG Full)
set(STACKMATE_BOARD_COACH ON)
set(STACKMATE_BOARD_GESTURES ON)
set(STACKMATE_BOARD_ENDINGS ON)
# The engine computes in integers only: without the floating-point unit an interrupt saves 8 words, not 26.
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m4 -mthumb -mfloat-abi=soft)
set(STACKMATE_BOARD_PLAYS_CHESS ON)
set(STACKMATE_BOARD_MAIN_OPT -Os)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/stm32l475/board.cpp)
