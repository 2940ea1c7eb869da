// versions::Plain as somebody writes it who wants that search and nothing else: alpha-beta, quiescence,
// draws, the best line, parked when its nodes are used up. The same tree, from the same position, cursor and
// frame's parts, without hooks. For measuring what the hooks cost.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/game/key_history.hpp"
#include "core/search/line.hpp"
#include "core/search/search.hpp"
#include "workshop/lab/versions.hpp"

#include <array>
#include <cstdint>

namespace stackmate {

class PlainByHand {
    static constexpr int max_ply = versions::Plain::max_ply;
    using Evaluation = versions::Plain::Evaluation;

public:
    struct Frame : Evaluation::PerPly {
        static constexpr bool passed = false;
        Undo undo;
        Cursor cursor;
        Move move;
        std::int16_t alpha;
        std::int16_t beta;
        std::int16_t best_score;
        std::int8_t depth;
        bool pv;
        bool any_move;
    };

    explicit PlainByHand(const SearchContext& context) : context_(context) {}

    Score search(const RootTask& task) {
        nodes_ = 0;
        ply_ = 0;
        seldepth_ = 0;
        Frame& root = frames_[0];
        root.cursor = Cursor(context_.position.checker());
        root.alpha = static_cast<std::int16_t>(task.alpha);
        root.beta = static_cast<std::int16_t>(task.beta);
        root.depth = static_cast<std::int8_t>(task.depth);
        root.pv = true;
        Evaluation::begin(context_.position, root);
        top_ = &root;
        while (!run(1u << 30)) {}
        return root_score_;
    }
    /// True when the depth is searched.
    bool run(std::uint32_t budget);

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] int seldepth() const { return seldepth_; }
    [[nodiscard]] std::span<const Move> line() const { return line_.moves(); }

private:
    bool drawn(const Frame& f) const;

    SearchContext context_;
    std::uint64_t nodes_ = 0;
    int ply_ = 0;
    int seldepth_ = 0;
    Score root_score_ = 0;
    Frame* top_ = nullptr;
    BestLine<versions::Plain::line_plies> line_;
    std::array<Frame, static_cast<std::size_t>(max_ply)> frames_{};
};

inline bool PlainByHand::drawn(const Frame& f) const {
    const Position& p = context_.position;
    if (p.insufficient_material()) return true;
    const unsigned reversible = p.halfmove();
    if (reversible < 4) return false;
    if (reversible >= 100 && (f.cursor.checker() == Square::none || p.any_legal_move())) return true;
    const auto ply = static_cast<unsigned>(ply_);
    for (unsigned back = 4; back <= reversible && back <= ply; back += 2)
        if (ancestor(f, back).undo.key == p.key()) return true;
    if (reversible <= ply) return false;
    unsigned back = ply + 1 + ((ply + 1) & 1u);
    if (back < 4) back = 4;
    return context_.history.count(p.key(), back - ply - 1, reversible - ply) >= 2;
}

inline bool PlainByHand::run(std::uint32_t budget) {
    Position& p = context_.position;
    Frame* f = top_;
    const std::uint32_t slice = budget;
    Score score = 0;
    for (;;) {
        // A node begins.
        if (budget == 0 || context_.stop.load(std::memory_order_relaxed)) {
            nodes_ += slice - budget;
            top_ = f;
            return false;
        }
        if (f->pv) line_.clear(ply_);
        if (ply_ != 0 && drawn(*f)) {
            score = score_draw;
        } else if (ply_ == max_ply - 1) {
            Evaluation::follow(p, *f);
            score = Evaluation::value(p, *f);
        } else {
            const bool quiet_only = f->depth <= 0 && f->cursor.checker() == Square::none;
            if (ply_ != 0) Evaluation::follow(p, *f);
            f->any_move = false;
            f->best_score = static_cast<std::int16_t>(-score_infinite);
            if (quiet_only) {
                f->best_score = static_cast<std::int16_t>(Evaluation::value(p, *f));
                f->any_move = true;  // standing pat is one
                if (f->best_score > f->alpha) f->alpha = f->best_score;
            }
            goto moves;
        }
    leave:
        if (ply_ == 0) {
            nodes_ += slice - budget;
            root_score_ = score;
            return true;
        }
        --f;
        --ply_;
        score = -score;
        p.unmake(f->move, f->undo);
        if (score > f->best_score) {
            f->best_score = static_cast<std::int16_t>(score);
            if (score > f->alpha) {
                if (f->pv) line_.take(ply_, f->move);
                f->alpha = static_cast<std::int16_t>(score);
            }
        }
    moves:
        Move m;
        if (f->best_score < f->beta) {
            const bool captures_only = f->depth <= 0 && f->cursor.checker() == Square::none;
            do {
                m = captures_only ? f->cursor.next_noisy(p) : f->cursor.next(p);
            } while (m && !p.legal(m, f->cursor.checker()));
        }
        if (!m) {
            if (!f->any_move)
                f->best_score =
                    static_cast<std::int16_t>(f->cursor.checker() == Square::none ? score_draw : mated_in(ply_));
            score = f->best_score;
            goto leave;
        }
        f->any_move = true;
        f->move = m;
        p.make(m, f->undo);
        --budget;
        if (ply_ >= seldepth_) seldepth_ = ply_ + 1;
        f[1].cursor = Cursor(p.checker_after(m, f->undo));
        f[1].alpha = static_cast<std::int16_t>(-f->beta);
        f[1].beta = static_cast<std::int16_t>(-f->alpha);
        f[1].depth = static_cast<std::int8_t>(f->depth - 1);
        f[1].pv = f->pv;
        ++f;
        ++ply_;
    }
}

}  // namespace stackmate
