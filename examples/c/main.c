// A game of the engine against itself, from C99: two hundred nodes a move, no heap.
#include <stackmate.h>
#include <stdio.h>

static const char* result(stackmate_state state, stackmate_color side) {
    if (stackmate_is_draw(state)) return "1/2-1/2";
    return side == STACKMATE_WHITE ? "0-1" : "1-0";  // the side to move is mated
}

int main(void) {
    static stackmate_tiny_memory memory;  // all the RAM there is
    stackmate_engine* engine;
    stackmate_error error = stackmate_init_tiny(&memory, sizeof memory, &engine);
    if (error != STACKMATE_OK) {
        fprintf(stderr, "%s\n", stackmate_error_text(error));
        return 1;
    }

    const stackmate_limits limits = {.nodes = 200};
    stackmate_state state = stackmate_state_of(engine);
    for (unsigned ply = 0; !stackmate_is_over(state) && !stackmate_is_draw(state); ++ply) {
        if (stackmate_go(engine, &limits, NULL, 0, 0) != STACKMATE_OK) return 1;
        while (stackmate_run(engine, 50, 0) != STACKMATE_FINISHED) {
            // Every fifty nodes: time for the rest of your program. Where time is limited the zeros are ms.
        }
        const stackmate_move move = stackmate_best_move(engine);
        char text[STACKMATE_SAN_SIZE];
        if (stackmate_move_to_san(engine, move, text) != STACKMATE_OK) return 1;
        if (ply % 2 == 0) printf("%u. ", ply / 2 + 1);
        printf("%s ", text);
        if (stackmate_play(engine, move) != STACKMATE_OK) return 1;
        state = stackmate_state_of(engine);
    }
    printf("%s\n%s\n", result(state, stackmate_side(engine)), stackmate_state_text(state));
    return 0;
}
