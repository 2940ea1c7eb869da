#!/bin/sh
# Which Cortex-M Unicorn emulates when a program names one.
#
# Guess: `uc_ctl_set_cpu_model` with a Cortex-M3, M4 or M33 gives that processor's instructions, and UC_MODE_MCLASS, whose name says "ARM's
# Cortex-M series", is the mode to do so in. So VMOV (floating point) and SMLAD (two lanes) are undefined on an M3, TT (Armv8-M) on an M3 and M4.
# Seen, Unicorn 2.0.1 of Debian 12 (GPL-2.0): with UC_MODE_MCLASS the model is accepted and ignored: all three run on each of the three. With
# UC_MODE_THUMB alone VMOV and TT are refused as they should be, but an M3 runs SMLAD.
# Hurt: whoever runs firmware in it to see that it fits its chip. An object compiled for another processor, or a library for one, passes,
# and stops the chip at the first such instruction.
#
# Ends with 0 if all is as said here, with 1 if something has changed, with 2 if it cannot be tried (no compiler, no such Debian package).
set -u
if ! command -v cc apt-get dpkg-deb >/dev/null; then echo "a C compiler and Debian's apt-get are needed" >&2; exit 2; fi
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
for package in libunicorn2 libunicorn-dev; do
    apt-get download "$package=2.0.1.post1-1+b1" >/dev/null 2>&1 || { echo "apt could not fetch $package 2.0.1.post1-1+b1"; exit 2; }
done
for package in ./*.deb; do dpkg-deb -x "$package" . || exit 2; done
cat > try.c <<'END'
#include <stdio.h>
#include <unicorn/unicorn.h>

static const struct { const char* name; unsigned char code[4]; } instructions[] = {
    {"VMOV s0, r0", {0x00, 0xEE, 0x10, 0x0A}},
    {"SMLAD r0, r1, r2, r3", {0x21, 0xFB, 0x02, 0x30}},
    {"TT r0, r0", {0x40, 0xE8, 0x00, 0xF0}},
};
static const struct { const char* name; int model; int has[3]; int ran[2][3]; } processors[] = {   /* ran: THUMB, THUMB and MCLASS */
    {"Cortex-M3", UC_CPU_ARM_CORTEX_M3, {0, 0, 0}, {{0, 1, 0}, {1, 1, 1}}},
    {"Cortex-M4", UC_CPU_ARM_CORTEX_M4, {1, 1, 0}, {{1, 1, 0}, {1, 1, 1}}},
    {"Cortex-M33", UC_CPU_ARM_CORTEX_M33, {1, 1, 1}, {{1, 1, 1}, {1, 1, 1}}},
};

int main(void) {
    int changed = 0;
    for (int mclass = 0; mclass < 2; ++mclass)
        for (int p = 0; p < 3; ++p)
            for (int i = 0; i < 3; ++i) {
                uc_engine* unicorn;
                if (uc_open(UC_ARCH_ARM, mclass ? UC_MODE_THUMB | UC_MODE_MCLASS : UC_MODE_THUMB, &unicorn)) return 2;
                if (uc_ctl_set_cpu_model(unicorn, processors[p].model)) return 1;
                uc_mem_map(unicorn, 0x1000, 0x1000, UC_PROT_ALL);
                uc_mem_write(unicorn, 0x1000, instructions[i].code, 4);
                const int ran = uc_emu_start(unicorn, 0x1001, 0x1004, 0, 1) == UC_ERR_OK;
                const int as_said = ran == processors[p].ran[mclass][i];
                changed |= !as_said;
                printf("%s: %s, %s: %s %s, and should %s\n", as_said ? "as said" : "CHANGED", mclass ? "THUMB and MCLASS" : "THUMB",
                       processors[p].name, instructions[i].name, ran ? "runs" : "is refused", processors[p].has[i] ? "run" : "be refused");
                uc_close(unicorn);
            }
    return changed;
}
END
libraries=$(dirname "$(find . -name 'libunicorn.so.2' | head -1)")
cc -o try -Iusr/include try.c -L"$libraries" -l:libunicorn.so.2 || exit 2
LD_LIBRARY_PATH="$libraries" ./try
