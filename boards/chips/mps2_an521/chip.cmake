include(${PROJECT_SOURCE_DIR}/boards/cortex_m/cortex_m.cmake)
set(STACKMATE_BOARD_HEADER boards/chips/mps2/board.hpp)
set(STACKMATE_BOARD_CONFIG Wide)
set(STACKMATE_BOARD_CPU_FLAGS -mcpu=cortex-m33+nodsp+nofp -mthumb -mfloat-abi=soft)
set(STACKMATE_BOARD_SOURCES ${STACKMATE_CORTEX_M_SOURCES}
    ${PROJECT_SOURCE_DIR}/boards/chips/mps2/board.cpp
    ${PROJECT_SOURCE_DIR}/boards/chips/mps2_an521/second_core.cpp)
set(STACKMATE_BOARD_TEST_IMAGES
    boards/chips/mps2_an521/second_core_image.cpp
    host_tests/device/two_cores_image.cpp
    host_tests/device/helped_engine_image.cpp)

# The two searches read the positions of the experiments.
set(two_cores_positions ${PROJECT_SOURCE_DIR}/host_tests/data/positions.txt)
set_source_files_properties(${PROJECT_SOURCE_DIR}/host_tests/device/two_cores_image.cpp PROPERTIES
    OBJECT_DEPENDS ${two_cores_positions}
    COMPILE_DEFINITIONS STACKMATE_POSITIONS="${two_cores_positions}")
