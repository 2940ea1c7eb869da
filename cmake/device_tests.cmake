# Tests of the chosen device in its emulator, run by ctest in the device's build directory. Besides the conformance
# image, each source NAME_image.cpp in STACKMATE_BOARD_TEST_IMAGES becomes an image and a test called NAME.

# Built when they are asked for: by tools/bench, and by the boards that run the kernels' test (tools/lib/boards.py).
stackmate_image(perft_cost tools/measure/perft_cost.cpp)
stackmate_image(net_kernels host_tests/device/net_kernels_image.cpp)
set_target_properties(perft_cost net_kernels PROPERTIES EXCLUDE_FROM_ALL ON)

# A game other than chess, on a board with little memory.
if(STACKMATE_BOARD STREQUAL "microbit")
    set(draughts_rules fen.cpp movegen.cpp perft.cpp position.cpp)
    list(TRANSFORM draughts_rules PREPEND games/draughts/)
    stackmate_image(draughts host_tests/device/draughts_image.cpp ${draughts_rules})
endif()

# Its counterpart is a test in host_tests/device, which moves the pieces and reads the lights.
if(STACKMATE_BOARD_PLAYS_CHESS)
    stackmate_image(chess_conformance boards/cortex_m/chess_conformance_image.cpp)
endif()

find_program(STACKMATE_QEMU qemu-system-arm)
if(STACKMATE_QEMU AND STACKMATE_BOARD_EMULATOR)
    enable_testing()
endif()

foreach(source boards/cortex_m/hal_conformance_image.cpp ${STACKMATE_BOARD_TEST_IMAGES})
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "_image$" "" name ${name})
    stackmate_image(${name} ${source})
    if(STACKMATE_QEMU AND STACKMATE_BOARD_EMULATOR)
        add_test(NAME ${name}
            COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/host_tests/hal/device_conformance.py
            --qemu ${STACKMATE_QEMU} ${STACKMATE_BOARD_EMULATOR} $<TARGET_FILE:${name}>)
        set_tests_properties(${name} PROPERTIES TIMEOUT 180)
    endif()
endforeach()
