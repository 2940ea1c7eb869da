#include "tools/tune/term.hpp"

// Terms that look at pieces attacked, and piece-square tables that depend on where a king stands.

namespace stackmate::tune {

namespace {

Squares officers_but_king(const std::array<Squares, piece_types>& side) {
    return side[knight] | side[bishop] | side[rook] | side[queen];
}

class ThreatByPawn final : public Named {
public:
    ThreatByPawn()
        : Named("threat_pawn", "enemy knights, bishops, rooks, queens attacked by a pawn", "two loads per officer", 4) {
    }
    void extract(const View& us, Sink& sink) const override {
        for (std::size_t i = 0; i < 4; ++i) sink.add(i, count(us.foe[knight + i] & us.own_pawn_attacks));
    }
};

class ThreatByOfficer final : public Named {
public:
    ThreatByOfficer()
        : Named("threat_officer",
                "attacks by minors on minors no pawn defends, on rooks, on queens; by rooks on queens",
                "with mobility: one test at each ray's end", 4) {}
    void extract(const View& us, Sink& sink) const override {
        for (const Officer& o : us.own_officers()) {
            if (o.type == knight || o.type == bishop) {
                const Squares minors = (us.foe[knight] | us.foe[bishop]) & ~us.foe_pawn_attacks;
                sink.add(0, count(o.attacks & minors));
                sink.add(1, count(o.attacks & us.foe[rook]));
                sink.add(2, count(o.attacks & us.foe[queen]));
            }
            if (o.type == rook) sink.add(3, count(o.attacks & us.foe[queen]));
        }
    }
};

class Hanging final : public Named {
public:
    Hanging()
        : Named("hanging", "enemy officers attacked and not defended, then pawns: not on the move, on the move",
                "attack maps of both sides", 4) {}
    void extract(const View& us, Sink& sink) const override {
        const Squares hanging = us.own_attacks & ~us.foe_attacks;
        const std::size_t move = us.to_move ? 1 : 0;
        sink.add(move, count(hanging & officers_but_king(us.foe)));
        sink.add(2 + move, count(hanging & us.foe[pawn]));
    }
};

class PushThreat final : public Named {
public:
    PushThreat()
        : Named("push_threat", "enemy officers that a pawn attacks after a safe step",
                "attack maps, a few loads per pawn", 1) {}
    void extract(const View& us, Sink& sink) const override {
        Squares steps = up(us.own[pawn]) & ~us.occupied();
        steps |= up(steps & rank_set(2)) & ~us.occupied();
        steps &= ~us.foe_pawn_attacks & (us.own_attacks | ~us.foe_attacks);
        sink.add(0, count(up_attacks(steps) & officers_but_king(us.foe) & ~us.own_pawn_attacks));
    }
};

/// Squares seen so that the king in question stands on files e to h.
class SquaresByKing final : public Named {
public:
    explicit SquaresByKing(bool own)
        : Named(own ? "squares_own_king" : "squares_foe_king",
                own ? "a second square table, files mirrored when the own king stands on a to d"
                    : "a second square table, files mirrored when the enemy king stands on a to d",
                "1280 bytes; one more load per piece moved, a full sum when that king changes wings", 5 * 64),
          own_(own) {}
    bool extra() const override { return true; }
    void extract(const View& us, Sink& sink) const override {
        const int mirror = file_of(own_ ? us.own_king : us.foe_king) < 4 ? 7 : 0;
        for (std::size_t t = pawn; t < king; ++t) {
            for_each_square(us.own[t],
                            [&](int square) { sink.add(t * 64 + static_cast<std::size_t>(square ^ mirror)); });
        }
    }

private:
    bool own_;
};

}  // namespace

void add_threat_terms(Terms& terms) {
    terms.push_back(std::make_unique<ThreatByPawn>());
    terms.push_back(std::make_unique<ThreatByOfficer>());
    terms.push_back(std::make_unique<Hanging>());
    terms.push_back(std::make_unique<PushThreat>());
    terms.push_back(std::make_unique<SquaresByKing>(true));
    terms.push_back(std::make_unique<SquaresByKing>(false));
}

}  // namespace stackmate::tune
