/* A QEMU plugin that counts instructions: all of them, those of each function, those between a function's entry and its
   return (callees and interrupts included), and finds the deepest store to the stack.

   Arguments: plan=FILE,out=FILE. The plan has one item a line, addresses in hexadecimal:
       function START END          instructions at START <= address < END
       call ENTRY RETURN...        from ENTRY until one of the return addresses is reached
       stack LOW HIGH START END    lowest address stored to at LOW <= address < HIGH, by other instructions than those at
                                   START <= address < END
   The result has one line for each item, in the same order, after "total N":
       function N / call N TIMES / stack LOWEST

   For QEMU 9.0 and newer. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/qemu_plugin/qemu_interface.h"

enum { MAX_ITEMS = 4096, MAX_RETURNS = 256 };
enum kind { FUNCTION, CALL, STACK };

struct item {
    enum kind kind;
    uint64_t start, end; /* function and stack: range; call: entry in start */
    uint64_t returns[MAX_RETURNS];
    size_t return_count;
    uint64_t skip_start, skip_end; /* stack: the instructions whose stores do not count */
    uint64_t began;                /* call: total at entry */
    uint64_t spent, times, lowest;
    bool inside;
};

static struct item* items;
static size_t item_count;
static struct qemu_plugin_scoreboard* board; /* element: total, then one counter an item */
static char* out_path;

static qemu_plugin_u64 counter(size_t index) {
    qemu_plugin_u64 entry = {board, index * sizeof(uint64_t)};
    return entry;
}

static uint64_t value(size_t index) { return ((uint64_t*)qemu_plugin_scoreboard_find(board, 0))[index]; }

/* Both callbacks run before their instruction is counted. */
static void entered(unsigned vcpu, void* data) {
    struct item* item = data;
    if (!item->inside) {
        item->inside = true;
        item->began = value(0);
        item->times++;
    }
}

static void returned(unsigned vcpu, void* data) {
    struct item* item = data;
    if (item->inside) {
        item->inside = false;
        item->spent += value(0) - item->began;
    }
}

static void stored(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void* data) {
    struct item* item = data;
    if (address >= item->start && address < item->end && address < item->lowest) {
        item->lowest = address;
    }
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
    const size_t count = qemu_plugin_tb_n_insns(tb);
    for (size_t n = 0; n < count; ++n) {
        struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(tb, n);
        const uint64_t address = qemu_plugin_insn_vaddr(insn);
        for (size_t i = 0; i < item_count; ++i) {
            struct item* item = &items[i];
            if (item->kind == STACK) {
                if (address >= item->skip_start && address < item->skip_end) {
                    continue;
                }
                qemu_plugin_register_vcpu_mem_cb(insn, stored, CB_NO_REGS, MEM_W, item);
            } else if (item->kind == CALL) {
                for (size_t r = 0; r < item->return_count; ++r) {
                    if (address == item->returns[r]) {
                        qemu_plugin_register_vcpu_insn_exec_cb(insn, returned, CB_NO_REGS, item);
                    }
                }
                if (address == item->start) {
                    qemu_plugin_register_vcpu_insn_exec_cb(insn, entered, CB_NO_REGS, item);
                }
            } else if (address >= item->start && address < item->end) {
                qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, INLINE_ADD_U64, counter(i + 1), 1);
            }
        }
        qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, INLINE_ADD_U64, counter(0), 1);
    }
}

static void finished(qemu_plugin_id_t id, void* data) {
    FILE* out = fopen(out_path, "w");
    if (!out) {
        return;
    }
    fprintf(out, "total %" PRIu64 "\n", value(0));
    for (size_t i = 0; i < item_count; ++i) {
        const struct item* item = &items[i];
        switch (item->kind) {
        case FUNCTION: fprintf(out, "function %" PRIu64 "\n", value(i + 1)); break;
        case CALL: fprintf(out, "call %" PRIu64 " %" PRIu64 "\n", item->spent, item->times); break;
        case STACK: fprintf(out, "stack %" PRIx64 "\n", item->lowest); break;
        }
    }
    fclose(out);
}

static bool read_plan(const char* path) {
    FILE* plan = fopen(path, "r");
    if (!plan) {
        return false;
    }
    items = calloc(MAX_ITEMS, sizeof *items);
    char line[8192];
    while (items && item_count < MAX_ITEMS && fgets(line, sizeof line, plan)) {
        struct item* item = &items[item_count];
        char* rest = line;
        const char* word = strsep(&rest, " \n");
        item->kind = !strcmp(word, "function") ? FUNCTION : !strcmp(word, "call") ? CALL : STACK;
        item->start = strtoull(rest, &rest, 16);
        if (item->kind == CALL) {
            for (;;) {
                char* after;
                const uint64_t address = strtoull(rest, &after, 16);
                if (after == rest || item->return_count == MAX_RETURNS) {
                    break;
                }
                item->returns[item->return_count++] = address;
                rest = after;
            }
        } else {
            item->end = strtoull(rest, &rest, 16);
            item->lowest = item->end;
            item->skip_start = strtoull(rest, &rest, 16);
            item->skip_end = strtoull(rest, &rest, 16);
        }
        item_count++;
    }
    fclose(plan);
    return items != NULL;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t* info, int argc, char** argv) {
    const char* plan = NULL;
    for (int i = 0; i < argc; ++i) {
        if (!strncmp(argv[i], "plan=", 5)) {
            plan = argv[i] + 5;
        } else if (!strncmp(argv[i], "out=", 4)) {
            out_path = strdup(argv[i] + 4);
        }
    }
    if (!plan || !out_path || !read_plan(plan)) {
        fprintf(stderr, "counter: plan=FILE and out=FILE are needed\n");
        return -1;
    }
    board = qemu_plugin_scoreboard_new((item_count + 1) * sizeof(uint64_t));
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, finished, NULL);
    return 0;
}
