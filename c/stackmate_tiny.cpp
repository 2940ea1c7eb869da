#include "c/handle.hpp"

stackmate_error stackmate_init_tiny(void* memory, std::size_t size, stackmate_engine** engine) {
    return stackmate::c::make_engine<stackmate::Tiny, STACKMATE_TINY_SIZE>(memory, size, engine);
}
