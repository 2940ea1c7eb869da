include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_CONFIG Full)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m33+nodsp+nofp -mthumb -mfloat-abi=soft)
set(STACKMATE_BOARD_LINKER_SCRIPT ${PROJECT_SOURCE_DIR}/boards/mps2_an521/board.ld)
set(STACKMATE_BOARD_EMULATOR mps2-an521)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/mps2_an521/board.cpp
    ${PROJECT_SOURCE_DIR}/boards/mps2_an521/second_core.cpp)
set(STACKMATE_BOARD_TEST_IMAGES boards/mps2_an521/second_core_image.cpp)
