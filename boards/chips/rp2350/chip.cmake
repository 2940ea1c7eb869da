set(STACKMATE_BOARD_HEADER boards/chips/rp2/board.hpp)
set(STACKMATE_BOARD_CONFIG Wide256K)
set(STACKMATE_BOARD_DISTANCES ON)
set(STACKMATE_BOARD_OPENING_NAMES ON)
# Without the floating-point registers: nothing here uses them, and interrupts need not keep them.
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m33+nofp -mthumb -mfloat-abi=soft)
include(${PROJECT_SOURCE_DIR}/boards/chips/rp2/rp2.cmake)
