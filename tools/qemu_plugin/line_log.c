/* A QEMU plugin that records when each byte passed a UART, in instructions executed since the start. Under
   `-icount shift=N,sleep=off` an instruction takes 2^N ns of virtual time, so the count is a time as long as the
   processor does not sleep.

   Arguments: receive=ADDRESS,send=ADDRESS (of the data registers; may be the same),tick=ADDRESS (entry of the tick
   interrupt's function),out=FILE; addresses in hexadecimal. The result has one line for each event:
       r COUNT BYTE    the program read a received byte (hexadecimal)
       w COUNT BYTE    the program wrote a byte to be sent
       s COUNT         the program went to sleep: the count is no time any more. Once until the next r or w
   and at the end, for ticks without sleep between them:
       ticks NUMBER SHORTEST LONGEST      instructions from tick to tick

   For QEMU 9.2 and newer. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/qemu_plugin/qemu_interface.h"

static struct qemu_plugin_scoreboard* board; /* one counter: instructions */
static uint64_t receive_address, send_address, tick_address;
static FILE* out;
static bool slept_since_byte, slept_since_tick = true;
static uint64_t last_tick, ticks, shortest = UINT64_MAX, longest;

static uint64_t now(void) { return *(uint64_t*)qemu_plugin_scoreboard_find(board, 0); }

static void accessed(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void* data) {
    if (address != receive_address && address != send_address) {
        return;
    }
    const bool store = qemu_plugin_mem_is_store(info);
    if (address == (store ? send_address : receive_address)) {
        fprintf(out, "%c %" PRIu64 " %02x\n", store ? 'w' : 'r', now(), qemu_plugin_mem_get_value(info).data.u8);
        slept_since_byte = false;
    }
}

static void sleeps(unsigned vcpu, void* data) {
    if (!slept_since_byte) {
        fprintf(out, "s %" PRIu64 "\n", now());
    }
    slept_since_byte = slept_since_tick = true;
}

static void ticked(unsigned vcpu, void* data) {
    const uint64_t time = now();
    if (!slept_since_tick) {
        const uint64_t passed = time - last_tick;
        shortest = passed < shortest ? passed : shortest;
        longest = passed > longest ? passed : longest;
        ++ticks;
    }
    slept_since_tick = false;
    last_tick = time;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
    static const uint8_t wait_for_interrupt[2] = {0x30, 0xbf};
    const qemu_plugin_u64 counter = {board, 0};
    const size_t count = qemu_plugin_tb_n_insns(tb);
    for (size_t n = 0; n < count; ++n) {
        struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(tb, n);
        uint8_t code[4];
        const size_t size = qemu_plugin_insn_data(insn, code, sizeof code);
        qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, INLINE_ADD_U64, counter, 1);
        qemu_plugin_register_vcpu_mem_cb(insn, accessed, CB_NO_REGS, MEM_RW, NULL);
        if (size == 2 && memcmp(code, wait_for_interrupt, 2) == 0) {
            qemu_plugin_register_vcpu_insn_exec_cb(insn, sleeps, CB_NO_REGS, NULL);
        }
        if (qemu_plugin_insn_vaddr(insn) == tick_address) {
            qemu_plugin_register_vcpu_insn_exec_cb(insn, ticked, CB_NO_REGS, NULL);
        }
    }
}

static void finished(qemu_plugin_id_t id, void* data) {
    fprintf(out, "ticks %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", ticks, ticks ? shortest : 0, longest);
    fclose(out);
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t* info, int argc, char** argv) {
    for (int i = 0; i < argc; ++i) {
        if (!strncmp(argv[i], "receive=", 8)) {
            receive_address = strtoull(argv[i] + 8, NULL, 16);
        } else if (!strncmp(argv[i], "send=", 5)) {
            send_address = strtoull(argv[i] + 5, NULL, 16);
        } else if (!strncmp(argv[i], "tick=", 5)) {
            tick_address = strtoull(argv[i] + 5, NULL, 16);
        } else if (!strncmp(argv[i], "out=", 4)) {
            out = fopen(argv[i] + 4, "w");
        }
    }
    if (!receive_address || !send_address || !tick_address || !out) {
        fprintf(stderr, "line_log: receive, send, tick and out are needed\n");
        return -1;
    }
    board = qemu_plugin_scoreboard_new(sizeof(uint64_t));
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, finished, NULL);
    return 0;
}
