// Which boards hold the opening book (core/engine/book.hpp).
#pragma once

namespace stackmate::firmware {

/// A board with 32 KB of flash for the book sets `has_book` to true. On all others it is not linked.
template <class Board>
concept OffersBook = requires { requires Board::has_book; };

}  // namespace stackmate::firmware
