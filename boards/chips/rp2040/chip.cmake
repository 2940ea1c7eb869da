include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_CONFIG Full)
set(STACKMATE_BOARD_COACH ON)
set(STACKMATE_BOARD_SOUND ON)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m0plus -mthumb)
# Sections of its own: the program runs from RAM.
set(STACKMATE_BOARD_LINKER_INCLUDES ${PROJECT_SOURCE_DIR}/boards/chips/rp2040/sections.ld)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2040/boot2.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2/clock.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2040/flash.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2040/start.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2/usb_requests.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2/usb_serial.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2040/xip.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/rp2040/board.cpp)
# Writes the checksum that the boot ROM demands into the image, and makes the .uf2 file.
set(STACKMATE_BOARD_IMAGE_TOOL ${PROJECT_SOURCE_DIR}/tools/lib/rp2040_image.py)
set(STACKMATE_BOARD_IMAGE_SUFFIX .uf2)
# The program lies in RAM. This code may be slower and smaller.
set_source_files_properties(${PROJECT_SOURCE_DIR}/boards/chips/rp2/usb_requests.cpp PROPERTIES COMPILE_OPTIONS -Os)
set(STACKMATE_BOARD_MAIN_OPT -Os)
# Checkers beside chess: there is flash for it.
set(draughts ${PROJECT_SOURCE_DIR}/games/draughts)
set(STACKMATE_BOARD_MAIN ${draughts}/chess_board/main.cpp ${draughts}/chess_board/search.cpp
    ${draughts}/fen.cpp ${draughts}/move_text.cpp ${draughts}/movegen.cpp ${draughts}/position.cpp)
# Its other end is the simulator's (host_tests/hal/chess_parts.mjs).
if(STACKMATE_BOARD_EMULATOR)
    set(STACKMATE_BOARD_TEST_IMAGES boards/chips/rp2040/chess_parts_image.cpp)
endif()
