# What the images of Raspberry Pi's chips have in common; `chip` is the chip's folder.
include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_COACH ON)
set(STACKMATE_BOARD_GESTURES ON)
set(STACKMATE_BOARD_ENDINGS ON)
set(STACKMATE_BOARD_EXERCISES ON)
set(STACKMATE_BOARD_SOUND ON)
set(STACKMATE_BOARD_SECOND_CORE ON)
# Sections of its own: the program runs from RAM.
set(STACKMATE_BOARD_LINKER_INCLUDES ${PROJECT_SOURCE_DIR}/boards/chips/rp2/sections.ld)
file(GLOB rp2_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/boards/chips/rp2/*.cpp ${PROJECT_SOURCE_DIR}/${chip}/*.cpp)
list(FILTER rp2_sources EXCLUDE REGEX "_image\\.cpp$")
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES} ${rp2_sources})
# What the boot ROM wants in the image, and the .uf2 file.
set(STACKMATE_BOARD_IMAGE_TOOL ${PROJECT_SOURCE_DIR}/tools/lib/rp2_image.py)
set(STACKMATE_BOARD_IMAGE_SUFFIX .uf2)
# The program lies in RAM. This code may be slower and smaller.
set_source_files_properties(${PROJECT_SOURCE_DIR}/boards/chips/rp2/usb_requests.cpp PROPERTIES COMPILE_OPTIONS -Os)
set(STACKMATE_BOARD_MAIN_OPT -Os)
# Checkers beside chess: there is flash for it.
set(draughts ${PROJECT_SOURCE_DIR}/games/draughts)
set(STACKMATE_BOARD_MAIN ${draughts}/chess_board/main.cpp ${draughts}/chess_board/search.cpp
    ${draughts}/fen.cpp ${draughts}/move_text.cpp ${draughts}/movegen.cpp ${draughts}/position.cpp)
