// ABDADA: both cores search the same tree, and neither searches a move that the other is searching already, unless it has
// nothing else to do. Each tells the other which moves it is at; a move that the other is at is put off until the node's
// others are done, and by then the table mostly has its result. A node's first move is never put off.
//
// Sources: Weill, "The ABDADA distributed minimax search algorithm", 1996; Kerrigan, "Simplified ABDADA", 2017, for marks
// beside the table.
//
// Why the marks are not in the table's entries, as Weill has them: he counts in the child's entry how many search it. Its
// eight bytes have no bit to spare but the age's, which would cost those who have one core; counting is a read and a write,
// which a Cortex-M0+ cannot do in one; and the child must be made to be asked. So a mark is a word of its own. What is
// marked is the position and the move, which is known before the move is made.
//
// Each search has marks of its own that it alone writes, 128 words, and reads the other's. So no two cores ever write
// one word. Where two marks of a search meet in a word, the later one stays: then a move is not put off that might have
// been. Nothing depends on what is read: the answer is that of alpha-beta in whatever order the moves come.
//
// From what depth on to mark was chosen by the leader's nodes to depth 8, the two taking turns of two nodes, over 100 positions:
// alone took 1.38 times as many for moves at two plies or more and a helper that begins a ply deeper, 1.33 without that ply, 1.28
// to 1.33 for moves at three plies or more.
//
// The search itself knows nothing of it. A picker around the version's own puts the moves off, and one enhancement takes
// the mark back where a move fails high.
#pragma once

#include "core/search/hooks.hpp"
#include "workshop/lab/parallel/shared_table.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// Which moves a search is at. One core writes; another may read at any time. 512 bytes.
class SearchedMoves {
public:
    void clear() {
        for (auto& word : words_) word.store(0, std::memory_order_relaxed);
    }
    void add(std::uint32_t mark) { at(mark).store(mark, std::memory_order_relaxed); }
    void remove(std::uint32_t mark) {
        if (has(mark)) at(mark).store(0, std::memory_order_relaxed);
    }
    [[nodiscard]] bool has(std::uint32_t mark) const { return at(mark).load(std::memory_order_relaxed) == mark; }

    /// Never 0. Two moves have the same mark once in four billion; one is put off for nothing then.
    static std::uint32_t mark_of(Key key, Move m) {
        const std::uint32_t mark = static_cast<std::uint32_t>(key >> 24) ^ (m.bits() * 0x9e3779b1u);
        return mark != 0 ? mark : 1;
    }

private:
    static constexpr std::size_t size = 128;
    using Word = std::atomic<std::uint32_t>;

    [[nodiscard]] const Word& at(std::uint32_t mark) const { return words_[(mark >> 16) % size]; }
    [[nodiscard]] Word& at(std::uint32_t mark) { return words_[(mark >> 16) % size]; }

    std::array<Word, size> words_{};
};

/// The two searches' marks, as one of the two has them. An enhancement, because a node that is left by a cutoff asks its
/// picker for no further move.
class Marks {
public:
    /// Not while either searches, after this one's beginning. Both outlive the search.
    void join(SearchedMoves& mine, const SearchedMoves& others) {
        mine_ = &mine;
        others_ = &others;
    }

    [[nodiscard]] bool joined() const { return mine_ != nullptr; }
    [[nodiscard]] bool other_is_at(Key key, Move m) const { return others_->has(SearchedMoves::mark_of(key, m)); }
    template <class F>
    void mark(Key key, F& f, Move m) {
        f.marked = m;
        mine_->add(SearchedMoves::mark_of(key, m));
    }
    /// The search is no longer at the node's move, which is not made on the board.
    template <class F>
    void unmark(Key key, F& f) {
        if (f.marked) mine_->remove(SearchedMoves::mark_of(key, f.marked));
        f.marked = {};
    }

    template <class S, class F>
    void cutoff(S& s, F& f) {
        unmark(s.position().key(), f);
    }
    /// Alone, until somebody joins.
    void new_search() {
        mine_ = nullptr;
        others_ = nullptr;
    }

private:
    SearchedMoves* mine_ = nullptr;
    const SearchedMoves* others_ = nullptr;
};

/// A picker that yields last what the other search is at; up to `most` moves of a node, at `least` plies of depth and
/// more.
template <class Base, std::size_t most, Depth least>
class DeferringPicker : public Base {
public:
    struct PerPly : Base::PerPly {
        std::array<Move, most> deferred;
        Move marked;  ///< this search says that it is at it
        std::uint8_t deferred_count;
        std::uint8_t deferred_next;  ///< of those, the next to be yielded
    };

    template <class S, class F>
    void open(S& s, F& f) {
        f.marked = {};
        f.deferred_count = f.deferred_next = 0;
        Base::open(s, f);
    }

    template <class S, class F>
    Move next(S& s, F& f) {
        auto& marks = s.enhancements().template get<Marks>();
        if (f.depth < least || !marks.joined()) return Base::next(s, f);
        const Key key = s.position().key();
        marks.unmark(key, f);
        Move m;
        while (f.deferred_next == 0 && (m = Base::next(s, f))) {
            if (f.count == 0 || f.deferred_count == most || !marks.other_is_at(key, m)) break;
            f.deferred[f.deferred_count++] = m;
        }
        if (!m && f.deferred_next < f.deferred_count) m = f.deferred[f.deferred_next++];
        if (m) marks.mark(key, f, m);
        return m;
    }
};

/// Version `V` as one of two that share a table so.
template <class V, std::size_t most = 8, Depth least = 2>
struct DeferringVersion : V {
    using Picker = DeferringPicker<typename V::Picker, most, least>;
    using Enhancements = WithFirst<Marks, typename V::Enhancements>;
};
template <class Config>
struct Deferring : Config {
    using Version = DeferringVersion<typename Config::Version>;
};

/// The second search, used as Helper is (workshop/lab/parallel/shared_table.hpp), with an Engine<Deferring<Config>> for a leader. It begins a
/// ply deeper, and each goes on to its next iteration by itself.
template <class Config>
class AbdadaHelper : public Helper<Deferring<Config>> {
public:
    using Helper<Deferring<Config>>::Helper;

    void begin(Engine<Deferring<Config>>& leader) {
        this->prepare(leader, 2);
        leaders_.clear();
        mine_.clear();
        leader.search().enhancements().template get<Marks>().join(leaders_, mine_);
        this->search_.enhancements().template get<Marks>().join(mine_, leaders_);
        this->searching_.store(true, std::memory_order_release);
    }

private:
    SearchedMoves leaders_;
    SearchedMoves mine_;
};

}  // namespace stackmate
