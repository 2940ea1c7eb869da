// What a NvStore guarantees, as checks that run on the host and on a device. Its guarantee about power cuts is tested
// on a model that can have them (host_tests/hal/power_cut_test.cpp).
#pragma once

#include <array>

#include "hal/chess_concepts.hpp"

namespace stackmate::hal::conformance {

/// `restart()`: forgets the store's RAM and returns a reference to a store on the same memory, not opened. The first
/// store given is not opened either; its memory may hold anything and is overwritten.
template <NvStore S, class Restart, class Report>
class StoreCheck {
public:
    StoreCheck(Restart restart, Report report) : restart_{restart}, report_{report} {}

    void run() {
        S* store = &restart_();
        (void)store->open();
        clear(*store);
        store = &values(*store);
        store = &growth(*store);
        refusals(*store);
        store = &filling(*store);
        clear(*store);
    }

private:
    using Bytes = std::span<const std::byte>;
    static constexpr std::size_t piece_bytes = S::longest_piece;

    static std::byte pattern(std::size_t index) noexcept { return static_cast<std::byte>(index * 7 + 1); }

    S& reopened(std::string_view sentence) {
        S& store = restart_();
        report_(sentence, store.open() == NvResult::ok);
        return store;
    }

    void clear(S& store) {
        bool cleared = true;
        for (unsigned key = 0; key < S::keys; ++key) {
            cleared = cleared && store.put(key, {}) == NvResult::ok && store.size(key) == 0;
        }
        report_("an empty value removes what was there", cleared);
    }

    /// The value under `key` is the first `size` bytes of the pattern from `from` on.
    bool holds(const S& store, unsigned key, std::size_t size, std::size_t from = 0) {
        if (store.size(key) != size) {
            return false;
        }
        std::array<std::byte, 33> part{};
        for (std::size_t at = 0; at < size; at += part.size()) {
            const auto count = store.read(key, at, part);
            if (count != (size - at < part.size() ? size - at : part.size())) {
                return false;
            }
            for (std::size_t i = 0; i < count; ++i) {
                if (part[i] != pattern(from + at + i)) {
                    return false;
                }
            }
        }
        return store.read(key, size, part) == 0;
    }

    Bytes some(std::size_t size, std::size_t from = 0) {
        for (std::size_t i = 0; i < size; ++i) {
            piece_[i] = pattern(from + i);
        }
        return Bytes{piece_}.first(size);
    }

    S& values(S& store) {
        const auto last = S::keys - 1;
        report_("a value is taken", store.put(0, some(5)) == NvResult::ok && holds(store, 0, 5));
        report_("the longest value is taken",
                store.put(last, some(piece_bytes)) == NvResult::ok && holds(store, last, piece_bytes));
        report_("another key's value is untouched", holds(store, 0, 5) && store.size(1) == 0);
        report_("a value is replaced", store.put(0, some(7, 3)) == NvResult::ok && holds(store, 0, 7, 3));
        S& again = reopened("a store that holds values opens well");
        report_("values are there after a restart", holds(again, 0, 7, 3) && holds(again, last, piece_bytes));
        return again;
    }

    S& growth(S& store) {
        bool grew = true;
        for (std::size_t size = 0; size < 60; size += 2) {
            grew = grew && store.append(1, some(2, size)) == NvResult::ok && holds(store, 1, size + 2);
        }
        report_("a value grows at its end", grew);
        S& again = reopened("a store with a value that grew opens well");
        report_("a value that grew is there after a restart", holds(again, 1, 60));
        report_("it goes on growing", again.append(1, some(3, 60)) == NvResult::ok && holds(again, 1, 63));
        report_("appending nothing changes nothing", again.append(1, {}) == NvResult::ok && holds(again, 1, 63));
        report_("replacing ends what had grown", again.put(1, some(1)) == NvResult::ok && holds(again, 1, 1));
        return again;
    }

    void refusals(S& store) {
        report_("an unknown key is refused", store.put(S::keys, some(1)) == NvResult::bad_key
                                                 && store.append(~0u, some(1)) == NvResult::bad_key
                                                 && store.size(S::keys) == 0);
        const std::array<std::byte, piece_bytes + 1> long_piece{};
        report_("a piece too long is refused",
                store.put(0, long_piece) == NvResult::too_long && store.append(0, long_piece) == NvResult::too_long);
        report_("a refusal changes nothing", holds(store, 0, 7, 3));
        report_("room without end is refused", store.make_room(~std::size_t{0}) == NvResult::full);
    }

    S& filling(S& store) {
        report_("room for a game is made", store.make_room(300) == NvResult::ok && holds(store, 0, 7, 3));
        // Writes more than any store holds, so that it must compact.
        bool kept = true;
        for (std::size_t round = 0; round < 4000; ++round) {
            kept = kept && store.put(2, some(17, round)) == NvResult::ok;
        }
        report_("a value may be replaced without end", kept && holds(store, 2, 17, 3999));
        report_("other values outlast it", holds(store, 0, 7, 3) && holds(store, 1, 1));

        const std::size_t promised = store.growth(3);
        std::size_t grown = 0;
        auto result = NvResult::ok;
        for (; result == NvResult::ok && grown < (std::size_t{1} << 24);) {
            result = store.append(3, some(piece_bytes, grown));
            grown += result == NvResult::ok ? piece_bytes : 0;
        }
        report_("a full store says so", result == NvResult::full);
        report_("a value grows as far as was said", grown + piece_bytes > promised);
        report_("a full store keeps what it has", holds(store, 3, grown) && holds(store, 0, 7, 3));
        S& again = reopened("a full store opens well");
        report_("a full store is whole after a restart", holds(again, 3, grown) && holds(again, 0, 7, 3));
        report_("a value of a full store can be replaced", again.put(3, some(9)) == NvResult::ok && holds(again, 3, 9));
        report_("what was full has room again",
                again.append(3, some(piece_bytes, 9)) == NvResult::ok && holds(again, 3, 9 + piece_bytes));
        return again;
    }

    Restart restart_;
    Report report_;
    std::array<std::byte, piece_bytes> piece_{};
};

template <NvStore S, class Restart, class Report>
void check_store(Restart restart, Report report) {
    StoreCheck<S, Restart, Report>{restart, report}.run();
}

}  // namespace stackmate::hal::conformance
