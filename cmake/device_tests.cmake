# Tests of the chosen device in its emulator, run by ctest in the device's build directory.

stackmate_image(hal_conformance boards/cortex_m/hal_conformance_image.cpp)
stackmate_image(perft_cost tools/measure/perft_cost.cpp)

find_program(STACKMATE_QEMU qemu-system-arm)
if(STACKMATE_QEMU AND STACKMATE_BOARD_EMULATOR)
    enable_testing()
    add_test(NAME hal_conformance
        COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/host_tests/hal/device_conformance.py
        --qemu ${STACKMATE_QEMU} ${STACKMATE_BOARD_EMULATOR} $<TARGET_FILE:hal_conformance>)
    set_tests_properties(hal_conformance PROPERTIES TIMEOUT 180)
endif()
