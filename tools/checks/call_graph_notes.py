"""What the compiler's call graph cannot say: who is behind a call through a pointer or inside assembler, and what a ROM takes.

Each entry is (pattern of the caller, patterns of those it calls, why that is all). A pattern is matched against
the demangled name's beginning. An indirect call that is not explained here fails the check.
"""

INDIRECT_CALLS = [
    ("void stackmate::boards::cortex_m::stackmate_run_second_core(", ["static void stackmate::boards::SecondCore<"],
     "the only entry that an image starts its second core with"),
    ("void stackmate::boards::cortex_m::SharedWork::serve_once(", ["static bool stackmate::firmware::HelpedEngine<Config, Core>::serve("],
     "the engine is the only one it works for"),
]

CALLS_IN_ASSEMBLER = [
    ("stackmate_nmi_handler", ["stackmate_flash_error"], "it asks that first; then it returns or jumps to the fault "
                                                         "handler with the stack as it found it"),
    ("stackmate_fault_handler", ["stackmate_record_fault"], "it ends in a jump there"),
]

# Bytes of stack that functions of the boot ROM take with all that they call, by the letters of its table (RP2040 data sheet,
# 2.8.3). Read from the machine code of the RP2040's ROM B1 (demo/bootrom.ts of rp2040js); the sources (pico-bootrom-rp2040, tags
# b0, b1, b2, bootrom/program_flash_generic.c) differ in these functions by one call of a function without a frame.
BOOT_ROM_STACK = {
    "IF": 8,    # connect_internal_flash
    "EX": 64,   # flash_exit_xip
    "RE": 88,   # flash_range_erase
    "RP": 88,   # flash_range_program
    "FC": 8,    # flash_flush_cache
    "UB": 16,   # reset_to_usb_boot, which does not return
    # The RP2350's ROM calls its own functions, those above too, on a stack of 125 words (pico-bootrom-rp2350, spec/BOOTPATH.md,
    # "Varmulet and stacks"). Every image for it asks for one of these two, so this counts for all.
    "GS": 500,  # get_sys_info
    "RB": 500,  # reboot, which does not return
}

# Assembler that calls what is not in the image: those of these functions that the image asks for. The look-up in the ROM's table,
# which goes first, takes none.
CALLS_OUT_OF_THE_IMAGE = {
    "stackmate_call_boot_rom": BOOT_ROM_STACK,
}

# Functions that make the flash unreadable for a while, in boards/chips/rp2 and below it: placement.py.
TAKE_THE_FLASH_AWAY = [
    "stackmate::boards::rp2::flash::erase_sector",
    "stackmate::boards::rp2::flash::program_unit",
    "stackmate::boards::rp2::read_unique_id",
]
