#include "core/search/transposition_table.hpp"

namespace stackmate {

void TranspositionTable::use(std::span<TtEntry> memory) {
    const bool enough = memory.size_bytes() >= min_bytes;
    entries_ = enough ? memory.data() : nullptr;
    buckets_ = enough ? static_cast<std::uint32_t>(memory.size() / bucket_size) : 0;
    clear();
}

void TranspositionTable::clear() {
    age_ = 0;
    for (std::size_t i = 0; i < std::size_t{buckets_} * bucket_size; ++i) {
        entries_[i].first.store(0, std::memory_order_relaxed);
        entries_[i].second.store(0, std::memory_order_relaxed);
    }
}

unsigned TranspositionTable::hashfull() const {
    if (entries_ == nullptr) return 0;
    const std::size_t entries = std::size_t{buckets_} * bucket_size;
    const std::size_t sample = entries < 1000 ? entries : 1000;
    unsigned used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        const std::uint32_t second = entries_[i].second.load(std::memory_order_relaxed);
        if (bound_of(second) != Bound::none && second >> 26 == age_) ++used;
    }
    return static_cast<unsigned>(used * 1000u / sample);
}

}  // namespace stackmate
