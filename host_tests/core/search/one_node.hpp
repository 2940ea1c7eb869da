// One node as hooks see it, without a search: for tests that ask an enhancement about it.
#pragma once

#include "core/search/versions.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/core/search/plain.hpp"

namespace stackmate::test {

using Frame = PlyFrame<CursorPicker::PerPly, Material::PerPly>;

constexpr Score level = 0;
constexpr std::string_view quiet = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
constexpr std::string_view in_check = "4k3/pppp4/8/8/4r3/8/PPPP4/R3K3 w - - 0 1";
constexpr std::string_view start = Position::start_fen;

/// One node as hooks see it: a position, its frame with those of parent and child beside it, a window of one,
/// depth 3.
class Node {
public:
    explicit Node(std::string_view fen, Score alpha = level) : position_(test::position(fen)) {
        table_.use(*memory_);
        Frame& f = frame();
        f = {};
        f.cursor = Cursor(position_.checker());
        f.alpha = static_cast<std::int16_t>(alpha);
        f.beta = static_cast<std::int16_t>(alpha + 1);
        f.static_eval = static_cast<std::int16_t>(f.in_check() ? score_none : evaluate<Material>(position_));
        f.best_score = f.static_eval;
        f.depth = f.target = 3;
        f.passed = false;
        f.count = 1;
        child().cursor = Cursor(Square::none);
    }

    Node& depth(Depth d) { return frame().depth = frame().target = static_cast<std::int8_t>(d), *this; }
    Node& value(Score s) { return frame().static_eval = frame().best_score = static_cast<std::int16_t>(s), *this; }
    Node& window(Score alpha, Score beta) {
        frame().alpha = static_cast<std::int16_t>(alpha);
        frame().beta = static_cast<std::int16_t>(beta);
        return *this;
    }
    Node& pv() { return frame().pv = true, *this; }
    Node& count(unsigned n) { return frame().count = static_cast<std::uint8_t>(n), *this; }
    Node& at_ply(int n) { return ply_ = n, *this; }

    Frame& frame() { return frames_[2]; }
    Frame& child() { return frames_[3]; }
    Frame& two_plies_ago() { return frames_[0]; }
    [[nodiscard]] Move move(std::string_view text) const { return move_of(position_, text); }

    // What hooks ask of a search.
    static constexpr int max_ply = 40;
    Position& position() { return position_; }
    TranspositionTable& table() { return table_; }
    KeyHistory& history() { return history_; }
    [[nodiscard]] int ply() const { return ply_; }
    RootTask& root() { return root_; }
    Enhancements<History>& enhancements() { return learnt_; }

    /// Remembers what it is told to.
    struct Picker {
        std::vector<Move> tried;
        template <class Tell>
        void each_tried(const Frame&, Tell tell) const {
            for (const Move m : tried) tell(m);
        }
    };
    Picker& picker() { return picker_; }

private:
    RootTask root_;
    Picker picker_;
    Enhancements<History> learnt_;
    Position position_;
    std::shared_ptr<std::array<TtEntry, 32>> memory_ = std::make_shared<std::array<TtEntry, 32>>();
    TranspositionTable table_;
    KeyHistory history_;
    std::array<Frame, 4> frames_{};
    int ply_ = 4;
};

template <class E>
Verdict verdict(Node node, std::string_view text) {
    return E::prune_move(node, node.frame(), node.move(text));
}

}  // namespace stackmate::test
