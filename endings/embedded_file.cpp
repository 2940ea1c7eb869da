// A file as a part of the program: STACKMATE_FILE becomes the bytes of STACKMATE_SYMBOL. Only the assembler can take it as it
// is.
#if defined(__ELF__)
#define SECTION ".section .rodata." STACKMATE_SYMBOL ", \"a\""
#define SYMBOL STACKMATE_SYMBOL
#elif defined(_WIN32)
#define SECTION ".section .rdata, \"dr\""
#define SYMBOL STACKMATE_SYMBOL
#else
#define SECTION ".const_data"
#define SYMBOL "_" STACKMATE_SYMBOL
#endif

asm(SECTION
    "\n"
    ".balign 4\n"
    ".globl " SYMBOL "\n" SYMBOL
    ":\n"
    ".incbin \"" STACKMATE_FILE
    "\"\n"
    ".text\n");
