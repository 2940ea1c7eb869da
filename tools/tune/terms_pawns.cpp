#include <algorithm>

#include "tools/tune/term.hpp"

// Terms that look at pawns. Those that look at nothing else can be kept in a small table under a pawn key.

namespace stackmate::tune {

namespace {

constexpr std::string_view pawn_cache = "pawns only: cacheable by pawn key";

std::size_t rank_index(int square) { return static_cast<std::size_t>(rank_of(square) - 1); }

/// Own pawns that no enemy pawn faces further up the same file.
Squares half_open_pawns(const View& us) { return us.own[pawn] & ~below(us.foe[pawn]); }

class Passed final : public Named {
public:
    Passed() : Named("passed", "passed pawns, by rank 2 to 7", pawn_cache, 6) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own_passed, [&](int square) { sink.add(rank_index(square)); });
    }
};

class PassedBlocked final : public Named {
public:
    PassedBlocked()
        : Named("passed_blocked", "passed pawns with a piece of either side right ahead, by rank 2 to 7",
                "one load per passed pawn", 6) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own_passed & down(us.occupied()), [&](int square) { sink.add(rank_index(square)); });
    }
};

class PassedKing final : public Named {
public:
    PassedKing()
        : Named("passed_king",
                "own, then enemy king's distance (at most 5) to the square ahead of a passed pawn, "
                "times rank - 2",
                "two distances per passed pawn", 2) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own_passed, [&](int square) {
            const int far_up = rank_of(square) - 1;
            sink.add(0, far_up * std::min(5, king_distance(us.own_king, square + 8)));
            sink.add(1, far_up * std::min(5, king_distance(us.foe_king, square + 8)));
        });
    }
};

class PassedFree final : public Named {
public:
    PassedFree()
        : Named("passed_free", "passed pawns whose next square is empty and not attacked, by rank 2 to 7",
                "attack map, or one attack test per passed pawn", 6) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own_passed & down(~us.occupied() & ~us.foe_attacks),
                        [&](int square) { sink.add(rank_index(square)); });
    }
};

class Candidate final : public Named {
public:
    Candidate()
        : Named("candidate", "pawns not yet passed on a half-open file with as many helpers as guards, by rank 2 to 7",
                pawn_cache, 6) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(half_open_pawns(us) & ~us.own_passed & ~below(us.own[pawn]), [&](int square) {
            const Squares neighbours = three_files(file_of(square)) & ~file_set(file_of(square));
            Squares ahead = 0;
            for (int rank = rank_of(square) + 1; rank < 8; ++rank) ahead |= rank_set(rank);
            const int guards = count(us.foe[pawn] & neighbours & ahead);
            const int helpers = count(us.own[pawn] & neighbours & ~ahead);
            if (helpers >= guards) sink.add(rank_index(square));
        });
    }
};

class Isolated final : public Named {
public:
    Isolated() : Named("isolated", "isolated pawns: faced by an enemy pawn, not faced", pawn_cache, 2) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own[pawn], [&](int square) {
            const int file = file_of(square);
            if ((us.own[pawn] & three_files(file) & ~file_set(file)) != 0) return;
            sink.add((half_open_pawns(us) & bit(square)) != 0 ? 1 : 0);
        });
    }
};

class Doubled final : public Named {
public:
    Doubled() : Named("doubled", "pawns with an own pawn further up the file", pawn_cache, 1) {}
    void extract(const View& us, Sink& sink) const override { sink.add(0, count(us.own[pawn] & below(us.own[pawn]))); }
};

class Backward final : public Named {
public:
    Backward()
        : Named("backward",
                "pawns with no neighbour beside or behind, the next square attacked by a pawn: faced, not "
                "faced",
                pawn_cache, 2) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own[pawn] & down(us.foe_pawn_attacks), [&](int square) {
            const int file = file_of(square);
            const Squares neighbours = us.own[pawn] & three_files(file) & ~file_set(file);
            Squares beside_or_behind = 0;
            for (int rank = 1; rank <= rank_of(square); ++rank) beside_or_behind |= rank_set(rank);
            if (neighbours == 0 || (neighbours & beside_or_behind) != 0) return;
            sink.add((half_open_pawns(us) & bit(square)) != 0 ? 1 : 0);
        });
    }
};

class Supported final : public Named {
public:
    Supported() : Named("supported", "pawns defended by a pawn, by rank 3 to 7", pawn_cache, 5) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own[pawn] & us.own_pawn_attacks, [&](int square) { sink.add(rank_index(square) - 1); });
    }
};

class Phalanx final : public Named {
public:
    Phalanx() : Named("phalanx", "pawns with a pawn beside, by rank 2 to 7", pawn_cache, 6) {}
    void extract(const View& us, Sink& sink) const override {
        for_each_square(us.own[pawn] & (east(us.own[pawn]) | west(us.own[pawn])),
                        [&](int square) { sink.add(rank_index(square)); });
    }
};

}  // namespace

void add_pawn_terms(Terms& terms) {
    terms.push_back(std::make_unique<Passed>());
    terms.push_back(std::make_unique<PassedBlocked>());
    terms.push_back(std::make_unique<PassedKing>());
    terms.push_back(std::make_unique<PassedFree>());
    terms.push_back(std::make_unique<Candidate>());
    terms.push_back(std::make_unique<Isolated>());
    terms.push_back(std::make_unique<Doubled>());
    terms.push_back(std::make_unique<Backward>());
    terms.push_back(std::make_unique<Supported>());
    terms.push_back(std::make_unique<Phalanx>());
}

}  // namespace stackmate::tune
