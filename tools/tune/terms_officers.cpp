#include <algorithm>

#include "tools/tune/term.hpp"

// Terms that look at knights, bishops, rooks and queens. Counts are taken less a typical one, so that the
// worth of a piece stays in the piece-square tables.

namespace stackmate::tune {

namespace {

constexpr Squares light_squares = 0x55AA55AA55AA55AAULL;

bool is_officer(PieceType type) { return type >= knight && type <= queen; }
std::size_t officer_index(PieceType type) { return static_cast<std::size_t>(type - knight); }

constexpr std::array<int, 4> typical_mobility{4, 6, 7, 13};

class Mobility final : public Named {
public:
    Mobility()
        : Named("mobility", "squares attacked, not own pieces', less 4, 6, 7, 13: knight, bishop, rook, queen",
                "ray walks for every officer", 4) {}
    void extract(const View& us, Sink& sink) const override {
        for (const Officer& o : us.own_officers()) {
            if (!is_officer(o.type)) continue;
            const std::size_t index = officer_index(o.type);
            sink.add(index, count(o.attacks & ~us.own_all) - typical_mobility[index]);
        }
    }
};

class MobilitySafe final : public Named {
public:
    MobilitySafe()
        : Named("mobility_safe", "the same, squares attacked by enemy pawns not counted",
                "ray walks, and a pawn test per square", 4) {}
    std::string_view instead_of() const override { return "mobility"; }
    void extract(const View& us, Sink& sink) const override {
        for (const Officer& o : us.own_officers()) {
            if (!is_officer(o.type)) continue;
            const std::size_t index = officer_index(o.type);
            sink.add(index, count(o.attacks & ~us.own_all & ~us.foe_pawn_attacks) - typical_mobility[index]);
        }
    }
};

class MobilityMinors final : public Named {
public:
    MobilityMinors()
        : Named("mobility_minors", "knights and bishops only, less 4 and 6", "ray walks for bishops only", 2) {}
    std::string_view instead_of() const override { return "mobility"; }
    void extract(const View& us, Sink& sink) const override {
        for (const Officer& o : us.own_officers()) {
            if (o.type != knight && o.type != bishop) continue;
            const std::size_t index = officer_index(o.type);
            sink.add(index, count(o.attacks & ~us.own_all) - typical_mobility[index]);
        }
    }
};

class MobilityTable final : public Named {
public:
    MobilityTable()
        : Named("mobility_table",
                "a table of squares attacked, neither own pieces' nor attacked by pawns: knight 0 to 8, "
                "bishop 0 to 13, rook 0 to 14, queen 0 to 27",
                "ray walks, pawn tests, 264 bytes", 9 + 14 + 15 + 28) {}
    std::string_view instead_of() const override { return "mobility"; }
    void extract(const View& us, Sink& sink) const override {
        constexpr std::array<std::size_t, 4> begins{0, 9, 23, 38};
        for (const Officer& o : us.own_officers()) {
            if (!is_officer(o.type)) continue;
            const int squares = count(o.attacks & ~us.own_all & ~us.foe_pawn_attacks);
            sink.add(begins[officer_index(o.type)] + static_cast<std::size_t>(squares));
        }
    }
};

class RookFile final : public Named {
public:
    RookFile()
        : Named("rook_file", "rooks on files without any pawn, without an own pawn only",
                "pawn counts per file, two loads per rook", 2) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own[rook], [&](int square) {
            const Squares file = file_set(file_of(square));
            if ((us.own[pawn] & file) != 0) return;
            sink.add((us.foe[pawn] & file) != 0 ? 1 : 0);
        });
    }
};

class RookSeventh final : public Named {
public:
    RookSeventh()
        : Named("rook_seventh", "rooks on the 7th rank with an enemy pawn there or the king on the 8th",
                "one compare per rook", 1) {}
    void extract(const View& us, Sink& sink) const override {
        if (rank_of(us.foe_king) == 7 || (us.foe[pawn] & rank_set(6)) != 0) {
            sink.add(0, count(us.own[rook] & rank_set(6)));
        }
    }
};

class RookBehindPassed final : public Named {
public:
    RookBehindPassed()
        : Named("rook_behind_passed", "rooks behind passed pawns of their side, of the other side",
                "file compare per rook and passed pawn", 2) {}
    void extract(const View& us, Sink& sink) const override {
        sink.add(0, count(us.own[rook] & below(us.own_passed)));
        sink.add(1, count(us.own[rook] & above(us.foe_passed)));
    }
};

class Outpost final : public Named {
public:
    Outpost()
        : Named("outpost", "knights, bishops on ranks 4 to 6 defended by a pawn where no pawn can ever attack them",
                "pawn extremes per file, a few loads per minor", 2) {}
    void extract(const View& us, Sink& sink) const override {
        const Squares attackable = below(east(us.foe[pawn]) | west(us.foe[pawn]));
        const Squares area = (rank_set(3) | rank_set(4) | rank_set(5)) & us.own_pawn_attacks & ~attackable;
        sink.add(0, count(us.own[knight] & area));
        sink.add(1, count(us.own[bishop] & area));
    }
};

class BadBishop final : public Named {
public:
    BadBishop() : Named("bad_bishop", "own pawns on the bishop's colour, less 3", "pawn counts per colour", 1) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own[bishop], [&](int square) {
            const Squares colour = (bit(square) & light_squares) != 0 ? light_squares : ~light_squares;
            sink.add(0, count(us.own[pawn] & colour) - 3);
        });
    }
};

class Imbalance final : public Named {
public:
    Imbalance()
        : Named("imbalance", "own pawns less 5, times knights, bishops, rooks, queens",
                "four multiplications by counts", 4) {}
    void extract(const View& us, Sink& sink) const override {
        const int pawns = count(us.own[pawn]) - 5;
        for (std::size_t i = 0; i < 4; ++i) sink.add(i, pawns * count(us.own[knight + i]));
    }
};

class PawnCount final : public Named {
public:
    PawnCount()
        : Named("pawn_count", "a table of own pawns, 0 to 8: the last pawns are worth more than others",
                "one table load per side", 9) {}
    void extract(const View& us, Sink& sink) const override { sink.add(static_cast<std::size_t>(count(us.own[pawn]))); }
};

class MinorShielded final : public Named {
public:
    MinorShielded()
        : Named("minor_shielded", "knights, bishops with an own pawn right ahead", "one load per minor", 2) {}
    void extract(const View& us, Sink& sink) const override {
        sink.add(0, count(us.own[knight] & down(us.own[pawn])));
        sink.add(1, count(us.own[bishop] & down(us.own[pawn])));
    }
};

class Space final : public Named {
public:
    Space()
        : Named("space", "squares of files c to f, ranks 2 to 4, neither own pawns' nor attacked by pawns",
                "twelve pawn tests", 1) {}
    void extract(const View& us, Sink& sink) const override {
        const Squares area =
            (file_set(2) | file_set(3) | file_set(4) | file_set(5)) & (rank_set(1) | rank_set(2) | rank_set(3));
        sink.add(0, count(area & ~us.own[pawn] & ~us.foe_pawn_attacks));
    }
};

}  // namespace

void add_officer_terms(Terms& terms) {
    terms.push_back(std::make_unique<Mobility>());
    terms.push_back(std::make_unique<MobilitySafe>());
    terms.push_back(std::make_unique<MobilityMinors>());
    terms.push_back(std::make_unique<MobilityTable>());
    terms.push_back(std::make_unique<RookFile>());
    terms.push_back(std::make_unique<RookSeventh>());
    terms.push_back(std::make_unique<RookBehindPassed>());
    terms.push_back(std::make_unique<Outpost>());
    terms.push_back(std::make_unique<BadBishop>());
    terms.push_back(std::make_unique<Imbalance>());
    terms.push_back(std::make_unique<PawnCount>());
    terms.push_back(std::make_unique<MinorShielded>());
    terms.push_back(std::make_unique<Space>());
}

}  // namespace stackmate::tune
