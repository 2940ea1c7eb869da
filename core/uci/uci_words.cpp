#include "core/uci/uci_words.hpp"

namespace stackmate::uci {

namespace {
constexpr char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
}  // namespace

bool same_word(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (small(a[i]) != small(b[i])) return false;
    return true;
}

bool parse_number(std::string_view text, std::uint64_t low, std::uint64_t high, bool clip, std::uint64_t& out) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    if (text.empty()) return false;
    // Below 2^64 / 10 one more digit still fits; beyond, the number is too large for any range.
    constexpr std::uint64_t tenth = ~std::uint64_t{0} / 10;
    std::uint64_t value = 0;
    bool huge = false;
    for (const char c : text) {
        if (c < '0' || c > '9') return false;
        const auto digit = static_cast<unsigned>(c - '0');
        huge = huge || value > tenth || (value == tenth && digit > 5);
        value = value * 10 + digit;
    }
    if (negative && (value != 0 || huge)) {
        out = low;
        return clip;
    }
    out = huge || value > high ? high : value < low ? low : value;
    return !huge && out == value;
}

}  // namespace stackmate::uci
