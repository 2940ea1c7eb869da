"""What the compiler's call graph cannot say: who is behind a call through a pointer or inside assembler.

Each entry is (pattern of the caller, patterns of those it calls, why that is all). A pattern is matched against
the demangled name's beginning. An indirect call that is not explained here fails the check.
"""

INDIRECT_CALLS = [
]

CALLS_IN_ASSEMBLER = [
    ("stackmate_nmi_handler", ["stackmate_flash_error"], "it asks that first; then it returns or jumps to the fault "
                                                         "handler with the stack as it found it"),
    ("stackmate_fault_handler", ["stackmate_record_fault"], "it ends in a jump there"),
]
