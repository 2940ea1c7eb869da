#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tools/tune/view.hpp"

namespace stackmate::tune {

/// One tapered weight. While fitting in logits, once scaled in centipawns.
struct Weight {
    double mg = 0;
    double eg = 0;
};

/// Takes what a term counts. Counts of the second side are subtracted, so that a feature both sides have
/// cancels.
class Sink {
public:
    explicit Sink(std::size_t features) : counts_(features, 0), uses_(features, 0) {}

    void add(std::size_t parameter, int n = 1) {
        counts_[offset_ + parameter] += sign_ * n;
        uses_[offset_ + parameter] += n;
    }
    void aim(std::size_t offset, int sign) {
        offset_ = offset;
        sign_ = sign;
    }
    std::span<int> counts() { return counts_; }
    /// Counts of both sides added up.
    std::span<int> uses() { return uses_; }

private:
    std::vector<int> counts_;
    std::vector<int> uses_;
    std::size_t offset_ = 0;
    int sign_ = 1;
};

/// One idea of the evaluation: a group of weights and the rule that counts how often each applies to one
/// side.
class Term {
public:
    virtual ~Term() = default;

    virtual std::string_view name() const = 0;
    /// What is counted, in one line.
    virtual std::string_view idea() const = 0;
    /// What a mailbox engine with piece lists pays for it, in a few words.
    virtual std::string_view cost() const = 0;
    /// The term this one is another form of, or nothing. "all" takes the first form only.
    virtual std::string_view instead_of() const { return {}; }
    /// Big tables that "all" leaves out.
    virtual bool extra() const { return false; }
    /// Number of weights.
    virtual std::size_t size() const = 0;
    /// Counts for the side the view belongs to.
    virtual void extract(const View& us, Sink& sink) const = 0;
    /// Writes the C++ tables; weights in centipawns. The default writes one packed array named after the
    /// term.
    virtual void emit(std::ostream& out, std::span<const Weight> weights) const;
};

/// Common part of terms that are a name, an idea, a cost and a number of weights.
class Named : public Term {
public:
    Named(std::string_view name, std::string_view idea, std::string_view cost, std::size_t size)
        : name_(name), idea_(idea), cost_(cost), size_(size) {}

    std::string_view name() const override { return name_; }
    std::string_view idea() const override { return idea_; }
    std::string_view cost() const override { return cost_; }
    std::size_t size() const override { return size_; }

private:
    std::string_view name_;
    std::string_view idea_;
    std::string_view cost_;
    std::size_t size_;
};

using Terms = std::vector<std::unique_ptr<Term>>;

/// Every term known, in the order they are laid out and reported; material, squares, tempo and bishop_pair
/// first. `symmetric`: all piece-square tables but the king's share the weights of the left and the right
/// half.
Terms all_terms(bool symmetric);

// The parts of all_terms, one file each.
void add_base_terms(Terms& terms, bool symmetric);
void add_pawn_terms(Terms& terms);
void add_officer_terms(Terms& terms);
void add_king_terms(Terms& terms);
void add_threat_terms(Terms& terms);

/// Which weight of the term "squares" belongs to a piece type on a square.
std::size_t square_weight(bool symmetric, std::size_t type, int square);

/// Number of weights of all terms together.
std::size_t feature_count(const Terms& terms);

}  // namespace stackmate::tune
