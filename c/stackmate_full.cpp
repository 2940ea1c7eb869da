#include "c/handle.hpp"

stackmate_error stackmate_init_full(void* memory, std::size_t size, stackmate_engine** engine) {
    return stackmate::c::make_engine<stackmate::Full, STACKMATE_FULL_SIZE>(memory, size, engine);
}
