#include "core/engine/book.hpp"

#include "core/chess/movegen.hpp"
#include "core/engine/mix.hpp"

#include <algorithm>
#include <array>

namespace stackmate {

std::uint32_t Book::find(Key key) const {
    const std::uint32_t wanted = book::key_bits(key);
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), wanted);
    return at != entries_.end() && book::key_bits(Key{*at} << 32) == wanted ? *at : 0;
}

std::span<const BookMove> Book::moves(const Position& p, std::span<BookMove> memory) const {
    if ((find(p.key()) & book::answered) == 0) return {};
    Position scratch = p;
    const Square checker = p.checker();
    Cursor cursor(checker);
    std::size_t size = 0;
    unsigned best = 0;
    while (const Move m = cursor.next(scratch)) {
        if (size == memory.size()) break;
        if (!scratch.legal(m, checker)) continue;
        Undo undo;
        scratch.make(m, undo);
        const unsigned rating = find(scratch.key()) & book::rating_mask;
        scratch.unmake(m, undo);
        if (rating == 0) continue;
        memory[size++] = {m, static_cast<std::uint8_t>(rating)};
        best = std::max(best, rating);
    }
    // Ratings become tickets; moves without a ticket are left out.
    std::size_t kept = 0;
    for (const BookMove& known : memory.first(size))
        if (const unsigned tickets = book::tickets(known.tickets, best); tickets != 0)
            memory[kept++] = {known.move, static_cast<std::uint8_t>(tickets)};
    return memory.first(kept);
}

Move Book::choose(const Position& p, std::uint32_t seed) const {
    std::array<BookMove, max_moves> memory;
    const std::span<const BookMove> known = moves(p, memory);
    unsigned all = 0;
    for (const BookMove& m : known) all += m.tickets;
    if (all == 0) return {};
    unsigned drawn = mix(mix(seed) ^ static_cast<std::uint32_t>(p.key())) % all;
    for (const BookMove& m : known) {
        if (drawn < m.tickets) return m.move;
        drawn -= m.tickets;
    }
    return {};
}

}  // namespace stackmate
