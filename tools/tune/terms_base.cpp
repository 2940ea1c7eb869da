#include <cmath>
#include <ostream>
#include <string>

#include "tools/tune/term.hpp"

namespace stackmate::tune {

namespace {

// What makes up the packed piece-square table, and two scalars.

class Material final : public Named {
public:
    Material() : Named("material", "count of each piece type", "part of the squares", 5) {}
    void extract(const View& us, Sink& sink) const override {
        for (std::size_t t = pawn; t < king; ++t) sink.add(t, count(us.own[t]));
    }
};

class SquareTables final : public Named {
public:
    explicit SquareTables(bool symmetric)
        : Named("squares", "one weight per piece type and square, on top of material", "one load per piece moved",
                symmetric ? 5 * 32 + 64 : 6 * 64),
          symmetric_(symmetric) {}
    void extract(const View& us, Sink& sink) const override {
        for (std::size_t t = pawn; t <= king; ++t) {
            for_each_square(us.own[t], [&](int square) { sink.add(square_weight(symmetric_, t, square)); });
        }
    }

private:
    bool symmetric_;
};

class Tempo final : public Named {
public:
    Tempo() : Named("tempo", "being on the move", "one addition", 1) {}
    void extract(const View& us, Sink& sink) const override { sink.add(0, us.to_move ? 1 : 0); }
};

class BishopPair final : public Named {
public:
    BishopPair() : Named("bishop_pair", "two bishops or more", "one compare per side", 1) {}
    void extract(const View& us, Sink& sink) const override { sink.add(0, count(us.own[bishop]) >= 2 ? 1 : 0); }
};

}  // namespace

void Term::emit(std::ostream& out, std::span<const Weight> weights) const {
    const auto packed = [](const Weight& w) {
        return "pack(" + std::to_string(std::lround(w.mg)) + ", " + std::to_string(std::lround(w.eg)) + ")";
    };
    out << "/// " << idea() << ".\ninline constexpr std::int32_t " << name();
    if (weights.size() == 1) {
        out << " = " << packed(weights[0]) << ";\n\n";
        return;
    }
    out << "[" << weights.size() << "] = {";
    for (std::size_t i = 0; i < weights.size(); ++i) {
        out << (i % 6 == 0 ? "\n    " : " ") << packed(weights[i]) << ",";
    }
    out << "\n};\n\n";
}

std::size_t square_weight(bool symmetric, std::size_t type, int square) {
    const auto s = static_cast<std::size_t>(square);
    if (!symmetric) return type * 64 + s;
    if (type == king) return 5 * 32 + s;
    const std::size_t file = s % 8 < 4 ? s % 8 : 7 - s % 8;
    return type * 32 + s / 8 * 4 + file;
}

std::size_t feature_count(const Terms& terms) {
    std::size_t n = 0;
    for (const auto& term : terms) n += term->size();
    return n;
}

void add_base_terms(Terms& terms, bool symmetric) {
    terms.push_back(std::make_unique<Material>());
    terms.push_back(std::make_unique<SquareTables>(symmetric));
    terms.push_back(std::make_unique<Tempo>());
    terms.push_back(std::make_unique<BishopPair>());
}

Terms all_terms(bool symmetric) {
    Terms terms;
    add_base_terms(terms, symmetric);
    add_pawn_terms(terms);
    add_officer_terms(terms);
    add_king_terms(terms);
    add_threat_terms(terms);
    return terms;
}

}  // namespace stackmate::tune
