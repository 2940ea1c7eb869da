set(STACKMATE_BOARD_HEADER boards/chips/rp2/board.hpp)
set(STACKMATE_BOARD_CONFIG FullShared)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m0plus -mthumb)
include(${PROJECT_SOURCE_DIR}/boards/chips/rp2/rp2.cmake)
# Its other end is the simulator's (host_tests/hal/chess_parts.mjs).
if(STACKMATE_BOARD_EMULATOR)
    set(STACKMATE_BOARD_TEST_IMAGES boards/chips/rp2040/chess_parts_image.cpp)
endif()
