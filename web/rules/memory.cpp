// The functions of the C library that the compiler calls by itself. Copying and filling are instructions (-mbulk-memory).
#include <cstddef>

extern "C" {

int memcmp(const void* a, const void* b, std::size_t n) {
    const auto* x = static_cast<const unsigned char*>(a);
    const auto* y = static_cast<const unsigned char*>(b);
    for (std::size_t i = 0; i < n; ++i)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

void* memchr(const void* memory, int c, std::size_t n) {
    const auto* x = static_cast<const unsigned char*>(memory);
    for (std::size_t i = 0; i < n; ++i)
        if (x[i] == static_cast<unsigned char>(c)) return const_cast<unsigned char*>(x + i);
    return nullptr;
}

std::size_t strlen(const char* text) {
    std::size_t n = 0;
    while (text[n] != '\0') ++n;
    return n;
}

[[noreturn]] void abort() { __builtin_trap(); }

}  // extern "C"
