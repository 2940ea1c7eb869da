// In a file of its own, so that these tables stay in flash on chips that copy the program to RAM.
#include "core/engine/book.hpp"
#include "core/engine/books/openings.hpp"

namespace stackmate {

static_assert(sizeof(books::openings) <= book::max_bytes);

constinit const Book opening_book{books::openings};

}  // namespace stackmate
