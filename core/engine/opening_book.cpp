// A file of its own: where the program is copied to RAM, these tables stay in flash.
#include "core/engine/book.hpp"
#include "core/engine/books/openings.hpp"

namespace stackmate {

static_assert(sizeof(books::openings) <= book::max_bytes);

constinit const Book opening_book{books::openings};

}  // namespace stackmate
