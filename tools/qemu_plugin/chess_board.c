/* A QEMU plugin that is a chess board wired to an emulated chip: contacts between row and column lines, and buttons.

   When the program drives a row line, the plugin sets the column lines as the pieces on that row would, before the
   program's next instruction; so a scan is exact whatever this computer does meanwhile. It sets them through QEMU's own
   test protocol (-qtest), of which it is the client.

   The program that runs the emulator moves the pieces, by a file that both have mapped (struct shared). It also says how
   far time may go: the chip waits at a row for as long as `rows` is `until`. Each row is a tick of the chip's clock.

   Arguments, with addresses in hexadecimal:
       qtest=PATH          the socket of -qtest
       shared=PATH         the file
       row=REGISTER.BIT    a line that is driven by storing that bit to that register; eight times, row 0 first
       column=PORT.BIT     an input of the GPIO object PORT (QOM path); eight times, column 0 first
       square=ROW          what row 0 is, as a rank from 0: 0 if the rows count up from there, 7 if they count down
       button=PORT.BIT     an input that is low while the button is down; up to eight times
       code=START-END      where the stores to the registers are; up to sixteen times
       reset=ADDRESS       entry of the reset handler; the inputs begin anew there
       tick=START-END      the tick interrupt's function, to be measured: instructions from its entry to its return, and
                           those from each "cpsid i" to the instruction that gives the mask back (sleep excepted)
       turn=ADDRESS        where the program looks at the board; instructions from one look to the next, if it did not
                           sleep, are measured

   For QEMU 9.2 and newer. */

#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tools/qemu_plugin/qemu_interface.h"

struct shared {
    _Atomic uint64_t occupied; /* bit 0 is a1, bit 63 is h8 */
    _Atomic uint32_t buttons;  /* bit i: button i is down */
    _Atomic uint32_t until;    /* rows that may be driven before the chip waits */
    _Atomic uint32_t rows;     /* rows driven so far */
    _Atomic uint32_t end;      /* not 0: wait no more */
    _Atomic uint32_t failed;   /* not 0: the lines could not be set */
    uint32_t ticks;            /* measured: how many, their instructions, and those of the longest */
    uint64_t tick_instructions;
    uint32_t longest_tick;
    uint32_t longest_lock; /* measured: instructions with interrupts masked */
    uint32_t longest_turn; /* measured: instructions from one look at the board to the next */
};

enum { ROWS = 8, COLUMNS = 8, BUTTONS = 8, RANGES = 16, UNKNOWN = -1 };

struct row {
    uint64_t address;
    uint32_t bit;
};
struct input {
    char port[64];
    unsigned bit;
    int level;
};
struct range {
    uint64_t start, end;
};

static struct shared* shared;
static struct row rows[ROWS];
static struct input columns[COLUMNS], buttons[BUTTONS];
static struct range ranges[RANGES];
static size_t row_count, column_count, button_count, range_count;
static unsigned first_rank;
static uint64_t reset_handler;
static const char* socket_path;
static int line = -1;

static struct range tick;
static struct qemu_plugin_scoreboard* scores; /* one counter: instructions */
static uint64_t turn_address, tick_began, lock_began, turn_began;
static unsigned locks;
static bool in_tick, in_turn;

static bool connect_line(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path);
    line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return line >= 0 && connect(line, (struct sockaddr*)&address, sizeof address) == 0;
}

/* Reads as many answers as there were requests, each a line. The emulator's main loop gives them while this thread, which
   runs the chip, waits; unless it wants to end, and waits for this thread. */
static bool answered(unsigned requests) {
    char text[256];
    while (requests > 0) {
        struct pollfd waiting = {line, POLLIN, 0};
        while (poll(&waiting, 1, 100) == 0) {
            if (shared->end) {
                return false;
            }
        }
        const ssize_t got = read(line, text, sizeof text);
        if (got <= 0) {
            return false;
        }
        for (ssize_t i = 0; i < got; ++i) {
            requests -= text[i] == '\n';
        }
    }
    return true;
}

static void append(char* text, size_t size, struct input* input, int level, unsigned* requests) {
    if (input->level == level) {
        return;
    }
    input->level = level;
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "set_irq_in %s unnamed-gpio-in %u %d\n", input->port, input->bit, level);
    ++*requests;
}

static void set_inputs(unsigned row) {
    static char text[4096];
    unsigned requests = 0;
    const unsigned rank = first_rank == 0 ? row : first_rank - row;
    const uint64_t occupied = shared->occupied >> (8 * rank);
    const uint32_t held = shared->buttons;
    text[0] = '\0';
    for (size_t i = 0; i < column_count; ++i) {
        append(text, sizeof text, &columns[i], occupied >> i & 1, &requests);
    }
    for (size_t i = 0; i < button_count; ++i) {
        append(text, sizeof text, &buttons[i], !(held >> i & 1), &requests);
    }
    if (requests == 0) {
        return;
    }
    if (line < 0 && !connect_line()) {
        shared->failed = shared->end = 1;
        return;
    }
    const size_t size = strlen(text);
    if (write(line, text, size) != (ssize_t)size || !answered(requests)) {
        shared->failed = !shared->end;
        shared->end = 1;
    }
}

static void stored(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void* data) {
    const uint32_t value = qemu_plugin_mem_get_value(info).data.u32;
    for (unsigned row = 0; row < row_count; ++row) {
        if (address != rows[row].address || !(value >> rows[row].bit & 1)) {
            continue;
        }
        ++shared->rows;
        const struct timespec moment = {0, 50000};
        while ((int32_t)(shared->until - shared->rows) <= 0 && !shared->end) {
            nanosleep(&moment, NULL);
        }
        if (!shared->end) {
            set_inputs(row);
        }
        return;
    }
}

static void forget(void) {
    for (size_t i = 0; i < COLUMNS; ++i) {
        columns[i].level = UNKNOWN;
    }
    for (size_t i = 0; i < BUTTONS; ++i) {
        buttons[i].level = UNKNOWN;
    }
}

static void restarted(unsigned vcpu, void* data) {
    forget();
    locks = 0;
    in_tick = in_turn = false;
}

static uint64_t now(void) { return *(uint64_t*)qemu_plugin_scoreboard_find(scores, 0); }

/* All of these run before their instruction is counted. */
static void tick_enters(unsigned vcpu, void* data) {
    tick_began = now();
    in_tick = true;
}

static void tick_returns(unsigned vcpu, void* data) {
    if (!in_tick) {
        return;
    }
    const uint64_t length = now() - tick_began + 1;
    shared->ticks++;
    shared->tick_instructions += length;
    shared->longest_tick = length > shared->longest_tick ? length : shared->longest_tick;
    in_tick = false;
}

static void locked(unsigned vcpu, void* data) {
    if (locks++ == 0) {
        lock_began = now();
    }
}

static void slept(unsigned vcpu, void* data) {
    lock_began = now();
    in_turn = false;
}

static void looked(unsigned vcpu, void* data) {
    const uint64_t length = now() - turn_began;
    if (in_turn && length > shared->longest_turn) {
        shared->longest_turn = length;
    }
    turn_began = now();
    in_turn = true;
}

static void unlocked(unsigned vcpu, void* data) {
    if (locks == 0 || --locks > 0) {
        return;
    }
    const uint64_t length = now() - lock_began + 1;
    shared->longest_lock = length > shared->longest_lock ? length : shared->longest_lock;
}

/* Thumb: pop {..., pc} in its short and its long form, bx lr. */
static bool is_return(const uint8_t* code, size_t size) {
    const unsigned first = code[0] | code[1] << 8;
    const unsigned second = size == 4 ? code[2] | code[3] << 8 : 0;
    return size == 2 ? first == 0x4770 || (first & 0xff00) == 0xbd00
                     : (first == 0xe8bd && (second & 0x8000)) || (first == 0xf85d && second == 0xfb04);
}

static void measured(struct qemu_plugin_insn* insn, uint64_t address) {
    const qemu_plugin_u64 counter = {scores, 0};
    uint8_t code[4];
    const size_t size = qemu_plugin_insn_data(insn, code, sizeof code);
    if (address == turn_address) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, looked, CB_NO_REGS, NULL);
    }
    if (address == tick.start) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, tick_enters, CB_NO_REGS, NULL);
    } else if (address > tick.start && address < tick.end && is_return(code, size)) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, tick_returns, CB_NO_REGS, NULL);
    } else if (size == 2 && code[0] == 0x72 && code[1] == 0xb6) { /* cpsid i */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, locked, CB_NO_REGS, NULL);
    } else if (size == 2 && code[0] == 0x30 && code[1] == 0xbf) { /* wfi */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, slept, CB_NO_REGS, NULL);
    } else if (size == 4 && (code[0] & 0xf0) == 0x80 && code[1] == 0xf3 && code[2] == 0x10 && code[3] == 0x88) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, unlocked, CB_NO_REGS, NULL); /* msr primask, rN */
    }
    qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, INLINE_ADD_U64, counter, 1);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
    const size_t count = qemu_plugin_tb_n_insns(tb);
    for (size_t n = 0; n < count; ++n) {
        struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(tb, n);
        const uint64_t address = qemu_plugin_insn_vaddr(insn);
        if (address == reset_handler) {
            qemu_plugin_register_vcpu_insn_exec_cb(insn, restarted, CB_NO_REGS, NULL);
        }
        for (size_t i = 0; i < range_count; ++i) {
            if (address >= ranges[i].start && address < ranges[i].end) {
                qemu_plugin_register_vcpu_mem_cb(insn, stored, CB_NO_REGS, MEM_W, NULL);
                break;
            }
        }
        if (scores) {
            measured(insn, address);
        }
    }
}

static bool read_input(struct input* list, size_t* count, size_t most, const char* text) {
    const char* dot = strrchr(text, '.');
    if (!dot || *count == most || (size_t)(dot - text) >= sizeof list->port) {
        return false;
    }
    struct input* input = &list[(*count)++];
    memcpy(input->port, text, dot - text);
    input->bit = strtoul(dot + 1, NULL, 10);
    return true;
}

static bool read_argument(const char* name, const char* value) {
    char* rest;
    if (!strcmp(name, "qtest")) {
        socket_path = strdup(value);
    } else if (!strcmp(name, "shared")) {
        const int file = open(value, O_RDWR | O_CLOEXEC);
        void* const memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        shared = memory == MAP_FAILED ? NULL : memory;
        close(file);
    } else if (!strcmp(name, "row") && row_count < ROWS) {
        rows[row_count].address = strtoull(value, &rest, 16);
        rows[row_count++].bit = strtoul(rest + 1, NULL, 10);
    } else if (!strcmp(name, "column")) {
        return read_input(columns, &column_count, COLUMNS, value);
    } else if (!strcmp(name, "button")) {
        return read_input(buttons, &button_count, BUTTONS, value);
    } else if (!strcmp(name, "square")) {
        first_rank = strtoul(value, NULL, 10);
    } else if (!strcmp(name, "code") && range_count < RANGES) {
        ranges[range_count].start = strtoull(value, &rest, 16);
        ranges[range_count++].end = strtoull(rest + 1, NULL, 16);
    } else if (!strcmp(name, "tick")) {
        tick.start = strtoull(value, &rest, 16);
        tick.end = strtoull(rest + 1, NULL, 16);
        scores = qemu_plugin_scoreboard_new(sizeof(uint64_t));
    } else if (!strcmp(name, "turn")) {
        turn_address = strtoull(value, NULL, 16);
    } else if (!strcmp(name, "reset")) {
        reset_handler = strtoull(value, NULL, 16);
    } else {
        return false;
    }
    return true;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t* info, int argc, char** argv) {
    forget();
    for (int i = 0; i < argc; ++i) {
        char* value = strchr(argv[i], '=');
        if (value) {
            *value++ = '\0';
        }
        if (!value || !read_argument(argv[i], value)) {
            fprintf(stderr, "chess_board: what is %s?\n", argv[i]);
            return -1;
        }
    }
    if (!shared || !socket_path || row_count != ROWS || column_count != COLUMNS || range_count == 0) {
        fprintf(stderr, "chess_board: qtest, shared, eight rows and columns and code are needed\n");
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
