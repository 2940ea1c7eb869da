/* Compiled as C99 with -pedantic: the header is C, and a program in C plays with it. No C++ comment stands here. */
#include <stackmate.h>

#include "host_tests/c/c99_caller.h"

stackmate_error c99_answer(const char* fen, uint64_t nodes, char* text) {
    static stackmate_tiny_memory memory;
    stackmate_engine* engine;
    stackmate_limits limits = {0};
    stackmate_error error = stackmate_init_tiny(&memory, sizeof memory, &engine);
    if (error == STACKMATE_OK) error = stackmate_set_fen(engine, fen);
    limits.nodes = nodes;
    if (error == STACKMATE_OK) error = stackmate_go(engine, &limits, NULL, 0, 0);
    if (error != STACKMATE_OK) return error;
    while (stackmate_run(engine, 100, 0) != STACKMATE_FINISHED) {}
    return stackmate_move_to_san(engine, stackmate_best_move(engine), text);
}
