#!/bin/sh
# Plain programs for a Cortex-M33 that m33mu, an emulator of the RP2350 and a dozen other chips with that processor, runs wrongly.
#
# Guess: what the Armv8-M manual (DDI 0553) says. An interrupt between two instructions of an IT block changes neither. STL and LDA are a
# store and a load, with an order; LDREXB, LDAEXH and the like are loads. And RP2350's boot ROM starts the chip anew when asked to: `reboot`.
# Seen, m33mu of 27 June 2026 (AGPL-3.0; danielinux/m33mu is where it comes from): after an interrupt in `ITE EQ` the second instruction is
# run under EQ, not NE. STL, STLB and STLH store the program counter in the next word, too. LDA, LDAB, LDAH, LDREXB and LDAEXH jump to what
# the next word holds: all eight are taken for STRD and LDRD. `reboot` erases the whole flash first. QEMU 10.0.2 (mps2-an505) runs the
# same instructions as the manual says.
# Hurt: whoever tests firmware in it. Compilers use STL and LDA for C's and C++'s atomics, so a variable beside one is overwritten in
# silence. One that no atomic touches is wrong once in a while, when a tick falls between two instructions. With `--persist`, which keeps the
# emulated flash in the image's file, a reboot overwrites that file with 0xFF.
#
# Ends with 0 if all is as said here, with 1 if something has changed, with 2 if it cannot be tried (a tool is missing, no GitHub).
set -u
for tool in git cmake cc arm-none-eabi-gcc arm-none-eabi-objcopy; do
    if ! command -v "$tool" >/dev/null; then echo "$tool is needed" >&2; exit 2; fi
done
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
commit=ebc3f989d789806f7964439d2eeba0e2e77a8bfc
if ! { git clone https://github.com/imbluedabr/m33mu source && git -C source checkout "$commit"; } >/dev/null 2>&1; then
    echo "git could not fetch m33mu's commit $commit"
    exit 2
fi
if ! { cmake -S source -B build -DM33MU_BUILD_TESTS=OFF -DM33MU_ENABLE_RUST_PLUGINS=OFF && cmake --build build -j2 --target m33mu; } \
    >/dev/null 2>&1; then
    echo "m33mu could not be built"
    exit 2
fi

changed=0

# A program that reaches BKPT 1 if the processor does what it should; `seen` is what m33mu makes of it: right or wrong.
try() {  # name, seen, code
    cat > try.S <<END
    .syntax unified
    .thumb
    .word 0x20001000, start
    .rept 13
    .word wrong
    .endr
    .word tick
    .thumb_func
tick:
    bx lr
    .thumb_func
wrong:
    bkpt #2
    .global start
    .thumb_func
start:
    ldr r0, =0x20000100
    ldr r2, =wrong
    movs r1, #5
    movs r3, #7
    str r1, [r0]
    str r2, [r0, #4]
    $3
    bkpt #1
END
    arm-none-eabi-gcc -mcpu=cortex-m33 -nostdlib -Wl,-Ttext=0x10000000,--entry=start -o try.elf try.S || exit 2
    arm-none-eabi-objcopy -O binary try.elf try.bin
    build/m33mu --cpu rp2350 --timeout 20 --quit-on-faults --expect-bkpt 1 try.bin > output 2>&1
    if grep -q 'EXPECT BKPT. Success' output; then is=right; else is=wrong; fi
    if [ $is = "$2" ]; then verdict="as said"; else verdict=CHANGED; changed=1; fi
    echo "$verdict: $1: $is, and should be right"
}

tick='ldr r0, =0xe000e010; movs r4, #40; str r4, [r0, #4]; movs r4, #7; str r4, [r0]; ldr r4, =100000'
count='movs r1, #0; cmp r4, #0; %; cmp r1, #2; bne wrong; subs r4, #1; bne 1b'
code() { echo "$tick; 1: $(echo "$count" | sed "s/%/$1/")"; }
try "100,000 times ITT NE, with a SysTick every 41 cycles" right "$(code 'itt ne; movne r1, #1; movne r1, #2')"
try "100,000 times ITE EQ, with a SysTick every 41 cycles" wrong "$(code 'ite eq; moveq r1, #1; movne r1, #2')"

store() { try "$1" "$2" "$1 r3, [r0]; ldr r4, [r0, #4]; cmp r4, r2; bne wrong; ldr r4, [r0]; cmp r4, r3; bne wrong"; }
load() { try "$1" "$2" "$1 r4, [r0]; cmp r4, r1; bne wrong"; }
store str right
for store in stl stlb stlh; do store $store wrong; done
for load in ldr ldrexh ldaexb; do load $load right; done
for load in lda ldab ldah ldrexb ldaexh; do load $load wrong; done

# The second start finds the mark that the first one left.
try "the boot ROM's reboot" wrong 'ldr r4, =0x600df00d; ldr r5, [r0, #8]; cmp r4, r5; beq 2f; str r4, [r0, #8]
    ldr r0, =0x4252; movs r1, #4; movs r4, #0x16; ldrh r4, [r4]; blx r4
    mov r4, r0; movs r0, #0; movs r1, #1; movs r2, #0; movs r3, #0; blx r4; b .
2:'
exit $changed
