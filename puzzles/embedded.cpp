#include "puzzles/embedded.hpp"

// Only the assembler can take a file as it is.
asm(R"(
    .section .rodata.stackmate_puzzles, "a"
    .balign 4
    .global stackmate_puzzles_file
    .type stackmate_puzzles_file, %object
stackmate_puzzles_file:
    .incbin ")" STACKMATE_PUZZLES_FILE R"("
    .size stackmate_puzzles_file, . - stackmate_puzzles_file
    .text
)");
