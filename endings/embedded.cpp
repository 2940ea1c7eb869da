#include "endings/embedded.hpp"

#if defined(__ELF__)
#define SECTION ".section .rodata.stackmate_endings, \"a\""
#define SYMBOL "stackmate_endings_file"
#elif defined(_WIN32)
#define SECTION ".section .rdata, \"dr\""
#define SYMBOL "stackmate_endings_file"
#else
#define SECTION ".const_data"
#define SYMBOL "_stackmate_endings_file"
#endif

// Only the assembler can take a file as it is.
asm(SECTION
    "\n"
    ".balign 4\n"
    ".globl " SYMBOL "\n" SYMBOL
    ":\n"
    ".incbin \"" STACKMATE_ENDINGS_FILE
    "\"\n"
    ".text\n");
