// An engine that a second core can help, on boards with a spare core.
//
// The engine leads the search; its nodes can be split (core/splitting/splitting.hpp), and with two threads a helper on the second
// core takes some of their moves. With one thread nobody helps, and the tree is the same as that of an engine whose nodes cannot be
// split.
//
// The helper is idle when the leader's search ends, so nobody has to be stopped and no answer waits. Work that is still
// on the second core when the answer comes is dropped within one node. Until settle() it may still write to the table.
#pragma once

#include "core/engine/engine.hpp"
#include "core/splitting/splitting.hpp"
#include "hal/second_core.hpp"

#include <atomic>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace stackmate::firmware {

/// The configuration that the firmware uses on a board in place of `Config`.
template <class Config, class Board>
struct ConfigOn {
    using Type = Config;
};
template <class Config, hal::HasSecondCore Board>
struct ConfigOn<Config, Board> {
    using Type = Splitting<Config>;
};

/// Used like an Engine. Functions that hide those of Engine differ as their comments say. `Config` is what ConfigOn says.
template <class Config, hal::SecondCore Core>
class HelpedEngine : public Engine<Config> {
    using Leader = Engine<Config>;

public:
    static constexpr std::uint32_t max_threads = 2;

    explicit HelpedEngine(std::atomic<bool>& stop) : Leader(stop), stop_{stop} {
        if constexpr (!in_table) helper_.emplace(stop);
    }

    /// Call it once, before anything else. `core` serves only this engine and outlives it; it must have settled before
    /// this is destroyed.
    void set_second_core(Core& core) { core_ = &core; }

    /// 1 (the default) or 2. A change clears what searches have learnt, and the table if the helper lies in it. During a
    /// search it holds from the next one on.
    void set_threads(std::uint32_t threads) {
        wanted_threads_ = threads;
        if (!this->searching()) take_threads();
    }
    [[nodiscard]] std::uint32_t threads() const { return wanted_threads_; }

    /// On return the second core neither reads nor writes anything of this engine or its table. Blocks until the
    /// helper's current node ends. Does nothing during a search: nobody would stop the helper. Call it before use_table() and
    /// before the table's memory is used for something else; functions that are defined here call it themselves.
    [[gnu::cold]] void settle() {
        if ((!helped_ || !this->searching()) && !core_->settle()) lost_core_ = true;
    }
    /// Whether the second core was given up since the last call, because it did not answer: all searches use one thread from then on.
    [[nodiscard]] bool take_lost_core() { return std::exchange(lost_core_, false); }

    void new_game() {
        settle();
        Leader::new_game();
        if (helper_) helper_->new_game();
    }
    /// Where the helper lies in the table, it is a new one.
    void use_table(std::span<TtEntry> memory) {
        settle();
        if constexpr (in_table) {
            helper_.reset();
            if (memory.empty() && threads_ == 2) {
                const auto own = this->own_table();
                memory = own.first(own.size() - helper_entries);
                helper_.emplace(own.last(helper_entries).data(), stop_);
            }
        }
        Leader::use_table(memory);
    }
    void clear_table() {
        if constexpr (in_table) use_table({});
        settle();
        Leader::clear_table();
    }

    /// With two threads the helper's nodes would come on top of a limit of nodes. So a search with such a limit uses
    /// one thread; its count is exact and reproducible.
    void go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
        go_alone(limits, only, now_ms);
        if (threads_ == 1 || !helper_ || limits.nodes != 0 || !this->best_move() || !core_->work(serve, this)) return;
        helped_ = true;
        counted_ = 0;
        helper_->begin(*this);
    }
    /// Uses one thread, whatever was set.
    void go_alone(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
        settle();
        take_threads();
        helped_ = false;
        helper_nodes_ = 0;
        Leader::go(limits, only, now_ms);
    }
    EngineEvent run(std::uint32_t node_budget, std::uint32_t now_ms) {
        const EngineEvent event = Leader::run(node_budget, now_ms);
        if (helped_) {
            count();
            if (!this->searching() || this->waiting()) core_->dismiss();
        }
        return event;
    }

    /// The nodes are those of both cores; the helper's are added each time it returns from a slice.
    [[nodiscard]] SearchReport report(std::uint32_t now_ms) const { return report(now_ms, this->news_line()); }
    [[nodiscard]] SearchReport report(std::uint32_t now_ms, unsigned line) const {
        SearchReport report = Leader::report(now_ms, line);
        report.nodes += helper_nodes_;
        return report;
    }
    [[nodiscard]] std::uint64_t nodes() const { return Leader::nodes() + helper_nodes_; }

    /// The helper's share of these nodes in the latest search.
    [[nodiscard]] std::uint64_t helper_nodes() const { return helper_nodes_; }

private:
    void take_threads() {
        if (wanted_threads_ == threads_) return;
        settle();
        threads_ = wanted_threads_;
        helped_ = false;
        this->search().clear();
        if constexpr (in_table) {
            clear_table();
        } else {
            helper_->new_game();
        }
    }
    static bool serve(void* self) noexcept {
        return static_cast<HelpedEngine*>(self)->helper_->serve(Config::slice_nodes);
    }
    void count() {
        const std::uint32_t now = helper_->nodes();
        helper_nodes_ += now - counted_;
        counted_ = now;
    }

    /// A helper in memory that belongs to somebody else.
    class Placed {
    public:
        void emplace(void* memory, std::atomic<bool>& stop) { at_ = new (memory) SplitHelper<Config>(stop); }
        void reset() { at_ = nullptr; }  // it has nothing to destroy
        explicit operator bool() const { return at_ != nullptr; }
        SplitHelper<Config>* operator->() { return at_; }

    private:
        SplitHelper<Config>* at_ = nullptr;
    };
    static constexpr bool in_table = requires { requires Config::helper_in_table; };
    static constexpr std::size_t helper_entries = (sizeof(SplitHelper<Config>) + sizeof(TtEntry) - 1) / sizeof(TtEntry);
    static_assert(!in_table || sizeof(SplitHelper<Config>) <= Config::table_bytes / 2);
    static_assert(!in_table || alignof(SplitHelper<Config>) <= 8);

    std::atomic<bool>& stop_;
    std::conditional_t<in_table, Placed, std::optional<SplitHelper<Config>>> helper_;
    Core* core_ = nullptr;
    std::uint32_t threads_ = 1, wanted_threads_ = 1;
    bool helped_ = false;  ///< the latest search is
    bool lost_core_ = false;
    std::uint32_t counted_ = 0;       ///< the helper's nodes modulo 2^32, as last read
    std::uint64_t helper_nodes_ = 0;  ///< of the latest search
};

/// The engine that the firmware uses on a board.
template <class Config, class Board>
struct EngineOf {
    using Type = Engine<Config>;
};
template <class Config, hal::HasSecondCore Board>
struct EngineOf<Config, Board> {
    using Type = HelpedEngine<Config, decltype(Board::second_core)>;
};

}  // namespace stackmate::firmware
