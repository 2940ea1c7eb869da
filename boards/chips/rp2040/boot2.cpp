// Second stage of the boot. The boot ROM knows only how to read the first 256 bytes of a flash chip; it loads
// them to RAM and, if the last word is their checksum, runs them there (RP2040 data sheet, 2.8.1, "Processor
// Controlled Boot Sequence"; 2.8.1.3.1, "Checksum"). They set up the flash interface for reading through the
// address space, and go on there.
//
// They use the simplest read command, which every flash chip has: 03h, one bit at a time, 24 address bits. It serves once, to
// copy the program to RAM; at 125 MHz / 4 that is 2 MB a second.

extern "C" {

// In assembler, because it must run at any address, and has a stack only if the boot ROM calls it. The interface is the SSI of
// chapter 4.10; its registers and their fields are in 4.10.13.
[[gnu::naked, gnu::section(".boot2"), gnu::used]] void stackmate_boot2() {
    asm volatile(R"(
        .syntax unified
        adr  r0, 3f
        ldr  r1, 2f               @ address after address, setting after setting
    1:  ldmia r0!, {r2, r3}
        str  r3, [r1, r2]
        cmp  r2, #0x08
        bne  1b
        cmp  r3, #1               @ SSIENR is written twice, and the second time all is done
        bne  1b
        ldr  r0, 4f
        ldmia r0!, {r1, r2}
        msr  msp, r1
        bx   r2
        .balign 4
    2:  .word 0x18000000          @ SSI
    3:  .word 0x08, 0             @ SSIENR: off, or it takes no settings
        .word 0x14, 4             @ BAUDR: clk_sys / 4
        .word 0x00, 0x001F0300    @ CTRLR0: DFS_32 = 31 (words of 32 bits), TMOD = 3 (send a command, then receive)
        .word 0x04, 0             @ CTRLR1: one word at a time
        .word 0xF4, 0x03000218    @ SPI_CTRLR0: command 03h, 8 bits of it (2), 24 address bits (6), all on one line
        .word 0x08, 1             @ SSIENR: on
    4:  .word 0x10000100          @ what follows these 256 bytes: a stack pointer and an address
    )");
}

}  // extern "C"
