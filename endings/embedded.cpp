#include "endings/embedded.hpp"

// Only the assembler can take a file as it is.
asm(R"(
    .section .rodata.stackmate_endings, "a"
    .balign 4
    .global stackmate_endings_file
    .type stackmate_endings_file, %object
stackmate_endings_file:
    .incbin ")" STACKMATE_ENDINGS_FILE R"("
    .size stackmate_endings_file, . - stackmate_endings_file
    .text
)");
