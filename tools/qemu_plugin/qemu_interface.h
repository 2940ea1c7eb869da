/* The part of QEMU's plugin interface, version 2, that the plugins here use. Distributions do not install QEMU's
   header, so the interface is declared here (include/qemu/qemu-plugin.h of QEMU 9.0; values of memory accesses are
   available from 9.2 on). */
#ifndef STACKMATE_QEMU_INTERFACE_H
#define STACKMATE_QEMU_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_scoreboard;
struct qemu_info_t;
typedef struct {
    struct qemu_plugin_scoreboard* score;
    size_t offset;
} qemu_plugin_u64;
typedef struct {
    int type;
    union {
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        struct {
            uint64_t low, high;
        } u128;
    } data;
} qemu_plugin_mem_value;
enum { INLINE_ADD_U64 = 0, CB_NO_REGS = 0, MEM_W = 2, MEM_RW = 3 };
typedef void (*simple_callback)(qemu_plugin_id_t, void*);
typedef void (*tb_callback)(qemu_plugin_id_t, struct qemu_plugin_tb*);
typedef void (*insn_callback)(unsigned, void*);
typedef void (*mem_callback)(unsigned, qemu_plugin_meminfo_t, uint64_t, void*);

struct qemu_plugin_scoreboard* qemu_plugin_scoreboard_new(size_t);
void* qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard*, unsigned);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, tb_callback);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, simple_callback, void*);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn*);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn*, void*, size_t);
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(struct qemu_plugin_insn*, int, qemu_plugin_u64, uint64_t);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn*, insn_callback, int, void*);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn*, mem_callback, int, int, void*);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
qemu_plugin_mem_value qemu_plugin_mem_get_value(qemu_plugin_meminfo_t);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 2;
EXPORT int qemu_plugin_install(qemu_plugin_id_t, const struct qemu_info_t*, int, char**);

#endif
