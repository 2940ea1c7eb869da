#include <algorithm>
#include <bit>

#include "tools/tune/term.hpp"

// Terms that look at a king and what stands around it.

namespace stackmate::tune {

namespace {

/// Calls f(file) for the king's file and its neighbours; at the edge, for the three outermost files.
template <class F>
void each_shelter_file(int king_square, F&& f) {
    const int middle = std::clamp(file_of(king_square), 1, 6);
    for (int file = middle - 1; file <= middle + 1; ++file) f(file);
}

/// Squares on the king's rank or above.
Squares not_below(int king_square) {
    Squares s = 0;
    for (int rank = rank_of(king_square); rank < 8; ++rank) s |= rank_set(rank);
    return s;
}

/// The enemy king's square and those around it.
Squares king_zone(const View& us) { return us.foe[king] | attacks_of(king, us.foe_king, 0); }

class Shelter final : public Named {
public:
    Shelter()
        : Named("shelter",
                "nearest own pawn on the three files at the king: 0-1 ranks ahead, 2, more, none; "
                "king's file, then others",
                "pawn extremes per file, three loads; cacheable by pawn key and king", 8) {}
    void extract(const View& us, Sink& sink) const override {
        each_shelter_file(us.own_king, [&](int file) {
            const Squares pawns = us.own[pawn] & file_set(file) & not_below(us.own_king);
            std::size_t kind = 3;
            if (pawns != 0) {
                const int ahead = rank_of(std::countr_zero(pawns)) - rank_of(us.own_king);
                kind = ahead <= 1 ? 0 : ahead == 2 ? 1 : 2;
            }
            sink.add(kind + (file == file_of(us.own_king) ? 0 : 4));
        });
    }
};

class Storm final : public Named {
public:
    Storm()
        : Named("storm",
                "nearest enemy pawn on the three files at the king, 0 to 4 ranks ahead: free, then blocked "
                "by an own pawn",
                "pawn extremes per file, three loads; cacheable by pawn key and king", 10) {}
    void extract(const View& us, Sink& sink) const override {
        each_shelter_file(us.own_king, [&](int file) {
            const Squares pawns = us.foe[pawn] & file_set(file) & not_below(us.own_king);
            if (pawns == 0) return;
            const int square = std::countr_zero(pawns);
            const int ahead = rank_of(square) - rank_of(us.own_king);
            if (ahead > 4) return;
            const bool blocked = (down(bit(square)) & us.own[pawn]) != 0;
            sink.add(static_cast<std::size_t>(ahead) + (blocked ? 5 : 0));
        });
    }
};

class KingFiles final : public Named {
public:
    KingFiles()
        : Named("king_files", "files at the king: without pawns, without own pawns, without enemy pawns",
                "pawn counts per file; cacheable by pawn key and king", 3) {}
    void extract(const View& us, Sink& sink) const override {
        each_shelter_file(us.own_king, [&](int file) {
            const bool own = (us.own[pawn] & file_set(file)) != 0;
            const bool foe = (us.foe[pawn] & file_set(file)) != 0;
            if (!own && !foe) sink.add(0);
            if (!own && foe) sink.add(1);
            if (own && !foe) sink.add(2);
        });
    }
};

class KingPawns final : public Named {
public:
    KingPawns()
        : Named("king_pawns", "distance from the king to the nearest pawn of either side", "a distance per pawn", 1) {}
    void extract(const View& us, Sink& sink) const override {
        int nearest = 7;
        for_each_square(us.own[pawn] | us.foe[pawn],
                        [&](int square) { nearest = std::min(nearest, king_distance(us.own_king, square)); });
        sink.add(0, nearest);
    }
};

class Castling final : public Named {
public:
    Castling() : Named("castling", "right to castle short, long", "two bit tests per side", 2) {}
    void extract(const View& us, Sink& sink) const override {
        sink.add(0, us.may_castle_short ? 1 : 0);
        sink.add(1, us.may_castle_long ? 1 : 0);
    }
};

class Tropism final : public Named {
public:
    Tropism()
        : Named("tropism", "4 less the distance to the enemy king: knight, bishop, rook, queen",
                "a distance per officer", 4) {}
    void extract(const View& us, Sink& sink) const override {
        for (const Officer& o : us.own_officers()) {
            if (o.type == king) continue;
            sink.add(static_cast<std::size_t>(o.type - knight), 4 - king_distance(o.square, us.foe_king));
        }
    }
};

class KingAttack final : public Named {
public:
    KingAttack()
        : Named("king_attack", "squares attacked at the enemy king: by knight, bishop, rook, queen",
                "one test per square walked by mobility", 4) {}
    void extract(const View& us, Sink& sink) const override {
        const Squares zone = king_zone(us);
        for (const Officer& o : us.own_officers()) {
            if (o.type != king) sink.add(static_cast<std::size_t>(o.type - knight), count(o.attacks & zone));
        }
    }
};

class KingAttackers final : public Named {
public:
    KingAttackers()
        : Named("king_attackers",
                "1 to 5 officers attacking squares at the enemy king: without, then with an own queen",
                "with king_attack: one table load per side", 10) {}
    void extract(const View& us, Sink& sink) const override {
        const Squares zone = king_zone(us);
        std::size_t attackers = 0;
        for (const Officer& o : us.own_officers()) {
            if (o.type != king && (o.attacks & zone) != 0) ++attackers;
        }
        if (attackers == 0) return;
        sink.add(std::min<std::size_t>(attackers, 5) - 1 + (us.own[queen] != 0 ? 5 : 0));
    }
};

class KingDanger final : public Named {
public:
    KingDanger()
        : Named("king_danger",
                "attacked squares at the enemy king weighed 2, 2, 3, 5 by officer; half of the sum, 1 to 15",
                "with mobility: one addition per zone square, one table load per side", 15) {}
    void extract(const View& us, Sink& sink) const override {
        constexpr std::array<int, 4> weights{2, 2, 3, 5};
        const Squares zone = king_zone(us);
        int units = 0;
        for (const Officer& o : us.own_officers()) {
            if (o.type == king) continue;
            units += weights[static_cast<std::size_t>(o.type - knight)] * count(o.attacks & zone);
        }
        const auto level = static_cast<std::size_t>(std::min(units / 2, 15));
        if (level > 0) sink.add(level - 1);
    }
};

class SafeChecks final : public Named {
public:
    SafeChecks()
        : Named("safe_checks", "checks on squares the enemy does not attack: by knight, bishop, rook, queen",
                "attack maps and rays from the king", 4) {}
    void extract(const View& us, Sink& sink) const override {
        const Squares safe = ~us.own_all & ~us.foe_attacks;
        for (const Officer& o : us.own_officers()) {
            if (o.type == king) continue;
            const Squares checks = attacks_of(o.type, us.foe_king, us.occupied());
            sink.add(static_cast<std::size_t>(o.type - knight), count(o.attacks & checks & safe));
        }
    }
};

}  // namespace

void add_king_terms(Terms& terms) {
    terms.push_back(std::make_unique<Shelter>());
    terms.push_back(std::make_unique<Storm>());
    terms.push_back(std::make_unique<KingFiles>());
    terms.push_back(std::make_unique<KingPawns>());
    terms.push_back(std::make_unique<Castling>());
    terms.push_back(std::make_unique<Tropism>());
    terms.push_back(std::make_unique<KingAttack>());
    terms.push_back(std::make_unique<KingAttackers>());
    terms.push_back(std::make_unique<KingDanger>());
    terms.push_back(std::make_unique<SafeChecks>());
}

}  // namespace stackmate::tune
